"""Gradients of outputs with respect to inputs, and the backward pass into leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import _core
from .._core import Tensor

__all__ = ["backward", "grad"]


def _as_list(value: Tensor | Sequence[Tensor | None] | None, what: str) -> list[Any]:
    if value is None:
        return []
    values = [value] if isinstance(value, Tensor) else list(value)
    for item in values:
        if item is not None and not isinstance(item, Tensor):
            raise TypeError(f"{what} must be Tensors, but got {type(item).__name__}")
    return values


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool = False,
) -> None:
    """Go back from `tensors` through the graph and add the gradients to `.grad` of the leaves.

    Args:
        tensors: where to start; at least one, no tensor twice.
        grad_tensors: gradients of `tensors`, of the same shapes. None stands for ones.
        retain_graph: keep what the graph saved, so that it can be gone through again.

    Raises:
        TypeError: if something else than tensors is given.
        ValueError: if there are not as many `grad_tensors` as `tensors`, or a shape differs.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([2.0, 3.0], stop_gradient=False)
        >>> paddle.autograd.backward([x * x, 4 * x])
        >>> x.grad
        Tensor(shape=[2], dtype=float32, place=Place(cpu), stop_gradient=False,
               [8. , 10.])
    """
    outputs = _as_list(tensors, "tensors")
    if not outputs:
        raise ValueError("backward needs at least one tensor")
    if len({id(tensor) for tensor in outputs}) != len(outputs):
        raise AssertionError("tensors contains the same tensor more than once")
    _core.backward(outputs, _as_list(grad_tensors, "grad_tensors"), bool(retain_graph))


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool = False,
    no_grad_vars: Tensor | Sequence[Tensor] | None = None,
) -> list[Tensor | None]:
    """Gradients of the sum of `outputs` with respect to `inputs`; `.grad` is left alone.

    Args:
        outputs: tensors to differentiate.
        inputs: tensors to differentiate with respect to.
        grad_outputs: weights of the outputs, of their shapes; None stands for ones.
        retain_graph: keep what the graph saved; None: as `create_graph`.
        create_graph: record the computation, so that the result can be differentiated again.
        only_inputs: only True is supported.
        allow_unused: give None for an input that no output depends on, instead of raising.
        no_grad_vars: tensors that gradients do not pass through.

    Returns:
        One gradient per input.

    Raises:
        ValueError: if an input is not used and `allow_unused` is False, or a shape differs.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> first = paddle.grad(x**3, x, create_graph=True)[0]
        >>> float(first), float(paddle.grad(first, x)[0])
        (27.0, 18.0)
    """
    if not only_inputs:
        raise AssertionError("only_inputs=False is not supported")
    return _core.grad(
        _as_list(outputs, "outputs"),
        _as_list(inputs, "inputs"),
        _as_list(grad_outputs, "grad_outputs"),
        create_graph if retain_graph is None else bool(retain_graph),
        bool(create_graph),
        bool(allow_unused),
        _as_list(no_grad_vars, "no_grad_vars"),
    )
