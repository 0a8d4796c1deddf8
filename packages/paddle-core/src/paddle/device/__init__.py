"""Devices: which there are, which one is used, and how much memory is in use."""

from __future__ import annotations

from .. import _core

__all__ = [
    "get_all_device_type",
    "get_available_device",
    "get_device",
    "is_compiled_with_cuda",
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
