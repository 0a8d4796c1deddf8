"""Layers whose parameters have no memory until they are initialised."""

from __future__ import annotations

from typing import Any

__all__ = ["LazyGuard"]

_depth = 0


class LazyGuard:
    """Inside, parameters get a shape but no memory; `parameter.initialize()` gives them values.

    Before that a parameter reads as zeros.

    Examples:
        >>> import paddle
        >>> with paddle.LazyGuard():
        ...     net = paddle.nn.Linear(10, 10)
        >>> for parameter in net.parameters():
        ...     parameter.initialize()
        >>> bool((net.weight != 0).any())
        True
    """

    def __enter__(self) -> LazyGuard:
        global _depth
        _depth += 1
        return self

    def __exit__(self, *exception: Any) -> None:
        global _depth
        _depth -= 1


def is_lazy() -> bool:
    """Whether parameters are made without memory just now."""
    return _depth > 0
