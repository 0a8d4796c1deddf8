"""Dropout followed by an addition."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn import Layer

from ..functional import fused_dropout_add

__all__ = ["FusedDropoutAdd"]


class FusedDropoutAdd(Layer):
    """`dropout(x) + y`.

    Args:
        p: the probability of dropping an element, 0.5 by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `Dropout`.
        name: not used.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedDropoutAdd(0.0)
        >>> layer(paddle.ones([2]), paddle.ones([2])).tolist()
        [2.0, 2.0]
    """

    def __init__(
        self, p: float = 0.5, mode: str = "upscale_in_train", name: str | None = None
    ) -> None:
        super().__init__()
        self.p = p
        self.mode = mode
        self.name = name

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        """Drop elements of `x`, and add `y` of the same shape."""
        return fused_dropout_add(x, y, p=self.p, training=self.training, mode=self.mode)

    def extra_repr(self) -> str:
        name = f", name={self.name}" if self.name else ""
        return f"p={self.p}, mode={self.mode}{name}"
