"""Optimizers: groups, state, precision, bad input. Values stand in test_nn_values.py."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import nn

opt = paddle.optimizer


def make_layer(value=1.0, size=2):
    constant = nn.initializer.Constant(value)
    return nn.Linear(size, 1, weight_attr=constant, bias_attr=False)


def step(layer, optimizer):
    layer(paddle.ones([1, layer.in_features])).sum().backward()
    optimizer.step()
    optimizer.clear_grad()


def test_moments_vanish_instead_of_becoming_denormal():
    layer = make_layer()
    adam = opt.Adam(parameters=layer.parameters())
    (layer.weight * 1e-18).sum().backward()
    adam.step()
    (second,) = (value for name, value in adam.state_dict().items() if "moment2" in name)
    np.testing.assert_array_equal(second.numpy(), 0)
    halved = paddle.to_tensor([2.0**-130]) * 0.5
    np.testing.assert_array_equal(halved.numpy(), [2.0**-131])


def test_adam_against_its_formula():
    layer = make_layer()
    adam = opt.Adam(0.1, beta1=0.8, beta2=0.9, epsilon=1e-3, parameters=layer.parameters())
    w = np.ones(2)
    m = v = np.zeros(2)
    random = np.random.RandomState(0)
    for t in range(1, 6):
        x = random.rand(1, 2)
        g = 2 * (x @ w).item() * x[0]
        m, v = 0.8 * m + 0.2 * g, 0.9 * v + 0.1 * g * g
        w = w - 0.1 * (m / (1 - 0.8**t)) / (np.sqrt(v / (1 - 0.9**t)) + 1e-3)
        layer(paddle.to_tensor(x.astype("float32"))).square().sum().backward()
        adam.step()
        adam.clear_grad()
        np.testing.assert_allclose(layer.weight.numpy()[:, 0], w, rtol=2e-6)


def test_state_names_and_order():
    with paddle.utils.unique_name.guard():
        layer = nn.Linear(2, 2)
        adam = opt.Adam(opt.lr.StepDecay(0.1, 3), parameters=layer.parameters())
        assert adam.state_dict() == {"LR_Scheduler": {"last_epoch": 0, "last_lr": 0.1}}
        step(layer, adam)
        state = adam.state_dict()
    stems = [
        f"linear_0.{p}_0_{s}_0"
        for s in ("moment1", "moment2", "beta1_pow_acc", "beta2_pow_acc")
        for p in ("w", "b")
    ]
    assert list(state) == [*stems, "LR_Scheduler"]
    assert state["linear_0.w_0_beta1_pow_acc_0"].shape == [1]
    assert state["linear_0.w_0_beta1_pow_acc_0"].item() == pytest.approx(0.81)
    assert adam.get_opti_var_name_list()[:2] == [stems[0], stems[2]]


@pytest.mark.parametrize("before_first_step", [True, False])
def test_state_resumes_training(before_first_step):
    def make():
        return opt.AdamW(opt.lr.StepDecay(0.1, 2), parameters=layer.parameters())

    layer = make_layer()
    first = make()
    for _ in range(3):
        step(layer, first)
        first._learning_rate.step()
    weight, state = layer.weight.numpy().copy(), first.state_dict()
    saved = {k: v if k == "LR_Scheduler" else paddle.to_tensor(v.numpy()) for k, v in state.items()}
    step(layer, first)
    expected = layer.weight.numpy().copy()

    layer.weight.set_value(weight)
    second = make()
    if not before_first_step:
        step(layer, second)
        layer.weight.set_value(weight)
    second.set_state_dict(saved)
    step(layer, second)
    np.testing.assert_array_equal(layer.weight.numpy(), expected)


def test_state_that_does_not_fit_is_refused():
    layer = make_layer()
    momentum = opt.Momentum(0.1, parameters=layer.parameters())
    step(layer, momentum)
    name = next(iter(momentum.state_dict()))
    with pytest.raises(AssertionError, match="not found"):
        momentum.set_state_dict({})
    with pytest.raises(AssertionError, match="shape not match"):
        momentum.set_state_dict({name: np.zeros((3, 1), "float32")})
    with pytest.raises(AssertionError, match="dtype not match"):
        momentum.set_state_dict({name: np.zeros((2, 1))})


def test_parameters_without_gradients_stay():
    used, unused, frozen = make_layer(), make_layer(), make_layer()
    frozen.weight.stop_gradient = True
    params = [*used.parameters(), *unused.parameters(), *frozen.parameters()]
    adam = opt.Adam(0.1, parameters=params, weight_decay=0.1)
    step(used, adam)
    assert used.weight.numpy().max() < 1.0
    assert unused.weight.tolist() == frozen.weight.tolist() == [[1.0], [1.0]]
    step(unused, adam)
    assert unused.weight.numpy().max() < 1.0


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_master_weights_keep_small_steps(dtype):
    layer = make_layer().to(dtype=dtype)
    sgd = opt.SGD(1e-4, parameters=layer.parameters(), multi_precision=True)
    for _ in range(100):
        layer(paddle.ones([1, 2], dtype)).sum().backward()
        sgd.step()
        sgd.clear_grad()
    master = sgd.state_dict()["master_weights"][layer.weight.name]
    assert master.dtype == paddle.float32
    np.testing.assert_allclose(master.numpy(), 0.99, rtol=1e-5)
    rounded = master.astype(dtype).astype("float32").numpy()
    np.testing.assert_array_equal(layer.weight.astype("float32").numpy(), rounded)


def test_float64_parameters_take_exact_rates():
    layer = make_layer().to(dtype="float64")
    sgd = opt.SGD(0.1, parameters=layer.parameters())
    layer(paddle.ones([1, 2], "float64")).sum().backward()
    sgd.step()
    assert layer.weight.numpy()[0, 0] == 1.0 - 0.1


def test_mixed_dtypes_train_together():
    a, b = make_layer(), make_layer().to(dtype="float64")
    sgd = opt.SGD(0.5, parameters=[*a.parameters(), *b.parameters()])
    (
        a(paddle.ones([1, 2])).sum().astype("float64") + b(paddle.ones([1, 2], "float64")).sum()
    ).backward()
    sgd.step()
    assert a.weight.tolist() == b.weight.tolist() == [[0.5], [0.5]]


def test_learning_rate():
    layer = make_layer()
    sgd = opt.SGD(0.5, parameters=layer.parameters())
    assert sgd.get_lr() == 0.5
    sgd.set_lr(0.25)
    step(layer, sgd)
    assert layer.weight.tolist() == [[0.75], [0.75]]
    sgd.set_lr_scheduler(opt.lr.StepDecay(0.125, 1, gamma=0.5))
    step(layer, sgd)
    assert layer.weight.tolist() == [[0.625], [0.625]]
    with pytest.raises(RuntimeError, match="can't be LRScheduler"):
        sgd.set_lr(0.1)
    with pytest.raises(TypeError, match="must be LRScheduler"):
        sgd.set_lr_scheduler(0.1)


def test_clear_grad():
    layer = make_layer()
    sgd = opt.SGD(0.5, parameters=layer.parameters())
    layer(paddle.ones([1, 2])).sum().backward()
    sgd.clear_grad()
    assert layer.weight.grad.tolist() == [[0.0], [0.0]]
    sgd.clear_grad(set_to_zero=False)
    assert layer.weight.grad is None


def test_minimize_backward_and_apply_gradients():
    layer = make_layer()
    sgd = opt.SGD(0.5, parameters=layer.parameters())
    loss = layer(paddle.ones([1, 2])).sum()
    assert sgd.backward(loss) == []
    loss.backward()
    ops, pairs = sgd.minimize(loss)
    assert ops == []
    assert pairs[0][0] is layer.weight
    assert layer.weight.tolist() == [[0.5], [0.5]]
    sgd.apply_gradients([(layer.weight, paddle.ones([2, 1]))])
    assert layer.weight.tolist() == [[0.0], [0.0]]
    decayed = sgd.append_regularization_ops(
        [(paddle.ones([2]), paddle.zeros([2]))], paddle.regularizer.L2Decay(0.5)
    )
    assert decayed[0][1].tolist() == [0.5, 0.5]


def test_a_step_records_no_gradient():
    layer = make_layer()
    sgd = opt.SGD(0.5, parameters=layer.parameters(), weight_decay=paddle.regularizer.L1Decay(0.1))
    step(layer, sgd)
    assert layer.weight.is_leaf
    assert paddle.is_grad_enabled()


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda p: opt.SGD(), AttributeError, "should not be None in dygraph mode"),
        (lambda p: opt.SGD(parameters=p[0]), TypeError, "an iterable of paddle Tensors"),
        (lambda p: opt.SGD(parameters=[1]), TypeError, "an iterable of paddle Tensors"),
        (lambda p: opt.SGD("a", p), TypeError, "learning rate should be float or LRScheduler"),
        (lambda p: opt.SGD(0.1, p, grad_clip=3), TypeError, "GradientClipBase"),
        (lambda p: opt.SGD(0.1, p, weight_decay="x"), TypeError, "weight_decay should be"),
        (lambda p: opt.Adam(beta1=2.0, parameters=p), ValueError, "Invaild value of beta1"),
        (lambda p: opt.Momentum(momentum=None, parameters=p), ValueError, "momentum is not set"),
        (lambda p: opt.RMSProp(0.1, rho=-1.0, parameters=p), ValueError, "value of rho"),
        (
            lambda p: opt.AdamW(weight_decay=paddle.regularizer.L2Decay(0.1), parameters=p),
            TypeError,
            "weight_decay should be float or Tensor",
        ),
        (
            lambda p: opt.SGD(0.1, [{"params": p}, {"params": p}]),
            ValueError,
            "more than one parameter group",
        ),
        (lambda p: opt.Optimizer(0.1, p).set_lr("a"), TypeError, "must be float"),
    ],
)
def test_bad_input(make, error, text):
    with pytest.raises(error, match=text):
        make(make_layer().parameters())
