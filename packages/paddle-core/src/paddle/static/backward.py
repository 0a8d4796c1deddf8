"""Gradients inside programs: the engine of the eager mode, run on symbolic tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import _core
from .._core import Tensor
from .program import default_main_program

__all__ = ["append_backward", "gradients"]


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return [value] if isinstance(value, Tensor) else list(value)


def gradients(
    targets: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    target_gradients: Tensor | Sequence[Tensor] | None = None,
    no_grad_set: Any = None,
) -> list[Tensor | None]:
    """Record the gradients of the sum of `targets` with respect to `inputs`.

    Args:
        targets: symbolic tensors to differentiate.
        inputs: symbolic tensors or parameters; their stop_gradient must be False.
        target_gradients: weights of the targets; None stands for ones.
        no_grad_set: tensors or names that gradients do not pass through.

    Returns:
        One symbolic tensor per input, None where no target depends on it; they can be
        differentiated again.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        ...     x.stop_gradient = False
        ...     (gradient,) = paddle.static.gradients(x * x, x)
        >>> import numpy as np
        >>> feed = {"x": np.array([1.0, 2.0], "float32")}
        >>> paddle.static.Executor().run(main, feed, [gradient])
        [array([2., 4.], dtype=float32)]
    """
    return _gradients(targets, inputs, target_gradients, no_grad_set, create_graph=True)


def _gradients(
    targets: Any, inputs: Any, target_gradients: Any, no_grad_set: Any, create_graph: bool
) -> list[Tensor | None]:
    blocked = [_resolve(item) for item in no_grad_set or ()]
    given = (_as_list(targets), _as_list(inputs), _as_list(target_gradients))
    return _core.grad(*given, True, create_graph, True, blocked)


def _resolve(item: Tensor | str) -> Tensor:
    if isinstance(item, Tensor):
        return item
    found = default_main_program()._find(item)
    if found is None:
        raise ValueError(f"the program has no tensor named {item!r}")
    return found


def append_backward(
    loss: Tensor,
    parameter_list: Sequence[Tensor | str] | None = None,
    no_grad_set: Any = None,
    callbacks: Sequence[Callable[..., None]] | None = None,
    checkpoints: Any = None,
    distop_context: Any = None,
) -> list[tuple[Tensor, Tensor]]:
    """Record the gradients of a loss with respect to parameters.

    Args:
        loss: a symbolic tensor with one element.
        parameter_list: parameters or their names; all trainable ones of the program if None.
        no_grad_set: tensors or names that gradients do not pass through.
        callbacks: not supported; must be None.
        checkpoints: not supported; must be None.
        distop_context: not supported; must be None.

    Returns:
        Pairs of parameter and gradient, for the parameters that the loss depends on.

    Raises:
        ValueError: if the loss has more than one element.
    """
    for name, value in (("callbacks", callbacks), ("checkpoints", checkpoints)):
        if value is not None:
            raise NotImplementedError(f"append_backward: {name} is not supported")
    if loss.size not in (1, -1):
        raise ValueError(f"the loss must have one element, but has shape {loss.shape}")
    if parameter_list is None:
        parameters = default_main_program().all_parameters()
    else:
        parameters = [_resolve(item) for item in parameter_list]
    trainable = [p for p in parameters if not p.stop_gradient]
    found = _gradients(loss, trainable, None, no_grad_set, create_graph=False)
    pairs = [(p, g) for p, g in zip(trainable, found, strict=True) if g is not None]
    for parameter, grad in pairs:
        _name_gradient(parameter.name, grad)
    return pairs


def _name_gradient(parameter: str, grad: Tensor) -> None:
    handle = _core.program_of(grad)
    name = parameter + "@GRAD"
    if handle.find(name) < 0:
        handle.rename(handle.value_of(grad), name)
