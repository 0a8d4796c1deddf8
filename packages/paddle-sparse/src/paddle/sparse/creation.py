"""Sparse tensors from coordinates and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle
from paddle import Tensor

from . import _layouts

__all__ = ["sparse_coo_tensor", "sparse_csr_tensor"]

_INDEX_DTYPES = (paddle.int8, paddle.int16, paddle.int32, paddle.int64)


def _index_tensor(data: Any, place: Any) -> Tensor:
    index = data if isinstance(data, Tensor) else paddle.to_tensor(data, place=place)
    if index.dtype not in _INDEX_DTYPES:
        raise TypeError("the dtype of indices must be 'int8' or 'int16' or 'int32' or 'int64'")
    narrow = index.dtype in (paddle.int8, paddle.int16)
    return (index.astype("int32") if narrow else index).detach()


def _value_tensor(data: Any, dtype: Any, place: Any, stop_gradient: bool) -> Tensor:
    """The elements as given; a history is kept only where gradients are wanted."""
    values = data if isinstance(data, Tensor) else paddle.to_tensor(data, place=place)
    if dtype is not None:
        values = values.astype(dtype)
    if stop_gradient or values.stop_gradient:
        values = values.detach()
        values.stop_gradient = stop_gradient
    return values


def _as_shape(shape: Any) -> list[int]:
    sizes = shape.tolist() if isinstance(shape, Tensor) else list(shape)
    return [int(size) for size in sizes]


def _smallest_shape(indices: Tensor, values: Tensor) -> list[int]:
    if indices.shape[1] == 0:
        return [0] * indices.shape[0] + values.shape[1:]
    return [last + 1 for last in indices.max(axis=1).tolist()] + values.shape[1:]


def _check_coo_shape(shape: list[int], smallest: list[int], sparse_dim: int) -> None:
    dense_dim = len(smallest) - sparse_dim
    if len(shape) != len(smallest):
        raise ValueError(
            f"the number of dimensions(len(shape) must be sparse_dim({sparse_dim}) + "
            f"dense_dim({dense_dim}), but get {len(shape)}"
        )
    if any(size < least for size, least in zip(shape, smallest, strict=True)):
        raise ValueError(f"the minimun shape required is {smallest}, but get {shape}")
    if shape[sparse_dim:] != smallest[sparse_dim:]:
        raise ValueError(
            f"the dense dimensions {smallest[sparse_dim:]} of values differ from those of the "
            f"shape {shape}"
        )


def sparse_coo_tensor(
    indices: Any,
    values: Any,
    shape: Sequence[int] | Tensor | None = None,
    dtype: Any = None,
    place: Any = None,
    stop_gradient: bool = True,
) -> Tensor:
    """Create a sparse tensor from coordinates (COO layout).

    Coordinates may repeat and come in any order; `coalesce` sorts them and adds what stands at
    one place. Gradients with respect to the tensor are gradients of its `values`.

    Args:
        indices: integers of shape [sparse_dim, nnz], the coordinates of each element in a column.
        values: the elements, of shape [nnz] or [nnz, ...] with dense dimensions behind.
        shape: shape of the tensor; by default the smallest that has room for all indices.
        dtype: data type of the elements; by default that of `values`.
        place: where the tensor is made: only the CPU.
        stop_gradient: False to have gradients computed.

    Returns:
        A tensor of layout COO.

    Raises:
        TypeError: if indices are no integers.
        ValueError: if shapes do not fit together or an index is negative or outside of the shape.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1, 2], [1, 2, 0]], [1.0, 2.0, 3.0], [3, 3])
        >>> x  # doctest: +NORMALIZE_WHITESPACE
        Tensor(shape=[3, 3], dtype=paddle.float32, place=Place(cpu), stop_gradient=True,
               indices=[[0, 1, 2],
                        [1, 2, 0]],
               values=[1., 2., 3.])
    """
    index = _index_tensor(indices, place)
    elements = _value_tensor(values, dtype, place, stop_gradient)
    if index.ndim != 2:
        raise ValueError("'indices' must be 2-D.")
    if elements.ndim == 0:
        raise ValueError("'values' must have at least one dimension.")
    if index.shape[1] != elements.shape[0]:
        raise ValueError(
            "the indices and values must have same number of non-zero, but get "
            f"{index.shape[1]} and {elements.shape[0]}"
        )
    if index.size and int(index.min()) < 0:
        raise ValueError(f"the indices must not be negative, but get {int(index.min())}")
    smallest = _smallest_shape(index, elements)
    sizes = smallest if shape is None else _as_shape(shape)
    _check_coo_shape(sizes, smallest, index.shape[0])
    return _layouts.coo(index, elements, sizes)


def sparse_csr_tensor(
    crows: Any,
    cols: Any,
    values: Any,
    shape: Sequence[int] | Tensor,
    dtype: Any = None,
    place: Any = None,
    stop_gradient: bool = True,
) -> Tensor:
    """Create a sparse matrix, or a batch of them, from compressed rows (CSR layout).

    Row i of a matrix owns the elements from `crows[i]` up to `crows[i + 1]`. A batch has the
    pointers of its matrices, and their elements, one after the other.

    Args:
        crows: integers of shape [rows + 1], or [batch * (rows + 1)]; each matrix starts with 0.
        cols: integers of shape [nnz], the column of each element.
        values: elements of shape [nnz].
        shape: [rows, columns] or [batch, rows, columns].
        dtype: data type of the elements; by default that of `values`.
        place: where the tensor is made: only the CPU.
        stop_gradient: False to have gradients computed.

    Returns:
        A tensor of layout CSR.

    Raises:
        TypeError: if crows or cols are no integers.
        ValueError: if lengths do not fit together or crows are no pointers.
        IndexError: if a column lies outside of the shape.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 2, 3], [0, 1, 0], [1.0, 2.0, 3.0], [2, 2])
        >>> x  # doctest: +NORMALIZE_WHITESPACE
        Tensor(shape=[2, 2], dtype=paddle.float32, place=Place(cpu), stop_gradient=True,
               crows=[0, 2, 3],
               cols=[0, 1, 0],
               values=[1., 2., 3.])
    """
    pointers = _index_tensor(crows, place)
    columns = _index_tensor(cols, place)
    elements = _value_tensor(values, dtype, place, stop_gradient)
    sizes = _as_shape(shape)
    if len(sizes) not in (2, 3):
        raise ValueError(f"SparseCsrTensor only support 2-D or 3-D matrix. but get shape {sizes}")
    if not pointers.ndim == columns.ndim == elements.ndim == 1:
        raise ValueError("'crows', 'cols' and 'values' must be 1-D.")
    if columns.shape != elements.shape:
        raise ValueError("the length of cols must be same as length of values")
    batches, rows, _ = _layouts.matrices(sizes)
    if pointers.shape[0] != batches * (rows + 1):
        raise ValueError(
            f"The length({pointers.shape[0]}) of crows must be equal to the rows({rows})+1 of "
            f"matrix{f', {batches} times' if len(sizes) == 3 else ''}."
        )
    result = _layouts.csr(pointers, columns.astype(pointers.dtype), elements, sizes)
    _layouts.positions_of(result)  # checks pointers and columns
    return result
