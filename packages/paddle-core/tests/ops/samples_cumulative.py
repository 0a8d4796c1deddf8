"""Sample records of cumulative operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(25)


def _normal(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _distinct(*shape: int) -> np.ndarray:
    return _random.permutation(int(np.prod(shape))).reshape(shape) * 0.1 - 1.0


_INTEGERS = _random.integers(-5, 6, (4, 9))
_ERRORS = [Error(IndexError, "axis", (_normal(2, 3), 2))]
_EXTREME_ERRORS = [Error(ValueError, "axis", (_normal(2, 3), 2))]
_COMPLEX = _normal(3, 4) + 1j * _normal(3, 4)


def _axes(make: Callable[..., np.ndarray]) -> list:
    return [
        sample(make(3, 5)),
        sample(make(3, 5), 0),
        sample(make(3, 5), 1),
        sample(make(2, 3, 70), 1),
        sample(make(2, 0, 3), 1),
    ]


def _numpy(accumulate: Callable[..., Any]) -> Callable[..., Any]:
    def reference(x: Any, axis: Any = None) -> Any:
        return accumulate(x.ravel(), axis=0) if axis is None else accumulate(x, axis=axis)

    return reference


def _extreme(op: str, accumulate: Callable[..., Any]) -> Record:
    def reference(x: Any, axis: int) -> list[Any]:
        values = accumulate(x, axis=axis)
        places = np.arange(x.shape[axis]).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
        latest = np.maximum.accumulate(np.where(x == values, places, 0), axis=axis)
        return [values, latest]

    samples = [sample(_distinct(3, 5), 0), sample(_distinct(3, 70), 1), sample(_INTEGERS, 1)]
    return record(op, getattr(paddle, op), reference, samples, errors=_EXTREME_ERRORS)


RECORDS = [
    record(
        "cumsum",
        paddle.cumsum,
        _numpy(np.cumsum),
        [*_axes(_normal), sample(_INTEGERS, 1), sample(_COMPLEX, 0)],
        errors=_ERRORS,
        inplace=None,
    ),
    record(
        "cumsum",
        lambda x, axis: _C_ops.cumsum(x, axis, None, True),
        lambda x, axis: np.flip(np.cumsum(np.flip(x, axis), axis), axis),
        [sample(_normal(3, 5), 1)],
    ),
    record(
        "cumprod",
        paddle.cumprod,
        _numpy(np.cumprod),
        [
            *_axes(_normal),
            sample(np.array([[2.0, 0.0, 3.0, 4.0], [1.0, 5.0, 0.0, 0.0]]), 1),
            sample(_INTEGERS, 1),
            sample(_COMPLEX, 0),
        ],
        covers=["cumprod_grad"],
        errors=_ERRORS,
    ),
    _extreme("cummax", np.maximum.accumulate),
    _extreme("cummin", np.minimum.accumulate),
    record(
        "logcumsumexp",
        paddle.logcumsumexp,
        _numpy(np.logaddexp.accumulate),
        _axes(_normal),
        covers=["logcumsumexp_grad"],
        errors=_ERRORS,
    ),
]
