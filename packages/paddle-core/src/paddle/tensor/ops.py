"""Elementary functions of one tensor, element by element."""

from __future__ import annotations

from .._core import Tensor, inplace, operator

__all__ = [
    "abs",
    "abs_",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "asin",
    "asin_",
    "asinh",
    "asinh_",
    "atan",
    "atan_",
    "atanh",
    "atanh_",
    "ceil",
    "ceil_",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "digamma",
    "digamma_",
    "erf",
    "erf_",
    "erfinv",
    "erfinv_",
    "exp",
    "exp_",
    "expm1",
    "expm1_",
    "floor",
    "floor_",
    "i0",
    "i0_",
    "i0e",
    "i1",
    "i1e",
    "lgamma",
    "lgamma_",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "reciprocal",
    "reciprocal_",
    "round",
    "round_",
    "rsqrt",
    "rsqrt_",
    "sgn",
    "sign",
    "sin",
    "sin_",
    "sinh",
    "sinh_",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "trunc",
    "trunc_",
]


@operator("abs")
def abs(x: Tensor, name: str | None = None) -> Tensor:
    """Absolute value; the modulus of complex numbers, in their real dtype.

    Args:
        x: a tensor of numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.abs(paddle.to_tensor([-2.0, 0.5])).tolist()
        [2.0, 0.5]
    """


@operator("acos")
def acos(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse cosine, `pi / 2 - asin(x)`; NaN outside [-1, 1].

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.acos(paddle.to_tensor([1.0, -1.0])).tolist()
        [0.0, 3.1415927410125732]
    """


@operator("acosh")
def acosh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic cosine, `log(x + sqrt(x * x - 1))`; NaN below 1.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.acosh(paddle.to_tensor([1.0, 2.0])).tolist()
        [0.0, 1.316957950592041]
    """


@operator("asin")
def asin(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse sine, in [-pi / 2, pi / 2]; NaN outside [-1, 1].

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.asin(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.5707963705062866]
    """


@operator("asinh")
def asinh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic sine, `log(x + sqrt(x * x + 1))`.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.asinh(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.8813735842704773]
    """


@operator("atan")
def atan(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse tangent, in [-pi / 2, pi / 2].

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.atan(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.7853981852531433]
    """


@operator("atanh")
def atanh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic tangent, `log((1 + x) / (1 - x)) / 2`; NaN outside [-1, 1].

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.atanh(paddle.to_tensor([0.0, 0.5])).tolist()
        [0.0, 0.5493061542510986]
    """


@operator("ceil")
def ceil(x: Tensor, name: str | None = None) -> Tensor:
    """The smallest integer that is not less than each element.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.ceil(paddle.to_tensor([-0.5, 1.2])).tolist()
        [-0.0, 2.0]
    """


@operator("cos")
def cos(x: Tensor, name: str | None = None) -> Tensor:
    """Cosine of angles in radians.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.cos(paddle.to_tensor([0.0, 1.0])).tolist()
        [1.0, 0.5403022766113281]
    """


@operator("cosh")
def cosh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic cosine, `(exp(x) + exp(-x)) / 2`.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.cosh(paddle.to_tensor([0.0, 1.0])).tolist()
        [1.0, 1.5430806875228882]
    """


@operator("digamma")
def digamma(x: Tensor, name: str | None = None) -> Tensor:
    """Digamma function, the derivative of `lgamma`; NaN at its poles 0, -1, -2, ...

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.digamma(paddle.to_tensor([1.0, 2.0])).tolist()
        [-0.5772156715393066, 0.42278432846069336]
    """


@operator("erf")
def erf(x: Tensor, name: str | None = None) -> Tensor:
    """Error function, `2 / sqrt(pi)` times the integral of `exp(-t * t)` from 0 to x.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.erf(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.8427007794380188]
    """


@operator("erfinv")
def erfinv(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse of the error function on [-1, 1]; NaN outside.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.erfinv(paddle.to_tensor([0.0, 0.5])).tolist()
        [0.0, 0.4769362807273865]
    """


@operator("exp")
def exp(x: Tensor, name: str | None = None) -> Tensor:
    """Exponential function, `e ** x`.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.exp(paddle.to_tensor([0.0, 1.0])).tolist()
        [1.0, 2.7182817459106445]
    """


@operator("expm1")
def expm1(x: Tensor, name: str | None = None) -> Tensor:
    """`exp(x) - 1`, without the cancellation that would lose digits near zero.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.expm1(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.7182817459106445]
    """


@operator("floor")
def floor(x: Tensor, name: str | None = None) -> Tensor:
    """The largest integer that is not greater than each element.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.floor(paddle.to_tensor([-0.5, 1.2])).tolist()
        [-1.0, 1.0]
    """


@operator("i0")
def i0(x: Tensor, name: str | None = None) -> Tensor:
    """Modified Bessel function of the first kind, order 0.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.i0(paddle.to_tensor([0.0, 1.0])).tolist()
        [1.0, 1.2660658359527588]
    """


@operator("i0e")
def i0e(x: Tensor, name: str | None = None) -> Tensor:
    """`exp(-abs(x)) * i0(x)`, which does not overflow.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.i0e(paddle.to_tensor([0.0, 1.0])).tolist()
        [1.0, 0.46575960516929626]
    """


@operator("i1")
def i1(x: Tensor, name: str | None = None) -> Tensor:
    """Modified Bessel function of the first kind, order 1.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.i1(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.5651590824127197]
    """


@operator("i1e")
def i1e(x: Tensor, name: str | None = None) -> Tensor:
    """`exp(-abs(x)) * i1(x)`, which does not overflow.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.i1e(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.207910418510437]
    """


@operator("lgamma")
def lgamma(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm of the absolute value of the gamma function.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.lgamma(paddle.to_tensor([1.0, 4.0])).tolist()
        [0.0, 1.7917594909667969]
    """


@operator("log")
def log(x: Tensor, name: str | None = None) -> Tensor:
    """Natural logarithm; -inf at 0, NaN below.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.log(paddle.to_tensor([1.0, 2.0])).tolist()
        [0.0, 0.6931471824645996]
    """


@operator("log10")
def log10(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 10; -inf at 0, NaN below.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.log10(paddle.to_tensor([1.0, 100.0])).tolist()
        [0.0, 2.0]
    """


@operator("log1p")
def log1p(x: Tensor, name: str | None = None) -> Tensor:
    """`log(1 + x)`, accurate near zero; -inf at -1, NaN below.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.log1p(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.6931471824645996]
    """


@operator("log2")
def log2(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 2; -inf at 0, NaN below.

    Args:
        x: a floating or complex tensor; int32 and int64 are computed in float32.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.log2(paddle.to_tensor([1.0, 8.0])).tolist()
        [0.0, 3.0]
    """


@operator("reciprocal")
def reciprocal(x: Tensor, name: str | None = None) -> Tensor:
    """`1 / x`.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.reciprocal(paddle.to_tensor([2.0, -4.0])).tolist()
        [0.5, -0.25]
    """


@operator("round")
def round(x: Tensor, name: str | None = None) -> Tensor:
    """The nearest integer, halves away from zero.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.round(paddle.to_tensor([-0.5, 1.4, 2.5])).tolist()
        [-1.0, 1.0, 3.0]
    """


@operator("rsqrt")
def rsqrt(x: Tensor, name: str | None = None) -> Tensor:
    """`1 / sqrt(x)`; inf at 0, NaN below.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.rsqrt(paddle.to_tensor([4.0, 0.25])).tolist()
        [0.5, 2.0]
    """


@operator("sgn")
def sgn(x: Tensor, name: str | None = None) -> Tensor:
    """Sign; for complex numbers `x / abs(x)`, and 0 at 0.

    Args:
        x: a tensor of numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.sgn(paddle.to_tensor([-3.0, 0.0, 2.0])).tolist()
        [-1.0, 0.0, 1.0]
    """


@operator("sign")
def sign(x: Tensor, name: str | None = None) -> Tensor:
    """Sign: -1, 0 or 1; NaN stays NaN.

    Args:
        x: a tensor of real numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.sign(paddle.to_tensor([-3.0, 0.0, 2.0])).tolist()
        [-1.0, 0.0, 1.0]
    """


@operator("sin")
def sin(x: Tensor, name: str | None = None) -> Tensor:
    """Sine of angles in radians.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.sin(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.8414710164070129]
    """


@operator("sinh")
def sinh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic sine, `(exp(x) - exp(-x)) / 2`.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.sinh(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.175201177597046]
    """


@operator("sqrt")
def sqrt(x: Tensor, name: str | None = None) -> Tensor:
    """Square root; NaN below 0.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.sqrt(paddle.to_tensor([4.0, 0.25])).tolist()
        [2.0, 0.5]
    """


@operator("square")
def square(x: Tensor, name: str | None = None) -> Tensor:
    """`x * x`.

    Args:
        x: a tensor of numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.square(paddle.to_tensor([-3.0, 0.5])).tolist()
        [9.0, 0.25]
    """


@operator("tan")
def tan(x: Tensor, name: str | None = None) -> Tensor:
    """Tangent of angles in radians.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.tan(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.5574077367782593]
    """


@operator("tanh")
def tanh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic tangent.

    Args:
        x: a floating or complex tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.tanh(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 0.7615941762924194]
    """


@operator("trunc")
def trunc(input: Tensor, name: str | None = None) -> Tensor:
    """The integer part, rounded toward zero.

    Args:
        input: a tensor of numbers.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.trunc(paddle.to_tensor([-1.7, 2.5])).tolist()
        [-1.0, 2.0]
    """


# Twins that write into their argument.
abs_ = inplace(abs)
acos_ = inplace(acos)
acosh_ = inplace(acosh)
asin_ = inplace(asin)
asinh_ = inplace(asinh)
atan_ = inplace(atan)
atanh_ = inplace(atanh)
ceil_ = inplace(ceil)
cos_ = inplace(cos)
cosh_ = inplace(cosh)
digamma_ = inplace(digamma)
erf_ = inplace(erf)
erfinv_ = inplace(erfinv)
exp_ = inplace(exp)
expm1_ = inplace(expm1)
floor_ = inplace(floor)
i0_ = inplace(i0)
lgamma_ = inplace(lgamma)
log_ = inplace(log)
log10_ = inplace(log10)
log1p_ = inplace(log1p)
log2_ = inplace(log2)
reciprocal_ = inplace(reciprocal)
round_ = inplace(round)
rsqrt_ = inplace(rsqrt)
sin_ = inplace(sin)
sinh_ = inplace(sinh)
sqrt_ = inplace(sqrt)
square_ = inplace(square)
tan_ = inplace(tan)
tanh_ = inplace(tanh)
trunc_ = inplace(trunc)


@operator("sigmoid")
def sigmoid(x: Tensor, name: str | None = None) -> Tensor:
    """Logistic function of a tensor; see `paddle.nn.functional.sigmoid`.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([0.0]).sigmoid().tolist()
        [0.5]
    """


sigmoid_ = inplace(sigmoid)  # a method only, like sigmoid
