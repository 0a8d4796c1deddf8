"""Arithmetic, sums and other reductions, scans."""

from __future__ import annotations

import builtins
import itertools
import math
import numbers
from collections.abc import Sequence
from typing import Any

from .. import _C_ops, _core
from .._core import Tensor, inplace, operator
from ..framework.dtype import finfo
from .conversion import to_tensor

__all__ = [
    "add",
    "add_",
    "add_n",
    "all",
    "amax",
    "amin",
    "angle",
    "any",
    "atan2",
    "clip",
    "clip_",
    "combinations",
    "conj",
    "count_nonzero",
    "cummax",
    "cummin",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "cumulative_trapezoid",
    "deg2rad",
    "diff",
    "divide",
    "divide_",
    "floor_divide",
    "floor_divide_",
    "floor_mod",
    "floor_mod_",
    "fmax",
    "fmin",
    "frac",
    "frac_",
    "frexp",
    "gcd",
    "gcd_",
    "heaviside",
    "hypot",
    "hypot_",
    "increment",
    "lcm",
    "lcm_",
    "ldexp",
    "ldexp_",
    "lerp",
    "lerp_",
    "logaddexp",
    "logcumsumexp",
    "logit",
    "logit_",
    "logsumexp",
    "max",
    "maximum",
    "min",
    "minimum",
    "mod",
    "mod_",
    "multigammaln",
    "multigammaln_",
    "multiply",
    "multiply_",
    "nan_to_num",
    "nan_to_num_",
    "nanmean",
    "nansum",
    "neg",
    "neg_",
    "nextafter",
    "polygamma",
    "polygamma_",
    "pow",
    "pow_",
    "prod",
    "rad2deg",
    "remainder",
    "remainder_",
    "renorm",
    "renorm_",
    "scale",
    "scale_",
    "stanh",
    "subtract",
    "subtract_",
    "sum",
    "trace",
    "trapezoid",
    "vander",
]


_INTEGERS = (_core.uint8, _core.int8, _core.int16, _core.int32, _core.int64)


def _is_integer(x: Tensor) -> bool:
    return x.dtype in _INTEGERS


@operator("add")
def add(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`x + y`, element by element with broadcasting.

    Args:
        x: a tensor of numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.add(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])).tolist()
        [4, 6]
    """


@operator("subtract")
def subtract(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`x - y`, element by element with broadcasting.

    Args:
        x: a tensor of numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.subtract(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 5])).tolist()
        [-2, -3]
    """


@operator("multiply")
def multiply(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`x * y`, element by element with broadcasting; "and" of truth values.

    Args:
        x: a tensor of numbers or bool.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.multiply(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])).tolist()
        [3, 8]
    """


@operator("divide")
def divide(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`x / y`, element by element with broadcasting; integers are divided toward zero.

    Args:
        x: a tensor of numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast, or for integers if y contains 0.

    Examples:
        >>> import paddle
        >>> paddle.divide(paddle.to_tensor([1.0, 6.0]), paddle.to_tensor([2.0, 4.0])).tolist()
        [0.5, 1.5]
    """


@operator("floor_divide")
def floor_divide(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The largest integers not above `x / y`, as `//` of Python.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast, or for integers if y contains 0.

    Examples:
        >>> import paddle
        >>> paddle.floor_divide(paddle.to_tensor([7, -7]), paddle.to_tensor([2, 2])).tolist()
        [3, -4]
    """


@operator("remainder")
def remainder(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """What `floor_divide` leaves: `x - x // y * y`, with the sign of y.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast, or for integers if y contains 0.

    Examples:
        >>> import paddle
        >>> paddle.remainder(paddle.to_tensor([7, -7]), paddle.to_tensor([3, 3])).tolist()
        [1, 2]
    """


@operator("maximum")
def maximum(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The greater of two elements; NaN if either is NaN.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.maximum(paddle.to_tensor([1, 5]), paddle.to_tensor([3, 4])).tolist()
        [3, 5]
    """


@operator("minimum")
def minimum(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The smaller of two elements; NaN if either is NaN.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.minimum(paddle.to_tensor([1, 5]), paddle.to_tensor([3, 4])).tolist()
        [1, 4]
    """


@operator("fmax")
def fmax(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The greater of two elements; a NaN gives way to a number.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, float("nan")])
        >>> y = paddle.to_tensor([3.0, 4.0])
        >>> paddle.fmax(x, y).tolist()
        [3.0, 4.0]
    """


@operator("fmin")
def fmin(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The smaller of two elements; a NaN gives way to a number.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, float("nan")])
        >>> y = paddle.to_tensor([3.0, 4.0])
        >>> paddle.fmin(x, y).tolist()
        [1.0, 4.0]
    """


@operator("heaviside")
def heaviside(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """0 where x is negative, y where x is 0, 1 where x is positive.

    Args:
        x: a tensor of real numbers.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([-1.0, 0.0, 2.0])
        >>> y = paddle.to_tensor([0.5, 0.5, 0.5])
        >>> paddle.heaviside(x, y).tolist()
        [0.0, 0.5, 1.0]
    """


@operator("hypot")
def hypot(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`sqrt(x * x + y * y)` without overflow of the squares.

    Args:
        x: a floating tensor.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.hypot(paddle.to_tensor([3.0]), paddle.to_tensor([4.0])).tolist()
        [5.0]
    """


@operator("nextafter")
def nextafter(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The next representable number after x in the direction of y.

    Args:
        x: a float32 or float64 tensor.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.nextafter(paddle.to_tensor([1.0]), paddle.to_tensor([2.0])).tolist()
        [1.0000001192092896]
    """


@operator("gcd")
def gcd(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Greatest common divisor, never negative.

    Args:
        x: an integer tensor.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.gcd(paddle.to_tensor([12, -9]), paddle.to_tensor([20, 6])).tolist()
        [4, 3]
    """


@operator("lcm")
def lcm(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Least common multiple, never negative.

    Args:
        x: an integer tensor.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.lcm(paddle.to_tensor([12, -9]), paddle.to_tensor([20, 6])).tolist()
        [60, 18]
    """


mod = remainder
floor_mod = remainder


def atan2(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The angle of the point (y, x): `atan(x / y)` in the right quadrant, in [-pi, pi].

    Args:
        x: a tensor of real numbers; int32 and int64 give float64.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.atan2(paddle.to_tensor([1.0, 0.0]), paddle.to_tensor([0.0, -1.0])).tolist()
        [1.5707963705062866, 3.1415927410125732]
    """
    if _is_integer(x):
        x = _C_ops.cast(x, "float64")
    if _is_integer(y):
        y = _C_ops.cast(y, "float64")
    return _C_ops.atan2(x, y)


def pow(x: Tensor, y: float | Tensor, name: str | None = None) -> Tensor:
    """`x ** y`, element by element with broadcasting.

    Args:
        x: a tensor of numbers. Powers of integers are integers.
        y: a number or a tensor.
        name: not used.

    Raises:
        TypeError: if y is neither a number nor a tensor.

    Examples:
        >>> import paddle
        >>> paddle.pow(paddle.to_tensor([2.0, 3.0]), 2).tolist()
        [4.0, 9.0]
    """
    if isinstance(y, Tensor):
        return _C_ops.elementwise_pow(x, y)
    if not isinstance(y, numbers.Number):
        raise TypeError(f"pow(): y must be a number or a Tensor, but got {type(y).__name__}")
    return _C_ops.pow(x, y)


def pow_(x: Tensor, y: float | Tensor, name: str | None = None) -> Tensor:
    """In-place version of `pow`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.pow_(paddle.to_tensor([2.0, 3.0]), 2).tolist()
        [4.0, 9.0]
    """
    if isinstance(y, Tensor):
        return _C_ops.elementwise_pow_(x, y)
    return _C_ops.pow_(x, y)


def scale(
    x: Tensor,
    scale: float | Tensor = 1.0,
    bias: float = 0.0,
    bias_after_scale: bool = True,
    act: str | None = None,
    name: str | None = None,
) -> Tensor:
    """`scale * x + bias`, or `scale * (x + bias)`.

    Args:
        x: a tensor.
        scale: factor, a number or a tensor with one element.
        bias: what is added.
        bias_after_scale: whether the bias is added after the multiplication.
        act: name of an activation function (`relu`, `tanh`, ...) that is applied to the result.
        name: not used.

    Raises:
        ValueError: if there is no activation of that name.

    Examples:
        >>> import paddle
        >>> paddle.scale(paddle.to_tensor([1.0, 2.0]), scale=2.0, bias=1.0).tolist()
        [3.0, 5.0]
    """
    out = _C_ops.scale(x, scale, bias, bias_after_scale)
    return out if act is None else _activated(out, act)


def scale_(
    x: Tensor,
    scale: float | Tensor = 1.0,
    bias: float = 0.0,
    bias_after_scale: bool = True,
    act: str | None = None,
    name: str | None = None,
) -> Tensor:
    """In-place version of `scale`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1.0, 2.0]).scale_(3.0).tolist()
        [3.0, 6.0]
    """
    _C_ops.scale_(x, scale, bias, bias_after_scale)
    return x if act is None else _activated(x, f"{act}_")


def _activated(x: Tensor, act: str) -> Tensor:
    function = getattr(_C_ops, act, None)
    if function is None:
        raise ValueError(f"scale(): there is no activation function {act!r}")
    return function(x)


def neg(x: Tensor, name: str | None = None) -> Tensor:
    """`-x`. Truth values stay as they are.

    Examples:
        >>> import paddle
        >>> paddle.neg(paddle.to_tensor([1.0, -2.0])).tolist()
        [-1.0, 2.0]
    """
    return _C_ops.scale(x, -1.0, 0.0, True)


def neg_(x: Tensor, name: str | None = None) -> Tensor:
    """In-place version of `neg`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.neg_(paddle.to_tensor([1.0, -2.0])).tolist()
        [-1.0, 2.0]
    """
    return _C_ops.scale_(x, -1.0, 0.0, True)


def increment(x: Tensor, value: float = 1.0, name: str | None = None) -> Tensor:
    """Add a number to a tensor with one element, in place.

    Args:
        x: a tensor with one element.
        value: what is added.
        name: not used.

    Raises:
        ValueError: if x does not have exactly one element.

    Examples:
        >>> import paddle
        >>> paddle.increment(paddle.to_tensor([1.0])).tolist()
        [2.0]
    """
    if x.size != 1:
        raise ValueError(f"increment(): x must have one element, but its shape is {x.shape}")
    return _C_ops.scale_(x, 1.0, value, True)


def stanh(
    x: Tensor, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None
) -> Tensor:
    """Scaled hyperbolic tangent, `scale_b * tanh(scale_a * x)`.

    Args:
        x: a floating tensor.
        scale_a: factor of the argument.
        scale_b: factor of the result.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.stanh(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.0037670135498047]
    """
    return _C_ops.tanh(x * scale_a) * scale_b


def _check_limits(low: float | Tensor | None, high: float | Tensor | None) -> None:
    if low is not None and high is not None and float(low) > float(high):
        raise ValueError(f"clip: min is {float(low)}, which is greater than max, {float(high)}")


def clip(
    x: Tensor,
    min: float | Tensor | None = None,
    max: float | Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """Elements limited to [min, max]. NaN stays NaN.

    Args:
        x: a tensor of real numbers. For integers the limits are cut to integers.
        min: lower limit, a number or a tensor with one element; None for no limit.
        max: upper limit.
        name: not used.

    Raises:
        ValueError: if min is greater than max.

    Examples:
        >>> import paddle
        >>> paddle.clip(paddle.to_tensor([-2.0, 0.5, 2.0]), -1.0, 1.0).tolist()
        [-1.0, 0.5, 1.0]
    """
    _check_limits(min, max)
    return _C_ops.clip(x, min, max)


def clip_(
    x: Tensor,
    min: float | Tensor | None = None,
    max: float | Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """In-place version of `clip`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.clip_(paddle.to_tensor([-2.0, 0.5]), -1.0, 1.0).tolist()
        [-1.0, 0.5]
    """
    _check_limits(min, max)
    return _C_ops.clip_(x, min, max)


def lerp(x: Tensor, y: Tensor, weight: float | Tensor, name: str | None = None) -> Tensor:
    """Linear interpolation, `x + weight * (y - x)`.

    Args:
        x: a floating tensor, reached with weight 0.
        y: a floating tensor, reached with weight 1.
        weight: a number or a tensor.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.lerp(paddle.to_tensor([0.0, 1.0]), paddle.to_tensor([4.0, 3.0]), 0.5).tolist()
        [2.0, 2.0]
    """
    return _C_ops.lerp(x, y, _weight(x, weight))


def lerp_(x: Tensor, y: Tensor, weight: float | Tensor, name: str | None = None) -> Tensor:
    """In-place version of `lerp`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.lerp_(paddle.to_tensor([0.0]), paddle.to_tensor([4.0]), 0.5).tolist()
        [2.0]
    """
    return _C_ops.lerp_(x, y, _weight(x, weight))


def _weight(x: Tensor, weight: float | Tensor) -> Tensor:
    return weight if isinstance(weight, Tensor) else _C_ops.full([], weight, x.dtype)


def logit(x: Tensor, eps: float | None = None, name: str | None = None) -> Tensor:
    """`log(x / (1 - x))`, the inverse of the logistic function.

    Args:
        x: a floating tensor of numbers in [0, 1]; others give NaN.
        eps: if given, x is limited to [eps, 1 - eps] first.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.logit(paddle.to_tensor([0.5, 0.75])).tolist()
        [0.0, 1.0986123085021973]
    """
    if eps:
        x = _C_ops.clip(x, eps, 1 - eps)
    return _C_ops.log(x) - _C_ops.log1p(-x)


def logaddexp(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`log(exp(x) + exp(y))` without overflow.

    Args:
        x: a floating tensor; int32 and int64 give float32.
        y: a tensor whose shape broadcasts with that of x.
        name: not used.

    Raises:
        ValueError: if the shapes cannot be broadcast.

    Examples:
        >>> import paddle
        >>> paddle.logaddexp(paddle.to_tensor([0.0, 1000.0]), paddle.to_tensor([0.0, 0.0])).tolist()
        [0.6931471824645996, 1000.0]
    """
    if _is_integer(x):
        x, y = _C_ops.cast(x, "float32"), _C_ops.cast(y, "float32")
    difference = _C_ops.abs(x - y)
    # Equal infinities have no difference.
    difference = _C_ops.where(x == y, _C_ops.zeros_like(difference), difference)
    return _C_ops.maximum(x, y) + _C_ops.log1p(_C_ops.exp(-difference))


def frac(x: Tensor, name: str | None = None) -> Tensor:
    """The fraction, `x - trunc(x)`, with the sign of x.

    Args:
        x: a tensor of real numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.frac(paddle.to_tensor([-1.5, 2.25])).tolist()
        [-0.5, 0.25]
    """
    return x - _C_ops.trunc(x)


def deg2rad(x: Tensor, name: str | None = None) -> Tensor:
    """Degrees to radians, `x * pi / 180`.

    Args:
        x: a tensor of real numbers; int32 and int64 give float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.deg2rad(paddle.to_tensor([180.0, 90.0])).tolist()
        [3.1415927410125732, 1.5707963705062866]
    """
    return _C_ops.scale(_floating(x), math.pi / 180, 0.0, True)


def rad2deg(x: Tensor, name: str | None = None) -> Tensor:
    """Radians to degrees, `x * 180 / pi`.

    Args:
        x: a tensor of real numbers; int32 and int64 give float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.rad2deg(paddle.to_tensor([0.0, 3.141592653589793])).tolist()
        [0.0, 180.0]
    """
    return _C_ops.scale(_floating(x), 180 / math.pi, 0.0, True)


def _floating(x: Tensor) -> Tensor:
    return _C_ops.cast(x, "float32") if _is_integer(x) else x


def ldexp(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """`x * 2 ** y`.

    Args:
        x: a tensor of real numbers; all but float64 are computed in float32.
        y: exponents, a tensor whose shape broadcasts with that of x.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.ldexp(paddle.to_tensor([1.0, 3.0]), paddle.to_tensor([3, -1])).tolist()
        [8.0, 1.5]
    """
    dtype = _core.float64 if _core.float64 in (x.dtype, y.dtype) else _core.float32
    two = _C_ops.full([], 2.0, dtype)
    return _C_ops.cast(x, dtype) * _C_ops.elementwise_pow(two, _C_ops.cast(y, dtype))


def frexp(x: Tensor, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Mantissas in [0.5, 1) and exponents, so that `x == mantissa * 2 ** exponent`.

    Args:
        x: a float32 or float64 tensor.
        name: not used.

    Returns:
        Two tensors of the dtype of x.

    Raises:
        TypeError: for other dtypes.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.frexp(paddle.to_tensor([8.0, -0.75]))]
        [[0.5, -0.75], [4.0, 0.0]]
    """
    if x.dtype not in (_core.float32, _core.float64):
        raise TypeError(f"frexp(): x must be float32 or float64, but is {x.dtype}")
    size = _C_ops.abs(x)
    proper = _C_ops.logical_and(size > 0, _C_ops.isfinite(x))
    one, zero = _C_ops.ones_like(x), _C_ops.zeros_like(x)
    two = _C_ops.full([], 2.0, x.dtype)
    exponent = _C_ops.floor(_C_ops.log2(_C_ops.where(proper, size, one))) + 1
    # Half at a time, so that neither power overflows.
    half = _C_ops.floor(exponent * 0.5)
    mantissa = x * _C_ops.elementwise_pow(two, -half) * _C_ops.elementwise_pow(two, half - exponent)
    # A logarithm that was rounded up to an integer counts one too many, or too few.
    low, high = _C_ops.abs(mantissa) < 0.5, _C_ops.abs(mantissa) >= 1
    mantissa = _C_ops.where(low, mantissa * 2, _C_ops.where(high, mantissa * 0.5, mantissa))
    exponent = _C_ops.where(low, exponent - 1, _C_ops.where(high, exponent + 1, exponent))
    return _C_ops.where(proper, mantissa, x), _C_ops.where(proper, exponent, zero)


@operator("polygamma")
def polygamma(x: Tensor, n: int, name: str | None = None) -> Tensor:
    """The n-th derivative of the digamma function.

    Args:
        x: a floating tensor.
        n: order, at least 0.
        name: not used.

    Raises:
        ValueError: if n is negative.

    Examples:
        >>> import paddle
        >>> paddle.polygamma(paddle.to_tensor([1.0, 2.0]), 1).tolist()
        [1.644934058189392, 0.6449340581893921]
    """


def multigammaln(x: Tensor, p: int, name: str | None = None) -> Tensor:
    """Logarithm of the multivariate gamma function of dimension p.

    `p (p - 1) / 4 log(pi)` plus the sum of `lgamma(x - i / 2)` for i from 0 to p - 1.

    Args:
        x: a floating tensor with elements above `(p - 1) / 2`.
        p: dimension, at least 1.
        name: not used.

    Raises:
        ValueError: if p is below 1.

    Examples:
        >>> import paddle
        >>> paddle.multigammaln(paddle.to_tensor([2.5, 3.5]), 2).tolist()
        [0.8570477962493896, 2.4664857387542725]
    """
    if p < 1:
        raise ValueError(f"multigammaln(): p must be at least 1, but is {p}")
    total = _C_ops.lgamma(x)
    for i in range(1, p):
        total = total + _C_ops.lgamma(x - 0.5 * i)
    return total + p * (p - 1) / 4 * math.log(math.pi)


def multigammaln_(x: Tensor, p: int, name: str | None = None) -> Tensor:
    """In-place version of `multigammaln`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.multigammaln_(paddle.to_tensor([2.5]), 2).tolist()
        [0.8570477962493896]
    """
    return _store(x, multigammaln(x, p))


def nan_to_num(
    x: Tensor,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    name: str | None = None,
) -> Tensor:
    """Replace NaN and infinities by numbers.

    Args:
        x: a floating tensor.
        nan: what replaces NaN.
        posinf: what replaces positive infinity; the largest number of the dtype if None.
        neginf: what replaces negative infinity; the lowest number of the dtype if None.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([float("nan"), float("inf"), 1.0])
        >>> paddle.nan_to_num(x, posinf=9.0).tolist()
        [0.0, 9.0, 1.0]
    """
    limits = finfo(x.dtype)

    def replaced(value: Tensor, condition: Tensor, number: float) -> Tensor:
        return _C_ops.where(condition, _C_ops.full_like(value, number), value)

    out = replaced(x, _C_ops.isnan(x), nan)
    top = _C_ops.full_like(x, math.inf)
    out = replaced(out, x == top, limits.max if posinf is None else posinf)
    return replaced(out, x == -top, limits.min if neginf is None else neginf)


def nan_to_num_(
    x: Tensor,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    name: str | None = None,
) -> Tensor:
    """In-place version of `nan_to_num`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.nan_to_num_(paddle.to_tensor([float("nan"), 1.0])).tolist()
        [0.0, 1.0]
    """
    return _store(x, nan_to_num(x, nan, posinf, neginf))


def _store(x: Tensor, value: Tensor) -> Tensor:
    return _C_ops.set_value_(x, value)


def add_n(inputs: Tensor | Sequence[Tensor], name: str | None = None) -> Tensor:
    """The sum of several tensors of one shape.

    Args:
        inputs: a tensor, or a list or tuple of tensors.
        name: not used.

    Raises:
        ValueError: if the list is empty or the shapes differ.

    Examples:
        >>> import paddle
        >>> paddle.add_n([paddle.to_tensor([1.0]), paddle.to_tensor([2.0])]).tolist()
        [3.0]
    """
    if isinstance(inputs, Tensor):
        return _C_ops.assign(inputs)
    if not inputs:
        raise ValueError("add_n(): inputs must contain at least one tensor")
    if builtins.any(list(tensor.shape) != list(inputs[0].shape) for tensor in inputs):
        shapes = [list(tensor.shape) for tensor in inputs]
        raise ValueError(f"add_n(): the inputs must have one shape, but have {shapes}")
    total = inputs[0]
    for tensor in inputs[1:]:
        total = total + tensor
    return total if len(inputs) > 1 else _C_ops.assign(total)


@operator("sum")
def sum(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The sum over axes; short floats are added up in higher precision.

    Args:
        x: a tensor.
        axis: an axis or several; all if None or empty.
        dtype: dtype of the result; that of x if None, but int64 for bool and int32.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.sum(x, axis=0).tolist()
        [4.0, 6.0]
    """


def nansum(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The sum over axes with NaN taken as 0.

    Args:
        x: a tensor of real numbers.
        axis: an axis or several; all if None or empty.
        dtype: dtype of the result; that of x if None, but int64 for bool and int32.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, float("nan"), 2.0])
        >>> paddle.nansum(x).tolist()
        3.0
    """
    return _C_ops.sum(_without_nan(x), axis, dtype, keepdim)


def _without_nan(x: Tensor) -> Tensor:
    return _C_ops.where(_C_ops.isnan(x), _C_ops.zeros_like(x), x)


def nanmean(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The mean over axes of what is not NaN.

    Args:
        x: a floating tensor.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, float("nan"), 2.0])
        >>> paddle.nanmean(x).tolist()
        1.5
    """
    count = _C_ops.sum(_C_ops.logical_not(_C_ops.isnan(x)), axis, None, keepdim)
    return _C_ops.sum(_without_nan(x), axis, None, keepdim) / _C_ops.cast(count, x.dtype)


def count_nonzero(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The number of elements over axes that are not 0.

    Args:
        x: a tensor.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Returns:
        An int64 tensor.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[0, 1], [2, 3]])
        >>> paddle.count_nonzero(x, axis=1).tolist()
        [1, 2]
    """
    return _C_ops.sum(_C_ops.cast(x, "bool"), axis, None, keepdim)


@operator("max")
def max(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The greatest element over axes; NaN if there is one. Its gradient goes to every element that
    equals it.

    Args:
        x: a tensor of real numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice, or has size 0.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.max(x, axis=1).tolist()
        [2.0, 4.0]
    """


@operator("min")
def min(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The smallest element over axes; NaN if there is one. Its gradient goes to every element that
    equals it.

    Args:
        x: a tensor of real numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice, or has size 0.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.min(x, axis=1).tolist()
        [1.0, 3.0]
    """


@operator("amax")
def amax(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The greatest element over axes; equal ones share the gradient evenly.

    Args:
        x: a tensor of real numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice, or has size 0.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.amax(x, axis=1).tolist()
        [2.0, 4.0]
    """


@operator("amin")
def amin(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The smallest element over axes; equal ones share the gradient evenly.

    Args:
        x: a tensor of real numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice, or has size 0.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.amin(x, axis=1).tolist()
        [1.0, 3.0]
    """


@operator("prod")
def prod(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """The product over axes.

    Args:
        x: a tensor of numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        dtype: dtype of the result; that of x if None.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.prod(x, axis=1).tolist()
        [2.0, 12.0]
    """


@operator("any")
def any(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """Whether any element over axes is true, that is, not 0.

    Args:
        x: a tensor.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[True, False], [False, False]])
        >>> paddle.any(x, axis=1).tolist()
        [True, False]
    """


@operator("all")
def all(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """Whether all elements over axes are true, that is, not 0.

    Args:
        x: a tensor.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Returns:
        A bool tensor.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[True, False], [True, True]])
        >>> paddle.all(x, axis=1).tolist()
        [False, True]
    """


@operator("logsumexp")
def logsumexp(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """`log(sum(exp(x)))` over axes, without overflow.

    Args:
        x: a floating tensor.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice, or has size 0.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[0.0, 0.0], [1000.0, 0.0]])
        >>> paddle.logsumexp(x, axis=1).tolist()
        [0.6931471824645996, 1000.0]
    """


@operator("cumsum")
def cumsum(
    x: Tensor,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Running sums along an axis.

    Args:
        x: a tensor of numbers.
        axis: axis of the scan; the flattened tensor if None.
        dtype: dtype of the result; that of x if None.
        name: not used.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.cumsum(x, axis=1).tolist()
        [[1, 3], [3, 7]]
    """


@operator("logcumsumexp")
def logcumsumexp(
    x: Tensor,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Running `log(sum(exp(x)))` along an axis, without overflow.

    Args:
        x: a floating tensor.
        axis: axis of the scan; the flattened tensor if None.
        dtype: dtype of the result; that of x if None.
        name: not used.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([0.0, 0.0, 1000.0])
        >>> paddle.logcumsumexp(x).tolist()
        [0.0, 0.6931471824645996, 1000.0]
    """


def cumprod(
    x: Tensor, dim: int | None = None, dtype: Any = None, name: str | None = None
) -> Tensor:
    """Running products along an axis. The gradient is exact where elements are 0.

    Args:
        x: a tensor of numbers.
        dim: axis of the scan; the flattened tensor if None.
        dtype: dtype of the result; that of x if None.
        name: not used.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.cumprod(paddle.to_tensor([[1, 2], [3, 4]]), dim=1).tolist()
        [[1, 2], [3, 12]]
    """
    return _C_ops.cumprod(x, dim, dtype)


def cumprod_(
    x: Tensor, dim: int | None = None, dtype: Any = None, name: str | None = None
) -> Tensor:
    """In-place version of `cumprod`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.cumprod_(paddle.to_tensor([1.0, 2.0, 3.0]), dim=0).tolist()
        [1.0, 2.0, 6.0]
    """
    return _store(x, _C_ops.cumprod(x, dim, dtype))


def cumsum_(
    x: Tensor, axis: int | None = None, dtype: Any = None, name: str | None = None
) -> Tensor:
    """In-place version of `cumsum`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.cumsum_(paddle.to_tensor([1.0, 2.0, 3.0])).tolist()
        [1.0, 3.0, 6.0]
    """
    return _store(x, _C_ops.cumsum(x, axis, dtype))


def cummax(
    x: Tensor, axis: int | None = None, dtype: Any = "int64", name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Running maxima along an axis and the positions of the latest of them; NaN persists.

    Args:
        x: a tensor of real numbers.
        axis: axis of the scan; the flattened tensor if None.
        dtype: dtype of the positions, int32 or int64.
        name: not used.

    Returns:
        The maxima and their positions.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.cummax(paddle.to_tensor([1, 3, 2]))]
        [[1, 3, 3], [0, 1, 1]]
    """
    return _C_ops.cummax(*_line(x, axis), dtype)


def cummin(
    x: Tensor, axis: int | None = None, dtype: Any = "int64", name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Running minima along an axis and the positions of the latest of them; NaN persists.

    Args:
        x: a tensor of real numbers.
        axis: axis of the scan; the flattened tensor if None.
        dtype: dtype of the positions, int32 or int64.
        name: not used.

    Returns:
        The minima and their positions.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.cummin(paddle.to_tensor([3, 1, 2]))]
        [[3, 1, 1], [0, 1, 1]]
    """
    return _C_ops.cummin(*_line(x, axis), dtype)


def _line(x: Tensor, axis: int | None) -> tuple[Tensor, int]:
    """What is scanned, and along which axis."""
    return (_C_ops.reshape(x, [-1]), 0) if axis is None else (x, axis)


def diff(
    x: Tensor,
    n: int = 1,
    axis: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """Differences of neighbours along an axis, n times; "exclusive or" of truth values.

    Args:
        x: a tensor.
        n: how often differences are taken, at least 1.
        axis: the axis.
        prepend: a tensor that is put before x along the axis.
        append: a tensor that is put behind x along the axis.
        name: not used.

    Raises:
        ValueError: if n is below 1.

    Examples:
        >>> import paddle
        >>> paddle.diff(paddle.to_tensor([1, 4, 9])).tolist()
        [3, 5]
    """
    if n < 1:
        raise ValueError(f"diff(): n must be at least 1, but is {n}")
    parts = [part for part in (prepend, x, append) if part is not None]
    out = _C_ops.concat(parts, axis) if len(parts) > 1 else x
    subtract_ = _C_ops.logical_xor if x.dtype == _core.bool else _C_ops.subtract
    for _ in range(n):
        size = out.shape[axis]
        out = subtract_(_slice(out, axis, 1, size), _slice(out, axis, 0, builtins.max(size - 1, 0)))
    return out


def _slice(x: Tensor, axis: int, start: int, end: int) -> Tensor:
    return _C_ops.slice_view(x, [axis], [start], [end], [1], [])


def trapezoid(
    y: Tensor,
    x: Tensor | None = None,
    dx: float | None = None,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Integral along an axis by the trapezoidal rule.

    Args:
        y: a floating tensor of values.
        x: positions, a vector or a tensor of the shape of y; excludes dx.
        dx: distance of the positions; 1 if neither is given.
        axis: the axis.
        name: not used.

    Raises:
        ValueError: if both x and dx are given.

    Examples:
        >>> import paddle
        >>> paddle.trapezoid(paddle.to_tensor([1.0, 2.0, 4.0])).item()
        4.5
    """
    return _C_ops.sum(_trapezoids(y, x, dx, axis), [axis], None, False)


def cumulative_trapezoid(
    y: Tensor,
    x: Tensor | None = None,
    dx: float | None = None,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Running integral along an axis by the trapezoidal rule.

    Args:
        y: a floating tensor of values.
        x: positions, a vector or a tensor of the shape of y; excludes dx.
        dx: distance of the positions; 1 if neither is given.
        axis: the axis.
        name: not used.

    Raises:
        ValueError: if both x and dx are given.

    Examples:
        >>> import paddle
        >>> paddle.cumulative_trapezoid(paddle.to_tensor([1.0, 2.0, 4.0])).tolist()
        [1.5, 4.5]
    """
    return _C_ops.cumsum(_trapezoids(y, x, dx, axis), axis, None)


def _trapezoids(y: Tensor, x: Tensor | None, dx: float | None, axis: int) -> Tensor:
    if x is not None and dx is not None:
        raise ValueError("trapezoid: give x or dx, not both")
    size = y.shape[axis]
    means = (_slice(y, axis, 1, size) + _slice(y, axis, 0, builtins.max(size - 1, 0))) * 0.5
    if x is None:
        return means * (1.0 if dx is None else dx)
    if len(x.shape) == 1 and len(y.shape) > 1:
        shape = [1] * len(y.shape)
        shape[axis] = x.shape[0]
        x = _C_ops.reshape(x, shape)
    return means * diff(x, axis=axis)


def renorm(x: Tensor, p: float, axis: int, max_norm: float) -> Tensor:
    """Scale the slices along an axis whose p-norm exceeds a limit down to that limit.

    Args:
        x: a floating tensor with at least two axes.
        p: exponent of the norm.
        axis: the axis whose slices are scaled.
        max_norm: the limit.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.renorm(paddle.to_tensor([[3.0, 4.0], [0.3, 0.4]]), 2.0, 0, 1.0).tolist()
        [[0.6000000238418579, 0.800000011920929], [0.30000001192092896, 0.4000000059604645]]
    """
    rank = len(x.shape)
    if not -rank <= axis < rank:
        raise ValueError(f"renorm(): axis {axis} is out of range for a tensor with {rank} axes")
    others = [i for i in range(rank) if i != axis % rank]
    norms = _C_ops.p_norm(x, p, others, True)
    factor = _C_ops.where(norms > max_norm, max_norm / (norms + 1e-7), _C_ops.ones_like(norms))
    return x * factor


def renorm_(x: Tensor, p: float, axis: int, max_norm: float) -> Tensor:
    """In-place version of `renorm`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.renorm_(paddle.to_tensor([[3.0, 4.0]]), 2.0, 0, 10.0).tolist()
        [[3.0, 4.0]]
    """
    return _store(x, renorm(x, p, axis, max_norm))


def frac_(x: Tensor, name: str | None = None) -> Tensor:
    """In-place version of `frac`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.frac_(paddle.to_tensor([1.5])).tolist()
        [0.5]
    """
    return _store(x, frac(x))


def ldexp_(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """In-place version of `ldexp`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.ldexp_(paddle.to_tensor([1.0]), paddle.to_tensor([3])).tolist()
        [8.0]
    """
    return _store(x, ldexp(x, y))


def logit_(x: Tensor, eps: float | None = None, name: str | None = None) -> Tensor:
    """In-place version of `logit`: writes the result into x and returns it.

    Examples:
        >>> import paddle
        >>> paddle.logit_(paddle.to_tensor([0.5])).tolist()
        [0.0]
    """
    return _store(x, logit(x, eps))


@operator("conj")
def conj(x: Tensor, name: str | None = None) -> Tensor:
    """Complex conjugate; real tensors are copied.

    Args:
        x: a tensor of numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.conj(paddle.to_tensor([1 + 2j])).tolist()
        [(1-2j)]
    """


@operator("angle")
def angle(x: Tensor, name: str | None = None) -> Tensor:
    """The angle of complex numbers, in [-pi, pi]; 0 or pi for real numbers.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Returns:
        A tensor of the real dtype.

    Examples:
        >>> import paddle
        >>> paddle.angle(paddle.to_tensor([1j, -1.0 + 0j])).tolist()
        [1.5707963705062866, 3.1415927410125732]
    """


# Twins that write into their first argument.
add_ = inplace(add)
subtract_ = inplace(subtract)
multiply_ = inplace(multiply)
divide_ = inplace(divide)
floor_divide_ = inplace(floor_divide)
remainder_ = inplace(remainder)
gcd_ = inplace(gcd)
lcm_ = inplace(lcm)
hypot_ = inplace(hypot)
polygamma_ = inplace(polygamma)
mod_ = remainder_
floor_mod_ = remainder_


def trace(
    x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None
) -> Tensor:
    """The sum along a diagonal of two axes.

    Args:
        x: tensor with at least two axes.
        offset: 0 for the main diagonal, positive above and negative below it.
        axis1: the axis of the rows.
        axis2: the axis of the columns.
        name: unused.

    Returns:
        Tensor: of the dtype of x, without the two axes.

    Raises:
        ValueError: if an axis is out of range or both are the same.

    Examples:
        >>> import paddle
        >>> paddle.trace(paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])).item()
        5.0
    """
    diagonal = _C_ops.diagonal(x, offset, axis1, axis2)
    return _C_ops.cast(_C_ops.sum(diagonal, [-1]), x.dtype)


def vander(
    x: Tensor, n: int | None = None, increasing: bool = False, name: str | None = None
) -> Tensor:
    """The Vandermonde matrix: in each row, powers of one element of x.

    Args:
        x: vector.
        n: number of columns; the length of x if None.
        increasing: let the powers grow from 0; else they fall to 0.
        name: unused.

    Raises:
        ValueError: if x is not a vector or n is negative.

    Examples:
        >>> import paddle
        >>> paddle.vander(paddle.to_tensor([2.0, 3.0]), 3).tolist()
        [[4.0, 2.0, 1.0], [9.0, 3.0, 1.0]]
    """
    if x.ndim != 1:
        raise ValueError(f"The input of x is expected to be a 1-D Tensor, but x has {x.ndim} axes.")
    columns = x.shape[0] if n is None else n
    if columns < 0:
        raise ValueError("N must be non-negative.")
    powers = list(range(columns)) if increasing else list(range(columns))[::-1]
    if not powers:
        return _C_ops.empty([x.shape[0], 0], x.dtype)
    return _C_ops.stack([_C_ops.pow(x, power) for power in powers], -1)


def combinations(
    x: Tensor, r: int = 2, with_replacement: bool = False, name: str | None = None
) -> Tensor:
    """All choices of r elements of a vector, in the order of `itertools.combinations`.

    Args:
        x: vector.
        r: how many elements are chosen; not negative.
        with_replacement: whether an element can be chosen several times.
        name: unused.

    Returns:
        Tensor: of shape [number of choices, r].

    Raises:
        TypeError: if x is not a vector.
        ValueError: if r is negative or no integer.

    Examples:
        >>> import paddle
        >>> paddle.combinations(paddle.to_tensor([1, 2, 3])).tolist()
        [[1, 2], [1, 3], [2, 3]]
    """
    if x.ndim != 1:
        raise TypeError(f"Expect a 1-D vector, but got x shape {x.shape}")
    if not isinstance(r, int) or r < 0:
        raise ValueError(f"Expect a non-negative int, but got r={r}")
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    positions = list(choose(range(x.shape[0]), r)) if r else []
    if not positions:
        return _C_ops.empty([0, r] if r else [0], x.dtype)
    flat = [position for choice in positions for position in choice]
    return _C_ops.reshape(_C_ops.gather(x, to_tensor(flat)), [len(positions), r])
