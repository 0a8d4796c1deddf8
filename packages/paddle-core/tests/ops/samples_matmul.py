"""Sample records of ops/matmul.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(41)
_ALL = (*ALL_FLOATS, "complex64", "complex128")


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _integers(*shape: int) -> np.ndarray:
    return _random.integers(-5, 5, shape)


def _turned(x: Any, turn: bool) -> Any:
    return np.swapaxes(x, -1, -2) if turn and np.ndim(x) > 1 else x


def _matmul(x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False) -> Any:
    return np.matmul(_turned(x, transpose_x), _turned(y, transpose_y))


def _complex(*shape: int) -> np.ndarray:
    return _array(*shape) + 1j * _array(*shape)


RECORDS: list[Record] = [
    record(
        "matmul",
        paddle.matmul,
        _matmul,
        [
            sample(_array(3, 4), _array(4, 5)),
            sample(_array(4, 3), _array(5, 4), True, True),
            sample(_array(4), _array(4)),
            sample(_array(4), _array(2, 4, 3)),
            sample(_array(2, 3, 4), _array(4)),
            sample(_array(2, 3, 4), _array(4, 5)),
            sample(_array(3, 4), _array(2, 4, 5)),
            sample(_array(2, 1, 3, 4), _array(3, 4, 2)),
            sample(_array(2, 4, 3), _array(1, 4, 2), transpose_x=True),
            sample(_array(2, 0), _array(0, 3)),
            sample(_array(0, 2), _array(2, 3)),
            sample(_integers(3, 4), _integers(4, 2)),
            sample(_complex(2, 3), _complex(3, 2)),
            sample(_array(70, 130), _array(130, 90)),
        ],
        dtypes=_ALL[2:],
        covers=("matmul_grad_x", "matmul_grad_y"),
        errors=[
            Error(ValueError, "matmul.*3 and 2", (_array(2, 3), _array(2, 3))),
            Error(ValueError, "matmul.*0-d", (_array(), _array(3))),
            Error(ValueError, "matmul.*broadcast", (_array(2, 2, 3), _array(3, 3, 4))),
        ],
    ),
    record(
        "bmm",
        paddle.bmm,
        np.matmul,
        [sample(_array(2, 3, 4), _array(2, 4, 5))],
        dtypes=ALL_FLOATS[2:],
        errors=[
            Error(ValueError, "bmm.*3 axes", (_array(3, 4), _array(2, 4, 5))),
            Error(ValueError, "bmm", (_array(2, 3, 4), _array(3, 4, 5))),
        ],
    ),
    record(
        "mv",
        paddle.mv,
        np.matmul,
        [sample(_array(3, 4), _array(4)), sample(_array(2, 0), _array(0))],
        errors=[Error(ValueError, "mv.*1 axes", (_array(3, 4), _array(4, 1)))],
    ),
    record(
        "dot",
        paddle.dot,
        lambda x, y: (x * y).sum(-1),
        [sample(_array(4), _array(4)), sample(_array(3, 4), _array(3, 4))],
        dtypes=("float32", "float64", "complex128"),
        errors=[Error(ValueError, "dot", (_array(4), _array(3)))],
    ),
    record(
        "addmm",
        paddle.addmm,
        lambda i, x, y, beta=1.0, alpha=1.0: beta * i + alpha * (x @ y),
        [
            sample(_array(3, 5), _array(3, 4), _array(4, 5)),
            sample(_array(5), _array(3, 4), _array(4, 5), 0.5, -2.0),
            sample(_array(3, 1), _array(3, 4), _array(4, 5), beta=0.0),
        ],
        errors=[
            Error(ValueError, "addmm.*broadcast", (_array(4), _array(3, 4), _array(4, 5))),
        ],
    ),
    record(
        "linear",
        _C_ops.linear,
        lambda x, w, b=None: x @ w if b is None else x @ w + b,
        [
            sample(_array(3, 4), _array(4, 5), _array(5)),
            sample(_array(2, 3, 4), _array(4, 5), _array(5)),
            sample(_array(3, 4), _array(4, 5), None),
            sample(_array(4), _array(4, 5), _array(5)),
        ],
        errors=[
            Error(ValueError, "linear.*bias", (_array(3, 4), _array(4, 5), _array(4))),
            Error(ValueError, "linear.*weight", (_array(3, 4), _array(4), None)),
        ],
    ),
]
