"""Pooling layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.layer.layers import Layer

__all__ = [
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
    "MaxUnPool1D",
    "MaxUnPool2D",
    "MaxUnPool3D",
    "AdaptiveAvgPool1D",
    "AdaptiveAvgPool2D",
    "AdaptiveAvgPool3D",
    "AdaptiveMaxPool1D",
    "AdaptiveMaxPool2D",
    "AdaptiveMaxPool3D",
]

Size = int | Sequence[int]


class _Pool(Layer):
    """Shows the window of a pooling layer."""

    ksize: Any
    stride: Any
    padding: Any

    def extra_repr(self) -> str:
        return f"kernel_size={self.ksize}, stride={self.stride}, padding={self.padding}"


class AvgPool1D(_Pool):
    """Averages of windows; see `paddle.nn.functional.avg_pool1d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        exclusive: leave the padding out of the average, True by default.
        ceil_mode: round output sizes up, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool1D(2)(paddle.ones([1, 3, 4])).shape
        [1, 3, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        exclusive: bool = True,
        ceil_mode: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.exclusive = exclusive
        self.ceil_mode = ceil_mode

    def forward(self, x: Tensor) -> Any:
        return F.avg_pool1d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            exclusive=self.exclusive,
            ceil_mode=self.ceil_mode,
        )


class AvgPool2D(_Pool):
    """Averages of windows; see `paddle.nn.functional.avg_pool2d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        ceil_mode: round output sizes up, False by default.
        exclusive: leave the padding out of the average, True by default.
        divisor_override: divide sums by this number instead.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool2D(2)(paddle.ones([1, 3, 4, 4])).shape
        [1, 3, 2, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        exclusive: bool = True,
        divisor_override: float | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.exclusive = exclusive
        self.divisor_override = divisor_override
        self.data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.avg_pool2d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            ceil_mode=self.ceil_mode,
            exclusive=self.exclusive,
            divisor_override=self.divisor_override,
            data_format=self.data_format,
        )


class AvgPool3D(_Pool):
    """Averages of windows; see `paddle.nn.functional.avg_pool3d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        ceil_mode: round output sizes up, False by default.
        exclusive: leave the padding out of the average, True by default.
        divisor_override: divide sums by this number instead.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool3D(2)(paddle.ones([1, 3, 4, 4, 4])).shape
        [1, 3, 2, 2, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        exclusive: bool = True,
        divisor_override: float | None = None,
        data_format: str = "NCDHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.exclusive = exclusive
        self.divisor_override = divisor_override
        self.data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.avg_pool3d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            ceil_mode=self.ceil_mode,
            exclusive=self.exclusive,
            divisor_override=self.divisor_override,
            data_format=self.data_format,
        )


class MaxPool1D(_Pool):
    """Largest elements of windows; see `paddle.nn.functional.max_pool1d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        return_mask: also return where the elements are, False by default.
        ceil_mode: round output sizes up, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool1D(2)(paddle.ones([1, 3, 4])).shape
        [1, 3, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.return_mask = return_mask
        self.ceil_mode = ceil_mode

    def forward(self, x: Tensor) -> Any:
        return F.max_pool1d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            return_mask=self.return_mask,
            ceil_mode=self.ceil_mode,
        )


class MaxPool2D(_Pool):
    """Largest elements of windows; see `paddle.nn.functional.max_pool2d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        return_mask: also return where the elements are, False by default.
        ceil_mode: round output sizes up, False by default.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool2D(2)(paddle.ones([1, 3, 4, 4])).shape
        [1, 3, 2, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.return_mask = return_mask
        self.ceil_mode = ceil_mode
        self.data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.max_pool2d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            return_mask=self.return_mask,
            ceil_mode=self.ceil_mode,
            data_format=self.data_format,
        )


class MaxPool3D(_Pool):
    """Largest elements of windows; see `paddle.nn.functional.max_pool3d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: 0 by default.
        return_mask: also return where the elements are, False by default.
        ceil_mode: round output sizes up, False by default.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool3D(2)(paddle.ones([1, 3, 4, 4, 4])).shape
        [1, 3, 2, 2, 2]
    """

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCDHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.return_mask = return_mask
        self.ceil_mode = ceil_mode
        self.data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.max_pool3d(
            x,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            return_mask=self.return_mask,
            ceil_mode=self.ceil_mode,
            data_format=self.data_format,
        )


class _MaxUnPool(_Pool):
    """What puts pooled elements back by the function of its number of dimensions."""

    _function: Callable[..., Tensor]

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None,
        padding: Size,
        data_format: str,
        output_size: Sequence[int] | None,
    ) -> None:
        super().__init__()
        self.ksize = kernel_size
        self.stride = stride
        self.padding = padding
        self.data_format = data_format
        self.output_size = output_size

    def forward(self, x: Tensor, indices: Tensor) -> Any:
        return self._function(
            x,
            indices,
            kernel_size=self.ksize,
            stride=self.stride,
            padding=self.padding,
            data_format=self.data_format,
            output_size=self.output_size,
        )


class MaxUnPool1D(_MaxUnPool):
    """Puts pooled elements back to where they came from; see `paddle.nn.functional.max_unpool1d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: the pooling's padding, 0 by default.
        data_format: "NCL" (the default).
        output_size: the sizes before pooling, where they are not the smallest.
        name: not used.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool1D(2, return_mask=True)(paddle.ones([1, 3, 4]))
        >>> paddle.nn.MaxUnPool1D(2)(out, mask).shape
        [1, 3, 4]
    """

    _function = staticmethod(F.max_unpool1d)

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Size = 0,
        data_format: str = "NCL",
        output_size: Sequence[int] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, data_format, output_size)


class MaxUnPool2D(_MaxUnPool):
    """Puts pooled elements back to where they came from; see `paddle.nn.functional.max_unpool2d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: the pooling's padding, 0 by default.
        data_format: "NCHW" (the default).
        output_size: the sizes before pooling, where they are not the smallest.
        name: not used.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool2D(2, return_mask=True)(paddle.ones([1, 3, 4, 4]))
        >>> paddle.nn.MaxUnPool2D(2)(out, mask).shape
        [1, 3, 4, 4]
    """

    _function = staticmethod(F.max_unpool2d)

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Size = 0,
        data_format: str = "NCHW",
        output_size: Sequence[int] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, data_format, output_size)


class MaxUnPool3D(_MaxUnPool):
    """Puts pooled elements back to where they came from; see `paddle.nn.functional.max_unpool3d`.

    Args:
        kernel_size: the window.
        stride: the step; None (the default) for the window's size.
        padding: the pooling's padding, 0 by default.
        data_format: "NCDHW" (the default).
        output_size: the sizes before pooling, where they are not the smallest.
        name: not used.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool3D(2, return_mask=True)(paddle.ones([1, 3, 4, 4, 4]))
        >>> paddle.nn.MaxUnPool3D(2)(out, mask).shape
        [1, 3, 4, 4, 4]
    """

    _function = staticmethod(F.max_unpool3d)

    def __init__(
        self,
        kernel_size: Size,
        stride: Size | None = None,
        padding: Size = 0,
        data_format: str = "NCDHW",
        output_size: Sequence[int] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, data_format, output_size)


class AdaptiveAvgPool1D(Layer):
    """Averages over as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_avg_pool1d`.

    Args:
        output_size: the output's size.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool1D(2)(paddle.ones([1, 3, 5])).shape
        [1, 3, 2]
    """

    def __init__(
        self,
        output_size: Any,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_avg_pool1d(x, output_size=self._output_size)

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}"


class AdaptiveAvgPool2D(Layer):
    """Averages over as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_avg_pool2d`.

    Args:
        output_size: the output's size, one number or one per axis; None for the input's.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool2D(2)(paddle.ones([1, 3, 5, 5])).shape
        [1, 3, 2, 2]
    """

    def __init__(
        self,
        output_size: Any,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size
        self._data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_avg_pool2d(
            x, output_size=self._output_size, data_format=self._data_format
        )

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}"


class AdaptiveAvgPool3D(Layer):
    """Averages over as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_avg_pool3d`.

    Args:
        output_size: the output's size, one number or one per axis; None for the input's.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool3D(2)(paddle.ones([1, 3, 5, 5, 5])).shape
        [1, 3, 2, 2, 2]
    """

    def __init__(
        self,
        output_size: Any,
        data_format: str = "NCDHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size
        self._data_format = data_format

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_avg_pool3d(
            x, output_size=self._output_size, data_format=self._data_format
        )

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}"


class AdaptiveMaxPool1D(Layer):
    """Largest elements of as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_max_pool1d`.

    Args:
        output_size: the output's size.
        return_mask: also return where the elements are, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool1D(2)(paddle.ones([1, 3, 5])).shape
        [1, 3, 2]
    """

    def __init__(
        self,
        output_size: Any,
        return_mask: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size
        self._return_mask = return_mask

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_max_pool1d(
            x, output_size=self._output_size, return_mask=self._return_mask
        )

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}, return_mask={self._return_mask}"


class AdaptiveMaxPool2D(Layer):
    """Largest elements of as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_max_pool2d`.

    Args:
        output_size: the output's size, one number or one per axis; None for the input's.
        return_mask: also return where the elements are, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool2D(2)(paddle.ones([1, 3, 5, 5])).shape
        [1, 3, 2, 2]
    """

    def __init__(
        self,
        output_size: Any,
        return_mask: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size
        self._return_mask = return_mask

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_max_pool2d(
            x, output_size=self._output_size, return_mask=self._return_mask
        )

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}, return_mask={self._return_mask}"


class AdaptiveMaxPool3D(Layer):
    """Largest elements of as many windows as the output has elements; see
    `paddle.nn.functional.adaptive_max_pool3d`.

    Args:
        output_size: the output's size, one number or one per axis; None for the input's.
        return_mask: also return where the elements are, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool3D(2)(paddle.ones([1, 3, 5, 5, 5])).shape
        [1, 3, 2, 2, 2]
    """

    def __init__(
        self,
        output_size: Any,
        return_mask: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._output_size = output_size
        self._return_mask = return_mask

    def forward(self, x: Tensor) -> Any:
        return F.adaptive_max_pool3d(
            x, output_size=self._output_size, return_mask=self._return_mask
        )

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}, return_mask={self._return_mask}"
