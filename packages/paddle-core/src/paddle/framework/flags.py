"""Switches by name, as Paddle has them; those that mean something here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import _core

__all__ = ["get_flags", "set_flags"]


def _check_numerics(value: Any) -> None:
    _core.set_check_numerics(bool(value))


def _checks_numerics() -> bool:
    before = _core.set_check_numerics(False)
    _core.set_check_numerics(before)
    return before


def _always(name: str, value: bool) -> Callable[[Any], None]:
    def check(wanted: Any) -> None:
        if bool(wanted) is not value:
            raise ValueError(f"Flag {name} is always {value} here.")

    return check


# What gets and what sets each flag. Slices are always views, and results never depend on threads.
_FLAGS: dict[str, tuple[Callable[[], Any], Callable[[Any], None]]] = {
    "FLAGS_check_nan_inf": (_checks_numerics, _check_numerics),
    "FLAGS_cpu_deterministic": (lambda: True, _always("FLAGS_cpu_deterministic", True)),
    "FLAGS_paddle_num_threads": (_core.num_threads, lambda value: _core.set_num_threads(value)),
    "FLAGS_use_stride_kernel": (lambda: True, _always("FLAGS_use_stride_kernel", True)),
}


def set_flags(flags: dict[str, Any]) -> None:
    """Set switches.

    - FLAGS_check_nan_inf: raise where an operator of this thread gives NaN or infinity.
    - FLAGS_paddle_num_threads: the number of threads that operators run on.
    - FLAGS_use_stride_kernel, FLAGS_cpu_deterministic: always on.

    Args:
        flags: values by name.

    Raises:
        TypeError: if `flags` is no dict.
        ValueError: if a flag is not known, or cannot have the value.

    Examples:
        >>> import paddle
        >>> paddle.set_flags({"FLAGS_check_nan_inf": True})
        >>> try:
        ...     paddle.log(paddle.to_tensor([-1.0]))
        ... except RuntimeError:
        ...     print("not a number")
        not a number
        >>> paddle.set_flags({"FLAGS_check_nan_inf": False})
    """
    if not isinstance(flags, dict):
        raise TypeError("flags in set_flags should be a dict")
    for name, value in flags.items():
        if name not in _FLAGS:
            raise ValueError(f"Flag {name} cannot set its value through this function.")
        _FLAGS[name][1](value)


def get_flags(flags: str | Sequence[str]) -> dict[str, Any]:
    """The values of switches, by name.

    Args:
        flags: a name or a list of names, of those that `set_flags` knows.

    Raises:
        TypeError: if `flags` is neither.
        ValueError: if a flag is not known.

    Examples:
        >>> import paddle
        >>> paddle.get_flags("FLAGS_check_nan_inf")
        {'FLAGS_check_nan_inf': False}
    """
    if not isinstance(flags, (list, tuple, str)):
        raise TypeError("Flags in get_flags should be a list, tuple or string.")
    names = [flags] if isinstance(flags, str) else flags
    for name in names:
        if name not in _FLAGS:
            raise ValueError(f"Flag {name} cannot get its value through this function.")
    return {name: _FLAGS[name][0]() for name in names}
