"""Layers that resize images or turn their windows into columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.layer.activation import named
from paddle.nn.layer.layers import Layer

__all__ = ["Fold", "Unfold", "Upsample", "UpsamplingBilinear2D", "UpsamplingNearest2D"]


class Upsample(Layer):
    """Resizes spatial axes; see `paddle.nn.functional.interpolate`, also for the arguments.

    Examples:
        >>> import paddle
        >>> paddle.nn.Upsample(scale_factor=2)(paddle.ones([1, 1, 2, 3])).shape
        [1, 1, 4, 6]
    """

    def __init__(
        self,
        size: Any | None = None,
        scale_factor: Any | None = None,
        mode: str = "nearest",
        align_corners: bool = False,
        align_mode: int = 0,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode.lower()
        self.align_corners = align_corners
        self.align_mode = align_mode
        self.data_format = data_format
        self.name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.interpolate(
            x,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            self.align_mode,
            self.data_format,
        )

    def _target(self) -> str:
        if self.scale_factor is not None:
            return f"scale_factor={self.scale_factor}"
        return f"size={self.size}"

    def extra_repr(self) -> str:
        text = (
            f"{self._target()}, mode={self.mode}, align_corners={self.align_corners}, "
            f"align_mode={self.align_mode}, data_format={self.data_format}"
        )
        return named(text, self.name)


class UpsamplingNearest2D(Upsample):
    """Resizes images by taking the nearest element; see `paddle.nn.functional.interpolate`.

    Examples:
        >>> import paddle
        >>> paddle.nn.UpsamplingNearest2D(size=[4, 4])(paddle.ones([1, 1, 2, 2])).shape
        [1, 1, 4, 4]
    """

    def __init__(
        self,
        size: Any | None = None,
        scale_factor: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(size, scale_factor, "nearest", False, 0, data_format, name)

    def extra_repr(self) -> str:
        return named(f"{self._target()}, data_format={self.data_format}", self.name)


class UpsamplingBilinear2D(Upsample):
    """Resizes images bilinearly with aligned corners; see `paddle.nn.functional.interpolate`.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[0.0, 2.0]]]])
        >>> paddle.nn.UpsamplingBilinear2D(size=[1, 3])(x).tolist()
        [[[[0.0, 1.0, 2.0]]]]
    """

    def __init__(
        self,
        size: Any | None = None,
        scale_factor: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(size, scale_factor, "bilinear", True, 0, data_format, name)

    def extra_repr(self) -> str:
        return named(f"{self._target()}, data_format={self.data_format}", self.name)


class Unfold(Layer):
    """Windows of images as columns; see `paddle.nn.functional.unfold`, also for the arguments.

    Examples:
        >>> import paddle
        >>> paddle.nn.Unfold(3)(paddle.ones([1, 2, 4, 5])).shape
        [1, 18, 6]
    """

    def __init__(
        self,
        kernel_sizes: int | Sequence[int],
        dilations: int | Sequence[int] = 1,
        paddings: int | Sequence[int] = 0,
        strides: int | Sequence[int] = 1,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.kernel_sizes = kernel_sizes
        self.dilations = dilations
        self.paddings = paddings
        self.strides = strides
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.unfold(input, self.kernel_sizes, self.strides, self.paddings, self.dilations)

    def extra_repr(self) -> str:
        text = (
            f"kernel_size={self.kernel_sizes}, dilation={self.dilations}, "
            f"padding={self.paddings}, stride={self.strides}"
        )
        return named(text, self.name)


class Fold(Layer):
    """Images from columns of windows; see `paddle.nn.functional.fold`, also for the arguments.

    Examples:
        >>> import paddle
        >>> paddle.nn.Fold([4, 5], 3)(paddle.ones([1, 18, 6])).shape
        [1, 2, 4, 5]
    """

    def __init__(
        self,
        output_sizes: int | Sequence[int],
        kernel_sizes: int | Sequence[int],
        dilations: int | Sequence[int] = 1,
        paddings: int | Sequence[int] = 0,
        strides: int | Sequence[int] = 1,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.output_sizes = output_sizes
        self.kernel_sizes = kernel_sizes
        self.dilations = dilations
        self.paddings = paddings
        self.strides = strides
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.fold(
            input,
            self.output_sizes,
            self.kernel_sizes,
            self.strides,
            self.paddings,
            self.dilations,
        )

    def extra_repr(self) -> str:
        text = (
            f"output_size={self.output_sizes}, kernel_size={self.kernel_sizes}, "
            f"dilation={self.dilations}, padding={self.paddings}, stride={self.strides}"
        )
        return named(text, self.name)
