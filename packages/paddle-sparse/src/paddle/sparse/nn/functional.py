"""Activations of sparse tensors."""

from __future__ import annotations

import paddle
from paddle import Tensor

from .. import _layouts, _sparse
from .._operators import ops

__all__ = ["leaky_relu", "relu", "relu6", "softmax"]


def relu(x: Tensor, name: str | None = None) -> Tensor:
    """Rectified linear unit of the stored elements: `max(x, 0)`.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-1.0, 2.0], [3])
        >>> paddle.sparse.nn.functional.relu(x).values().tolist()
        [0.0, 2.0]
    """
    _layouts.require_sparse("relu", x)
    return _layouts.with_values(x, paddle.nn.functional.relu(_layouts.elements(x)))


def relu6(x: Tensor, name: str | None = None) -> Tensor:
    """Rectified linear unit with a ceiling: `min(max(x, 0), 6)` of the stored elements.

    Args:
        x: a COO or CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1, 2]], [-1.0, 2.0, 8.0], [3])
        >>> paddle.sparse.nn.functional.relu6(x).values().tolist()
        [0.0, 2.0, 6.0]
    """
    _layouts.require_sparse("relu6", x)
    return _layouts.with_values(x, paddle.nn.functional.relu6(_layouts.elements(x)))


def leaky_relu(x: Tensor, negative_slope: float = 0.01, name: str | None = None) -> Tensor:
    """Leaky rectified linear unit: `x` where positive, else `negative_slope * x`.

    Args:
        x: a COO or CSR tensor.
        negative_slope: factor of negative elements.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-1.0, 2.0], [3])
        >>> paddle.sparse.nn.functional.leaky_relu(x, 0.5).values().tolist()
        [-0.5, 2.0]
    """
    _layouts.require_sparse("leaky_relu", x)
    values = paddle.nn.functional.leaky_relu(_layouts.elements(x), negative_slope)
    return _layouts.with_values(x, values)


def _groups(x: Tensor, axis: int) -> tuple[Tensor, int]:
    """A number for every stored element, the same for those that differ only along the axis."""
    if _layouts.is_csr(x):
        batches, rows, _ = _layouts.matrices(x.shape)
        return ops.sparse_row_indices(*_sparse.components(x)[:2], rows), batches * rows
    indices = _sparse.components(x)[0].astype("int64")
    if x.ndim == 1:
        return paddle.zeros([indices.shape[1]], dtype="int64"), 1
    others = [i for i in range(x.ndim) if i != axis]
    positions = paddle.stack([indices[i] for i in others])
    flat = ops.sparse_flatten(positions, [x.shape[i] for i in others])
    distinct, index = ops.sparse_unique(flat)
    return index, distinct.shape[0]


def softmax(x: Tensor, axis: int = -1, name: str | None = None) -> Tensor:
    """Softmax over the stored elements along a dimension; what is not stored does not count.

    Each element becomes `exp(x_i) / sum_j exp(x_j)`, j over the stored elements of its row.

    Args:
        x: a COO tensor without dense dimensions or a CSR tensor, float32 or float64.
        axis: the dimension; only the last one (-1) of a CSR tensor.
        name: not used.

    Returns:
        A tensor with the layout and pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse.
        ValueError: if the axis does not exist or `x` has dense dimensions.
        NotImplementedError: for another axis than the last of a CSR tensor.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 2, 3], [0, 2, 1], [1.0, 1.0, 5.0], [2, 3])
        >>> paddle.sparse.nn.functional.softmax(x).values().tolist()
        [0.5, 0.5, 1.0]
    """
    _layouts.require_sparse("softmax", x)
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"softmax: axis {axis} is outside of [{-x.ndim}, {x.ndim})")
    if _layouts.is_csr(x) and axis % x.ndim != x.ndim - 1:
        raise NotImplementedError(f"softmax: axis of a CSR tensor must be -1, not {axis}")
    if _layouts.sparse_rank(x) != x.ndim:
        raise ValueError("softmax: x must not have dense dimensions")
    groups, count = _groups(x, axis % x.ndim)
    return _layouts.with_values(x, ops.sparse_softmax(_layouts.elements(x), groups, count))
