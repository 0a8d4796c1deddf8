"""Matrix products against SciPy, with gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shapes", [((6, 5), (5, 4)), ((1, 5), (5, 1)), ((300, 40), (40, 70))])
def test_sparse_by_dense(shapes: tuple, layout: str) -> None:
    a = random_matrix(shapes[0], seed=1)
    b = np.random.default_rng(2).standard_normal(shapes[1])
    out = paddle.sparse.matmul(to_paddle(a, layout), paddle.to_tensor(b))
    assert out.is_dense()
    np.testing.assert_allclose(out.numpy(), a @ b, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sparse_by_dense_in_single_precision(layout: str) -> None:
    a = random_matrix((50, 40), seed=1, dtype="float32")
    b = np.random.default_rng(2).standard_normal((40, 30)).astype("float32")
    out = paddle.sparse.matmul(to_paddle(a, layout), paddle.to_tensor(b))
    assert out.dtype == paddle.float32
    np.testing.assert_allclose(out.numpy(), a @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shapes", [((6, 5), (5, 4)), ((1, 5), (5, 1)), ((60, 40), (40, 70))])
def test_sparse_by_sparse(shapes: tuple, layout: str) -> None:
    a, b = random_matrix(shapes[0], seed=1), random_matrix(shapes[1], seed=2)
    out = paddle.sparse.matmul(to_paddle(a, layout), to_paddle(b, layout))
    assert in_layout(out, layout)
    np.testing.assert_allclose(out.to_dense().numpy(), (a @ b).toarray(), rtol=1e-12, atol=1e-14)
    pattern = (a != 0).astype(int) @ (b != 0).astype(int)
    assert out.nnz() == pattern.nnz


@pytest.mark.parametrize("layout", LAYOUTS)
def test_batches(layout: str) -> None:
    random = np.random.default_rng(3)
    a = np.where(random.random((3, 4, 5)) < 0.4, random.random((3, 4, 5)), 0)
    b = np.where(random.random((3, 5, 2)) < 0.6, random.random((3, 5, 2)), 0)

    def sparse(array: np.ndarray) -> paddle.Tensor:
        tensor = paddle.to_tensor(array)
        return tensor.to_sparse_coo(3) if layout == "coo" else tensor.to_sparse_csr()

    dense = paddle.sparse.matmul(sparse(a), paddle.to_tensor(b))
    np.testing.assert_allclose(dense.numpy(), a @ b, rtol=1e-13)
    product = paddle.sparse.matmul(sparse(a), sparse(b))
    np.testing.assert_allclose(product.to_dense().numpy(), a @ b, rtol=1e-13)


def test_duplicates_count_together() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], [2, 2])
    y = paddle.to_tensor([[1.0, 1.0], [10.0, 20.0]])
    assert paddle.sparse.matmul(x, y).tolist() == [[30.0, 60.0], [0.0, 0.0]]
    assert paddle.sparse.matmul(x, y.to_sparse_coo(2)).to_dense().tolist() == [[30, 60], [0, 0]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_masked_matmul(layout: str) -> None:
    random = np.random.default_rng(1)
    a, b = random.standard_normal((6, 8)), random.standard_normal((8, 5))
    mask = random_matrix((6, 5), seed=4)
    out = paddle.sparse.masked_matmul(
        paddle.to_tensor(a), paddle.to_tensor(b), to_paddle(mask, layout)
    )
    assert in_layout(out, layout)
    expected = np.where(mask.toarray() != 0, a @ b, 0)
    np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-12, atol=1e-14)


def test_masked_matmul_of_batches() -> None:
    random = np.random.default_rng(1)
    a, b = random.standard_normal((2, 3, 4)), random.standard_normal((2, 4, 3))
    mask = np.where(random.random((2, 3, 3)) < 0.5, 1.0, 0.0)
    out = paddle.sparse.masked_matmul(
        paddle.to_tensor(a), paddle.to_tensor(b), paddle.to_tensor(mask).to_sparse_csr()
    )
    np.testing.assert_allclose(out.to_dense().numpy(), mask * (a @ b), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_mv(layout: str) -> None:
    a, v = random_matrix((6, 5), seed=1), np.random.default_rng(2).standard_normal(5)
    out = paddle.sparse.mv(to_paddle(a, layout), paddle.to_tensor(v))
    np.testing.assert_allclose(out.numpy(), a @ v, rtol=1e-13)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_addmm(layout: str) -> None:
    a, b, c = (random_matrix(shape, seed=i) for i, shape in enumerate([(6, 5), (5, 4), (6, 4)]))
    expected = 0.5 * c.toarray() + 2.0 * (a @ b).toarray()
    x = to_paddle(a, layout)
    dense = paddle.sparse.addmm(
        paddle.to_tensor(c.toarray()), x, paddle.to_tensor(b.toarray()), 0.5, 2.0
    )
    np.testing.assert_allclose(dense.numpy(), expected, rtol=1e-12, atol=1e-14)
    sparse = paddle.sparse.addmm(to_paddle(c, layout), x, to_paddle(b, layout), 0.5, 2.0)
    assert in_layout(sparse, layout)
    np.testing.assert_allclose(sparse.to_dense().numpy(), expected, rtol=1e-12, atol=1e-14)


def coo_of(matrix: object, values: paddle.Tensor) -> paddle.Tensor:
    return paddle.sparse.sparse_coo_tensor(
        np.stack([matrix.row, matrix.col]), values, list(matrix.shape), stop_gradient=False
    )


class TestGradients:
    a = random_matrix((3, 4), 0.5, seed=1)
    b = random_matrix((4, 3), 0.5, seed=2)
    dense = np.random.default_rng(3).uniform(-1, 1, (4, 2))

    def test_sparse_by_dense(self) -> None:
        def function(values: paddle.Tensor, y: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.matmul(coo_of(self.a, values), y)

        check_gradients(function, self.a.data, self.dense, tolerance=1e-5)

    def test_csr_by_dense(self) -> None:
        def function(values: paddle.Tensor, y: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.matmul(coo_of(self.a, values).to_sparse_csr(), y)

        check_gradients(function, self.a.data, self.dense, tolerance=1e-5)

    def test_sparse_by_sparse(self) -> None:
        def function(first: paddle.Tensor, second: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.matmul(coo_of(self.a, first), coo_of(self.b, second))

        check_gradients(function, self.a.data, self.b.data, tolerance=1e-5)

    def test_masked(self) -> None:
        mask = to_paddle(random_matrix((3, 3), 0.5, seed=7), "csr")

        def function(x: paddle.Tensor, y: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.masked_matmul(x, y, mask)

        random = np.random.default_rng(3)
        points = random.uniform(-1, 1, (3, 2)), random.uniform(-1, 1, (2, 3))
        check_gradients(function, *points, tolerance=1e-5)

    def test_mv(self) -> None:
        def function(values: paddle.Tensor, vec: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.mv(coo_of(self.a, values), vec)

        check_gradients(function, self.a.data, self.dense[:, 0].copy(), tolerance=1e-5)

    def test_addmm(self) -> None:
        def function(c: paddle.Tensor, values: paddle.Tensor, y: paddle.Tensor) -> paddle.Tensor:
            return paddle.sparse.addmm(c, coo_of(self.a, values), y, 0.5, 2.0)

        c = np.random.default_rng(4).uniform(-1, 1, (3, 2))
        check_gradients(function, c, self.a.data, self.dense, tolerance=1e-5)


def test_refusals() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0], [0]], [1.0], [2, 3])
    csr = x.to_sparse_csr()
    with pytest.raises(ValueError, match=r"matmul: the shapes \[2, 3\] of x and \[2, 3\] of y"):
        paddle.sparse.matmul(x, paddle.ones([2, 3]))
    with pytest.raises(TypeError, match="same layout"):
        paddle.sparse.matmul(x, csr)
    with pytest.raises(TypeError, match="matmul: x must be a Sparse"):
        paddle.sparse.matmul(paddle.ones([2, 3]), x)
    with pytest.raises(ValueError, match="matrix or a batch"):
        paddle.sparse.matmul(paddle.sparse.sparse_coo_tensor([[0]], [1.0], [2]), paddle.ones([2]))
    with pytest.raises(TypeError, match="mask must be a Sparse"):
        paddle.sparse.masked_matmul(paddle.ones([2, 2]), paddle.ones([2, 2]), paddle.ones([2, 2]))
    with pytest.raises(ValueError, match=r"mask has shape \[2, 3\], but the product"):
        paddle.sparse.masked_matmul(paddle.ones([2, 2]), paddle.ones([2, 2]), csr)
    with pytest.raises(ValueError, match="mv: the shapes"):
        paddle.sparse.mv(x, paddle.ones([2]))
    with pytest.raises(TypeError, match="both be dense or both be sparse"):
        paddle.sparse.addmm(x, x, paddle.ones([3, 3]))
    outside = paddle.sparse.sparse_coo_tensor([[0], [0]], [1], [2, 3])
    with pytest.raises(Exception, match=r"sparse_matmul.*int64"):
        paddle.sparse.matmul(outside, paddle.ones([3, 1], dtype="int64"))
