"""The two sparse layouts: making tensors, taking them apart, and where their elements stand.

A sparse tensor is a composite tensor. Its parts are ordinary tensors: `indices` and `values` (COO),
or `crows`, `cols` and `values` (CSR). Gradients are those of `values`, so that whatever is computed
from `values` by differentiable operators is differentiable. Where the stored elements stand is
handed around as one flat position each, over the sparse dimensions in row-major order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import paddle
from paddle import Tensor

from . import _sparse
from ._operators import ops

__all__: list[str] = []


# ---- what a tensor is ----


def is_coo(x: object) -> bool:
    return isinstance(x, Tensor) and _sparse.layout(x) == _sparse.COO


def is_csr(x: object) -> bool:
    return isinstance(x, Tensor) and _sparse.layout(x) == _sparse.CSR


def is_sparse(x: object) -> bool:
    return is_coo(x) or is_csr(x)


def require_sparse(function: str, x: object, name: str = "x") -> None:
    if not is_sparse(x):
        kind = "a dense Tensor" if isinstance(x, Tensor) else type(x).__name__
        raise TypeError(
            f"{function}: {name} must be a SparseCooTensor or SparseCsrTensor, not {kind}"
        )


def elements(x: Tensor) -> Tensor:
    """The `values` of a sparse tensor."""
    return _sparse.components(x)[-1]


def sparse_rank(x: Tensor) -> int:
    """Number of leading dimensions that have coordinates; all of a CSR tensor."""
    return _sparse.components(x)[0].shape[0] if is_coo(x) else len(x.shape)


def sparse_shape(x: Tensor) -> list[int]:
    return x.shape[: sparse_rank(x)]


# ---- making tensors ----


def coo(indices: Tensor, values: Tensor, shape: Sequence[int], coalesced: bool = False) -> Tensor:
    return _sparse.make_coo(indices, values, list(shape), coalesced)


def csr(crows: Tensor, cols: Tensor, values: Tensor, shape: Sequence[int]) -> Tensor:
    return _sparse.make_csr(crows, cols, values, list(shape))


def with_values(x: Tensor, values: Tensor) -> Tensor:
    """The pattern of `x` with other elements."""
    parts = _sparse.components(x)
    if is_csr(x):
        return csr(parts[0], parts[1], values, x.shape)
    shape = sparse_shape(x) + values.shape[1:]
    return coo(parts[0], values, shape, _sparse.is_coalesced(x))


def from_positions(positions: Tensor, values: Tensor, shape: Sequence[int], like: Tensor) -> Tensor:
    """A tensor in the layout of `like` from ascending positions, each once."""
    shape = list(shape)
    index_dtype = _sparse.components(like)[0].dtype
    if is_csr(like):
        return csr_from_positions(positions, values, shape, index_dtype)
    rank = len(shape) - (values.ndim - 1)
    indices = ops.sparse_unflatten(positions, shape[:rank]).astype(index_dtype)
    return coo(indices, values, shape, True)


def csr_from_positions(
    positions: Tensor, values: Tensor, shape: Sequence[int], index_dtype: object = "int64"
) -> Tensor:
    batches, rows, columns = matrices(shape)
    row_of, cols = ops.sparse_unflatten(positions, [batches * rows, columns]).unbind(0)
    crows = ops.sparse_row_pointers(row_of, batches, rows)
    return csr(crows.astype(index_dtype), cols.astype(index_dtype), values, shape)


def indices_like(like: Tensor, indices: Tensor) -> Tensor:
    """Indices in the integer type of those of another tensor."""
    return _as(indices, _sparse.components(like)[0].dtype)


def csr_like(
    like: Tensor, crows: Tensor, cols: Tensor, values: Tensor, shape: Sequence[int]
) -> Tensor:
    return csr(indices_like(like, crows), indices_like(like, cols), values, shape)


def _as(x: Tensor, dtype: object) -> Tensor:
    return x if x.dtype == dtype else x.astype(dtype)


# ---- coordinates ----


def matrices(shape: Sequence[int]) -> tuple[int, int, int]:
    """How many matrices of how many rows and columns a tensor of this shape holds."""
    return math.prod(shape[:-2]), shape[-2], shape[-1]


def positions_of(x: Tensor) -> Tensor:
    """The flat position of every stored element; one outside of the shape raises IndexError."""
    if is_coo(x):
        return ops.sparse_flatten(_sparse.components(x)[0], sparse_shape(x))
    batches, rows, columns = matrices(x.shape)
    return ops.sparse_flatten(paddle.stack(_csr_pattern(x)), [batches * rows, columns])


def _csr_pattern(x: Tensor) -> tuple[Tensor, Tensor]:
    crows, cols, _ = _sparse.components(x)
    return ops.sparse_row_indices(crows, cols, x.shape[-2]), cols.astype("int64")


def matrix_pattern(x: Tensor) -> tuple[Tensor, Tensor]:
    """Row and column of every element, with the matrices of a batch stacked along the diagonal."""
    batches, rows, columns = matrices(x.shape)
    if is_csr(x):
        row_of, cols = _csr_pattern(x)
    else:
        flat = positions_of(x)
        row_of, cols = ops.sparse_unflatten(flat, [batches * rows, columns]).unbind(0)
    if batches != 1:
        cols = cols + row_of // max(rows, 1) * columns
    return row_of, cols


def wide_rows(x: Tensor) -> tuple[Tensor, Tensor]:
    """The row pointers and columns of a CSR matrix, as int64."""
    crows, cols, _ = _sparse.components(x)
    return _as(crows, paddle.int64), _as(cols, paddle.int64)


def compressed(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Elements, row pointers and columns of a matrix, or of a batch along the diagonal."""
    if is_csr(x) and x.ndim == 2:
        return elements(x), *wide_rows(x)
    batches, m, _ = matrices(x.shape)
    if x.ndim == 2:
        rows, cols = _as(_sparse.components(x)[0], paddle.int64).unbind(0)
    else:
        rows, cols = matrix_pattern(x)
    crows, order = ops.sparse_sort_rows(rows, batches * m)
    return ops.sparse_gather(elements(x), order), crows, ops.sparse_gather(cols, order)


def coalesced(x: Tensor) -> Tensor:
    """The same tensor with ascending positions, each once; elements at one position are added."""
    if is_coo(x) and _sparse.is_coalesced(x):
        return x
    distinct, index = ops.sparse_unique(positions_of(x))
    values = ops.sparse_scatter_add(elements(x), index, distinct.shape[0])
    return from_positions(distinct, values, x.shape, x)
