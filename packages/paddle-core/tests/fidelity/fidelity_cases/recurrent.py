"""Recurrent layers: weights from a seed, outputs, states and gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
from paddle import nn

from fidelity_cases.common import Scenario, sample, values_of

LAYERS: dict[str, Callable[[], Any]] = {
    "SimpleRNN": lambda: nn.SimpleRNN(3, 4, activation="relu", num_layers=2),
    "LSTM": lambda: nn.LSTM(3, 4, num_layers=2, direction="bidirect", dropout=0.5),
    "GRU": lambda: nn.GRU(3, 4, direction="bidirect", time_major=True),
    "RNN": lambda: nn.RNN(nn.LSTMCell(3, 4), is_reverse=True),
    "BiRNN": lambda: nn.BiRNN(nn.GRUCell(3, 4), nn.GRUCell(3, 4)),
}
LENGTHS = {"whole": None, "lengths": [5, 2]}


def _tensors(nested: Any) -> list[Any]:
    if isinstance(nested, (list, tuple)):
        return [tensor for part in nested for tensor in _tensors(part)]
    return [nested]


def _built(make: Callable[[], Any]) -> Any:
    with paddle.utils.unique_name.guard():
        paddle.seed(7)
        net = make()
        state = net.state_dict()
        named = [[key, tensor.name, sample(tensor, 2)] for key, tensor in state.items()]
        return [named, repr(net)]


def _trained(make: Callable[[], Any], lengths: list[int] | None) -> Any:
    paddle.seed(7)
    net = make()
    time_major = getattr(net, "time_major", False)
    x = paddle.rand([5, 2, 3] if time_major else [2, 5, 3])
    x.stop_gradient = False
    given = None if lengths is None else paddle.to_tensor(lengths)
    out, states = net(x, sequence_length=given)
    loss = (out * out).sum() + sum(state.sum() for state in _tensors(states))
    loss.backward()
    found = [out, *_tensors(states), x.grad, *(p.grad for p in net.parameters())]
    return [values_of(tensor) for tensor in found]


def scenarios() -> Iterable[Scenario]:
    """All comparisons of this family."""
    for name, make in LAYERS.items():
        yield Scenario(f"recurrent.{name}.built", partial(_built, make))
        for case, lengths in LENGTHS.items():
            run = partial(_trained, make, lengths)
            yield Scenario(f"recurrent.{name}.{case}", run, tolerance=2e-5)
