"""Means, spreads and quantiles."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _C_ops, _core
from .._core import Tensor, operator

__all__ = ["mean", "median", "nanmedian", "nanquantile", "quantile", "std", "var"]

_WIDE = (_core.float32, _core.float64)


@operator("mean")
def mean(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The mean over axes. Means of integers are cut to integers.

    Args:
        x: a tensor of numbers.
        axis: an axis or several; all if None or empty.
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.mean(paddle.to_tensor([[1.0, 2.0], [3.0, 5.0]]), axis=1).tolist()
        [1.5, 4.0]
    """


@operator("var")
def var(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    unbiased: bool = True,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The variance over axes: the mean square of deviations from the mean.

    Args:
        x: a floating tensor.
        axis: an axis or several; all if None or empty.
        unbiased: whether to divide by one less than the number of elements (but at least by 1).
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.var(paddle.to_tensor([1.0, 2.0, 3.0])).item()
        1.0
    """


def std(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    unbiased: bool = True,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The standard deviation over axes, the square root of `var`.

    Args:
        x: a floating tensor.
        axis: an axis or several; all if None or empty.
        unbiased: whether to divide by one less than the number of elements (but at least by 1).
        keepdim: whether reduced axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.std(paddle.to_tensor([1.0, 2.0, 3.0])).item()
        1.0
    """
    return _C_ops.sqrt(_C_ops.var(x, axis, unbiased, keepdim))


def median(
    x: Tensor, axis: int | None = None, keepdim: bool = False, name: str | None = None
) -> Tensor:
    """The middle element along an axis; the mean of the two middle ones of an even number.

    Args:
        x: a tensor of real numbers; NaN if there is one. Integers give float32.
        axis: the axis; the flattened tensor if None.
        keepdim: whether the axis stays, with size 1.
        name: not used.

    Raises:
        ValueError: if the axis is out of range or the tensor is empty.

    Examples:
        >>> import paddle
        >>> paddle.median(paddle.to_tensor([1.0, 5.0, 2.0, 4.0])).item()
        3.0
    """
    if x.dtype not in _WIDE:
        x = _C_ops.cast(x, "float32")
    return _quantile(x, [0.5], axis, keepdim, "median", ignore_nan=False)[0]


def nanmedian(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """`median` of what is not NaN.

    Args:
        x: a tensor of real numbers; integers keep their dtype.
        axis: an axis or several; the flattened tensor if None.
        keepdim: whether the axes stay, with size 1.
        name: not used.

    Raises:
        ValueError: if the axis is out of range or the tensor is empty.

    Examples:
        >>> import paddle
        >>> paddle.nanmedian(paddle.to_tensor([1.0, float("nan"), 2.0, 4.0])).item()
        2.0
    """
    dtype = x.dtype
    floating = x if x.dtype in _WIDE else _C_ops.cast(x, "float32")
    result = _quantile(floating, [0.5], axis, keepdim, "nanmedian", ignore_nan=True)[0]
    return _C_ops.cast(result, dtype)


def quantile(
    x: Tensor,
    q: float | Sequence[float],
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Quantiles over axes, interpolated linearly between neighbours.

    Args:
        x: a floating tensor; NaN if there is one. The result is float64, as Paddle gives it.
        q: a number in [0, 1], or several, which become the first axis of the result.
        axis: an axis or several; the flattened tensor if None.
        keepdim: whether the axes stay, with size 1.

    Raises:
        ValueError: if q or an axis is out of range or the tensor is empty.

    Examples:
        >>> import paddle
        >>> paddle.quantile(paddle.to_tensor([1.0, 2.0, 4.0]), [0.5, 0.75]).tolist()
        [2.0, 3.0]
    """
    return _quantiles(x, q, axis, keepdim, "quantile", ignore_nan=False)


def nanquantile(
    x: Tensor,
    q: float | Sequence[float],
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
) -> Tensor:
    """`quantile` of what is not NaN.

    Args:
        x: a floating tensor. The result is float64, as Paddle gives it.
        q: a number in [0, 1], or several, which become the first axis of the result.
        axis: an axis or several; the flattened tensor if None.
        keepdim: whether the axes stay, with size 1.

    Raises:
        ValueError: if q or an axis is out of range or the tensor is empty.

    Examples:
        >>> import paddle
        >>> paddle.nanquantile(paddle.to_tensor([1.0, float("nan"), 3.0]), 0.5).item()
        2.0
    """
    return _quantiles(x, q, axis, keepdim, "nanquantile", ignore_nan=True)


def _quantiles(
    x: Tensor,
    q: float | Sequence[float],
    axis: int | Sequence[int] | None,
    keepdim: bool,
    function: str,
    ignore_nan: bool,
) -> Tensor:
    several = not isinstance(q, (int, float))
    fractions = [float(q)] if isinstance(q, (int, float)) else [float(value) for value in q]
    if not fractions or any(not 0 <= value <= 1 for value in fractions):
        raise ValueError(f"{function}(): q must be in [0, 1], but is {q}")
    wide = _C_ops.cast(x, "float64")
    results = _quantile(wide, fractions, axis, keepdim, function, ignore_nan)
    return _C_ops.stack(results, 0) if several else results[0]


def _quantile(
    x: Tensor,
    fractions: list[float],
    axis: int | Sequence[int] | None,
    keepdim: bool,
    function: str,
    ignore_nan: bool,
) -> list[Tensor]:
    rows, kept_shape = _rows(x, axis, keepdim, function)
    size = rows.shape[-1]
    missing = _C_ops.isnan(rows)
    # NaN goes to the end, behind everything that counts.
    infinite = _C_ops.where(missing, _C_ops.full_like(rows, float("inf")), rows)
    values, _ = _C_ops.argsort(infinite, -1, False)
    missing_count = _C_ops.sum(_C_ops.cast(missing, x.dtype), [-1], None, True)
    last = _C_ops.full_like(missing_count, float(size - 1)) - missing_count
    nothing = last < 0 if ignore_nan else missing_count > 0
    top = _C_ops.where(
        nothing, _C_ops.zeros_like(last), last if ignore_nan else last + missing_count
    )
    nan = _C_ops.full_like(last, float("nan"))
    results = []
    for fraction in fractions:
        place = top * fraction
        low = _C_ops.floor(place)
        weight = place - low
        below = _C_ops.take_along_axis(values, _C_ops.cast(low, "int64"), -1)
        above = _C_ops.take_along_axis(values, _C_ops.cast(_C_ops.ceil(place), "int64"), -1)
        mixed = below + _C_ops.where(weight > 0, above - below, _C_ops.zeros_like(below)) * weight
        result = _C_ops.where(nothing, nan, mixed)
        results.append(_C_ops.reshape(result, kept_shape))
    return results


def _rows(
    x: Tensor, axis: int | Sequence[int] | None, keepdim: bool, function: str
) -> tuple[Tensor, list[int]]:
    """The reduced axes joined into a last one, and the shape of the result."""
    shape = list(x.shape)
    rank = len(shape)
    given = [axis] if isinstance(axis, int) else list(range(rank) if axis is None else axis)
    for item in given:
        if not -max(rank, 1) <= item < max(rank, 1):
            raise ValueError(f"{function}(): axis {item} is out of range for {rank} axes")
    axes = sorted({item % rank for item in given}) if rank else []
    kept = [i for i in range(rank) if i not in axes]
    if any(size == 0 for size in shape):
        raise ValueError(f"{function}(): the tensor is empty, its shape is {shape}")
    moved = _C_ops.transpose(x, kept + axes) if rank else x
    rows = _C_ops.reshape(moved, [shape[i] for i in kept] + [-1])
    result = [1 if i in axes else shape[i] for i in range(rank)]
    return rows, result if keepdim else [shape[i] for i in kept]
