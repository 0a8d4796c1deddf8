"""Devices: which there are, which one is used, and how much memory is in use."""

from __future__ import annotations

import importlib.util
from typing import NoReturn

from .. import _core
from . import cuda
from .streams import (
    Event,
    Stream,
    current_stream,
    set_stream,
    stream_guard,
    synchronize,
)

__all__ = [
    "Event",
    "IPUPlace",
    "Stream",
    "XPUPlace",
    "cuda",
    "current_stream",
    "is_compiled_with_distribute",
    "max_memory_allocated",
    "max_memory_reserved",
    "memory_allocated",
    "memory_reserved",
    "reset_max_memory_allocated",
    "set_stream",
    "stream_guard",
    "synchronize",
    "get_all_custom_device_type",
    "get_all_device_type",
    "get_available_custom_device",
    "get_available_device",
    "get_cudnn_version",
    "get_device",
    "is_compiled_with_cinn",
    "is_compiled_with_cuda",
    "is_compiled_with_custom_device",
    "is_compiled_with_ipu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "set_device",
]


def set_device(device: str) -> _core.Place:
    """Choose the device that tensors are created on.

    Args:
        device: "cpu", the only device so far.

    Raises:
        ValueError: for any other device.

    Examples:
        >>> import paddle
        >>> paddle.set_device("cpu")
        Place(cpu)
    """
    if device != "cpu":
        raise ValueError(f"the device must be 'cpu', but is {device!r}")
    return _core.CPUPlace()


def get_device() -> str:
    """The device that tensors are created on.

    Examples:
        >>> import paddle
        >>> paddle.get_device()
        'cpu'
    """
    return "cpu"


def is_compiled_with_cuda() -> bool:
    """Whether GPUs are supported.

    Examples:
        >>> import paddle
        >>> paddle.is_compiled_with_cuda()
        False
    """
    return False


def get_all_device_type() -> list[str]:
    """The kinds of devices that are supported."""
    return ["cpu"]


def get_available_device() -> list[str]:
    """The devices that are there."""
    return ["cpu"]


def is_compiled_with_cinn() -> bool:
    """Whether the compiler CINN is supported: no.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_cinn()
        False
    """
    return False


def is_compiled_with_custom_device(device_type: str) -> bool:
    """Whether a kind of plugged-in device is supported: no.

    Args:
        device_type: the kind of device.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_custom_device("npu")
        False
    """
    return False


def is_compiled_with_ipu() -> bool:
    """Whether IPUs are supported: no.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_ipu()
        False
    """
    return False


def is_compiled_with_rocm() -> bool:
    """Whether AMD's GPUs are supported: no.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_rocm()
        False
    """
    return False


def is_compiled_with_xpu() -> bool:
    """Whether XPUs are supported: no.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_xpu()
        False
    """
    return False


def get_cudnn_version() -> int | None:
    """The version of cuDNN, or None as it is not used.

    Examples:
        >>> import paddle
        >>> paddle.device.get_cudnn_version() is None
        True
    """
    return None


def get_all_custom_device_type() -> list[str]:
    """The kinds of plugged-in devices that are supported.

    Examples:
        >>> import paddle
        >>> paddle.device.get_all_custom_device_type()
        []
    """
    return []


def get_available_custom_device() -> list[str]:
    """The plugged-in devices that are there.

    Examples:
        >>> import paddle
        >>> paddle.device.get_available_custom_device()
        []
    """
    return []


def is_compiled_with_distribute() -> bool:
    """Whether collective communication is supported: where paddle-distributed is installed.

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_distribute() in (True, False)
        True
    """
    try:
        return importlib.util.find_spec("paddle.distributed") is not None
    except ModuleNotFoundError:  # says which package is missing
        return False


def XPUPlace(dev_id: int) -> NoReturn:  # noqa: N802 - Paddle's name
    """A RuntimeError: there are no XPUs."""
    raise RuntimeError(f"(Unavailable) XPUPlace({dev_id}): XPUs are not supported")


def IPUPlace() -> NoReturn:  # noqa: N802 - Paddle's name
    """A RuntimeError: there are no IPUs."""
    raise RuntimeError("(Unavailable) IPUPlace(): IPUs are not supported")


def memory_allocated() -> int:
    """Bytes of the CPU's memory that tensors use now.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([1024])
        >>> paddle.device.memory_allocated() >= 4096
        True
    """
    return _core.memory_stats()["allocated"]


def max_memory_allocated() -> int:
    """The most bytes that tensors have used at a time.

    Examples:
        >>> import paddle
        >>> paddle.device.max_memory_allocated() >= paddle.device.memory_allocated()
        True
    """
    return _core.memory_stats()["peak_allocated"]


def memory_reserved() -> int:
    """Bytes that are held for tensors, with the freed blocks that are kept for the next ones.

    Examples:
        >>> import paddle
        >>> paddle.device.memory_reserved() >= 0
        True
    """
    return _core.memory_stats()["reserved"]


def max_memory_reserved() -> int:
    """The most bytes that have been held at a time.

    Examples:
        >>> import paddle
        >>> paddle.device.max_memory_reserved() >= paddle.device.memory_reserved()
        True
    """
    return _core.memory_stats()["peak_reserved"]


def reset_max_memory_allocated() -> None:
    """Let the peaks start anew from what is in use now.

    Examples:
        >>> import paddle
        >>> paddle.device.reset_max_memory_allocated()
    """
    _core.reset_peak_memory_stats()
