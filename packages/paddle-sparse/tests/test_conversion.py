"""Between dense, COO and CSR, with gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle

DENSE = np.array([[0.0, 1.0, 0.0], [2.0, 0.0, -3.0]])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_to_dense(layout: str) -> None:
    matrix = random_matrix((7, 5))
    x = to_paddle(matrix, layout)
    np.testing.assert_array_equal(x.to_dense().numpy(), matrix.toarray())
    np.testing.assert_array_equal(x.numpy(), matrix.toarray())


def test_duplicates_are_added() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 0, 1], [1, 1, 2]], [1.0, 2.0, 3.0], [2, 3])
    assert x.to_dense().tolist() == [[0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]
    assert x.to_sparse_csr().values().tolist() == [3.0, 3.0]


def test_to_sparse_coo() -> None:
    x = paddle.to_tensor(DENSE).to_sparse_coo(2)
    assert x.indices().tolist() == [[0, 1, 1], [1, 0, 2]]
    assert x.values().tolist() == [1.0, 2.0, -3.0]


def test_to_sparse_coo_with_dense_dimensions() -> None:
    x = paddle.to_tensor([[0.0, 0.0], [0.0, 5.0]]).to_sparse_coo(1)
    assert x.indices().tolist() == [[1]]
    assert x.values().tolist() == [[0.0, 5.0]]
    assert x.shape == [2, 2]


def test_to_sparse_csr() -> None:
    x = paddle.to_tensor(DENSE).to_sparse_csr()
    assert x.crows().tolist() == [0, 1, 3]
    assert x.cols().tolist() == [1, 0, 2]
    assert x.values().tolist() == [1.0, 2.0, -3.0]


def test_batches() -> None:
    random = np.random.default_rng(3)
    dense = np.where(random.random((3, 4, 5)) < 0.4, random.random((3, 4, 5)), 0)
    x = paddle.to_tensor(dense).to_sparse_csr()
    assert x.crows().shape == [15]
    np.testing.assert_array_equal(x.to_dense().numpy(), dense)
    back = x.to_sparse_coo(3)
    np.testing.assert_array_equal(back.to_dense().numpy(), dense)
    np.testing.assert_array_equal(back.to_sparse_csr().crows().numpy(), x.crows().numpy())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_round_trip(layout: str) -> None:
    matrix = random_matrix((6, 9), seed=5)
    x = to_paddle(matrix, layout)
    other = x.to_sparse_csr() if layout == "coo" else x.to_sparse_coo(2)
    assert not in_layout(other, layout)
    np.testing.assert_array_equal(other.to_dense().numpy(), matrix.toarray())
    same = x.to_sparse_coo(2) if layout == "coo" else x.to_sparse_csr()
    assert same is x


def test_dtype_and_index_dtype_are_kept() -> None:
    x = paddle.sparse.sparse_coo_tensor(np.int32([[1, 0], [0, 1]]), np.int64([3, 4]), [2, 2])
    csr = x.to_sparse_csr()
    assert csr.dtype == paddle.int64
    assert csr.crows().dtype == csr.cols().dtype == paddle.int32


def test_gradients() -> None:
    pattern = DENSE != 0

    def through_coo(values: paddle.Tensor) -> paddle.Tensor:
        dense = paddle.to_tensor(pattern.astype("float64")) * values
        return dense.to_sparse_coo(2).to_sparse_csr()

    check_gradients(through_coo, np.random.default_rng(0).uniform(1, 2, DENSE.shape))


@pytest.mark.parametrize("sparse_dim", [0, 3, -1])
def test_refused_sparse_dim(sparse_dim: int) -> None:
    with pytest.raises(ValueError, match="sparse_dim must be in"):
        paddle.to_tensor(DENSE).to_sparse_coo(sparse_dim)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="2-D or 3-D"):
        paddle.ones([3]).to_sparse_csr()
    hybrid = paddle.sparse.sparse_coo_tensor([[0]], [[1.0, 2.0]])
    with pytest.raises(ValueError, match="dense dimensions"):
        hybrid.to_sparse_csr()
    csr = paddle.to_tensor(DENSE).to_sparse_csr()
    with pytest.raises(ValueError, match="sparse_dim of a CSR tensor must be 2, not 1"):
        csr.to_sparse_coo(1)


def test_methods_of_the_wrong_layout() -> None:
    dense, coo = paddle.ones([2]), paddle.to_tensor(DENSE).to_sparse_coo(2)
    for tensor, name in [
        (dense, "indices"),
        (dense, "values"),
        (dense, "nnz"),
        (dense, "crows"),
        (coo, "crows"),
        (coo, "cols"),
        (coo.to_sparse_csr(), "indices"),
    ]:
        with pytest.raises(ValueError, match=f"{name}: .*Sparse"):
            getattr(tensor, name)()
