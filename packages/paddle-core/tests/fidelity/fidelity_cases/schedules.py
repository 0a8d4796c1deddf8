"""Learning-rate schedules, gradient clipping, and the state of optimizers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import paddle
from paddle import nn

from fidelity_cases.common import Scenario, values_of
from fidelity_cases.training import OPTIMIZERS


def _schedules() -> dict[str, Callable[[], Any]]:
    kinds = paddle.optimizer.lr
    return {
        "StepDecay": lambda: kinds.StepDecay(0.5, 4, 0.3),
        "MultiStepDecay": lambda: kinds.MultiStepDecay(0.5, [3, 7], 0.2),
        "CosineAnnealingDecay": lambda: kinds.CosineAnnealingDecay(0.5, 6, 0.05),
        "ExponentialDecay": lambda: kinds.ExponentialDecay(0.5, 0.9),
        "NaturalExpDecay": lambda: kinds.NaturalExpDecay(0.5, 0.1),
        "InverseTimeDecay": lambda: kinds.InverseTimeDecay(0.5, 0.1),
        "PolynomialDecay": lambda: kinds.PolynomialDecay(0.5, 8, 0.01, 2.0),
        "PolynomialDecay_cycle": lambda: kinds.PolynomialDecay(0.5, 5, cycle=True),
        "PiecewiseDecay": lambda: kinds.PiecewiseDecay([3, 6], [0.5, 0.2, 0.1]),
        "NoamDecay": lambda: kinds.NoamDecay(16, 5, 2.0),
        "LinearWarmup": lambda: kinds.LinearWarmup(kinds.StepDecay(0.5, 3), 4, 0.0, 0.5),
        "LambdaDecay": lambda: kinds.LambdaDecay(0.5, lambda epoch: 0.95**epoch),
        "MultiplicativeDecay": lambda: kinds.MultiplicativeDecay(0.5, lambda epoch: 0.95),
        "OneCycleLR": lambda: kinds.OneCycleLR(0.5, 20),
        "CyclicLR": lambda: kinds.CyclicLR(0.1, 0.5, 3),
        "LinearLR": lambda: kinds.LinearLR(0.5, 5),
        "CosineAnnealingWarmRestarts": lambda: kinds.CosineAnnealingWarmRestarts(0.5, 3, 2),
    }


def _schedule(make: Callable[[], Any]) -> Any:
    schedule = make()
    rates = []
    for _ in range(14):
        rates.append(float(schedule.get_lr()))
        schedule.step()
    return [rates, sorted(schedule.state_dict())]


def _plateau() -> Any:
    schedule = paddle.optimizer.lr.ReduceOnPlateau(0.5, factor=0.5, patience=1, cooldown=1)
    rates = []
    for loss in (3.0, 2.0, 2.1, 2.2, 2.3, 1.0, 1.1, 1.2, 1.3, 1.4):
        schedule.step(loss)
        rates.append(float(schedule.last_lr))
    return rates


def _clipped(clip: Any) -> Any:
    parameters = [paddle.create_parameter([3], "float32") for _ in range(3)]
    gradients = [paddle.to_tensor(np.arange(3, dtype="float32") * (k + 1) - 2) for k in range(3)]
    pairs = clip([*zip(parameters, gradients, strict=True)])
    return [values_of(gradient) for _, gradient in pairs]


def _optimizer_state(make: Callable[[list[Any]], Any]) -> Any:
    with paddle.utils.unique_name.guard():
        paddle.seed(3)
        model = nn.Linear(3, 2)
        optimizer = make(model.parameters())
        for _ in range(3):
            (model(paddle.arange(6.0).reshape([2, 3]) / 5) ** 2).mean().backward()
            optimizer.step()
            optimizer.clear_grad()
        state = optimizer.state_dict()
        return [
            [key, values_of(value) if isinstance(value, paddle.Tensor) else value]
            for key, value in state.items()
        ]


def scenarios() -> Iterable[Scenario]:
    """Schedules over some epochs, clipped gradients, and states after three steps."""
    for name, make in _schedules().items():
        yield Scenario(f"schedule.{name}", partial(_schedule, make), 1e-12)
    yield Scenario("schedule.ReduceOnPlateau", _plateau, 1e-12)
    for label, clip in (
        ("value", nn.ClipGradByValue(1.5)),
        ("norm", nn.ClipGradByNorm(1.5)),
        ("global_norm", nn.ClipGradByGlobalNorm(1.5)),
    ):
        yield Scenario(f"clip.{label}", partial(_clipped, clip), 3e-7)
    for name, optimizer in OPTIMIZERS.items():
        yield Scenario(f"optimizer_state.{name}", partial(_optimizer_state, optimizer), 1e-5)
