"""Sample records of the element-wise arithmetic operators."""

from __future__ import annotations

import numpy as np
import paddle
from paddle._testing import Error, record, sample

_random = np.random.default_rng(20)


def _normal(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _positive(*shape: int) -> np.ndarray:
    return _random.uniform(0.5, 2.0, shape)


def _complex(*shape: int) -> np.ndarray:
    return _normal(*shape) + 1j * _normal(*shape)


def _integers(*shape: int) -> np.ndarray:
    return _random.integers(-9, 10, shape)


_PAIRS = [
    (_normal(3, 4), _normal(4)),
    (_normal(2, 1, 5), _normal(3, 1)),
    (_normal(2, 0), _normal()),
]
_LONG = (_normal(3, 701), _normal(3, 1))
_INTEGERS = (_integers(6), _integers(2, 6))
_DIVISORS = (_integers(4, 5), _random.integers(1, 9, 5) * _random.choice([-1, 1], 5))
_MISFITS = [Error(ValueError, "broadcast", (_normal(2, 3), _normal(2)))]


def _samples(*pairs: tuple[np.ndarray, np.ndarray]) -> list:
    return [sample(*pair) for pair in pairs]


_ARITHMETIC = _samples(*_PAIRS, _LONG, _INTEGERS, (_complex(3), _complex(2, 3)))
_APART = _samples(*_PAIRS, _LONG, _INTEGERS)
_QUOTIENTS = _samples((_normal(3, 4), _positive(4)), (_complex(3), _complex(2, 3) + 2))

RECORDS = [
    record("add", paddle.add, np.add, _ARITHMETIC, errors=_MISFITS),
    record("subtract", paddle.subtract, np.subtract, _ARITHMETIC, errors=_MISFITS),
    record(
        "multiply",
        paddle.multiply,
        np.multiply,
        [*_ARITHMETIC, sample(np.array([True, False]), np.array([True, True]))],
        errors=_MISFITS,
        inplace=None,
    ),
    record(
        "divide",
        paddle.divide,
        lambda x, y: np.trunc(x / y).astype(x.dtype) if x.dtype.kind == "i" else x / y,
        [*_QUOTIENTS, sample(*_DIVISORS)],
        errors=[Error(ValueError, "division by zero", (np.array([1]), np.array([0])))],
    ),
    record(
        "floor_divide",
        paddle.floor_divide,
        np.floor_divide,
        [sample(*_DIVISORS), sample(_normal(4, 5) * 9, _positive(5))],
        errors=[Error(ValueError, "division by zero", (np.array([1]), np.array([0])))],
        dtypes=("float32", "float64"),
        gradient=False,
    ),
    record(
        "remainder",
        paddle.remainder,
        np.mod,
        [sample(*_DIVISORS), sample(_normal(4, 5) * 9, _positive(5))],
        errors=[Error(ValueError, "division by zero", (np.array([1]), np.array([0])))],
        dtypes=("float32", "float64"),
        tolerance=2.0,
    ),
    record(
        "elementwise_pow",
        paddle.pow,
        np.power,
        [
            sample(_positive(3, 4), _normal(4)),
            sample(_integers(5), np.array([0, 1, 2, 3, 4])),
            sample(_complex(3) + 2, _complex(3)),
        ],
    ),
    record(
        "pow",
        paddle.pow,
        lambda x, y: np.power(x, int(y)) if x.dtype.kind == "i" else np.power(x, y),
        [
            *(sample(_positive(3, 5), y) for y in (0.0, 1.0, 2.0, 3.0, -1.0, 2.5, -0.5)),
            sample(_integers(5), 3),
            sample(_complex(3) + 2, 2.0),
        ],
        errors=[Error(TypeError, "number", (_normal(2), "2"))],
        inplace=paddle.pow_,
    ),
    record("maximum", paddle.maximum, np.maximum, _APART, errors=_MISFITS),
    record("minimum", paddle.minimum, np.minimum, _APART, errors=_MISFITS),
    record("fmax", paddle.fmax, np.fmax, _APART, errors=_MISFITS),
    record("fmin", paddle.fmin, np.fmin, _APART, errors=_MISFITS),
    record("heaviside", paddle.heaviside, np.heaviside, _APART),
    record("atan2", paddle.atan2, np.arctan2, _samples(*_PAIRS, _LONG)),
    record("hypot", paddle.hypot, np.hypot, _samples(*_PAIRS, _LONG), inplace=None),
    record(
        "nextafter",
        paddle.nextafter,
        np.nextafter,
        _samples(*_PAIRS),
        dtypes=("float64",),
        gradient=False,
    ),
    record("gcd", paddle.gcd, np.gcd, [sample(*_INTEGERS)], gradient=False),
    record("lcm", paddle.lcm, np.lcm, [sample(*_INTEGERS)], gradient=False),
    record(
        "lerp",
        paddle.lerp,
        lambda x, y, weight: x + weight * (y - x),
        [sample(_normal(3, 4), _normal(4), 0.3), sample(_normal(3, 4), _normal(3, 4), _normal(4))],
        inplace=paddle.lerp_,
    ),
    record(
        "scale",
        paddle.scale,
        lambda x, scale=1.0, bias=0.0, bias_after_scale=True: (
            x * scale + bias if bias_after_scale else (x + bias) * scale
        ),
        [
            sample(_normal(3, 4), 2.0, 1.0),
            sample(_normal(3, 4), -2.0, 1.0, False),
            sample(_integers(5), 2, 1),
            sample(_complex(3), 2.0, 1.0),
            sample(_complex(3), 2.0, 1.0, bias_after_scale=False),
        ],
        inplace=paddle.scale_,
    ),
    record(
        "clip",
        paddle.clip,
        lambda x, min=None, max=None: np.clip(x, min, max),
        [
            sample(_normal(4, 5), -0.5, 0.5),
            sample(_normal(4, 5), max=0.1),
            sample(_normal(4, 5), min=0.1),
            sample(_integers(9), -2, 3),
        ],
        covers=["clip_grad"],
        inplace=paddle.clip_,
    ),
]
