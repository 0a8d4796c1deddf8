"""What a tensor is: its shape, rank, size and kind of data type."""

from __future__ import annotations

from typing import Any

from .._core import Tensor, operator

__all__ = [
    "imag",
    "is_complex",
    "is_empty",
    "is_floating_point",
    "is_integer",
    "numel",
    "rank",
    "real",
    "shape",
]

_FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})
_INTEGERS = frozenset({"uint8", "int8", "int16", "int32", "int64"})


def _dtype_name(x: Any) -> str:
    if not isinstance(x, Tensor):
        raise TypeError(f"Expected Tensor, but received type of x: {type(x)}")
    return x.dtype.name


@operator("shape")
def _shape(x: Tensor) -> Tensor:
    """The sizes of x as an int32 tensor."""


def shape(input: Tensor) -> Tensor:
    """The sizes of a tensor as a 1-d int32 tensor, known even while a program is recorded.

    Args:
        input: any tensor.

    Returns:
        Tensor: int32 of shape [rank].

    Examples:
        >>> import paddle
        >>> paddle.shape(paddle.zeros([2, 3])).tolist()
        [2, 3]
    """
    return _shape(input)


def rank(input: Tensor) -> Tensor:
    """The number of dimensions of a tensor as a 0-d int32 tensor.

    Args:
        input: any tensor.

    Examples:
        >>> import paddle
        >>> paddle.rank(paddle.zeros([2, 3])).item()
        2
    """
    import paddle

    return paddle.full([], input.ndim, "int32")


@operator("numel")
def numel(x: Tensor, name: str | None = None) -> Tensor:
    """The number of elements of x as a 0-d int64 tensor.

    Args:
        x: any tensor.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.numel(paddle.zeros([2, 3])).item()
        6
    """


@operator("is_empty")
def is_empty(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x has no elements, as a 0-d bool tensor.

    Args:
        x: any tensor.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.is_empty(paddle.zeros([0, 3])).item()
        True
    """


def is_complex(x: Tensor) -> bool:
    """Whether the elements of x are complex numbers.

    Args:
        x: any tensor.

    Raises:
        TypeError: if x is no tensor.

    Examples:
        >>> import paddle
        >>> paddle.is_complex(paddle.to_tensor(1j))
        True
    """
    return _dtype_name(x).startswith("complex")


def is_floating_point(x: Tensor) -> bool:
    """Whether the elements of x are of a floating type (float16, bfloat16, float32, float64).

    Args:
        x: any tensor.

    Raises:
        TypeError: if x is no tensor.

    Examples:
        >>> import paddle
        >>> paddle.is_floating_point(paddle.to_tensor(1.0))
        True
    """
    return _dtype_name(x) in _FLOATS


def is_integer(x: Tensor) -> bool:
    """Whether the elements of x are of an integer type; bool is none.

    Args:
        x: any tensor.

    Raises:
        TypeError: if x is no tensor.

    Examples:
        >>> import paddle
        >>> paddle.is_integer(paddle.to_tensor(1))
        True
    """
    return _dtype_name(x) in _INTEGERS


@operator("real")
def real(x: Tensor, name: str | None = None) -> Tensor:
    """The real parts of complex numbers.

    Args:
        x: complex64 or complex128 tensor.
        name: unused.

    Returns:
        Tensor: float32 or float64.

    Raises:
        RuntimeError: if x is not complex.

    Examples:
        >>> import paddle
        >>> paddle.real(paddle.to_tensor([1 + 2j])).tolist()
        [1.0]
    """


@operator("imag")
def imag(x: Tensor, name: str | None = None) -> Tensor:
    """The imaginary parts of complex numbers.

    Args:
        x: complex64 or complex128 tensor.
        name: unused.

    Returns:
        Tensor: float32 or float64.

    Raises:
        RuntimeError: if x is not complex.

    Examples:
        >>> import paddle
        >>> paddle.imag(paddle.to_tensor([1 + 2j])).tolist()
        [2.0]
    """
