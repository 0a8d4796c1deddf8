"""Recording programs, running them, and gradients inside them."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import static


def test_feed_and_fetch_with_an_unknown_batch() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 3])
        y = (x * 2.0 + 1.0).sum(axis=1)
    executor = static.Executor()
    for batch in (1, 5):
        array = np.arange(batch * 3, dtype="float32").reshape(batch, 3)
        (got,) = executor.run(main, {"x": array}, [y])
        np.testing.assert_allclose(got, (array * 2 + 1).sum(1))
    assert y.shape == [-1]


def test_program_text() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [2], "float32")
        paddle.exp(x)
    assert "exp_0.tmp_0 = exp(%x) : tensor<float32 [2]>" in str(main)
    assert [operation["type"] for operation in main.operations()] == ["exp"]


def test_gradients_agree_with_eager() -> None:
    array = np.random.default_rng(0).standard_normal((4, 3)).astype("float32")
    weight = paddle.to_tensor(np.ones((3, 2), "float32") * 0.5, stop_gradient=False)
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 3])
        x.stop_gradient = False
        loss = paddle.tanh(paddle.matmul(x, weight)).sum()
        grads = static.gradients(loss, [x, weight])
    got = static.Executor().run(main, {"x": array}, grads)
    eager = paddle.to_tensor(array, stop_gradient=False)
    paddle.tanh(paddle.matmul(eager, weight)).sum().backward()
    np.testing.assert_allclose(got[0], eager.grad.numpy(), rtol=1e-6)
    np.testing.assert_allclose(got[1], weight.grad.numpy(), rtol=1e-6)


def test_gradient_of_a_mean_over_an_unknown_batch() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 3])
        x.stop_gradient = False
        (grad,) = static.gradients((x * x).mean(), [x])
    array = np.arange(6, dtype="float32").reshape(2, 3)
    (got,) = static.Executor().run(main, {"x": array}, [grad])
    np.testing.assert_allclose(got, 2 * array / 6, rtol=1e-6)


def test_append_backward_names_gradients() -> None:
    weight = paddle.to_tensor([2.0], stop_gradient=False)
    weight.name = "w"
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [1])
        pairs = static.append_backward((x * weight).sum(), [weight])
    assert len(pairs) == 1
    assert pairs[0][0] is weight
    (got,) = static.Executor().run(main, {"x": np.array([3.0], "float32")}, ["w@GRAD"])
    assert got.tolist() == [3.0]


def test_assignment_to_slices_while_recording() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [3])
        y = x * 1.0
        y[0:2] = 5.0
    (got,) = static.Executor().run(main, {"x": np.zeros(3, "float32")}, [y])
    assert got.tolist() == [5.0, 5.0, 0.0]


def test_pruning_leaves_out_what_is_not_fetched() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [1])
        static.data("unused", [1]).exp()
        y = x + 1.0
    (got,) = static.Executor().run(main, {"x": np.zeros(1, "float32")}, [y])
    assert got.tolist() == [1.0]


def test_bad_feeds() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 2])
        y = x * 1.0
    executor = static.Executor()
    with pytest.raises(RuntimeError, match="'x'"):
        executor.run(main, {}, [y])
    with pytest.raises(ValueError, match="shape"):
        executor.run(main, {"x": np.zeros((2, 3), "float32")}, [y])
    with pytest.raises(ValueError, match="dtype"):
        executor.run(main, {"x": np.zeros((2, 2), "float64")}, [y])
    with pytest.raises(RuntimeError, match="nope"):
        executor.run(main, {"x": np.zeros((2, 2), "float32")}, ["nope"])
    with pytest.raises(ValueError, match="taken"), static.program_guard(main):
        static.data("x", [1])


def test_symbolic_tensors_have_no_values() -> None:
    with static.program_guard(static.Program()):
        x = static.data("x", [1])
        with pytest.raises(RuntimeError, match="Executor"):
            bool(x)
        with pytest.raises(AssertionError):
            x.numpy()


def test_tensors_of_two_programs_do_not_mix() -> None:
    with static.program_guard(static.Program()):
        x = static.data("x", [1])
    with (
        static.program_guard(static.Program()),
        pytest.raises(RuntimeError, match="another program"),
    ):
        x + 1.0


def test_static_mode_is_left() -> None:
    paddle.enable_static()
    try:
        assert not paddle.in_dynamic_mode()
        assert paddle.ones([1])._is_symbolic
    finally:
        paddle.disable_static()
    assert paddle.ones([1]).tolist() == [1.0]


def test_layers_keep_their_parameters_between_runs() -> None:
    main = paddle.static.Program()
    with paddle.static.program_guard(main):
        x = paddle.static.data("x", [2, 4])
        layer = paddle.nn.Linear(4, 3)
        out = layer(x)
        pairs = paddle.static.append_backward(out.mean())
    assert [parameter.name for parameter, _ in pairs] == [layer.weight.name, layer.bias.name]
    for parameter, kept in zip(main.all_parameters(), layer.parameters(), strict=True):
        assert parameter is kept
    feed = {"x": np.arange(8, dtype="float32").reshape(2, 4)}
    for factor in (1.0, 3.0):
        with paddle.no_grad():
            layer.weight.set_value(layer.weight * factor)
        found, grad = paddle.static.Executor().run(main, feed, [out, pairs[0][1]])
        np.testing.assert_allclose(found, layer(paddle.to_tensor(feed["x"])).numpy(), rtol=1e-6)
        np.testing.assert_allclose(grad, np.tile(feed["x"].mean(0)[:, None] / 3, 3), rtol=1e-6)


def test_fc_and_embedding_compute_with_their_parameters() -> None:
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 2, 3])
        index = static.data("index", [None], "int64")
        dense = static.nn.fc(x, 4, activation="relu", name="dense")
        rows = static.nn.embedding(index, [5, 2], padding_idx=1)
    weight, bias, table = (parameter.numpy() for parameter in main.all_parameters())
    assert [p.name for p in main.all_parameters()][:2] == ["dense.w_0", "dense.b_0"]
    feed = {
        "x": np.arange(12, dtype="float32").reshape(2, 2, 3),
        "index": np.array([4, 1, 0]),
    }
    found, looked_up = static.Executor().run(main, feed, [dense, rows])
    wanted = np.maximum(feed["x"].reshape(2, 6) @ weight + bias, 0)
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(looked_up, np.stack([table[4], [0, 0], table[0]]))


def test_fc_needs_features() -> None:
    with static.program_guard(static.Program()):
        x = static.data("x", [2, None])
        with pytest.raises(ValueError, match="number of features"):
            static.nn.fc(x, 4)
        with pytest.raises(ValueError, match="num_flatten_dims=2"):
            static.nn.fc(x, 4, num_flatten_dims=2)
