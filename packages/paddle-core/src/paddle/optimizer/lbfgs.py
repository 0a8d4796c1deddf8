"""L-BFGS: a quasi-Newton method with limited memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle import _core
from paddle._core import Tensor
from paddle.optimizer.line_search import History, Point, dot, largest, strong_wolfe
from paddle.optimizer.optimizer import Optimizer

__all__ = ["LBFGS"]


class LBFGS(Optimizer):
    r"""L-BFGS: steps along :math:`-H g`, where H approximates the inverse Hessian.

    Each `step` makes up to `max_iter` iterations, for which it calls the closure again and again.
    Source: Nocedal and Wright, Numerical Optimization, 2006, algorithm 7.5.

    Args:
        learning_rate: the length of the steps, or the first length that a line search tries; 1.0
            by default.
        max_iter: the most iterations of one `step`, 20 by default.
        max_eval: the most evaluations of one `step`, 1.25 * max_iter by default.
        tolerance_grad: stop where no element of the gradient is above this, 1e-7 by default.
        tolerance_change: stop where the change of value or parameters is below this, 1e-9 by
            default.
        history_size: how many steps stand for the Hessian, 100 by default.
        line_search_fn: None (the default) for steps of fixed length, or "strong_wolfe".
        parameters: the parameters.
        weight_decay: accepted for compatibility; a penalty belongs into the closure.
        grad_clip: accepted for compatibility; gradients are not clipped.
        name: accepted for compatibility.

    Raises:
        ValueError: the line search is not known, or parameters come in groups.

    Examples:
        >>> import paddle
        >>> x = paddle.create_parameter([2], "float32", is_bias=True)
        >>> lbfgs = paddle.optimizer.LBFGS(line_search_fn="strong_wolfe", parameters=[x])
        >>> def closure():
        ...     lbfgs.clear_grad()
        ...     loss = ((x - 3.0) ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> float(lbfgs.step(closure))
        18.0
        >>> x.tolist()
        [3.0, 3.0]
    """

    def __init__(
        self,
        learning_rate: Any = 1.0,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        name: str | None = None,
    ) -> None:
        if isinstance(learning_rate, int):
            learning_rate = float(learning_rate)
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        if any(group.settings for group in self._groups) or len(self._groups) != 1:
            raise ValueError("LBFGS takes parameters, not groups of them")
        if line_search_fn not in (None, "strong_wolfe"):
            raise ValueError(f"only the line search 'strong_wolfe' exists, not {line_search_fn!r}")
        self._max_iter = int(max_iter)
        self._max_eval = max_iter * 5 // 4 if max_eval is None else int(max_eval)
        self._tolerance_grad = float(tolerance_grad)
        self._tolerance_change = float(tolerance_change)
        self._line_search = line_search_fn
        self._history = History(int(history_size))
        self._direction: Tensor | None = None
        self._last_step = 0.0
        self._last_gradient: Tensor | None = None
        self._last_value: float | None = None
        self._evaluations = 0
        self._iterations = 0

    # ---- parameters as one vector ----

    def _flat(self, tensors: list[Any]) -> Tensor:
        import paddle

        dtype = self._parameter_list[0].dtype
        parts = [
            paddle.zeros([param.size], dtype) if tensor is None else tensor.flatten().astype(dtype)
            for param, tensor in zip(self._parameter_list, tensors, strict=True)
        ]
        return paddle.concat(parts)

    def _set_vector(self, vector: Tensor) -> None:
        position = 0
        for param in self._parameter_list:
            part = vector[position : position + param.size]
            param.set_value(part.reshape(param.shape).astype(param.dtype))
            position += param.size

    def _evaluate(self, closure: Callable[[], Tensor]) -> tuple[Tensor, Tensor]:
        """The loss and its gradient at the present parameters."""
        before = _core.set_grad_enabled(True)
        try:
            loss = closure()
        finally:
            _core.set_grad_enabled(before)
        self._evaluations += 1
        return loss, self._flat([param.grad for param in self._parameter_list])

    # ---- the step ----

    def step(self, closure: Callable[[], Tensor]) -> Tensor:  # type: ignore[override]
        """Make up to `max_iter` iterations.

        Args:
            closure: clears the gradients, computes the loss, calls its `backward`, returns it.

        Returns:
            The loss before the first iteration.

        Examples:
            >>> import paddle
            >>> x = paddle.create_parameter([1], "float32", is_bias=True)
            >>> lbfgs = paddle.optimizer.LBFGS(parameters=[x])
            >>> def closure():
            ...     lbfgs.clear_grad()
            ...     loss = (x + 2.0).square().sum()
            ...     loss.backward()
            ...     return loss
            >>> float(lbfgs.step(closure))
            4.0
        """
        before = _core.set_grad_enabled(False)
        try:
            return self._iterate(closure)
        finally:
            _core.set_grad_enabled(before)

    def _iterate(self, closure: Callable[[], Tensor]) -> Tensor:
        limit = self._evaluations + self._max_eval
        loss, gradient = self._evaluate(closure)
        value = float(loss)
        for iteration in range(self._max_iter):
            if largest(gradient) <= self._tolerance_grad:
                break
            direction = self._next_direction(gradient)
            slope = dot(gradient, direction)
            if slope > -self._tolerance_change:
                break
            self._last_gradient, self._last_value = gradient, value
            is_last = iteration == self._max_iter - 1
            left = limit - self._evaluations
            point = self._move(closure, Point(0.0, value, slope, gradient), left, is_last)
            value, gradient = point.value, point.gradient
            if self._evaluations >= limit or self._has_settled(point):
                break
        return loss

    def _next_direction(self, gradient: Tensor) -> Tensor:
        self._iterations += 1
        if self._direction is not None and self._last_gradient is not None:
            self._history.add(self._direction * self._last_step, gradient - self._last_gradient)
        self._direction = -self._history.times(gradient)
        return self._direction

    def _move(self, closure: Callable[[], Tensor], start: Point, left: int, is_last: bool) -> Point:
        """Go along the direction; without a line search the last step is not evaluated."""
        direction = self._direction
        assert direction is not None
        origin = self._flat(self._parameter_list)
        step = self.get_lr()
        if self._iterations == 1:
            step *= min(1.0, 1.0 / float(start.gradient.abs().sum()))

        def evaluate(step: float) -> Point:
            self._set_vector(origin + direction * step)
            loss, gradient = self._evaluate(closure)
            return Point(step, float(loss), dot(gradient, direction), gradient)

        if self._line_search is not None:
            width = self._tolerance_change / max(largest(direction), self._tolerance_change)
            point = strong_wolfe(evaluate, start, step, max(left, 1), width)
            self._set_vector(origin + direction * point.step)
        elif is_last:
            self._set_vector(origin + direction * step)
            point = start._replace(step=step)
        else:
            point = evaluate(step)
        self._last_step = point.step
        return point

    def _has_settled(self, point: Point) -> bool:
        assert self._direction is not None
        assert self._last_value is not None
        moved = largest(self._direction) * point.step
        changed = abs(point.value - self._last_value)
        return moved <= self._tolerance_change or changed < self._tolerance_change

    def minimize(self, *args: Any, **kwargs: Any) -> Any:
        """Not supported: a step evaluates the loss anew; call `step` with a closure.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("LBFGS: call step(closure), which evaluates the loss anew")

    # ---- state ----

    def state_dict(self) -> dict[str, Any]:
        """What the next step builds on, under "state".

        Examples:
            >>> import paddle
            >>> x = paddle.create_parameter([1], "float32", is_bias=True)
            >>> lbfgs = paddle.optimizer.LBFGS(parameters=[x])
            >>> lbfgs.state_dict()["state"]["n_iter"]
            0
        """
        return {
            "state": {
                "func_evals": self._evaluations,
                "n_iter": self._iterations,
                "d": self._direction,
                "alpha": self._last_step,
                "old_yk": list(self._history.changes),
                "old_sk": list(self._history.steps),
                "ro": list(self._history.curvatures),
                "H_diag": self._history.scale,
                "prev_flat_grad": self._last_gradient,
                "prev_loss": self._last_value,
            }
        }

    def set_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` gave.

        Raises:
            KeyError: something is missing.
        """
        state = state_dict["state"]
        self._evaluations = int(state["func_evals"])
        self._iterations = int(state["n_iter"])
        self._direction = _as_tensor(state["d"])
        self._last_step = float(state["alpha"])
        self._history.changes = [_as_tensor(change) for change in state["old_yk"]]
        self._history.steps = [_as_tensor(step) for step in state["old_sk"]]
        self._history.curvatures = [float(curvature) for curvature in state["ro"]]
        self._history.scale = float(state["H_diag"])
        self._last_gradient = _as_tensor(state["prev_flat_grad"])
        loss = state["prev_loss"]
        self._last_value = None if loss is None else float(loss)

    set_dict = set_state_dict


def _as_tensor(value: Any) -> Any:
    import paddle

    return value if value is None or isinstance(value, Tensor) else paddle.to_tensor(value)
