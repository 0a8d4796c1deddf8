"""Operators of the core called on sparse tensors, through the kernels that this package adds."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, in_layout, random_matrix, to_paddle


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["abs", "sin", "tanh", "expm1", "square", "floor", "sign"])
def test_elementwise(name: str, layout: str) -> None:
    matrix = random_matrix((6, 5))
    out = getattr(paddle, name)(to_paddle(matrix, layout))
    assert in_layout(out, layout)
    expected = getattr(np, name)(matrix.toarray())
    np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_astype_and_clone(layout: str) -> None:
    x = to_paddle(random_matrix((6, 5)), layout, stop_gradient=False)
    assert x.astype("float32").dtype == paddle.float32
    copy = x.clone()
    assert in_layout(copy, layout)
    copy.to_dense().sum().backward()
    assert x.grad.values().tolist() == [1.0] * x.nnz()


def test_gradients_flow() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3], "float64", stop_gradient=False)
    paddle.tanh(paddle.square(x)).to_dense().sum().backward()
    expected = 2 * np.array([1.0, 2.0]) / np.cosh([1.0, 4.0]) ** 2
    np.testing.assert_allclose(x.grad.values().numpy(), expected, rtol=1e-12)


def test_without_a_kernel_the_layout_is_named() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
    with pytest.raises(Exception, match=r"exp has no kernel for .* and layout sparse_coo"):
        paddle.exp(x)


def test_in_place_is_refused() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
    with pytest.raises(NotImplementedError, match="cannot be written in place"):
        paddle.tanh_(x)
