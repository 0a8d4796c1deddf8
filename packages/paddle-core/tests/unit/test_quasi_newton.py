"""L-BFGS, BFGS, and the optimizers around optimizers."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
import scipy.optimize
from paddle.incubate import LookAhead, ModelAverage
from paddle.incubate.optimizer.functional import minimize_bfgs, minimize_lbfgs
from paddle.optimizer.line_search import Point, strong_wolfe

START = np.array([-1.2, 1.0])


def rosenbrock(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def parameter(values):
    array = np.asarray(values)
    initializer = paddle.nn.initializer.Assign(array)
    return paddle.create_parameter(array.shape, str(array.dtype), default_initializer=initializer)


class Run:
    """An optimizer with a closure that counts its calls."""

    def __init__(self, function, values, **settings):
        self.x = parameter(values)
        self.function = function
        self.calls = 0
        self.optimizer = paddle.optimizer.LBFGS(parameters=[self.x], **settings)

    def closure(self):
        self.calls += 1
        self.optimizer.clear_grad()
        loss = self.function(self.x)
        loss.backward()
        return loss

    def step(self):
        return self.optimizer.step(self.closure).item()


# ---- line search --------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1e-3, 0.1, 1.0, 30.0])
@pytest.mark.parametrize(
    "function",
    [
        lambda t: (t - 2.0) ** 2,
        lambda t: np.exp(t) - 5 * t,
        lambda t: -t / (t * t + 2),
        lambda t: np.log(1e-3 + (t - 1) ** 2),
    ],
)
def test_strong_wolfe(function, first):
    def evaluate(step):
        with np.errstate(over="ignore"):
            slope = (function(step + 1e-6) - function(step - 1e-6)) / 2e-6
            return Point(step, float(function(step)), float(slope), None)

    start = evaluate(0.0)
    found = strong_wolfe(evaluate, start, first, 50)
    assert found.value <= start.value + 1e-4 * found.step * start.slope
    assert abs(found.slope) <= 0.9 * abs(start.slope) + 1e-9


def test_strong_wolfe_steps_back_from_infinity():
    def evaluate(step):
        value = (step - 1.0) ** 2 if step < 3.0 else float("inf")
        return Point(step, value, 2 * (step - 1.0) if step < 3.0 else float("nan"), None)

    found = strong_wolfe(evaluate, evaluate(0.0), 100.0, 50)
    assert 0.0 < found.step < 2.0


# ---- LBFGS --------------------------------------------------------------------------------------


def test_lbfgs_with_line_search_finds_the_minimum_as_quickly_as_scipy():
    limits = {"max_iter": 100, "max_eval": 200, "tolerance_change": 1e-14}
    run = Run(rosenbrock, START, line_search_fn="strong_wolfe", **limits)
    assert run.step() == pytest.approx(24.2)
    np.testing.assert_allclose(run.x.numpy(), [1.0, 1.0], rtol=1e-6)
    other = scipy.optimize.minimize(scipy.optimize.rosen, START, jac=scipy.optimize.rosen_der)
    assert run.calls <= 1.5 * other.nfev


def test_lbfgs_without_line_search():
    """The values that release 2.6.2 gives."""
    run = Run(rosenbrock, START, learning_rate=1e-3, max_iter=10, history_size=3)
    losses = [run.step() for _ in range(5)]
    expected = [24.2, 23.699469958873905, 23.340924572378682, 22.983378775432932, 22.62809497707385]
    np.testing.assert_allclose(losses, expected, rtol=1e-12)
    np.testing.assert_allclose(run.x.numpy(), [-1.19447483, 1.00890835], rtol=1e-8)
    assert run.calls == 50


def test_lbfgs_of_several_parameters():
    a, b = parameter(np.ones([2, 2])), parameter(np.ones(3))
    unused = parameter(np.ones(2))
    optimizer = paddle.optimizer.LBFGS(
        parameters=[a, unused, b], line_search_fn="strong_wolfe", max_iter=50
    )

    def closure():
        optimizer.clear_grad(set_to_zero=False)
        loss = ((a - 3.0) ** 2).sum() + ((b.exp() - 2.0) ** 2).sum() + (a.sum() - 12.0) ** 2
        loss.backward()
        return loss

    optimizer.step(closure)
    np.testing.assert_allclose(a.numpy(), np.full((2, 2), 3.0), rtol=1e-5)
    np.testing.assert_allclose(b.numpy(), np.full(3, np.log(2.0)), rtol=1e-5)
    assert unused.tolist() == [1.0, 1.0]


def test_lbfgs_limits():
    run = Run(rosenbrock, START, line_search_fn="strong_wolfe", max_iter=100, max_eval=7)
    run.step()
    assert run.calls <= 7
    there = Run(rosenbrock, [1.0, 1.0])
    there.step()
    assert there.calls == 1
    flat = Run(lambda x: (x * x).sum(), [1e-3, 1e-3], tolerance_change=1e-2)
    flat.step()
    assert flat.calls <= 2


def test_lbfgs_follows_a_scheduler():
    scheduler = paddle.optimizer.lr.StepDecay(0.1, step_size=1, gamma=0.0)
    run = Run(lambda x: (x * x).sum(), [1.0], learning_rate=scheduler, max_iter=1)
    run.step()
    assert run.x.item() == pytest.approx(1.0 - 0.1 * 2.0 * 0.5)
    scheduler.step()
    before = run.x.item()
    run.step()
    assert run.x.item() == before


def test_lbfgs_state(tmp_path):
    settings = {"line_search_fn": "strong_wolfe", "max_iter": 4}
    run = Run(rosenbrock, START, **settings)
    for _ in range(3):
        run.step()
    other = Run(rosenbrock, run.x.numpy(), **settings)
    paddle.save(run.optimizer.state_dict(), str(tmp_path / "lbfgs.pdopt"))
    other.optimizer.set_state_dict(paddle.load(str(tmp_path / "lbfgs.pdopt")))
    for _ in range(3):
        assert other.step() == run.step()
    state = run.optimizer.state_dict()["state"]
    assert state["func_evals"] == run.calls
    assert len(state["old_sk"]) == len(state["old_yk"]) == len(state["ro"])


def test_lbfgs_refuses():
    x = parameter(np.ones(2))
    with pytest.raises(ValueError, match="strong_wolfe"):
        paddle.optimizer.LBFGS(parameters=[x], line_search_fn="golden")
    with pytest.raises(ValueError, match="groups"):
        paddle.optimizer.LBFGS(parameters=[{"params": [x], "learning_rate": 0.1}])
    with pytest.raises(NotImplementedError, match="closure"):
        paddle.optimizer.LBFGS(parameters=[x]).minimize(x.sum())
    with pytest.raises(AttributeError):
        paddle.optimizer.LBFGS()


# ---- functions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
@pytest.mark.parametrize("size", [2, 10])
def test_minimize_rosenbrock(minimize, size):
    start = paddle.to_tensor(np.resize(START, size))
    converged, calls, position, value, gradient, *_ = minimize(
        rosenbrock, start, max_iters=200, dtype="float64"
    )
    assert converged.tolist() == [True]
    assert calls.dtype == paddle.int64
    np.testing.assert_allclose(position.numpy(), np.ones(size), rtol=1e-6)
    assert value.item() < 1e-12
    assert abs(gradient.numpy()).max() < 1e-5
    np.testing.assert_array_equal(start.numpy(), np.resize(START, size))


def test_bfgs_gives_the_inverse_hessian():
    matrix = np.array([[3.0, 1.0], [1.0, 2.0]])
    weights = paddle.to_tensor(matrix)
    results = minimize_bfgs(
        lambda x: 0.5 * (x * paddle.matmul(weights, x)).sum() - x.sum(),
        paddle.zeros([2], "float64"),
        dtype="float64",
    )
    np.testing.assert_allclose(results[2].numpy(), np.linalg.solve(matrix, np.ones(2)), rtol=1e-7)
    np.testing.assert_allclose(results[5].numpy(), np.linalg.inv(matrix), atol=1e-2)


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
def test_the_inverse_hessian_makes_the_first_step(minimize):
    matrix = np.array([[3.0, 1.0], [1.0, 2.0]])
    weights = paddle.to_tensor(matrix)
    results = minimize(
        lambda x: 0.5 * (x * paddle.matmul(weights, x)).sum(),
        paddle.ones([2], "float64"),
        initial_inverse_hessian_estimate=paddle.to_tensor(np.linalg.inv(matrix)),
        dtype="float64",
    )
    assert results[1].item() == 2
    np.testing.assert_allclose(results[2].numpy(), np.zeros(2), atol=1e-12)


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
def test_minimize_quadratic_as_release_2_6_does(minimize):
    results = minimize(lambda x: (x * x).sum(), paddle.to_tensor([1.3, 2.7]))
    assert results[1].tolist() == [3]
    assert results[2].tolist() == [0.0, 0.0]
    if minimize is minimize_bfgs:
        expected = [[0.90590209, -0.19543432], [-0.19543432, 0.59409797]]
        np.testing.assert_allclose(results[5].numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
def test_minimize_limits_and_refuses(minimize):
    start = paddle.to_tensor(START)
    assert minimize(rosenbrock, start, max_iters=2, dtype="float64")[0].tolist() == [False]
    there = minimize(rosenbrock, paddle.ones([2], "float64"), dtype="float64")
    assert (there[0].tolist(), there[1].tolist()) == ([True], [1])
    with pytest.raises(NotImplementedError, match="strong_wolfe"):
        minimize(rosenbrock, start, line_search_fn="golden")
    with pytest.raises(ValueError, match="dtype"):
        minimize(rosenbrock, start, dtype="float16")
    for matrix in ([[1.0, 2.0], [0.0, 1.0]], [[-1.0, 0.0], [0.0, 1.0]]):
        with pytest.raises(ValueError, match="positive definite"):
            minimize(rosenbrock, start, initial_inverse_hessian_estimate=np.array(matrix))
    with pytest.raises(ValueError, match="one number"):
        minimize(lambda x: x * x, start)
    paddle.enable_static()
    try:
        with pytest.raises(RuntimeError, match="outside of programs"):
            minimize(rosenbrock, start)
    finally:
        paddle.disable_static()


# ---- optimizers around optimizers: values of release 2.6.2 --------------------------------------


def train(w, optimizers, steps):
    for _ in range(steps):
        (w * w * 0.5).sum().backward()
        for optimizer in optimizers:
            optimizer.step()
        optimizers[0].clear_grad()
        yield w.item()


@pytest.mark.parametrize("uses_minimize", [False, True])
def test_look_ahead(uses_minimize):
    w = parameter(np.float32([1.0]))
    optimizer = LookAhead(paddle.optimizer.SGD(0.1, parameters=[w]), alpha=0.5, k=2)
    if uses_minimize:
        values = []
        for _ in range(5):
            loss = (w * w * 0.5).sum()
            loss.backward()
            optimizer.minimize(loss)
            optimizer.clear_grad()
            values.append(w.item())
    else:
        values = list(train(w, [optimizer], 5))
    expected = [0.8999999761581421, 0.8550000190734863, 0.7695000171661377, 0.7737749814987183]
    np.testing.assert_allclose(values, [*expected, 0.6963974833488464], rtol=1e-6)
    ((name, slow),) = optimizer.state_dict().items()
    assert name.startswith(w.name + "_slow_")
    assert slow.item() == pytest.approx(0.773775)
    optimizer.set_lr(0.5)
    assert optimizer.inner_optimizer.get_lr() == optimizer.get_lr() == 0.5


def test_look_ahead_refuses():
    sgd = paddle.optimizer.SGD(0.1, parameters=[parameter(np.ones(1))])
    for settings in ({"alpha": 2.0}, {"alpha": -0.1}, {"k": 0}, {"k": 1.5}):
        with pytest.raises(AssertionError):
            LookAhead(sgd, **settings)
    with pytest.raises(AssertionError, match="inner optimizer"):
        LookAhead(None)


AVERAGES = {
    (0.15, 2, 4): [0.9, 0.855, 0.813, 0.69255, 0.65853, 0.5609655, 0.5334093, 0.454382],
    (1.0, 2, 3): [0.9, 0.855, 0.813, 0.773775, 0.65853, 0.6267578, 0.5970656, 0.4800684],
    (0.5, 1, 100): [0.9, 0.81, 0.729, 0.69255, 0.623295, 0.592677, 0.564082, 0.537359],
}


@pytest.mark.parametrize("window", AVERAGES)
def test_model_average(window):
    rate, least, most = window
    w = parameter(np.float32([1.0]))
    average = ModelAverage(rate, [w], least, most)
    sgd = paddle.optimizer.SGD(0.1, parameters=[w])
    found = []
    for value in train(w, [sgd, average], 8):
        with average.apply():
            found.append(w.item())
        assert w.item() == value
    np.testing.assert_allclose(found, AVERAGES[window], rtol=1e-6)
    with average.apply(need_restore=False):
        pass
    assert w.item() == pytest.approx(found[-1])
    average.restore()
    assert w.item() == value


def test_model_average_before_the_first_step():
    w = parameter(np.float32([1.0]))
    average = ModelAverage(0.15, [w])
    with average.apply():
        assert w.item() == 1.0
    with pytest.raises(AttributeError, match="needs parameters"):
        ModelAverage(0.15)


def test_model_average_state():
    w = parameter(np.float32([1.0]))
    average, other = ModelAverage(0.15, [w], 2, 4), ModelAverage(0.15, [w], 2, 4)
    sgd = paddle.optimizer.SGD(0.1, parameters=[w])
    for _ in train(w, [sgd, average], 3):
        pass
    other.set_state_dict(average.state_dict())
    with average.apply():
        expected = w.item()
    with other.apply():
        assert w.item() == expected
