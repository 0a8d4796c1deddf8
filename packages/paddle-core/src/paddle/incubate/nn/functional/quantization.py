"""Rounding to int8 and back, as the operators of language models do it."""

from __future__ import annotations

from paddle._core import Tensor

__all__ = ["dequantize", "quantize"]


def quantize(
    x: Tensor, scale: float, round_type: int, max_bound: float, min_bound: float
) -> Tensor:
    """`x * scale * max_bound`, rounded and clipped to [min_bound, max_bound], as int8.

    Args:
        x: floating.
        scale: the reciprocal of the largest value that is represented.
        round_type: 0 rounds halves to even, 1 away from zero.
        max_bound: the largest result, mostly 127.
        min_bound: the smallest result, mostly -127.
    """
    if round_type not in (0, 1):
        raise ValueError(f"quant_round_type must be 0 or 1, got {round_type}")
    scaled = x.astype("float32") * (scale * max_bound)
    # paddle.round rounds halves away from zero.
    rounded = scaled.round() if round_type == 1 else _round_to_even(scaled)
    return rounded.clip(min_bound, max_bound).astype("int8")


def _round_to_even(x: Tensor) -> Tensor:
    below = x.floor()
    fraction = x - below
    up = (fraction > 0.5).logical_or((fraction == 0.5).logical_and(below % 2.0 != 0.0))
    return below + up.astype(x.dtype)


def dequantize(x: Tensor, scale: Tensor, dtype: str) -> Tensor:
    """Integers as numbers of `dtype`: `x * scale`."""
    return (x.astype("float32") * scale.astype("float32")).astype(dtype)
