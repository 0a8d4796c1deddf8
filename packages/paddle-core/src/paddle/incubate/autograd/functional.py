"""Derivatives of Python functions of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..._core import Tensor
from ...autograd.matrices import RowMatrix, derivative
from .primapi import as_list, check_same_shapes, differentiate, push_forward, zeros_like

__all__ = ["Hessian", "Jacobian", "jvp", "vjp"]


def _fresh(xs: Any) -> list[Tensor]:
    """Copies of the inputs to which derivatives can be taken."""
    import paddle

    copies = [paddle.assign(x) for x in as_list(xs, "xs")]
    for copy in copies:
        copy.stop_gradient = False
    return copies


def _unpacked(tensors: Sequence[Tensor]) -> Any:
    return tensors[0] if len(tensors) == 1 else tuple(tensors)


def _weights(v: Any, like: Sequence[Tensor]) -> list[Tensor] | None:
    if v is None:
        return None
    tensors = as_list(v, "v")
    check_same_shapes(tensors, like, "v")
    return tensors


def vjp(func: Callable[..., Any], xs: Any, v: Any = None) -> tuple[Any, Any]:
    r"""The value of a function, and the product :math:`v^T J` with its Jacobian (reverse mode).

    Args:
        func: takes the tensors of `xs` and returns a tensor or a sequence of tensors.
        xs: a tensor or a sequence of tensors.
        v: tensors of the shapes of the outputs; ones by default.

    Returns:
        The outputs, and one tensor per input; each a tuple where there are several.

    Raises:
        ValueError: if `v` does not have the shapes of the outputs.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> out, product = paddle.incubate.autograd.vjp(lambda x: x * x, x)
        >>> out.tolist(), product.tolist()
        ([1.0, 4.0], [2.0, 4.0])
    """
    inputs = _fresh(xs)
    outputs = as_list(func(*inputs), "the results of func")
    found = differentiate(outputs, inputs, _weights(v, outputs))
    products = [
        zeros_like(x) if product is None else product
        for x, product in zip(inputs, found, strict=True)
    ]
    return _unpacked(outputs), _unpacked(products)


def jvp(func: Callable[..., Any], xs: Any, v: Any = None) -> tuple[Any, Any]:
    r"""The value of a function, and the product :math:`J v` with its Jacobian (forward mode).

    Args:
        func: takes the tensors of `xs` and returns a tensor or a sequence of tensors.
        xs: a tensor or a sequence of tensors.
        v: tensors of the shapes of `xs`; ones by default.

    Returns:
        The outputs, and one tensor per output; each a tuple where there are several.

    Raises:
        ValueError: if `v` does not have the shapes of `xs`.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> out, product = paddle.incubate.autograd.jvp(lambda x: x * x.sum(), x)
        >>> out.tolist(), product.tolist()
        ([3.0, 6.0], [5.0, 7.0])
    """
    inputs = _fresh(xs)
    tangents = _weights(v, inputs)
    outputs = as_list(func(*inputs), "the results of func")
    return _unpacked(outputs), _unpacked(push_forward(outputs, inputs, tangents))


def _flat(tensor: Tensor, is_batched: bool) -> Tensor:
    """The elements along one axis, behind that of the batch."""
    import paddle

    if not is_batched:
        return paddle.reshape(tensor, [-1])
    return paddle.unsqueeze(tensor, -1) if tensor.ndim == 1 else paddle.flatten(tensor, 1)


class Jacobian(RowMatrix):
    r"""The matrix :math:`\partial f_i / \partial x_j` over all elements of all outputs and inputs.

    Args:
        func: takes the tensors of `xs` and returns a tensor or a sequence of tensors.
        xs: a tensor or a sequence of tensors.
        is_batched: whether the first axis of inputs and outputs holds independent samples.

    The matrix has the shape [rows, columns], or [batch, rows, columns]; indexing it computes the
    rows that are needed, and keeps them.

    Raises:
        ValueError: if the number of rows is not known, in a program.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0]])
        >>> matrix = paddle.incubate.autograd.Jacobian(lambda x: x * x, x)
        >>> matrix.shape, matrix[1].tolist(), matrix[:, 0].tolist()
        ((2, 2), [0.0, 4.0], [2.0, 0.0])
    """

    def __init__(self, func: Callable[..., Any], xs: Any, is_batched: bool = False) -> None:
        inputs = _fresh(xs)
        self._build(as_list(func(*inputs), "the results of func"), inputs, is_batched)

    def _build(self, ys: Sequence[Tensor], xs: Sequence[Tensor], is_batched: bool) -> None:
        self._is_batched = is_batched
        self._xs = xs
        self._ys = [_flat(y, is_batched) for y in ys]
        axis = int(is_batched)
        rows = [y.shape[axis] for y in self._ys]
        columns = [_flat(x, is_batched).shape[axis] for x in xs]
        if min((*rows, *columns)) < 0:
            raise ValueError("the numbers of rows and columns must be known")
        shape = [*self._ys[0].shape[:axis], sum(rows), sum(columns)]
        super().__init__(shape, axis, self._derivatives)

    def _derivatives(self, row: int) -> Tensor:
        import paddle

        axis = int(self._is_batched)
        for y in self._ys:
            if row < y.shape[axis]:
                break
            row -= y.shape[axis]
        number = y[:, row] if self._is_batched else y[row]
        parts = [_flat(derivative(number, x), self._is_batched) for x in self._xs]
        return parts[0] if len(parts) == 1 else paddle.concat(parts, axis)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        return tuple(self._shape)


class Hessian(Jacobian):
    r"""The matrix :math:`\partial^2 f / \partial x_i \partial x_j` over all elements of the inputs.

    Args:
        func: takes the tensors of `xs` and returns one element, or one per sample of a batch.
        xs: a tensor or a sequence of tensors.
        is_batched: whether the first axis of the inputs holds independent samples.

    Raises:
        RuntimeError: if `func` returns more.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> matrix = paddle.incubate.autograd.Hessian(lambda x: (x * x * x).sum(), x)
        >>> matrix.shape, matrix[1].tolist()
        ((2, 2), [0.0, 12.0])
    """

    def __init__(self, func: Callable[..., Any], xs: Any, is_batched: bool = False) -> None:
        inputs = _fresh(xs)
        ys = as_list(func(*inputs), "the results of func")
        sizes = ys[0].shape[1:] if is_batched else ys[0].shape
        if len(ys) != 1 or any(size != 1 for size in sizes) or len(sizes) > 1:
            raise RuntimeError(
                "the function given to Hessian must return one element"
                f"{' per sample' if is_batched else ''}, but returned shape {ys[0].shape}"
            )
        self._build([derivative(ys[0], x) for x in inputs], inputs, is_batched)
