"""What an extension sees of tensors, memory, threads, random numbers and errors."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import paddle
import pytest


def test_description_of_a_tensor(guest: ModuleType) -> None:
    x = paddle.arange(6, dtype="int32").reshape([2, 3]).transpose([1, 0])
    assert guest.describe(x) == {
        "rank": 2,
        "shape": [3, 2],
        "strides": [1, 3],
        "numel": 6,
        "dtype": "int32",
        "layout": "dense",
        "backend": "CPU",
        "contiguous": False,
        "requires_grad": False,
        "version": 0,
    }


@pytest.mark.parametrize(
    "dtype",
    ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
     "float64", "complex64", "complex128"],
)  # fmt: skip
def test_data_types_by_name(guest: ModuleType, dtype: str) -> None:
    assert guest.describe(paddle.to_tensor([1]).astype(dtype))["dtype"] == dtype


def test_identity_is_kept(guest: ModuleType) -> None:
    x = paddle.to_tensor([1.0])
    assert guest.same(x) is x


def test_only_tensors_are_taken(guest: ModuleType) -> None:
    with pytest.raises(TypeError):
        guest.same([1.0])


def test_memory_of_the_extension(guest: ModuleType) -> None:
    before = guest.released()
    x = guest.borrowed(4)
    view = x[1:]
    assert view.tolist() == [1.0, 2.0, 3.0]
    del x
    assert guest.released() == before
    del view
    assert guest.released() == before + 1


def test_dlpack_shares_memory(guest: ModuleType) -> None:
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
    y = guest.through_dlpack(x.transpose([1, 0]))
    assert y.tolist() == [[1.0, 3.0], [2.0, 4.0]]
    x[0, 0] = 9.0
    assert y[0, 0].item() == 9.0


def test_view_is_kept_inside_the_storage(guest: ModuleType) -> None:
    with pytest.raises(ValueError, match="outside of a storage"):
        guest.view_outside(paddle.to_tensor([1.0]))


def test_calls_of_core_operators(guest: ModuleType) -> None:
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    out = guest.sum_with_core(x)
    assert out.item() == 3.0
    out.backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_in_place_calls(guest: ModuleType) -> None:
    x = paddle.to_tensor([1.0, 2.0])
    assert guest.add_inplace(x, paddle.to_tensor([10.0, 10.0])) is x
    assert x.tolist() == [11.0, 12.0]


def test_gradients_can_be_switched_off(guest: ModuleType) -> None:
    x = paddle.to_tensor([2.0], stop_gradient=False)
    out = guest.without_grad(x)
    assert out.stop_gradient
    assert paddle.is_grad_enabled()


def test_wrong_calls_are_refused(guest: ModuleType) -> None:
    with pytest.raises(RuntimeError, match="no operator named no_such_operator"):
        guest.call_missing()
    with pytest.raises(ValueError, match="add: tensor y is missing"):
        guest.bad_call(paddle.to_tensor([1.0]))


@pytest.mark.parametrize(
    ("status", "kind"),
    [(1, ValueError), (2, TypeError), (3, IndexError), (4, RuntimeError), (5, RuntimeError),
     (6, NotImplementedError), (7, MemoryError)],
)  # fmt: skip
def test_every_status_is_one_exception(guest: ModuleType, status: int, kind: type) -> None:
    with pytest.raises(kind, match="what went wrong"):
        getattr(guest, "raise")(status, "what went wrong")


def test_foreign_exceptions_pass_through(guest: ModuleType) -> None:
    """A Python hook raises inside of a call that the extension makes."""

    class Layer(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: object, x: paddle.Tensor) -> paddle.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: object, grad: paddle.Tensor) -> paddle.Tensor:
            raise KeyError("mine")

    x = paddle.to_tensor([1.0], stop_gradient=False)
    out = guest.sum_with_core(Layer.apply(x))
    with pytest.raises(KeyError, match="mine"):
        out.backward()


def test_parallel_loop(guest: ModuleType) -> None:
    assert guest.parallel_sum(1000, False) == 499500
    with pytest.raises(IndexError, match="a piece failed"):
        guest.parallel_sum(1000, True)


def test_random_numbers_are_those_of_the_core(guest: ModuleType) -> None:
    first = guest.draws(42, 5)
    paddle.seed(42)
    ours = paddle.uniform([5], dtype="float64", min=0.0, max=1.0)
    np.testing.assert_array_equal(ours.numpy(), first)
