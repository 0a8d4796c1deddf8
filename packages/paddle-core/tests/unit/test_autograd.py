"""The backward pass: accumulation, hooks, higher order, in-place writes, views, errors."""

from __future__ import annotations

import gc
import threading

import numpy as np
import paddle
import pytest


def leaf(values: object, dtype: str = "float64") -> paddle.Tensor:
    return paddle.to_tensor(values, dtype=dtype, stop_gradient=False)


def test_accumulation_and_clearing() -> None:
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()
    (x * 3).sum().backward()
    assert x.grad.tolist() == [5.0, 7.0]
    x.clear_grad()
    assert x.grad.tolist() == [0.0, 0.0]
    x.clear_gradient(False)
    assert x.grad is None


def test_a_leaf_used_many_times() -> None:
    x = leaf(3.0)
    y = x * x + x * x * x + x
    y.backward()
    assert x.grad.item() == 2 * 3 + 3 * 9 + 1


def test_third_order() -> None:
    x = leaf(2.0)
    y = x**5
    for expected in (5 * 2**4, 20 * 2**3, 60 * 2**2):
        (y,) = paddle.grad(y, x, create_graph=True)
        assert y.item() == pytest.approx(expected)


def test_grad_leaves_grad_attributes_alone() -> None:
    x, w = leaf(2.0), leaf(3.0)
    (gradient,) = paddle.grad(x * w, x)
    assert gradient.item() == 3.0
    assert x.grad is None
    assert w.grad is None


def test_grad_of_intermediate() -> None:
    x = leaf(2.0)
    h = x * x
    assert paddle.grad(h * 5, h)[0].item() == 5.0


def test_allow_unused() -> None:
    x, y = leaf(1.0), leaf(1.0)
    with pytest.raises(ValueError, match="allow_unused"):
        paddle.grad(x * 2, [x, y])
    assert paddle.grad(x * 2, [x, y], allow_unused=True)[1] is None


def test_no_grad_vars_block() -> None:
    x = leaf(2.0)
    h = x * x
    assert paddle.grad(h + x, x, no_grad_vars=[h])[0].item() == 1.0


def test_backward_twice_is_refused() -> None:
    x = leaf(2.0)
    y = (x * x).exp()
    y.backward(retain_graph=True)
    y.backward()
    with pytest.raises(SystemError, match="retain_graph"):
        y.backward()


def test_hooks() -> None:
    x = leaf([1.0, 2.0])
    h = x * 2
    seen = []
    on_h = h.register_hook(lambda grad: seen.append(grad.tolist()))
    on_x = x.register_hook(lambda grad: grad * 10)
    (h * 3).sum().backward(retain_graph=True)
    assert seen == [[3.0, 3.0]]
    assert x.grad.tolist() == [60.0, 60.0]
    assert on_h.remove()
    assert on_x.remove()
    assert not on_x.remove()
    x.clear_gradient(False)
    (h * 3).sum().backward()
    assert len(seen) == 1
    assert x.grad.tolist() == [6.0, 6.0]


def test_hook_errors_reach_the_caller() -> None:
    x = leaf(1.0)
    x.register_hook(lambda grad: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        (x * 2).backward()
    with pytest.raises(RuntimeError, match="stops gradients"):
        paddle.ones([1]).register_hook(print)


def test_hook_after_accumulation() -> None:
    x = leaf(1.0)
    seen = []
    x._register_backward_hook(lambda: seen.append(x.grad.item()))
    (x * 2).backward()
    assert seen == [2.0]


def test_retain_grads() -> None:
    x = leaf(2.0)
    h = x * x
    h.retain_grads()
    (h * 3).backward()
    assert h.grad.item() == 3.0
    assert (x * 2).grad is None


def test_no_grad_and_enable_grad() -> None:
    x = leaf(1.0)
    with paddle.no_grad():
        assert (x * 2).stop_gradient
        with paddle.enable_grad():
            assert not (x * 2).stop_gradient
        with paddle.set_grad_enabled(True):
            assert not (x * 2).stop_gradient
        assert not paddle.is_grad_enabled()

    @paddle.no_grad()
    def function() -> paddle.Tensor:
        return x * 2

    assert function().stop_gradient
    assert paddle.no_grad(lambda: x * 2)().stop_gradient
    assert paddle.is_grad_enabled()


def test_stop_gradient_cuts() -> None:
    x = leaf(2.0)
    h = x * x
    h.stop_gradient = True
    y = h * x
    y.backward()
    assert x.grad.item() == 4.0
    assert x.detach().stop_gradient


def test_long_chains_need_no_deep_stack() -> None:
    x = leaf(1.0)
    y = x
    for _ in range(100_000):
        y = y + 1.0
    y.backward(retain_graph=True)
    assert x.grad.item() == 1.0
    del y
    gc.collect()


def test_nested_backward_in_a_hook() -> None:
    x, w = leaf(2.0), leaf(3.0)

    def hook(grad: paddle.Tensor) -> paddle.Tensor:
        with paddle.enable_grad():
            (w * w).backward()
        return grad * w.grad

    x.register_hook(hook)
    (x * 5).backward()
    assert x.grad.item() == 30.0


def test_threads() -> None:
    results = []

    def work() -> None:
        x = leaf(np.ones(1000))
        for _ in range(20):
            (x * x).sum().backward()
        results.append(x.grad[0].item())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [40.0] * 4


# ---- in-place writes and views -----------------------------------------------------------------


def test_leaf_is_not_written_in_place() -> None:
    x = leaf([1.0])
    with pytest.raises(ValueError, match="leaf"):
        x.add_(paddle.ones([1], dtype="float64"))
    with pytest.raises(ValueError, match="leaf"):
        x[0] = 1.0
    with paddle.no_grad():
        x[0] = 5.0
    assert x.item() == 5.0


def test_a_saved_tensor_that_changed_is_noticed() -> None:
    x = leaf([1.0, 2.0])
    h = x * 1.0
    y = h * h
    h.add_(paddle.ones([2], dtype="float64"))
    with pytest.raises(RuntimeError, match="in-place"):
        y.sum().backward()


def test_in_place_operators_save_what_their_gradient_needs() -> None:
    x, w = leaf([2.0, 3.0]), leaf([5.0, 7.0])
    h = x * 1.0
    h.multiply_(w)
    h.sum().backward()
    assert x.grad.tolist() == [5.0, 7.0]
    assert w.grad.tolist() == [2.0, 3.0]


def test_writing_through_a_view_reaches_the_base() -> None:
    base = paddle.zeros([3, 2])
    base[1] = 5.0
    row = base[2]
    row.add_(paddle.ones([2]))
    assert base.tolist() == [[0, 0], [5, 5], [1, 1]]
    assert base.inplace_version == row.inplace_version == 2


def test_gradients_through_writes_to_views() -> None:
    x, v = leaf([[1.0, 2.0], [3.0, 4.0]]), leaf([10.0, 20.0])
    base = x * 1.0
    row = base[0]
    row.multiply_(v)
    (base * base).sum().backward()
    assert x.grad.tolist() == [[2 * 10 * 10.0, 2 * 40 * 20.0], [6.0, 8.0]]
    assert v.grad.tolist() == [2 * 10 * 1.0, 2 * 40 * 2.0]


def test_an_older_view_sees_the_later_write() -> None:
    x = leaf([1.0, 2.0])
    base = x * 1.0
    view = base[0]
    base.multiply_(paddle.to_tensor([3.0, 5.0], dtype="float64"))
    assert view.item() == 3.0
    view.backward()
    assert x.grad.tolist() == [3.0, 0.0]


def test_set_item_has_a_gradient() -> None:
    x, v = leaf([1.0, 2.0, 3.0]), leaf(7.0)
    y = x * 2.0
    y[1] = v * v
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 2.0]
    assert v.grad.item() == 14.0


def test_second_order_through_a_written_view() -> None:
    x = leaf([1.0, 2.0])
    y = x * x
    y[0] = y[1].clone() * x[0]
    (first,) = paddle.grad((y * y).sum(), x, create_graph=True)
    # f = (x1^2 x0)^2 + x1^4
    assert first.tolist() == pytest.approx([2 * 16 * 1, 4 * 8 * 1 + 4 * 8])
    (second,) = paddle.grad(first[0], x)
    assert second.tolist() == pytest.approx([2 * 16, 8 * 8])


def test_expanded_memory_is_not_written() -> None:
    x = paddle.ones([1, 2]).expand([3, 2])
    with pytest.raises(ValueError, match="share memory"):
        x.add_(paddle.ones([3, 2]))


# ---- PyLayer -----------------------------------------------------------------------------------


class Scaled(paddle.autograd.PyLayer):
    """x * w, with counters."""

    @staticmethod
    def forward(ctx, x, w, factor=1.0):  # type: ignore[no-untyped-def, override]
        ctx.save_for_backward(x, w)
        ctx.factor = factor
        return x * w * factor

    @staticmethod
    def backward(ctx, grad):  # type: ignore[no-untyped-def, override]
        x, w = ctx.saved_tensor()
        return grad * w * ctx.factor, grad * x * ctx.factor


def test_py_layer() -> None:
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    Scaled.apply(x, w, factor=2.0).sum().backward()
    assert x.grad.tolist() == [6.0, 8.0]
    assert w.grad.tolist() == [2.0, 4.0]


def test_py_layer_twice_differentiated() -> None:
    x, w = leaf(2.0), leaf(3.0)
    y = Scaled.apply(x * x, w)
    (first,) = paddle.grad(y, x, create_graph=True)
    (second,) = paddle.grad(first, x)
    assert (first.item(), second.item()) == (12.0, 6.0)


def test_py_layer_wrong_number_of_gradients() -> None:
    class Wrong(Scaled):
        @staticmethod
        def backward(ctx, grad):  # type: ignore[no-untyped-def, override]
            return grad, grad, grad

    with pytest.raises(ValueError, match="returned 3 gradients"):
        Wrong.apply(leaf(1.0), leaf(2.0)).backward()
