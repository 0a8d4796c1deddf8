"""Recurrent networks: a training step of an LSTM, and a small one that is bound by dispatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.workload import Framework, Step, Workload, random_array

STEPS, BATCH, WIDTH = 64, 32, 256
SMALL_STEPS, SMALL_BATCH, SMALL_WIDTH = 8, 1, 16


def _network(framework: Framework, kind: str, width: int) -> Any:
    """One layer, time first, with the same weights in every framework."""
    options = {} if framework.is_torch else {"time_major": True}
    net = getattr(framework.module.nn, kind)(width, width, **options)
    for seed, parameter in enumerate(net.parameters()):
        values = random_array(*parameter.shape, seed=seed) * width**-0.5
        if framework.is_torch:
            parameter.data.copy_(framework.tensor(values))
        else:
            parameter.set_value(values)
    return net


def _training(kind: str) -> Callable[[Framework], Step]:
    def make(framework: Framework) -> Step:
        net = _network(framework, kind, WIDTH)
        parameters = list(net.parameters())
        x = framework.tensor(random_array(STEPS, BATCH, WIDTH))
        if framework.is_torch:
            optimizer = framework.module.optim.Adam(parameters, lr=1e-5)
            clear = optimizer.zero_grad
        else:
            optimizer = framework.module.optimizer.Adam(1e-5, parameters=parameters)
            clear = optimizer.clear_grad

        def step() -> Any:
            loss = (net(x)[0] ** 2).mean()
            loss.backward()
            optimizer.step()
            clear()
            return loss

        return step

    return make


def _small(framework: Framework) -> Step:
    net = _network(framework, "LSTM", SMALL_WIDTH)
    x = framework.tensor(random_array(SMALL_STEPS, SMALL_BATCH, SMALL_WIDTH))

    def step() -> Any:
        with framework.module.no_grad():
            return net(x)[0]

    return step


WORKLOADS = (
    Workload("recurrent.lstm_adam", 0.9, _training("LSTM")),
    Workload("recurrent.gru_adam", 0.9, _training("GRU")),
    Workload("recurrent.small_lstm", 0.9, _small),
)
