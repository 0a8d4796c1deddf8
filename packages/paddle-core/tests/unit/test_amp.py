"""Autocast, decorated models and loss scaling."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import nn


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_lists_decide_the_precision(dtype):
    x = paddle.rand([4, 4])
    low = paddle.float16 if dtype == "float16" else paddle.bfloat16
    with paddle.amp.auto_cast(dtype=dtype):
        product = paddle.matmul(x, x)
        assert product.dtype == low
        assert nn.functional.softmax(product).dtype == paddle.float32
        assert (x + x).dtype == paddle.float32
        with paddle.amp.auto_cast(enable=False):
            assert paddle.matmul(x, x).dtype == paddle.float32
        assert paddle.matmul(x, x).dtype == low
    assert paddle.matmul(x, x).dtype == paddle.float32


def test_custom_lists_and_levels():
    x = paddle.rand([4, 4])
    with paddle.amp.auto_cast(custom_black_list=["matmul"], dtype="bfloat16"):
        assert paddle.matmul(x, x).dtype == paddle.float32
    with paddle.amp.auto_cast(custom_white_list=["add"], dtype="bfloat16"):
        assert (x + x).dtype == paddle.bfloat16
    with paddle.amp.auto_cast(level="O2", dtype="bfloat16"):
        assert (x + x).dtype == paddle.bfloat16
    with paddle.amp.auto_cast(level="O0", dtype="bfloat16"):
        assert paddle.matmul(x, x).dtype == paddle.float32


def test_state_is_restored_after_an_error():
    x = paddle.rand([2, 2])
    with pytest.raises(RuntimeError, match="inside"), paddle.amp.auto_cast(dtype="bfloat16"):
        raise RuntimeError("inside")
    assert paddle.matmul(x, x).dtype == paddle.float32


def test_gradients_have_the_parameters_dtype():
    layer = nn.Linear(4, 2)
    with paddle.amp.auto_cast(dtype="bfloat16"):
        loss = layer(paddle.rand([3, 4])).astype("float32").mean()
    loss.backward()
    assert layer.weight.grad.dtype == paddle.float32


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"level": "O3"}, "level should be one of"),
        ({"dtype": "int8"}, "'float16' or 'bfloat16'"),
        ({"custom_white_list": ["add"], "custom_black_list": ["add"]}, "must not overlap"),
    ],
)
def test_bad_settings(settings, text):
    with pytest.raises(ValueError, match=text), paddle.amp.auto_cast(**settings):
        pass


def test_decorate_casts_all_but_norms():
    net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1D(4), nn.LayerNorm(4), nn.Linear(4, 1))
    sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    model, optimizer = paddle.amp.decorate(net, sgd, level="O2", dtype="bfloat16")
    assert (model, optimizer) == (net, sgd)
    dtypes = [layer.weight.dtype.name for layer in net]
    assert dtypes == ["bfloat16", "float32", "float32", "bfloat16"]
    with paddle.amp.auto_cast(level="O2", dtype="bfloat16"):
        loss = net(paddle.rand([8, 4])).astype("float32").square().mean()
    loss.backward()
    sgd.step()
    assert set(sgd.state_dict()["master_weights"]) == {
        p.name for p in (*net[0].parameters(), *net[3].parameters())
    }


def test_decorate_excludes_and_saves_as_asked():
    net = nn.Sequential(nn.Linear(2, 2), nn.Conv2D(1, 1, 1))
    paddle.amp.decorate(
        net, level="O2", dtype="bfloat16", excluded_layers=[nn.Conv2D], save_dtype="float32"
    )
    assert net[0].weight.dtype == paddle.bfloat16
    assert net[1].weight.dtype == paddle.float32
    saved = net.state_dict()["0.weight"]
    assert saved.dtype == paddle.float32
    assert saved.name == net[0].weight.name
    single = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    paddle.amp.decorate(single, level="O2", dtype="bfloat16", excluded_layers=single[0])
    assert [layer.weight.dtype.name for layer in single] == ["float32", "bfloat16"]
    assert paddle.amp.decorate(nn.Linear(1, 1)).weight.dtype == paddle.float32
    with pytest.raises(TypeError, match=r"must be paddle\.nn\.Layer objects"):
        paddle.amp.decorate(3, level="O2")
    with pytest.raises(TypeError, match="excluded_layers must hold"):
        paddle.amp.decorate(nn.Linear(1, 1), level="O2", excluded_layers=[3])


def make_scaled(**settings):
    layer = nn.Linear(1, 1, weight_attr=nn.initializer.Constant(1.0), bias_attr=False)
    sgd = paddle.optimizer.SGD(0.5, parameters=layer.parameters())
    return layer, sgd, paddle.amp.GradScaler(**settings)


def scaled_step(layer, sgd, scaler, value=1.0):
    scaler.scale(layer(paddle.full([1, 1], value)).sum()).backward()
    scaler.step(sgd)
    scaler.update()
    sgd.clear_grad()


def test_scaling_does_not_change_the_step():
    layer, sgd, scaler = make_scaled(init_loss_scaling=1024.0)
    scaled_step(layer, sgd, scaler)
    assert layer.weight.item() == 0.5
    scaled_step(layer, sgd, scaler, float("inf"))
    assert layer.weight.item() == 0.5
    assert scaler.get_init_loss_scaling() == 512.0


def test_the_factor_adapts():
    layer, sgd, scaler = make_scaled(
        init_loss_scaling=8.0, incr_every_n_steps=2, decr_every_n_nan_or_inf=2
    )
    scales = []
    for value in (1.0, 1.0, float("nan"), 1.0, float("nan"), float("nan"), 1.0, 1.0):
        scaled_step(layer, sgd, scaler, value)
        scales.append(scaler.get_init_loss_scaling())
    assert scales == [8.0, 16.0, 16.0, 16.0, 16.0, 8.0, 8.0, 16.0]
    fixed = make_scaled(init_loss_scaling=8.0, use_dynamic_loss_scaling=False)
    scaled_step(*fixed, float("inf"))
    assert fixed[2].get_init_loss_scaling() == 8.0


def test_unscale_before_clipping():
    layer, sgd, scaler = make_scaled(init_loss_scaling=64.0)
    scaler.scale(layer(paddle.ones([1, 1])).sum()).backward()
    scaler.unscale_(sgd)
    assert layer.weight.grad.item() == 1.0
    with pytest.raises(RuntimeError, match="already been called"):
        scaler.unscale_(sgd)
    scaler.step(sgd)
    with pytest.raises(RuntimeError, match="already been called"):
        scaler.step(sgd)
    scaler.update()
    assert layer.weight.item() == 0.5


def test_minimize_state_and_switching_off():
    layer, sgd, scaler = make_scaled(init_loss_scaling=64.0)
    loss = scaler.scale(layer(paddle.ones([1, 1])).sum())
    loss.backward()
    assert len(scaler.minimize(sgd, loss)[1]) == 1
    assert layer.weight.item() == 0.5
    state = scaler.state_dict()
    np.testing.assert_array_equal(state["scale"], [64.0])
    other = paddle.amp.GradScaler()
    other.load_state_dict({**state, "scale": paddle.to_tensor([32.0])})
    assert other.get_init_loss_scaling() == 32.0
    assert other.state_dict()["incr_count"] == 1
    with pytest.raises(RuntimeError, match="state dict is empty"):
        other.load_state_dict({})
    off = paddle.amp.GradScaler(enable=False)
    assert off.scale(loss) is loss
    assert off.state_dict() == {}
    assert not off.is_enable()
    with pytest.raises(AssertionError, match="incr_ratio must be > 1"):
        paddle.amp.GradScaler(incr_ratio=0.5)


def test_support_is_reported():
    assert paddle.amp.is_float16_supported()
    assert paddle.amp.is_bfloat16_supported()
