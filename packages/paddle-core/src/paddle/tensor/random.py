"""Random tensors. The same seed gives the same numbers as PaddlePaddle on the CPU."""

from __future__ import annotations

import math
from typing import Any

from .. import _C_ops
from .._core import Tensor, operator
from ..framework.dtype import get_default_dtype

__all__ = [
    "bernoulli",
    "cauchy_",
    "exponential_",
    "geometric_",
    "multinomial",
    "normal",
    "normal_",
    "poisson",
    "rand",
    "randint",
    "randint_like",
    "randn",
    "randperm",
    "standard_normal",
    "uniform",
    "uniform_",
]


def _floating(dtype: Any) -> Any:
    return get_default_dtype() if dtype is None else dtype


def uniform(
    shape: Any,
    dtype: Any = None,
    min: float = -1.0,
    max: float = 1.0,
    seed: int = 0,
    name: str | None = None,
) -> Tensor:
    """Numbers drawn uniformly from [min, max).

    Args:
        shape: sizes of the result.
        dtype: bfloat16, float32 or float64; the default dtype if None.
        min: lower bound.
        max: upper bound.
        seed: other than 0: draw from a generator of this seed instead of the shared one.
        name: ignored.

    Returns:
        A new tensor.

    Raises:
        ValueError: if a size is negative.

    Examples:
        >>> import paddle
        >>> x = paddle.uniform([100], min=2.0, max=3.0)
        >>> bool((x >= 2).all()), bool((x < 3).all())
        (True, True)
    """
    return _C_ops.uniform(shape, float(min), float(max), _floating(dtype), seed)


def rand(shape: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Numbers drawn uniformly from [0, 1).

    Args:
        shape: sizes of the result.
        dtype: bfloat16, float32 or float64; the default dtype if None.
        name: ignored.

    Examples:
        >>> import paddle
        >>> paddle.rand([2, 3]).shape
        [2, 3]
    """
    return uniform(shape, dtype, 0.0, 1.0)


def standard_normal(shape: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Numbers drawn from the normal distribution of mean 0 and standard deviation 1.

    Args:
        shape: sizes of the result.
        dtype: bfloat16, float32 or float64; the default dtype if None.
        name: ignored.

    Examples:
        >>> import paddle
        >>> paddle.standard_normal([2, 3]).shape
        [2, 3]
    """
    return _C_ops.gaussian(shape, 0.0, 1.0, _floating(dtype))


def randn(shape: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """The same as `standard_normal`.

    Examples:
        >>> import paddle
        >>> paddle.randn([2], "float64").dtype
        paddle.float64
    """
    return standard_normal(shape, dtype)


def normal(
    mean: float | Tensor = 0.0,
    std: float | Tensor = 1.0,
    shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """Numbers drawn from normal distributions.

    Args:
        mean: mean; a tensor gives every element its own.
        std: standard deviation; a tensor gives every element its own.
        shape: sizes of the result, if neither `mean` nor `std` is a tensor; [1] if None.
        name: ignored.

    Returns:
        A tensor of the shape of `mean` or `std`, or of `shape`.

    Raises:
        ValueError: if `std` is negative.

    Examples:
        >>> import paddle
        >>> paddle.normal(paddle.zeros([3]), 2.0).shape
        [3]
    """
    if isinstance(mean, Tensor):
        return standard_normal(mean.shape, mean.dtype) * std + mean
    if isinstance(std, Tensor):
        return standard_normal(std.shape, std.dtype) * std + mean
    sizes = [1] if shape is None else shape
    return _C_ops.gaussian(sizes, float(mean), float(std), get_default_dtype())


def randint(
    low: int = 0,
    high: int | None = None,
    shape: Any = (1,),
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Integers drawn uniformly from [low, high).

    Args:
        low: lower bound; the upper bound, with 0 as the lower one, if `high` is None.
        high: upper bound.
        shape: sizes of the result.
        dtype: int32 or int64; int64 if None.
        name: ignored.

    Raises:
        ValueError: if `low` is not below `high`.

    Examples:
        >>> import paddle
        >>> x = paddle.randint(5, 7, [100])
        >>> int(x.min()), int(x.max())
        (5, 6)
    """
    if high is None:
        low, high = 0, low
    return _C_ops.randint(low, high, shape, "int64" if dtype is None else dtype)


def randint_like(
    x: Tensor, low: int = 0, high: int | None = None, dtype: Any = None, name: str | None = None
) -> Tensor:
    """Integers drawn uniformly from [low, high), in the shape of `x`.

    Args:
        x: gives the shape, and the dtype if `dtype` is None.
        low: lower bound; the upper bound, with 0 as the lower one, if `high` is None.
        high: upper bound.
        dtype: any dtype.
        name: ignored.

    Examples:
        >>> import paddle
        >>> paddle.randint_like(paddle.zeros([2]), 5).dtype
        paddle.float32
    """
    drawn = randint(low, high, x.shape, "int64")
    return drawn.astype(x.dtype if dtype is None else dtype)


def randperm(n: int, dtype: Any = "int64", name: str | None = None) -> Tensor:
    """The numbers 0, ..., n - 1 in random order.

    Args:
        n: how many; positive.
        dtype: int32, int64, float32 or float64.
        name: ignored.

    Examples:
        >>> import paddle
        >>> sorted(paddle.randperm(4).tolist())
        [0, 1, 2, 3]
    """
    return _C_ops.randperm(n, dtype)


@operator("bernoulli")
def bernoulli(x: Tensor, name: str | None = None) -> Tensor:
    """1 with probability `x`, else 0, element by element.

    Args:
        x: probabilities, float32 or float64.
        name: ignored.

    Raises:
        ValueError: if an element is no probability.

    Examples:
        >>> import paddle
        >>> paddle.bernoulli(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.0, 1.0]
    """


@operator("poisson")
def poisson(x: Tensor, name: str | None = None) -> Tensor:
    """Counts drawn from Poisson distributions with the rates `x`.

    Args:
        x: rates in [0, 1e9], float32 or float64.
        name: ignored.

    Raises:
        ValueError: if a rate is negative or too large.

    Examples:
        >>> import paddle
        >>> paddle.poisson(paddle.zeros([2])).tolist()
        [0.0, 0.0]
    """


@operator("multinomial")
def multinomial(
    x: Tensor, num_samples: int = 1, replacement: bool = False, name: str | None = None
) -> Tensor:
    """Positions drawn with the weights in the last axis of `x`.

    Args:
        x: weights, not negative, of shape [categories] or [rows, categories]; they need not add up
            to one.
        num_samples: positions per row.
        replacement: whether a position can be drawn more than once.
        name: ignored.

    Returns:
        int64 positions of shape [num_samples] or [rows, num_samples].

    Raises:
        ValueError: if weights are negative or a row has too few positive ones.

    Examples:
        >>> import paddle
        >>> paddle.multinomial(paddle.to_tensor([0.0, 3.0, 0.0])).tolist()
        [1]
    """


def uniform_(
    x: Tensor, min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None
) -> Tensor:
    """Overwrite `x` with numbers drawn uniformly from [min, max).

    Examples:
        >>> import paddle
        >>> bool((paddle.zeros([9]).uniform_(1.0, 2.0) >= 1).all())
        True
    """
    return _C_ops.uniform_like_(x, float(min), float(max), seed)


def normal_(x: Tensor, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> Tensor:
    """Overwrite `x` with numbers drawn from a normal distribution.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).normal_(5.0, 0.0).tolist()
        [5.0, 5.0]
    """
    return _C_ops.gaussian_like_(x, float(mean), float(std))


def exponential_(x: Tensor, lam: float = 1.0, name: str | None = None) -> Tensor:
    """Overwrite `x` with numbers drawn from the exponential distribution of rate `lam`.

    Raises:
        ValueError: if `lam` is not positive.

    Examples:
        >>> import paddle
        >>> bool((paddle.zeros([9]).exponential_(2.0) >= 0).all())
        True
    """
    return _C_ops.exponential_(x, float(lam))


def cauchy_(x: Tensor, loc: float = 0, scale: float = 1, name: str | None = None) -> Tensor:
    """Fill x with numbers drawn from a Cauchy distribution: loc + scale * tan(pi * (u - 1/2)).

    Args:
        x: floating tensor.
        loc: the median.
        scale: half the distance between the quartiles.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2, 3]).cauchy_().shape
        [2, 3]
    """
    _C_ops.uniform_like_(x, 0.0, 1.0)
    value = _C_ops.tan((x.detach() - 0.5) * math.pi) * scale + loc
    return _C_ops.set_value_(x, value)


def geometric_(x: Tensor, probs: float | Tensor, name: str | None = None) -> Tensor:
    """Fill x with log(u) / log(1 - probs), u uniform in (0, 1): geometric before rounding up.

    Args:
        x: floating tensor.
        probs: probability of success, in (0, 1).
        name: unused.

    Examples:
        >>> import paddle
        >>> bool((paddle.zeros([10]).geometric_(0.3) >= 0).all())
        True
    """
    tiny = {"float64": 2.2250738585072014e-308}.get(x.dtype.name, 1.1754943508222875e-38)
    _C_ops.uniform_like_(x, tiny, 1.0)
    drawn = _C_ops.log(x.detach())
    if isinstance(probs, Tensor):
        value = drawn / _C_ops.log1p(-probs)
    else:
        value = drawn / math.log1p(-probs)
    return _C_ops.set_value_(x, value)
