"""Sampling of images: at given points, and under affine maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["affine_grid", "grid_sample"]


def affine_grid(
    theta: Tensor,
    out_shape: Sequence[int] | Tensor,
    align_corners: bool = True,
    name: str | None = None,
) -> Tensor:
    """Where the pixels of a result fall in a source under affine maps, for `grid_sample`.

    Args:
        theta: [N, 2, 3] for images, [N, 3, 4] for volumes, floating.
        out_shape: the shape of the result, [N, C, H, W] or [N, C, D, H, W].
        align_corners: -1 and 1 are the centres of the outer pixels (the default), or else their
            outer edges.
        name: not used.

    Returns:
        [N, H, W, 2] or [N, D, H, W, 3].

    Raises:
        ValueError: shapes do not fit.

    Examples:
        >>> import paddle
        >>> theta = paddle.to_tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.5]]])
        >>> paddle.nn.functional.affine_grid(theta, [1, 3, 2, 2]).tolist()
        [[[[-1.0, -0.5], [1.0, -0.5]], [[-1.0, 1.5], [1.0, 1.5]]]]
    """
    import paddle

    shape = out_shape.tolist() if isinstance(out_shape, Tensor) else [int(n) for n in out_shape]
    axes = len(shape) - 2
    if axes not in (2, 3) or list(theta.shape[1:]) != [axes, axes + 1]:
        raise ValueError(
            "affine_grid() takes theta of shape [N, 2, 3] with an output of 4 axes, or [N, 3, 4] "
            f"with one of 5, but received {list(theta.shape)} and {shape}"
        )
    places = [_centres(size, align_corners, theta.dtype) for size in shape[2:]]
    mesh = paddle.meshgrid(*places)
    ones = paddle.ones(shape[2:], theta.dtype)
    points = paddle.stack([*reversed(mesh), ones], -1).reshape([-1, axes + 1])
    grid = paddle.matmul(points, theta, transpose_y=True)
    return grid.reshape([theta.shape[0], *shape[2:], axes])


def _centres(size: int, align_corners: bool, dtype: Any) -> Tensor:
    import paddle

    if align_corners:
        return paddle.linspace(-1.0, 1.0, size, dtype) if size > 1 else paddle.zeros([1], dtype)
    return (paddle.arange(size, dtype=dtype) * 2.0 + 1.0) / size - 1.0


def grid_sample(
    x: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = True,
    name: str | None = None,
) -> Tensor:
    """Values of images or volumes at given points.

    Args:
        x: [N, C, H, W] or [N, C, D, H, W], float32 or float64.
        grid: [N, h, w, 2] or [N, d, h, w, 3]: where to look, -1 to 1 along each axis, the last axis
            of `x` first.
        mode: "bilinear" (the default; also of volumes) or "nearest".
        padding_mode: what is outside: "zeros" (the default), "border" (the nearest pixel) or
            "reflection".
        align_corners: -1 and 1 are the centres of the outer pixels (the default), or else their
            outer edges.
        name: not used.

    Returns:
        [N, C, h, w] or [N, C, d, h, w].

    Raises:
        ValueError: a mode is not known or shapes do not fit.
        TypeError: `align_corners` is no bool.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> grid = paddle.to_tensor([[[[0.0, 0.0], [1.0, -1.0]]]])
        >>> paddle.nn.functional.grid_sample(x, grid).tolist()
        [[[[2.5, 2.0]]]]
    """
    if not isinstance(align_corners, bool):
        raise TypeError(
            f"The type of align_corners should be bool, but received {type(align_corners).__name__}"
        )
    return _C_ops.grid_sample(x, grid, mode, padding_mode, align_corners)
