"""Operators of an extension have the same rights as the core's: gradients, programs, autocast."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import paddle
import pytest
from paddle import _C_ops

pytestmark = pytest.mark.usefixtures("guest")


def variable(array: object, dtype: str = "float64") -> paddle.Tensor:
    return paddle.to_tensor(np.asarray(array, dtype), stop_gradient=False)


class TestGeneratedOperator:
    def test_values(self) -> None:
        x = np.linspace(-2, 2, 5000)
        out = _C_ops.guest_cube(paddle.to_tensor(x), 2.0)
        np.testing.assert_allclose(out.numpy(), 2 * x**3, rtol=1e-14)

    def test_strided_input(self) -> None:
        x = np.arange(12.0).reshape(3, 4)
        out = _C_ops.guest_cube(paddle.to_tensor(x).transpose([1, 0]))
        np.testing.assert_array_equal(out.numpy(), x.T**3)

    def test_first_and_second_gradient(self) -> None:
        x = variable([1.0, -2.0, 3.0])
        out = _C_ops.guest_cube(x, 0.5)
        (first,) = paddle.grad([out.sum()], [x], create_graph=True)
        np.testing.assert_allclose(first.numpy(), 1.5 * x.numpy() ** 2)
        (second,) = paddle.grad([first.sum()], [x], create_graph=True)
        np.testing.assert_allclose(second.numpy(), 3.0 * x.numpy())
        (third,) = paddle.grad([second.sum()], [x])
        np.testing.assert_allclose(third.numpy(), [3.0, 3.0, 3.0])

    def test_in_place_twin(self) -> None:
        x = paddle.to_tensor([1.0, 2.0])
        version = x.inplace_version
        out = _C_ops.guest_cube_(x, 1.0)
        assert out is x
        assert x.tolist() == [1.0, 8.0]
        assert x.inplace_version == version + 1

    def test_in_a_program(self) -> None:
        paddle.enable_static()
        try:
            program = paddle.static.Program()
            with paddle.static.program_guard(program):
                x = paddle.static.data("x", [3], "float32")
                x.stop_gradient = False
                out = _C_ops.guest_cube(x, 2.0)
                (grad,) = paddle.static.gradients([out], [x])
            assert "guest_cube" in str(program)
            feed = {"x": np.array([1, 2, 3], "float32")}
            values = paddle.static.Executor().run(program, feed=feed, fetch_list=[out, grad])
        finally:
            paddle.disable_static()
        np.testing.assert_allclose(values[0], [2, 16, 54])
        np.testing.assert_allclose(values[1], [6, 24, 54])

    def test_under_autocast(self) -> None:
        x = paddle.to_tensor([2.0]).astype("bfloat16")
        with pytest.raises(Exception, match="bfloat16"):
            _C_ops.guest_cube(x)
        with paddle.amp.auto_cast(dtype="bfloat16"):
            out = _C_ops.guest_cube(x)
        assert out.dtype == paddle.float32
        assert out.tolist() == [8.0]

    def test_refused_dtype_names_the_operator(self) -> None:
        with pytest.raises(Exception, match=r"guest_cube.*int64"):
            _C_ops.guest_cube(paddle.to_tensor([1]))

    def test_dynamic_operator(self) -> None:
        x = paddle.to_tensor([1.0, 2.0, 3.0])
        where = paddle.to_tensor([True, False, True])
        assert _C_ops.guest_select(x, where).tolist() == [1.0, 3.0]

    def test_shape_rule_messages(self) -> None:
        x = paddle.to_tensor([1.0, 2.0])
        with pytest.raises(ValueError, match=r"guest_select.*\[2\] and \[1\]"):
            _C_ops.guest_select(x, paddle.to_tensor([True]))
        with pytest.raises(TypeError, match=r"guest_select.*where must be bool"):
            _C_ops.guest_select(x, x)


class TestHandWrittenOperator:
    def test_values(self) -> None:
        a, b = paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([10.0, 20.0])
        total, parts = _C_ops.guest_mix([a, b], None, [1.0, 0.5])
        assert total.tolist() == [6.0, 12.0]
        assert [part.tolist() for part in parts] == [[1.0, 2.0], [5.0, 10.0]]

    def test_every_attribute(self) -> None:
        a, bias = paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([100.0, 200.0])
        total, parts = _C_ops.guest_mix(
            [a],
            bias,
            [2.0],
            negate=True,
            repeat=3,
            mode="sum",
            dtype="float64",
            shape=[2, 1],
            offset=1,
        )
        assert total.dtype == paddle.float64
        assert total.tolist() == [[95.0], [189.0]]
        assert parts[0].tolist() == [-6.0, -12.0]

    def test_gradients_of_a_list_and_an_optional_tensor(self) -> None:
        a, b, bias = variable([1.0, 2.0]), variable([3.0, 4.0]), variable([0.0, 0.0])
        total, parts = _C_ops.guest_mix([a, b], bias, [2.0, -1.0], dtype="float64")
        (total.sum() + parts[1].sum()).backward()
        assert a.grad.tolist() == [2.0, 2.0]
        assert b.grad.tolist() == [-2.0, -2.0]
        assert bias.grad.tolist() == [1.0, 1.0]

    def test_messages(self) -> None:
        a = paddle.to_tensor([1.0])
        with pytest.raises(ValueError, match=r"guest_mix.*2 weights for 1 tensors"):
            _C_ops.guest_mix([a], None, [1.0, 2.0])
        with pytest.raises(NotImplementedError, match="mode must be sum, not mean"):
            _C_ops.guest_mix([a], None, [1.0], mode="mean")


class TestRegistration:
    @pytest.mark.parametrize(
        ("what", "message"),
        [
            ("name taken", "guest_cube is registered already"),
            ("no outputs", "has no outputs"),
            ("no shape rule", "has no shape rule"),
            ("mask", "a mask names"),
            ("no gradient", "no gradient"),
            ("inplace", "in-place or view argument"),
            ("autocast", "no autocast rule number 7"),
            ("order", "stands behind an attribute"),
        ],
    )
    def test_broken_definitions_are_refused(
        self, guest: ModuleType, what: str, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            guest.register_broken(what)


class TestCompositeLayout:
    def test_what_it_is(self, guest: ModuleType) -> None:
        x = guest.make_diagonal(paddle.to_tensor([1.0, 2.0]))
        assert x.shape == [2, 2]
        assert x.dtype == paddle.float32
        assert guest.describe(x)["layout"] == "guest_diagonal"
        assert guest.component(x, 0).tolist() == [1.0, 2.0]

    def test_kernels_of_core_operators(self, guest: ModuleType) -> None:
        x = guest.make_diagonal(paddle.to_tensor([-1.0, 2.0]))
        out = paddle.abs(x)
        assert guest.describe(out)["layout"] == "guest_diagonal"
        assert guest.component(out, 0).tolist() == [1.0, 2.0]
        product = paddle.matmul(x, paddle.to_tensor([[1.0, 1.0], [3.0, 3.0]]))
        assert product.tolist() == [[-1.0, -1.0], [6.0, 6.0]]

    def test_gradients_flow_through_the_component(self, guest: ModuleType) -> None:
        values, y = variable([-1.0, 2.0]), variable([[1.0, 5.0], [3.0, 4.0]])
        product = paddle.matmul(paddle.abs(guest.make_diagonal(values)), y)
        (grad,) = paddle.grad([(product**2).sum()], [values], create_graph=True)
        rows = (y.numpy() ** 2).sum(axis=1)
        np.testing.assert_allclose(grad.numpy(), 2 * values.numpy() * rows)
        (second,) = paddle.grad([grad.sum()], [values])
        np.testing.assert_allclose(second.numpy(), 2 * rows)

    def test_the_tensor_shows_the_gradient_of_its_component(self, guest: ModuleType) -> None:
        x = guest.make_diagonal(paddle.to_tensor([-1.0, 2.0]))
        assert x.stop_gradient
        assert x.is_leaf
        x.stop_gradient = False
        assert guest.describe(x)["requires_grad"]
        paddle.matmul(x, paddle.ones([2, 3])).sum().backward()
        assert guest.describe(x.grad)["layout"] == "guest_diagonal"
        assert guest.component(x.grad, 0).tolist() == [3.0, 3.0]
        assert guest.component(x.detach(), 0).stop_gradient

    def test_an_operator_without_a_kernel_says_so(self, guest: ModuleType) -> None:
        x = guest.make_diagonal(paddle.to_tensor([1.0]))
        with pytest.raises(Exception, match=r"operator exp has no kernel.*guest_diagonal"):
            paddle.exp(x)

    def test_components_are_checked(self, guest: ModuleType) -> None:
        with pytest.raises(ValueError, match=r"one dimension, but have shape \[1, 1\]"):
            guest.make_diagonal(paddle.to_tensor([[1.0]]))
        with pytest.raises(ValueError, match="have to be dense"):
            guest.nest(guest.make_diagonal(paddle.to_tensor([1.0])))
