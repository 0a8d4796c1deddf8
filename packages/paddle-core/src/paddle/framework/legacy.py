"""Small functions that programs of earlier releases still call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._core import Tensor

__all__ = ["batch", "check_shape", "disable_signal_handler"]


def batch(
    reader: Callable[[], Iterator[Any]], batch_size: int, drop_last: bool = False
) -> Callable[[], Iterator[list[Any]]]:
    """A reader of lists of samples from a reader of samples.

    Args:
        reader: a function that gives an iterator over samples.
        batch_size: samples of a list.
        drop_last: whether to leave out a last list that is shorter.

    Raises:
        ValueError: if the size is not positive.

    Examples:
        >>> import paddle
        >>> list(paddle.batch(lambda: iter(range(5)), batch_size=2)())
        [[0, 1], [2, 3], [4]]
    """
    size = int(batch_size)
    if size <= 0:
        raise ValueError(
            f"batch_size should be a positive integer value, but got batch_size={batch_size}"
        )

    def batch_reader() -> Iterator[list[Any]]:
        samples: list[Any] = []
        for sample in reader():
            samples.append(sample)
            if len(samples) == size:
                yield samples
                samples = []
        if samples and not drop_last:
            yield samples

    return batch_reader


def check_shape(
    shape: Any,
    op_name: str,
    expected_shape_type: tuple[type, ...] = (list, tuple, Tensor),
    expected_element_type: tuple[type, ...] = (int, Tensor),
    expected_tensor_dtype: tuple[str, ...] = ("int32", "int64"),
) -> None:
    """Check the type of a shape while a program is recorded; operators that run check it anyway.

    Args:
        shape: what is meant to be a shape.
        op_name: whose argument it is, for the message.
        expected_shape_type: types of a shape.
        expected_element_type: types of its elements.
        expected_tensor_dtype: data types of tensors among them.

    Raises:
        TypeError: if a type is another one.

    Examples:
        >>> import paddle
        >>> paddle.check_shape([2, 3], "reshape")
    """
    from ..static.program import in_dynamic_mode

    if in_dynamic_mode():
        return
    _check_type(shape, "shape", op_name, expected_shape_type, expected_tensor_dtype)
    if not isinstance(shape, Tensor):
        for item in shape:
            _check_type(
                item, "element of shape", op_name, expected_element_type, expected_tensor_dtype
            )


def _check_type(
    value: Any, what: str, op_name: str, types: tuple[type, ...], dtypes: tuple[str, ...]
) -> None:
    if not isinstance(value, types):
        raise TypeError(
            f"The type of '{what}' in {op_name} must be {types}, but received {type(value)}."
        )
    if isinstance(value, Tensor) and value.dtype.name not in dtypes:
        raise TypeError(
            f"The data type of '{what}' in {op_name} must be {dtypes}, but received "
            f"{value.dtype.name}."
        )


def disable_signal_handler() -> None:
    """Leave signals to the program. They always are: no handler is ever installed here.

    Examples:
        >>> import paddle
        >>> paddle.disable_signal_handler()
    """
