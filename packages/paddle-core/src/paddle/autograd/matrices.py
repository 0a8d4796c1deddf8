"""Jacobian and Hessian matrices whose rows are computed when they are asked for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from .._core import Tensor
from .functions import grad

__all__ = ["Hessian", "Jacobian", "RowMatrix", "hessian", "jacobian"]


class RowMatrix:
    """A matrix, or a batch of matrices, made row by row when indexed; rows are kept.

    Args:
        shape: all sizes.
        row_axis: the axis of the rows; None where there is only one, without an axis.
        make_row: gives the row of an index, without the row axis.
    """

    def __init__(
        self, shape: Sequence[int], row_axis: int | None, make_row: Callable[[int], Tensor]
    ) -> None:
        self._shape = list(shape)
        self._row_axis = row_axis
        self._make_row = make_row
        self._rows: dict[int, Tensor] = {}

    def _row(self, index: int) -> Tensor:
        if index not in self._rows:
            self._rows[index] = self._make_row(index)
        return self._rows[index]

    def _stacked(self, rows: Sequence[int]) -> Tensor:
        import paddle

        if self._row_axis is None:
            return self._row(0)
        if not rows:
            raise IndexError("an index selects no row")
        return paddle.stack([self._row(row) for row in rows], axis=self._row_axis)

    def _evaluate(self) -> Tensor:
        """The whole matrix as a tensor."""
        axis = self._row_axis
        return self._stacked(() if axis is None else range(self._shape[axis]))

    def __getitem__(self, indexes: Any) -> Tensor:
        if not self._shape:
            raise IndexError("0-D tensor can not be indexed.")
        index = list(indexes) if isinstance(indexes, tuple) else [indexes]
        axis = self._row_axis
        plain = all(isinstance(i, (int, slice)) for i in index)
        if axis is None or not plain or len(index) <= axis:
            return self._evaluate()[indexes]
        size, wanted = self._shape[axis], index[axis]
        if isinstance(wanted, slice):
            selected = self._stacked(range(size)[wanted])
            index[axis] = slice(None)
        else:
            if not -size <= wanted < size:
                raise IndexError(f"row {wanted} of a matrix of {size} rows")
            selected = self._row(wanted % size)
            del index[axis]
        return selected[tuple(index)] if index else selected

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = self._evaluate().numpy()
        return array if dtype is None else array.astype(dtype)


class Jacobian(RowMatrix):
    """The derivatives of one tensor by another, as a matrix.

    Indexing computes the rows that it needs; everything else that a tensor can do, arithmetic and
    methods, works on the whole matrix. Results can be differentiated again.
    """

    def __init__(self, ys: Tensor, xs: Tensor, is_batched: bool = False) -> None:
        self._ys, self._xs = ys, xs
        self._is_batched = is_batched
        _check_ranks(ys, xs, is_batched)
        axes = 1 if is_batched else 0
        row_axis = axes if ys.ndim > axes else None
        shape = [*ys.shape[: axes + 1], *xs.shape[axes:]]
        if any(size < 0 for size in shape):
            raise ValueError(f"jacobian: sizes must be known, but the shape is {shape}")
        super().__init__(shape, row_axis, self._derivatives)

    def _derivatives(self, row: int) -> Tensor:
        y = self._ys
        if self._row_axis is not None:
            y = y[:, row] if self._is_batched else y[row]
        return derivative(y, self._xs)

    @property
    def shape(self) -> list[int]:
        """The sizes: those of `ys`, then those of `xs`, a batch only once."""
        return list(self._shape)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._evaluate(), name)


class Hessian(Jacobian):
    """The second derivatives of one number, or one per sample, as a matrix."""


def _check_ranks(ys: Tensor, xs: Tensor, is_batched: bool) -> None:
    low = 1 if is_batched else 0
    for name, tensor in (("xs", xs), ("ys", ys)):
        if not low <= tensor.ndim <= low + 1:
            raise ValueError(
                f"{name}.ndim should be {low} or {low + 1} when is_batched={is_batched} but got "
                f"{tensor.ndim}"
            )


def derivative(y: Tensor, x: Tensor) -> Tensor:
    """The gradient of the sum of y, which can be differentiated again; zeros where y does not
    depend on x."""
    import paddle

    (found,) = grad(y, x, retain_graph=True, create_graph=True, allow_unused=True)
    if found is None:
        found = paddle.zeros_like(x)
        found.stop_gradient = False
    return found


def _attach_operators() -> None:
    """Arithmetic and comparisons as on the tensor of the whole matrix."""
    names = [
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "matmul",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
    ]
    reflected = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"]

    def plain(value: Any) -> Any:
        return value._evaluate() if isinstance(value, RowMatrix) else value

    def attach(name: str, function: Callable[..., Any]) -> None:
        setattr(Jacobian, name, function)

    for name in names:
        apply = getattr(operator, name)
        attach(f"__{name}__", lambda x, y, apply=apply: apply(plain(x), plain(y)))
    for name in reflected:
        apply = getattr(operator, name)
        attach(f"__r{name}__", lambda x, y, apply=apply: apply(plain(y), plain(x)))
    attach("__neg__", lambda x: -x._evaluate())


_attach_operators()


def _is_batched(batch_axis: int | None) -> bool:
    if batch_axis is not None and batch_axis != 0:
        raise ValueError(f"batch_axis should be None or 0, but got {batch_axis}.")
    return batch_axis == 0


def _matrices(make: type[Jacobian], ys: Any, xs: Any, is_batched: bool) -> Any:
    if not isinstance(ys, Tensor):
        return tuple(_matrices(make, y, xs, is_batched) for y in ys)
    if not isinstance(xs, Tensor):
        return tuple(make(ys, x, is_batched) for x in xs)
    return make(ys, xs, is_batched)


def jacobian(
    ys: Tensor | Sequence[Tensor], xs: Tensor | Sequence[Tensor], batch_axis: int | None = None
) -> Any:
    r"""The matrices of derivatives :math:`\partial y_i / \partial x_j`.

    Args:
        ys: tensors computed from `xs`, of rank 0 or 1; of rank 1 or 2 with a batch.
        xs: tensors of such ranks that do not stop gradients.
        batch_axis: None (the default), or 0 where the first axis holds independent samples.

    Returns:
        A matrix [M, N], or [batch, M, N], that is computed row by row when indexed; axes that ys
        or xs lack are lacking. For sequences, tuples of such matrices, those for `ys` outside.

    Raises:
        ValueError: for another `batch_axis` or another rank.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> matrix = paddle.autograd.jacobian(x * x, x)
        >>> matrix[:].tolist(), matrix[1].tolist()
        ([[2.0, 0.0], [0.0, 4.0]], [0.0, 4.0])
    """
    return _matrices(Jacobian, ys, xs, _is_batched(batch_axis))


def hessian(ys: Tensor, xs: Tensor | Sequence[Tensor], batch_axis: int | None = None) -> Any:
    r"""The matrices of second derivatives :math:`\partial^2 y / \partial x_i \partial x_j`.

    Args:
        ys: a tensor with one element; with a batch, of shape [batch] or [batch, 1].
        xs: tensors of rank 0 or 1 (1 or 2 with a batch) that do not stop gradients.
        batch_axis: None (the default), or 0 where the first axis holds independent samples.

    Returns:
        A matrix [N, N], or [batch, N, N], that is computed row by row when indexed. For a sequence
        a tuple of tuples of such matrices.

    Raises:
        ValueError: for another `batch_axis`, another rank, or more than one element.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.autograd.hessian((x * x * x).sum(), x)[:].tolist()
        [[6.0, 0.0], [0.0, 12.0]]
    """
    is_batched = _is_batched(batch_axis)
    per_sample = ys.shape[1:] if is_batched else ys.shape
    if (is_batched and not 1 <= ys.ndim <= 2) or any(size != 1 for size in per_sample):
        raise ValueError(
            f"hessian: ys must have one element{' per sample' if is_batched else ''}, but has "
            f"shape {ys.shape}"
        )
    if isinstance(xs, Tensor):
        return Hessian(derivative(ys, xs), xs, is_batched)
    return _matrices(Hessian, [derivative(ys, x) for x in xs], list(xs), is_batched)
