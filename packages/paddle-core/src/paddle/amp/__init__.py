"""Automatic mixed precision."""

from paddle.amp import debugging
from paddle.amp.auto_cast import (
    amp_decorate,
    amp_guard,
    auto_cast,
    decorate,
    is_bfloat16_supported,
    is_float16_supported,
)
from paddle.amp.grad_scaler import AmpScaler, GradScaler

__all__ = [
    "auto_cast",
    "GradScaler",
    "decorate",
    "is_float16_supported",
    "is_bfloat16_supported",
    "amp_guard",
    "amp_decorate",
]
