"""Tensors from Python data and NumPy arrays."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._core import Tensor
from ..framework.dtype import get_default_dtype

__all__ = ["to_tensor"]

_NUMBERS = (bool, int, float, complex)


def _inferred_dtype(array: Any) -> str | None:
    """The dtype of Python data: floating numbers get the default dtype, integers int64."""
    if array.dtype.kind == "f":
        return get_default_dtype()
    if array.dtype.kind == "c":
        return "complex128" if get_default_dtype() == "float64" else "complex64"
    return None


def _contains_tensor(data: Any) -> bool:
    if isinstance(data, Tensor):
        return True
    return isinstance(data, (list, tuple)) and any(_contains_tensor(item) for item in data)


def _plain(data: Any) -> Any:
    """Nested lists with tensors replaced by their elements."""
    if isinstance(data, Tensor):
        return data.tolist()
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    return data


def _array_of(data: Any) -> Any:
    import numpy

    try:
        array = numpy.array(data)
    except ValueError as error:
        raise ValueError(f"to_tensor: the data are no regular array: {error}") from None
    if array.dtype.kind not in "biufc":
        raise TypeError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, data type must be "
            "scalar|list|tuple|np.ndarray|paddle.Tensor"
        )
    return array


def _from_array(array: Any) -> Tensor:
    if array.dtype.name in ("uint32", "uint64"):
        array = array.astype("int64")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return _core.tensor_from_array(array)


def _from_data(data: Any, infer: bool) -> Tensor:
    if isinstance(data, Tensor):
        return data.detach().clone()
    if type(data).__module__ == "numpy":
        return _from_array(_array_of(data))
    if _contains_tensor(data):
        dtypes = {t.dtype for t in data if isinstance(t, Tensor)}
        tensor = _from_data(_plain(data), infer)
        return tensor.astype(dtypes.pop()) if len(dtypes) == 1 else tensor
    array = _array_of(data)
    tensor = _from_array(array)
    dtype = _inferred_dtype(array) if infer else None
    return tensor if dtype is None else tensor.astype(dtype)


def to_tensor(
    data: Any, dtype: Any = None, place: Any = None, stop_gradient: bool = True
) -> Tensor:
    """Create a tensor from a number, nested lists, a NumPy array or another tensor.

    The elements are copied. Without `dtype`, Python floats get the default dtype (float32), Python
    integers int64, complex numbers complex64; arrays and tensors keep theirs.

    Args:
        data: a number, nested lists or tuples of numbers, an array or a tensor.
        dtype: the data type to convert to.
        place: only the CPU: None, "cpu" or `paddle.CPUPlace()`.
        stop_gradient: False to have gradients computed for the tensor.

    Returns:
        A new tensor.

    Raises:
        TypeError: if the data or the dtype are of no known type.
        ValueError: if nested lists have different lengths.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([[1, 2], [3, 4]])
        Tensor(shape=[2, 2], dtype=int64, place=Place(cpu), stop_gradient=True,
               [[1, 2],
                [3, 4]])
    """
    if place is not None and not _core._to_place(place).is_cpu_place():
        raise ValueError(f"to_tensor: tensors can only be created on the CPU, not on {place}")
    tensor = _from_data(data, infer=dtype is None)
    if dtype is not None and tensor.dtype != _core._dtype(dtype):
        tensor = tensor.astype(dtype)
    tensor.stop_gradient = bool(stop_gradient)
    return tensor
