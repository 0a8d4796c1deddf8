"""Sorting, the largest elements, and searching in sorted sequences."""

from __future__ import annotations

from typing import Any

from .. import _C_ops
from .._core import Tensor, operator

__all__ = ["argsort", "bucketize", "kthvalue", "mode", "searchsorted", "sort", "topk"]


def sort(x: Tensor, axis: int = -1, descending: bool = False, name: str | None = None) -> Tensor:
    """The elements in order along an axis. NaN counts as the largest; equal ones keep their order.

    Args:
        x: any real dtype.
        axis: along which axis.
        descending: the largest first.
        name: ignored.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.sort(paddle.to_tensor([3, 1, 2])).tolist()
        [1, 2, 3]
    """
    return _C_ops.argsort(x, axis, descending)[0]


def argsort(x: Tensor, axis: int = -1, descending: bool = False, name: str | None = None) -> Tensor:
    """The positions that sort the elements along an axis; equal elements keep their order.

    Args:
        x: any real dtype.
        axis: along which axis.
        descending: the largest first.
        name: ignored.

    Returns:
        int64 positions of the shape of `x`.

    Raises:
        ValueError: if the axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.argsort(paddle.to_tensor([3, 1, 2])).tolist()
        [1, 2, 0]
    """
    return _C_ops.argsort(x, axis, descending)[1]


def _number(value: Any) -> int:
    return int(value)


def topk(
    x: Tensor,
    k: int | Tensor,
    axis: int | None = None,
    largest: bool = True,
    sorted: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k largest (or smallest) elements along an axis.

    Args:
        x: any real dtype but bool.
        k: how many.
        axis: along which axis; the last if None.
        largest: the largest or the smallest.
        sorted: whether they come in order.
        name: ignored.

    Returns:
        The elements, and their int64 positions.

    Raises:
        ValueError: if k is below 1 or above the size of the axis.

    Examples:
        >>> import paddle
        >>> values, positions = paddle.topk(paddle.to_tensor([1.0, 4.0, 3.0]), 2)
        >>> values.tolist(), positions.tolist()
        ([4.0, 3.0], [1, 2])
    """
    return _C_ops.topk(x, _number(k), -1 if axis is None else axis, largest, sorted)


def kthvalue(
    x: Tensor, k: int, axis: int | None = None, keepdim: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The k-th smallest element along an axis.

    Args:
        x: any real dtype but bool.
        k: 1 for the smallest.
        axis: along which axis; the last if None.
        keepdim: keep the axis with size 1.
        name: ignored.

    Returns:
        The elements, and their int64 positions.

    Raises:
        ValueError: if k is below 1 or above the size of the axis.

    Examples:
        >>> import paddle
        >>> value, position = paddle.kthvalue(paddle.to_tensor([3.0, 1.0, 2.0]), 2)
        >>> float(value), int(position)
        (2.0, 2)
    """
    return _C_ops.kthvalue(x, _number(k), -1 if axis is None else axis, keepdim)


@operator("mode")
def mode(
    x: Tensor, axis: int = -1, keepdim: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The most frequent element along an axis; of several the smallest.

    Args:
        x: any real dtype but bool.
        axis: along which axis.
        keepdim: keep the axis with size 1.
        name: ignored.

    Returns:
        The elements, and the int64 positions where they occur last.

    Examples:
        >>> import paddle
        >>> value, position = paddle.mode(paddle.to_tensor([2.0, 5.0, 5.0, 0.0]))
        >>> float(value), int(position)
        (5.0, 2)
    """


@operator("searchsorted")
def searchsorted(
    sorted_sequence: Tensor,
    values: Tensor,
    out_int32: bool = False,
    right: bool = False,
    name: str | None = None,
) -> Tensor:
    """Where values would have to be inserted into a sorted last axis to keep it sorted.

    Args:
        sorted_sequence: ascending along the last axis: int32, int64, float32 or float64.
        values: of the same dtype; the leading sizes agree unless the sequence is 1-d.
        out_int32: give int32 instead of int64.
        right: behind equal elements instead of before them.
        name: ignored.

    Returns:
        Positions of the shape of `values`.

    Raises:
        ValueError: if dtypes or leading sizes differ.

    Examples:
        >>> import paddle
        >>> paddle.searchsorted(paddle.to_tensor([1, 3, 5]), paddle.to_tensor([3, 4])).tolist()
        [1, 2]
    """


def bucketize(
    x: Tensor,
    sorted_sequence: Tensor,
    out_int32: bool = False,
    right: bool = False,
    name: str | None = None,
) -> Tensor:
    """The bucket of every element, between the boundaries of a sorted 1-d sequence.

    Args:
        x: int32, int64, float32 or float64.
        sorted_sequence: ascending boundaries of the same dtype.
        out_int32: give int32 instead of int64.
        right: an element equal to a boundary belongs to the bucket above it.
        name: ignored.

    Returns:
        Positions of the shape of `x`.

    Raises:
        ValueError: if the sequence is not 1-d.

    Examples:
        >>> import paddle
        >>> paddle.bucketize(paddle.to_tensor([0, 3, 9]), paddle.to_tensor([1, 3, 5])).tolist()
        [0, 1, 3]
    """
    if sorted_sequence.ndim != 1:
        raise ValueError(
            f"bucketize: sorted_sequence must be 1-d, but has shape {sorted_sequence.shape}"
        )
    return searchsorted(sorted_sequence, x, out_int32, right)
