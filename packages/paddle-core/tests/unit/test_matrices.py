"""Jacobian and Hessian matrices, products with them, and hooks of saved tensors."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle.autograd import hessian, jacobian, saved_tensors_hooks
from paddle.incubate import autograd as functional

RNG = np.random.default_rng(11)


def tensor(*shape):
    return paddle.to_tensor(RNG.standard_normal(shape), stop_gradient=False)


def close(actual, expected):
    np.testing.assert_allclose(np.asarray(actual), expected, rtol=1e-12, atol=1e-12)


# ---- paddle.autograd ----------------------------------------------------------------------------


def test_jacobian_of_vectors():
    matrix, x = tensor(4, 3), tensor(3)
    found = jacobian(paddle.matmul(matrix, x).tanh(), x)
    expected = (1 - np.tanh(matrix.numpy() @ x.numpy()) ** 2)[:, None] * matrix.numpy()
    assert found.shape == [4, 3]
    close(found[:], expected)
    close(found, expected)


@pytest.mark.parametrize(
    "index",
    [0, -1, (1, 2), (slice(0, 2), slice(1, None)), (slice(None), 1), slice(None, None, 2), ...],
)
def test_jacobian_indexes(index):
    x = tensor(3)
    found = jacobian(x * x.sum(), x)
    expected = np.eye(3) * x.numpy().sum() + x.numpy()[:, None]
    close(found[index], expected[index])


def test_jacobian_computes_only_the_rows_asked_for():
    x = tensor(5)
    found = jacobian(x * x, x)
    found[3]
    found[1:3, 0]
    assert sorted(found._rows) == [1, 2, 3]


@pytest.mark.parametrize(("of_y", "of_x"), [((), ()), ((), (3,)), ((3,), ())])
def test_jacobian_of_numbers(of_y, of_x):
    x = tensor(*of_x)
    y = (x * paddle.ones([3], "float64")).sin()
    found = jacobian(y if of_y else y.sum(), x)
    assert found.shape == [*of_y, *of_x]
    expected = np.cos(x.numpy()) * np.ones((*of_y, *of_x))
    close(found._evaluate(), expected if of_y or of_x else 3 * expected)


def test_jacobian_of_a_number_cannot_be_indexed():
    x = tensor()
    with pytest.raises(IndexError, match="0-D"):
        jacobian(x * x, x)[:]


def test_jacobian_of_sequences():
    x, w = tensor(3), tensor(3)
    found = jacobian([x * x, x * w], [x, w])
    close(found[0][0], np.diag(2 * x.numpy()))
    close(found[0][1], np.zeros((3, 3)))
    close(found[1][0], np.diag(w.numpy()))
    close(found[1][1], np.diag(x.numpy()))
    assert len(jacobian([x], x)) == 1
    assert len(jacobian(x * w, [x])) == 1


@pytest.mark.parametrize("index", [0, (slice(None), 0), (0, 1, 2), (slice(None), slice(0, 2), 1)])
def test_batched_jacobian(index):
    x = tensor(2, 3)
    found = jacobian(x**3, x, batch_axis=0)
    assert found.shape == [2, 3, 3]
    expected = 3 * np.eye(3) * (x.numpy() ** 2)[:, None]
    close(found[index], expected[index])
    close(jacobian((x**3).sum(1), x, batch_axis=0), 3 * x.numpy() ** 2)


def test_jacobian_takes_part_in_arithmetic():
    x = tensor(3)
    found = jacobian(x * x, x)
    expected = np.diag(2 * x.numpy())
    close(found + 1, expected + 1)
    close(2 * found - 1, 2 * expected - 1)
    close(found @ found, expected @ expected)
    close(-found, -expected)
    close(found.sum(), expected.sum())
    assert bool((found == found).all())
    assert not hasattr(found, "nothing")


def test_jacobian_can_be_differentiated():
    x = tensor(3)
    close(paddle.grad(jacobian(x**3, x)[:].sum(), x)[0], 6 * x.numpy())


def test_jacobian_refuses():
    x = tensor(2, 3)
    with pytest.raises(ValueError, match=r"xs\.ndim should be 0 or 1"):
        jacobian(x.sum(), x)
    with pytest.raises(ValueError, match="batch_axis should be None or 0"):
        jacobian(x, x, batch_axis=1)
    with pytest.raises(IndexError, match="row 3"):
        jacobian(x[0], x[0])[3]
    with pytest.raises(IndexError, match="no row"):
        jacobian(x[0], x[0])[2:2]


def test_hessian():
    x, w = tensor(3), tensor(2)
    a, b = x.numpy(), w.numpy()
    y = (x**3).sum() * (w * w).sum()
    close(hessian(y, x), 6 * np.diag(a) * (b @ b))
    found = hessian(y, [x, w])
    close(found[0][0], 6 * np.diag(a) * (b @ b))
    close(found[0][1], 6 * np.outer(a**2, b))
    close(found[1][0], 6 * np.outer(b, a**2))
    close(found[1][1], 2 * np.eye(2) * (a**3).sum())
    close(hessian((x * 2).sum(keepdim=True), x), np.zeros((3, 3)))


@pytest.mark.parametrize("keepdim", [False, True])
def test_batched_hessian(keepdim):
    x = tensor(2, 3)
    found = hessian((x**3).sum(1, keepdim=keepdim), x, batch_axis=0)
    close(found, 6 * np.eye(3) * x.numpy()[:, None])


def test_hessian_refuses():
    x = tensor(3)
    with pytest.raises(ValueError, match="one element"):
        hessian(x * x, x)
    with pytest.raises(ValueError, match="per sample"):
        hessian(tensor(2, 3), x, batch_axis=0)


# ---- paddle.incubate.autograd -------------------------------------------------------------------


def layered(x, w):
    return paddle.nn.functional.softmax(paddle.matmul(x, w).tanh()), (x * w.sum()).exp()


def directional(function, xs, tangents, step=1e-6):
    """Central differences."""
    ahead = function(*(x + step * v for x, v in zip(xs, tangents, strict=True)))
    behind = function(*(x - step * v for x, v in zip(xs, tangents, strict=True)))
    return [(a - b).numpy() / (2 * step) for a, b in zip(ahead, behind, strict=True)]


def test_jvp_agrees_with_differences_and_vjp():
    xs = [tensor(2, 3), tensor(3, 4)]
    tangents = [tensor(2, 3), tensor(3, 4)]
    outputs, products = functional.jvp(layered, xs, tangents)
    close(outputs[0], layered(*xs)[0].numpy())
    for product, expected in zip(products, directional(layered, xs, tangents), strict=True):
        np.testing.assert_allclose(product.numpy(), expected, rtol=1e-6, atol=1e-8)
    weights = [tensor(2, 4), tensor(2, 3)]
    _, transposed = functional.vjp(layered, xs, weights)
    forward = sum((w * p).sum().item() for w, p in zip(weights, products, strict=True))
    backward = sum((t * v).sum().item() for t, v in zip(transposed, tangents, strict=True))
    assert forward == pytest.approx(backward, rel=1e-10)


UNARY = [
    "exp",
    "log",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "atan",
    "asinh",
    "square",
    "reciprocal",
    "rsqrt",
    "sigmoid",
    "log1p",
    "expm1",
    "erf",
    "abs",
    "lgamma",
    "cumsum",
    "logsumexp",
    "max",
    "mean",
    "std",
    "sign",
]


@pytest.mark.parametrize("name", UNARY)
def test_jvp_of_operators(name):
    x = paddle.to_tensor(RNG.uniform(0.5, 2.0, 4))
    tangent = tensor(4)

    def function(x):
        return [getattr(paddle, name)(x) if hasattr(paddle, name) else x.sigmoid()]

    _, product = functional.jvp(function, x, tangent)
    (expected,) = directional(function, [x], [tangent])
    np.testing.assert_allclose(product.numpy(), expected, rtol=1e-6, atol=1e-8)


def test_products_of_unused_inputs_are_zero():
    x, w = tensor(3), tensor(2)
    _, (of_x, of_w) = functional.vjp(lambda x, w: x * x, [x, w])
    close(of_x, 2 * x.numpy())
    close(of_w, np.zeros(2))
    _, products = functional.jvp(lambda x, w: (x * 2, paddle.ones([2])), [x, w])
    close(products[0], np.full(3, 2.0))
    close(products[1], np.zeros(2))
    _, product = functional.jvp(lambda x: paddle.ones([2]), x)
    close(product, np.zeros(2))


def test_products_refuse():
    x = tensor(3)
    with pytest.raises(ValueError, match="shape"):
        functional.vjp(lambda x: x, x, tensor(2))
    with pytest.raises(ValueError, match="2 v were given for 1"):
        functional.jvp(lambda x: x, x, [x, x])
    with pytest.raises(TypeError, match="Tensors"):
        functional.jvp(lambda x: x, [3])


def test_functional_jacobian():
    xs = [tensor(2, 2), tensor(2, 2)]
    a, b = (x.numpy().ravel() for x in xs)
    found = functional.Jacobian(lambda x, y: (x * y, x + y), xs)
    assert found.shape == (8, 8)
    expected = np.block([[np.diag(b), np.diag(a)], [np.eye(4), np.eye(4)]])
    close(found[:], expected)
    close(found[5], expected[5])
    close(found[-8:2, 1:], expected[:2, 1:])


def test_functional_jacobian_batched():
    xs = [tensor(2, 3), tensor(2, 3)]
    found = functional.Jacobian(lambda x, y: x * y, xs, is_batched=True)
    assert found.shape == (2, 3, 6)
    x, y = (x.numpy() for x in xs)
    expected = np.concatenate([np.eye(3) * y[:, None], np.eye(3) * x[:, None]], axis=2)
    close(found[:], expected)
    close(found[:, 1], expected[:, 1])
    one = functional.Jacobian(lambda x: x.exp().sum(1), xs[0], is_batched=True)
    close(one[:], np.exp(x)[:, None])


@pytest.mark.parametrize("keepdim", [False, True])
def test_functional_hessian(keepdim):
    xs = [tensor(2, 3), tensor(2, 3)]
    a, b = (x.numpy() for x in xs)

    def product(x, y):
        return (x * y * y).sum(1, keepdim=keepdim)

    found = functional.Hessian(product, xs, is_batched=True)
    mixed = 2 * np.eye(3) * b[:, None]
    expected = np.block([[np.zeros((2, 3, 3)), mixed], [mixed, 2 * np.eye(3) * a[:, None]]])
    close(found[:], expected)
    whole = functional.Hessian(lambda x: (x**3).sum(), xs[0])
    close(whole[:], np.diag(6 * a.ravel()))
    with pytest.raises(RuntimeError, match="one element"):
        functional.Hessian(lambda x: x, xs[0])


def test_inputs_of_functions_are_left_alone():
    x = paddle.ones([2])
    functional.Jacobian(lambda x: x * x, x)[:]
    assert x.stop_gradient
    assert x.grad is None


@pytest.mark.parametrize("name", ["Jacobian", "Hessian", "jvp", "vjp", "forward_grad", "grad"])
def test_in_programs(name):
    values = RNG.standard_normal(3)
    main = paddle.static.Program()

    def cubes(x):
        return (x**3).sum() if name == "Hessian" else x**3

    with paddle.static.program_guard(main):
        x = paddle.static.data("x", [3], "float64")
        x.stop_gradient = False
        if name in ("Jacobian", "Hessian"):
            result = getattr(functional, name)(cubes, x)[:]
        elif name in ("jvp", "vjp"):
            result = getattr(functional, name)(cubes, x)[1]
        else:
            result = getattr(functional, name)(cubes(x), x)
    (found,) = paddle.static.Executor().run(main, {"x": values}, [result])
    first = 3 * values**2
    expected = {"Jacobian": np.diag(first), "Hessian": np.diag(6 * values)}.get(name, first)
    close(found, expected)


def test_forward_grad_and_grad_of_sequences():
    x, w = tensor(3), tensor(3)
    y, z = x * w, w.sin()
    along = [tensor(3), tensor(3)]
    found = functional.forward_grad([y, z], [x, w], along)
    close(found[0], along[0].numpy() * w.numpy() + along[1].numpy() * x.numpy())
    close(found[1], along[1].numpy() * np.cos(w.numpy()))
    weights = [tensor(3), tensor(3)]
    of_x, of_w = functional.grad([y, z], [x, w], weights)
    close(of_x, weights[0].numpy() * w.numpy())
    close(of_w, weights[0].numpy() * x.numpy() + weights[1].numpy() * np.cos(w.numpy()))
    with pytest.raises(ValueError, match="grad_inputs"):
        functional.forward_grad(y, x, tensor(2))
    with pytest.raises(ValueError, match="grad_outputs"):
        functional.grad(y, x, tensor(2))


# ---- hooks of saved tensors ---------------------------------------------------------------------


class Recorder:
    """Packs into NumPy arrays and notes what it saw."""

    def __init__(self):
        self.packed, self.unpacked = [], []

    def pack(self, saved):
        self.packed.append(saved.tolist())
        return saved.numpy()

    def unpack(self, array):
        self.unpacked.append(array.tolist())
        return paddle.to_tensor(array)


def test_saved_tensors_go_through_the_hooks():
    recorder = Recorder()
    a, b = tensor(2), tensor(2)
    with saved_tensors_hooks(recorder.pack, recorder.unpack):
        y = a * b
        z = a.exp()
    w = a * a
    assert recorder.packed == [a.tolist(), b.tolist(), z.tolist()]
    assert recorder.unpacked == []
    (y + z + w).sum().backward()
    assert sorted(recorder.unpacked) == sorted(recorder.packed)
    close(a.grad, b.numpy() + np.exp(a.numpy()) + 2 * a.numpy())
    close(b.grad, a.numpy())


def test_hooks_can_change_values():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    with saved_tensors_hooks(lambda t: t.shape, lambda shape: paddle.full(shape, 5.0)):
        y = x.exp()
    y.sum().backward()
    assert x.grad.tolist() == [5.0, 5.0]


def test_hooks_and_second_derivatives():
    recorder = Recorder()
    x = tensor(3)
    with saved_tensors_hooks(recorder.pack, recorder.unpack):
        y = (x * 2).exp() * x
        (first,) = paddle.grad(y, x, create_graph=True)
    (second,) = paddle.grad(first, x)
    a = x.numpy()
    close(second, (4 + 4 * a) * np.exp(2 * a))


def test_operators_inside_hooks_are_not_packed():
    depth = []

    def pack(saved):
        depth.append(1)
        return saved * 2

    x = tensor(2)
    with saved_tensors_hooks(pack, lambda kept: kept / 2):
        y = x * x
    y.sum().backward()
    assert len(depth) == 2
    close(x.grad, 2 * x.numpy())


def test_nested_hooks():
    outer, inner = Recorder(), Recorder()
    x = tensor(2)
    with saved_tensors_hooks(outer.pack, outer.unpack):
        with saved_tensors_hooks(inner.pack, inner.unpack):
            x.exp()
        x.tanh()
    x.sin()
    assert (len(outer.packed), len(inner.packed)) == (1, 1)


def test_nothing_is_packed_without_gradients():
    recorder = Recorder()
    with saved_tensors_hooks(recorder.pack, recorder.unpack), paddle.no_grad():
        tensor(2) * tensor(2)
    assert recorder.packed == []


def test_hooks_of_py_layers():
    class Product(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, None, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            a, nothing, b = ctx.saved_tensor()
            assert nothing is None
            return grad * b, grad * a

    recorder = Recorder()
    a, b = tensor(2), tensor(2)
    with saved_tensors_hooks(recorder.pack, recorder.unpack):
        y = Product.apply(a, b)
    y.sum().backward()
    assert recorder.packed == recorder.unpacked == [a.tolist(), b.tolist()]
    close(a.grad, b.numpy())
    close(b.grad, a.numpy())


def test_hooks_that_fail():
    def refuse(saved):
        raise KeyError("no place")

    x = tensor(2)
    with saved_tensors_hooks(refuse, refuse), pytest.raises(KeyError, match="no place"):
        x * x
    with saved_tensors_hooks(lambda t: t, lambda t: 3):
        y = x * x
    with pytest.raises(TypeError, match="must return a Tensor"):
        y.sum().backward()
    with saved_tensors_hooks(lambda t: t, lambda t: paddle.ones([5])):
        y = x * x
    with pytest.raises(ValueError, match="unpack hook"):
        y.sum().backward()
    with pytest.raises(TypeError, match="functions"):
        saved_tensors_hooks(None, None)


def test_views_and_in_place_writes_with_hooks():
    recorder = Recorder()
    x = tensor(4)
    with saved_tensors_hooks(recorder.pack, recorder.unpack):
        y = x * 1.0
        z = (y * y).sum()
        y[0:2] = 0.0
    z.backward()
    close(x.grad, 2 * x.numpy())
