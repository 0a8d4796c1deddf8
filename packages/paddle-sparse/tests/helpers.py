"""Random sparse tensors with their SciPy twins, and gradients by finite differences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import paddle
import scipy.sparse

LAYOUTS = ["coo", "csr"]


def random_matrix(
    shape: tuple[int, int], density: float = 0.3, seed: int = 0, dtype: str = "float64"
) -> scipy.sparse.coo_matrix:
    random = np.random.default_rng(seed)
    present = random.random(shape) < density
    dense = np.where(present, random.uniform(0.2, 0.9, shape) * random.choice([-1, 1], shape), 0)
    return scipy.sparse.coo_matrix(dense.astype(dtype))


def to_paddle(
    matrix: scipy.sparse.spmatrix, layout: str, stop_gradient: bool = True
) -> paddle.Tensor:
    """The tensor of a SciPy matrix in one of the two layouts."""
    if layout == "coo":
        coo = matrix.tocoo()
        indices = np.stack([coo.row, coo.col]).astype("int64")
        return paddle.sparse.sparse_coo_tensor(
            indices, coo.data, matrix.shape, stop_gradient=stop_gradient
        )
    csr = matrix.tocsr()
    return paddle.sparse.sparse_csr_tensor(
        csr.indptr.astype("int64"),
        csr.indices.astype("int64"),
        csr.data,
        matrix.shape,
        stop_gradient=stop_gradient,
    )


def in_layout(x: paddle.Tensor, layout: str) -> bool:
    return x.is_sparse_coo() if layout == "coo" else x.is_sparse_csr()


def numeric_gradient(
    function: Callable[[np.ndarray], float], point: np.ndarray, step: float = 1e-6
) -> np.ndarray:
    """Central differences of a function of an array."""
    gradient = np.zeros_like(point)
    for i in np.ndindex(point.shape):
        up, down = point.copy(), point.copy()
        up[i] += step
        down[i] -= step
        gradient[i] = (function(up) - function(down)) / (2 * step)
    return gradient


def weighted_sum(x: paddle.Tensor) -> paddle.Tensor:
    """A scalar that depends on every element differently, and not linearly."""
    dense = x.to_dense() if x.is_sparse() else x
    weights = paddle.arange(1, dense.size + 1, dtype="float64").reshape(dense.shape)
    return (dense * dense * weights).sum()


def check_gradients(
    function: Callable[..., paddle.Tensor], *points: np.ndarray, tolerance: float = 1e-6
) -> None:
    """First and second gradients of `weighted_sum(function(...))` by finite differences.

    `function` takes dense arrays of values; it builds the sparse tensors from them itself.
    """

    def scalar(*tensors: paddle.Tensor) -> paddle.Tensor:
        return weighted_sum(function(*tensors))

    def gradients(arrays: tuple[np.ndarray, ...], create_graph: bool = False) -> list:
        tensors = [paddle.to_tensor(array, stop_gradient=False) for array in arrays]
        results = paddle.grad([scalar(*tensors)], tensors, create_graph=create_graph)
        return [tensors, results]

    _, first = gradients(points)
    for i, point in enumerate(points):

        def value(changed: np.ndarray, i: int = i) -> float:
            arrays = [*points[:i], changed, *points[i + 1 :]]
            return float(scalar(*map(paddle.to_tensor, arrays)))

        expected = numeric_gradient(value, point)
        np.testing.assert_allclose(first[i].numpy(), expected, rtol=tolerance, atol=tolerance)

    tensors, first = gradients(points, create_graph=True)
    norm = sum((gradient**2).sum() for gradient in first)
    second = paddle.grad([norm], tensors)
    for i, point in enumerate(points):

        def slope(changed: np.ndarray, i: int = i) -> float:
            arrays = (*points[:i], changed, *points[i + 1 :])
            return float(sum((gradient.numpy() ** 2).sum() for gradient in gradients(arrays)[1]))

        expected = numeric_gradient(slope, point)
        scale = max(1.0, float(np.abs(expected).max()))
        np.testing.assert_allclose(
            second[i].numpy(), expected, rtol=tolerance, atol=tolerance * scale
        )
