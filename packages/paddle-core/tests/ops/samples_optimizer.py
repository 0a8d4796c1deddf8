"""Sample records of ops/optimizer.yaml: steps on copies of two parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(47)
_RATE, _RATIOS, _DECAYS = 0.1, [1.0, 0.5], [0.0, 0.01]


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _positive(*shape: int) -> np.ndarray:
    return 0.1 + np.abs(_random.standard_normal(shape))


def _lists(*makers: Callable[..., np.ndarray]) -> Any:
    """One list of two arrays for each maker; the second array spans several chunks of work."""
    return sample(*[[make(3, 4), make(20011)] for make in makers])


def _step(
    row: Any, mutated: int, powers: tuple[float, ...] = (), **settings: Any
) -> Callable[..., Any]:
    """A function that copies what the step writes (all lists but the gradients) and returns it.

    The lists are params, grads and then the states; `powers` become lists of one-element tensors.
    """

    def function(*lists: list[Any]) -> Any:
        copies = [[x.clone() for x in tensors] for tensors in lists]
        dtype = copies[0][0].dtype
        beta_pow = [[paddle.full([1], p, dtype) for _ in copies[0]] for p in powers]
        row(*copies, *beta_pow, [], paddle.full([1], _RATE, dtype), **settings)
        written = [copies[0], *copies[2 : 2 + mutated]]
        return [x for tensors in written for x in tensors]

    return function


def _reference(update: Callable[..., Any], decays_gradient: bool = True) -> Callable[..., Any]:
    """`update(rate, decay, p, g, *states)` gives the new parameter and states, per parameter."""

    def function(params: list[Any], grads: list[Any], *states: list[Any]) -> Any:
        results = []
        for i, (p, g) in enumerate(zip(params, grads, strict=True)):
            decay = _DECAYS[i]
            g = g + decay * p if decays_gradient else g
            results.append(update(_RATE * _RATIOS[i], decay, p, g, *(s[i] for s in states)))
        return [result[k] for k in range(len(results[0])) for result in results]

    return function


def _adam(rate: float, decay: float, p: Any, g: Any, m: Any, v: Any) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
    root = np.sqrt(1 - 0.99**3)
    return p - rate * root / (1 - 0.9**3) * m / (np.sqrt(v) + 1e-8 * root), m, v


def _adamw(rate: float, decay: float, p: Any, g: Any, m: Any, v: Any) -> Any:
    return _adam(rate, decay, p * (1 - rate * decay), g, m, v)


def _lamb(rate: float, decay: float, p: Any, g: Any, m: Any, v: Any) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
    update = m / (1 - 0.9**3) / (np.sqrt(v / (1 - 0.99**3)) + 1e-6) + decay * p
    trust = np.linalg.norm(p) / np.linalg.norm(update)
    return p - rate * trust * update, m, v


def _momentum(nesterov: bool) -> Callable[..., Any]:
    def update(rate: float, decay: float, p: Any, g: Any, v: Any) -> Any:
        v = 0.9 * v + g
        return p - rate * (g + 0.9 * v if nesterov else v), v

    return update


def _adamax(rate: float, decay: float, p: Any, g: Any, m: Any, n: Any) -> Any:
    m, n = 0.9 * m + 0.1 * g, np.maximum(np.abs(g), 0.99 * n + 1e-8)
    return p - rate / (1 - 0.9**3) * m / n, m, n


def _adagrad(rate: float, decay: float, p: Any, g: Any, m: Any) -> Any:
    m = m + g * g
    return p - rate * g / (np.sqrt(m) + 1e-6), m


def _adadelta(rate: float, decay: float, p: Any, g: Any, s: Any, u: Any) -> Any:
    s = 0.9 * s + 0.1 * g * g
    update = -np.sqrt((u + 1e-6) / (s + 1e-6)) * g
    return p + rate * update, s, 0.9 * u + 0.1 * update * update


def _rmsprop(centered: bool) -> Callable[..., Any]:
    def update(rate: float, decay: float, p: Any, g: Any, s: Any, m: Any, c: Any) -> Any:
        s = 0.9 * s + 0.1 * g * g
        c = 0.9 * c + 0.1 * g if centered else c
        m = 0.5 * m + rate * g / np.sqrt(s - (c * c if centered else 0) + 1e-3)
        return p - m, s, m, c

    return update


_L2 = {"lr_ratios": _RATIOS, "l2": _DECAYS}
_BETAS = {"beta1": 0.9, "beta2": 0.99}
_POWERS = (0.9**3, 0.99**3)


def _steps(op: str, function: Any, reference: Any, lists: Any, errors: Any = ()) -> Record:
    return record(op, function, reference, [lists], gradient=False, recording=False, errors=errors)


def _grown(state: Any, found: bool, good: int, bad: int) -> Any:
    scaling = paddle.full([1], 8.0, "float32")
    steps = [paddle.full([1], n, "int32") for n in (good, bad)]
    x = state.clone()
    flag = paddle.to_tensor([found])
    _C_ops.update_loss_scaling_([x], flag, scaling, *steps, 3, 2, 2.0, 0.5)
    return [x, scaling.astype(x.dtype), *steps]


def _grown_reference(x: Any, found: bool, good: int, bad: int) -> Any:
    if found:
        return [0 * x, np.array([4.0 if bad == 1 else 8.0]), np.array([0]),
                np.array([0 if bad == 1 else bad + 1])]  # fmt: skip
    return [x, np.array([16.0 if good == 2 else 8.0]), np.array([0 if good == 2 else good + 1]),
            np.array([0])]  # fmt: skip


def _unscale(x: Any) -> Any:
    copy = x.clone()
    found = _C_ops.check_finite_and_unscale_([copy], paddle.full([1], 4.0, "float32"))
    return [copy, found]


RECORDS: list[Record] = [
    _steps(
        "sgd_",
        _step(_C_ops.sgd_, 0, **_L2),
        _reference(lambda rate, _, p, g: (p - rate * g,)),
        _lists(_array, _array),
        [
            Error(ValueError, "sgd_.*grads", ([_array(2)], [])),
            Error(ValueError, "sgd_.*grads", ([_array(2), _array(2)], [_array(2), _array(3)])),
            Error(ValueError, "sgd_.*lr_ratios", ([_array(2)], [_array(2)])),
        ],
    ),
    *(
        _steps(
            "momentum_",
            _step(_C_ops.momentum_, 1, mu=0.9, use_nesterov=nesterov, **_L2),
            _reference(_momentum(nesterov)),
            _lists(_array, _array, _array),
        )
        for nesterov in (False, True)
    ),
    _steps(
        "adam_",
        _step(_C_ops.adam_, 2, _POWERS, **_BETAS, **_L2),
        _reference(_adam),
        _lists(_array, _array, _array, _positive),
        [
            Error(
                ValueError,
                "adam_.*moment1",
                ([_array(2), _array(2)], [_array(2), _array(2)], [_array(2)], [_array(2)]),
            )
        ],
    ),
    _steps(
        "adamw_",
        _step(_C_ops.adamw_, 2, _POWERS, **_BETAS, lr_ratios=_RATIOS, decays=_DECAYS),
        _reference(_adamw, decays_gradient=False),
        _lists(_array, _array, _array, _positive),
    ),
    _steps(
        "lamb_",
        _step(_C_ops.lamb_, 2, _POWERS, **_BETAS, lr_ratios=_RATIOS, decays=_DECAYS),
        _reference(_lamb, decays_gradient=False),
        _lists(_array, _array, _array, _positive),
    ),
    _steps(
        "adamax_",
        _step(_C_ops.adamax_, 2, _POWERS[:1], **_BETAS, **_L2),
        _reference(_adamax),
        _lists(_array, _array, _array, _positive),
    ),
    _steps(
        "adagrad_",
        _step(_C_ops.adagrad_, 1, **_L2),
        _reference(_adagrad),
        _lists(_array, _array, _positive),
    ),
    _steps(
        "adadelta_",
        _step(_C_ops.adadelta_, 2, rho=0.9, **_L2),
        _reference(_adadelta),
        _lists(_array, _array, _positive, _positive),
    ),
    *(
        _steps(
            "rmsprop_",
            _step(
                _C_ops.rmsprop_, 3, epsilon=1e-3, decay=0.9, momentum=0.5, centered=centered, **_L2
            ),
            _reference(_rmsprop(centered)),
            _lists(_array, _array, lambda *shape: 20 + _positive(*shape), _array, _positive),
        )
        for centered in (False, True)
    ),
    record(
        "multi_squared_norm",
        _C_ops.multi_squared_norm,
        lambda xs: np.array([(x * x).sum() for x in xs]),
        [sample([_array(3, 4), _array(50000), _array(0)])],
        gradient=False,
    ),
    record(
        "multi_scale",
        _C_ops.multi_scale,
        lambda xs, factor: [x * f for x, f in zip(xs, factor, strict=True)],
        [sample([_array(3, 4), _array(5)], _array(2))],
        gradient=False,
        errors=[Error(ValueError, "multi_scale.*factor", ([_array(2)], _array(3)))],
    ),
    record(
        "squared_l2_norm",
        _C_ops.squared_l2_norm,
        lambda x: (x * x).sum(),
        [sample(_array(3, 4)), sample(_array())],
    ),
    record(
        "check_finite_and_unscale_",
        _unscale,
        lambda x: [x / 4.0, np.array([not np.isfinite(x).all()])],
        [
            sample(_array(3, 4)),
            sample(np.array([1.0, np.inf])),
            sample(np.array([np.nan, 2.0])),
            sample(_array(0)),
        ],
        gradient=False,
        recording=False,
    ),
    record(
        "update_loss_scaling_",
        _grown,
        _grown_reference,
        [
            sample(_array(3), False, 0, 1),
            sample(_array(3), False, 2, 0),
            sample(_array(3), True, 2, 0),
            sample(_array(3), True, 0, 1),
        ],
        gradient=False,
        recording=False,
    ),
]
