"""Operators on one sparse tensor: element by element, and on its shape."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Sequence
from typing import Any

import paddle
from paddle import Tensor

from . import _layouts, _sparse
from ._operators import ops
from .conversion import to_sparse_coo, to_sparse_csr

__all__ = [
    "abs",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cast",
    "coalesce",
    "deg2rad",
    "expm1",
    "isnan",
    "log1p",
    "neg",
    "pow",
    "rad2deg",
    "reshape",
    "sin",
    "sinh",
    "slice",
    "sqrt",
    "square",
    "sum",
    "tan",
    "tanh",
    "transpose",
]


# ---- element by element; what is not stored is 0, and stays 0 ----


def _map(function: str, operation: Callable[..., Tensor], x: Tensor, *args: Any) -> Tensor:
    """Applies an operation to the stored elements."""
    _layouts.require_sparse(function, x)
    return _layouts.with_values(x, operation(_layouts.elements(x), *args))


def sin(x: Tensor, name: str | None = None) -> Tensor:
    """Sine of the stored elements: `sin(x)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.sin(x)
        >>> bool(paddle.allclose(y.values(), paddle.sin(x.values())))
        True
    """
    return _map("sin", paddle.sin, x)


def tan(x: Tensor, name: str | None = None) -> Tensor:
    """Tangent of the stored elements: `tan(x)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.tan(x)
        >>> bool(paddle.allclose(y.values(), paddle.tan(x.values())))
        True
    """
    return _map("tan", paddle.tan, x)


def asin(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse sine of the stored elements: `asin(x)`, NaN outside of [-1, 1].

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.asin(x)
        >>> bool(paddle.allclose(y.values(), paddle.asin(x.values())))
        True
    """
    return _map("asin", paddle.asin, x)


def atan(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse tangent of the stored elements: `atan(x)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.atan(x)
        >>> bool(paddle.allclose(y.values(), paddle.atan(x.values())))
        True
    """
    return _map("atan", paddle.atan, x)


def sinh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic sine of the stored elements: `sinh(x) = (exp(x) - exp(-x)) / 2`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.sinh(x)
        >>> bool(paddle.allclose(y.values(), paddle.sinh(x.values())))
        True
    """
    return _map("sinh", paddle.sinh, x)


def tanh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic tangent of the stored elements: `tanh(x)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.tanh(x)
        >>> bool(paddle.allclose(y.values(), paddle.tanh(x.values())))
        True
    """
    return _map("tanh", paddle.tanh, x)


def asinh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic sine of the stored elements: `asinh(x)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.asinh(x)
        >>> bool(paddle.allclose(y.values(), paddle.asinh(x.values())))
        True
    """
    return _map("asinh", paddle.asinh, x)


def atanh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic tangent of the stored elements: `atanh(x)`, infinite at 1 and -1.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.atanh(x)
        >>> bool(paddle.allclose(y.values(), paddle.atanh(x.values())))
        True
    """
    return _map("atanh", paddle.atanh, x)


def sqrt(x: Tensor, name: str | None = None) -> Tensor:
    """Square root of the stored elements: `sqrt(x)`, NaN for negative elements.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [4.0, 9.0], [3])
        >>> paddle.sparse.sqrt(x).values().tolist()
        [2.0, 3.0]
    """
    return _map("sqrt", paddle.sqrt, x)


def square(x: Tensor, name: str | None = None) -> Tensor:
    """Square of the stored elements: `x * x`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-2.0, 3.0], [3])
        >>> paddle.sparse.square(x).values().tolist()
        [4.0, 9.0]
    """
    return _map("square", paddle.square, x)


def log1p(x: Tensor, name: str | None = None) -> Tensor:
    """Natural logarithm of one more of the stored elements: `log(1 + x)`, exact for small `x`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.log1p(x)
        >>> bool(paddle.allclose(y.values(), paddle.log1p(x.values())))
        True
    """
    return _map("log1p", paddle.log1p, x)


def abs(x: Tensor, name: str | None = None) -> Tensor:
    """Absolute value of the stored elements: `|x|`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-2.0, 3.0], [3])
        >>> paddle.sparse.abs(x).values().tolist()
        [2.0, 3.0]
    """
    return _map("abs", paddle.abs, x)


def neg(x: Tensor, name: str | None = None) -> Tensor:
    """Negative of the stored elements: `-x`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-2.0, 3.0], [3])
        >>> paddle.sparse.neg(x).values().tolist()
        [2.0, -3.0]
    """
    return _map("neg", paddle.neg, x)


def deg2rad(x: Tensor, name: str | None = None) -> Tensor:
    """Degrees in radians of the stored elements: `x * pi / 180`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.deg2rad(x)
        >>> bool(paddle.allclose(y.values(), paddle.deg2rad(x.values())))
        True
    """
    return _map("deg2rad", paddle.deg2rad, x)


def rad2deg(x: Tensor, name: str | None = None) -> Tensor:
    """Radians in degrees of the stored elements: `x * 180 / pi`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.rad2deg(x)
        >>> bool(paddle.allclose(y.values(), paddle.rad2deg(x.values())))
        True
    """
    return _map("rad2deg", paddle.rad2deg, x)


def expm1(x: Tensor, name: str | None = None) -> Tensor:
    """Exponential less one of the stored elements: `exp(x) - 1`, exact for small `x`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [0.0, 0.5], [3])
        >>> y = paddle.sparse.expm1(x)
        >>> bool(paddle.allclose(y.values(), paddle.expm1(x.values())))
        True
    """
    return _map("expm1", paddle.expm1, x)


def isnan(x: Tensor, name: str | None = None) -> Tensor:
    """Tell which of the stored elements are NaN.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A bool tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [float("nan"), 1.0], [3])
        >>> paddle.sparse.isnan(x).values().tolist()
        [True, False]
    """
    return _map("isnan", paddle.isnan, x)


def pow(x: Tensor, factor: float, name: str | None = None) -> Tensor:
    """Raise the stored elements to a power: `x ** factor`.

    Args:
        x: a COO or CSR tensor.
        factor: the exponent, a number.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [2.0, 3.0], [3])
        >>> paddle.sparse.pow(x, 2.0).values().tolist()
        [4.0, 9.0]
    """
    return _map("pow", paddle.pow, x, factor)


def cast(
    x: Tensor, index_dtype: Any = None, value_dtype: Any = None, name: str | None = None
) -> Tensor:
    """Convert the dtypes of the coordinates and of the elements.

    Args:
        x: a COO or CSR tensor.
        index_dtype: "int32" or "int64" for `indices`, or `crows` and `cols`; None keeps them.
        value_dtype: data type of the elements; None keeps it.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse or `index_dtype` is no such type.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [1.0, 3.0], [3])
        >>> y = paddle.sparse.cast(x, "int32", "float64")
        >>> y.indices().dtype, y.dtype
        (paddle.int32, paddle.float64)
    """
    _layouts.require_sparse("cast", x)
    *pattern, values = _sparse.components(x)
    if index_dtype is not None:
        pattern = [part.astype(index_dtype) for part in pattern]
        if pattern[0].dtype not in (paddle.int32, paddle.int64):
            raise TypeError(f"cast: index_dtype must be int32 or int64, not {index_dtype}")
    if value_dtype is not None:
        values = values.astype(value_dtype)
    if _layouts.is_csr(x):
        return _layouts.csr(pattern[0], pattern[1], values, x.shape)
    return _layouts.coo(pattern[0], values, x.shape, _sparse.is_coalesced(x))


# ---- shape and pattern ----


def coalesce(x: Tensor, name: str | None = None) -> Tensor:
    """Sort the coordinates of a COO tensor and add the elements that stand at one place.

    Args:
        x: a COO tensor.
        name: not used.

    Returns:
        A COO tensor of the same shape, its coordinates in row-major order and each once.

    Raises:
        TypeError: if `x` is not a COO tensor.
        IndexError: if a coordinate lies outside of the shape.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[2, 0, 2]], [1.0, 2.0, 3.0], [3])
        >>> y = paddle.sparse.coalesce(x)
        >>> y.indices().tolist(), y.values().tolist()
        ([[0, 2]], [2.0, 4.0])
    """
    if not _layouts.is_coo(x):
        raise TypeError("coalesce: x must be a SparseCooTensor")
    return _layouts.coalesced(x)


def _in_layout_of(like: Tensor, result: Tensor) -> Tensor:
    """A COO result in the layout of the operator's input."""
    return to_sparse_csr(result) if _layouts.is_csr(like) else result


def _as_coo(function: str, x: Tensor) -> Tensor:
    _layouts.require_sparse(function, x)
    return to_sparse_coo(x) if _layouts.is_csr(x) else x


def transpose(x: Tensor, perm: Sequence[int], name: str | None = None) -> Tensor:
    """Reorder the dimensions: dimension i of the result is dimension `perm[i]` of `x`.

    Args:
        x: a COO or CSR tensor.
        perm: each dimension of `x` once. Sparse dimensions stay in front of dense ones.
        name: not used.

    Returns:
        A tensor of the layout of `x`.

    Raises:
        TypeError: if `x` is not sparse.
        ValueError: if `perm` is no permutation, or mixes sparse and dense dimensions.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 0]], [1.0, 2.0], [2, 3])
        >>> y = paddle.sparse.transpose(x, [1, 0])
        >>> y.shape, y.indices().tolist()
        ([3, 2], [[2, 0], [0, 1]])
    """
    _layouts.require_sparse("transpose", x)
    order = [axis + x.ndim if axis < 0 else axis for axis in perm]
    if sorted(order) != list(range(x.ndim)):
        raise ValueError(
            f"transpose: perm {list(perm)} must name each of the {x.ndim} dimensions of x once"
        )
    if _layouts.is_csr(x) and order == [1, 0]:
        return _transpose_rows(x)
    source = _as_coo("transpose", x)
    rank = _layouts.sparse_rank(source)
    if any(axis >= rank for axis in order[:rank]):
        raise ValueError(
            f"transpose: perm {list(perm)} mixes the {rank} sparse dimensions with dense ones"
        )
    indices, values = _sparse.components(source)
    if order[:rank] == list(range(rank))[::-1]:
        indices = indices[::-1]
    else:
        indices = paddle.stack([indices[axis] for axis in order[:rank]])
    if rank < x.ndim:
        values = paddle.transpose(values, [0, *(axis - rank + 1 for axis in order[rank:])])
    shape = [x.shape[axis] for axis in order]
    return _in_layout_of(x, _layouts.coo(indices, values, shape))


def _transpose_rows(x: Tensor) -> Tensor:
    rows, columns = x.shape
    crows, cols, order = ops.sparse_transpose_rows(*_layouts.wide_rows(x), columns)
    values = ops.sparse_gather(_layouts.elements(x), order)
    return _layouts.csr_like(x, crows, cols, values, [columns, rows])


def _new_shape(old: Sequence[int], shape: Sequence[int]) -> list[int]:
    """The shape with 0 (keep) and -1 (what is left) resolved."""
    sizes = [int(size) for size in shape]
    for i, size in enumerate(sizes):
        if size == 0:
            if i >= len(old):
                raise ValueError(f"reshape: 0 at position {i} has no dimension of x to copy")
            sizes[i] = old[i]
    count = math.prod(old)
    if sizes.count(-1) > 1 or min(sizes, default=0) < -1:
        raise ValueError(
            f"reshape: shape {list(shape)} must have at most one -1 and no smaller size"
        )
    if -1 in sizes:
        known = math.prod(size for size in sizes if size != -1)
        sizes[sizes.index(-1)] = count // known if known else 0
    if math.prod(sizes) != count:
        raise ValueError(
            f"reshape: a tensor of shape {list(old)} with {count} elements cannot have the shape "
            f"{list(shape)}"
        )
    return sizes


def reshape(x: Tensor, shape: Sequence[int], name: str | None = None) -> Tensor:
    """Give a tensor another shape with as many positions, in row-major order.

    Args:
        x: a COO tensor without dense dimensions, or a CSR tensor.
        shape: the new sizes; 0 copies the size of `x`, one -1 takes what is left.
        name: not used.

    Returns:
        A tensor of the layout of `x`; of a CSR tensor the shape has two or three dimensions.

    Raises:
        TypeError: if `x` is not sparse.
        ValueError: if the sizes do not fit, or `x` has dense dimensions.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 0]], [1.0, 2.0], [2, 3])
        >>> paddle.sparse.reshape(x, [3, -1]).indices().tolist()
        [[1, 1], [0, 1]]
    """
    source = _as_coo("reshape", x)
    if _layouts.sparse_rank(source) != x.ndim:
        raise ValueError("reshape: x has dense dimensions, whose elements cannot move")
    sizes = _new_shape(x.shape, shape)
    indices = ops.sparse_unflatten(_layouts.positions_of(source), sizes)
    result = _layouts.coo(indices, _layouts.elements(source), sizes, _sparse.is_coalesced(source))
    return _in_layout_of(x, result)


def _normalized_axis(function: str, axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise ValueError(f"{function}: axis {axis} is outside of [{-rank}, {rank})")
    return axis % rank


def _bounds(start: int, end: int, size: int) -> tuple[int, int]:
    """First and one past the last position of a slice, as Python's slices count."""
    first, last, _ = builtins.slice(start, end).indices(size)
    return first, max(first, last)


def slice(
    x: Tensor,
    axes: Sequence[int],
    starts: Sequence[int],
    ends: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """Cut out a range of some dimensions: `starts[i]` up to `ends[i]` of dimension `axes[i]`.

    Args:
        x: a COO or CSR tensor.
        axes: dimensions, each at most once.
        starts: first positions; negative ones count from the end, too large ones are clipped.
        ends: positions behind the last, likewise.
        name: not used.

    Returns:
        A tensor of the layout of `x`.

    Raises:
        TypeError: if `x` is not sparse.
        ValueError: if the lists differ in length or an axis does not exist.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 0]], [1.0, 2.0], [2, 3])
        >>> y = paddle.sparse.slice(x, [1], [1], [3])
        >>> y.shape, y.indices().tolist()
        ([2, 2], [[0], [1]])
    """
    source = _as_coo("slice", x)
    where = [_normalized_axis("slice", axis, x.ndim) for axis in axes]
    if not len(where) == len(set(where)) == len(starts) == len(ends):
        raise ValueError("slice: axes, starts and ends must be of one length, and each axis once")
    indices, values = _sparse.components(source)
    rank, shape = _layouts.sparse_rank(source), x.shape
    lows = [0] * rank
    kept = paddle.ones([indices.shape[1]], dtype="bool")
    for axis, start, end in zip(where, starts, ends, strict=True):
        first, last = _bounds(int(start), int(end), shape[axis])
        shape[axis] = last - first
        if axis < rank:
            lows[axis] = first
            kept = paddle.logical_and(kept, (indices[axis] >= first) & (indices[axis] < last))
        else:
            values = paddle.slice(values, [axis - rank + 1], [first], [last])
    positions = kept.nonzero().flatten()
    offsets = paddle.to_tensor(lows, dtype=indices.dtype).reshape([rank, 1])
    moved = paddle.index_select(indices, positions, axis=1) - offsets
    values = ops.sparse_gather(values, positions)
    result = _layouts.coo(moved, values, shape, _sparse.is_coalesced(source))
    return _in_layout_of(x, result)


def _sum_dtype(x: Tensor, dtype: Any) -> Any:
    """bool and int32 add up in int64 where no dtype is asked for."""
    if dtype is not None:
        return dtype
    return "int64" if x.dtype in (paddle.bool, paddle.int32) else x.dtype


def _sum_all(x: Tensor, values: Tensor, keepdim: bool) -> Tensor:
    total = values.sum().reshape([1])
    if _layouts.is_csr(x):
        crows, cols = paddle.to_tensor([0, 1]), paddle.to_tensor([0])
        return _layouts.csr(crows, cols, total, [1] * x.ndim)
    rank = x.ndim if keepdim else 1
    return _layouts.coo(paddle.zeros([rank, 1], dtype="int64"), total, [1] * rank, True)


def _sum_coo(x: Tensor, values: Tensor, axes: set[int], keepdim: bool) -> Tensor:
    rank, shape = _layouts.sparse_rank(x), x.shape
    dense = [axis - rank + 1 for axis in axes if axis >= rank]
    if dense:
        values = values.sum(axis=dense, keepdim=keepdim)
    indices = _sparse.components(x)[0].astype("int64")
    rows = [indices[axis] for axis in range(rank) if axis not in axes]
    if not rows:  # one position is left
        rows, sizes = [paddle.zeros([indices.shape[1]], dtype="int64")], [1]
    else:
        sizes = [shape[axis] for axis in range(rank) if axis not in axes]
    flat = ops.sparse_flatten(paddle.stack(rows), sizes)
    positions, index = ops.sparse_unique(flat)
    totals = ops.sparse_scatter_add(values, index, positions.shape[0])
    if keepdim:
        sizes = [1 if axis in axes else shape[axis] for axis in range(rank)]
    return _layouts.from_positions(positions, totals, sizes + values.shape[1:], x)


def sum(
    x: Tensor,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """Add up the elements along dimensions, or all of them.

    Args:
        x: a COO or CSR tensor.
        axis: dimensions to add along; None adds everything. Of a CSR tensor only -1 or None.
        dtype: data type of the sums; by default that of `x`, int64 for bool and int32.
        keepdim: keep the dimensions with size 1; a CSR tensor always does.
        name: not used.

    Returns:
        A tensor of the layout of `x` that stores a sum where `x` stores an element. The sum of
        everything has shape [1], or [1, 1] for CSR.

    Raises:
        TypeError: if `x` is not sparse.
        ValueError: if an axis does not exist.
        NotImplementedError: for another axis than the last of a CSR tensor.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [1.0, 2.0, 3.0], [2, 3])
        >>> paddle.sparse.sum(x, axis=0).to_dense().tolist()
        [2.0, 0.0, 4.0]
        >>> paddle.sparse.sum(x).values().tolist()
        [6.0]
    """
    _layouts.require_sparse("sum", x)
    values = _layouts.elements(x).astype(_sum_dtype(x, dtype))
    if axis is None:
        return _sum_all(x, values, keepdim)
    listed = [axis] if isinstance(axis, int) else axis
    axes = {_normalized_axis("sum", a, x.ndim) for a in listed}
    if not axes:
        return _sum_all(x, values, keepdim)
    if _layouts.is_coo(x):
        return _sum_coo(x, values, axes, keepdim)
    if axes != {x.ndim - 1}:
        raise NotImplementedError(f"sum: axis of a CSR tensor must be -1 or None, not {axis}")
    coo = to_sparse_coo(_layouts.with_values(x, values))
    return to_sparse_csr(_sum_coo(coo, values, axes, True))
