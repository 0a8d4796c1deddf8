"""Losses."""

from __future__ import annotations

from paddle._core import Tensor

__all__ = ["identity_loss"]

_REDUCTIONS = {0: "sum", 1: "mean", 2: "none"}


def identity_loss(x: Tensor, reduction: str | int = "none") -> Tensor:
    """Mark `x` as a loss: its sum, its mean, or itself.

    Args:
        x: a floating tensor of any shape.
        reduction: "sum" or 0, "mean" or 1, "none" or 2; "none" by default.

    Examples:
        >>> import paddle
        >>> paddle.incubate.identity_loss(paddle.to_tensor([1.0, 3.0]), "mean").item()
        2.0
    """
    kind = _REDUCTIONS.get(reduction, reduction) if isinstance(reduction, int) else reduction
    if kind == "sum":
        return x.sum()
    if kind == "mean":
        return x.mean()
    if kind == "none":
        return x.clone()
    raise ValueError(f'reduction must be "sum", "mean", "none", 0, 1 or 2, got {reduction!r}')
