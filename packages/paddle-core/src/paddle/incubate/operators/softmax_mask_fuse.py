"""Softmax of masked scores."""

from __future__ import annotations

import math

from paddle._core import Tensor
from paddle.nn.functional import softmax

__all__ = ["softmax_mask_fuse", "softmax_mask_fuse_upper_triangle"]


def softmax_mask_fuse(x: Tensor, mask: Tensor, name: str | None = None) -> Tensor:
    """The softmax of `x + mask` along the last axis.

    Args:
        x: [N, heads, Lq, Lk], floating.
        mask: [N, 1, Lq, Lk], added to every head's scores.
        name: not used.

    Examples:
        >>> import paddle
        >>> mask = paddle.to_tensor([[[[0.0, -10000.0]]]])
        >>> paddle.incubate.softmax_mask_fuse(paddle.ones([1, 1, 1, 2]), mask).tolist()
        [[[[1.0, 0.0]]]]
    """
    _check_axes(x, "x")
    _check_axes(mask, "mask")
    return softmax(x + mask)


def softmax_mask_fuse_upper_triangle(x: Tensor) -> Tensor:
    """The softmax along the last axis of the lower triangle of `x`, and zeros above it.

    Args:
        x: [N, heads, L, L], floating.

    Examples:
        >>> import paddle
        >>> paddle.incubate.softmax_mask_fuse_upper_triangle(paddle.ones([1, 1, 2, 2])).tolist()
        [[[[1.0, 0.0], [0.5, 0.5]]]]
    """
    import paddle

    _check_axes(x, "x")
    if x.shape[2] != x.shape[3]:
        raise ValueError(f"x must have two last axes of the same size, got the shape {x.shape}")
    return softmax(x + paddle.full(x.shape[2:], -math.inf, x.dtype).triu(1))


def _check_axes(x: Tensor, name: str) -> None:
    if x.ndim != 4:
        raise ValueError(f"{name} must have 4 axes, got the shape {x.shape}")
