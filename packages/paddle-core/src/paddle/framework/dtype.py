"""Data types: the default floating type, and the limits of each type."""

from __future__ import annotations

from typing import Any

from .. import _core

__all__ = ["finfo", "get_default_dtype", "iinfo", "set_default_dtype"]

_FLOATING = ("float16", "bfloat16", "float32", "float64")
_default = _core.float32


def dtype_named(name: str) -> _core.dtype:
    """The data type of a name; what pickled data types are loaded with."""
    return _core._dtype(name)


def set_default_dtype(d: Any) -> None:
    """Set the data type that floating tensors are created with.

    Args:
        d: float16, bfloat16, float32 or float64 as a name, a `paddle.dtype` or a NumPy type.

    Raises:
        TypeError: if `d` is no floating type.

    Examples:
        >>> import paddle
        >>> paddle.set_default_dtype("float64")
        >>> paddle.to_tensor([0.5]).dtype
        paddle.float64
        >>> paddle.set_default_dtype("float32")
    """
    global _default
    dtype = _core._dtype(d)
    if dtype.name not in _FLOATING:
        raise TypeError(f"set_default_dtype only supports {list(_FLOATING)}, but received {d}")
    _default = dtype


def get_default_dtype() -> str:
    """The name of the data type that floating tensors are created with.

    Examples:
        >>> import paddle
        >>> paddle.get_default_dtype()
        'float32'
    """
    return _default.name


class _Info:
    """Attributes of a data type, shown like a call."""

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in vars(self).items())
        return f"paddle.{type(self).__name__}({values})"


class finfo(_Info):  # noqa: N801 - the public name
    """Limits of a floating or complex data type.

    Attributes: `dtype` (name), `bits`, `min`, `max`, `eps` (distance from 1 to the next number),
    `resolution`, `smallest_normal`, `tiny`.

    Args:
        dtype: float16, bfloat16, float32, float64, complex64 or complex128.

    Raises:
        ValueError: for any other type.

    Examples:
        >>> import paddle
        >>> paddle.finfo(paddle.float32).eps
        1.1920928955078125e-07
    """

    # mantissa bits, exponent bits, decimal digits
    _FORMATS = {  # noqa: RUF012 - a constant
        "float16": (10, 5, 3),
        "bfloat16": (7, 8, 2),
        "float32": (23, 8, 6),
        "float64": (52, 11, 15),
    }
    _PARTS = {"complex64": "float32", "complex128": "float64"}  # noqa: RUF012 - a constant

    def __init__(self, dtype: Any) -> None:
        name = _core._dtype(dtype).name
        real = self._PARTS.get(name, name)
        if real not in self._FORMATS:
            raise ValueError(f"finfo needs a floating or complex dtype, but received {name}")
        mantissa, exponent, digits = self._FORMATS[real]
        bias = 2 ** (exponent - 1) - 1
        largest = (2.0 - 2.0**-mantissa) * 2.0**bias
        self.min = -largest
        self.max = largest
        self.eps = 2.0**-mantissa
        self.resolution = 10.0**-digits
        self.smallest_normal = self.tiny = 2.0 ** (1 - bias)
        self.bits = 1 + mantissa + exponent
        self.dtype = real


class iinfo(_Info):  # noqa: N801 - the public name
    """Limits of an integer data type: `min`, `max`, `bits` and `dtype` (name).

    Args:
        dtype: uint8, int8, int16, int32 or int64.

    Raises:
        ValueError: for any other type.

    Examples:
        >>> import paddle
        >>> paddle.iinfo("int8").max
        127
    """

    def __init__(self, dtype: Any) -> None:
        found = _core._dtype(dtype)
        if found.name not in ("uint8", "int8", "int16", "int32", "int64"):
            raise ValueError(f"iinfo needs an integer dtype, but received {found.name}")
        bits = 8 * found.itemsize
        unsigned = found.name == "uint8"
        self.min = 0 if unsigned else -(2 ** (bits - 1))
        self.max = 2**bits - 1 if unsigned else 2 ** (bits - 1) - 1
        self.bits = bits
        self.dtype = found.name
