"""Changing the shape of tensors, joining and cutting them, reading and writing parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import _C_ops, _tensor
from .._core import Tensor, inplace, operator
from .conversion import to_tensor

__all__ = [
    "as_complex",
    "as_real",
    "as_strided",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_shape",
    "broadcast_tensors",
    "broadcast_to",
    "cast",
    "cast_",
    "chunk",
    "concat",
    "crop",
    "diagonal",
    "diagonal_scatter",
    "expand",
    "expand_as",
    "fill_",
    "fill_diagonal_",
    "fill_diagonal_tensor",
    "fill_diagonal_tensor_",
    "flatten",
    "flatten_",
    "flip",
    "gather",
    "gather_nd",
    "index_add",
    "index_add_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "masked_fill",
    "masked_fill_",
    "moveaxis",
    "multiplex",
    "put_along_axis",
    "put_along_axis_",
    "repeat_interleave",
    "reshape",
    "reshape_",
    "reverse",
    "roll",
    "rot90",
    "scatter",
    "scatter_",
    "scatter_nd",
    "scatter_nd_add",
    "select_scatter",
    "shard_index",
    "slice",
    "split",
    "squeeze",
    "squeeze_",
    "stack",
    "strided_slice",
    "take",
    "take_along_axis",
    "tile",
    "tolist",
    "transpose",
    "transpose_",
    "unbind",
    "unflatten",
    "unfold",
    "unique",
    "unique_consecutive",
    "unsqueeze",
    "unsqueeze_",
    "unstack",
    "view",
    "view_as",
    "vsplit",
    "zero_",
]

Shape = Sequence[int] | Tensor
Axes = int | Sequence[int]

_REDUCTIONS = {"multiply": "mul"}
_FAR = 2**60  # beyond the end of every axis


# ---- shapes ------------------------------------------------------------------------------------


@operator("reshape")
def reshape(x: Tensor, shape: Shape, name: str | None = None) -> Tensor:
    """The elements of x, in order, in another shape.

    The result shares the memory of x where strides can express it, and is a copy elsewhere.

    Args:
        x: any tensor.
        shape: sizes; -1 (once) stands for what is left, 0 for the size of x at that axis.
        name: unused.

    Raises:
        ValueError: if the number of elements does not fit.

    Examples:
        >>> import paddle
        >>> paddle.reshape(paddle.arange(6), [3, -1]).shape
        [3, 2]
    """


@operator("flatten")
def flatten(x: Tensor, start_axis: int = 0, stop_axis: int = -1, name: str | None = None) -> Tensor:
    """x with the axes from start_axis to stop_axis joined into one; a view where possible.

    Args:
        x: any tensor; a 0-d one becomes a vector.
        start_axis: first axis to join.
        stop_axis: last axis to join.
        name: unused.

    Raises:
        ValueError: if an axis is out of range or they are in the wrong order.

    Examples:
        >>> import paddle
        >>> paddle.flatten(paddle.zeros([2, 3, 4]), 1).shape
        [2, 12]
    """


@operator("squeeze")
def squeeze(x: Tensor, axis: Axes | None = None, name: str | None = None) -> Tensor:
    """A view of x without axes of size 1.

    Args:
        x: any tensor.
        axis: axes to drop, of which those of another size stay; None drops all of size 1.
        name: unused.

    Raises:
        ValueError: if an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.squeeze(paddle.zeros([1, 3, 1]), 0).shape
        [3, 1]
    """


@operator("unsqueeze")
def unsqueeze(x: Tensor, axis: Axes, name: str | None = None) -> Tensor:
    """A view of x with new axes of size 1.

    Args:
        x: any tensor.
        axis: where the new axes stand, inserted one after the other.
        name: unused.

    Raises:
        ValueError: if an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.unsqueeze(paddle.zeros([3]), [0, 2]).shape
        [1, 3, 1]
    """


@operator("transpose")
def transpose(x: Tensor, perm: Sequence[int], name: str | None = None) -> Tensor:
    """A view of x with its axes in another order.

    Args:
        x: any tensor.
        perm: for every axis of the result, the axis of x.
        name: unused.

    Raises:
        ValueError: if perm is no permutation of the axes.

    Examples:
        >>> import paddle
        >>> paddle.transpose(paddle.zeros([2, 3, 4]), [2, 0, 1]).shape
        [4, 2, 3]
    """


reshape_ = inplace(reshape)
flatten_ = inplace(flatten)
squeeze_ = inplace(squeeze)
unsqueeze_ = inplace(unsqueeze)
transpose_ = inplace(transpose)


def _as_list(value: Any) -> list[int]:
    if isinstance(value, Tensor):
        value = value.tolist()
    return list(value) if isinstance(value, (list, tuple, range)) else [int(value)]


def moveaxis(x: Tensor, source: Axes, destination: Axes, name: str | None = None) -> Tensor:
    """A view of x with some axes moved to other places, the others in their order.

    Args:
        x: any tensor.
        source: axes to move.
        destination: where they stand in the result.
        name: unused.

    Raises:
        ValueError: if the numbers of axes differ, or one is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.moveaxis(paddle.zeros([2, 3, 4]), 0, 2).shape
        [3, 4, 2]
    """
    sources, destinations = _as_list(source), _as_list(destination)
    if len(sources) != len(destinations):
        raise ValueError(
            f"moveaxis: source has {len(sources)} axes, but destination has {len(destinations)}"
        )
    for what, axes in (("source", sources), ("destination", destinations)):
        for i, axis in enumerate(axes):
            if not -x.ndim <= axis < x.ndim:
                raise ValueError(f"moveaxis: {what} {axis} is out of range for rank {x.ndim}")
            axes[i] = axis % x.ndim
        if len(set(axes)) != len(axes):
            raise ValueError(f"moveaxis: {what} names an axis twice")
    perm = [axis for axis in range(x.ndim) if axis not in sources]
    for place, axis in sorted(zip(destinations, sources, strict=True)):
        perm.insert(place, axis)
    return _C_ops.transpose(x, perm)


def unflatten(x: Tensor, axis: int, shape: Shape, name: str | None = None) -> Tensor:
    """x with one axis cut into several.

    Args:
        x: any tensor.
        axis: the axis.
        shape: sizes of the new axes, one of which may be -1.
        name: unused.

    Raises:
        ValueError: if the axis is out of range or the sizes do not fit.

    Examples:
        >>> import paddle
        >>> paddle.unflatten(paddle.zeros([2, 6]), 1, [3, -1]).shape
        [2, 3, 2]
    """
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"unflatten: axis {axis} is out of range for rank {x.ndim}")
    axis %= x.ndim
    sizes = x.shape
    return _C_ops.reshape(x, sizes[:axis] + _as_list(shape) + sizes[axis + 1 :])


def view(x: Tensor, shape_or_dtype: Any, name: str | None = None) -> Tensor:
    """The memory of x under another shape or data type; never a copy.

    Args:
        x: any tensor.
        shape_or_dtype: sizes as in `reshape`, or a dtype; with one of another element size the
            last axis grows or shrinks.
        name: unused.

    Raises:
        ValueError: if a view cannot express it.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2, 3]).view([3, 2]).shape
        [3, 2]
        >>> paddle.zeros([2, 3]).view("uint8").shape
        [2, 12]
    """
    if isinstance(shape_or_dtype, (list, tuple)):
        return _C_ops.view_shape(x, shape_or_dtype)
    return _C_ops.view_dtype(x, shape_or_dtype)


def view_as(x: Tensor, other: Tensor, name: str | None = None) -> Tensor:
    """The memory of x under the shape of another tensor; never a copy.

    Examples:
        >>> import paddle
        >>> paddle.zeros([6]).view_as(paddle.zeros([2, 3])).shape
        [2, 3]
    """
    return _C_ops.view_shape(x, other.shape)


@operator("as_strided")
def as_strided(
    x: Tensor, shape: Sequence[int], stride: Sequence[int], offset: int = 0, name: str | None = None
) -> Tensor:
    """A view of the memory of x with any shape and strides.

    Args:
        x: any tensor.
        shape: sizes.
        stride: distances between neighbours along each axis, in elements.
        offset: where the view starts, in elements from the start of x.
        name: unused.

    Raises:
        ValueError: if the view reaches outside of the memory.

    Examples:
        >>> import paddle
        >>> paddle.as_strided(paddle.arange(4), [3, 2], [1, 1]).tolist()
        [[0, 1], [1, 2], [2, 3]]
    """


def unfold(x: Tensor, axis: int, size: int, step: int, name: str | None = None) -> Tensor:
    """A view of all windows along an axis, which become a new last axis.

    Args:
        x: any tensor.
        axis: the axis the windows move along.
        size: elements of a window.
        step: distance between windows.
        name: unused.

    Raises:
        ValueError: if a window is longer than the axis or the step is not positive.

    Examples:
        >>> import paddle
        >>> paddle.unfold(paddle.arange(5), 0, 2, 2).tolist()
        [[0, 1], [2, 3]]
    """
    return _C_ops.tensor_unfold(x, axis, size, step)


@operator("diagonal")
def diagonal(
    x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None
) -> Tensor:
    """A view of a diagonal of x, which becomes the last axis.

    Args:
        x: tensor with at least two axes.
        offset: the diagonal: above (positive) or below the main one.
        axis1: rows of the matrices.
        axis2: columns of the matrices.
        name: unused.

    Raises:
        ValueError: if the axes are equal or out of range.

    Examples:
        >>> import paddle
        >>> paddle.diagonal(paddle.to_tensor([[1, 2], [3, 4]])).tolist()
        [1, 4]
    """


def _at_least(rank: int, inputs: Sequence[Tensor], add: Any) -> Any:
    results = [add(x) if x.ndim < rank else x for x in inputs]
    return results[0] if len(results) == 1 else results


def atleast_1d(*inputs: Tensor, name: str | None = None) -> Any:
    """The inputs with at least one axis: a number becomes a vector of one element.

    Examples:
        >>> import paddle
        >>> paddle.atleast_1d(paddle.to_tensor(1.0)).shape
        [1]
    """
    return _at_least(1, inputs, lambda x: _C_ops.reshape(x, [1]))


def atleast_2d(*inputs: Tensor, name: str | None = None) -> Any:
    """The inputs with at least two axes: a vector becomes a row.

    Examples:
        >>> import paddle
        >>> paddle.atleast_2d(paddle.zeros([3])).shape
        [1, 3]
    """
    return _at_least(2, inputs, lambda x: _C_ops.unsqueeze(x, [0] * (2 - x.ndim)))


def _to_3d(x: Tensor) -> Tensor:
    return _C_ops.unsqueeze(x, {0: [0, 0, 0], 1: [0, 2], 2: [2]}[x.ndim])


def atleast_3d(*inputs: Tensor, name: str | None = None) -> Any:
    """The inputs with at least three axes: [n] becomes [1, n, 1] and [m, n] becomes [m, n, 1].

    Examples:
        >>> import paddle
        >>> paddle.atleast_3d(paddle.zeros([3])).shape
        [1, 3, 1]
    """
    return _at_least(3, inputs, _to_3d)


# ---- broadcasting ------------------------------------------------------------------------------


@operator("expand")
def expand(x: Tensor, shape: Shape, name: str | None = None) -> Tensor:
    """A view of x with axes of size 1 repeated, and new leading axes.

    Args:
        x: any tensor.
        shape: sizes; -1 keeps that of x.
        name: unused.

    Raises:
        ValueError: if an axis that is not of size 1 would change.

    Examples:
        >>> import paddle
        >>> paddle.expand(paddle.to_tensor([1, 2]), [2, 2]).tolist()
        [[1, 2], [1, 2]]
    """


def broadcast_to(x: Tensor, shape: Shape, name: str | None = None) -> Tensor:
    """The same as `expand`.

    Examples:
        >>> import paddle
        >>> paddle.broadcast_to(paddle.to_tensor([1, 2]), [2, 2]).tolist()
        [[1, 2], [1, 2]]
    """
    return _C_ops.expand(x, shape)


def expand_as(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """A view of x expanded to the shape of y; see `expand`.

    Examples:
        >>> import paddle
        >>> paddle.expand_as(paddle.to_tensor([1, 2]), paddle.zeros([2, 2])).tolist()
        [[1, 2], [1, 2]]
    """
    return _C_ops.expand_as(x, y)


def broadcast_shape(x_shape: Sequence[int], y_shape: Sequence[int]) -> list[int]:
    """The shape of what two tensors of these shapes give together.

    Args:
        x_shape: sizes.
        y_shape: sizes.

    Raises:
        ValueError: if they do not broadcast.

    Examples:
        >>> import paddle
        >>> paddle.broadcast_shape([2, 1, 3], [1, 3, 1])
        [2, 3, 3]
    """
    rank = max(len(x_shape), len(y_shape))
    x = [1] * (rank - len(x_shape)) + list(x_shape)
    y = [1] * (rank - len(y_shape)) + list(y_shape)
    result = []
    for axis, (a, b) in enumerate(zip(x, y, strict=True)):
        if a != b and 1 not in (a, b) and -1 not in (a, b):
            raise ValueError(
                "Broadcast dimension mismatch. Operands could not be broadcast together with the "
                f"shape of X = {list(x_shape)} and the shape of Y = {list(y_shape)}. Received "
                f"[{a}] in X is not equal to [{b}] in Y at i:{axis}."
            )
        result.append(b if a == 1 else a if b == 1 else max(a, b))
    return result


def broadcast_tensors(input: Sequence[Tensor], name: str | None = None) -> list[Tensor]:
    """Views of all tensors expanded to their common shape.

    Args:
        input: tensors.
        name: unused.

    Raises:
        ValueError: if the shapes do not broadcast.

    Examples:
        >>> import paddle
        >>> [x.shape for x in paddle.broadcast_tensors([paddle.zeros([2, 1]), paddle.ones([3])])]
        [[2, 3], [2, 3]]
    """
    shape: list[int] = []
    for x in input:
        shape = broadcast_shape(shape, x.shape)
    return [_C_ops.expand(x, shape) for x in input]


@operator("tile")
def tile(x: Tensor, repeat_times: Shape, name: str | None = None) -> Tensor:
    """x repeated along its axes.

    Args:
        x: any tensor.
        repeat_times: how often along each axis; missing leading ones are 1.
        name: unused.

    Raises:
        ValueError: if a count is negative.

    Examples:
        >>> import paddle
        >>> paddle.tile(paddle.to_tensor([1, 2]), [2]).tolist()
        [1, 2, 1, 2]
    """


def repeat_interleave(
    x: Tensor, repeats: int | Tensor, axis: int | None = None, name: str | None = None
) -> Tensor:
    """x with every element (or slice along an axis) repeated in place.

    Args:
        x: any tensor.
        repeats: how often: a number, or a vector with one for every slice.
        axis: the axis; None repeats the elements of the flattened tensor.
        name: unused.

    Raises:
        ValueError: if a count is negative, or their number does not fit.

    Examples:
        >>> import paddle
        >>> paddle.repeat_interleave(paddle.to_tensor([1, 2]), 2).tolist()
        [1, 1, 2, 2]
    """
    if axis is None:
        x, axis = _C_ops.flatten(x), 0
    if not isinstance(repeats, Tensor):
        if repeats < 0:
            raise ValueError(f"repeat_interleave: repeats is {repeats}, but must not be negative")
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"repeat_interleave: axis {axis} is out of range for rank {x.ndim}")
        axis %= x.ndim
        sizes = x.shape
        wide = _C_ops.expand(
            _C_ops.unsqueeze(x, [axis + 1]), [*sizes[: axis + 1], repeats, *sizes[axis + 1 :]]
        )
        return _C_ops.assign(_C_ops.flatten(wide, axis, axis + 1))
    counts = repeats
    if counts.ndim != 1 or counts.shape[0] not in (1, x.shape[axis]):
        raise ValueError(
            f"repeat_interleave: repeats has the shape {counts.shape}, but axis {axis} of x has "
            f"size {x.shape[axis]}"
        )
    if counts.shape[0] != x.shape[axis]:
        counts = _C_ops.expand(counts, [x.shape[axis]])
    return _C_ops.index_select(x, _C_ops.repeat_index(counts), axis)


# ---- joining and cutting -----------------------------------------------------------------------


def concat(x: Sequence[Tensor], axis: int | Tensor = 0, name: str | None = None) -> Tensor:
    """Tensors joined along an axis.

    Args:
        x: tensors of one dtype whose other sizes are equal.
        axis: the axis.
        name: unused.

    Raises:
        ValueError: if the list is empty or the shapes or dtypes do not fit.

    Examples:
        >>> import paddle
        >>> paddle.concat([paddle.to_tensor([1]), paddle.to_tensor([2, 3])]).tolist()
        [1, 2, 3]
    """
    if isinstance(x, Tensor):
        return _C_ops.concat([x], axis)
    return _C_ops.concat(x, axis)


def stack(x: Sequence[Tensor], axis: int = 0, name: str | None = None) -> Tensor:
    """Tensors of one shape joined along a new axis.

    Args:
        x: tensors of one shape and dtype.
        axis: where the new axis stands.
        name: unused.

    Raises:
        ValueError: if the list is empty or the shapes or dtypes differ.

    Examples:
        >>> import paddle
        >>> paddle.stack([paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])], 1).tolist()
        [[1, 3], [2, 4]]
    """
    return _C_ops.stack(_C_ops.unbind(x, 0) if isinstance(x, Tensor) else x, axis)


def split(
    x: Tensor,
    num_or_sections: int | Sequence[int | Tensor],
    axis: int | Tensor = 0,
    name: str | None = None,
) -> list[Tensor]:
    """Views of consecutive parts of x along an axis.

    Args:
        x: tensor with at least one axis.
        num_or_sections: the number of equal parts, or their sizes, one of which may be -1.
        axis: the axis.
        name: unused.

    Raises:
        ValueError: if the parts do not fit the axis.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.split(paddle.arange(5), [2, -1])]
        [[0, 1], [2, 3, 4]]
    """
    if isinstance(num_or_sections, Sequence):
        return _C_ops.split(x, num_or_sections, axis)
    return _C_ops.split_with_num(x, num_or_sections, axis)


def vsplit(
    x: Tensor, num_or_sections: int | Sequence[int], name: str | None = None
) -> list[Tensor]:
    """`split` along axis 0 of a tensor with at least two axes.

    Examples:
        >>> import paddle
        >>> [part.shape for part in paddle.vsplit(paddle.zeros([4, 2]), 2)]
        [[2, 2], [2, 2]]
    """
    if x.ndim < 2:
        raise ValueError(f"The input tensor's dimension must be greater than 1, but got {x.ndim}")
    return split(x, num_or_sections, 0)


def chunk(x: Tensor, chunks: int, axis: int | Tensor = 0, name: str | None = None) -> list[Tensor]:
    """Views of equal consecutive parts of x along an axis; see `split`.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.chunk(paddle.arange(4), 2)]
        [[0, 1], [2, 3]]
    """
    return _C_ops.split_with_num(x, chunks, axis)


@operator("unbind")
def unbind(input: Tensor, axis: int = 0) -> list[Tensor]:
    """Views of all slices of the input along an axis, without that axis.

    Args:
        input: tensor with at least one axis.
        axis: the axis.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.unbind(paddle.to_tensor([[1, 2], [3, 4]]))]
        [[1, 2], [3, 4]]
    """


def unstack(x: Tensor, axis: int = 0, num: int | None = None) -> list[Tensor]:
    """The same as `unbind`; `num`, where given, has to be the size of the axis.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.unstack(paddle.to_tensor([[1, 2], [3, 4]]), 1)]
        [[1, 3], [2, 4]]
    """
    parts = _C_ops.unbind(x, axis)
    if num is not None and num != len(parts):
        raise ValueError(f"unstack: num is {num}, but axis {axis} has size {len(parts)}")
    return parts


def slice(
    input: Tensor,
    axes: Sequence[int],
    starts: Sequence[int | Tensor] | Tensor,
    ends: Sequence[int | Tensor] | Tensor,
) -> Tensor:
    """A view of a part of the input: input[starts:ends] along some axes, by Python's rules.

    Args:
        input: tensor with at least one axis.
        axes: the axes.
        starts: first positions; negative ones count from the end.
        ends: positions that are not included any more.

    Raises:
        ValueError: if the lists are of different lengths or an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.slice(paddle.arange(5), [0], [1], [-1]).tolist()
        [1, 2, 3]
    """
    return _C_ops.slice_view(input, axes, starts, ends, [1] * len(axes), [])


def strided_slice(
    x: Tensor,
    axes: Sequence[int],
    starts: Sequence[int | Tensor] | Tensor,
    ends: Sequence[int | Tensor] | Tensor,
    strides: Sequence[int | Tensor] | Tensor,
    name: str | None = None,
) -> Tensor:
    """A view of a part of x: x[starts:ends:strides] along some axes, by Python's rules.

    Args:
        x: tensor with at least one axis.
        axes: the axes.
        starts: first positions.
        ends: positions that are not included any more.
        strides: steps; negative ones go backwards.
        name: unused.

    Raises:
        ValueError: if the lists are of different lengths, or a stride is 0.

    Examples:
        >>> import paddle
        >>> paddle.strided_slice(paddle.arange(5), [0], [4], [0], [-2]).tolist()
        [4, 2]
    """
    return _C_ops.slice_view(x, axes, starts, ends, strides, [])


def crop(
    x: Tensor,
    shape: Shape | None = None,
    offsets: Shape | None = None,
    name: str | None = None,
) -> Tensor:
    """A part of x: `shape` elements from `offsets` on along every axis.

    Args:
        x: tensor with at least one axis.
        shape: sizes; -1 takes everything from the offset on. None stands for the shape of x.
        offsets: first positions. None stands for zeros.
        name: unused.

    Raises:
        ValueError: if the part does not lie within x.

    Examples:
        >>> import paddle
        >>> paddle.crop(paddle.to_tensor([[1, 2], [3, 4]]), [1, -1], [1, 0]).tolist()
        [[3, 4]]
    """
    sizes = list(x.shape) if shape is None else _as_list(shape)
    starts = [0] * x.ndim if offsets is None else _as_list(offsets)
    if len(sizes) != x.ndim or len(starts) != x.ndim:
        raise ValueError(
            f"crop: shape and offsets have {len(sizes)} and {len(starts)} entries, but x has "
            f"{x.ndim} axes"
        )
    ends = []
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        start, size = int(start), int(size)
        whole = x.shape[axis]
        end = whole if size == -1 else start + size
        if start < 0 or end < start or (whole != -1 and end > whole):
            raise ValueError(
                f"crop: {size} elements from {start} on do not lie within axis {axis} of size "
                f"{whole}"
            )
        ends.append(_FAR if end == -1 else end)
    return _C_ops.assign(_C_ops.slice_view(x, list(range(x.ndim)), starts, ends, [1] * x.ndim, []))


# ---- rearranging -------------------------------------------------------------------------------


@operator("flip")
def flip(x: Tensor, axis: Axes, name: str | None = None) -> Tensor:
    """x with the order of its elements reversed along axes.

    Args:
        x: any tensor.
        axis: axis or axes.
        name: unused.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Examples:
        >>> import paddle
        >>> paddle.flip(paddle.to_tensor([1, 2, 3]), 0).tolist()
        [3, 2, 1]
    """


def reverse(x: Tensor, axis: Axes, name: str | None = None) -> Tensor:
    """The same as `flip`.

    Examples:
        >>> import paddle
        >>> paddle.reverse(paddle.to_tensor([1, 2, 3]), 0).tolist()
        [3, 2, 1]
    """
    return _C_ops.flip(x, axis)


@operator("roll")
def roll(x: Tensor, shifts: Axes, axis: Axes | None = None, name: str | None = None) -> Tensor:
    """x with its elements moved along axes; those that leave at the end come back at the start.

    Args:
        x: any tensor.
        shifts: by how many positions, for every axis.
        axis: axis or axes; None moves along the flattened tensor.
        name: unused.

    Raises:
        ValueError: if the numbers of shifts and axes differ.

    Examples:
        >>> import paddle
        >>> paddle.roll(paddle.to_tensor([1, 2, 3]), 1).tolist()
        [3, 1, 2]
    """


def rot90(x: Tensor, k: int = 1, axes: Sequence[int] = (0, 1), name: str | None = None) -> Tensor:
    """x turned by k times 90 degrees, from the first of two axes towards the second.

    Args:
        x: tensor with at least two axes.
        k: how often; negative turns the other way.
        axes: the plane.
        name: unused.

    Raises:
        ValueError: if there are not two different axes in range.

    Examples:
        >>> import paddle
        >>> paddle.rot90(paddle.to_tensor([[1, 2], [3, 4]])).tolist()
        [[2, 4], [1, 3]]
    """
    if len(axes) != 2 or x.ndim < 2:
        raise ValueError(f"rot90: axes {list(axes)} are no plane of a tensor of rank {x.ndim}")
    if any(not -x.ndim <= axis < x.ndim for axis in axes):
        raise ValueError(f"rot90: axes {list(axes)} are out of range for rank {x.ndim}")
    first, second = (axis % x.ndim for axis in axes)
    if first == second:
        raise ValueError(f"rot90: axes {list(axes)} are one axis")
    turns = k % 4
    if turns == 0:
        return _C_ops.assign(x)
    if turns == 2:
        return _C_ops.flip(x, [first, second])
    perm = list(range(x.ndim))
    perm[first], perm[second] = second, first
    if turns == 1:
        return _C_ops.transpose(_C_ops.flip(x, [second]), perm)
    return _C_ops.flip(_C_ops.transpose(x, perm), [second])


# ---- data types --------------------------------------------------------------------------------


@operator("cast")
def cast(x: Tensor, dtype: Any) -> Tensor:
    """The elements of x converted to another data type.

    Numbers that an integer type cannot hold, and NaN, give what x86 processors give: the lowest
    32- or 64-bit integer, of which narrower types take the low bits.

    Args:
        x: any tensor.
        dtype: data type.

    Examples:
        >>> import paddle
        >>> paddle.cast(paddle.to_tensor([1.7, -1.7]), "int32").tolist()
        [1, -1]
    """


cast_ = inplace(cast)


@operator("as_real")
def as_real(x: Tensor, name: str | None = None) -> Tensor:
    """Complex numbers as pairs of real and imaginary part in a new last axis.

    Examples:
        >>> import paddle
        >>> paddle.as_real(paddle.to_tensor([1 + 2j])).tolist()
        [[1.0, 2.0]]
    """


@operator("as_complex")
def as_complex(x: Tensor, name: str | None = None) -> Tensor:
    """Pairs of real and imaginary part in the last axis as complex numbers.

    Raises:
        ValueError: if the last axis is not of size 2.

    Examples:
        >>> import paddle
        >>> paddle.as_complex(paddle.to_tensor([[1.0, 2.0]])).tolist()
        [(1+2j)]
    """


# ---- reading chosen elements -------------------------------------------------------------------


def gather(
    x: Tensor, index: Tensor, axis: int | Tensor | None = None, name: str | None = None
) -> Tensor:
    """The slices of x along an axis that an index names, in its order.

    Args:
        x: tensor with at least one axis.
        index: int32 or int64 vector, or one of shape [n, 1]; a 0-d index drops the axis.
        axis: the axis; None stands for 0.
        name: unused.

    Raises:
        IndexError: if a position is negative or out of range.

    Examples:
        >>> import paddle
        >>> paddle.gather(paddle.to_tensor([[1], [2], [3]]), paddle.to_tensor([2, 0])).tolist()
        [[3], [1]]
    """
    return _C_ops.gather(x, index, 0 if axis is None else axis)


@operator("gather_nd")
def gather_nd(x: Tensor, index: Tensor, name: str | None = None) -> Tensor:
    """Slices of x at positions that the last axis of an index gives along the leading axes of x.

    Args:
        x: any tensor.
        index: int32 or int64 tensor of shape [..., k], k at most the rank of x.
        name: unused.

    Returns:
        Tensor: of the shape index.shape[:-1] + x.shape[k:].

    Raises:
        ValueError: if a position is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.gather_nd(x, paddle.to_tensor([[1, 0]])).tolist()
        [3]
    """


def take(x: Tensor, index: Tensor, mode: str = "raise", name: str | None = None) -> Tensor:
    """Elements of the flattened x at the positions of an index.

    Args:
        x: any tensor.
        index: int32 or int64 tensor; negative positions count from the end.
        mode: for positions out of range: "raise", "wrap" around, or "clip" (then negative ones
            are 0).
        name: unused.

    Returns:
        Tensor: of the shape of the index.

    Raises:
        ValueError: if the mode is unknown, or a position is out of range in the mode "raise".
        TypeError: if the index is not int32 or int64.

    Examples:
        >>> import paddle
        >>> paddle.take(paddle.to_tensor([[1, 2], [3, 4]]), paddle.to_tensor([-1, 0])).tolist()
        [4, 1]
    """
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(
            f"'mode' in 'take' should be 'raise', 'wrap', 'clip', but received {mode}."
        )
    if not isinstance(index, Tensor) or index.dtype.name not in ("int32", "int64"):
        raise TypeError("The data type of 'index' must be one of ['int32', 'int64'].")
    flat = _C_ops.flatten(x)
    count = flat.shape[0]
    positions = _C_ops.flatten(index)
    if mode == "wrap" and count > 0:
        positions = _C_ops.remainder(positions, _C_ops.full_like(positions, count))
    elif mode == "clip":
        positions = _C_ops.clip(positions, 0, max(count - 1, 0))
    return _C_ops.reshape_like(_C_ops.index_get(flat, [positions]), index)


def _broadcast_along(arr: Tensor, indices: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """arr and indices with equal sizes along all axes but one."""
    if arr.ndim != indices.ndim:
        raise ValueError(
            f"`indices` and `arr` must have the same number of dimensions, but have "
            f"{indices.ndim} and {arr.ndim}"
        )
    if not -arr.ndim <= axis < arr.ndim:
        raise ValueError(f"axis {axis} is out of range for rank {arr.ndim}")
    axis %= arr.ndim
    left, right = arr.shape, indices.shape
    left[axis] = right[axis] = 1
    common = broadcast_shape(left, right)
    arr_shape, index_shape = list(common), list(common)
    arr_shape[axis], index_shape[axis] = arr.shape[axis], indices.shape[axis]
    return _C_ops.expand(arr, arr_shape), _C_ops.expand(indices, index_shape)


def take_along_axis(arr: Tensor, indices: Tensor, axis: int, broadcast: bool = True) -> Tensor:
    """Elements of arr at positions along an axis: out[i][k][j] = arr[i][indices[i][k][j]][j].

    Args:
        arr: tensor with at least one axis.
        indices: int32 or int64 tensor of the same rank; negative positions count from the end.
        axis: the axis.
        broadcast: expand arr and indices to each other along the other axes; otherwise the
            indices cover the leading part of arr.

    Returns:
        Tensor: of the shape of the indices.

    Raises:
        ValueError: if the shapes do not fit.
        IndexError: if a position is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.take_along_axis(x, paddle.to_tensor([[1], [0]]), 1).tolist()
        [[2], [3]]
    """
    if broadcast:
        arr, indices = _broadcast_along(arr, indices, axis)
    return _C_ops.take_along_axis(arr, indices, axis)


# ---- writing chosen elements -------------------------------------------------------------------


def _put_arguments(
    arr: Tensor, indices: Tensor, values: Any, axis: int, reduce: str, broadcast: bool
) -> tuple[Tensor, Tensor, str]:
    if broadcast:
        indices = _broadcast_along(arr, indices, axis)[1]
    if not isinstance(values, Tensor):
        values = _C_ops.full([], values, arr.dtype)
    values = _C_ops.expand(values, indices.shape)
    return indices, values, _REDUCTIONS.get(reduce, reduce)


def put_along_axis(
    arr: Tensor,
    indices: Tensor,
    values: Tensor | float,
    axis: int,
    reduce: str = "assign",
    include_self: bool = True,
    broadcast: bool = True,
) -> Tensor:
    """arr with elements at positions along an axis replaced by values, or reduced with them.

    Args:
        arr: tensor with at least one axis.
        indices: int32 or int64 tensor of the same rank; negative positions count from the end.
        values: number, or tensor that broadcasts to the shape of the indices.
        axis: the axis.
        reduce: "assign" (the last one wins), "add", "mul" or "multiply", "mean", "amin", "amax".
        include_self: whether the elements of arr take part in the reduction.
        broadcast: expand the indices to the shape of arr along the other axes.

    Raises:
        ValueError: if the shapes do not fit or the reduction is unknown.
        IndexError: if a position is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.put_along_axis(x, paddle.to_tensor([[0], [1]]), 9, 1).tolist()
        [[9, 2], [3, 9]]
    """
    indices, values, how = _put_arguments(arr, indices, values, axis, reduce, broadcast)
    return _C_ops.put_along_axis(arr, indices, values, axis, how, include_self)


def put_along_axis_(
    arr: Tensor,
    indices: Tensor,
    values: Tensor | float,
    axis: int,
    reduce: str = "assign",
    include_self: bool = True,
) -> Tensor:
    """`put_along_axis` that writes into arr.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> x.put_along_axis_(paddle.to_tensor([[0], [1]]), 9, 1).tolist()
        [[9, 2], [3, 9]]
    """
    indices, values, how = _put_arguments(arr, indices, values, axis, reduce, True)
    return _C_ops.put_along_axis_(arr, indices, values, axis, how, include_self)


@operator("scatter")
def scatter(
    x: Tensor, index: Tensor, updates: Tensor, overwrite: bool = True, name: str | None = None
) -> Tensor:
    """x with rows replaced.

    Args:
        x: tensor with at least one axis.
        index: int32 or int64 vector (or [n, 1]) of row numbers.
        updates: a row for every number, of the dtype of x.
        overwrite: rows named several times get the last update; otherwise the sum of all of theirs.
        name: unused.

    Raises:
        IndexError: if a row number is out of range.
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.scatter(x, paddle.to_tensor([0, 0]), paddle.to_tensor([5, 6]), False).tolist()
        [11, 2, 3]
    """


scatter_ = inplace(scatter)


@operator("scatter_nd_add")
def scatter_nd_add(x: Tensor, index: Tensor, updates: Tensor, name: str | None = None) -> Tensor:
    """x with updates added to the slices that an index names; see `gather_nd`.

    Args:
        x: any tensor.
        index: int32 or int64 tensor of shape [..., k]; positions may be named several times.
        updates: of the shape index.shape[:-1] + x.shape[k:] and the dtype of x.
        name: unused.

    Raises:
        IndexError: if a position is out of range.
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x, at = paddle.to_tensor([1, 2]), paddle.to_tensor([[1], [1]])
        >>> paddle.scatter_nd_add(x, at, paddle.to_tensor([5, 6])).tolist()
        [1, 13]
    """


def scatter_nd(index: Tensor, updates: Tensor, shape: Shape, name: str | None = None) -> Tensor:
    """`scatter_nd_add` into zeros of a shape.

    Examples:
        >>> import paddle
        >>> paddle.scatter_nd(paddle.to_tensor([[1]]), paddle.to_tensor([5]), [3]).tolist()
        [0, 5, 0]
    """
    return _C_ops.scatter_nd_add(_C_ops.full(shape, 0, updates.dtype), index, updates)


def index_add(
    x: Tensor, index: Tensor, axis: int, value: Tensor, name: str | None = None
) -> Tensor:
    """x with slices of value added to the slices along an axis that an index names.

    Args:
        x: tensor with at least one axis.
        index: int32 or int64 vector; positions may be named several times.
        axis: the axis.
        value: of the shape of x, with the length of the index along the axis.
        name: unused.

    Raises:
        ValueError: if a position is out of range or the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x, index = paddle.to_tensor([1, 2]), paddle.to_tensor([1, 1])
        >>> paddle.index_add(x, index, 0, paddle.to_tensor([5, 6])).tolist()
        [1, 13]
    """
    return _C_ops.index_add(x, index, value, axis)


def index_add_(
    x: Tensor, index: Tensor, axis: int, value: Tensor, name: str | None = None
) -> Tensor:
    """`index_add` that writes into x.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2])
        >>> x.index_add_(paddle.to_tensor([1]), 0, paddle.to_tensor([5])).tolist()
        [1, 7]
    """
    return _C_ops.index_add_(x, index, value, axis)


def _index_tensors(indices: Sequence[Tensor]) -> list[Tensor]:
    """Masks replaced by the positions where they are true."""
    result: list[Tensor] = []
    for index in indices:
        if index.dtype.name == "bool":
            result.extend(_C_ops.unbind(_C_ops.nonzero(index), 1))
        else:
            result.append(index)
    return result


def index_put(
    x: Tensor,
    indices: Sequence[Tensor],
    value: Tensor,
    accumulate: bool = False,
    name: str | None = None,
) -> Tensor:
    """x with x[indices] = value, or += value.

    Args:
        x: tensor with at least one axis.
        indices: integer tensors that broadcast together, or masks, for the leading axes of x.
        value: tensor of the dtype of x that broadcasts to the shape of x[indices].
        accumulate: add; then elements named several times get every value.
        name: unused.

    Raises:
        ValueError: if a position is out of range or the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([3])
        >>> paddle.index_put(x, (paddle.to_tensor([0, 2]),), paddle.to_tensor(5.0)).tolist()
        [5.0, 0.0, 5.0]
    """
    return _C_ops.index_put(x, _index_tensors(indices), value, accumulate)


def index_put_(
    x: Tensor,
    indices: Sequence[Tensor],
    value: Tensor,
    accumulate: bool = False,
    name: str | None = None,
) -> Tensor:
    """`index_put` that writes into x.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([3])
        >>> x.index_put_((paddle.to_tensor([0, 2]),), paddle.to_tensor(5.0)).tolist()
        [5.0, 0.0, 5.0]
    """
    return _C_ops.index_put_(x, _index_tensors(indices), value, accumulate)


def _fill_value(x: Tensor, value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value if value.dtype == x.dtype else _C_ops.cast(value, x.dtype)
    return _C_ops.full([], value, x.dtype)


def index_fill(
    x: Tensor, index: Tensor, axis: int, value: float | Tensor, name: str | None = None
) -> Tensor:
    """x with the slices along an axis that an index names filled with a number.

    Args:
        x: tensor with at least one axis.
        index: int32 or int64 vector; negative positions count from the end.
        axis: the axis.
        value: number or 0-d tensor.
        name: unused.

    Raises:
        ValueError: if a position or the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.index_fill(paddle.to_tensor([1, 2]), paddle.to_tensor([1]), 0, 9).tolist()
        [1, 9]
    """
    front = moveaxis(x, axis, 0)
    return moveaxis(_C_ops.index_put(front, [index], _fill_value(x, value), False), 0, axis)


def index_fill_(
    x: Tensor, index: Tensor, axis: int, value: float | Tensor, name: str | None = None
) -> Tensor:
    """`index_fill` that writes into x.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2])
        >>> x.index_fill_(paddle.to_tensor([1]), 0, 9).tolist()
        [1, 9]
    """
    return _C_ops.set_value_(x, index_fill(x, index, axis, value))


def masked_fill(x: Tensor, mask: Tensor, value: float | Tensor, name: str | None = None) -> Tensor:
    """x with the elements where a mask is true replaced by a number.

    Args:
        x: any tensor.
        mask: bool tensor; x and mask broadcast together.
        value: number or tensor of one element.
        name: unused.

    Raises:
        ValueError: if the mask is not bool or the shapes do not broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.masked_fill(x, x > 1, 0).tolist()
        [1, 0, 0]
    """
    return _C_ops.masked_fill(x, mask, _fill_value(x, value))


def masked_fill_(x: Tensor, mask: Tensor, value: float | Tensor, name: str | None = None) -> Tensor:
    """`masked_fill` that writes into x, whose shape it keeps.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> x.masked_fill_(x > 1, 0).tolist()
        [1, 0, 0]
    """
    return _C_ops.masked_fill_(x, mask, _fill_value(x, value))


@operator("fill_diagonal_tensor")
def fill_diagonal_tensor(
    x: Tensor, y: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None
) -> Tensor:
    """x with a diagonal replaced by y.

    Args:
        x: tensor with at least two axes.
        y: of the shape of `diagonal(x, offset, dim1, dim2)` and the dtype of x.
        offset: the diagonal: above (positive) or below the main one.
        dim1: rows of the matrices.
        dim2: columns of the matrices.
        name: unused.

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2, 2]).fill_diagonal_tensor(paddle.ones([2])).tolist()
        [[1.0, 0.0], [0.0, 1.0]]
    """


fill_diagonal_tensor_ = inplace(fill_diagonal_tensor)


def diagonal_scatter(
    x: Tensor, y: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None
) -> Tensor:
    """The same as `fill_diagonal_tensor`.

    Examples:
        >>> import paddle
        >>> paddle.diagonal_scatter(paddle.zeros([2, 2]), paddle.ones([2])).tolist()
        [[1.0, 0.0], [0.0, 1.0]]
    """
    return _C_ops.fill_diagonal_tensor(x, y, offset, axis1, axis2)


def select_scatter(
    x: Tensor, values: Tensor, axis: int, index: int, name: str | None = None
) -> Tensor:
    """x with one slice along an axis replaced.

    Args:
        x: tensor with at least one axis.
        values: the slice, without the axis.
        axis: the axis.
        index: the position; negative ones count from the end.
        name: unused.

    Raises:
        ValueError: if the shapes do not fit.
        IndexError: if the position is out of range.

    Examples:
        >>> import paddle
        >>> paddle.select_scatter(paddle.zeros([2, 2]), paddle.ones([2]), 0, 1).tolist()
        [[0.0, 0.0], [1.0, 1.0]]
    """
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"select_scatter: axis {axis} is out of range for rank {x.ndim}")
    size = x.shape[axis]
    if not -size <= index < size:
        raise IndexError(f"select_scatter: index {index} is out of range for size {size}")
    expected = x.shape
    del expected[axis]
    if values.shape != expected:
        raise ValueError(
            f"select_scatter: values has the shape {values.shape}, but a slice has {expected}"
        )
    start = index % size
    part = _C_ops.unsqueeze(values, [axis % x.ndim])
    return _C_ops.slice_scatter(x, part, [axis], [start], [start + 1], [1])


@operator("fill")
def _fill(x: Tensor, value: complex) -> Tensor:
    """x with every element replaced by a number."""


def fill_(x: Tensor, value: complex) -> Tensor:
    """Write a number into every element of x.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).fill_(3).tolist()
        [3.0, 3.0]
    """
    return _C_ops.fill_(x, value)


def zero_(x: Tensor) -> Tensor:
    """Write 0 into every element of x.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).zero_().tolist()
        [0.0, 0.0]
    """
    return _C_ops.fill_(x, 0)


def fill_diagonal_(
    x: Tensor, value: float, offset: int = 0, wrap: bool = False, name: str | None = None
) -> Tensor:
    """Write a number into the diagonal of x.

    Args:
        x: matrix, or tensor whose axes are all of one size.
        value: the number.
        offset: the diagonal: above (positive) or below the main one.
        wrap: in a tall matrix start again below every full block.
        name: unused.

    Raises:
        ValueError: if x has fewer than two axes, or more of different sizes.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2, 2]).fill_diagonal_(5).tolist()
        [[5.0, 0.0], [0.0, 5.0]]
    """
    return _C_ops.fill_diagonal_(x, value, offset, wrap)


# ---- distinct elements, tables -----------------------------------------------------------------


def _unique_axis(axis: int | None) -> list[int]:
    return [] if axis is None else [axis]


def unique(
    x: Tensor,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    dtype: Any = "int64",
    name: str | None = None,
) -> Any:
    """The distinct elements of x, or slices along an axis, in sorted order.

    Args:
        x: bool, integer or floating tensor.
        return_index: give the first position of each as well.
        return_inverse: give for every element the number of its distinct one as well.
        return_counts: give how often each stands in x as well.
        axis: compare slices along this axis; None compares the elements.
        dtype: int32 or int64, of the positions and counts.
        name: unused.

    Returns:
        Tensor, or a tuple of it and what was asked for, in the order above.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> out, counts = paddle.unique(paddle.to_tensor([3, 1, 3]), return_counts=True)
        >>> out.tolist(), counts.tolist()
        ([1, 3], [1, 2])
    """
    out, index, inverse, counts = _C_ops.unique(
        x, return_index, return_inverse, return_counts, _unique_axis(axis), dtype
    )
    asked = ((return_index, index), (return_inverse, inverse), (return_counts, counts))
    extra = tuple(tensor for wanted, tensor in asked if wanted)
    return (out, *extra) if extra else out


def unique_consecutive(
    x: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    dtype: Any = "int64",
    name: str | None = None,
) -> Any:
    """x without elements, or slices along an axis, that equal the one before them.

    Args:
        x: bool, integer or floating tensor.
        return_inverse: give for every element the number of its run as well.
        return_counts: give the lengths of the runs as well.
        axis: compare slices along this axis; None compares the elements.
        dtype: int32 or int64, of the numbers and lengths.
        name: unused.

    Returns:
        Tensor, or a tuple of it and what was asked for, in the order above.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.unique_consecutive(paddle.to_tensor([3, 3, 1, 3])).tolist()
        [3, 1, 3]
    """
    out, inverse, counts = _C_ops.unique_consecutive(
        x, return_inverse, return_counts, _unique_axis(axis), dtype
    )
    extra = tuple(t for wanted, t in ((return_inverse, inverse), (return_counts, counts)) if wanted)
    return (out, *extra) if extra else out


@operator("shard_index")
def shard_index(
    input: Tensor, index_num: int, nshards: int, shard_id: int, ignore_value: int = -1
) -> Tensor:
    """Ids of a table that is cut into shards, counted within one shard.

    Args:
        input: int32 or int64 ids in [0, index_num).
        index_num: size of the table.
        nshards: number of shards.
        shard_id: the shard.
        ignore_value: stands for ids of other shards.

    Raises:
        ValueError: if shard_id or an id is out of range.

    Examples:
        >>> import paddle
        >>> paddle.shard_index(paddle.to_tensor([[16], [1]]), 20, 2, 0).tolist()
        [[-1], [1]]
    """


def multiplex(inputs: Sequence[Tensor], index: Tensor, name: str | None = None) -> Tensor:
    """Rows chosen from several tensors: row i comes from inputs[index[i]].

    Args:
        inputs: tensors of one shape, with at least two axes.
        index: int32 or int64 tensor of shape [rows, 1].
        name: unused.

    Raises:
        ValueError: if the shapes differ or a number is out of range.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([[1], [2]]), paddle.to_tensor([[3], [4]])
        >>> paddle.multiplex([a, b], paddle.to_tensor([[1], [0]])).tolist()
        [[3], [2]]
    """
    rows = _C_ops.flatten(index)
    table = _C_ops.stack(inputs)
    if table.ndim < 3 or rows.shape[0] > table.shape[1]:
        raise ValueError(
            f"multiplex: index has the shape {index.shape}, and the inputs {inputs[0].shape}"
        )
    numbers = _C_ops.arange(0, rows.shape[0], 1, rows.dtype)
    return _C_ops.index_get(table, [rows, numbers])


def tolist(x: Tensor) -> Any:
    """The elements of a tensor as nested lists of Python numbers.

    Args:
        x: any dense tensor.

    Examples:
        >>> import paddle
        >>> paddle.tolist(paddle.to_tensor([[1, 2], [3, 4]]))
        [[1, 2], [3, 4]]
    """
    return _tensor.tolist(x)


def tensor_array_to_tensor(
    input: list[Tensor], axis: int = 1, use_stack: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Join the tensors of a list along an axis.

    Args:
        input: the list.
        axis: the axis.
        use_stack: whether it is a new axis.
        name: not used.

    Returns:
        The joined tensor, and the size of every part along the axis as int32.

    Raises:
        AssertionError: if `input` is no list.
        ValueError: if the shapes do not fit together.

    Examples:
        >>> import paddle
        >>> from paddle.tensor.manipulation import tensor_array_to_tensor
        >>> joined, sizes = tensor_array_to_tensor([paddle.ones([2, 1]), paddle.ones([2, 3])])
        >>> joined.shape, sizes.tolist()
        ([2, 4], [1, 3])
    """
    if not isinstance(input, list):
        raise AssertionError("The 'input' in tensor_array_to_tensor must be list")
    joined = stack(input, axis) if use_stack else concat(input, axis)
    sizes = [1 if use_stack else part.shape[axis] for part in input]
    return joined, to_tensor(sizes, "int32")
