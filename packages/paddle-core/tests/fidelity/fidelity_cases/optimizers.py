"""Every optimizer with its settings: losses, states, and training that continues from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import paddle

from fidelity_cases.common import Scenario, values_of

TOLERANCE = 2e-5
FIRST, LAST = 6, 10

Parameters = list[Any]


def _filled(shape: list[int], start: float) -> Any:
    count = int(np.prod(shape))
    return np.sin(np.arange(count) * 1.7 + start).reshape(shape).astype("float32")


INPUTS = paddle.to_tensor(_filled([8, 4], 0.3))
TARGETS = paddle.to_tensor(_filled([8, 1], 1.1) * 2)


def _parameter(name: str, shape: list[int], start: float, **settings: Any) -> Any:
    initializer = paddle.nn.initializer.Assign(_filled(shape, start))
    attr = paddle.ParamAttr(name=name, initializer=initializer, **settings)
    return paddle.create_parameter(shape, "float32", attr=attr)


def parameters() -> Parameters:
    """Three parameters with settings of their own."""
    return [
        _parameter("weight", [4, 3], 0.0, learning_rate=0.5),
        _parameter("bias", [3], 0.5, regularizer=paddle.regularizer.L1Decay(0.02)),
        _parameter("head", [3, 1], 0.9, need_clip=False),
    ]


def _loss(params: Parameters) -> Any:
    weight, bias, head = params
    hidden = paddle.tanh(paddle.matmul(INPUTS, weight) + bias)
    return ((paddle.matmul(hidden, head) - TARGETS) ** 2).mean()


def losses(params: Parameters, optimizer: Any, steps: int) -> list[float]:
    """Train and return the losses."""
    found = []
    for _ in range(steps):
        loss = _loss(params)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        found.append(float(loss))
    return found


def _groups(params: Parameters) -> list[dict[str, Any]]:
    return [
        {"params": params[:1], "learning_rate": 0.2, "weight_decay": 0.1},
        {"params": params[1:], "beta1": 0.5},
    ]


_kinds = paddle.optimizer
_clip = paddle.nn.ClipGradByGlobalNorm(0.3)
OPTIMIZERS: dict[str, Callable[[Parameters], Any]] = {
    "SGD": lambda p: _kinds.SGD(0.1, p),
    "SGD.clip": lambda p: _kinds.SGD(0.1, p, weight_decay=0.05, grad_clip=_clip),
    "Momentum": lambda p: _kinds.Momentum(0.1, 0.8, p, weight_decay=0.05),
    "Momentum.nesterov": lambda p: _kinds.Momentum(0.1, 0.8, p, use_nesterov=True),
    "Adam": lambda p: _kinds.Adam(0.02, parameters=p, weight_decay=0.05),
    "Adam.betas": lambda p: _kinds.Adam(0.02, 0.7, 0.9, 1e-4, p),
    "Adam.groups": lambda p: _kinds.Adam(0.02, parameters=_groups(p)),
    "AdamW": lambda p: _kinds.AdamW(0.02, parameters=p, weight_decay=0.2),
    "AdamW.chosen": lambda p: _kinds.AdamW(
        0.02, parameters=p, weight_decay=0.2, apply_decay_param_fun=lambda name: name != "bias"
    ),
    "AdamW.groups": lambda p: _kinds.AdamW(0.02, parameters=_groups(p)),
    "Adamax": lambda p: _kinds.Adamax(0.05, parameters=p, weight_decay=0.05),
    "Adagrad": lambda p: _kinds.Adagrad(
        0.1, parameters=p, weight_decay=0.05, initial_accumulator_value=0.1
    ),
    "Adadelta": lambda p: _kinds.Adadelta(0.5, 1e-3, 0.9, p, weight_decay=0.05),
    "RMSProp": lambda p: _kinds.RMSProp(0.02, parameters=p, weight_decay=0.05),
    "RMSProp.centered": lambda p: _kinds.RMSProp(
        0.02, 0.9, 1e-4, momentum=0.5, centered=True, parameters=p, grad_clip=_clip
    ),
    "Lamb": lambda p: _kinds.Lamb(0.02, 0.1, parameters=p),
    "Lamb.excluded": lambda p: _kinds.Lamb(
        0.02, 0.1, parameters=p, exclude_from_weight_decay_fn=lambda param: param.name == "bias"
    ),
    "Adam.schedule": lambda p: _kinds.Adam(
        _kinds.lr.ExponentialDecay(0.05, 0.8), parameters=p, grad_clip=_clip
    ),
}


def _training(make: Callable[[Parameters], Any]) -> dict[str, Any]:
    """What is left after the first steps, in the order of its names, and the losses."""
    with paddle.utils.unique_name.guard():
        params = parameters()
        optimizer = make(params)
        first = losses(params, optimizer, FIRST)
        state = optimizer.state_dict()
        return {
            "first": first,
            "state": [
                [key, list(value.shape), values_of(value)]
                for key, value in sorted(state.items())
                if isinstance(value, paddle.Tensor)
            ],
            "others": sorted(k for k, v in state.items() if not isinstance(v, paddle.Tensor)),
            "parameters": [values_of(param) for param in params],
            "last": losses(params, optimizer, LAST),
        }


def continued(make: Callable[[Parameters], Any], recorded: dict[str, Any]) -> list[float]:
    """The last losses of a training that starts from recorded parameters and states."""
    with paddle.utils.unique_name.guard():
        params = parameters()
        for param, values in zip(params, recorded["parameters"], strict=True):
            param.set_value(np.array(values, "float32").reshape(param.shape))
        optimizer = make(params)
        optimizer.set_state_dict(
            {
                key: np.array(values, "float32").reshape(shape)
                for key, shape, values in recorded["state"]
            }
        )
        return losses(params, optimizer, LAST)


def scenarios() -> Iterable[Scenario]:
    """All optimizers."""
    for name, make in OPTIMIZERS.items():
        yield Scenario(f"optimizer.{name}", partial(_training, make), TOLERANCE)
