"""Switching the recording of gradients on and off."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .. import _core

__all__ = ["enable_grad", "is_grad_enabled", "no_grad", "set_grad_enabled"]


class _GradMode:
    """A context manager and decorator that sets the mode to a fixed value."""

    _mode: bool

    def __init__(self) -> None:
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(_core.set_grad_enabled(self._mode))

    def __exit__(self, *exception: object) -> None:
        _core.set_grad_enabled(self._before.pop())

    def clone(self) -> _GradMode:
        """Another manager that sets the same mode."""
        return type(self)()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.isgeneratorfunction(function):
            return self._wrap_generator(function)

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with type(self)():
                return function(*args, **kwargs)

        return wrapped

    def _wrap_generator(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The mode holds while the generator runs, not while its consumer does."""

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            generator = function(*args, **kwargs)
            sent = None
            while True:
                with type(self)():
                    try:
                        item = generator.send(sent)
                    except StopIteration as stop:
                        return stop.value
                sent = yield item

        return wrapped


class no_grad(_GradMode):  # noqa: N801 - the public name
    """Context manager and decorator under which no gradient is recorded.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> x.stop_gradient = False
        >>> with paddle.no_grad():
        ...     y = x * 2
        >>> y.stop_gradient
        True
    """

    _mode = False

    def __new__(cls, func: Callable[..., Any] | None = None) -> Any:
        mode = super().__new__(cls)
        if func is None:
            return mode
        _GradMode.__init__(mode)
        return mode(func)

    def __init__(self, func: Callable[..., Any] | None = None) -> None:
        super().__init__()


class enable_grad(_GradMode):  # noqa: N801 - the public name
    """Context manager and decorator under which gradients are recorded, also inside `no_grad`.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> x.stop_gradient = False
        >>> with paddle.no_grad(), paddle.enable_grad():
        ...     y = x * 2
        >>> y.stop_gradient
        False
    """

    _mode = True


class set_grad_enabled:  # noqa: N801 - the public name
    """Context manager that switches the recording of gradients on or off; holds from the call on.

    Args:
        mode: whether gradients are recorded.

    Examples:
        >>> import paddle
        >>> with paddle.set_grad_enabled(False):
        ...     paddle.is_grad_enabled()
        False
    """

    def __init__(self, mode: bool) -> None:
        self._mode = bool(mode)
        self._before = _core.set_grad_enabled(bool(mode))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        _core.set_grad_enabled(self._before)

    def clone(self) -> set_grad_enabled:
        """Another manager of the same mode, which holds from this call on."""
        return type(self)(self._mode)


def is_grad_enabled() -> bool:
    """Whether gradients are recorded in this thread.

    Examples:
        >>> import paddle
        >>> paddle.is_grad_enabled()
        True
    """
    return _core.is_grad_enabled()
