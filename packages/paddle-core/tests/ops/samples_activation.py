"""Sample records of activation functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special
from paddle import _C_ops
from paddle._testing import Record, record, sample

_random = np.random.default_rng(23)


def _off_kinks(*shape: int) -> np.ndarray:
    """Normal numbers moved away from the points where activations have kinks."""
    x = np.asarray(2.5 * _random.standard_normal(shape))
    for kink in (-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 6.0):
        x = np.where(np.abs(x - kink) < 0.02, kink + 0.04, x)
    return x


def _activation(op: str, reference: Callable[..., Any], *args: float, **options: Any) -> Record:
    samples = [sample(_off_kinks(*shape), *args) for shape in ((3, 7), (), (0, 3), (611,))]
    function = getattr(_C_ops, op)
    options.setdefault("inplace", getattr(_C_ops, f"{op}_", None))
    return record(op, function, reference, samples, **options)


def _softplus(x: Any) -> Any:
    return np.logaddexp(x, 0)


def _elu(x: Any, alpha: float) -> Any:
    return np.where(x > 0, x, alpha * np.expm1(x))


RECORDS = [
    _activation("relu", lambda x: np.maximum(x, 0), covers=["relu_grad"]),
    _activation("relu6", lambda x: np.clip(x, 0, 6), covers=["gate"]),
    _activation("leaky_relu", lambda x, slope: np.where(x > 0, x, slope * x), 0.1),
    _activation("elu", _elu, 1.3, covers=["exp_linear_grad"]),
    _activation("celu", lambda x, alpha: _elu(x / alpha, 1) * alpha, 1.3),
    _activation("selu", lambda x, scale, alpha: scale * _elu(x, alpha), 1.05, 1.67),
    _activation(
        "gelu",
        lambda x: 0.5 * x * (1 + scipy.special.erf(x / np.sqrt(2))),
        covers=["gelu_grad"],
        inplace=None,
    ),
    _activation(
        "gelu",
        lambda x, approximate: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        True,
        inplace=None,
    ),
    _activation("sigmoid", scipy.special.expit, covers=["sigmoid_grad"]),
    _activation("log_sigmoid", lambda x: -_softplus(-x)),
    _activation("silu", lambda x: x * scipy.special.expit(x), covers=["silu_grad"], inplace=None),
    _activation("mish", lambda x: x * np.tanh(_softplus(x)), inplace=None),
    _activation("hardswish", lambda x: x * np.clip(x + 3, 0, 6) / 6),
    _activation(
        "hardsigmoid", lambda x, slope, offset: np.clip(slope * x + offset, 0, 1), 0.2, 0.5
    ),
    _activation("hardtanh", lambda x, low, high: np.clip(x, low, high), -1.0, 1.0),
    _activation("hardshrink", lambda x, limit: np.where(np.abs(x) > limit, x, 0), 0.5),
    _activation("softshrink", lambda x, limit: np.sign(x) * np.maximum(np.abs(x) - limit, 0), 0.5),
    _activation("tanhshrink", lambda x: x - np.tanh(x)),
    _activation("thresholded_relu", lambda x, limit: np.where(x > limit, x, 0), 1.0),
    _activation("softplus", lambda x, beta, threshold: _softplus(beta * x) / beta, 1.5, 20.0),
    _activation("softsign", lambda x: x / (1 + np.abs(x))),
    record(
        "prelu",
        _C_ops.prelu,
        lambda x, weight: np.where(x > 0, x, weight * x),
        [
            sample(_off_kinks(2, 3, 4), np.array([0.1])),
            sample(_off_kinks(2, 3, 4), _random.uniform(0.1, 0.4, (3, 1))),
        ],
    ),
]
