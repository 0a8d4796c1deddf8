"""Dropout followed by an addition."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn.functional import dropout

__all__ = ["fused_dropout_add"]


def fused_dropout_add(
    x: Tensor,
    y: Tensor,
    p: float = 0.5,
    training: bool = True,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Tensor:
    """`dropout(x) + y`.

    Args:
        x: floating, any shape.
        y: of the same shape and dtype.
        p: the probability of dropping an element, 0.5 by default.
        training: whether elements are dropped, True by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `dropout`.
        name: not used.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_dropout_add
        >>> fused_dropout_add(paddle.ones([2]), paddle.ones([2]), training=False).tolist()
        [2.0, 2.0]
    """
    return dropout(x, p, training=training, mode=mode) + y
