"""Flags, lists of tensors, readers, and attributes of variables that older programs use."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import pytest

T = paddle.tensor
X = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
ZERO = paddle.zeros([1], "int64")


def test_flags() -> None:
    names = ["FLAGS_check_nan_inf", "FLAGS_use_stride_kernel", "FLAGS_cpu_deterministic"]
    assert list(paddle.get_flags(names).values()) == [False, True, True]
    assert paddle.get_flags([]) == {}
    before = paddle.get_flags("FLAGS_paddle_num_threads")
    paddle.base.set_flags({"FLAGS_paddle_num_threads": 1})
    assert paddle.base.get_flags(("FLAGS_paddle_num_threads",)) == {"FLAGS_paddle_num_threads": 1}
    paddle.set_flags(before)


def test_checking_numbers() -> None:
    paddle.set_flags({"FLAGS_check_nan_inf": 1})
    try:
        assert paddle.get_flags("FLAGS_check_nan_inf") == {"FLAGS_check_nan_inf": True}
        with pytest.raises(RuntimeError, match=r"log"):
            paddle.log(paddle.to_tensor([-1.0]))
    finally:
        paddle.set_flags({"FLAGS_check_nan_inf": False})
    assert np.isnan(float(paddle.log(paddle.to_tensor(-1.0))))


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: paddle.set_flags({"FLAGS_foo": 1}), ValueError, "FLAGS_foo cannot set"),
        (lambda: paddle.get_flags("FLAGS_foo"), ValueError, "FLAGS_foo cannot get"),
        (lambda: paddle.set_flags(["FLAGS_foo"]), TypeError, "should be a dict"),
        (lambda: paddle.get_flags(3), TypeError, "list, tuple or string"),
        (lambda: paddle.set_flags({"FLAGS_use_stride_kernel": False}), ValueError, "always True"),
        (lambda: T.create_array("float32", [1]), TypeError, "All values"),
        (lambda: T.create_array("float32", X), TypeError, "list/tuple"),
        (lambda: T.array_write(X, ZERO + 5, []), AssertionError, "not be greater"),
        (lambda: T.array_write(X, 0, []), AssertionError, "must be Variable"),
        (lambda: T.array_write(X, paddle.zeros([2], "int64"), []), AssertionError, "shape"),
        (lambda: T.array_write(np.ones(2), ZERO), AssertionError, "input data 'x'"),
        (lambda: T.array_write(X, ZERO, X), AssertionError, "must be a list"),
        (lambda: T.array_read([X], ZERO + 9), IndexError, "range"),
        (lambda: T.array_length(X), AssertionError, "must be a list"),
        (lambda: T.manipulation.tensor_array_to_tensor(X), AssertionError, "must be list"),
        (lambda: paddle.batch(lambda: iter([]), 0), ValueError, "batch_size=0"),
        (lambda: X.rows(), SystemError, "SelectedRows"),
        (lambda: X.cuda(), ValueError, "CPU"),
        (lambda: T.top_p_sampling(X[0], X[0]), ValueError, "elements"),
    ],
)
def test_errors(call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_lists_of_tensors() -> None:
    array = T.create_array("float32")
    assert T.array_write(X, ZERO, array) is array
    T.array_write(X + 1, ZERO + 1, array)
    T.array_write(X + 2, ZERO, array)
    assert T.array_length(array) == 2
    assert T.array_read(array, ZERO).tolist() == [[3, 4], [5, 6]]
    joined, sizes = T.manipulation.tensor_array_to_tensor(array, axis=0)
    assert joined.shape == [4, 2]
    assert (sizes.tolist(), sizes.dtype) == ([2, 2], paddle.int32)
    stacked, sizes = T.manipulation.tensor_array_to_tensor(array, axis=0, use_stack=True)
    assert (stacked.shape, sizes.tolist()) == ([2, 2, 2], [1, 1])


def test_batches() -> None:
    def reader() -> Any:
        return iter(range(5))

    assert list(paddle.batch(reader, 2)()) == [[0, 1], [2, 3], [4]]
    assert list(paddle.batch(reader, 2, drop_last=True)()) == [[0, 1], [2, 3]]


def test_shapes_are_checked_while_recording() -> None:
    paddle.check_shape("anything", "op")
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program()):
            size = paddle.static.data("size", [1], "float32")
            paddle.check_shape([2, -1], "op")
            for shape in ([2, "a"], 5, [1.5], size, [size]):
                with pytest.raises(TypeError, match="shape"):
                    paddle.check_shape(shape, "op")
    finally:
        paddle.disable_static()


def test_attributes_of_dense_tensors() -> None:
    assert not X.is_selected_rows()
    assert X.get_selected_rows() is None
    assert X.layout == "NCHW"
    assert repr(X.type) == "<VarType.LOD_TENSOR: 7>"
    assert X.block.idx == 0
    weight = paddle.ones([1])
    weight.stop_gradient = False
    (weight * 2).backward()
    assert weight.grad_.tolist() == [2.0]
    weight.grad_ = paddle.to_tensor([5.0])
    assert weight.grad.tolist() == [5.0]
    created = T.create_tensor("float64", name="created", persistable=True)
    assert (created.name, created.persistable, created.dtype) == ("created", True, paddle.float64)
    paddle.disable_signal_handler()


def test_searchsorted_of_different_types() -> None:
    sequence = np.array([1, 3, 5])
    for x, y in (("int64", "int32"), ("float32", "float64"), ("int64", "float32")):
        got = paddle.searchsorted(
            paddle.to_tensor(sequence.astype(x)), paddle.to_tensor(np.array([3, 6]).astype(y))
        )
        assert got.tolist() == [1, 3]


def test_sampling_of_the_most_probable() -> None:
    paddle.seed(5)
    x = paddle.to_tensor([[0.1, 0.2, 0.3, 0.4]]).expand([4000, 4])
    values, positions = x.top_p_sampling(paddle.full([4000], 0.7))
    drawn = positions.numpy()[:, 0]
    assert set(drawn) == {2, 3}
    assert (drawn == 3).mean() == pytest.approx(4 / 7, abs=0.03)
    np.testing.assert_array_equal(values.numpy()[:, 0], x.numpy()[0, drawn])
    _, limited = x.top_p_sampling(paddle.ones([4000]), threshold=paddle.full([4000], 0.35))
    assert set(limited.numpy()[:, 0]) == {3}
    again = [T.top_p_sampling(x, paddle.ones([4000, 1]), seed=3)[1].numpy() for _ in range(2)]
    np.testing.assert_array_equal(*again)
