"""Exchange of tensors with other libraries without copies."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._core import Tensor

__all__ = ["from_dlpack", "to_dlpack"]


def to_dlpack(x: Tensor) -> Any:
    """A DLPack capsule over the memory of a tensor.

    Args:
        x: a dense tensor.

    Returns:
        A capsule, to be used once.

    Raises:
        TypeError: if `x` is no tensor.

    Examples:
        >>> import paddle
        >>> capsule = paddle.utils.dlpack.to_dlpack(paddle.ones([2]))
        >>> paddle.utils.dlpack.from_dlpack(capsule).tolist()
        [1.0, 1.0]
    """
    if not isinstance(x, Tensor):
        raise TypeError(f"to_dlpack needs a Tensor, but got {type(x).__name__}")
    return x._to_dlpack(False)


def from_dlpack(dlpack: Any) -> Tensor:
    """A tensor over the memory of a capsule or of an object with `__dlpack__`.

    Args:
        dlpack: a DLPack capsule, or an array or tensor of any library.

    Returns:
        A tensor that shares the memory.

    Raises:
        TypeError: if the object has no `__dlpack__`.
        ValueError: if the capsule was used already.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> paddle.utils.dlpack.from_dlpack(np.ones(2)).dtype
        paddle.float64
    """
    if type(dlpack).__name__ == "PyCapsule":
        return _core.from_dlpack(dlpack)
    if not hasattr(dlpack, "__dlpack__"):
        raise TypeError(
            f"from_dlpack needs a DLPack capsule or an array, but got {type(dlpack).__name__}"
        )
    return _core.from_dlpack(dlpack.__dlpack__())
