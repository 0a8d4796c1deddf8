"""Gradients and forward gradients of tensors that are computed already, or are symbolic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import _core
from ..._core import Tensor

__all__ = ["disable_prim", "enable_prim", "forward_grad", "grad", "prim_enabled"]

_state = {"enabled": False}


def enable_prim() -> None:
    """Say that derivatives are to be made of operators with derivatives of their own.

    Those here always are, so that this changes nothing but what `prim_enabled` tells.

    Examples:
        >>> import paddle
        >>> paddle.incubate.autograd.enable_prim()
        >>> paddle.incubate.autograd.prim_enabled()
        True
        >>> paddle.incubate.autograd.disable_prim()
    """
    _state["enabled"] = True


def disable_prim() -> None:
    """Take `enable_prim` back.

    Examples:
        >>> import paddle
        >>> paddle.incubate.autograd.disable_prim()
        >>> paddle.incubate.autograd.prim_enabled()
        False
    """
    _state["enabled"] = False


def prim_enabled() -> bool:
    """Whether `enable_prim` was called last."""
    return _state["enabled"]


def as_list(value: Any, what: str) -> list[Tensor]:
    """A tensor or a sequence of tensors as a list."""
    tensors = [value] if isinstance(value, Tensor) else list(value)
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{what} must be Tensors, but got {type(tensor).__name__}")
    return tensors


def differentiate(
    ys: Sequence[Tensor], xs: Sequence[Tensor], weights: Sequence[Tensor] | None
) -> list[Tensor | None]:
    """The gradients of the weighted sum of ys, which can be differentiated again."""
    return _core.grad(list(ys), list(xs), list(weights or ()), True, True, True, [])


def zeros_like(tensor: Tensor) -> Tensor:
    """Zeros that do not stop gradients."""
    import paddle

    zeros = paddle.zeros_like(tensor)
    zeros.stop_gradient = False
    return zeros


def _ones_like(tensor: Tensor) -> Tensor:
    import paddle

    ones = paddle.ones_like(tensor)
    ones.stop_gradient = False
    return ones


def _depends_on_weights(gradient: Tensor) -> bool:
    """Whether it can be differentiated; if not it must be zero, as that of a sign is."""
    if not gradient.stop_gradient:
        return True
    if gradient._is_symbolic or bool((gradient != 0).any()):
        raise RuntimeError("an operator has a gradient that cannot be differentiated again")
    return False


def push_forward(
    ys: Sequence[Tensor], xs: Sequence[Tensor], tangents: Sequence[Tensor] | None
) -> list[Tensor]:
    r"""The directional derivatives of ys along the tangents of xs (ones by default).

    The gradient :math:`J^T u` is linear in its weights u, so that its own gradient with respect to
    u, weighted by the tangents v, is :math:`J v`.

    Raises:
        RuntimeError: if the gradient of an operator in between cannot be differentiated.
    """
    import paddle

    weights = [_ones_like(y) for y in ys]
    found = differentiate(ys, xs, weights)
    if tangents is None:
        tangents = [paddle.ones_like(x) for x in xs]
    reached = [
        (g, v)
        for g, v in zip(found, tangents, strict=True)
        if g is not None and _depends_on_weights(g)
    ]
    if not reached:
        return [zeros_like(y) for y in ys]
    products = differentiate([g for g, _ in reached], weights, [v for _, v in reached])
    return [
        zeros_like(y) if product is None else product
        for y, product in zip(ys, products, strict=True)
    ]


def check_same_shapes(tensors: Sequence[Tensor], like: Sequence[Tensor], what: str) -> None:
    """Refuse weights or tangents that do not fit.

    Raises:
        ValueError: if the number of tensors, or a shape, differs.
    """
    if len(tensors) != len(like):
        raise ValueError(f"{len(tensors)} {what} were given for {len(like)} tensors")
    for tensor, other in zip(tensors, like, strict=True):
        if tensor.shape != other.shape:
            raise ValueError(
                f"{what} have the shape {tensor.shape} where the shape {other.shape} is needed"
            )


def forward_grad(outputs: Any, inputs: Any, grad_inputs: Any = None) -> Any:
    r"""Forward-mode gradients: the directional derivatives of `outputs` along `grad_inputs`.

    Args:
        outputs: a tensor or a sequence of tensors that were computed from the inputs.
        inputs: a tensor or a sequence of tensors that do not stop gradients.
        grad_inputs: the directions, of the inputs' shapes; ones by default.

    Returns:
        One tensor for a single output, else a list.

    Raises:
        ValueError: if a direction has another shape than its input.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.incubate.autograd.forward_grad(x * x, x).tolist()
        [2.0, 4.0]
    """
    ys, xs = as_list(outputs, "outputs"), as_list(inputs, "inputs")
    tangents = None if grad_inputs is None else as_list(grad_inputs, "grad_inputs")
    if tangents is not None:
        check_same_shapes(tangents, xs, "grad_inputs")
    results = push_forward(ys, xs, tangents)
    return results[0] if isinstance(outputs, Tensor) else results


def grad(outputs: Any, inputs: Any, grad_outputs: Any = None) -> Any:
    """Reverse-mode gradients of the sum of `outputs`, which can be differentiated again.

    Args:
        outputs: a tensor or a sequence of tensors that were computed from the inputs.
        inputs: a tensor or a sequence of tensors that do not stop gradients.
        grad_outputs: weights of the outputs, of their shapes; ones by default.

    Returns:
        One tensor for a single input, else a list; None for an input that is not used.

    Raises:
        ValueError: if a weight has another shape than its output.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.incubate.autograd.grad(x * x, x).tolist()
        [2.0, 4.0]
    """
    ys, xs = as_list(outputs, "outputs"), as_list(inputs, "inputs")
    weights = None if grad_outputs is None else as_list(grad_outputs, "grad_outputs")
    if weights is not None:
        check_same_shapes(weights, ys, "grad_outputs")
    results = differentiate(ys, xs, weights)
    return results[0] if isinstance(inputs, Tensor) else results
