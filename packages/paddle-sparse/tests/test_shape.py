"""Coalescing, transposing, reshaping, slicing and summing, against SciPy and NumPy."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle


def random_tensor(shape: tuple[int, ...], seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.where(random.random(shape) < 0.4, random.uniform(1, 2, shape), 0)


class TestCoalesce:
    def test_sorts_and_adds(self) -> None:
        x = paddle.sparse.sparse_coo_tensor(
            [[1, 0, 1, 0], [2, 1, 2, 0]], [1.0, 2.0, 4.0, 8.0], [2, 3]
        )
        y = paddle.sparse.coalesce(x)
        assert y.indices().tolist() == [[0, 0, 1], [0, 1, 2]]
        assert y.values().tolist() == [8.0, 2.0, 5.0]
        assert x.coalesce().values().tolist() == y.values().tolist()

    def test_dense_dimensions(self) -> None:
        x = paddle.sparse.sparse_coo_tensor([[2, 0, 2]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        assert x.coalesce().values().tolist() == [[3.0, 4.0], [6.0, 8.0]]

    @pytest.mark.parametrize("dtype", ["bool", "int32", "float32", "complex128"])
    def test_dtypes(self, dtype: str) -> None:
        x = paddle.sparse.sparse_coo_tensor([[1, 1, 0]], [1, 1, 0], [2], dtype)
        y = x.coalesce()
        assert y.dtype.name == dtype
        expected = np.array([0, 2]).astype(dtype)
        np.testing.assert_array_equal(y.values().numpy(), expected)

    def test_gradients(self) -> None:
        def function(values: paddle.Tensor) -> paddle.Tensor:
            indices = [[1, 0, 1, 0], [2, 1, 2, 0]]
            x = paddle.sparse.sparse_coo_tensor(indices, values, [2, 3], stop_gradient=False)
            return paddle.sparse.coalesce(x)

        check_gradients(function, np.array([1.0, 2.0, 4.0, 8.0]))

    def test_refusals(self) -> None:
        with pytest.raises(TypeError, match="SparseCooTensor"):
            paddle.sparse.coalesce(to_paddle(random_matrix((3, 3)), "csr"))


class TestTranspose:
    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_matrix(self, layout: str) -> None:
        matrix = random_matrix((6, 4))
        out = paddle.sparse.transpose(to_paddle(matrix, layout), [1, 0])
        assert in_layout(out, layout)
        np.testing.assert_array_equal(out.to_dense().numpy(), matrix.toarray().T)

    @pytest.mark.parametrize("perm", [[2, 0, 1], [0, 2, 1], [-1, 1, 0]])
    def test_three_dimensions(self, perm: list[int]) -> None:
        dense = random_tensor((2, 3, 4))
        tensor = paddle.to_tensor(dense)
        for x in (tensor.to_sparse_coo(3), tensor.to_sparse_csr()):
            out = paddle.sparse.transpose(x, perm)
            assert out.is_sparse_csr() == x.is_sparse_csr()
            np.testing.assert_array_equal(out.to_dense().numpy(), dense.transpose(perm))

    def test_dense_dimensions(self) -> None:
        dense = random_tensor((2, 3, 4, 5))
        x = paddle.to_tensor(dense).to_sparse_coo(2)
        out = paddle.sparse.transpose(x, [1, 0, 3, 2])
        np.testing.assert_array_equal(out.to_dense().numpy(), dense.transpose([1, 0, 3, 2]))
        with pytest.raises(ValueError, match="mixes the 2 sparse dimensions"):
            paddle.sparse.transpose(x, [2, 1, 0, 3])

    def test_gradients(self) -> None:
        matrix = random_matrix((3, 4), 0.5)
        indices = np.stack([matrix.row, matrix.col])

        def function(values: paddle.Tensor) -> paddle.Tensor:
            x = paddle.sparse.sparse_coo_tensor(indices, values, [3, 4], stop_gradient=False)
            return paddle.sparse.transpose(x.to_sparse_csr(), [1, 0])

        check_gradients(function, matrix.data)

    @pytest.mark.parametrize("perm", [[0], [0, 0], [0, 2], [0, 1, 2]])
    def test_refusals(self, perm: list[int]) -> None:
        with pytest.raises(ValueError, match="must name each of the 2 dimensions"):
            paddle.sparse.transpose(to_paddle(random_matrix((3, 3)), "coo"), perm)


class TestReshape:
    @pytest.mark.parametrize("layout", LAYOUTS)
    @pytest.mark.parametrize("shape", [[8, 3], [-1, 2], [2, 0, -1], [1, 24]])
    def test_values(self, shape: list[int], layout: str) -> None:
        matrix = random_matrix((6, 4))
        out = paddle.sparse.reshape(to_paddle(matrix, layout), shape)
        wanted = [6 if size == 0 and i == 0 else size for i, size in enumerate(shape)]
        wanted = [4 if size == 0 else size for size in wanted]
        assert in_layout(out, layout)
        np.testing.assert_array_equal(out.to_dense().numpy(), matrix.toarray().reshape(wanted))

    @pytest.mark.parametrize(
        ("shape", "message"),
        [([5, 5], "24 elements cannot"), ([-1, -1], "at most one -1"), ([7, -1], "cannot have"),
         ([2, 3, 0], "no dimension of x")],
    )  # fmt: skip
    def test_refusals(self, shape: list[int], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            paddle.sparse.reshape(to_paddle(random_matrix((6, 4)), "coo"), shape)


class TestSlice:
    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_matrix(self, layout: str) -> None:
        matrix = random_matrix((6, 5))
        out = paddle.sparse.slice(to_paddle(matrix, layout), [0, 1], [1, -3], [4, 100])
        assert in_layout(out, layout)
        np.testing.assert_array_equal(out.to_dense().numpy(), matrix.toarray()[1:4, -3:])

    def test_dense_dimensions(self) -> None:
        dense = random_tensor((4, 3, 5))
        x = paddle.to_tensor(dense).to_sparse_coo(1)
        out = paddle.sparse.slice(x, [0, 2], [1, 2], [3, 4])
        np.testing.assert_array_equal(out.to_dense().numpy(), dense[1:3, :, 2:4])

    def test_nothing_left(self) -> None:
        out = paddle.sparse.slice(to_paddle(random_matrix((6, 5)), "coo"), [0], [4], [2])
        assert out.shape == [0, 5]
        assert out.nnz() == 0

    def test_gradients(self) -> None:
        matrix = random_matrix((4, 4), 0.6)
        indices = np.stack([matrix.row, matrix.col])

        def function(values: paddle.Tensor) -> paddle.Tensor:
            x = paddle.sparse.sparse_coo_tensor(indices, values, [4, 4], stop_gradient=False)
            return paddle.sparse.slice(x, [0, 1], [1, 0], [4, 3])

        check_gradients(function, matrix.data)

    def test_refusals(self) -> None:
        x = to_paddle(random_matrix((6, 5)), "coo")
        with pytest.raises(ValueError, match="axis 2 is outside"):
            paddle.sparse.slice(x, [2], [0], [1])
        with pytest.raises(ValueError, match="one length"):
            paddle.sparse.slice(x, [0], [0, 1], [1])
        with pytest.raises(ValueError, match="each axis once"):
            paddle.sparse.slice(x, [0, -2], [0, 1], [1, 2])


class TestSum:
    @pytest.mark.parametrize("axis", [0, 1, 2, -1, [0, 2], (0, 1, 2)])
    @pytest.mark.parametrize("keepdim", [False, True])
    @pytest.mark.parametrize("sparse_dim", [1, 2, 3])
    def test_coo(self, axis: object, keepdim: bool, sparse_dim: int) -> None:
        dense = random_tensor((3, 4, 5))
        x = paddle.to_tensor(dense).to_sparse_coo(sparse_dim)
        out = paddle.sparse.sum(x, axis, keepdim=keepdim)
        axes = {a % 3 for a in np.atleast_1d(axis)}
        expected = dense.sum(axis=tuple(axes), keepdims=keepdim)
        if not keepdim and axes.issuperset(range(sparse_dim)):
            expected = expected[np.newaxis]  # a sparse tensor keeps one sparse dimension
        assert out.shape == list(expected.shape)
        np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-13)

    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_everything(self, layout: str) -> None:
        matrix = random_matrix((6, 5))
        out = paddle.sparse.sum(to_paddle(matrix, layout))
        assert in_layout(out, layout)
        assert out.shape == ([1] if layout == "coo" else [1, 1])
        np.testing.assert_allclose(out.values().numpy(), [matrix.sum()])

    def test_rows_of_a_csr_tensor(self) -> None:
        matrix = random_matrix((6, 5))
        for keepdim in (False, True):
            out = paddle.sparse.sum(to_paddle(matrix, "csr"), -1, keepdim=keepdim)
            assert out.is_sparse_csr()
            np.testing.assert_allclose(out.to_dense().numpy(), matrix.sum(axis=1))

    def test_dtypes(self) -> None:
        x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1, 2], [3], "int32")
        assert paddle.sparse.sum(x).dtype == paddle.int64
        assert paddle.sparse.sum(x, dtype="float64").dtype == paddle.float64
        assert paddle.sparse.sum(paddle.sparse.cast(x, None, "float32")).dtype == paddle.float32

    @pytest.mark.parametrize("axis", [None, 0, 1])
    def test_gradients(self, axis: int | None) -> None:
        matrix = random_matrix((3, 4), 0.5)
        indices = np.stack([matrix.row, matrix.col])

        def function(values: paddle.Tensor) -> paddle.Tensor:
            x = paddle.sparse.sparse_coo_tensor(indices, values, [3, 4], stop_gradient=False)
            return paddle.sparse.sum(x, axis)

        check_gradients(function, matrix.data)

    def test_refusals(self) -> None:
        x = to_paddle(random_matrix((6, 5)), "csr")
        with pytest.raises(ValueError, match="axis 5 is outside"):
            paddle.sparse.sum(x, 5)
        with pytest.raises(NotImplementedError, match="must be -1 or None, not 0"):
            paddle.sparse.sum(x, 0)
