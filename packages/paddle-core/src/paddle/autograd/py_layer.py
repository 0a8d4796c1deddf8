"""Operators whose forward and backward pass are Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .._core import Tensor
from .grad_mode import no_grad
from .saved_tensors import active_hooks

__all__ = ["PyLayer", "PyLayerContext"]


class PyLayerContext:
    """What `PyLayer.forward` leaves for `PyLayer.backward`; attributes of any name can be set."""

    def __init__(self) -> None:
        self._saved: tuple[Any, ...] = ()
        self._unpack: Callable[[Any], Tensor] | None = None
        self._versions: list[int | None] = []
        self._non_differentiable: list[Tensor] = []
        self._not_inplace: list[Tensor] = []
        self._materialize_grads = True

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors for the backward pass; call it once, in forward.

        Examples:
            >>> import paddle
            >>> class Square(paddle.autograd.PyLayer):
            ...     @staticmethod
            ...     def forward(ctx, x):
            ...         ctx.save_for_backward(x)
            ...         return x * x
            ...
            ...     @staticmethod
            ...     def backward(ctx, grad):
            ...         (x,) = ctx.saved_tensor()
            ...         return 2 * x * grad
            >>> x = paddle.to_tensor(3.0, stop_gradient=False)
            >>> Square.apply(x).backward()
            >>> float(x.grad)
            6.0
        """
        hooks = active_hooks()
        if hooks is not None:
            tensors = tuple(hooks.pack_hook(t) if isinstance(t, Tensor) else t for t in tensors)
            self._unpack = hooks.unpack_hook
        self._saved = tensors
        self._versions = [t.inplace_version if isinstance(t, Tensor) else None for t in tensors]

    def saved_tensor(self) -> tuple[Any, ...]:
        """What `save_for_backward` kept.

        Raises:
            RuntimeError: if a saved tensor was written in place since.
        """
        for tensor, version in zip(self._saved, self._versions, strict=True):
            if version is not None and tensor.inplace_version != version:
                raise RuntimeError(
                    f"a tensor of shape {tensor.shape} saved for backward was written in place "
                    f"since: its version is {tensor.inplace_version}, expected {version}"
                )
        if self._unpack is None:
            return self._saved
        return tuple(value if value is None else self._unpack(value) for value in self._saved)

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Outputs that have no gradient."""
        self._non_differentiable = list(args)

    def mark_not_inplace(self, *args: Tensor) -> None:
        """Inputs that forward returns as they are, but as tensors of their own."""
        self._not_inplace = list(args)

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward gets zeros (True, the default) or None where no gradient arrived."""
        self._materialize_grads = bool(value)


def _contains(tensors: list[Tensor], tensor: Tensor) -> bool:
    return any(candidate is tensor for candidate in tensors)


def _tensors_in(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Tensor]:
    found: list[Tensor] = []
    for value in (*args, *kwargs.values()):
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found.extend(item for item in value if isinstance(item, Tensor))
    return found


class PyLayer(PyLayerContext):
    """Base class of operators that define forward and backward in Python.

    `forward(ctx, *args, **kwargs)` computes the outputs; nothing in it is recorded.
    `backward(ctx, *grads)` gets one gradient per tensor output and returns one per tensor input
    (None: no gradient). Both are static methods; call the operator with `apply`.

    Examples:
        >>> import paddle
        >>> class Exp(paddle.autograd.PyLayer):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         y = paddle.exp(x)
        ...         ctx.save_for_backward(y)
        ...         return y
        ...
        ...     @staticmethod
        ...     def backward(ctx, grad):
        ...         (y,) = ctx.saved_tensor()
        ...         return grad * y
        >>> x = paddle.to_tensor(0.0, stop_gradient=False)
        >>> Exp.apply(x).backward()
        >>> float(x.grad)
        1.0
    """

    @staticmethod
    def forward(ctx: PyLayerContext, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; to be written by the subclass."""
        raise NotImplementedError("You must implement the forward function for PyLayer.")

    @staticmethod
    def backward(ctx: PyLayerContext, *args: Any) -> Any:
        """Compute the gradients of the inputs; to be written by the subclass."""
        raise NotImplementedError("You must implement the backward function for PyLayer.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward and record backward.

        Returns:
            What forward returned.

        Raises:
            ValueError: if forward returned no tensor.
        """
        ctx = PyLayerContext()
        inputs = _tensors_in(args, kwargs)
        with no_grad():
            returned = cls.forward(ctx, *args, **kwargs)
        sequence = returned if isinstance(returned, (list, tuple)) else (returned,)
        outputs = [cls._own_tensor(ctx, value, inputs) for value in sequence]
        if not any(isinstance(value, Tensor) for value in outputs):
            raise ValueError("At least one output of `PyLayer.forward` must be a `Tensor`.")
        cls._record(ctx, inputs, outputs)
        return type(returned)(outputs) if isinstance(returned, (list, tuple)) else outputs[0]

    @staticmethod
    def _own_tensor(ctx: PyLayerContext, value: Any, inputs: list[Tensor]) -> Any:
        """An input that is returned unchanged becomes a tensor of its own."""
        returned_as_is = isinstance(value, Tensor) and _contains(inputs, value)
        if returned_as_is and (value.is_leaf or _contains(ctx._not_inplace, value)):
            return value.detach()
        return value

    @classmethod
    def _record(cls, ctx: PyLayerContext, inputs: list[Tensor], outputs: list[Any]) -> None:
        wanted = any(not tensor.stop_gradient for tensor in inputs)
        if not (wanted and _core.is_grad_enabled()):
            return
        tensors = [value for value in outputs if isinstance(value, Tensor)]
        shapes = [(tensor.shape, tensor.dtype) for tensor in tensors]

        def call_backward(grads: list[Tensor | None]) -> list[Tensor | None]:
            return _run_backward(cls, ctx, inputs, grads, shapes)

        _core.connect_python_node(cls.__name__, inputs, tensors, call_backward)
        for tensor in tensors:
            if _contains(ctx._non_differentiable, tensor):
                tensor.stop_gradient = True


def _run_backward(
    layer: type[PyLayer],
    ctx: PyLayerContext,
    inputs: list[Tensor],
    grads: list[Tensor | None],
    shapes: list[tuple[list[int], Any]],
) -> list[Tensor | None]:
    import paddle

    if ctx._materialize_grads:
        grads = [
            paddle.zeros(shape, dtype) if grad is None else grad
            for grad, (shape, dtype) in zip(grads, shapes, strict=True)
        ]
    returned = layer.backward(ctx, *grads)
    results = list(returned) if isinstance(returned, (list, tuple)) else [returned]
    if len(results) != len(inputs):
        differentiable = [tensor for tensor in inputs if not tensor.stop_gradient]
        if len(results) != len(differentiable):
            raise ValueError(
                f"{layer.__name__}.backward returned {len(results)} gradients for {len(inputs)} "
                f"input tensors, of which {len(differentiable)} need one"
            )
        given = iter(results)
        results = [None if tensor.stop_gradient else next(given) for tensor in inputs]
    return results
