"""Sample records of ops/core.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(5)
A = _random.standard_normal((2, 3, 4))


def _reduce_to(x: Any, like: Any) -> Any:
    lead = x.ndim - like.ndim
    summed = x.sum(axis=tuple(range(lead)))
    axes = tuple(i for i in range(like.ndim) if like.shape[i] == 1 and summed.shape[i] != 1)
    return summed.sum(axis=axes, keepdims=True) if axes else summed


def _set_value(x: Any, value: Any) -> Any:
    return np.broadcast_to(value, x.shape)


def _scatter(x: Any, value: Any, shape: Any, strides: Any, offset: int) -> Any:
    result = np.ascontiguousarray(x).copy()
    step = tuple(s * result.itemsize for s in strides)
    window = np.lib.stride_tricks.as_strided(result.reshape(-1)[offset:], shape, step)
    window[...] = value
    return result


RECORDS: list[Record] = [
    record(
        "reduce_to",
        _C_ops.reduce_to,
        _reduce_to,
        [
            sample(A, _random.standard_normal((3, 1))),
            sample(A, _random.standard_normal((2, 1, 4))),
            sample(A, A),
            sample(A, np.array(1.0)),
        ],
        errors=[Error(ValueError, "reduce_to.*broadcast", (A, A[:, :2]))],
    ),
    record(
        "mean_share",
        _C_ops.mean_share,
        lambda x, whole: x * (x.size / whole.size),
        [sample(A[0], A), sample(np.array(2.5), A)],
        dtypes=ALL_FLOATS,
    ),
    record(
        "set_value",
        _C_ops.set_value,
        _set_value,
        [sample(A, A[0, 0]), sample(A, A[:1]), sample(A, np.array(2.5))],
        inplace=_C_ops.set_value_,
        errors=[
            Error(ValueError, "set_value.*broadcast", (A, A[0, 0, :3])),
            Error(ValueError, "set_value.*broadcast", (A, A[None])),
        ],
    ),
    record(
        "as_strided_scatter",
        _C_ops.as_strided_scatter,
        _scatter,
        [
            sample(A, A[0, :2, :3], [2, 3], [4, 1], 5),
            sample(A, A[0, :2, :2], [2, 2], [6, 2], 1),
        ],
        errors=[
            Error(ValueError, "outside", (A, A[0, :2, :3], [2, 3], [40, 1], 5)),
            Error(ValueError, "value has shape", (A, A, [2, 3], [4, 1], 5)),
        ],
    ),
]
