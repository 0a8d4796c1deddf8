"""Training in programs: optimizers, learning rates, lasting tensors, and their files."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import static

OPTIMIZERS = {
    "SGD": {},
    "Momentum": {"use_nesterov": True},
    "Adam": {},
    "AdamW": {"weight_decay": 0.1},
    "Adamax": {},
    "Adagrad": {},
    "Adadelta": {},
    "RMSProp": {"centered": True},
    "Lamb": {},
}
RNG = np.random.default_rng(5)
BATCHES = [RNG.standard_normal((4, 3)).astype("float32") for _ in range(5)]
WEIGHT = RNG.standard_normal((3, 2)).astype("float32")
BIAS = RNG.standard_normal(2).astype("float32")


def initial(array):
    return paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(array))


def loss_of(out):
    return (out * out).mean()


def optimizer_of(name, rate, **settings):
    return getattr(paddle.optimizer, name)(rate, **OPTIMIZERS[name], **settings)


def train_eagerly(name, rate, **settings):
    layer = paddle.nn.Linear(3, 2, initial(WEIGHT), initial(BIAS))
    optimizer = optimizer_of(name, rate, parameters=layer.parameters(), **settings)
    losses = []
    for batch in BATCHES:
        loss = loss_of(layer(paddle.to_tensor(batch)))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(loss.item())
        if not isinstance(rate, float):
            rate.step()
    return losses, layer.weight.numpy()


def record(name, rate, **settings):
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 3])
        out = static.nn.fc(x, 2, weight_attr=initial(WEIGHT), bias_attr=initial(BIAS))
        loss = loss_of(out)
        optimizer = optimizer_of(name, rate, **settings)
        operators, pairs = optimizer.minimize(loss)
    return main, loss, optimizer, operators, pairs


def train_program(name, rate, **settings):
    main, loss, *_ = record(name, rate, **settings)
    executor = static.Executor()
    losses = []
    for batch in BATCHES:
        losses.append(executor.run(main, {"x": batch}, [loss])[0].item())
        if not isinstance(rate, float):
            rate.step()
    return losses, main.all_parameters()[0].numpy()


def check_same(eager, recorded):
    np.testing.assert_allclose(recorded[0], eager[0], rtol=1e-6)
    np.testing.assert_allclose(recorded[1], eager[1], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_program_trains_as_eager_execution_does(name):
    check_same(train_eagerly(name, 0.1), train_program(name, 0.1))


@pytest.mark.parametrize(
    "settings",
    [
        {"weight_decay": 0.1},
        {"weight_decay": paddle.regularizer.L1Decay(0.1)},
        {"grad_clip": paddle.nn.ClipGradByGlobalNorm(0.05)},
        {"grad_clip": paddle.nn.ClipGradByGlobalNorm(0.05, auto_skip_clip=True)},
        {"grad_clip": paddle.nn.ClipGradByNorm(0.05)},
        {"grad_clip": paddle.nn.ClipGradByValue(0.01)},
    ],
)
def test_penalties_and_clipping_are_recorded(settings):
    check_same(
        train_eagerly("Momentum", 0.1, **settings), train_program("Momentum", 0.1, **settings)
    )


def test_a_scheduler_takes_effect_between_runs():
    def schedule():
        return paddle.optimizer.lr.StepDecay(0.5, step_size=2, gamma=0.1)

    check_same(train_eagerly("SGD", schedule()), train_program("SGD", schedule()))


def test_set_lr_takes_effect():
    main, loss, optimizer, *_ = record("SGD", 0.1)
    optimizer.set_lr(0.0)
    static.Executor().run(main, {"x": BATCHES[0]}, [loss])
    np.testing.assert_array_equal(main.all_parameters()[0].numpy(), WEIGHT)
    assert optimizer.get_lr() == 0.0


def test_a_rate_that_the_program_computes():
    main = static.Program()
    with static.program_guard(main):
        weight = static.create_parameter([1], "float32", attr=initial(np.float32([2.0])))
        rate = paddle.optimizer.lr.piecewise_decay([1], [0.5, 0.25])
        optimizer = paddle.optimizer.SGD(rate)
        optimizer.minimize(weight.sum())
    executor = static.Executor()
    values = [executor.run(main, fetch_list=[weight])[0].item() for _ in range(3)]
    assert values == [1.5, 1.25, 1.0]
    with pytest.raises(RuntimeError, match="computed by a program"):
        optimizer.get_lr()


def test_minimize_returns_operators_and_pairs():
    main, _, _, operators, pairs = record("Adam", 0.1)
    assert [operator.type for operator in operators] == ["adam_"]
    assert operators[0].attr("beta1") == 0.9
    assert [p.name for p, _ in pairs] == [p.name for p in main.all_parameters()]
    assert pairs[0][1].name == pairs[0][0].name + "@GRAD"


def test_minimize_outside_of_the_guard_finds_the_program():
    main = static.Program()
    with static.program_guard(main):
        loss = static.nn.fc(static.data("x", [1, 3]), 1).sum()
        optimizer = paddle.optimizer.SGD(0.1)
    optimizer.minimize(loss)
    assert main.global_block().ops[-1].type == "sgd_"


def test_minimize_trains_only_what_is_asked_for():
    main = static.Program()
    with static.program_guard(main):
        loss = static.nn.fc(static.data("x", [1, 3]), 1).sum()
        weight, bias = main.all_parameters()
        optimizer = paddle.optimizer.SGD(0.1)
        _, pairs = optimizer.minimize(loss, parameters=[bias.name])
    assert [parameter.name for parameter, _ in pairs] == [bias.name]
    before = weight.numpy()
    static.Executor().run(main, {"x": np.ones((1, 3), "float32")})
    np.testing.assert_array_equal(weight.numpy(), before)
    assert bias.item() == pytest.approx(-0.1)


def test_parameters_are_needed_outside_of_programs():
    with pytest.raises(AttributeError, match="should not be None"):
        paddle.optimizer.SGD(0.1)


def test_clone_for_test_does_not_train():
    main, loss, *_ = record("SGD", 0.1)
    test = main.clone(for_test=True)
    executor = static.Executor()
    first = executor.run(test, {"x": BATCHES[0]}, [loss.name])[0]
    assert executor.run(test, {"x": BATCHES[0]}, [loss.name])[0] == first
    executor.run(main, {"x": BATCHES[0]}, [loss])
    assert executor.run(test, {"x": BATCHES[0]}, [loss.name])[0] < first


def test_half_parameters_have_master_weights():
    main = static.Program()
    with static.program_guard(main):
        weight = static.create_parameter([2], "float16", attr=initial(np.float16([1, 2])))
        optimizer = paddle.optimizer.Momentum(1e-4, multi_precision=True)
        optimizer.minimize(weight.astype("float32").sum())
    executor = static.Executor()
    for _ in range(3):
        executor.run(main)
    master = optimizer.state_dict()["master_weights"][weight.name]
    expected = np.array([1, 2]) - 1e-4 * (1 + 1.9 + 2.71)
    np.testing.assert_allclose(master.numpy(), expected, rtol=1e-6)
    assert master.name in main.state_dict("opt")


# ---- programs to look at ------------------------------------------------------------------------


def test_block():
    main, loss, *_ = record("SGD", 0.1)
    block = main.global_block()
    assert main.num_blocks == 1
    assert main.blocks[0].idx == 0
    assert main.block(0).program is main.current_block().program is main
    with pytest.raises(IndexError):
        main.block(1)
    weight, bias = main.all_parameters()
    assert block.all_parameters() == list(block.iter_parameters()) == [weight, bias]
    assert block.var(weight.name) is weight
    assert block.has_var(loss.name)
    assert loss.name in block.vars
    assert not block.has_var("nothing")
    with pytest.raises(ValueError, match="not in this block"):
        block.var("nothing")
    with pytest.raises(TypeError):
        block.var(1)
    first = block.ops[0]
    assert first.input_arg_names == ["x", weight.name, bias.name]
    assert len(first.output_arg_names) == 1
    mean = next(operator for operator in block.ops if operator.type == "mean")
    assert mean.has_attr("axis")
    assert mean.attr_names == list(mean.all_attrs())
    with pytest.raises(ValueError, match="has no attribute"):
        mean.attr("nothing")


def test_block_creates_parameters():
    main = static.Program()
    parameter = main.global_block().create_parameter(shape=[2], dtype="float32", name="p")
    assert main.all_parameters()[0] is parameter


def test_parameters_of_one_name_are_shared():
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 3])
        static.nn.fc(x, 2, weight_attr="w", bias_attr=False)
        static.nn.fc(x, 2, weight_attr="w", bias_attr=False)
        assert [p.name for p in main.all_parameters()] == ["w"]
        with pytest.raises(ValueError, match="has a parameter 'w'"):
            static.nn.fc(x, 4, weight_attr="w", bias_attr=False)


def test_state_dict_of_a_program():
    main, loss, optimizer, *_ = record("Momentum", 0.1)
    static.Executor().run(main, {"x": BATCHES[0]}, [loss])
    weight = main.all_parameters()[0]
    velocity = f"{weight.name}_velocity_0"
    assert weight.name in main.state_dict("param")
    assert velocity in main.state_dict("opt")
    assert weight.name not in main.state_dict("opt")
    np.testing.assert_array_equal(
        main.state_dict()[velocity].numpy(), optimizer.state_dict()[velocity].numpy()
    )
    main.set_state_dict({weight.name: WEIGHT * 2})
    np.testing.assert_array_equal(weight.numpy(), WEIGHT * 2)
    with pytest.raises(ValueError, match="mode"):
        main.state_dict("none")
    with pytest.raises(TypeError, match="dictionary"):
        main.set_state_dict(3)


def test_files(tmp_path):
    main, loss, *_ = record("Adam", 0.1)
    executor = static.Executor()
    path = str(tmp_path / "folder" / "model")
    executor.run(main, {"x": BATCHES[0]}, [loss])
    static.save(main, path)
    expected = [executor.run(main, {"x": batch}, [loss])[0] for batch in BATCHES]
    static.load(main, path, executor)
    assert [executor.run(main, {"x": batch}, [loss])[0] for batch in BATCHES] == expected
    state = static.load_program_state(path)
    assert set(state) == set(main.state_dict())
    weight = main.all_parameters()[0]
    assert list(static.load_program_state(path, [weight])) == [weight.name]
    static.set_program_state(main, {weight.name: WEIGHT})
    np.testing.assert_array_equal(weight.numpy(), WEIGHT)


def test_files_that_do_not_fit(tmp_path):
    main, *_ = record("SGD", 0.1)
    other, *_ = record("SGD", 0.1)
    with pytest.raises(ValueError, match="no file"):
        static.load(main, str(tmp_path / "absent"))
    with pytest.raises(ValueError, match="names no file"):
        static.save(main, str(tmp_path) + "/")
    static.save(main, str(tmp_path / "main"))
    with pytest.raises(RuntimeError, match="has no"):
        static.load(other, str(tmp_path / "main"))


# ---- scopes and lasting tensors -----------------------------------------------------------------


def test_scopes():
    scope = static.Scope()
    with static.scope_guard(scope):
        assert static.global_scope() is scope
        main, *_ = record("SGD", 0.1)
    weight = main.all_parameters()[0]
    found = scope.find_var(weight.name).get_tensor()
    np.testing.assert_array_equal(np.array(found), WEIGHT)
    assert found.shape() == [3, 2]
    assert static.global_scope().find_var(weight.name) is None
    found.set(WEIGHT * 3, paddle.CPUPlace())
    np.testing.assert_array_equal(weight.numpy(), WEIGHT * 3)
    with pytest.raises(ValueError, match="has shape"):
        found.set(np.zeros(2, "float32"))
    assert scope.find_var("nothing") is None
    with pytest.raises(RuntimeError, match="no tensor"):
        np.array(scope.var("new").get_tensor())
    scope.var("new").get_tensor().set(np.arange(3))
    assert np.array(scope.find_var("new").get_tensor()).tolist() == [0, 1, 2]
    scope.erase(["new"])
    assert "new" not in scope.local_var_names()
    with pytest.raises(TypeError, match="Scope"), static.scope_guard(3):
        pass


def test_two_decays_share_a_counter():
    main = static.Program()
    with static.program_guard(main):
        rate = paddle.optimizer.lr.linear_lr_warmup(
            paddle.optimizer.lr.exponential_decay(1.0, 1, 0.5), 2, 0.0, 0.2
        )
    executor = static.Executor()
    values = [executor.run(main, fetch_list=[rate])[0].item() for _ in range(4)]
    np.testing.assert_allclose(values, [0.0, 0.1, 0.25, 0.125], rtol=1e-6)


# The rates of eight runs as release 2.6.2 computes them.
DECAYS = {
    "noam_decay": (
        (16, 3, 0.5),
        [0.02405626, 0.04811252, 0.07216878, 0.0625, 0.0559017, 0.05103104],
    ),
    "exponential_decay": (
        (0.1, 3, 0.5, False),
        [0.1, 0.07937005, 0.06299605, 0.05, 0.03968503, 0.03149803],
    ),
    "natural_exp_decay": (
        (0.1, 3, 0.5, True),
        [0.1, 0.1, 0.1, 0.06065307, 0.06065307, 0.06065307],
    ),
    "inverse_time_decay": (
        (0.1, 3, 0.5, False),
        [0.1, 0.08571429, 0.075, 0.06666667, 0.06, 0.05454545],
    ),
    "polynomial_decay": (
        (0.1, 3, 0.0001, 1.0, True),
        [0.1, 0.0667, 0.0334, 0.0001, 0.0334, 0.01675],
    ),
    "piecewise_decay": (([2, 4], [1.0, 0.5, 0.1]), [1.0, 1.0, 0.5, 0.5, 0.1, 0.1]),
    "cosine_decay": ((0.1, 2, 6), [0.1, 0.1, 0.09330127, 0.09330127, 0.075, 0.075]),
    "linear_lr_warmup": ((0.5, 4, 0.1, 0.4), [0.1, 0.175, 0.25, 0.325, 0.5, 0.5]),
}


@pytest.mark.parametrize("name", DECAYS)
def test_decays_in_programs(name):
    arguments, expected = DECAYS[name]
    main = static.Program()
    with static.program_guard(main):
        rate = getattr(paddle.optimizer.lr, name)(*arguments)
    executor = static.Executor()
    values = [executor.run(main, fetch_list=[rate])[0].item() for _ in expected]
    np.testing.assert_allclose(values, expected, rtol=2e-6)


@pytest.mark.parametrize("name", DECAYS)
def test_decays_outside_of_programs_are_schedulers(name):
    rate = getattr(paddle.optimizer.lr, name)(*DECAYS[name][0])
    assert isinstance(rate, paddle.optimizer.lr.LRScheduler)


def test_decays_refuse_what_makes_no_sense():
    with pytest.raises(RuntimeError, match="needs a program"):
        paddle.optimizer.lr.autoincreased_step_counter()
    with pytest.raises(ValueError, match="one value more"):
        paddle.optimizer.lr.piecewise_decay([1, 2], [0.1])


@pytest.mark.parametrize("with_steps", [False, True])
def test_exponential_moving_average(with_steps):
    main = static.Program()
    with static.program_guard(main):
        weight = static.create_parameter([1], "float32", attr=initial(np.float32([1.0])))
        paddle.optimizer.SGD(0.25).minimize(weight.sum())
        steps = static.create_global_var([1], 0.0, "float32") if with_steps else None
        average = static.ExponentialMovingAverage(0.5, steps)
        average.update()
        if steps is not None:
            paddle.increment(steps)
    executor = static.Executor()
    for _ in range(3):
        executor.run(main)
    mean, product = 0.0, 1.0
    for step, value in enumerate((0.75, 0.5, 0.25)):
        rate = min(0.5, (1 + step) / (10 + step)) if with_steps else 0.5
        mean, product = rate * mean + (1 - rate) * value, product * rate
    with average.apply(executor):
        assert weight.item() == pytest.approx(mean / (1 - product), rel=1e-6)
    assert weight.item() == 0.25
    with average.apply(executor, need_restore=False):
        pass
    assert weight.item() == pytest.approx(mean / (1 - product), rel=1e-6)
    average.restore(executor)
    assert weight.item() == 0.25
