"""GPUs: there are none here, so counts are zero and questions about one are errors."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = [
    "Event",
    "Stream",
    "current_stream",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "max_memory_allocated",
    "max_memory_reserved",
    "memory_allocated",
    "memory_reserved",
    "stream_guard",
    "synchronize",
]


def _refuse(name: str) -> NoReturn:
    raise ValueError(
        f"The API paddle.device.cuda.{name} is not supported in CPU-only PaddlePaddle: "
        "there is no GPU; paddle.device holds what works on every device"
    )


def device_count() -> int:
    """The number of GPUs: 0.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.device_count()
        0
    """
    return 0


def empty_cache() -> None:
    """Give cached memory of GPUs back: there is none.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.empty_cache()
    """


class Stream:
    """A GPU's stream; there is no GPU, so that making one raises a ValueError."""

    def __init__(self, device: Any = None, priority: int | None = None) -> None:
        _refuse("Stream")


class Event:
    """A GPU's event; there is no GPU, so that making one raises a ValueError."""

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False
    ) -> None:
        _refuse("Event")


def current_stream(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("current_stream")


def stream_guard(stream: Any) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("stream_guard")


def synchronize(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("synchronize")


def get_device_properties(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("get_device_properties")


def get_device_name(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("get_device_name")


def get_device_capability(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("get_device_capability")


def memory_allocated(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("memory_allocated")


def max_memory_allocated(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("max_memory_allocated")


def memory_reserved(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("memory_reserved")


def max_memory_reserved(device: Any = None) -> NoReturn:
    """A ValueError: there is no GPU."""
    _refuse("max_memory_reserved")
