"""Operators on two sparse tensors, or a sparse and a dense one."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from typing import Any

import paddle
from paddle import Tensor

from . import _layouts
from ._operators import ops
from .conversion import to_dense

__all__ = [
    "add",
    "divide",
    "is_same_shape",
    "masked_matmul",
    "matmul",
    "multiply",
    "mv",
    "subtract",
]


# ---- element by element ----


def _check_pair(function: str, x: Tensor, y: Any) -> None:
    _layouts.require_sparse(function, x)
    _layouts.require_sparse(function, y, "y")
    if _layouts.is_coo(x) != _layouts.is_coo(y):
        raise TypeError(f"{function}: x and y must have the same layout; convert one of them")
    if x.shape != y.shape:
        raise ValueError(f"{function}: the shapes {x.shape} of x and {y.shape} of y differ")
    if _layouts.sparse_rank(x) != _layouts.sparse_rank(y):
        raise ValueError(
            f"{function}: x has {_layouts.sparse_rank(x)} sparse dimensions, but y has "
            f"{_layouts.sparse_rank(y)}"
        )


def _combine(
    function: str,
    operation: Callable[[Tensor, Tensor], Tensor],
    x: Tensor,
    y: Any,
    everywhere: bool = False,
) -> Tensor:
    """Applies an operation over the union of both patterns, or over all positions."""
    _check_pair(function, x, y)
    x_positions, y_positions = _layouts.positions_of(x), _layouts.positions_of(y)
    if everywhere:
        positions = paddle.arange(math.prod(_layouts.sparse_shape(x)), dtype="int64")
        x_index, y_index = x_positions, y_positions
    else:
        positions, x_index, y_index = ops.sparse_union(x_positions, y_positions)
    count = positions.shape[0]
    x_values = ops.sparse_scatter_add(_layouts.elements(x), x_index, count)
    y_values = ops.sparse_scatter_add(_layouts.elements(y), y_index, count)
    return _layouts.from_positions(positions, operation(x_values, y_values), x.shape, x)


def _sum(
    function: str,
    operation: Callable[[Tensor, Tensor], Tensor],
    x: Tensor,
    y: Any,
    factor: int,
) -> Tensor:
    """`x + factor * y`: two matrices in compressed rows are merged row by row, in one step."""
    _check_pair(function, x, y)
    if not _layouts.is_csr(x) or x.ndim != 2 or paddle.bool in (x.dtype, y.dtype):
        return _combine(function, operation, x, y)
    (x_crows, x_cols), (y_crows, y_cols) = _layouts.wide_rows(x), _layouts.wide_rows(y)
    values, crows, cols, _, _ = ops.sparse_add(
        *(_layouts.elements(x), _layouts.elements(y), x_crows, x_cols, y_crows, y_cols),
        *(x.shape[1], factor),
    )
    return _layouts.csr_like(x, crows, cols, values, x.shape)


def _is_dense(y: object) -> bool:
    return isinstance(y, Tensor) and not _layouts.is_sparse(y)


def _check_dense(function: str, x: Tensor, y: Tensor) -> None:
    _layouts.require_sparse(function, x)
    if x.shape != y.shape:
        raise ValueError(f"{function}: the shapes {x.shape} of x and {y.shape} of y differ")


def add(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Add two tensors of the same shape: `x + y`.

    Args:
        x: a COO or CSR tensor.
        y: a tensor of the same layout, or a dense one.
        name: not used.

    Returns:
        A tensor of the layout of `x` that stores the union of both patterns; a dense one if `y` is.

    Raises:
        TypeError: if `x` is not sparse or the layouts differ.
        ValueError: if the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [10.0, 20.0], [3])
        >>> paddle.sparse.add(x, y).values().tolist()
        [1.0, 12.0, 20.0]
    """
    if _is_dense(y):
        _check_dense("add", x, y)
        return to_dense(x) + y
    return _sum("add", paddle.add, x, y, 1)


def subtract(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Subtract a tensor of the same shape: `x - y`.

    Args:
        x: a COO or CSR tensor.
        y: a tensor of the same layout, or a dense one.
        name: not used.

    Returns:
        A tensor of the layout of `x` that stores the union of both patterns; a dense one if `y` is.

    Raises:
        TypeError: if `x` is not sparse or the layouts differ.
        ValueError: if the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [10.0, 20.0], [3])
        >>> paddle.sparse.subtract(x, y).values().tolist()
        [1.0, -8.0, -20.0]
    """
    if _is_dense(y):
        _check_dense("subtract", x, y)
        return to_dense(x) - y
    return _sum("subtract", paddle.subtract, x, y, -1)


def multiply(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Multiply two tensors of the same shape element by element, or by a number: `x * y`.

    Args:
        x: a COO or CSR tensor.
        y: a tensor of the same layout, a dense tensor, or a number.
        name: not used.

    Returns:
        A tensor of the layout of `x`. It stores the union of both patterns, zeros of the product
        included; with a number or a dense tensor it has the pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse or the layouts differ.
        ValueError: if the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [10.0, 20.0], [3])
        >>> paddle.sparse.multiply(x, y).values().tolist()
        [0.0, 20.0, 0.0]
        >>> paddle.sparse.multiply(x, 3.0).values().tolist()
        [3.0, 6.0]
    """
    if isinstance(y, numbers.Number):
        _layouts.require_sparse("multiply", x)
        return _layouts.with_values(x, _layouts.elements(x) * y)
    if isinstance(y, Tensor) and not _layouts.is_sparse(y):
        _check_dense("multiply", x, y)
        count = math.prod(_layouts.sparse_shape(x))
        rows = y.reshape([count, *x.shape[_layouts.sparse_rank(x) :]])
        factors = ops.sparse_gather(rows, _layouts.positions_of(x))
        return _layouts.with_values(x, _layouts.elements(x) * factors)
    return _combine("multiply", paddle.multiply, x, y)


def divide(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Divide by a tensor of the same shape element by element, or by a number: `x / y`.

    Where `y` stores nothing its element is 0, and the quotient is NaN or infinite.

    Args:
        x: a COO or CSR tensor.
        y: a tensor of the same layout, or a number.
        name: not used.

    Returns:
        A tensor of the layout of `x`. Divided by a tensor it stores every position; divided by a
        number it has the pattern of `x`.

    Raises:
        TypeError: if `x` is not sparse or the layouts differ.
        ValueError: if the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [10.0, 20.0], [3])
        >>> paddle.sparse.divide(x, y).values().tolist()
        [inf, 0.20000000298023224, 0.0]
        >>> paddle.sparse.divide(x, 2.0).values().tolist()
        [0.5, 1.0]
    """
    if isinstance(y, numbers.Number):
        _layouts.require_sparse("divide", x)
        return _layouts.with_values(x, _layouts.elements(x) / y)
    return _combine("divide", paddle.divide, x, y, everywhere=True)


def is_same_shape(x: Tensor, y: Tensor) -> bool:
    """Tell whether two tensors, sparse or dense, have the same shape.

    Args:
        x: a tensor.
        y: a tensor.

    Returns:
        True if the shapes are equal.

    Raises:
        TypeError: if an argument is not a tensor.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> paddle.sparse.is_same_shape(x, paddle.zeros([3]))
        True
    """
    for name, value in (("x", x), ("y", y)):
        if not isinstance(value, Tensor):
            raise TypeError(f"is_same_shape: {name} must be a Tensor, not {type(value).__name__}")
    return x.shape == y.shape


# ---- matrix products ----


def _check_product(function: str, x: Tensor, y: Tensor) -> None:
    if x.ndim < 2 or y.ndim < 2 or x.shape[:-2] != y.shape[:-2] or x.shape[-1] != y.shape[-2]:
        raise ValueError(
            f"{function}: the shapes {x.shape} of x and {y.shape} of y do not fit together; they "
            "must be [..., m, k] and [..., k, n]"
        )


def _stacked(x: Tensor) -> Tensor:
    """The matrices of a dense batch below each other."""
    return x.reshape([math.prod(x.shape[:-1]), x.shape[-1]])


def _require_matrix(function: str, x: Tensor, name: str = "x") -> None:
    _layouts.require_sparse(function, x, name)
    if x.ndim < 2 or _layouts.sparse_rank(x) != x.ndim:
        raise ValueError(
            f"{function}: {name} must be a matrix or a batch of matrices without dense dimensions"
        )


def _matmul_dense(x: Tensor, y: Tensor) -> Tensor:
    rows, cols = _layouts.matrix_pattern(x)
    batches, m, _ = _layouts.matrices(x.shape)
    product = ops.sparse_matmul(_layouts.elements(x), _stacked(y), rows, cols, batches * m)
    return product.reshape([*x.shape[:-1], y.shape[-1]])


def _matmul_sparse(x: Tensor, y: Tensor) -> Tensor:
    batches, m, _ = _layouts.matrices(x.shape)
    n = y.shape[-1]
    x_values, *x_rows = _layouts.compressed(x)
    y_values, *y_rows = _layouts.compressed(y)
    values, crows, cols = ops.sparse_row_product(x_values, y_values, *x_rows, *y_rows, batches * n)
    shape = [*x.shape[:-1], n]
    if _layouts.is_csr(x) and x.ndim == 2:
        return _layouts.csr_like(x, crows, cols, values, shape)
    rows = ops.sparse_row_indices(crows, cols, batches * m)
    if _layouts.is_coo(x) and x.ndim == 2:
        indices = paddle.stack([rows, cols])
        return _layouts.coo(_layouts.indices_like(x, indices), values, shape, True)
    positions = rows * n + (cols % n if batches != 1 else cols)
    return _layouts.from_positions(positions, values, shape, x)


def matmul(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Matrix product of a sparse with a sparse or a dense matrix, or of batches of them.

    Args:
        x: a COO or CSR tensor of shape [..., m, k], float32 or float64.
        y: of shape [..., k, n]: a tensor of the same layout as `x`, or a dense one.
        name: not used.

    Returns:
        A tensor of shape [..., m, n]: of the layout of `x` if `y` is sparse, else dense.

    Raises:
        TypeError: if `x` is not sparse or the layouts differ.
        ValueError: if the shapes do not fit together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.matmul(x, paddle.to_tensor([[1.0], [10.0]])).tolist()
        [[20.0], [3.0]]
        >>> paddle.sparse.matmul(x, x).to_dense().tolist()
        [[6.0, 0.0], [0.0, 6.0]]
    """
    _require_matrix("matmul", x)
    if _is_dense(y):
        _check_product("matmul", x, y)
        return _matmul_dense(x, y)
    _require_matrix("matmul", y, "y")
    if _layouts.is_coo(x) != _layouts.is_coo(y):
        raise TypeError("matmul: x and y must have the same layout; convert one of them")
    _check_product("matmul", x, y)
    return _matmul_sparse(x, y)


def masked_matmul(x: Tensor, y: Tensor, mask: Tensor, name: str | None = None) -> Tensor:
    """The elements of a dense matrix product that a sparse mask asks for: `(x @ y)` where mask.

    Only those elements are computed; the values of the mask do not matter.

    Args:
        x: a dense tensor of shape [..., m, k], float32 or float64.
        y: a dense tensor of shape [..., k, n].
        mask: a COO or CSR tensor of shape [..., m, n].
        name: not used.

    Returns:
        A tensor with the layout and pattern of `mask`.

    Raises:
        TypeError: if `mask` is not sparse, or `x` or `y` are.
        ValueError: if the shapes do not fit together.

    Examples:
        >>> import paddle
        >>> mask = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [1.0, 1.0], [2, 2])
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.sparse.masked_matmul(x, x, mask).values().tolist()
        [10.0, 15.0]
    """
    _require_matrix("masked_matmul", mask, "mask")
    for label, value in (("x", x), ("y", y)):
        if not _is_dense(value):
            raise TypeError(f"masked_matmul: {label} must be a dense Tensor")
    _check_product("masked_matmul", x, y)
    if mask.shape != [*x.shape[:-1], y.shape[-1]]:
        raise ValueError(
            f"masked_matmul: the mask has shape {mask.shape}, but the product of x and y has "
            f"{[*x.shape[:-1], y.shape[-1]]}"
        )
    rows, cols = _layouts.matrix_pattern(mask)
    flipped = y.transpose([*range(y.ndim - 2), y.ndim - 1, y.ndim - 2])
    values = ops.sparse_sampled_matmul(_stacked(x), _stacked(flipped), rows, cols)
    return _layouts.with_values(mask, values)


def mv(x: Tensor, vec: Tensor, name: str | None = None) -> Tensor:
    """Product of a sparse matrix and a dense vector.

    Args:
        x: a COO or CSR tensor of shape [m, k], float32 or float64.
        vec: a dense tensor of shape [k].
        name: not used.

    Returns:
        A dense tensor of shape [m].

    Raises:
        TypeError: if `x` is not sparse or `vec` is.
        ValueError: if the shapes do not fit together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.mv(x, paddle.to_tensor([1.0, 10.0])).tolist()
        [20.0, 3.0]
    """
    _require_matrix("mv", x)
    if not _is_dense(vec):
        raise TypeError("mv: vec must be a dense Tensor")
    if x.ndim != 2 or vec.ndim != 1 or x.shape[1] != vec.shape[0]:
        raise ValueError(
            f"mv: the shapes {x.shape} of x and {vec.shape} of vec do not fit together; they must "
            "be [m, k] and [k]"
        )
    return _matmul_dense(x, vec.unsqueeze(-1)).squeeze(-1)
