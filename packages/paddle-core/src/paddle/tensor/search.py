"""Finding, choosing and counting elements."""

from __future__ import annotations

from typing import Any

from .. import _C_ops
from .._core import Tensor, operator
from .random import uniform

__all__ = [
    "argmax",
    "argmin",
    "bincount",
    "histogram",
    "index_sample",
    "index_select",
    "masked_select",
    "nonzero",
    "where",
    "where_",
]


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


@operator("argmax")
def argmax(
    x: Tensor,
    axis: int | None = None,
    keepdim: bool = False,
    dtype: Any = "int64",
    name: str | None = None,
) -> Tensor:
    """The position of the largest element along an axis; the first of several, NaN before all.

    Args:
        x: integer or floating tensor.
        axis: the axis; None gives the position in the flattened tensor.
        keepdim: keep reduced axes with size 1.
        dtype: int32 or int64.
        name: unused.

    Raises:
        ValueError: if the axis is out of range or empty.

    Examples:
        >>> import paddle
        >>> paddle.argmax(paddle.to_tensor([[1, 5], [7, 2]]), axis=1).tolist()
        [1, 0]
    """


@operator("argmin")
def argmin(
    x: Tensor,
    axis: int | None = None,
    keepdim: bool = False,
    dtype: Any = "int64",
    name: str | None = None,
) -> Tensor:
    """The position of the smallest element along an axis; arguments as in `argmax`.

    Examples:
        >>> import paddle
        >>> paddle.argmin(paddle.to_tensor([[1, 5], [7, 2]]), axis=1).tolist()
        [0, 1]
    """


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


def top_p_sampling(
    x: Tensor,
    ps: Tensor,
    threshold: Tensor | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Draw one of the most probable elements of each row, which together reach probability p.

    Args:
        x: probabilities of shape [rows, elements].
        ps: p of each row, of shape [rows] or [rows, 1].
        threshold: the least probability of each row that is drawn, of the shape of `ps`; the most
            probable element can be drawn anyway.
        seed: of a random stream of its own; the global one if None.
        name: not used.

    Returns:
        The probability and the position (int64) of the drawn element, each of shape [rows, 1].

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[0.1, 0.8, 0.1]])
        >>> paddle.tensor.top_p_sampling(x, paddle.to_tensor([0.5]))[1].tolist()
        [[1]]
    """
    if len(x.shape) != 2:
        raise ValueError(f"top_p_sampling: x has the shape {x.shape}, not [rows, elements]")
    rows, elements = x.shape
    sorted_x, order = _C_ops.argsort(x, -1, True)
    if threshold is not None:
        kept = sorted_x >= threshold.astype(x.dtype).reshape([rows, 1])
        kept[:, 0] = True
        sorted_x = _C_ops.where(kept, sorted_x, _C_ops.zeros_like(sorted_x))
    reached = sorted_x.cumsum(-1)
    draw = uniform([rows, 1], x.dtype, 0.0, 1.0, 0 if seed is None else seed)
    limit = _C_ops.minimum(ps.astype(x.dtype).reshape([rows, 1]), reached[:, -1:]) * draw
    rank = (reached <= limit).astype("int64").sum(-1, keepdim=True).clip(0, elements - 1)
    return _C_ops.take_along_axis(sorted_x, rank, -1), _C_ops.take_along_axis(order, rank, -1)
