"""Making sparse tensors, what they say of themselves, and what is refused."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle.sparse import sparse_coo_tensor, sparse_csr_tensor

INDICES = [[0, 1, 2], [1, 2, 0]]


class TestCoo:
    def test_parts(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0], [3, 4])
        assert x.shape == [3, 4]
        assert x.dtype == paddle.float32
        assert x.indices().tolist() == INDICES
        assert x.indices().dtype == paddle.int64
        assert x.values().tolist() == [1.0, 2.0, 3.0]
        assert x.nnz() == 3
        assert x.stop_gradient

    def test_what_it_is(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0])
        assert (x.is_sparse(), x.is_sparse_coo(), x.is_sparse_csr()) == (True, True, False)
        assert not x.is_dense()
        dense = paddle.ones([2])
        assert (dense.is_sparse(), dense.is_sparse_coo(), dense.is_sparse_csr()) == (False,) * 3

    def test_inferred_shape(self) -> None:
        assert sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0]).shape == [3, 3]
        assert sparse_coo_tensor([[0, 4]], [[1.0, 2.0], [3.0, 4.0]]).shape == [5, 2]

    def test_dense_dimensions(self) -> None:
        x = sparse_coo_tensor([[0, 2]], [[1.0, 2.0], [3.0, 4.0]], [3, 2])
        assert x.to_dense().tolist() == [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]]

    @pytest.mark.parametrize("given", ["list", "numpy", "tensor"])
    def test_kinds_of_input(self, given: str) -> None:
        make = {"list": list, "numpy": np.array, "tensor": paddle.to_tensor}[given]
        x = sparse_coo_tensor(make(INDICES), make([1.0, 2.0, 3.0]), make([3, 3]))
        assert x.to_dense().numpy().sum() == 6.0

    def test_index_dtypes(self) -> None:
        assert sparse_coo_tensor(np.int32(INDICES), [1.0, 2, 3]).indices().dtype == paddle.int32
        assert sparse_coo_tensor(np.int8(INDICES), [1.0, 2, 3]).indices().dtype == paddle.int32

    @pytest.mark.parametrize(
        "dtype", ["bool", "int32", "int64", "float16", "float32", "float64", "complex64"]
    )
    def test_value_dtypes(self, dtype: str) -> None:
        x = sparse_coo_tensor(INDICES, [1, 0, 3], [3, 3], dtype)
        assert x.dtype == x.values().dtype
        assert x.dtype.name == dtype

    def test_no_elements(self) -> None:
        x = sparse_coo_tensor(np.zeros((2, 0), "int64"), np.zeros(0, "float32"), [2, 3])
        assert x.nnz() == 0
        assert x.to_dense().tolist() == [[0.0] * 3] * 2
        assert x.coalesce().to_sparse_csr().crows().tolist() == [0, 0, 0]

    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            (([0, 1], [1.0, 2.0], [2]), ValueError, "'indices' must be 2-D"),
            (([[0.0, 1.0]], [1.0, 2.0]), TypeError, "dtype of indices"),
            ((INDICES, [1.0, 2.0]), ValueError, "same number of non-zero, but get 3 and 2"),
            ((INDICES, [1.0, 2.0, 3.0], [2, 3]), ValueError, r"required is \[3, 3\], but get"),
            ((INDICES, [1.0, 2.0, 3.0], [3]), ValueError, "number of dimensions"),
            (([[0, -1], [0, 1]], [1.0, 2.0], [2, 2]), ValueError, "not be negative, but get -1"),
            (([[0]], 1.0), ValueError, "at least one dimension"),
            (([[0]], [[1.0, 2.0]], [1, 3]), ValueError, "dense dimensions"),
        ],
    )
    def test_refusals(self, arguments: tuple, error: type, message: str) -> None:
        with pytest.raises(error, match=message):
            sparse_coo_tensor(*arguments)


class TestCsr:
    def test_parts(self) -> None:
        x = sparse_csr_tensor([0, 2, 3], [0, 1, 0], [1.0, 2.0, 3.0], [2, 2])
        assert x.crows().tolist() == [0, 2, 3]
        assert x.cols().tolist() == [0, 1, 0]
        assert x.values().tolist() == [1.0, 2.0, 3.0]
        assert x.to_dense().tolist() == [[1.0, 2.0], [3.0, 0.0]]
        assert (x.is_sparse(), x.is_sparse_coo(), x.is_sparse_csr()) == (True, False, True)
        assert x.nnz() == 3

    def test_batch(self) -> None:
        x = sparse_csr_tensor([0, 2, 3, 0, 1, 1], [0, 1, 0, 1], [1.0, 2.0, 3.0, 4.0], [2, 2, 2])
        assert x.to_dense().tolist() == [[[1.0, 2.0], [3.0, 0.0]], [[0.0, 4.0], [0.0, 0.0]]]

    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            (([0, 1], [0], [1.0], [2]), ValueError, "only support 2-D or 3-D"),
            (([0, 2], [0, 1], [1.0, 2.0], [2, 2]), ValueError, r"length\(2\) of crows"),
            (([0, 1, 2], [0], [1.0, 2.0], [2, 2]), ValueError, "length of cols"),
            (([0, 1, 2], [0, 2], [1.0, 2.0], [2, 2]), IndexError, "index 2 of dimension 1"),
            (([0, 1, 2], [0, -1], [1.0, 2.0], [2, 2]), IndexError, "index -1 of dimension 1"),
            (([1, 1, 2], [0, 1], [1.0, 2.0], [2, 2]), ValueError, "start with 0, not with 1"),
            (([0, 2, 1], [0, 1], [1.0, 2.0], [2, 2]), ValueError, "must not decrease"),
            (([0, 1, 1], [0, 1], [1.0, 2.0], [2, 2]), ValueError, "count 1 stored elements"),
            (([0, 1, 9], [0, 1], [1.0, 2.0], [2, 2]), ValueError, "count more than"),
            (([0.0, 1, 2], [0, 1], [1.0, 2.0], [2, 2]), TypeError, "dtype of indices"),
            (([0, 1, 2], [0, 1], [[1.0], [2.0]], [2, 2]), ValueError, "must be 1-D"),
        ],
    )
    def test_refusals(self, arguments: tuple, error: type, message: str) -> None:
        with pytest.raises(error, match=message):
            sparse_csr_tensor(*arguments)


class TestGradientOfTheTensor:
    def test_a_leaf_collects_its_gradient(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
        assert not x.stop_gradient
        assert x.is_leaf
        assert x.grad is None
        paddle.sparse.square(x).to_dense().sum().backward()
        assert x.grad.is_sparse_coo()
        assert x.grad.indices().tolist() == INDICES
        assert x.grad.values().tolist() == [2.0, 4.0, 6.0]
        x.clear_gradient(False)
        assert x.grad is None

    def test_values_with_a_history_stay_connected(self) -> None:
        values = paddle.to_tensor([1.0, 2.0, 3.0], stop_gradient=False)
        x = sparse_coo_tensor(INDICES, values * 2, [3, 3], stop_gradient=False)
        assert not x.is_leaf
        x.values().sum().backward()
        assert values.grad.tolist() == [2.0, 2.0, 2.0]

    def test_stop_gradient_cuts_the_history(self) -> None:
        values = paddle.to_tensor([1.0, 2.0, 3.0], stop_gradient=False)
        assert sparse_coo_tensor(INDICES, values, [3, 3]).stop_gradient
        assert not values.stop_gradient

    def test_backward_from_a_sparse_tensor(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
        grad = sparse_coo_tensor(INDICES, [1.0, 10.0, 100.0], [3, 3])
        paddle.sparse.square(x).backward(grad)
        assert x.grad.values().tolist() == [2.0, 40.0, 600.0]

    def test_grad_gives_sparse_tensors(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
        (first,) = paddle.grad([paddle.sparse.pow(x, 3.0)], [x], create_graph=True)
        assert first.values().tolist() == [3.0, 12.0, 27.0]
        (second,) = paddle.grad([first], [x])
        assert second.values().tolist() == [6.0, 12.0, 18.0]

    def test_detach(self) -> None:
        x = sparse_coo_tensor(INDICES, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
        y = x.detach()
        assert y.stop_gradient
        assert y.is_sparse_coo()
        assert not x.stop_gradient
