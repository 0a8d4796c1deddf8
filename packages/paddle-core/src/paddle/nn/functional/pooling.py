"""Maximum and average pooling, with given or adaptive windows, and unpooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.conv import is_channel_last, to_padding, to_sizes

__all__ = [
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_unpool1d",
    "max_unpool2d",
    "max_unpool3d",
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
]

Size = int | Sequence[int]
_POOL = {2: _C_ops.pool2d, 3: _C_ops.pool3d}
_POOL_WITH_INDEX = {2: _C_ops.max_pool2d_with_index, 3: _C_ops.max_pool3d_with_index}


def _pool(
    x: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    exclusive: bool,
    data_format: str,
    kind: str,
    dims: int,
) -> Tensor:
    channel_last = is_channel_last(data_format, dims, f"{kind}_pool{dims}d")
    kernel = to_sizes(kernel_size, dims, "kernel_size")
    sides, algorithm = to_padding(padding, dims, channel_last)
    if algorithm == "VALID" and ceil_mode:
        raise ValueError('When Attr(padding) is "VALID", Attr(ceil_mode) must be False.')
    return _POOL[dims](
        x,
        kernel,
        kernel if stride is None else to_sizes(stride, dims, "stride"),
        sides,
        ceil_mode,
        exclusive,
        data_format,
        kind,
        False,
        False,
        algorithm,
    )


def _max_pool_with_index(
    x: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    data_format: str,
    dims: int,
) -> tuple[Tensor, Tensor]:
    if is_channel_last(data_format, dims, f"max_pool{dims}d"):
        raise ValueError(
            "When setting return_mask to true, data_format must have the channels second"
        )
    kernel = to_sizes(kernel_size, dims, "kernel_size")
    sides, algorithm = to_padding(padding, dims, False)
    if algorithm != "EXPLICIT" or len(sides) != dims:
        raise ValueError(
            f"return_mask needs one explicit padding per axis, but padding is {padding!r}"
        )
    strides = kernel if stride is None else to_sizes(stride, dims, "stride")
    return _POOL_WITH_INDEX[dims](x, kernel, strides, sides, False, False, ceil_mode)


def _divide_by(out: Tensor, kernel_size: Any, divisor: float | None, dims: int) -> Tensor:
    """The average times the window's size over `divisor`."""
    if divisor is None:
        return out
    if divisor <= 0:
        raise ValueError(f"divisor_override should be greater than 0, but it is {divisor}")
    size = 1
    for length in to_sizes(kernel_size, dims, "kernel_size"):
        size *= length
    return out * (size / divisor)


def avg_pool2d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: float | None = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """The average of every window of the last two spatial axes.

    Args:
        x: a floating tensor [N, C, H, W] or, with "NHWC", [N, H, W, C].
        kernel_size: the window, one number or two.
        stride: the step; None (the default) for the window's size.
        padding: "SAME", "VALID", one number, one per axis, one per side, or a pair per axis of `x`.
        ceil_mode: round output sizes up, False by default.
        exclusive: leave the padding out of the average, True by default.
        divisor_override: divide sums by this number instead.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Raises:
        ValueError: settings do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> paddle.nn.functional.avg_pool2d(x, 2).item()
        2.5
    """
    out = _pool(x, kernel_size, stride, padding, ceil_mode, exclusive, data_format, "avg", 2)
    return _divide_by(out, kernel_size, divisor_override, 2)


def avg_pool3d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: float | None = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Tensor:
    """The average of every window of three spatial axes; the arguments are those of `avg_pool2d`.

    Args:
        x: a floating tensor [N, C, D, H, W] or, with "NDHWC", [N, D, H, W, C].
        kernel_size: the window, one number or three.
        stride: the step; None (the default) for the window's size.
        padding: as for `avg_pool2d`.
        ceil_mode: round output sizes up, False by default.
        exclusive: leave the padding out of the average, True by default.
        divisor_override: divide sums by this number instead.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.avg_pool3d(paddle.ones([1, 1, 2, 2, 2]), 2).item()
        1.0
    """
    out = _pool(x, kernel_size, stride, padding, ceil_mode, exclusive, data_format, "avg", 3)
    return _divide_by(out, kernel_size, divisor_override, 3)


def _wide(value: Any, filler: int) -> list[int]:
    return [filler, to_sizes(value, 1, "a setting of 1-D pooling")[0]]


def _wide_padding(padding: Any) -> Any:
    sides, algorithm = to_padding(padding, 1, False)
    if algorithm != "EXPLICIT":
        return algorithm
    return [0, sides[0]] if len(sides) == 1 else [0, 0, *sides]


def _check_1d(x: Tensor, who: str) -> None:
    if x.ndim != 3:
        raise ValueError(f"{who}: the input must be 3-D [N, C, L], but it has {x.ndim} dimensions")


def avg_pool1d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    exclusive: bool = True,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Tensor:
    """The average of every window of the last axis.

    Args:
        x: a floating tensor [N, C, L].
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: "SAME", "VALID", one number, or one per side; 0 by default.
        exclusive: leave the padding out of the average, True by default.
        ceil_mode: round the output's size up, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.avg_pool1d(paddle.to_tensor([[[1.0, 3.0]]]), 2).item()
        2.0
    """
    _check_1d(x, "avg_pool1d")
    out = avg_pool2d(
        x.unsqueeze(2),
        _wide(kernel_size, 1),
        None if stride is None else _wide(stride, 1),
        _wide_padding(padding),
        ceil_mode,
        exclusive,
    )
    return out.squeeze(2)


def max_pool2d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """The largest element of every window of the last two spatial axes.

    Args:
        x: a floating tensor [N, C, H, W] or, with "NHWC", [N, H, W, C].
        kernel_size: the window, one number or two.
        stride: the step; None (the default) for the window's size.
        padding: "SAME", "VALID", one number, one per axis, one per side, or a pair per axis of `x`.
        return_mask: also return where the elements are, counted in their plane; False by default.
        ceil_mode: round output sizes up, False by default.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Raises:
        ValueError: settings do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> out, mask = paddle.nn.functional.max_pool2d(x, 2, return_mask=True)
        >>> out.item(), mask.item()
        (4.0, 3)
    """
    if return_mask:
        return _max_pool_with_index(x, kernel_size, stride, padding, ceil_mode, data_format, 2)
    return _pool(x, kernel_size, stride, padding, ceil_mode, True, data_format, "max", 2)


def max_pool3d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """The largest element of every window of three spatial axes; arguments as for `max_pool2d`.

    Args:
        x: a floating tensor [N, C, D, H, W] or, with "NDHWC", [N, D, H, W, C].
        kernel_size: the window, one number or three.
        stride: the step; None (the default) for the window's size.
        padding: as for `max_pool2d`.
        return_mask: also return where the elements are; False by default.
        ceil_mode: round output sizes up, False by default.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.max_pool3d(paddle.ones([1, 1, 2, 2, 2]), 2).item()
        1.0
    """
    if return_mask:
        return _max_pool_with_index(x, kernel_size, stride, padding, ceil_mode, data_format, 3)
    return _pool(x, kernel_size, stride, padding, ceil_mode, True, data_format, "max", 3)


def max_pool1d(
    x: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Any:
    """The largest element of every window of the last axis.

    Args:
        x: a floating tensor [N, C, L].
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: "SAME", "VALID", one number, or one per side; 0 by default.
        return_mask: also return where the elements are; False by default.
        ceil_mode: round the output's size up, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.max_pool1d(paddle.to_tensor([[[1.0, 3.0]]]), 2).item()
        3.0
    """
    _check_1d(x, "max_pool1d")
    out = max_pool2d(
        x.unsqueeze(2),
        _wide(kernel_size, 1),
        None if stride is None else _wide(stride, 1),
        _wide_padding(padding),
        return_mask,
        ceil_mode,
    )
    return (out[0].squeeze(2), out[1].squeeze(2)) if return_mask else out.squeeze(2)


# ---- adaptive ------------------------------------------------------------------------------------


def _adaptive_sizes(x: Tensor, output_size: Any, dims: int, channel_last: bool) -> list[int]:
    """The output's sizes; None stands for the input's."""
    spatial = x.shape[1:-1] if channel_last else x.shape[2:]
    sizes = output_size if isinstance(output_size, (list, tuple)) else [output_size] * dims
    if len(sizes) != dims:
        raise ValueError(f"output_size must hold {dims} numbers, but it is {output_size}")
    return [have if want is None else int(want) for want, have in zip(sizes, spatial, strict=True)]


def _adaptive_avg_pool(x: Tensor, output_size: Any, data_format: str, dims: int) -> Tensor:
    channel_last = is_channel_last(data_format, dims, f"adaptive_avg_pool{dims}d")
    sizes = _adaptive_sizes(x, output_size, dims, channel_last)
    ones, zeros = [1] * dims, [0] * dims
    return _POOL[dims](
        x, sizes, ones, zeros, False, True, data_format, "avg", False, True, "EXPLICIT"
    )


def adaptive_avg_pool2d(
    x: Tensor, output_size: Any, data_format: str = "NCHW", name: str | None = None
) -> Tensor:
    """Averages over as many windows of nearly equal size as the output has elements.

    Output `i` of `n` over an axis of length `L` averages `floor(i * L / n)` to `ceil((i + 1) * L /
    n)`.

    Args:
        x: a floating tensor [N, C, H, W] or, with "NHWC", [N, H, W, C].
        output_size: height and width, one number or two; None for the input's.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> paddle.nn.functional.adaptive_avg_pool2d(x, 1).item()
        2.5
    """
    return _adaptive_avg_pool(x, output_size, data_format, 2)


def adaptive_avg_pool3d(
    x: Tensor, output_size: Any, data_format: str = "NCDHW", name: str | None = None
) -> Tensor:
    """As `adaptive_avg_pool2d`, over three spatial axes.

    Args:
        x: a floating tensor [N, C, D, H, W] or, with "NDHWC", [N, D, H, W, C].
        output_size: depth, height and width, one number or three; None for the input's.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.adaptive_avg_pool3d(paddle.ones([1, 1, 2, 2, 2]), 1).item()
        1.0
    """
    return _adaptive_avg_pool(x, output_size, data_format, 3)


def adaptive_avg_pool1d(x: Tensor, output_size: Any, name: str | None = None) -> Tensor:
    """As `adaptive_avg_pool2d`, over the last axis.

    Args:
        x: a floating tensor [N, C, L].
        output_size: the output's length.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.adaptive_avg_pool1d(paddle.to_tensor([[[1.0, 3.0]]]), 1).item()
        2.0
    """
    _check_1d(x, "adaptive_avg_pool1d")
    return adaptive_avg_pool2d(x.unsqueeze(2), [1, _single(output_size)]).squeeze(2)


def _single(output_size: Any) -> Any:
    return output_size[0] if isinstance(output_size, (list, tuple)) else output_size


def _adaptive_max_pool(x: Tensor, output_size: Any, return_mask: bool, dims: int) -> Any:
    sizes = _adaptive_sizes(x, output_size, dims, channel_last=False)
    ones, zeros = [1] * dims, [0] * dims
    out, mask = _POOL_WITH_INDEX[dims](x, sizes, ones, zeros, False, True, False)
    return (out, mask) if return_mask else out


def adaptive_max_pool2d(
    x: Tensor, output_size: Any, return_mask: bool = False, name: str | None = None
) -> Any:
    """The largest elements of as many windows of nearly equal size as the output has elements.

    Args:
        x: a floating tensor [N, C, H, W].
        output_size: height and width, one number or two; None for the input's.
        return_mask: also return where the elements are, counted in their plane; False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> paddle.nn.functional.adaptive_max_pool2d(x, 1).item()
        4.0
    """
    return _adaptive_max_pool(x, output_size, return_mask, 2)


def adaptive_max_pool3d(
    x: Tensor, output_size: Any, return_mask: bool = False, name: str | None = None
) -> Any:
    """As `adaptive_max_pool2d`, over three spatial axes.

    Args:
        x: a floating tensor [N, C, D, H, W].
        output_size: depth, height and width, one number or three; None for the input's.
        return_mask: also return where the elements are; False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.adaptive_max_pool3d(paddle.ones([1, 1, 2, 2, 2]), 1).item()
        1.0
    """
    return _adaptive_max_pool(x, output_size, return_mask, 3)


def adaptive_max_pool1d(
    x: Tensor, output_size: Any, return_mask: bool = False, name: str | None = None
) -> Any:
    """As `adaptive_max_pool2d`, over the last axis.

    Args:
        x: a floating tensor [N, C, L].
        output_size: the output's length.
        return_mask: also return where the elements are; False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.adaptive_max_pool1d(paddle.to_tensor([[[1.0, 3.0]]]), 1).item()
        3.0
    """
    _check_1d(x, "adaptive_max_pool1d")
    out = adaptive_max_pool2d(x.unsqueeze(2), [1, _single(output_size)], return_mask)
    return (out[0].squeeze(2), out[1].squeeze(2)) if return_mask else out.squeeze(2)


# ---- unpooling -----------------------------------------------------------------------------------


def _unpool_size(
    x: Tensor, kernel: list[int], stride: list[int], padding: list[int], output_size: Any
) -> list[int]:
    """The sizes before pooling: those given, or the smallest that pooling maps to those of `x`."""
    dims = len(kernel)
    smallest = [
        (size - 1) * step + window - 2 * pad
        for size, step, window, pad in zip(x.shape[2:], stride, kernel, padding, strict=True)
    ]
    if output_size is None:
        return smallest
    sizes = [int(size) for size in output_size][-dims:]
    for size, least, step in zip(sizes, smallest, stride, strict=True):
        if not least - step < size < least + step:
            raise ValueError(
                f"invalid output_size {output_size}: each must lie within a stride of {smallest}"
            )
    return sizes


def _max_unpool(
    x: Tensor,
    indices: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    data_format: str,
    output_size: Any,
    dims: int,
) -> Tensor:
    if is_channel_last(data_format, dims, f"max_unpool{dims}d"):
        raise ValueError(f"max_unpool{dims}d needs the channels second, but got {data_format!r}")
    kernel = to_sizes(kernel_size, dims, "kernel_size")
    steps = kernel if stride is None else to_sizes(stride, dims, "stride")
    pads = to_sizes(padding, dims, "padding")
    sizes = _unpool_size(x, kernel, steps, pads, output_size)
    unpool = _C_ops.unpool if dims == 2 else _C_ops.unpool3d
    return unpool(x, indices.astype("int32"), kernel, steps, pads, sizes, data_format)


def max_unpool2d(
    x: Tensor,
    indices: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    data_format: str = "NCHW",
    output_size: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Put the elements of `max_pool2d` back to where they came from, zeros elsewhere.

    Args:
        x: the pooled tensor [N, C, H, W].
        indices: the mask that `max_pool2d` returned.
        kernel_size: the window of the pooling.
        stride: its step; None (the default) for the window's size.
        padding: its padding, 0 by default.
        data_format: "NCHW".
        output_size: the sizes before pooling, where they are not the smallest possible ones.
        name: not used.

    Raises:
        ValueError: the output size does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
        >>> out, mask = paddle.nn.functional.max_pool2d(x, 2, return_mask=True)
        >>> paddle.nn.functional.max_unpool2d(out, mask, 2).tolist()
        [[[[0.0, 0.0], [0.0, 4.0]]]]
    """
    return _max_unpool(x, indices, kernel_size, stride, padding, data_format, output_size, 2)


def max_unpool3d(
    x: Tensor,
    indices: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    data_format: str = "NCDHW",
    output_size: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Put the elements of `max_pool3d` back to where they came from, zeros elsewhere.

    Args:
        x: the pooled tensor [N, C, D, H, W].
        indices: the mask that `max_pool3d` returned.
        kernel_size: the window of the pooling.
        stride: its step; None (the default) for the window's size.
        padding: its padding, 0 by default.
        data_format: "NCDHW".
        output_size: the sizes before pooling, where they are not the smallest possible ones.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(8, dtype="float32").reshape([1, 1, 2, 2, 2])
        >>> out, mask = paddle.nn.functional.max_pool3d(x, 2, return_mask=True)
        >>> paddle.nn.functional.max_unpool3d(out, mask, 2).flatten().tolist()
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0]
    """
    return _max_unpool(x, indices, kernel_size, stride, padding, data_format, output_size, 3)


def max_unpool1d(
    x: Tensor,
    indices: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    data_format: str = "NCL",
    output_size: Sequence[int] | None = None,
    name: str | None = None,
) -> Tensor:
    """Put the elements of `max_pool1d` back to where they came from, zeros elsewhere.

    Args:
        x: the pooled tensor [N, C, L].
        indices: the mask that `max_pool1d` returned.
        kernel_size: the window of the pooling.
        stride: its step; None (the default) for the window's size.
        padding: its padding, 0 by default.
        data_format: "NCL".
        output_size: the size before pooling, where it is not the smallest possible one.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[1.0, 3.0]]])
        >>> out, mask = paddle.nn.functional.max_pool1d(x, 2, return_mask=True)
        >>> paddle.nn.functional.max_unpool1d(out, mask, 2).tolist()
        [[[0.0, 3.0]]]
    """
    if data_format != "NCL":
        raise ValueError(f"max_unpool1d needs data_format 'NCL', but it is {data_format!r}")
    _check_1d(x, "max_unpool1d")
    out = max_unpool2d(
        x.unsqueeze(2),
        indices.unsqueeze(2),
        _wide(kernel_size, 1),
        None if stride is None else _wide(stride, 1),
        _wide(padding, 0),
        output_size=None if output_size is None else [1, int(output_size[-1])],
    )
    return out.squeeze(2)
