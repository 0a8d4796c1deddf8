"""The operators of the tables called directly: bad input is refused before memory is touched."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import _C_ops
from paddle.sparse._operators import ops

INDEX = paddle.to_tensor([0, 2])
VALUES = paddle.to_tensor([1.0, 2.0])


def index(*values: int) -> paddle.Tensor:
    return paddle.to_tensor(np.array(values, "int64"))


def test_flatten_and_back() -> None:
    indices = paddle.to_tensor([[0, 1, 1], [2, 0, 1]])
    positions = _C_ops.sparse_flatten(indices, [2, 3])
    assert positions.tolist() == [2, 3, 4]
    assert _C_ops.sparse_unflatten(positions, [2, 3]).tolist() == indices.tolist()


def test_unique() -> None:
    distinct, where = _C_ops.sparse_unique(index(5, 1, 5, 3))
    assert distinct.tolist() == [1, 3, 5]
    assert where.tolist() == [2, 0, 2, 1]


@pytest.mark.parametrize("highest", [3, 2000, 2**33, 2**62])
def test_unique_of_many(highest: int) -> None:
    positions = np.random.default_rng(0).integers(-highest, highest, 5000)
    distinct, where = ops.sparse_unique(paddle.to_tensor(positions))
    expected, inverse = np.unique(positions, return_inverse=True)
    np.testing.assert_array_equal(distinct.numpy(), expected)
    np.testing.assert_array_equal(where.numpy(), inverse)


def test_strided_inputs() -> None:
    values = paddle.to_tensor([[1.0, 9.0], [2.0, 9.0], [3.0, 9.0]])[:, 0]
    positions = paddle.to_tensor([[1, 7], [0, 7], [1, 7]])[:, 0]
    assert _C_ops.sparse_scatter_add(values, positions, 3).tolist() == [2.0, 4.0, 0.0]
    assert _C_ops.sparse_gather(values, positions).tolist() == [2.0, 1.0, 2.0]


def test_empty_inputs() -> None:
    empty, nothing = paddle.zeros([0], dtype="float32"), index()
    assert _C_ops.sparse_scatter_add(empty, nothing, 2).tolist() == [0.0, 0.0]
    product = _C_ops.sparse_matmul(empty, paddle.ones([3, 2]), nothing, nothing, 4)
    assert product.tolist() == [[0.0, 0.0]] * 4
    assert _C_ops.sparse_softmax(empty, nothing, 0).shape == [0]
    pair = (empty, empty, index(0, 0, 0), nothing, index(0, 0, 0), nothing)
    assert [part.tolist() for part in _C_ops.sparse_row_product(*pair, 2)] == [[], [0, 0, 0], []]
    assert [part.tolist() for part in _C_ops.sparse_add(*pair, 2, 1)][:3] == [[], [0, 0, 0], []]
    assert [part.tolist() for part in _C_ops.sparse_union(nothing, nothing)] == [[], [], []]
    crows, cols, order = _C_ops.sparse_transpose_rows(index(0, 0), nothing, 0)
    assert [crows.tolist(), cols.tolist(), order.tolist()] == [[0], [], []]
    assert _C_ops.sparse_row_pointers(nothing, 2, 0).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: _C_ops.sparse_flatten(paddle.to_tensor([[5]]), [3]), IndexError,
         "index 5 of dimension 0 is outside of its size 3"),
        (lambda: _C_ops.sparse_flatten(paddle.to_tensor([[5]]), [3, 3]), ValueError,
         "indices have 1 rows"),
        (lambda: _C_ops.sparse_flatten(paddle.to_tensor([[0]]), [-3]), ValueError,
         "must not be negative"),
        (lambda: _C_ops.sparse_flatten(paddle.to_tensor([[0]] * 2), [2**40, 2**40]), ValueError,
         "too many positions"),
        (lambda: _C_ops.sparse_unflatten(index(9), [3, 3]), IndexError, "index 9 is outside"),
        (lambda: _C_ops.sparse_gather(VALUES, INDEX), IndexError, "index 2 is outside"),
        (lambda: _C_ops.sparse_gather(VALUES, index(-1)), IndexError, "index -1 is outside"),
        (lambda: _C_ops.sparse_gather(VALUES, VALUES), TypeError, "must be int64"),
        (lambda: _C_ops.sparse_scatter_add(VALUES, INDEX, 2), IndexError, "index 2 is outside"),
        (lambda: _C_ops.sparse_scatter_add(VALUES, index(0), 2), ValueError, "same length"),
        (lambda: _C_ops.sparse_scatter_add(VALUES, INDEX, -1), ValueError, "negative"),
        (lambda: _C_ops.sparse_matmul(VALUES, paddle.ones([2, 2]), INDEX, INDEX, 3), IndexError,
         "cols: index 2 is outside"),
        (lambda: _C_ops.sparse_matmul(VALUES, paddle.ones([2]), INDEX, INDEX, 3), ValueError,
         "y must have 2 dimensions"),
        (lambda: _C_ops.sparse_sampled_matmul(
            paddle.ones([2, 2]), paddle.ones([2, 3]), INDEX, INDEX), ValueError, "same length"),
        (lambda: _C_ops.sparse_sampled_matmul(
            paddle.ones([2, 2]), paddle.ones([3, 2]), INDEX, INDEX), IndexError, "rows: index 2"),
        (lambda: _C_ops.sparse_row_product(
            VALUES, VALUES, index(0, 2), INDEX, index(0, 1, 2), INDEX, 3), IndexError,
         "x: index 2 is outside of a dimension of size 2"),
        (lambda: _C_ops.sparse_transpose_rows(index(0, 2), INDEX, 2), IndexError, "index 2"),
        (lambda: _C_ops.sparse_transpose_rows(index(0, 3), INDEX, 3), ValueError, "count 3"),
        (lambda: _C_ops.sparse_transpose_rows(index(1, 2), INDEX, 3), ValueError, "start with 0"),
        (lambda: _C_ops.sparse_transpose_rows(index(0, 2), INDEX, 2**62), ValueError,
         "too many positions"),
        (lambda: _C_ops.sparse_transpose_rows(index(), index(), 3), ValueError, "one pointer"),
        (lambda: _C_ops.sparse_sort_rows(INDEX, 2), IndexError, "rows: index 2"),
        (lambda: _C_ops.sparse_softmax(VALUES, INDEX, 2), IndexError, "groups: index 2"),
        (lambda: _C_ops.sparse_row_pointers(index(1, 0), 1, 2), ValueError, "ascending"),
        (lambda: _C_ops.sparse_row_pointers(index(4), 1, 2), IndexError, "index 4"),
        (lambda: _C_ops.sparse_row_indices(index(0, 1), index(0), 4), ValueError, "5 pointers"),
    ],
)  # fmt: skip
def test_refusals(call: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_in_a_program() -> None:
    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program):
            values = paddle.static.data("values", [3], "float32")
            dense = paddle.static.data("dense", [2, 2], "float32")
            rows = paddle.static.data("rows", [3], "int64")
            cols = paddle.static.data("cols", [3], "int64")
            values.stop_gradient = False
            out = _C_ops.sparse_matmul(values, dense, rows, cols, 3)
            (grad,) = paddle.static.gradients([out], [values])
        feed = {
            "values": np.array([1, 2, 3], "float32"),
            "dense": np.array([[1, 2], [3, 4]], "float32"),
            "rows": np.array([0, 1, 2]),
            "cols": np.array([0, 1, 0]),
        }
        got, slope = paddle.static.Executor().run(program, feed=feed, fetch_list=[out, grad])
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(got, [[1, 2], [6, 8], [3, 6]])
    np.testing.assert_allclose(slope, [3, 7, 3])
