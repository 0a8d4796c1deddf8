"""Distances and similarities between vectors."""

from __future__ import annotations

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["pairwise_distance", "cosine_similarity"]


def pairwise_distance(
    x: Tensor,
    y: Tensor,
    p: float = 2.0,
    epsilon: float = 1e-6,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    r"""The p-norm of the difference of vectors: :math:`\|x - y + epsilon\|_p` over the last axis.

    Args:
        x: a floating tensor [N, D] or [D].
        y: a floating tensor [N, D] or [D].
        p: the exponent, 2.0 by default.
        epsilon: added to the difference, 1e-6 by default.
        keepdim: keep the last axis with length one, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0, 3.0]]), paddle.to_tensor([[4.0, 7.0]])
        >>> round(paddle.nn.functional.pairwise_distance(x, y).item(), 4)
        5.0
    """
    difference = x - y
    if epsilon != 0.0:
        difference = difference + epsilon
    return _C_ops.p_norm(difference, float(p), [-1], keepdim)


def cosine_similarity(x1: Tensor, x2: Tensor, axis: int = 1, eps: float = 1e-8) -> Tensor:
    r"""The cosine of the angle between vectors: :math:`x_1 \cdot x_2 / \max(\|x_1\| \|x_2\|, eps)`.

    Args:
        x1: a floating tensor.
        x2: a floating tensor that `x1` broadcasts with.
        axis: the axis of the vectors, 1 by default.
        eps: the smallest divisor, 1e-8 by default.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0, 0.0]]), paddle.to_tensor([[3.0, 4.0]])
        >>> round(paddle.nn.functional.cosine_similarity(x, y).item(), 4)
        0.6
    """
    product = (x1 * x2).sum(axis=axis)
    squares = x1.square().sum(axis=axis) * x2.square().sum(axis=axis)
    return product / squares.clip(min=eps * eps).sqrt()
