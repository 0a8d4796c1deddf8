"""Activations and layers of sparse tensors."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle

F = paddle.sparse.nn.functional


def expected_softmax(dense: np.ndarray, axis: int) -> np.ndarray:
    shifted = np.where(dense != 0, np.exp(dense), 0)
    with np.errstate(invalid="ignore"):
        return np.where(dense != 0, shifted / shifted.sum(axis=axis, keepdims=True), 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rectifiers(layout: str) -> None:
    matrix = random_matrix((6, 5)) * 10
    x, dense = to_paddle(matrix, layout), matrix.toarray()
    for out, expected in (
        (F.relu(x), np.maximum(dense, 0)),
        (F.relu6(x), np.clip(dense, 0, 6)),
        (F.leaky_relu(x, 0.2), np.where(dense > 0, dense, 0.2 * dense)),
    ):
        assert in_layout(out, layout)
        assert out.nnz() == matrix.nnz
        np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_softmax_of_rows(layout: str) -> None:
    matrix = random_matrix((6, 5))
    out = F.softmax(to_paddle(matrix, layout))
    assert in_layout(out, layout)
    np.testing.assert_allclose(
        out.to_dense().numpy(), expected_softmax(matrix.toarray(), 1), rtol=1e-13
    )


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_softmax_along_any_axis(axis: int) -> None:
    random = np.random.default_rng(1)
    dense = np.where(random.random((3, 4, 5)) < 0.5, random.uniform(1, 2, (3, 4, 5)), 0)
    out = F.softmax(paddle.to_tensor(dense).to_sparse_coo(3), axis)
    np.testing.assert_allclose(out.to_dense().numpy(), expected_softmax(dense, axis), rtol=1e-13)


def test_softmax_of_batches() -> None:
    random = np.random.default_rng(1)
    dense = np.where(random.random((3, 4, 5)) < 0.5, random.uniform(1, 2, (3, 4, 5)), 0)
    out = F.softmax(paddle.to_tensor(dense).to_sparse_csr())
    np.testing.assert_allclose(out.to_dense().numpy(), expected_softmax(dense, 2), rtol=1e-13)


def test_softmax_of_large_elements() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 0], [0, 1]], [1000.0, 1000.0], [1, 3])
    assert F.softmax(x).values().tolist() == [0.5, 0.5]


def test_softmax_of_a_vector() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 3]], [1.0, 1.0], [5])
    assert F.softmax(x).values().tolist() == [0.5, 0.5]


@pytest.mark.parametrize("axis", [0, 1])
def test_gradients_of_softmax(axis: int) -> None:
    matrix = random_matrix((3, 4), 0.7)
    indices = np.stack([matrix.row, matrix.col])

    def function(values: paddle.Tensor) -> paddle.Tensor:
        x = paddle.sparse.sparse_coo_tensor(indices, values, [3, 4], stop_gradient=False)
        return F.softmax(x, axis)

    check_gradients(function, matrix.data, tolerance=1e-5)


def test_refusals() -> None:
    csr = to_paddle(random_matrix((6, 5)), "csr")
    with pytest.raises(NotImplementedError, match="must be -1, not 0"):
        F.softmax(csr, 0)
    with pytest.raises(ValueError, match="axis 2 is outside"):
        F.softmax(csr, 2)
    with pytest.raises(ValueError, match="dense dimensions"):
        F.softmax(paddle.sparse.sparse_coo_tensor([[0]], [[1.0, 2.0]]))
    with pytest.raises(TypeError, match="relu: x must be a Sparse"):
        F.relu(paddle.ones([2]))


def test_layers() -> None:
    x = to_paddle(random_matrix((6, 5)) * 10, "csr")
    layers = paddle.sparse.nn
    for layer, function in (
        (layers.ReLU(), F.relu),
        (layers.ReLU6(), F.relu6),
        (layers.LeakyReLU(0.3), lambda tensor: F.leaky_relu(tensor, 0.3)),
        (layers.Softmax(), F.softmax),
    ):
        assert layer(x).values().tolist() == function(x).values().tolist()
    assert "0.3" in repr(layers.LeakyReLU(0.3))


def test_training_reaches_the_elements() -> None:
    """A sparse weight learns a sparse matrix through a layer."""
    target = random_matrix((5, 4), 0.5, seed=3)
    values = paddle.zeros([target.nnz], dtype="float64")
    values.stop_gradient = False
    inputs = np.random.default_rng(0).standard_normal((4, 30))
    wanted = target @ inputs
    for _ in range(300):
        weight = paddle.sparse.sparse_coo_tensor(
            np.stack([target.row, target.col]), values, [5, 4], stop_gradient=False
        )
        error = paddle.sparse.matmul(weight, paddle.to_tensor(inputs)) - paddle.to_tensor(wanted)
        (gradient,) = paddle.grad([(error**2).mean()], [values])
        values = (values - gradient).detach()
        values.stop_gradient = False
    np.testing.assert_allclose(values.numpy(), target.data, atol=1e-6)
