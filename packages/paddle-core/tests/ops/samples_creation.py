"""Sample records of ops/creation.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(6)
M = _random.standard_normal((3, 4))
A = _random.standard_normal((2, 3, 3))
V = _random.standard_normal(3)
ZERO_D = np.asarray(_random.standard_normal())
HUGE = 2**62
ALL = ("float16", "bfloat16", "float32", "float64")


def _diag_embed(x: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    size = x.shape[-1] + abs(offset)
    result = np.zeros((*x.shape[:-1], size, size), x.dtype)
    rows = np.arange(x.shape[-1]) + max(-offset, 0)
    result[..., rows, rows + offset] = x
    return np.moveaxis(result, (-2, -1), (dim1, dim2))


def _diag(x: Any, offset: int = 0, padding_value: float = 0) -> Any:
    mask = np.diag(np.ones(len(x)), offset)
    return np.where(mask == 1, np.diag(x, offset), padding_value)


def _fill_diagonal(x: Any, value: float, offset: int = 0, wrap: bool = False) -> Any:
    result = x.copy()
    if x.ndim > 2 or (offset == 0 and (wrap or x.shape[0] <= x.shape[1])):
        np.fill_diagonal(result, value, wrap)
        return result
    rows = np.arange(x.shape[0])
    keep = (rows + offset >= 0) & (rows + offset < x.shape[1])
    result[rows[keep], rows[keep] + offset] = value
    return result


RECORDS: list[Record] = [
    record(
        "assign",
        paddle.assign,
        np.copy,
        [sample(M), sample(ZERO_D), sample(np.arange(3))],
        dtypes=ALL,
    ),
    record(
        "cast",
        lambda x: paddle.cast(x, "float64"),
        lambda x: x.astype("float64"),
        [sample(M), sample(np.array([True, False])), sample(np.arange(3, dtype="uint8"))],
        dtypes=ALL,
    ),
    record(
        "full",
        lambda: paddle.full([2, 3], 1.5),
        lambda: np.full((2, 3), 1.5),
        [sample()],
        errors=[Error(TypeError, ".", (1, 2))],
    ),
    record(
        "full_like",
        paddle.full_like,
        lambda x, value, dtype=None: np.full_like(x, value, dtype=dtype),
        [sample(M, 2.5), sample(M, 3, "int32"), sample(ZERO_D, -1.0)],
        gradient=False,
    ),
    record(
        "zeros_like",
        paddle.zeros_like,
        np.zeros_like,
        [sample(M), sample(M, "int64")],
        gradient=False,
    ),
    record(
        "ones_like", paddle.ones_like, np.ones_like, [sample(M), sample(M, "bool")], gradient=False
    ),
    record(
        "empty",
        paddle.empty,
        None,
        [],
        errors=[
            Error(ValueError, "negative size", ([-3],)),
            Error(ValueError, ".", ([HUGE, HUGE],)),
            Error(MemoryError, ".", ([2**45],)),
        ],
    ),
    record("empty_like", paddle.empty_like, None, []),
    record(
        "fill",
        _C_ops.fill,
        lambda x, value: np.full_like(x, value),
        [sample(M, 2.5), sample(M, -0.0)],
        inplace=paddle.Tensor.fill_,
    ),
    record(
        "arange",
        paddle.arange,
        np.arange,
        [sample(5), sample(2, 11, 3), sample(5, 0, -2), sample(3, 3)],
        gradient=False,
        errors=[
            Error(ValueError, "step must not be 0", (0, 5, 0)),
            Error(ValueError, "does not reach", (0, 5, -1)),
            Error(ValueError, ".", (0, 2**62)),
            Error(ValueError, "finite", (0.0, np.inf)),
            Error(ValueError, "finite", (0.0, np.nan)),
        ],
    ),
    record(
        "linspace",
        paddle.linspace,
        lambda *args: np.linspace(*args).astype("float32"),
        [sample(0, 10, 5), sample(-1.0, 1.0, 8), sample(3, 5, 1)],
        gradient=False,
        errors=[Error(ValueError, "num", (0, 1, 0))],
    ),
    record(
        "logspace",
        paddle.logspace,
        np.logspace,
        [sample(0, 2, 5), sample(1, 3, 3, base=2.0)],
        gradient=False,
        dtypes=["float32"],
        errors=[Error(ValueError, "num", (0, 1, -1))],
    ),
    record(
        "eye",
        paddle.eye,
        np.eye,
        [sample(3), sample(2, 4), sample(4, 2), sample(0)],
        gradient=False,
        errors=[Error(TypeError, "num_rows", (-2,)), Error(ValueError, ".", (HUGE, HUGE))],
    ),
    record(
        "tril",
        paddle.tril,
        np.tril,
        [sample(M), sample(A, 1), sample(M, -9), sample(M, 9)],
        dtypes=ALL,
        inplace=paddle.tril_,
        errors=[Error(ValueError, "tril", (V,))],
    ),
    record(
        "triu",
        paddle.triu,
        np.triu,
        [sample(M), sample(A, -1), sample(M, 2), sample(M, -(2**62))],
        dtypes=ALL,
        inplace=paddle.triu_,
        errors=[Error(ValueError, "triu", (V,))],
    ),
    record(
        "tril_indices",
        paddle.tril_indices,
        lambda n, m, k=0: np.array(np.tril_indices(n, k, m)),
        [sample(3, 4), sample(4, 2, 1), sample(3, 3, -1), sample(2, 3, 99), sample(3, 2, -99)],
        gradient=False,
        errors=[Error(ValueError, "rows", (-1, 2)), Error(ValueError, ".", (HUGE, HUGE))],
    ),
    record(
        "triu_indices",
        paddle.triu_indices,
        lambda n, m, k=0: np.array(np.triu_indices(n, k, m)),
        [sample(3, 4), sample(4, 2, 1), sample(3, 3, -1), sample(2, 3, 99), sample(3, 2, -99)],
        gradient=False,
        errors=[Error(ValueError, "col", (2, -1))],
    ),
    record(
        "diag",
        paddle.diag,
        _diag,
        [sample(V), sample(V, 1), sample(V, -2), sample(V, 1, 7.0)],
        errors=[Error(ValueError, "vector", (A,)), Error(ValueError, "offset", (V, 2**62))],
    ),
    record(
        "diag_embed",
        paddle.diag_embed,
        _diag_embed,
        [sample(M), sample(M, 1), sample(M, -1, 0, 2), sample(V, 0, 1, 0)],
        errors=[Error(ValueError, "both", (M, 0, 1, 1)), Error(ValueError, "0-d", (ZERO_D,))],
    ),
    record(
        "fill_diagonal",
        _C_ops.fill_diagonal,
        _fill_diagonal,
        [
            sample(M, 5.0),
            sample(M, 5.0, 1),
            sample(M, 5.0, -1),
            sample(_random.standard_normal((7, 2)), 3.0, 0, True),
            sample(_random.standard_normal((3, 3, 3)), 2.0),
        ],
        inplace=paddle.Tensor.fill_diagonal_,
        errors=[
            Error(ValueError, "two axes", (V, 1.0)),
            Error(ValueError, "equally long", (A, 1.0)),
        ],
    ),
    record(
        "complex",
        paddle.complex,
        lambda real, imag: real + 1j * imag,
        [sample(M, M + 1), sample(V[:, None], V), sample(ZERO_D, V)],
        errors=[Error(ValueError, "broadcast", (M, V))],
    ),
]
