"""Operators on one tensor, element by element, against NumPy, with gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from helpers import LAYOUTS, check_gradients, in_layout, random_matrix, to_paddle

FUNCTIONS = {
    "sin": np.sin,
    "tan": np.tan,
    "asin": np.arcsin,
    "atan": np.arctan,
    "sinh": np.sinh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "atanh": np.arctanh,
    "square": np.square,
    "log1p": np.log1p,
    "abs": np.abs,
    "neg": np.negative,
    "deg2rad": np.deg2rad,
    "rad2deg": np.rad2deg,
    "expm1": np.expm1,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_pattern(name: str, layout: str) -> None:
    matrix = random_matrix((6, 5), seed=1)
    x = to_paddle(matrix, layout)
    out = getattr(paddle.sparse, name)(x)
    assert in_layout(out, layout)
    assert out.shape == [6, 5]
    assert out.nnz() == matrix.nnz
    expected = FUNCTIONS[name](matrix.toarray())
    np.testing.assert_allclose(out.to_dense().numpy(), expected, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", [*FUNCTIONS, "sqrt"])
def test_gradients(name: str) -> None:
    matrix = random_matrix((4, 3), density=0.5, seed=2)
    indices = np.stack([matrix.row, matrix.col])

    def function(values: paddle.Tensor) -> paddle.Tensor:
        x = paddle.sparse.sparse_coo_tensor(indices, values, [4, 3], stop_gradient=False)
        return getattr(paddle.sparse, name)(x)

    check_gradients(function, np.abs(matrix.data), tolerance=1e-5)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sqrt_pow_isnan(layout: str) -> None:
    matrix = abs(random_matrix((6, 5), seed=4))
    x = to_paddle(matrix, layout)
    dense = matrix.toarray()
    np.testing.assert_allclose(paddle.sparse.sqrt(x).to_dense().numpy(), np.sqrt(dense))
    np.testing.assert_allclose(paddle.sparse.pow(x, 3).to_dense().numpy(), dense**3)
    found = paddle.sparse.isnan(x)
    assert found.dtype == paddle.bool
    assert not found.values().numpy().any()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cast(layout: str) -> None:
    x = to_paddle(random_matrix((6, 5), seed=4), layout)
    y = paddle.sparse.cast(x, "int32", "float32")
    first = y.indices() if layout == "coo" else y.crows()
    assert first.dtype == paddle.int32
    assert y.dtype == paddle.float32
    np.testing.assert_allclose(y.to_dense().numpy(), x.to_dense().numpy(), rtol=1e-7)
    assert paddle.sparse.cast(x, None, "int64").dtype == paddle.int64
    with pytest.raises(TypeError, match="index_dtype must be int32 or int64"):
        paddle.sparse.cast(x, "float32")


@pytest.mark.parametrize("name", [*FUNCTIONS, "sqrt", "isnan"])
def test_dense_input_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}: x must be a SparseCooTensor"):
        getattr(paddle.sparse, name)(paddle.ones([2]))


def test_gradient_reaches_a_dense_source() -> None:
    dense = paddle.to_tensor([[0.0, 2.0], [3.0, 0.0]], stop_gradient=False)
    paddle.sparse.square(dense.to_sparse_coo(2)).to_dense().sum().backward()
    assert dense.grad.tolist() == [[0.0, 4.0], [6.0, 0.0]]
