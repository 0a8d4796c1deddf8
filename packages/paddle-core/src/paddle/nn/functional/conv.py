"""Convolutions and transposed convolutions in one, two and three dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor

__all__ = [
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
]

Size = int | Sequence[int]
_FORMATS = {1: ("NCL", "NLC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def to_sizes(value: Any, count: int, what: str) -> list[int]:
    """One number per spatial axis, from one number or a list of them."""
    if isinstance(value, Tensor):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        sizes = [int(size) for size in value]
        if len(sizes) == 1:
            sizes *= count
        if len(sizes) != count:
            raise ValueError(f"{what} must hold {count} numbers, but it is {value}")
        return sizes
    return [int(value)] * count


def is_channel_last(data_format: str, dims: int, who: str) -> bool:
    """Whether the channels come last; refuses formats that `dims` spatial axes do not have."""
    first, last = _FORMATS[dims]
    if data_format not in (first, last):
        raise ValueError(
            f"Attr(data_format) of {who} should be {first!r} or {last!r}, but it is {data_format!r}"
        )
    return data_format == last


def to_padding(padding: Any, dims: int, channel_last: bool) -> tuple[list[int], str]:
    """The paddings per spatial axis (or per side of each) and the name of the algorithm.

    Takes "SAME", "VALID", a number, a number per axis, a number per side, or a pair per axis of the
    tensor, zero for batch and channels.
    """
    if isinstance(padding, str):
        algorithm = padding.upper()
        if algorithm not in ("SAME", "VALID"):
            raise ValueError(f"Unknown padding: '{padding}'. It can only be 'SAME' or 'VALID'.")
        return [0] * dims, algorithm
    if isinstance(padding, (list, tuple)) and padding and isinstance(padding[0], (list, tuple)):
        return _padding_of_pairs(padding, dims, channel_last), "EXPLICIT"
    if isinstance(padding, (list, tuple)) and len(padding) == 2 * dims:
        sides = [int(size) for size in padding]
    else:
        sides = to_sizes(padding, dims, "padding")
    if len(sides) == 2 * dims and sides[0::2] == sides[1::2]:
        sides = sides[0::2]
    return sides, "EXPLICIT"


def _padding_of_pairs(padding: Any, dims: int, channel_last: bool) -> list[int]:
    pairs = [list(pair) for pair in padding]
    if len(pairs) == dims + 2:
        spatial = pairs[1:-1] if channel_last else pairs[2:]
        others = [pairs[0], pairs[-1] if channel_last else pairs[1]]
        if any(any(pair) for pair in others):
            raise ValueError(
                f"Non-zero padding({padding}) in the batch or channel dimensions is not supported."
            )
        pairs = spatial
    if len(pairs) != dims:
        raise ValueError(f"padding must hold {dims} or {dims + 2} pairs, but it is {padding}")
    return [int(size) for pair in pairs for size in pair]


def _add_bias(out: Tensor, bias: Tensor | None, channel_last: bool) -> Tensor:
    if bias is None:
        return out
    if channel_last:
        return out + bias
    return out + bias.reshape([1, -1] + [1] * (out.ndim - 2))


_CONV: dict[int, Callable[..., Tensor]] = {2: _C_ops.conv2d, 3: _C_ops.conv3d}
_CONV_TRANSPOSE: dict[int, Callable[..., Tensor]] = {
    2: _C_ops.conv2d_transpose,
    3: _C_ops.conv3d_transpose,
}


def _conv(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    data_format: str,
    dims: int,
) -> Tensor:
    who = f"conv{dims}d"
    channel_last = is_channel_last(data_format, dims, who)
    sides, algorithm = to_padding(padding, dims, channel_last)
    out = _CONV[dims](
        x,
        weight,
        strides=to_sizes(stride, dims, "stride"),
        paddings=sides,
        padding_algorithm=algorithm,
        dilations=to_sizes(dilation, dims, "dilation"),
        groups=groups,
        data_format=data_format,
    )
    return _add_bias(out, bias, channel_last)


def conv2d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    dilation: Size = 1,
    groups: int = 1,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """2-D convolution (cross-correlation).

    Args:
        x: the input, [N, C, H, W] or, with "NHWC", [N, H, W, C].
        weight: the filters, [M, C / groups, KH, KW].
        bias: [M], or None.
        stride: steps, one number or two; 1 by default.
        padding: "SAME", "VALID", one number, one per axis, one per side [top, bottom, left, right],
            or a pair per axis of `x`; 0 by default.
        dilation: spacing of the filter's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Returns:
        [N, M, H', W'] with `H' = (H + pads - (dilation * (KH - 1) + 1)) // stride + 1`, in the same
        format.

    Raises:
        ValueError: shapes or settings do not fit.

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 1, 3, 3]), paddle.ones([1, 1, 2, 2])
        >>> paddle.nn.functional.conv2d(x, w).tolist()
        [[[[4.0, 4.0], [4.0, 4.0]]]]
    """
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 2)


def conv3d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    dilation: Size = 1,
    groups: int = 1,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Tensor:
    """3-D convolution (cross-correlation); the arguments are those of `conv2d` with one axis more.

    Args:
        x: the input, [N, C, D, H, W] or, with "NDHWC", [N, D, H, W, C].
        weight: the filters, [M, C / groups, KD, KH, KW].
        bias: [M], or None.
        stride: steps, one number or three; 1 by default.
        padding: as for `conv2d`; 0 by default.
        dilation: spacing of the filter's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 1, 2, 2, 2]), paddle.ones([1, 1, 2, 2, 2])
        >>> paddle.nn.functional.conv3d(x, w).item()
        8.0
    """
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 3)


def _widen(value: Any, filler: Any) -> Any:
    """The setting of a 1-D convolution as that of a 2-D one whose first axis has length one."""
    if isinstance(value, (list, tuple)) and len(value) != 1:
        raise ValueError(f"a 1-D convolution takes one number per setting, but it is {value}")
    return [filler, int(value[0]) if isinstance(value, (list, tuple)) else int(value)]


def _widen_padding(padding: Any, channel_last: bool) -> Any:
    sides, algorithm = to_padding(padding, 1, channel_last)
    if algorithm != "EXPLICIT":
        return algorithm
    return [0, 0, *(sides * 2 if len(sides) == 1 else sides)]


def conv1d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    dilation: Size = 1,
    groups: int = 1,
    data_format: str = "NCL",
    name: str | None = None,
) -> Tensor:
    """1-D convolution (cross-correlation).

    Args:
        x: the input, [N, C, L] or, with "NLC", [N, L, C].
        weight: the filters, [M, C / groups, K].
        bias: [M], or None.
        stride: the step, 1 by default.
        padding: "SAME", "VALID", one number, or one per side; 0 by default.
        dilation: spacing of the filter's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        data_format: "NCL" (the default) or "NLC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0]]])
        >>> paddle.nn.functional.conv1d(x, paddle.ones([1, 1, 2])).tolist()
        [[[3.0, 5.0]]]
    """
    channel_last = is_channel_last(data_format, 1, "conv1d")
    axis = 1 if channel_last else 2
    out = conv2d(
        x.unsqueeze(axis),
        weight.unsqueeze(2),
        bias,
        _widen(stride, 1),
        _widen_padding(padding, channel_last),
        _widen(dilation, 1),
        groups,
        "NHWC" if channel_last else "NCHW",
    )
    return out.squeeze(axis)


def _conv_transpose(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    output_padding: Any,
    dilation: Any,
    groups: int,
    output_size: Any,
    data_format: str,
    dims: int,
) -> Tensor:
    who = f"conv{dims}d_transpose"
    channel_last = is_channel_last(data_format, dims, who)
    sides, algorithm = to_padding(padding, dims, channel_last)
    extra = [] if output_padding == 0 else to_sizes(output_padding, dims, "output_padding")
    sizes = [] if output_size is None else to_sizes(output_size, dims, "output_size")
    if extra and sizes:
        raise ValueError("output_padding option is mutually exclusive with output_size")
    out = _CONV_TRANSPOSE[dims](
        x,
        weight,
        strides=to_sizes(stride, dims, "stride"),
        paddings=sides,
        output_padding=extra,
        output_size=sizes,
        padding_algorithm=algorithm,
        groups=groups,
        dilations=to_sizes(dilation, dims, "dilation"),
        data_format=data_format,
    )
    return _add_bias(out, bias, channel_last)


def conv2d_transpose(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    output_padding: Size = 0,
    dilation: Size = 1,
    groups: int = 1,
    output_size: Size | None = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """2-D transposed convolution, the gradient of a convolution with respect to its input.

    Args:
        x: the input, [N, C, H, W] or, with "NHWC", [N, H, W, C].
        weight: the filters, [C, M / groups, KH, KW].
        bias: [M], or None.
        stride: steps of the convolution, 1 by default.
        padding: padding of the convolution, as for `conv2d`; 0 by default.
        output_padding: rows and columns added at one side of the output, 0 by default.
        dilation: spacing of the filter's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        output_size: the output's height and width, instead of `output_padding`.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Returns:
        [N, M, H', W'], `H' = (H - 1) * stride - pads + dilation * (KH - 1) + 1 + output_padding`.

    Raises:
        ValueError: shapes or settings do not fit.

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 1, 1, 1]), paddle.ones([1, 1, 2, 2])
        >>> paddle.nn.functional.conv2d_transpose(x, w).tolist()
        [[[[1.0, 1.0], [1.0, 1.0]]]]
    """
    return _conv_transpose(
        x,
        weight,
        bias,
        stride,
        padding,
        output_padding,
        dilation,
        groups,
        output_size,
        data_format,
        2,
    )


def conv3d_transpose(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    output_padding: Size = 0,
    groups: int = 1,
    dilation: Size = 1,
    output_size: Size | None = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Tensor:
    """3-D transposed convolution; the arguments are those of `conv2d_transpose` with one axis more.

    Args:
        x: the input, [N, C, D, H, W] or, with "NDHWC", [N, D, H, W, C].
        weight: the filters, [C, M / groups, KD, KH, KW].
        bias: [M], or None.
        stride: steps of the convolution, 1 by default.
        padding: padding of the convolution, 0 by default.
        output_padding: added at one side of the output, 0 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        dilation: spacing of the filter's elements, 1 by default.
        output_size: the output's depth, height and width, instead of `output_padding`.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 1, 1, 1, 1]), paddle.ones([1, 1, 2, 2, 2])
        >>> paddle.nn.functional.conv3d_transpose(x, w).shape
        [1, 1, 2, 2, 2]
    """
    return _conv_transpose(
        x,
        weight,
        bias,
        stride,
        padding,
        output_padding,
        dilation,
        groups,
        output_size,
        data_format,
        3,
    )


def conv1d_transpose(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    output_padding: Size = 0,
    groups: int = 1,
    dilation: Size = 1,
    output_size: Size | None = None,
    data_format: str = "NCL",
    name: str | None = None,
) -> Tensor:
    """1-D transposed convolution; the arguments are those of `conv2d_transpose` with one axis less.

    Args:
        x: the input, [N, C, L] or, with "NLC", [N, L, C].
        weight: the filters, [C, M / groups, K].
        bias: [M], or None.
        stride: the step of the convolution, 1 by default.
        padding: padding of the convolution, 0 by default.
        output_padding: added at one side of the output, 0 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        dilation: spacing of the filter's elements, 1 by default.
        output_size: the output's length, instead of `output_padding`.
        data_format: "NCL" (the default) or "NLC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[1.0, 2.0]]])
        >>> paddle.nn.functional.conv1d_transpose(x, paddle.ones([1, 1, 2])).tolist()
        [[[1.0, 3.0, 2.0]]]
    """
    channel_last = is_channel_last(data_format, 1, "conv1d_transpose")
    axis = 1 if channel_last else 2
    out = conv2d_transpose(
        x.unsqueeze(axis),
        weight.unsqueeze(2),
        bias,
        _widen(stride, 1),
        _widen_padding(padding, channel_last),
        0 if output_padding == 0 else _widen(output_padding, 0),
        _widen(dilation, 1),
        groups,
        None if output_size is None else _widen(output_size, 1),
        "NHWC" if channel_last else "NCHW",
    )
    return out.squeeze(axis)
