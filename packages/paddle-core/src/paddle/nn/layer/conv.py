"""Convolution layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.functional.conv import to_padding, to_sizes
from paddle.nn.initializer import Normal
from paddle.nn.layer.layers import Layer

__all__ = [
    "Conv1D",
    "Conv2D",
    "Conv3D",
    "Conv1DTranspose",
    "Conv2DTranspose",
    "Conv3DTranspose",
]

Size = int | Sequence[int]
_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Layer):
    """What all convolutions share: settings, weight and bias."""

    _dims: int
    _transposed: bool
    _function: Callable[..., Tensor]

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size,
        padding: Any,
        output_padding: Size,
        dilation: Size,
        groups: int,
        padding_mode: str,
        weight_attr: Any,
        bias_attr: Any,
        data_format: str,
    ) -> None:
        import paddle

        super().__init__(dtype=paddle.get_default_dtype())
        dims = self._dims
        if weight_attr is False:
            raise ValueError("weight_attr should not be False in Conv.")
        _check_channels(in_channels, out_channels, groups, padding_mode, self._transposed)
        self._in_channels = in_channels
        self._out_channels = out_channels
        self._groups = groups
        self._data_format = data_format
        self._channel_last = data_format[1] != "C"
        self._kernel_size = to_sizes(kernel_size, dims, "kernel_size")
        self._stride = to_sizes(stride, dims, "stride")
        self._dilation = to_sizes(dilation, dims, "dilation")
        self._padding = padding
        self._padding_mode = padding_mode
        self.output_padding = output_padding
        if self._transposed:
            shape = [in_channels, out_channels // groups, *self._kernel_size]
            initializer = None
        else:
            shape = [out_channels, in_channels // groups, *self._kernel_size]
            fan = math.prod(self._kernel_size) * in_channels
            initializer = Normal(0.0, math.sqrt(2.0 / fan))
        self.weight = self.create_parameter(
            shape, weight_attr, self._dtype, default_initializer=initializer
        )
        self.bias = self.create_parameter([out_channels], bias_attr, self._dtype, is_bias=True)

    def _padded(self, x: Tensor) -> tuple[Tensor, Any]:
        """The input, padded here unless with zeros, and the padding left to the convolution."""
        if self._padding_mode == "zeros":
            return x, self._padding
        sides, algorithm = to_padding(self._padding, self._dims, self._channel_last)
        if algorithm != "EXPLICIT":
            raise ValueError(
                f"padding {self._padding!r} goes with padding_mode 'zeros' only, but it is "
                f"{self._padding_mode!r}"
            )
        if len(sides) == self._dims:
            sides = [side for side in sides for _ in range(2)]
        pairs = [sides[i : i + 2] for i in range(len(sides) - 2, -1, -2)]
        amounts = [amount for pair in pairs for amount in pair]
        return F.pad(x, amounts, self._padding_mode, data_format=self._data_format), 0

    def extra_repr(self) -> str:
        dims = self._dims
        text = f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}"
        if self._stride != [1] * dims:
            text += f", stride={self._stride}"
        if self._padding != 0:
            text += f", padding={self._padding}"
        if self._padding_mode != "zeros":
            text += f", padding_mode={self._padding_mode}"
        if self.output_padding != 0:
            text += f", output_padding={self.output_padding}"
        if self._dilation != [1] * dims:
            text += f", dilation={self._dilation}"
        if self._groups != 1:
            text += f", groups={self._groups}"
        return f"{text}, data_format={self._data_format}"


def _check_channels(
    in_channels: int, out_channels: int, groups: int, padding_mode: str, transposed: bool
) -> None:
    if groups <= 0:
        raise ValueError(f"groups must be positive, but it is {groups}")
    if in_channels % groups != 0:
        raise ValueError(
            f"in_channels must be divisible by groups, but they are {in_channels} and {groups}"
        )
    if out_channels % groups != 0:
        raise ValueError(
            f"out_channels must be divisible by groups, but they are {out_channels} and {groups}"
        )
    if padding_mode not in _PADDING_MODES:
        raise ValueError(
            f"padding_mode must be one of {_PADDING_MODES}, but got padding_mode={padding_mode!r}"
        )
    if transposed and padding_mode != "zeros":
        raise ValueError("a transposed convolution has padding_mode 'zeros' only")


class _Conv(_ConvNd):
    """A convolution by the function of its number of dimensions."""

    _transposed = False

    def forward(self, x: Tensor) -> Tensor:
        x, padding = self._padded(x)
        return self._function(
            x,
            self.weight,
            self.bias,
            self._stride,
            padding,
            self._dilation,
            self._groups,
            self._data_format,
        )


class _ConvTranspose(_ConvNd):
    """A transposed convolution by the function of its number of dimensions."""

    _transposed = True

    def forward(self, x: Tensor, output_size: Any | None = None) -> Tensor:
        return self._function(
            x,
            self.weight,
            self.bias,
            self._stride,
            self._padding,
            self.output_padding if output_size is None else 0,
            groups=self._groups,
            dilation=self._dilation,
            output_size=output_size,
            data_format=self._data_format,
        )


class Conv1D(_Conv):
    """1-D convolution; see `paddle.nn.functional.conv1d`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number.
        stride: the step, 1 by default.
        padding: "SAME", "VALID" or numbers, 0 by default.
        dilation: spacing of the window's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        padding_mode: "zeros" (the default), "reflect", "replicate" or "circular".
        weight_attr: the attributes of `weight`; normal with variance 2 / (window * channels) by
            default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCL" (the default) or "NLC".

    Raises:
        ValueError: the channels, the groups or the padding mode do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv1D(3, 4, 3)(paddle.ones([2, 3, 8])).shape
        [2, 4, 6]
    """

    _dims = 1
    _function = staticmethod(F.conv1d)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        padding_mode: str = "zeros",
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCL",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            0,
            dilation,
            groups,
            padding_mode,
            weight_attr,
            bias_attr,
            data_format,
        )


class Conv2D(_Conv):
    """2-D convolution; see `paddle.nn.functional.conv2d`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number or two.
        stride: the step, 1 by default.
        padding: "SAME", "VALID" or numbers, 0 by default.
        dilation: spacing of the window's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        padding_mode: "zeros" (the default), "reflect", "replicate" or "circular".
        weight_attr: the attributes of `weight`; normal with variance 2 / (window * channels) by
            default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCHW" (the default) or "NHWC".

    Raises:
        ValueError: the channels, the groups or the padding mode do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv2D(3, 4, 3)(paddle.ones([2, 3, 8, 8])).shape
        [2, 4, 6, 6]
    """

    _dims = 2
    _function = staticmethod(F.conv2d)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        padding_mode: str = "zeros",
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            0,
            dilation,
            groups,
            padding_mode,
            weight_attr,
            bias_attr,
            data_format,
        )


class Conv3D(_Conv):
    """3-D convolution; see `paddle.nn.functional.conv3d`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number or three.
        stride: the step, 1 by default.
        padding: "SAME", "VALID" or numbers, 0 by default.
        dilation: spacing of the window's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        padding_mode: "zeros" (the default), "reflect", "replicate" or "circular".
        weight_attr: the attributes of `weight`; normal with variance 2 / (window * channels) by
            default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCDHW" (the default) or "NDHWC".

    Raises:
        ValueError: the channels, the groups or the padding mode do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv3D(3, 4, 3)(paddle.ones([2, 3, 8, 8, 8])).shape
        [2, 4, 6, 6, 6]
    """

    _dims = 3
    _function = staticmethod(F.conv3d)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        dilation: Size = 1,
        groups: int = 1,
        padding_mode: str = "zeros",
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCDHW",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            0,
            dilation,
            groups,
            padding_mode,
            weight_attr,
            bias_attr,
            data_format,
        )


class Conv1DTranspose(_ConvTranspose):
    """1-D transposed convolution; see `paddle.nn.functional.conv1d_transpose`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number.
        stride: the step, 1 by default.
        padding: padding of the convolution that this inverts, 0 by default.
        output_padding: added at one side of the output, 0 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        dilation: spacing of the window's elements, 1 by default.
        weight_attr: the attributes of `weight`; `XavierUniform` by default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCL" (the default) or "NLC".

    Raises:
        ValueError: the channels or the groups do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv1DTranspose(3, 4, 3)(paddle.ones([2, 3, 4])).shape
        [2, 4, 6]
    """

    _dims = 1
    _function = staticmethod(F.conv1d_transpose)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        output_padding: Size = 0,
        groups: int = 1,
        dilation: Size = 1,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCL",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            output_padding,
            dilation,
            groups,
            "zeros",
            weight_attr,
            bias_attr,
            data_format,
        )


class Conv2DTranspose(_ConvTranspose):
    """2-D transposed convolution; see `paddle.nn.functional.conv2d_transpose`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number or two.
        stride: the step, 1 by default.
        padding: padding of the convolution that this inverts, 0 by default.
        output_padding: added at one side of the output, 0 by default.
        dilation: spacing of the window's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        weight_attr: the attributes of `weight`; `XavierUniform` by default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCHW" (the default) or "NHWC".

    Raises:
        ValueError: the channels or the groups do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv2DTranspose(3, 4, 3)(paddle.ones([2, 3, 4, 4])).shape
        [2, 4, 6, 6]
    """

    _dims = 2
    _function = staticmethod(F.conv2d_transpose)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        output_padding: Size = 0,
        dilation: Size = 1,
        groups: int = 1,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            output_padding,
            dilation,
            groups,
            "zeros",
            weight_attr,
            bias_attr,
            data_format,
        )


class Conv3DTranspose(_ConvTranspose):
    """3-D transposed convolution; see `paddle.nn.functional.conv3d_transpose`.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the output.
        kernel_size: the window, one number or three.
        stride: the step, 1 by default.
        padding: padding of the convolution that this inverts, 0 by default.
        output_padding: added at one side of the output, 0 by default.
        dilation: spacing of the window's elements, 1 by default.
        groups: groups of channels that are convolved apart, 1 by default.
        weight_attr: the attributes of `weight`; `XavierUniform` by default.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCDHW" (the default) or "NDHWC".

    Raises:
        ValueError: the channels or the groups do not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv3DTranspose(3, 4, 3)(paddle.ones([2, 3, 4, 4, 4])).shape
        [2, 4, 6, 6, 6]
    """

    _dims = 3
    _function = staticmethod(F.conv3d_transpose)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Size,
        stride: Size = 1,
        padding: Any = 0,
        output_padding: Size = 0,
        dilation: Size = 1,
        groups: int = 1,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCDHW",
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            output_padding,
            dilation,
            groups,
            "zeros",
            weight_attr,
            bias_attr,
            data_format,
        )
