"""Operators on two tensors, element by element, against SciPy, with gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle

SHAPE = (6, 5)


def pair(layout: str) -> tuple:
    a, b = random_matrix(SHAPE, seed=1), random_matrix(SHAPE, density=0.5, seed=2)
    return a, b, to_paddle(a, layout), to_paddle(b, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_different_patterns(name: str, layout: str) -> None:
    a, b, x, y = pair(layout)
    out = getattr(paddle.sparse, name)(x, y)
    expected = {"add": a + b, "subtract": a - b, "multiply": a.multiply(b)}[name].toarray()
    assert in_layout(out, layout)
    np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-14)
    union = np.logical_or(a.toarray() != 0, b.toarray() != 0)
    assert out.nnz() == union.sum()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_divide_stores_every_position(layout: str) -> None:
    a, b, x, y = pair(layout)
    out = paddle.sparse.divide(x, y)
    with np.errstate(all="ignore"):
        expected = a.toarray() / b.toarray()
    assert out.nnz() == 30
    np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_numbers(layout: str) -> None:
    a, _, x, _ = pair(layout)
    np.testing.assert_allclose(paddle.sparse.multiply(x, 3).to_dense().numpy(), a.toarray() * 3)
    np.testing.assert_allclose(paddle.sparse.divide(x, 4.0).to_dense().numpy(), a.toarray() / 4)
    assert paddle.sparse.divide(x, 4.0).nnz() == a.nnz


@pytest.mark.parametrize("layout", LAYOUTS)
def test_dense_operand(layout: str) -> None:
    a, b, x, _ = pair(layout)
    dense = b.toarray()
    y = paddle.to_tensor(dense)
    np.testing.assert_allclose(paddle.sparse.add(x, y).numpy(), a.toarray() + dense)
    np.testing.assert_allclose(paddle.sparse.subtract(x, y).numpy(), a.toarray() - dense)
    product = paddle.sparse.multiply(x, y)
    assert product.nnz() == a.nnz
    np.testing.assert_allclose(product.to_dense().numpy(), a.toarray() * dense)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_gradients(name: str) -> None:
    a, b = random_matrix((3, 4), 0.5, seed=1), random_matrix((3, 4), 0.6, seed=2)
    a_indices, b_indices = np.stack([a.row, a.col]), np.stack([b.row, b.col])

    def function(first: paddle.Tensor, second: paddle.Tensor) -> paddle.Tensor:
        x = paddle.sparse.sparse_coo_tensor(a_indices, first, [3, 4], stop_gradient=False)
        y = paddle.sparse.sparse_coo_tensor(b_indices, second, [3, 4], stop_gradient=False)
        return getattr(paddle.sparse, name)(x, y)

    check_gradients(function, a.data, b.data)


def test_gradients_of_divide() -> None:
    indices = [[0, 0, 1, 1], [0, 1, 0, 1]]  # every position, so that nothing is 0 / 0

    def function(first: paddle.Tensor, second: paddle.Tensor) -> paddle.Tensor:
        x = paddle.sparse.sparse_coo_tensor(indices, first, [2, 2], stop_gradient=False)
        y = paddle.sparse.sparse_coo_tensor(indices, second, [2, 2], stop_gradient=False)
        return paddle.sparse.divide(x, y)

    random = np.random.default_rng(0)
    check_gradients(function, random.uniform(1, 2, 4), random.uniform(1, 2, 4), tolerance=1e-5)


def test_gradients_of_a_dense_factor() -> None:
    a = random_matrix((3, 4), 0.5, seed=1)
    indices = np.stack([a.row, a.col])

    def function(first: paddle.Tensor, second: paddle.Tensor) -> paddle.Tensor:
        x = paddle.sparse.sparse_coo_tensor(indices, first, [3, 4], stop_gradient=False)
        return paddle.sparse.multiply(x, second)

    check_gradients(function, a.data, np.random.default_rng(5).random((3, 4)))


def test_dense_dimensions() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 2]], [[1.0, 2.0], [3.0, 4.0]], [4, 2])
    y = paddle.sparse.sparse_coo_tensor([[2, 3]], [[10.0, 20.0], [30.0, 40.0]], [4, 2])
    out = paddle.sparse.add(x, y)
    assert out.indices().tolist() == [[0, 2, 3]]
    assert out.values().tolist() == [[1.0, 2.0], [13.0, 24.0], [30.0, 40.0]]


def test_mixed_dtypes_are_promoted() -> None:
    a, b, x, _ = pair("coo")
    y = paddle.sparse.cast(to_paddle(b, "coo"), None, "float32")
    out = paddle.sparse.add(x, y)
    assert out.dtype == paddle.float64
    np.testing.assert_allclose(out.to_dense().numpy(), (a + b).toarray(), rtol=1e-6)


def test_refusals() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0], [0]], [1.0], [2, 2])
    other = paddle.sparse.sparse_coo_tensor([[0], [0]], [1.0], [2, 3])
    with pytest.raises(ValueError, match=r"add: the shapes \[2, 2\] of x and \[2, 3\] of y"):
        paddle.sparse.add(x, other)
    with pytest.raises(TypeError, match="same layout"):
        paddle.sparse.multiply(x, x.to_sparse_csr())
    with pytest.raises(TypeError, match="x must be a Sparse"):
        paddle.sparse.subtract(paddle.ones([2]), x)
    with pytest.raises(TypeError, match="y must be a Sparse"):
        paddle.sparse.divide(x, "2")
    with pytest.raises(ValueError, match="shapes"):
        paddle.sparse.add(x, paddle.ones([2]))
    hybrid = paddle.sparse.sparse_coo_tensor([[0]], [[1.0, 2.0]], [2, 2])
    with pytest.raises(ValueError, match="sparse dimensions"):
        paddle.sparse.add(x, hybrid)


def test_is_same_shape() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0], [0]], [1.0], [2, 3])
    assert paddle.sparse.is_same_shape(x, paddle.ones([2, 3]))
    assert paddle.sparse.is_same_shape(x, x.to_sparse_csr())
    assert not paddle.sparse.is_same_shape(x, paddle.ones([3, 2]))
    with pytest.raises(TypeError, match="y must be a Tensor"):
        paddle.sparse.is_same_shape(x, [2, 3])
