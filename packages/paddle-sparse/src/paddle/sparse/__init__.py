"""Sparse tensors in COO and CSR layout, their operators and layers: `paddle.sparse`.

A sparse tensor stores only some of its elements, and where they stand. Everything here is
differentiable with respect to the stored elements, to any order.
"""

from __future__ import annotations

from . import nn
from .binary import add, divide, is_same_shape, masked_matmul, matmul, multiply, mv, subtract
from .conversion import tensor_to_string as tensor_to_string
from .creation import sparse_coo_tensor, sparse_csr_tensor
from .multiary import addmm
from .unary import (
    abs,
    asin,
    asinh,
    atan,
    atanh,
    cast,
    coalesce,
    deg2rad,
    expm1,
    isnan,
    log1p,
    neg,
    pow,
    rad2deg,
    reshape,
    sin,
    sinh,
    slice,
    sqrt,
    square,
    sum,
    tan,
    tanh,
    transpose,
)

__all__ = [
    "abs",
    "add",
    "addmm",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cast",
    "coalesce",
    "deg2rad",
    "divide",
    "expm1",
    "is_same_shape",
    "isnan",
    "log1p",
    "masked_matmul",
    "matmul",
    "multiply",
    "mv",
    "neg",
    "nn",
    "pow",
    "rad2deg",
    "reshape",
    "sin",
    "sinh",
    "slice",
    "sparse_coo_tensor",
    "sparse_csr_tensor",
    "sqrt",
    "square",
    "subtract",
    "sum",
    "tan",
    "tanh",
    "transpose",
]
