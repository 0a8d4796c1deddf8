"""Warnings about calls of old functions."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TypeVar

from ..version import api_version
from .install_check import parse_version

__all__ = ["deprecated"]

Function = TypeVar("Function", bound=Callable[..., object])


def deprecated(
    update_to: str = "", since: str = "", reason: str = "", level: int = 0
) -> Callable[[Function], Function]:
    """A decorator of functions that should not be called any more.

    Args:
        update_to: the function to call instead.
        since: the release of the API from which on it is deprecated; empty: always.
        reason: why.
        level: 0 notes it in the docstring alone, 1 also warns, 2 also refuses calls.

    Returns:
        A decorator.

    Raises:
        RuntimeError: at a call of a function that is deprecated at level 2.

    Examples:
        >>> import paddle
        >>> @paddle.utils.deprecated(update_to="paddle.add", since="2.0", level=2)
        ... def plus(x, y):
        ...     return x + y
        >>> plus(1, 2)
        Traceback (most recent call last):
        RuntimeError: plus is deprecated since 2.0; use paddle.add
    """

    def decorate(function: Function) -> Function:
        message = f"{function.__name__} is deprecated"
        message += f" since {since}" if since else ""
        message += f"; use {update_to}" if update_to else ""
        message += f" ({reason})" if reason else ""
        applies = not since or parse_version(api_version) >= parse_version(since)

        @functools.wraps(function)
        def called(*args: object, **kwargs: object) -> object:
            if applies and level == 2:
                raise RuntimeError(message)
            if applies and level == 1:
                warnings.warn(message, DeprecationWarning, stacklevel=2)
            return function(*args, **kwargs)

        called.__doc__ = f"{message}.\n\n{function.__doc__ or ''}".rstrip()
        return called  # type: ignore[return-value]

    return decorate
