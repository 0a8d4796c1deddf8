"""Lists of tensors that are read and written by index tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._core import Tensor

__all__ = ["array_length", "array_read", "array_write", "create_array"]


def _position(i: Any, function: str) -> int:
    if not isinstance(i, Tensor):
        raise AssertionError(f"The index 'i' in {function} must be Variable in dygraph mode")
    if list(i.shape) != [1]:
        raise AssertionError("The shape of index 'i' should be [1] in dygraph mode")
    return int(i)


def _check_list(array: Any, function: str) -> None:
    if not isinstance(array, list):
        raise AssertionError(f"The 'array' in {function} must be a list in dygraph mode")


def create_array(dtype: Any, initialized_list: Sequence[Tensor] | None = None) -> list[Tensor]:
    """A list for tensors.

    Args:
        dtype: the data type that the tensors are meant to have; a list does not enforce it.
        initialized_list: tensors to begin with.

    Raises:
        TypeError: if `initialized_list` is no list of tensors.

    Examples:
        >>> import paddle
        >>> len(paddle.tensor.create_array("float32", [paddle.ones([2])]))
        1
    """
    if initialized_list is None:
        return []
    if not isinstance(initialized_list, (list, tuple)):
        raise TypeError(
            "Require type(initialized_list) should be list/tuple, but received "
            f"{type(initialized_list)}"
        )
    for value in initialized_list:
        if not isinstance(value, Tensor):
            raise TypeError(
                f"All values in `initialized_list` should be Variable, but received {type(value)}."
            )
    return list(initialized_list)


def array_length(array: list[Tensor]) -> int:
    """The number of tensors in a list.

    Raises:
        AssertionError: if `array` is no list.

    Examples:
        >>> import paddle
        >>> paddle.tensor.array_length([paddle.ones([2])])
        1
    """
    _check_list(array, "array_length")
    return len(array)


def array_read(array: list[Tensor], i: Tensor) -> Tensor:
    """The tensor at a position of a list.

    Args:
        array: the list.
        i: an integer tensor of shape [1].

    Raises:
        AssertionError: if `array` is no list, or i no tensor of this shape.
        IndexError: if the list has no such position.

    Examples:
        >>> import paddle
        >>> paddle.tensor.array_read([paddle.ones([2])], paddle.zeros([1], "int64")).tolist()
        [1.0, 1.0]
    """
    _check_list(array, "array_read")
    return array[_position(i, "array_read")]


def array_write(x: Tensor, i: Tensor, array: list[Tensor] | None = None) -> list[Tensor]:
    """Put a tensor at a position of a list, or behind its end.

    Args:
        x: the tensor.
        i: an integer tensor of shape [1], at most the length of the list.
        array: the list; a new one if None.

    Returns:
        The list.

    Raises:
        AssertionError: if x or i is no tensor, `array` no list, or i behind the end.

    Examples:
        >>> import paddle
        >>> array = paddle.tensor.array_write(paddle.ones([2]), paddle.zeros([1], "int64"))
        >>> len(array)
        1
    """
    if not isinstance(x, Tensor):
        raise AssertionError("The input data 'x' in array_write must be Variable in dygraph mode")
    position = _position(i, "array_write")
    array = create_array(x.dtype) if array is None else array
    _check_list(array, "array_write")
    if not 0 <= position <= len(array):
        raise AssertionError(
            "The index 'i' should not be greater than the length of 'array' in dygraph mode"
        )
    array[position : position + 1] = [x]
    return array
