"""Recurrent layers: the operator against the cells, states, dropout, names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn.layer.rnn import concat_states, split_states

_random = np.random.default_rng(49)
MAKERS = {
    "lstm": nn.LSTM,
    "gru": nn.GRU,
    "tanh": nn.SimpleRNN,
    "relu": lambda *args, **kwargs: nn.SimpleRNN(*args, activation="relu", **kwargs),
}


@pytest.fixture(autouse=True)
def _double() -> Iterator[None]:
    paddle.set_default_dtype("float64")
    yield
    paddle.set_default_dtype("float32")


def _leaf(*shape: int) -> paddle.Tensor:
    return paddle.to_tensor(_random.standard_normal(shape), stop_gradient=False)


def _cell_by_cell(net: Any, *args: Any) -> Any:
    inputs, states, lengths = args
    states = [states] if isinstance(states, paddle.Tensor) else list(states)
    return net._run_layers(inputs, states, lengths)


@pytest.mark.parametrize("direction", ["forward", "bidirect"])
@pytest.mark.parametrize(("layers", "lengths"), [(1, None), (2, None), (1, [4, 2, 0])])
@pytest.mark.parametrize("kind", list(MAKERS))
def test_operator_agrees_with_cells_to_second_order(
    kind: str, layers: int, lengths: list[int] | None, direction: str
) -> None:
    net = MAKERS[kind](3, 17, num_layers=layers, direction=direction)
    width = 17 * net.num_directions
    x = _leaf(3, 4, 3)
    states = [_leaf(layers * net.num_directions, 3, 17) for _ in range(net.state_components)]
    inputs = [x, *states, *net.parameters()]
    directions = [paddle.to_tensor(_random.standard_normal(i.shape)) for i in inputs]
    weight = paddle.to_tensor(_random.standard_normal((3, 4, width)))
    given = None
    if lengths is not None:
        given = paddle.to_tensor(lengths)
        weight = weight * nn.functional.sequence_mask(given, 4, "float64").unsqueeze(-1)
    results = []
    for run in (net.forward, lambda *args: _cell_by_cell(net, *args)):
        out, last = run(x, tuple(states) if len(states) == 2 else states[0], given)
        last = [last] if isinstance(last, paddle.Tensor) else list(last)
        loss = (out.square() * weight).sum() + sum(state.sin().sum() for state in last)
        first = paddle.grad(loss, inputs, create_graph=True)
        product = sum((g * d).sum() for g, d in zip(first, directions, strict=True))
        results.append([out * (weight != 0), *last, *first, *paddle.grad(product, inputs)])
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-10, atol=1e-11)


def test_layers_above_see_zeros_behind_the_end() -> None:
    net = nn.GRU(3, 4, num_layers=2, direction="bidirect")
    x, lengths = _leaf(2, 5, 3), paddle.to_tensor([5, 2])
    out, states = net(x, sequence_length=lengths)
    alone, alone_states = net(x[1:, :2])
    np.testing.assert_allclose(out[1, :2].numpy(), alone[0].numpy(), rtol=1e-12)
    np.testing.assert_allclose(states[:, 1].numpy(), alone_states[:, 0].numpy(), rtol=1e-12)
    assert (out[1, 2:] == 0).all()


def test_dropout_draws_one_mask_for_all_layers() -> None:
    net = nn.SimpleRNN(1, 6, num_layers=3, dropout=0.5, activation="relu")
    for name, parameter in net.named_parameters(include_sublayers=False):
        parameter.set_value(paddle.zeros_like(parameter))
        if name.startswith("weight_ih"):
            wide = name != "weight_ih_l0"
            parameter.set_value(paddle.eye(6) if wide else paddle.ones([6, 1]))
    paddle.seed(5)
    out, _ = net(paddle.ones([2, 3, 1]))
    paddle.seed(5)
    kept = paddle.rand([3, 2, 6], "float32").numpy() >= 0.5
    np.testing.assert_array_equal(out.transpose([1, 0, 2]).numpy(), 4.0 * kept)
    net.eval()
    assert (net(paddle.ones([2, 3, 1]))[0] == 1).all()


def test_dropout_gradient() -> None:
    net = nn.LSTM(2, 3, num_layers=2, dropout=0.4)
    x = _leaf(2, 3, 2)

    def loss(inputs: Any) -> Any:
        paddle.seed(9)
        return net(inputs)[0].square().sum()

    (grad,) = paddle.grad(loss(x), x)
    step = np.zeros(x.shape)
    step[1, 0, 1] = 1e-6
    above, below = (
        loss(x.detach() + paddle.to_tensor(step)),
        loss(x.detach() - paddle.to_tensor(step)),
    )
    assert grad[1, 0, 1].item() == pytest.approx((above - below).item() / 2e-6, rel=1e-6)


def test_names_and_state_dict() -> None:
    with paddle.utils.unique_name.guard():
        net = nn.LSTM(3, 4, num_layers=2, direction="bidirect")
    state = net.state_dict()
    assert list(state)[:5] == [
        "weight_ih_l0",
        "weight_hh_l0",
        "bias_ih_l0",
        "bias_hh_l0",
        "weight_ih_l0_reverse",
    ]
    assert list(state)[16:18] == ["0.cell_fw.weight_ih", "0.cell_fw.weight_hh"]
    assert len(net.parameters()) == 16
    assert state["bias_hh_l1_reverse"].name == "lstm_cell_3.b_1"
    assert state["weight_ih_l1"].shape == [16, 8]
    assert net._dropout_state.name == "lstm_0.dropout_state__non_persistable"
    assert repr(nn.LSTM(3, 4)) == "LSTM(3, 4\n  (0): RNN(\n    (cell): LSTMCell(3, 4)\n  )\n)"


def test_without_some_parameters() -> None:
    net = nn.GRU(3, 4, num_layers=2, bias_ih_attr=False)
    assert "bias_ih_l0" not in net.state_dict()
    x = _leaf(2, 5, 3)
    whole = nn.GRU(3, 4, num_layers=2)
    whole.set_state_dict({**whole.state_dict(), **net.state_dict()})
    for layer in range(2):
        bias = getattr(whole, f"bias_ih_l{layer}")
        bias.set_value(paddle.zeros_like(bias))
    np.testing.assert_allclose(net(x)[0].numpy(), whole(x)[0].numpy(), rtol=1e-12)


def test_states_split_and_join() -> None:
    h, c = _leaf(4, 2, 3), _leaf(4, 2, 3)
    parts = split_states((h, c), True, 2)
    assert len(parts) == 2
    assert (parts[1][0][1] == c[2]).all()
    joined = concat_states(parts, True, 2)
    assert (joined[0] == h).all()
    assert (joined[1] == c).all()


def test_records_as_one_operation() -> None:
    net = nn.LSTM(3, 4)
    x = _random.standard_normal((2, 5, 3))
    wanted = net(paddle.to_tensor(x))[0].numpy()
    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program):
            data = paddle.static.data("x", [-1, -1, 3], "float64")
            out, _ = net(data)
        (found,) = paddle.static.Executor().run(program, {"x": x}, [out])
    finally:
        paddle.disable_static()
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: nn.LSTM(3, 0), "hidden_size of LSTMCell must be greater than 0"),
        (lambda: nn.LSTM(3, 4, direction="x"), "direction should be forward or bidirect"),
        (lambda: nn.SimpleRNN(3, 4, activation="x"), "Unknown activation 'x'"),
        (lambda: nn.SimpleRNNCell(3, 4, activation="selu"), "should be tanh or relu"),
        (lambda: nn.LSTM(3, 4)(_leaf(2, 5, 3), _leaf(1, 2, 4)), "needs 2 initial states"),
        (lambda: nn.GRU(3, 4)(_leaf(2, 5, 4)), "x must have the shape"),
        (
            lambda: nn.GRU(3, 4)(_leaf(2, 5, 3), sequence_length=paddle.to_tensor([6, 1])),
            "sequence_length holds 6",
        ),
        (
            lambda: nn.BiRNN(nn.GRUCell(3, 4), nn.GRUCell(2, 4)),
            "input size of forward cell",
        ),
    ],
)
def test_errors(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
