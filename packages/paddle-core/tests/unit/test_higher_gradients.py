"""Gradients of third and fourth order, by central differences of those one order below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import _C_ops
from paddle.nn import functional

r = np.random.default_rng(5)
STEP = 1e-5
LABELS = np.array([[2], [-100], [0]])
SOFT = r.dirichlet(np.ones(4), 3)
INDEX = np.array([[0, 0, 2], [1, 0, 1]])

Function = Callable[..., Any]


def normal(*shape: int) -> np.ndarray:
    return r.standard_normal(shape)


def complex_normal(*shape: int) -> np.ndarray:
    return normal(*shape) + 1j * normal(*shape)


def batch_norm(x: Any, scale: Any, bias: Any, frozen: bool) -> Any:
    mean, variance = paddle.to_tensor([0.1, 0.2]), paddle.to_tensor([1.0, 2.0])
    running = [value.astype("float64") for value in (mean, variance)]
    settings = (False, 0.9, 1e-5, "NCHW", frozen, False)
    return _C_ops.batch_norm(x, *running, scale, bias, *settings)[0]


def cross_entropy(x: Any, label: np.ndarray, **settings: Any) -> Any:
    soft = label.dtype.kind == "f"
    given = paddle.to_tensor(label)
    return _C_ops.cross_entropy_with_softmax(x, given, soft_label=soft, **settings)[1]


def put(reduce: str, include_self: bool = True) -> Function:
    def function(x: Any, values: Any) -> Any:
        index = paddle.to_tensor(INDEX)
        return _C_ops.put_along_axis(x, index, values, 1, reduce, include_self)

    return function


WITH_ZEROS = np.array([[1.5, 0.0, -2.0, 0.5], [0.0, 0.7, 0.0, 3.0]])

CASES: dict[str, tuple[Function, list[np.ndarray]]] = {
    "prod": (lambda x: paddle.prod(x, 1), [WITH_ZEROS]),
    "prod of complex": (lambda x: paddle.prod(x, 0), [complex_normal(3, 2)]),
    "prod over two axes": (lambda x: paddle.prod(x, [0, 2]), [normal(2, 2, 2)]),
    "p_norm 2": (lambda x: _C_ops.p_norm(x, 2.0, [1], True), [normal(2, 3)]),
    "p_norm 3": (lambda x: _C_ops.p_norm(x, 3.0, [0], False), [normal(2, 3)]),
    "cumprod": (lambda x: paddle.cumprod(x, 1), [WITH_ZEROS]),
    "cumprod of complex": (lambda x: paddle.cumprod(x, 0), [complex_normal(3, 2)]),
    "logcumsumexp": (lambda x: paddle.logcumsumexp(x, 1), [normal(2, 5)]),
    "put mul": (put("mul"), [WITH_ZEROS, np.array([[0.0, 2.0, 0.5], [1.5, 0.0, 0.0]])]),
    "put mul without self": (put("mul", False), [normal(2, 4), normal(2, 3)]),
    "put mean": (lambda x, v: put("mean")(x, v) ** 4, [normal(2, 4), normal(2, 3)]),
    "put amax": (lambda x, v: put("amax")(x, v) ** 4, [normal(2, 4), normal(2, 3)]),
    "sgn of complex": (paddle.sgn, [complex_normal(3)]),
    "angle of complex": (paddle.angle, [complex_normal(3)]),
    "abs of complex": (paddle.abs, [complex_normal(3)]),
    "layer_norm": (
        lambda x, s, b: functional.layer_norm(x, [4], s, b) ** 2,
        [normal(2, 4), normal(4), normal(4)],
    ),
    "rms_norm": (lambda x, s: _C_ops.rms_norm(x, s)[0], [normal(2, 4), normal(4)]),
    "group_norm": (
        lambda x, s, b: _C_ops.group_norm(x, s, b, 1e-5, 2)[0] ** 2,
        [normal(2, 4, 2, 2), normal(4), normal(4)],
    ),
    "group_norm, channels last": (
        lambda x, s: _C_ops.group_norm(x, s, None, 1e-5, 2, "NHWC")[0],
        [normal(2, 2, 2, 4), normal(4)],
    ),
    "instance_norm": (
        lambda x, s, b: _C_ops.instance_norm(x, s, b)[0] ** 2,
        [normal(2, 2, 4), normal(2), normal(2)],
    ),
    "batch_norm": (
        lambda x, s, b: batch_norm(x, s, b, False) ** 2,
        [normal(3, 2, 2, 2), normal(2), normal(2)],
    ),
    "batch_norm, frozen": (
        lambda x, s, b: batch_norm(x, s, b, True) ** 3,
        [normal(3, 2, 2, 2), normal(2), normal(2)],
    ),
    "cross entropy": (lambda x: cross_entropy(x, LABELS) ** 2, [normal(3, 4)]),
    "soft cross entropy": (lambda x: cross_entropy(x, SOFT), [normal(3, 4)]),
    "cross entropy of probabilities": (
        lambda x: cross_entropy(x, LABELS, use_softmax=False), [r.uniform(0.2, 0.9, (3, 4))],
    ),
    "kl divergence": (
        lambda x, y: functional.kl_div(x, y, "mean") ** 2,
        [normal(3, 4), r.uniform(0.2, 0.9, (3, 4))],
    ),
    "convolution": (
        lambda x, w: functional.conv2d(x, w, padding=1) ** 2,
        [normal(1, 2, 3, 3), normal(2, 2, 3, 3)],
    ),
    "pooling": (lambda x: functional.avg_pool2d(x, 2) ** 4, [normal(1, 2, 4, 4)]),
    "interpolation": (
        lambda x: functional.interpolate(x, [5, 5], mode="bilinear") ** 3, [normal(1, 1, 3, 3)],
    ),
    "softmax": (functional.softmax, [normal(2, 4)]),
    "gelu": (functional.gelu, [normal(5)]),
    "matmul": (lambda x, y: paddle.matmul(x, y) ** 3, [normal(2, 3), normal(3, 2)]),
    "view as complex": (lambda x: paddle.abs(_C_ops.view_dtype(x, "complex128")), [normal(3, 2)]),
    "view as real": (
        lambda x: _C_ops.view_dtype(x, "float64") ** 4, [complex_normal(3, 2)],
    ),
}  # fmt: skip


def weight(value: Any, seed: int) -> paddle.Tensor:
    random = np.random.default_rng(seed)
    made = random.standard_normal(value.shape)
    if value.dtype in (paddle.complex64, paddle.complex128):
        made = made + 1j * random.standard_normal(value.shape)
    return paddle.to_tensor(made)


def tensors(arrays: list[np.ndarray]) -> list[paddle.Tensor]:
    return [paddle.to_tensor(array, stop_gradient=False) for array in arrays]


def derivatives(function: Function, arrays: list[np.ndarray], order: int) -> tuple[Any, ...]:
    """The gradients of an order, each order's weighted to be differentiated again."""
    leaves = tensors(arrays)
    values = [function(*leaves)]
    for depth in range(order):
        used = [(i, value) for i, value in enumerate(values) if value is not None]
        used = [(i, value) for i, value in used if not value.stop_gradient]
        values = paddle.grad(
            [value for _, value in used],
            leaves,
            [weight(value, 10 * depth + i) for i, value in used],
            create_graph=depth + 1 < order,
            allow_unused=True,
        )
    return tuple(
        np.zeros(array.shape) if value is None else value.numpy()
        for array, value in zip(arrays, values, strict=True)
    )


def inner(values: tuple[Any, ...], directions: list[np.ndarray]) -> float:
    return sum(
        float(np.sum(np.real(np.conj(value) * direction)))
        for value, direction in zip(values, directions, strict=True)
    )


def check(function: Function, arrays: list[np.ndarray], order: int, tolerance: float) -> None:
    directions = [weight(value, 77 + i).numpy() for i, value in enumerate(tensors(arrays))]

    def below(step: float) -> float:
        moved = [array + step * each for array, each in zip(arrays, directions, strict=True)]
        lower = derivatives(function, moved, order - 1)
        weights = [
            weight(value, 10 * (order - 1) + i).numpy() for i, value in enumerate(tensors(arrays))
        ]
        return inner(lower, weights)

    numeric = (below(STEP) - below(-STEP)) / (2 * STEP)
    analytic = inner(derivatives(function, arrays, order), directions)
    assert analytic == pytest.approx(numeric, rel=tolerance, abs=tolerance)


@pytest.mark.parametrize("name", CASES)
def test_third_order(name: str) -> None:
    check(*CASES[name], order=3, tolerance=1e-5)


@pytest.mark.parametrize("name", ["prod", "cumprod", "layer_norm", "soft cross entropy", "put mul"])
def test_fourth_order(name: str) -> None:
    check(*CASES[name], order=4, tolerance=1e-4)


@pytest.mark.parametrize("name", ["prod", "cumprod", "layer_norm", "p_norm 3", "batch_norm"])
def test_third_order_in_a_program(name: str) -> None:
    function, arrays = CASES[name]

    def third(gradients: Function, x: Any) -> Any:
        value = function(x, *map(paddle.to_tensor, arrays[1:]))
        for _ in range(3):
            (value,) = gradients((value * value).sum(), x)
        return value

    def eagerly(value: Any, x: Any) -> Any:
        return paddle.grad(value, x, create_graph=True)

    wanted = third(eagerly, tensors(arrays)[0])
    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program):
            x = paddle.static.data("x", arrays[0].shape, "float64")
            x.stop_gradient = False
            recorded = third(paddle.static.gradients, x)
        (got,) = paddle.static.Executor().run(program, {"x": arrays[0]}, [recorded])
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(got, wanted.numpy(), rtol=1e-9)


def test_tie_of_a_stable_sum() -> None:
    check(lambda x: paddle.logcumsumexp(x, 0), [np.zeros(4)], order=3, tolerance=1e-5)


def test_first_gradients_are_those_of_the_kernels_whether_a_graph_is_made_or_not() -> None:
    x = paddle.to_tensor(WITH_ZEROS, stop_gradient=False)
    (plain,) = paddle.grad(paddle.prod(x, 1).sum(), x)
    (graph,) = paddle.grad(paddle.prod(x, 1).sum(), x, create_graph=True)
    assert plain.tolist() == graph.tolist()


def test_half_floats() -> None:
    x = paddle.to_tensor(normal(2, 4), dtype="bfloat16", stop_gradient=False)
    value = functional.layer_norm(x, [4]).astype("float32").square().square().sum()
    for order in range(3):
        (value,) = paddle.grad(value, x, create_graph=order < 2)
        value = value.astype("float32").square().sum() if order < 2 else value
    assert value.dtype == paddle.bfloat16
    assert bool(paddle.isfinite(value.astype("float32")).all())


def test_composite_of_a_tensor_that_depends_on_another() -> None:
    """Paths through the incoming gradient are counted once."""
    x = paddle.to_tensor([1.5, -0.5, 2.0], dtype="float64", stop_gradient=False)
    (first,) = paddle.grad(paddle.prod(x) ** 2, x, create_graph=True)  # 2 p^2 / x
    (second,) = paddle.grad(first.sum(), x, create_graph=True)
    (third,) = paddle.grad(second.sum(), x)

    def second_of(v: np.ndarray) -> np.ndarray:
        p = v.prod()
        return np.array(
            [sum((2 if i == k else 4) * p * p / (v[i] * v[k]) for i in range(3)) for k in range(3)]
        )

    np.testing.assert_allclose(second.numpy(), second_of(x.numpy()), rtol=1e-12)
    step = 1e-6
    for i in range(3):
        ahead, behind = x.numpy().copy(), x.numpy().copy()
        ahead[i] += step
        behind[i] -= step
        slope = (second_of(ahead).sum() - second_of(behind).sum()) / (2 * step)
        assert third.numpy()[i] == pytest.approx(slope, rel=1e-6)


def test_view_of_other_bits_has_no_slope() -> None:
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    (slope,) = paddle.grad(_C_ops.view_dtype(x, "float16").astype("float32").sum(), x)
    assert slope.tolist() == [0.0, 0.0]


def test_weights_of_bincount() -> None:
    weights = paddle.to_tensor([1.0, 2.0, 3.0], stop_gradient=False)
    counts = paddle.bincount(paddle.to_tensor([1, 0, 1]), weights)
    (slope,) = paddle.grad((counts * paddle.to_tensor([5.0, 7.0])).sum(), weights)
    assert slope.tolist() == [7.0, 5.0, 7.0]
