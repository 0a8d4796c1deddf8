"""A linear map."""

from __future__ import annotations

from typing import Any

from paddle._core import Tensor
from paddle.nn import Layer

from ..functional import fused_linear

__all__ = ["FusedLinear"]


class FusedLinear(Layer):
    """`x weight + bias`.

    Args:
        in_features: the size of the last axis of the input.
        out_features: the size of the last axis of the output.
        weight_attr: the attributes of the weight.
        bias_attr: the attributes of the bias, False for none.
        transpose_weight: the weight is [out_features, in_features]; False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.incubate.nn.FusedLinear(4, 5)(paddle.ones([3, 4])).shape
        [3, 5]
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        transpose_weight: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        shape = [out_features, in_features] if transpose_weight else [in_features, out_features]
        self.weight = self.create_parameter(shape, attr=weight_attr)
        self.bias = self.create_parameter([out_features], attr=bias_attr, is_bias=True)
        self.transpose_weight = transpose_weight
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        """[..., in_features] to [..., out_features]."""
        return fused_linear(input, self.weight, self.bias, self.transpose_weight)
