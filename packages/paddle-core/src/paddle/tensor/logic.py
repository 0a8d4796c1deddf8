"""Comparisons, logic on truth values and on bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _C_ops
from .._core import Tensor, inplace, operator, raw_operator
from ..autograd import no_grad

__all__ = [
    "allclose",
    "bitwise_and",
    "bitwise_and_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_xor",
    "bitwise_xor_",
    "equal",
    "equal_",
    "equal_all",
    "greater_equal",
    "greater_equal_",
    "greater_than",
    "greater_than_",
    "is_tensor",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "less_equal",
    "less_equal_",
    "less_than",
    "less_than_",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "not_equal",
    "not_equal_",
]


def _into(out: Tensor | None, result: Tensor) -> Tensor:
    """The result, written into `out` as well where one is given."""
    if out is not None:
        out._become(result)
    return result


def _unary_twin(operator_name: str) -> Callable[..., Tensor]:
    """The in-place form of a function of one tensor that is not an operator itself."""
    write = raw_operator(f"{operator_name}_")

    def twin(x: Tensor, name: str | None = None) -> Tensor:
        return write(x)

    return _named_twin(twin, operator_name)


def _binary_twin(operator_name: str) -> Callable[..., Tensor]:
    """The in-place form of a function of two tensors that is not an operator itself."""
    write = raw_operator(f"{operator_name}_")

    def twin(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
        return write(x, y)

    return _named_twin(twin, operator_name)


def _named_twin(twin: Callable[..., Tensor], operator_name: str) -> Callable[..., Tensor]:
    twin.__name__ = twin.__qualname__ = f"{operator_name}_"
    twin.__doc__ = (
        f"In-place version of {operator_name}: writes the result into its first argument and "
        "returns it."
    )
    return twin


@operator("equal")
def equal(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x == y`, element by element with broadcasting.

    Args:
        x: a tensor of any dtype.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.equal(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [True, False, False]
    """


@operator("not_equal")
def not_equal(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x != y`, element by element with broadcasting.

    Args:
        x: a tensor of any dtype.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.not_equal(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [False, True, True]
    """


@operator("less_than")
def less_than(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x < y`, element by element with broadcasting.

    Args:
        x: a tensor of real numbers or truth values.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.less_than(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [False, True, False]
    """


@operator("less_equal")
def less_equal(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x <= y`, element by element with broadcasting.

    Args:
        x: a tensor of real numbers or truth values.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.less_equal(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [True, True, False]
    """


@operator("greater_than")
def greater_than(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x > y`, element by element with broadcasting.

    Args:
        x: a tensor of real numbers or truth values.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.greater_than(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [False, False, True]
    """


@operator("greater_equal")
def greater_equal(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether `x >= y`, element by element with broadcasting.

    Args:
        x: a tensor of real numbers or truth values.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.greater_equal(paddle.to_tensor([1, 2, 3]), paddle.to_tensor([1, 3, 2])).tolist()
        [True, False, True]
    """


def logical_and(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Whether both elements are true, with broadcasting.

    Args:
        x: a tensor; nonzero elements are true.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([True, True, False])
        >>> y = paddle.to_tensor([True, False, False])
        >>> paddle.logical_and(x, y).tolist()
        [True, False, False]
    """
    return _into(out, _C_ops.logical_and(x, y))


def logical_or(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Whether at least one element is true, with broadcasting.

    Args:
        x: a tensor; nonzero elements are true.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([True, True, False])
        >>> y = paddle.to_tensor([True, False, False])
        >>> paddle.logical_or(x, y).tolist()
        [True, True, False]
    """
    return _into(out, _C_ops.logical_or(x, y))


def logical_xor(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Whether exactly one element is true, with broadcasting.

    Args:
        x: a tensor; nonzero elements are true.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([True, True, False])
        >>> y = paddle.to_tensor([True, False, False])
        >>> paddle.logical_xor(x, y).tolist()
        [False, True, False]
    """
    return _into(out, _C_ops.logical_xor(x, y))


def bitwise_and(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Bits set in both elements, with broadcasting.

    Args:
        x: an integer or bool tensor.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A tensor of the dtype of x.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.bitwise_and(paddle.to_tensor([12, 5]), paddle.to_tensor([10, 3])).tolist()
        [8, 1]
    """
    return _into(out, _C_ops.bitwise_and(x, y))


def bitwise_or(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Bits set in at least one element, with broadcasting.

    Args:
        x: an integer or bool tensor.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A tensor of the dtype of x.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.bitwise_or(paddle.to_tensor([12, 5]), paddle.to_tensor([10, 3])).tolist()
        [14, 7]
    """
    return _into(out, _C_ops.bitwise_or(x, y))


def bitwise_xor(x: Tensor, y: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Bits set in exactly one element, with broadcasting.

    Args:
        x: an integer or bool tensor.
        y: a tensor of the same dtype.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A tensor of the dtype of x.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.bitwise_xor(paddle.to_tensor([12, 5]), paddle.to_tensor([10, 3])).tolist()
        [6, 6]
    """
    return _into(out, _C_ops.bitwise_xor(x, y))


def logical_not(x: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """Whether elements are false.

    Args:
        x: a tensor; nonzero elements are true.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.logical_not(paddle.to_tensor([True, False])).tolist()
        [False, True]
    """
    return _into(out, _C_ops.logical_not(x))


def bitwise_not(x: Tensor, out: Tensor | None = None, name: str | None = None) -> Tensor:
    """All bits inverted.

    Args:
        x: an integer or bool tensor.
        out: a tensor that receives the result as well, if given.
        name: not used.

    Returns:
        A tensor of the dtype of x.

    Examples:
        >>> import paddle
        >>> paddle.bitwise_not(paddle.to_tensor([12, -1])).tolist()
        [-13, 0]
    """
    return _into(out, _C_ops.bitwise_not(x))


@operator("isnan")
def isnan(x: Tensor, name: str | None = None) -> Tensor:
    """Whether each element is not a number.

    Args:
        x: a tensor.
        name: not used.

    Returns:
        A bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.isnan(paddle.to_tensor([1.0, float("inf"), float("nan")])).tolist()
        [False, False, True]
    """


@operator("isinf")
def isinf(x: Tensor, name: str | None = None) -> Tensor:
    """Whether each element is positive or negative infinity.

    Args:
        x: a tensor.
        name: not used.

    Returns:
        A bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.isinf(paddle.to_tensor([1.0, float("inf"), float("nan")])).tolist()
        [False, True, False]
    """


@operator("isfinite")
def isfinite(x: Tensor, name: str | None = None) -> Tensor:
    """Whether each element is neither infinite nor NaN.

    Args:
        x: a tensor.
        name: not used.

    Returns:
        A bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.isfinite(paddle.to_tensor([1.0, float("inf"), float("nan")])).tolist()
        [True, False, False]
    """


def isclose(
    x: Tensor,
    y: Tensor,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
    name: str | None = None,
) -> Tensor:
    """Whether `abs(x - y) <= atol + rtol * abs(y)`, element by element.

    Args:
        x: a floating tensor.
        y: a tensor of the same dtype.
        rtol: tolerance relative to y.
        atol: absolute tolerance.
        equal_nan: whether two NaN are close.
        name: not used.

    Returns:
        A bool tensor.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([1.0, 2.1])
        >>> paddle.isclose(x, y).tolist()
        [True, False]
    """
    with no_grad():
        near = _C_ops.less_equal((x - y).abs(), y.abs() * rtol + atol)
        close = _C_ops.logical_or(near, _C_ops.equal(x, y))
        close = _C_ops.logical_and(close, _C_ops.logical_or(_C_ops.isfinite(y), x == y))
        if equal_nan:
            close = _C_ops.logical_or(close, _C_ops.logical_and(isnan(x), isnan(y)))
    return close


def allclose(
    x: Tensor,
    y: Tensor,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
    name: str | None = None,
) -> Tensor:
    """Whether all elements are close in the sense of `isclose`.

    Args:
        x: a floating tensor.
        y: a tensor of the same dtype.
        rtol: tolerance relative to y.
        atol: absolute tolerance.
        equal_nan: whether two NaN are close.
        name: not used.

    Returns:
        A 0-d bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.allclose(paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([1.0, 2.1])).item()
        False
    """
    return _C_ops.all(isclose(x, y, rtol, atol, equal_nan))


def equal_all(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Whether two tensors have the same shape and equal elements.

    Args:
        x: a tensor.
        y: a tensor of the same dtype.
        name: not used.

    Returns:
        A 0-d bool tensor.

    Examples:
        >>> import paddle
        >>> paddle.equal_all(paddle.to_tensor([1, 2]), paddle.to_tensor([1, 2])).item()
        True
    """
    if list(x.shape) != list(y.shape):
        return _C_ops.full([], False, "bool")
    return _C_ops.all(_C_ops.equal(x, y))


def is_tensor(x: Any) -> bool:
    """Whether an object is a tensor.

    Examples:
        >>> import paddle
        >>> paddle.is_tensor(paddle.to_tensor(1)), paddle.is_tensor(1)
        (True, False)
    """
    return isinstance(x, Tensor)


# Twins that write into their first argument.
bitwise_and_ = _binary_twin("bitwise_and")
bitwise_not_ = _unary_twin("bitwise_not")
bitwise_or_ = _binary_twin("bitwise_or")
bitwise_xor_ = _binary_twin("bitwise_xor")
equal_ = inplace(equal)
greater_equal_ = inplace(greater_equal)
greater_than_ = inplace(greater_than)
less_equal_ = inplace(less_equal)
less_than_ = inplace(less_than)
logical_and_ = _binary_twin("logical_and")
logical_not_ = _unary_twin("logical_not")
logical_or_ = _binary_twin("logical_or")
logical_xor_ = _binary_twin("logical_xor")
not_equal_ = inplace(not_equal)
