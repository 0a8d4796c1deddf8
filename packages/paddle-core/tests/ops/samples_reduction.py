"""Sample records of reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import scipy.special
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(24)


def _normal(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _distinct(*shape: int) -> np.ndarray:
    """Numbers far enough apart that finite differences do not change their order."""
    return np.asarray(_random.permutation(int(np.prod(shape))).reshape(shape) * 0.1 - 1.0)


_INTEGERS = _random.integers(-5, 6, (4, 9))
_OUT_OF_RANGE = [Error(ValueError, "axis", (_normal(2, 3), 2))]
_EMPTY = [*_OUT_OF_RANGE, Error(ValueError, "empty", (np.zeros((0, 3)), 0))]


def _axes(make: Callable[..., np.ndarray]) -> list:
    return [
        sample(make(3, 4, 5)),
        sample(make(3, 4, 5), 1),
        sample(make(3, 4, 5), [0, 2], keepdim=True),
        sample(make(3, 4, 5), -1, keepdim=True),
        sample(make(2, 700), 0),
        sample(make(2, 700), 1),
        sample(make()),
    ]


def _numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    def reference(x: Any, axis: Any = None, keepdim: bool = False) -> Any:
        axes = tuple(axis) if isinstance(axis, list) else axis
        return function(x, axis=axes, keepdims=keepdim)

    return reference


def _reduction(
    op: str, function: Callable[..., Any], make: Callable[..., Any] = _normal, **options: Any
) -> Record:
    extra = options.pop("extra", [])
    options.setdefault("errors", _OUT_OF_RANGE)
    return record(op, getattr(paddle, op), _numpy(function), [*_axes(make), *extra], **options)


def _complex(*shape: int) -> np.ndarray:
    return _normal(*shape) + 1j * _normal(*shape)


def _truth(*shape: int) -> np.ndarray:
    return np.asarray(_random.random(shape) > 0.6)


def _norm(p: float) -> Callable[..., Any]:
    def norm(x: Any, axis: Any, keepdims: bool) -> Any:
        size = np.abs(x)
        if p == 0:
            return np.sum(size != 0, axis=axis, keepdims=keepdims).astype("float64")
        if np.isinf(p):
            return (np.max if p > 0 else np.min)(size, axis=axis, keepdims=keepdims)
        return np.sum(size**p, axis=axis, keepdims=keepdims) ** (1 / p)

    return norm


def _norm_record(p: float) -> Record:
    return record(
        "p_norm",
        lambda x, axis=None, keepdim=False: _C_ops.p_norm(x, p, axis, keepdim),
        _numpy(_norm(p)),
        [item for item in _axes(lambda *shape: _distinct(*shape) + 1.05) if item.args[0].ndim],
        covers=["p_norm_grad"],
    )


def _position(op: str) -> Record:
    def reference(x: Any, axis: Any = None, keepdim: bool = False) -> Any:
        return getattr(np, op)(x, axis=axis, keepdims=keepdim)

    return record(
        op,
        getattr(_C_ops, op),
        reference,
        [
            sample(_distinct(3, 4, 5)),
            sample(_distinct(3, 4, 5), 1),
            sample(_distinct(3, 70), -1, keepdim=True),
            sample(_INTEGERS, 0),
            sample(np.array([1.0, np.nan, 3.0])),
        ],
        errors=_EMPTY,
        gradient=False,
    )


RECORDS = [
    _reduction(
        "sum",
        np.sum,
        extra=[sample(_INTEGERS, 1), sample(_truth(3, 70), 0), sample(_complex(3, 4), 1)],
        covers=["unreduce"],
    ),
    _reduction("mean", np.mean, extra=[sample(_complex(3, 4), 1)]),
    _reduction("max", np.max, _distinct, extra=[sample(_INTEGERS, 1)], errors=_EMPTY),
    _reduction("min", np.min, _distinct, extra=[sample(_INTEGERS, 1)], errors=_EMPTY),
    _reduction("amax", np.max, _distinct, extra=[sample(_INTEGERS, 1)], errors=_EMPTY),
    _reduction("amin", np.min, _distinct, extra=[sample(_INTEGERS, 1)], errors=_EMPTY),
    record(
        "prod",
        paddle.prod,
        _numpy(np.prod),
        [
            sample(_normal(3, 4), 1),
            sample(_normal(2, 3, 4), [0, 2], keepdim=True),
            sample(np.array([[1.0, 0.0, 3.0], [0.0, 2.0, 0.0]]), 1),
            sample(_INTEGERS, 1),
            sample(_complex(3, 4), 1),
            sample(_normal()),
        ],
        covers=["prod_grad"],
        errors=_OUT_OF_RANGE,
    ),
    _reduction("any", np.any, _truth, extra=[sample(_INTEGERS, 1)], gradient=False),
    _reduction("all", np.all, _truth, extra=[sample(_INTEGERS, 1)], gradient=False),
    _reduction("logsumexp", scipy.special.logsumexp, errors=_EMPTY),
    _position("argmax"),
    _position("argmin"),
    *(_norm_record(p) for p in (2.0, 1.0, 3.0, 0.0, np.inf, -np.inf)),
    record(
        "var",
        paddle.var,
        lambda x, axis=None, unbiased=True, keepdim=False: np.var(
            x, axis=tuple(axis) if isinstance(axis, list) else axis, ddof=unbiased, keepdims=keepdim
        ),
        [
            sample(_normal(3, 4, 5)),
            sample(_normal(3, 4, 5), [0, 2], keepdim=True),
            sample(_normal(3, 700) + 100.0, 1, unbiased=False),
            sample(_normal(700, 3), 0),
        ],
        errors=_OUT_OF_RANGE,
    ),
]
