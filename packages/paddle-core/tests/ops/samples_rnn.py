"""Sample records of ops/rnn.yaml."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample
from scipy.special import expit

_random = np.random.default_rng(48)
_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
_INPUT, _HIDDEN = 3, 2


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _weights(mode: str, layers: int, directions: int) -> list[np.ndarray]:
    rows = _GATES[mode] * _HIDDEN
    weights = []
    for layer in range(layers):
        width = _INPUT if layer == 0 else _HIDDEN * directions
        for _ in range(directions):
            weights += [_array(rows, width), _array(rows, _HIDDEN)]
    return weights + [_array(rows) for _ in range(2 * layers * directions)]


def _step(mode: str, x: Any, h: Any, c: Any, weights: list[Any]) -> tuple[Any, Any]:
    w_ih, w_hh, b_ih, b_hh = weights
    a, b = x @ w_ih.T + b_ih, h @ w_hh.T + b_hh
    if mode == "LSTM":
        i, f, g, o = np.split(a + b, 4, -1)
        c = expit(f) * c + expit(i) * np.tanh(g)
        return expit(o) * np.tanh(c), c
    if mode == "GRU":
        (xr, xz, xn), (hr, hz, hn) = np.split(a, 3, -1), np.split(b, 3, -1)
        z = expit(xz + hz)
        return z * h + (1 - z) * np.tanh(xn + expit(xr + hr) * hn), c
    return (np.tanh(a + b) if mode == "RNN_TANH" else np.maximum(a + b, 0.0)), c


def _run(mode: str, x: Any, h: Any, c: Any, weights: list[Any], lengths: Any, back: bool) -> Any:
    out = np.zeros((*x.shape[:2], _HIDDEN))
    for t in reversed(range(len(x))) if back else range(len(x)):
        new_h, new_c = _step(mode, x[t], h, c, weights)
        inside = (t < lengths)[:, None]
        out[t] = np.where(inside, new_h, 0.0)
        h, c = np.where(inside, new_h, h), np.where(inside, new_c, c)
    return out, h, c


def _network(mode: str, layers: int, both: bool, lengths: Any) -> tuple[Callable[..., Any], ...]:
    """The operator and its reference as functions of the input, the states and all weights."""
    has_cells = mode == "LSTM"
    steps = np.full(2, 4) if lengths is None else lengths

    def function(x: Any, h: Any, *rest: Any) -> Any:
        c, weights = (rest[0], rest[1:]) if has_cells else (None, rest)
        given = None if lengths is None else paddle.to_tensor(lengths)
        sizes = (_INPUT, _HIDDEN, layers, mode)
        out = _C_ops.rnn(x, h, c, list(weights), given, 0.0, both, *sizes)
        return (out[0], out[2], out[3]) if has_cells else (out[0], out[2])

    def reference(x: Any, h: Any, *rest: Any) -> Any:
        c, weights = (rest[0], rest[1:]) if has_cells else (h, rest)
        chains = layers * (2 if both else 1)
        pairs = np.arange(chains)[:, None] * 2 + [0, 1]
        last_h, last_c = [], []
        for layer in range(layers):
            parts = []
            for back in (False, True)[: chains // layers]:
                chain = layer * (chains // layers) + back
                used = [weights[i] for i in (*pairs[chain], *(pairs[chain] + 2 * chains))]
                part, end_h, end_c = _run(mode, x, h[chain], c[chain], used, steps, back)
                parts.append(part)
                last_h.append(end_h)
                last_c.append(end_c)
            x = np.concatenate(parts, -1)
        states = [np.stack(last_h), np.stack(last_c)]
        return (x, *states[: 1 + has_cells])

    return function, reference


def _rnn_record(mode: str, layers: int = 1, both: bool = False, lengths: Any = None) -> Record:
    function, reference = _network(mode, layers, both, lengths)
    chains = layers * (2 if both else 1)
    states = [_array(chains, 2, _HIDDEN) for _ in range(2 if mode == "LSTM" else 1)]
    weights = _weights(mode, layers, 2 if both else 1)
    x = _array(4, 2, _INPUT)
    errors = [
        Error(ValueError, "rnn.*3 axes", (x[0], *states, *weights)),
        Error(ValueError, "rnn.*initial state", (x, *(s[:, :1] for s in states), *weights)),
        Error(ValueError, "rnn.*weight_list must hold", (x, *states, *weights[1:])),
        Error(ValueError, "rnn.*a weight of weight_list", (x, *states, weights[1], *weights[1:])),
    ]
    return record(
        "rnn",
        function,
        reference,
        [sample(x, *states, *weights)],
        dtypes=("float32", "float64"),
        covers=("rnn_grad", "rnn_double_grad"),
        errors=errors,
    )


RECORDS = [
    _rnn_record("LSTM"),
    _rnn_record("GRU", both=True, lengths=np.array([4, 2])),
    _rnn_record("RNN_TANH", layers=2),
    _rnn_record("RNN_RELU", both=True),
    _rnn_record("LSTM", layers=2, both=True, lengths=np.array([3, 0])),
]
