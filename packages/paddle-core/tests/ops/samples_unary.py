"""Sample records of the element-wise functions of one tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import scipy.special
from paddle import _C_ops
from paddle._testing import Record, record, sample

_random = np.random.default_rng(21)
_SHAPES = ((3, 5), (), (0, 2), (523,))


def _between(low: float, high: float) -> list[np.ndarray]:
    return [np.asarray(_random.uniform(low, high, shape)) for shape in _SHAPES]


def _complex(low: float, high: float) -> np.ndarray:
    return _random.uniform(low, high, (2, 4)) + 1j * _random.uniform(low, high, (2, 4))


def _function(
    op: str,
    reference: Callable[..., Any],
    low: float,
    high: float,
    *,
    complex_too: bool = True,
    integers: bool = False,
    **options: Any,
) -> Record:
    """A record with real arguments in [low, high], complex ones in that square, small integers."""
    samples = [sample(array) for array in _between(low, high)]
    if complex_too:
        samples.append(sample(_complex(low, high)))
    if integers:
        samples.append(sample(np.arange(-2, 6)))
    options.setdefault("inplace", getattr(paddle, f"{op}_", None))
    return record(op, getattr(paddle, op), reference, samples, **options)


def _of_integers(op: str, reference: Callable[..., Any]) -> Record:
    """These functions take integers by way of float32."""
    samples = [sample(np.arange(1, 6)), sample(np.arange(1, 80, dtype="int32"))]
    return record(op, getattr(paddle, op), reference, samples, dtypes=("float32",))


_EXPONENTIAL = {
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
}


def _sgn(x: np.ndarray) -> np.ndarray:
    return x / np.abs(x) if x.dtype.kind == "c" else np.sign(x)


RECORDS = [
    *(_function(op, _EXPONENTIAL[op], -2, 2) for op in ("exp", "expm1")),
    *(_function(op, _EXPONENTIAL[op], 0.3, 3) for op in ("log", "log2", "log10", "log1p")),
    *(_of_integers(op, reference) for op, reference in _EXPONENTIAL.items()),
    _function("sqrt", np.sqrt, 0.3, 3),
    _function("rsqrt", lambda x: 1 / np.sqrt(x), 0.3, 3),
    _function("square", np.square, -2, 2, integers=True),
    _function("reciprocal", lambda x: 1 / x, 0.3, 3),
    _function("abs", np.abs, 0.1, 2, integers=True, inplace=None),
    _function("sign", np.sign, 0.1, 2, complex_too=False, integers=True),
    _function("sgn", _sgn, 0.1, 2, covers=["sgn_grad"]),
    _function("sin", np.sin, -4, 4),
    _function("cos", np.cos, -4, 4),
    _function("tan", np.tan, -1, 1),
    _function("asin", np.arcsin, -0.9, 0.9),
    _function("acos", np.arccos, -0.9, 0.9),
    _function("atan", np.arctan, -0.9, 0.9),
    _function("sinh", np.sinh, -2, 2),
    _function("cosh", np.cosh, -2, 2),
    _function("tanh", np.tanh, -1.2, 1.2, covers=["tanh_grad"]),
    _function("asinh", np.arcsinh, -0.9, 0.9),
    _function("acosh", np.arccosh, 1.2, 3),
    _function("atanh", np.arctanh, -0.8, 0.8),
    _function("erf", scipy.special.erf, -3, 3, complex_too=False),
    _function("erfinv", scipy.special.erfinv, -0.9, 0.9, complex_too=False),
    _function("floor", np.floor, 0.1, 0.9, complex_too=False),
    _function("ceil", np.ceil, 0.1, 0.9, complex_too=False),
    _function("round", lambda x: np.floor(x + 0.5), 1.6, 2.4, complex_too=False),
    _function("trunc", np.trunc, -0.9, -0.1, complex_too=False, integers=True),
    _function("lgamma", scipy.special.gammaln, 0.5, 5, complex_too=False),
    _function("digamma", scipy.special.digamma, 0.5, 5, complex_too=False),
    record(
        "polygamma",
        paddle.polygamma,
        lambda x, n: scipy.special.polygamma(n, x),
        [sample(_random.uniform(0.6, 5, 7), n) for n in (0, 1, 2, 3)],
        inplace=None,
    ),
    _function("i0", scipy.special.i0, 0.2, 3, complex_too=False),
    _function("i0e", scipy.special.i0e, 0.2, 3, complex_too=False),
    _function("i1", scipy.special.i1, 0.2, 3, complex_too=False),
    _function("i1e", scipy.special.i1e, 0.2, 3, complex_too=False),
    record(
        "bessel_i1_slope",
        _C_ops.bessel_i1_slope,
        lambda x: scipy.special.i0(x) - scipy.special.i1(x) / x,
        [sample(_random.uniform(0.5, 3, 7))],
    ),
    _function("conj", np.conj, -2, 2),
    record("real", _C_ops.real, np.real, [sample(_complex(-2, 2))]),
    record("imag", _C_ops.imag, np.imag, [sample(_complex(-2, 2))]),
    _function("angle", np.angle, 0.3, 2, covers=["angle_grad"]),
]
