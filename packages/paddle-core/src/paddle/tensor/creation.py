"""Tensors made from sizes and numbers, and matrices made from parts of tensors."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from .. import _C_ops
from .._core import Tensor, inplace, operator
from ..framework.dtype import get_default_dtype
from .conversion import to_tensor

__all__ = [
    "arange",
    "assign",
    "clone",
    "complex",
    "diag",
    "diag_embed",
    "diagflat",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "linspace",
    "logspace",
    "meshgrid",
    "ones",
    "ones_like",
    "polar",
    "tril",
    "tril_",
    "tril_indices",
    "triu",
    "triu_",
    "triu_indices",
    "zeros",
    "zeros_like",
]

Shape = Sequence[int] | Tensor


def full(
    shape: Shape, fill_value: builtins.complex | Tensor, dtype: Any = None, name: str | None = None
) -> Tensor:
    """A tensor filled with one number.

    Args:
        shape: sizes: integers, 0-d integer tensors, or one 1-d integer tensor.
        fill_value: the number, or a tensor of one element; converted to the dtype.
        dtype: data type; None stands for the default dtype, whatever the number is.
        name: unused.

    Returns:
        Tensor: of the shape and dtype.

    Raises:
        ValueError: if a size is negative or the tensor would be too large.

    Examples:
        >>> import paddle
        >>> paddle.full([2], 7).tolist()
        [7.0, 7.0]
    """
    if isinstance(fill_value, str):
        fill_value = float(fill_value)
    return _C_ops.full(shape, fill_value, get_default_dtype() if dtype is None else dtype)


def zeros(shape: Shape, dtype: Any = None, name: str | None = None) -> Tensor:
    """A tensor of zeros; arguments as in `full`.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2], dtype="int64").tolist()
        [0, 0]
    """
    return full(shape, 0, dtype)


def ones(shape: Shape, dtype: Any = None, name: str | None = None) -> Tensor:
    """A tensor of ones; arguments as in `full`.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).tolist()
        [1.0, 1.0]
    """
    return full(shape, 1, dtype)


def empty(shape: Shape, dtype: Any = None, name: str | None = None) -> Tensor:
    """A tensor whose elements are not set; arguments as in `full`.

    Examples:
        >>> import paddle
        >>> paddle.empty([2, 3]).shape
        [2, 3]
    """
    return _C_ops.empty(shape, get_default_dtype() if dtype is None else dtype)


def full_like(
    x: Tensor, fill_value: builtins.complex | Tensor, dtype: Any = None, name: str | None = None
) -> Tensor:
    """A tensor of the shape of x filled with one number.

    Args:
        x: tensor that gives the shape, and the dtype unless one is named.
        fill_value: the number.
        dtype: data type; None stands for that of x.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.full_like(paddle.zeros([2]), 3).tolist()
        [3.0, 3.0]
    """
    return _C_ops.full_like(x, fill_value, dtype)


@operator("zeros_like")
def zeros_like(x: Tensor, dtype: Any = None, name: str | None = None) -> Tensor:
    """Zeros of the shape of x, and of its dtype unless one is named.

    Examples:
        >>> import paddle
        >>> paddle.zeros_like(paddle.ones([2])).tolist()
        [0.0, 0.0]
    """


@operator("ones_like")
def ones_like(x: Tensor, dtype: Any = None, name: str | None = None) -> Tensor:
    """Ones of the shape of x, and of its dtype unless one is named.

    Examples:
        >>> import paddle
        >>> paddle.ones_like(paddle.zeros([2]), dtype="int32").tolist()
        [1, 1]
    """


@operator("empty_like")
def empty_like(x: Tensor, dtype: Any = None, name: str | None = None) -> Tensor:
    """A tensor of the shape of x whose elements are not set.

    Examples:
        >>> import paddle
        >>> paddle.empty_like(paddle.zeros([2, 3])).shape
        [2, 3]
    """


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, Tensor) else value


def _is_integral(value: Any) -> bool:
    if isinstance(value, Tensor):
        return value.dtype.name.startswith(("int", "uint"))
    return not isinstance(value, float) and hasattr(value, "__index__")


def arange(
    start: float | Tensor = 0,
    end: float | Tensor | None = None,
    step: float | Tensor = 1,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from start to below end, a step apart: start, start + step, ...

    Args:
        start: first number; the end when no end is given (then it starts at 0).
        end: bound that is not reached.
        step: distance; negative to count down.
        dtype: data type; None stands for int64 if all three are integers, else the default dtype.
        name: unused.

    Returns:
        Tensor: 1-d, of ceil((end - start) / step) elements.

    Raises:
        ValueError: if the step is 0 or leads away from the end.

    Examples:
        >>> import paddle
        >>> paddle.arange(1, 8, 3).tolist()
        [1, 4, 7]
    """
    if end is None:
        start, end = 0, start
    if dtype is None:
        integral = all(_is_integral(value) for value in (start, end, step))
        dtype = "int64" if integral else get_default_dtype()
    return _C_ops.arange(_number(start), _number(end), _number(step), dtype)


def linspace(
    start: float | Tensor,
    stop: float | Tensor,
    num: int | Tensor,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """`num` numbers evenly spaced from start to stop, both included.

    Args:
        start: first number.
        stop: last number.
        num: how many, at least 1.
        dtype: data type; None stands for the default dtype.
        name: unused.

    Raises:
        ValueError: if num is not positive.

    Examples:
        >>> import paddle
        >>> paddle.linspace(0, 10, 5).tolist()
        [0.0, 2.5, 5.0, 7.5, 10.0]
    """
    dtype = get_default_dtype() if dtype is None else dtype
    return _C_ops.linspace(_number(start), _number(stop), num, dtype)


def logspace(
    start: float | Tensor,
    stop: float | Tensor,
    num: int | Tensor,
    base: float | Tensor = 10.0,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """`num` powers of a base whose exponents are evenly spaced from start to stop.

    Args:
        start: first exponent.
        stop: last exponent.
        num: how many, at least 1.
        base: the base.
        dtype: data type; None stands for the default dtype.
        name: unused.

    Raises:
        ValueError: if num is not positive.

    Examples:
        >>> import paddle
        >>> paddle.logspace(0, 3, 4).tolist()
        [1.0, 10.0, 100.0, 1000.0]
    """
    dtype = get_default_dtype() if dtype is None else dtype
    return _C_ops.logspace(_number(start), _number(stop), num, _number(base), dtype)


def eye(
    num_rows: int, num_columns: int | None = None, dtype: Any = None, name: str | None = None
) -> Tensor:
    """A matrix with ones on the diagonal and zeros elsewhere.

    Args:
        num_rows: number of rows.
        num_columns: number of columns; None stands for as many as rows.
        dtype: data type; None stands for the default dtype.
        name: unused.

    Raises:
        TypeError: if a size is negative.

    Examples:
        >>> import paddle
        >>> paddle.eye(2, 3).tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    """
    columns = num_rows if num_columns is None else num_columns
    for argument, size in (("num_rows", num_rows), ("num_columns", columns)):
        if isinstance(size, int) and size < 0:
            raise TypeError(f"{argument} should be a non-negative int, but it is {size}")
    return _C_ops.eye(num_rows, columns, get_default_dtype() if dtype is None else dtype)


def assign(x: Any, output: Tensor | None = None) -> Tensor:
    """A copy of x, through which gradients flow.

    Args:
        x: tensor, array, number, or nested lists of numbers.
        output: tensor that takes the elements; None makes a new one.

    Returns:
        Tensor: the copy, or `output`.

    Examples:
        >>> import paddle
        >>> paddle.assign([1, 2]).tolist()
        [1, 2]
    """
    source = x if isinstance(x, Tensor) else to_tensor(x)
    if output is None:
        return _C_ops.assign(source)
    if list(output.shape) != list(source.shape) or output.dtype != source.dtype:
        output._become(_C_ops.assign(source))
        return output
    return _C_ops.set_value_(output, source)


def clone(x: Tensor, name: str | None = None) -> Tensor:
    """A copy of x, through which gradients flow.

    Examples:
        >>> import paddle
        >>> paddle.clone(paddle.ones([2])).tolist()
        [1.0, 1.0]
    """
    return _C_ops.assign(x)


@operator("tril")
def tril(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The lower triangle of every matrix in x; zeros above the diagonal.

    Args:
        x: tensor of rank 2 or more; the last two axes are matrices.
        diagonal: the diagonal that is kept as the last one: above (positive) or below the main one.
        name: unused.

    Raises:
        ValueError: if x has fewer than two axes.

    Examples:
        >>> import paddle
        >>> paddle.tril(paddle.ones([2, 2])).tolist()
        [[1.0, 0.0], [1.0, 1.0]]
    """


@operator("triu")
def triu(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The upper triangle of every matrix in x; zeros below the diagonal. Arguments as in `tril`.

    Examples:
        >>> import paddle
        >>> paddle.triu(paddle.ones([2, 2])).tolist()
        [[1.0, 1.0], [0.0, 1.0]]
    """


tril_ = inplace(tril)
triu_ = inplace(triu)


def tril_indices(row: int, col: int, offset: int = 0, dtype: Any = "int64") -> Tensor:
    """Row and column numbers of the lower triangle of a row x col matrix, row by row.

    Args:
        row: number of rows.
        col: number of columns.
        offset: the last diagonal that belongs to the triangle.
        dtype: int32 or int64.

    Returns:
        Tensor: of shape [2, number of elements].

    Raises:
        ValueError: if a size is negative.

    Examples:
        >>> import paddle
        >>> paddle.tril_indices(2, 2).tolist()
        [[0, 1, 1], [0, 0, 1]]
    """
    return _C_ops.tril_indices(row, col, offset, dtype)


def triu_indices(row: int, col: int | None = None, offset: int = 0, dtype: Any = "int64") -> Tensor:
    """Row and column numbers of the upper triangle of a matrix. Arguments as in `tril_indices`.

    Examples:
        >>> import paddle
        >>> paddle.triu_indices(2).tolist()
        [[0, 0, 1], [0, 1, 1]]
    """
    return _C_ops.triu_indices(row, row if col is None else col, offset, dtype)


def diag(
    x: Tensor, offset: int = 0, padding_value: builtins.complex = 0, name: str | None = None
) -> Tensor:
    """A matrix with the vector x on a diagonal, or the diagonal of the matrix x.

    Args:
        x: vector or matrix.
        offset: the diagonal: above (positive) or below the main one.
        padding_value: fills the matrix beside the diagonal.
        name: unused.

    Raises:
        ValueError: if x is of another rank.

    Examples:
        >>> import paddle
        >>> paddle.diag(paddle.to_tensor([1, 2])).tolist()
        [[1, 0], [0, 2]]
    """
    if x.ndim == 2:
        return _C_ops.assign(_C_ops.diagonal(x, offset, 0, 1))
    return _C_ops.diag(x, offset, padding_value)


def diagflat(x: Tensor, offset: int = 0, name: str | None = None) -> Tensor:
    """A matrix with the elements of x on a diagonal, zeros elsewhere.

    Args:
        x: tensor of any shape, taken in order.
        offset: the diagonal: above (positive) or below the main one.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.diagflat(paddle.to_tensor([[1], [2]])).tolist()
        [[1, 0], [0, 2]]
    """
    return _C_ops.diag(_C_ops.flatten(x), offset)


@operator("diag_embed")
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Matrices with the last axis of the input on a diagonal, zeros elsewhere.

    Args:
        input: tensor with at least one axis.
        offset: the diagonal: above (positive) or below the main one.
        dim1: axis of the result that is the rows of the matrices.
        dim2: axis of the result that is their columns.

    Raises:
        ValueError: if the axes are equal or out of range.

    Examples:
        >>> import paddle
        >>> paddle.diag_embed(paddle.to_tensor([1, 2])).tolist()
        [[1, 0], [0, 2]]
    """


def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Coordinates of a grid: tensor i holds the i-th input along axis i, repeated along the others.

    Args:
        args: vectors or 0-d tensors, or one list of them.
        kwargs: `name`, unused.

    Returns:
        list[Tensor]: one per input, all of the shape [len(x0), len(x1), ...].

    Raises:
        ValueError: if an input has more than one axis.

    Examples:
        >>> import paddle
        >>> a, b = paddle.meshgrid(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4, 5]))
        >>> a.tolist(), b.tolist()
        ([[1, 1, 1], [2, 2, 2]], [[3, 4, 5], [3, 4, 5]])
    """
    unknown = set(kwargs) - {"name"}
    if unknown:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{unknown.pop()}'")
    inputs = args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args
    vectors = []
    for x in inputs:
        if x.ndim > 1:
            raise ValueError(f"meshgrid: an input has the shape {x.shape}, but must be a vector")
        vectors.append(_C_ops.flatten(x))
    sizes = [x.shape[0] for x in vectors]
    grids = []
    for i, x in enumerate(vectors):
        others = [axis for axis in range(len(vectors)) if axis != i]
        grids.append(_C_ops.assign(_C_ops.expand(_C_ops.unsqueeze(x, others), sizes)))
    return grids


@operator("complex")
def complex(real: Tensor, imag: Tensor, name: str | None = None) -> Tensor:
    """Complex numbers from real and imaginary parts, which broadcast together.

    Args:
        real: float32 or float64.
        imag: of the same dtype.
        name: unused.

    Returns:
        Tensor: complex64 or complex128.

    Examples:
        >>> import paddle
        >>> paddle.complex(paddle.to_tensor([1.0]), paddle.to_tensor([2.0])).tolist()
        [(1+2j)]
    """


def polar(abs: Tensor, angle: Tensor, name: str | None = None) -> Tensor:
    """Complex numbers from absolute values and angles: abs * (cos(angle) + i sin(angle)).

    Args:
        abs: float32 or float64.
        angle: of the same dtype, in radians.
        name: unused.

    Examples:
        >>> import paddle
        >>> paddle.polar(paddle.to_tensor([2.0]), paddle.to_tensor([0.0])).tolist()
        [(2+0j)]
    """
    return _C_ops.complex(
        _C_ops.multiply(abs, _C_ops.cos(angle)), _C_ops.multiply(abs, _C_ops.sin(angle))
    )


def create_tensor(dtype: Any, name: str | None = None, persistable: bool = False) -> Tensor:
    """A tensor without elements, for `paddle.assign` to write into.

    Args:
        dtype: its data type.
        name: its name; a generated one if None.
        persistable: whether it is kept between runs of a program.

    Raises:
        TypeError: if the data type is not known.

    Examples:
        >>> import paddle
        >>> paddle.tensor.create_tensor("float64").shape
        [0]
    """
    tensor = _C_ops.empty([0], dtype)
    if name is not None:
        tensor.name = name
    tensor.persistable = persistable
    return tensor
