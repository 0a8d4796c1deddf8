"""Resizing images, and windows of images as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
)

__all__ = ["fold", "interpolate", "unfold", "upsample"]

_FORMATS = {3: ("NCW", "NWC"), 4: ("NCHW", "NHWC"), 5: ("NCDHW", "NDHWC")}
# The ranks that a mode takes, and the mode of the operator.
_MODES = {
    "nearest": ((3, 4, 5), "nearest"),
    "linear": ((3,), "linear"),
    "bilinear": ((4,), "linear"),
    "trilinear": ((5,), "linear"),
    "bicubic": ((4,), "bicubic"),
    "area": ((3, 4, 5), "area"),
}


def interpolate(
    x: Tensor,
    size: int | Sequence[int] | Tensor | None = None,
    scale_factor: float | Sequence[float] | Tensor | None = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """Resize the spatial axes of a batch of signals, images or volumes.

    Args:
        x: a floating tensor with 3, 4 or 5 axes.
        size: the new sizes: one for every spatial axis or a number for all.
        scale_factor: new sizes over old ones, instead of `size`.
        mode: "nearest", "linear" (3 axes), "bilinear" or "bicubic" (4), "trilinear" (5) or "area"
            (means of equal regions).
        align_corners: let the centres of the corner elements coincide.
        align_mode: for the linear modes: 0 takes elements as areas, 1 as points.
        data_format: "NCW", "NWC", "NCHW", "NHWC", "NCDHW" or "NDHWC", as x has axes.
        name: not used.

    Raises:
        ValueError: the mode, the layout or the sizes do not fit x.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[1.0, 3.0]]])
        >>> F = paddle.nn.functional
        >>> F.interpolate(x, 4, mode="linear", data_format="NCW").tolist()
        [[[1.0, 1.5, 2.5, 3.0]]]
    """
    ranks, kind = _MODES.get(mode.lower(), ((), ""))
    if not ranks:
        raise ValueError(f"interpolate: mode must be one of {', '.join(_MODES)}, but is {mode!r}")
    if x.ndim not in ranks:
        raise ValueError(f"interpolate: mode {mode!r} takes {ranks} axes, but x has {x.ndim}")
    if data_format not in _FORMATS[x.ndim]:
        raise ValueError(
            f"interpolate: data_format must be one of {_FORMATS[x.ndim]} for {x.ndim} axes, but is "
            f"{data_format!r}"
        )
    if align_corners and kind in ("nearest", "area"):
        raise ValueError(f"interpolate: align_corners has no meaning for the mode {mode!r}")
    if align_mode not in (0, 1):
        raise ValueError(f"interpolate: align_mode must be 0 or 1, but is {align_mode}")
    sizes, scales = _new_sizes(x, size, scale_factor, data_format)
    if kind == "area":
        return _mean_of_areas(x, sizes, data_format)
    layout = data_format.replace("W", "L") if x.ndim == 3 else data_format
    return _C_ops.interpolate(x, sizes, scales, kind, align_corners, align_mode, layout)


def upsample(
    x: Tensor,
    size: int | Sequence[int] | Tensor | None = None,
    scale_factor: float | Sequence[float] | Tensor | None = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """Another name of `interpolate`, with the same parameters.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.upsample(paddle.ones([1, 1, 2, 2]), scale_factor=2).shape
        [1, 1, 4, 4]
    """
    return interpolate(x, size, scale_factor, mode, align_corners, align_mode, data_format)


def _per_axis(value: Any, count: int, name: str) -> list[Any]:
    if isinstance(value, Tensor):
        value = value.tolist()
    values = list(value) if isinstance(value, (list, tuple)) else [value] * count
    if len(values) == 1:
        values = values * count
    if len(values) != count:
        raise ValueError(f"interpolate: {name} needs {count} numbers, but has {len(values)}")
    return [v.item() if isinstance(v, Tensor) else v for v in values]


def _new_sizes(
    x: Tensor, size: Any, scale_factor: Any, data_format: str
) -> tuple[list[int], list[float]]:
    count = x.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("Only one of size or scale_factor should be defined.")
    if size is not None:
        return [int(s) for s in _per_axis(size, count, "size")], []
    if scale_factor is None:
        raise ValueError("One of size and scale_factor must not be None.")
    scales = [float(s) for s in _per_axis(scale_factor, count, "scale_factor")]
    if min(scales) <= 0:
        raise ValueError(f"interpolate: scale_factor must be positive, but is {scales}")
    first = 1 if data_format.endswith("C") else 2
    old = x.shape[first : first + count]
    return [int(s * scale) for s, scale in zip(old, scales, strict=True)], scales


def _mean_of_areas(x: Tensor, sizes: list[int], data_format: str) -> Tensor:
    pools = {3: adaptive_avg_pool1d, 4: adaptive_avg_pool2d, 5: adaptive_avg_pool3d}
    pool: Any = pools[x.ndim]
    if not data_format.endswith("C"):
        return pool(x, sizes)
    last = x.ndim - 1
    first = _C_ops.transpose(x, [0, last, *range(1, last)])
    return _C_ops.transpose(pool(first, sizes), [0, *range(2, x.ndim), 1])


def _pair(value: int | Sequence[int]) -> list[int]:
    return [value, value] if isinstance(value, int) else list(value)


def unfold(
    x: Tensor,
    kernel_sizes: int | Sequence[int],
    strides: int | Sequence[int] = 1,
    paddings: int | Sequence[int] = 0,
    dilations: int | Sequence[int] = 1,
    name: str | None = None,
) -> Tensor:
    """The windows of a batch of images as columns.

    Args:
        x: a floating tensor [N, C, H, W].
        kernel_sizes: height and width of the window.
        strides: the steps from window to window.
        paddings: zeros around the image: one number, two (per axis) or four (top, left, bottom,
            right).
        dilations: the steps between the elements of a window.
        name: not used.

    Returns:
        [N, C * height * width, windows], channels first within a column.

    Raises:
        ValueError: x has not 4 axes, or a window does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(4.0).reshape([1, 1, 2, 2])
        >>> paddle.nn.functional.unfold(x, [2, 1]).tolist()
        [[[0.0, 1.0], [2.0, 3.0]]]
    """
    return _C_ops.unfold(x, _pair(kernel_sizes), _pair(strides), _pair(paddings), _pair(dilations))


def fold(
    x: Tensor,
    output_sizes: int | Sequence[int],
    kernel_sizes: int | Sequence[int],
    strides: int | Sequence[int] = 1,
    paddings: int | Sequence[int] = 0,
    dilations: int | Sequence[int] = 1,
    name: str | None = None,
) -> Tensor:
    """Images from columns of windows, which are added where they overlap; see `unfold`.

    Args:
        x: a floating tensor [N, C * height * width, windows].
        output_sizes: height and width of the images.
        kernel_sizes: height and width of the window.
        strides: the steps from window to window.
        paddings: as in `unfold`.
        dilations: the steps between the elements of a window.
        name: not used.

    Returns:
        [N, C, H, W].

    Raises:
        ValueError: the number of windows or of elements does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.fold(paddle.ones([1, 2, 2]), [1, 3], [1, 2]).tolist()
        [[[[1.0, 2.0, 1.0]]]]
    """
    return _C_ops.fold(
        x,
        _pair(output_sizes),
        _pair(kernel_sizes),
        _pair(strides),
        _pair(paddings),
        _pair(dilations),
    )
