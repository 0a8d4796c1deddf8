"""Operators on more than two tensors."""

from __future__ import annotations

from paddle import Tensor

from . import _layouts
from .binary import add, matmul, multiply

__all__ = ["addmm"]


def addmm(
    input: Tensor,
    x: Tensor,
    y: Tensor,
    beta: float = 1.0,
    alpha: float = 1.0,
    name: str | None = None,
) -> Tensor:
    """A matrix product added to a matrix: `beta * input + alpha * (x @ y)`.

    Args:
        input: of shape [m, n]: dense where the product is dense, else of the layout of `x`.
        x: a COO or CSR tensor of shape [m, k], float32 or float64.
        y: of shape [k, n]: a tensor of the layout of `x`, or a dense one.
        beta: factor of `input`.
        alpha: factor of the product.
        name: not used.

    Returns:
        A tensor of shape [m, n], dense if `y` is.

    Raises:
        TypeError: if `x` is not sparse, layouts differ, or only one of `input` and `y` is dense.
        ValueError: if the shapes do not fit together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.addmm(paddle.ones([2, 2]), x, paddle.ones([2, 2]), 10.0, 1.0).tolist()
        [[12.0, 12.0], [13.0, 13.0]]
    """
    product = matmul(x, y)
    if _layouts.is_sparse(input) != _layouts.is_sparse(product):
        raise TypeError("addmm: input and y must both be dense or both be sparse")
    if input.shape != product.shape:
        raise ValueError(
            f"addmm: input has shape {input.shape}, but the product of x and y has {product.shape}"
        )
    if not _layouts.is_sparse(product):
        return input * beta + product * alpha
    return add(multiply(input, beta), multiply(product, alpha))
