"""Hooks that decide how tensors are kept for the backward pass."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from .. import _core
from .._core import Tensor

__all__ = ["saved_tensors_hooks"]


class _Active(threading.local):
    """The managers that this thread is in, innermost last."""

    def __init__(self) -> None:
        self.managers: list[saved_tensors_hooks] = []


_active = _Active()


class saved_tensors_hooks:  # noqa: N801 - the public name
    """Context manager under which each tensor saved for the backward pass goes through hooks.

    Args:
        pack_hook: called with a tensor that is saved; returns what is kept instead of it.
        unpack_hook: called in the backward pass with what was kept; returns the tensor.

    Raises:
        TypeError: in the backward pass, if `unpack_hook` returns something else than a tensor.
        ValueError: in the backward pass, if it returns another shape or dtype than was packed.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> with paddle.autograd.saved_tensors_hooks(
        ...     lambda tensor: tensor.numpy(), lambda array: paddle.to_tensor(array)
        ... ):
        ...     y = x * x
        >>> y.sum().backward()
        >>> x.grad.tolist()
        [2.0, 4.0]
    """

    def __init__(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        if not callable(pack_hook) or not callable(unpack_hook):
            raise TypeError("pack_hook and unpack_hook must be functions")
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook
        self._state = _core.SavedTensorHooks(pack_hook, unpack_hook)
        self._before: list[_core.SavedTensorHooks] = []

    def __enter__(self) -> None:
        self._before.append(_core.swap_saved_tensor_hooks(self._state))
        _active.managers.append(self)

    def __exit__(self, *exception: object) -> None:
        _active.managers.pop()
        _core.swap_saved_tensor_hooks(self._before.pop())


def active_hooks() -> saved_tensors_hooks | None:
    """The manager that is in force, if there is one."""
    return _active.managers[-1] if _active.managers else None
