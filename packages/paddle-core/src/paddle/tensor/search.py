"""Choosing and counting elements, and medians."""

from __future__ import annotations

from typing import Any

from .. import _C_ops
from .._core import Tensor, operator

__all__ = [
    "bincount",
    "histogram",
    "index_sample",
    "index_select",
    "masked_select",
    "median",
    "nanmedian",
    "nonzero",
    "where",
    "where_",
]


def _median_input(x: Any, axis: Any, name: str) -> tuple[Tensor, int]:
    """x with the elements to take the median of along one axis, and that axis."""
    if not isinstance(x, Tensor):
        raise TypeError(f"In {name}, the input x should be a Tensor.")
    if axis is None:
        return _C_ops.flatten(x), 0
    if not isinstance(axis, int) or not -max(x.ndim, 1) <= axis < max(x.ndim, 1):
        raise ValueError(
            f"In {name}, axis should be none or an integer in range [-rank(x), rank(x))."
        )
    return (x if x.ndim else _C_ops.flatten(x)), axis


def _kept(result: Tensor, x: Tensor, axis: int | None, keepdim: bool) -> Tensor:
    """The result with the axes that were reduced, if they are to be kept with size 1."""
    if not keepdim or x.ndim == 0:
        return result
    if axis is None:
        return _C_ops.reshape(result, [1] * x.ndim)
    return _C_ops.unsqueeze(result, [axis])


def median(
    x: Tensor, axis: int | None = None, keepdim: bool = False, name: str | None = None
) -> Tensor:
    """The middle element in sorted order; of an even number, the mean of the two in the middle.

    Args:
        x: integer or floating tensor.
        axis: the axis; None takes the median of all elements.
        keepdim: keep reduced axes with size 1.
        name: unused.

    Returns:
        Tensor: float64 for float64, else float32. NaN where an element is NaN.

    Raises:
        ValueError: if the axis is out of range or there is no element.

    Examples:
        >>> import paddle
        >>> paddle.median(paddle.to_tensor([4.0, 1.0, 2.0, 3.0])).item()
        2.5
    """
    line, along = _median_input(x, axis, "median")
    if line.dtype.name not in ("float32", "float64"):
        line = _C_ops.cast(line, "float32")
    size = line.shape[along]
    if size == 0:
        raise ValueError("median: there is no element to take the median of")
    middle = size // 2
    ordered = _C_ops.topk(line, middle + 1, along, False, True)[0]
    high = _C_ops.slice_view(ordered, [along], [middle], [middle + 1], [1], [along])
    if size % 2 == 0:
        low = _C_ops.slice_view(ordered, [along], [middle - 1], [middle], [1], [along])
        high = (low + high) * 0.5
    spoiled = _C_ops.sum(line * 0.0, [along])  # NaN where there is one
    infinite = _C_ops.isnan(spoiled) & ~_C_ops.any(_C_ops.isnan(line), [along])
    spoiled = _C_ops.where(infinite, _C_ops.zeros_like(spoiled), spoiled)
    return _kept(high + spoiled, x, axis, keepdim)


def nanmedian(
    x: Tensor,
    axis: int | list[int] | tuple[int, ...] | None = None,
    keepdim: bool = True,
    name: str | None = None,
) -> Tensor:
    """The median of the elements that are not NaN.

    Args:
        x: integer or floating tensor.
        axis: axis or axes; None takes the median of all elements.
        keepdim: keep reduced axes with size 1.
        name: unused.

    Returns:
        Tensor: of the dtype of x; NaN where all elements are.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.nanmedian(paddle.to_tensor([1.0, float("nan"), 3.0]), keepdim=False).item()
        2.0
    """
    if not isinstance(x, Tensor):
        raise TypeError("In median, the input x should be a Tensor.")
    rank = max(x.ndim, 1)
    axes = (
        list(range(rank)) if axis is None else axis if isinstance(axis, (list, tuple)) else [axis]
    )
    if not axes:
        raise ValueError("Axis list should not be empty.")
    if any(not isinstance(i, int) or not -rank <= i < rank for i in axes):
        raise ValueError(
            "Axis should be None, int, or a list, element should in range [-rank(x), rank(x))."
        )
    reduced = sorted(i % rank for i in axes)
    if len(set(reduced)) != len(reduced):
        raise ValueError("Axis has duplicated elements.")
    result = _median_without_nan(x if x.ndim else _C_ops.flatten(x), reduced)
    if not keepdim or x.ndim == 0:
        return result
    return _C_ops.unsqueeze(result, reduced)


def _median_without_nan(x: Tensor, reduced: list[int]) -> Tensor:
    kept = [i for i in range(x.ndim) if i not in reduced]
    moved = _C_ops.transpose(x, kept + reduced)
    line = _C_ops.flatten(moved, len(kept), -1)
    if line.shape[-1] == 0:
        raise ValueError("nanmedian: there is no element to take the median of")
    ordered = _C_ops.argsort(line, -1)[0]  # NaN comes last
    valid = _C_ops.cast(_C_ops.equal(line, line), "int64")
    count = _C_ops.sum(valid, [-1], None, True)
    ones, zero = _C_ops.ones_like(count), _C_ops.zeros_like(count)
    low = _C_ops.maximum(_C_ops.floor_divide(count - ones, ones * 2), zero)
    high = _C_ops.floor_divide(count, ones * 2)
    pair = [_C_ops.take_along_axis(ordered, at, -1) for at in (low, _C_ops.maximum(high, zero))]
    if x.dtype.name.startswith(("int", "uint")):
        total = _C_ops.floor_divide(pair[0] + pair[1], _C_ops.full_like(pair[0], 2))
    else:
        total = (pair[0] + pair[1]) * 0.5
    return _C_ops.squeeze(total, [-1])


def where(
    condition: Tensor,
    x: Tensor | float | None = None,
    y: Tensor | float | None = None,
    name: str | None = None,
) -> Any:
    """Elements of x where the condition holds and of y elsewhere, with broadcasting.

    Args:
        condition: bool tensor.
        x: tensor or number.
        y: tensor or number. Without x and y the result is `nonzero(condition, as_tuple=True)`.
        name: unused.

    Returns:
        Tensor: of the common shape; float dtypes that differ give the wider one.

    Raises:
        ValueError: if only one of x and y is given, or the shapes do not broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.where(x > 0, x, paddle.zeros([2])).tolist()
        [1.0, 0.0]
    """
    if x is None and y is None:
        return nonzero(condition, as_tuple=True)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return _C_ops.where(condition, _branch(x, y), _branch(y, x))


def _branch(value: Any, other: Any) -> Tensor:
    """A number as a 0-d tensor: of the dtype of the other branch if that can hold it."""
    if isinstance(value, Tensor):
        return value
    if isinstance(other, Tensor) and (
        other.dtype.name.startswith(("float", "bfloat", "complex")) or isinstance(value, int)
    ):
        return _C_ops.full([], value, other.dtype)
    from .conversion import to_tensor

    return to_tensor(value)


def where_(
    condition: Tensor, x: Tensor | None = None, y: Tensor | None = None, name: str | None = None
) -> Tensor:
    """Write the elements of y into x where the condition does not hold; see `where`.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.where_(x > 0, x, paddle.zeros([2])).tolist()
        [1.0, 0.0]
    """
    if not isinstance(x, Tensor) or not isinstance(y, Tensor):
        raise ValueError("where_: x and y must be tensors")
    result = _C_ops.where(condition, x, y)
    if result.shape != x.shape:
        raise ValueError(f"where_: the result has shape {result.shape}, but x has shape {x.shape}")
    return _C_ops.set_value_(x, result)


def nonzero(x: Tensor, as_tuple: bool = False) -> Any:
    """The positions of all elements that are not zero, in order.

    Args:
        x: any tensor with at least one axis.
        as_tuple: give one column per axis, else one matrix with a row per element.

    Returns:
        Tensor or tuple of Tensor: int64 of shape [count, rank], or rank times [count, 1].

    Raises:
        ValueError: if x is a 0-d tensor.

    Examples:
        >>> import paddle
        >>> paddle.nonzero(paddle.to_tensor([[0, 5], [6, 0]])).tolist()
        [[0, 1], [1, 0]]
    """
    if x.ndim == 0:
        raise ValueError("nonzero: x is a 0-d tensor, but needs at least one axis")
    positions = _C_ops.nonzero(x)
    return tuple(_C_ops.split(positions, [1] * x.ndim, 1)) if as_tuple else positions


@operator("index_select")
def index_select(x: Tensor, index: Tensor, axis: int = 0, name: str | None = None) -> Tensor:
    """The slices of x along an axis that a vector of positions names, in its order.

    Args:
        x: tensor with at least one axis.
        index: int32 or int64 vector; positions may be named several times.
        axis: the axis.
        name: unused.

    Raises:
        ValueError: if a position or the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.index_select(paddle.to_tensor([5, 6, 7]), paddle.to_tensor([2, 0])).tolist()
        [7, 5]
    """


@operator("index_sample")
def index_sample(x: Tensor, index: Tensor) -> Tensor:
    """Elements of every row: out[i, k] = x[i, index[i, k]].

    Args:
        x: matrix.
        index: int32 or int64 matrix with as many rows.

    Raises:
        ValueError: if a position is out of range or the rows do not match.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.index_sample(x, paddle.to_tensor([[1], [0]])).tolist()
        [[2], [3]]
    """


def masked_select(x: Tensor, mask: Tensor, name: str | None = None) -> Tensor:
    """The elements of x where the mask is true, in order, as a vector.

    Args:
        x: any tensor.
        mask: bool tensor; x and mask broadcast together.
        name: unused.

    Raises:
        ValueError: if the shapes do not broadcast or the mask is not bool.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.masked_select(x, x > 1).tolist()
        [2, 3]
    """
    if x.shape != mask.shape:
        from .manipulation import broadcast_tensors

        x, mask = broadcast_tensors([x, mask])
    return _C_ops.masked_select(x, mask)


@operator("histogram")
def histogram(
    input: Tensor, bins: int = 100, min: float = 0, max: float = 0, name: str | None = None
) -> Tensor:
    """Counts of the elements in equal bins between min and max.

    Args:
        input: integer or floating tensor.
        bins: number of bins.
        min: lower edge.
        max: upper edge, which belongs to the last bin. With min = max the elements' range is taken.
        name: unused.

    Returns:
        Tensor: int64 of shape [bins]; elements outside are not counted.

    Raises:
        ValueError: if bins is not positive or max is less than min.

    Examples:
        >>> import paddle
        >>> paddle.histogram(paddle.to_tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3).tolist()
        [0, 2, 1, 0]
    """


@operator("bincount")
def bincount(
    x: Tensor, weights: Tensor | None = None, minlength: int = 0, name: str | None = None
) -> Tensor:
    """How often each number stands in a vector of non-negative integers, or the sum of its weights.

    Args:
        x: int32 or int64 vector.
        weights: a weight for every element.
        minlength: least length of the result.
        name: unused.

    Returns:
        Tensor: int64 counts, or sums in the dtype of float weights (float64 for integers).

    Raises:
        ValueError: if an element is negative or the lengths differ.

    Examples:
        >>> import paddle
        >>> paddle.bincount(paddle.to_tensor([1, 2, 1])).tolist()
        [0, 2, 1]
    """
