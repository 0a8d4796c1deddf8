"""How distributions read their parameters, values and sample shapes."""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import Any

import numpy as np

import paddle
from paddle import Tensor

__all__ = [
    "broadcast",
    "cast_value",
    "parameters_from_data",
    "sample_shape",
    "sum_rightmost",
    "tensor_from_real",
    "value_tensor",
]

_DATA_TYPES = (float, int, list, tuple, np.ndarray, Tensor)


def sample_shape(shape: Any) -> tuple[int, ...]:
    """The sizes in `shape`: a sequence, an array or a tensor of integers."""
    if isinstance(shape, Tensor | np.ndarray):
        shape = shape.tolist()
    if not isinstance(shape, Iterable):
        raise TypeError(f"shape must be a sequence of integers, but got {type(shape)}")
    return tuple(int(size) for size in shape)


def parameters_from_data(*values: Any) -> list[Tensor]:
    """Tensors of one shape and dtype from numbers, sequences and arrays, or from tensors alone.

    Arrays of float64 make all of them float64; everything else becomes float32.
    """
    for value in values:
        if not isinstance(value, _DATA_TYPES):
            raise TypeError(
                "a parameter must be a number, list, tuple, numpy.ndarray or Tensor, "
                f"but got {type(value)}"
            )
    tensors = [value for value in values if isinstance(value, Tensor)]
    if not tensors:
        return _from_arrays(values)
    if len(tensors) < len(values):
        raise ValueError("if one parameter is a Tensor, all of them must be Tensors")
    return broadcast(*_of_widest_dtype(tensors))


def _from_arrays(values: Iterable[Any]) -> list[Tensor]:
    arrays = [np.asarray(value) for value in values]
    given = [value for value in values if isinstance(value, np.ndarray)]
    wide = any(value.dtype == np.float64 for value in given)
    dtype = "float64" if wide else "float32"
    together = np.broadcast_arrays(*[array.astype(dtype) for array in arrays])
    return [paddle.to_tensor(array.copy()) for array in together]


def _of_widest_dtype(tensors: list[Tensor]) -> list[Tensor]:
    if len({tensor.dtype for tensor in tensors}) == 1:
        return tensors
    wide = any(tensor.dtype == paddle.float64 for tensor in tensors)
    return [tensor.astype("float64") for tensor in tensors] if wide else tensors


def tensor_from_real(value: Any, name: str, dtype: Any = None) -> Tensor:
    """A 0-d tensor of a number, in the default dtype if none is given, or the tensor itself."""
    if isinstance(value, Tensor):
        return value
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a real number or a Tensor, but got {type(value)}")
    return paddle.full([], float(value), dtype)


def broadcast(*tensors: Tensor) -> list[Tensor]:
    """The tensors, expanded to one shape.

    Raises:
        ValueError: if their dtypes differ or their shapes do not fit.
    """
    if len({tensor.dtype for tensor in tensors}) > 1:
        names = ", ".join(tensor.dtype.name for tensor in tensors)
        raise ValueError(f"parameters must be of one dtype, but got {names}")
    if len({tuple(tensor.shape) for tensor in tensors}) == 1:
        return list(tensors)
    return list(paddle.broadcast_tensors(list(tensors)))


def cast_value(value: Any, like: Tensor) -> Tensor:
    """A value at which a density is asked for, in the dtype of the parameter `like`."""
    return value if getattr(value, "dtype", None) == like.dtype else paddle.cast(value, like.dtype)


def value_tensor(value: Any, like: Tensor) -> Tensor:
    """The same, but numbers and arrays are accepted too."""
    if isinstance(value, Tensor):
        return cast_value(value, like)
    return paddle.to_tensor(value, like.dtype)


def sum_rightmost(value: Tensor, count: int) -> Tensor:
    """The sum over the last `count` axes."""
    return value.sum(list(range(-count, 0))) if count > 0 else value
