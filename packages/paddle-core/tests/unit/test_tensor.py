"""Tensors as Python objects: creation, conversion, identity, copies, interchange."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import numpy as np
import paddle
import pytest

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
    "complex64", "complex128",
)  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_round_trip(dtype: str) -> None:
    array = np.arange(6).reshape(2, 3).astype(dtype)
    tensor = paddle.to_tensor(array)
    assert tensor.dtype == getattr(paddle, dtype)
    assert tensor.shape == [2, 3]
    np.testing.assert_array_equal(tensor.numpy(), array)


def test_numpy_copies_and_asarray_shares() -> None:
    tensor = paddle.to_tensor([1.0, 2.0])
    copied, shared = tensor.numpy(), np.asarray(tensor)
    tensor[0] = 5.0
    assert copied[0] == 1.0
    assert shared[0] == 5.0


def test_share_array_without_copy() -> None:
    array = np.zeros((2, 3))
    tensor = paddle._core.share_array(array)
    array[1, 2] = 7
    assert tensor[1, 2].item() == 7
    tensor[0, 0] = 3
    assert array[0, 0] == 3


def test_shared_memory_outlives_its_maker() -> None:
    tensor = paddle._core.share_array(np.arange(1000.0))
    gc.collect()
    assert tensor.sum().item() == 499500
    array = np.asarray(paddle.arange(1000, dtype="float64"))
    gc.collect()
    assert array.sum() == 499500


@pytest.mark.parametrize("slices", [np.s_[::2], np.s_[::-1], np.s_[:, ::-2]])
def test_strided_arrays(slices: object) -> None:
    array = np.arange(24.0).reshape(4, 6)[slices]
    np.testing.assert_array_equal(paddle.to_tensor(array).numpy(), array)
    np.testing.assert_array_equal(paddle._core.share_array(array).numpy(), array)


def test_unaligned_and_foreign_byte_order_arrays() -> None:
    packed = np.zeros(3, dtype=[("flag", "u1"), ("value", "f8")])
    packed["value"] = [1, 2, 3]
    assert paddle.to_tensor(packed["value"]).tolist() == [1, 2, 3]
    assert paddle.to_tensor(np.array([1, 2], ">i4")).tolist() == [1, 2]


def test_dlpack_shares_memory() -> None:
    tensor = paddle.arange(6, dtype="float32").reshape([2, 3])
    array = np.from_dlpack(tensor)
    tensor[0, 1] = 50
    assert array[0, 1] == 50
    again = paddle.utils.dlpack.from_dlpack(paddle.utils.dlpack.to_dlpack(tensor))
    again[1, 1] = 9
    assert tensor[1, 1].item() == 9


def test_a_dlpack_capsule_is_used_once() -> None:
    capsule = paddle.utils.dlpack.to_dlpack(paddle.ones([2]))
    paddle.utils.dlpack.from_dlpack(capsule)
    with pytest.raises(ValueError, match="used before"):
        paddle.utils.dlpack.from_dlpack(capsule)


def test_default_dtypes_of_python_data() -> None:
    assert paddle.to_tensor(1).dtype == paddle.int64
    assert paddle.to_tensor(1.0).dtype == paddle.float32
    assert paddle.to_tensor(True).dtype == paddle.bool
    assert paddle.to_tensor(1j).dtype == paddle.complex64
    assert paddle.to_tensor([]).dtype == paddle.float32
    assert paddle.to_tensor(np.float64(1.0)).dtype == paddle.float64


def test_to_tensor_refuses_what_is_no_data() -> None:
    with pytest.raises(TypeError, match="data type"):
        paddle.to_tensor("abc")
    with pytest.raises(TypeError, match="data type"):
        paddle.to_tensor(None)
    with pytest.raises(ValueError, match="regular"):
        paddle.to_tensor([[1, 2], [3]])


def test_numbers() -> None:
    x = paddle.to_tensor(2.5)
    assert (float(x), int(x), bool(x), complex(x)) == (2.5, 2, True, 2.5 + 0j)
    assert [10, 20, 30][paddle.to_tensor(1)] == 20
    assert f"{x:.1f}" == "2.5"
    with pytest.raises(AssertionError):
        float(paddle.ones([2]))
    with pytest.raises(AssertionError):
        bool(paddle.ones([2]))
    with pytest.raises(AssertionError, match="0-D"):
        len(x)


def test_iteration_and_len() -> None:
    x = paddle.arange(6).reshape([3, 2])
    assert len(x) == 3
    assert [row.tolist() for row in x] == [[0, 1], [2, 3], [4, 5]]
    with pytest.raises(TypeError):
        iter(paddle.to_tensor(1))


def test_item() -> None:
    x = paddle.arange(6).reshape([2, 3])
    assert x.item(4) == 4
    assert x.item(1, 2) == 5
    assert x.T.item(1) == 3
    with pytest.raises(ValueError, match="one element"):
        x.item()
    with pytest.raises(IndexError):
        x.item(6)


def test_hash_is_identity() -> None:
    x, y = paddle.ones([2]), paddle.ones([2])
    assert len({x, y, x}) == 2


def test_attributes_survive_while_only_the_graph_keeps_the_tensor() -> None:
    x = paddle.ones([2])
    x.stop_gradient = False
    x.grad = paddle.ones([2])
    x.grad.note = "kept"
    gc.collect()
    assert x.grad.note == "kept"


def test_weak_references() -> None:
    x = paddle.ones([2])
    reference = weakref.ref(x)
    assert reference() is x
    del x
    assert reference() is None


def test_deepcopy_and_pickle() -> None:
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = copy.deepcopy(x)
    z = pickle.loads(pickle.dumps(x))
    for other in (y, z):
        assert other.tolist() == [1.0, 2.0]
        assert not other.stop_gradient
        assert other is not x
    assert pickle.loads(pickle.dumps(paddle.float32)) is paddle.float32


def test_array_priority() -> None:
    result = np.ones(2, "float32") + paddle.ones([2])
    assert isinstance(result, paddle.Tensor)
    assert result.tolist() == [2, 2]


def test_dtype_objects() -> None:
    assert str(paddle.float32) == "paddle.float32"
    assert paddle.ones([1]).dtype is paddle.float32
    assert len({paddle.float32, paddle.ones([1]).dtype}) == 1


def test_many_tensors_leave_no_memory_behind() -> None:
    def train() -> None:
        for _ in range(100):
            x = paddle.ones([100])
            x.stop_gradient = False
            (x * 2).sum().backward()

    gc.collect()
    before = paddle._core.memory_stats()["allocated"]
    train()
    gc.collect()
    assert paddle._core.memory_stats()["allocated"] == before


def test_a_wide_dtype_keeps_every_digit_of_python_numbers() -> None:
    assert paddle.to_tensor([0.1, 16777217], dtype="float64").tolist() == [0.1, 16777217.0]
    assert paddle.to_tensor(0.1, dtype="complex128").tolist() == 0.1 + 0j
    assert paddle.to_tensor([16777217.0], dtype="int64").tolist() == [16777217]
