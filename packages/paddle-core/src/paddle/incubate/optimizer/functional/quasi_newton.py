"""BFGS and L-BFGS with a line search for the strong Wolfe conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ...._core import Tensor
from ....optimizer.line_search import History, Point, dot, largest, strong_wolfe

__all__ = ["minimize_bfgs", "minimize_lbfgs"]

Objective = Callable[[Tensor], Tensor]


class _InverseHessian(Protocol):
    def times(self, gradient: Tensor) -> Tensor: ...
    def add(self, step: Tensor, change: Tensor) -> None: ...


class _FullMatrix:
    """The whole inverse Hessian; Nocedal and Wright, equation 6.17."""

    def __init__(self, matrix: Tensor) -> None:
        self.matrix = matrix

    def times(self, gradient: Tensor) -> Tensor:
        import paddle

        return paddle.matmul(self.matrix, gradient)

    def add(self, step: Tensor, change: Tensor) -> None:
        import paddle

        curvature = dot(step, change)
        if curvature <= 0.0:
            return
        identity = paddle.eye(step.size, dtype=step.dtype)
        left = identity - paddle.outer(step, change) / curvature
        moved = paddle.matmul(paddle.matmul(left, self.matrix), left, transpose_y=True)
        self.matrix = moved + paddle.outer(step, step) / curvature


class _LimitedMemory:
    """The last steps, on top of a matrix or of a multiple of the identity."""

    def __init__(self, size: int, base: Tensor | None) -> None:
        self._history = History(size)
        self._base = base

    def times(self, gradient: Tensor) -> Tensor:
        return self._history.times(gradient, self._base)

    def add(self, step: Tensor, change: Tensor) -> None:
        self._history.add(step, change)


class _Minimizer:
    """The common loop: direction, line search, update."""

    def __init__(
        self, objective: Objective, max_iters: int, max_line_search_iters: int, first_step: float
    ) -> None:
        self._objective = objective
        self._max_iters = max_iters
        self._max_line_search_iters = max_line_search_iters
        self._first_step = first_step
        self._calls = 0

    def _evaluate(self, position: Tensor) -> tuple[Tensor, Tensor]:
        import paddle

        at = position.detach()
        at.stop_gradient = False
        with paddle.enable_grad():
            value = self._objective(at)
            if value.size != 1:
                raise ValueError(f"the objective must be one number, but has shape {value.shape}")
            (gradient,) = paddle.grad(value, at)
        self._calls += 1
        assert gradient is not None
        return value.detach(), gradient

    def run(
        self,
        position: Tensor,
        inverse: _InverseHessian,
        tolerance_grad: float,
        tolerance_change: float,
    ) -> tuple[Tensor, ...]:
        """Whether it converged, the calls, and position, value and gradient at the end."""
        import paddle

        value, gradient = self._evaluate(position)
        converged = largest(gradient) < tolerance_grad
        for _ in range(0 if converged else self._max_iters):
            direction = -inverse.times(gradient)
            slope = dot(gradient, direction)
            if slope >= 0.0:
                break
            found = {0.0: value}

            def at(
                step: float,
                origin: Tensor = position,
                direction: Tensor = direction,
                found: dict[float, Tensor] = found,
            ) -> Point:
                value, gradient = self._evaluate(origin + direction * step)
                found[step] = value
                return Point(step, float(value), dot(gradient, direction), gradient)

            start = Point(0.0, float(value), slope, gradient)
            point = strong_wolfe(at, start, self._first_step, self._max_line_search_iters)
            step = direction * point.step
            inverse.add(step, point.gradient - gradient)
            position, value, gradient = position + step, found[point.step], point.gradient
            moved = largest(step)
            converged = largest(gradient) < tolerance_grad or 0.0 < moved < tolerance_change
            if converged or moved == 0.0:
                break
        return (
            paddle.to_tensor([converged]),
            paddle.to_tensor([self._calls]),
            position,
            value,
            gradient,
        )


def _check(line_search_fn: str, dtype: str) -> None:
    import paddle

    if not paddle.in_dynamic_mode():
        raise RuntimeError("functions are minimized outside of programs only")
    if line_search_fn != "strong_wolfe":
        raise NotImplementedError(
            "Currently only support line_search_fn = 'strong_wolfe', but the specified is "
            f"'{line_search_fn}'"
        )
    if dtype not in ("float32", "float64"):
        raise ValueError(f"The dtype must be 'float32' or 'float64', but the specified is {dtype}")


def _check_matrix(matrix: Any, dtype: str) -> Tensor:
    """A symmetric positive definite matrix as a tensor.

    Raises:
        ValueError: it is not.
    """
    import numpy as np

    import paddle

    array = np.asarray(matrix, "float64")
    if array.ndim != 2 or not np.allclose(array, array.T) or np.linalg.eigvalsh(array).min() <= 0:
        raise ValueError(
            "The initial_inverse_hessian_estimate should be symmetric and positive definite"
        )
    return paddle.to_tensor(array, dtype=dtype)


def minimize_bfgs(
    objective_func: Objective,
    initial_position: Tensor,
    max_iters: int = 50,
    tolerance_grad: float = 1e-7,
    tolerance_change: float = 1e-9,
    initial_inverse_hessian_estimate: Any | None = None,
    line_search_fn: str = "strong_wolfe",
    max_line_search_iters: int = 50,
    initial_step_length: float = 1.0,
    dtype: str = "float32",
    name: str | None = None,
) -> tuple[Tensor, ...]:
    r"""Minimise a function with BFGS.

    Source: Nocedal and Wright, Numerical Optimization, 2006, algorithm 6.1.

    Args:
        objective_func: takes a vector and returns one number, by operators with gradients.
        initial_position: the vector to start from.
        max_iters: the most iterations, 50 by default.
        tolerance_grad: converged where no element of the gradient is above this.
        tolerance_change: converged where a step changes no element by more than this.
        initial_inverse_hessian_estimate: a symmetric positive definite matrix; the identity by
            default.
        line_search_fn: only "strong_wolfe".
        max_line_search_iters: the most evaluations of one line search, 50 by default.
        initial_step_length: the first step that a line search tries, 1.0 by default.
        dtype: "float32" (the default) or "float64".
        name: not used.

    Returns:
        Whether it converged, a bool tensor [1]; the number of calls, int64 [1]; the position, the
        value and the gradient at the end; the inverse Hessian.

    Raises:
        NotImplementedError: for another line search.
        ValueError: for another dtype, a matrix that does not fit, or an objective that is no
            number.

    Examples:
        >>> import paddle
        >>> results = paddle.incubate.optimizer.functional.minimize_bfgs(
        ...     lambda x: (x - 1.0).square().sum(), paddle.zeros([2])
        ... )
        >>> results[0].item(), results[2].tolist()
        (True, [1.0, 1.0])
    """
    import paddle

    _check(line_search_fn, dtype)
    position = paddle.assign(initial_position).astype(dtype).detach()
    if initial_inverse_hessian_estimate is None:
        inverse = _FullMatrix(paddle.eye(position.size, dtype=dtype))
    else:
        inverse = _FullMatrix(_check_matrix(initial_inverse_hessian_estimate, dtype))
    with paddle.no_grad():
        loop = _Minimizer(objective_func, max_iters, max_line_search_iters, initial_step_length)
        results = loop.run(position, inverse, tolerance_grad, tolerance_change)
    return (*results, inverse.matrix)


def minimize_lbfgs(
    objective_func: Objective,
    initial_position: Tensor,
    history_size: int = 100,
    max_iters: int = 50,
    tolerance_grad: float = 1e-8,
    tolerance_change: float = 1e-8,
    initial_inverse_hessian_estimate: Any | None = None,
    line_search_fn: str = "strong_wolfe",
    max_line_search_iters: int = 50,
    initial_step_length: float = 1.0,
    dtype: str = "float32",
    name: str | None = None,
) -> tuple[Tensor, ...]:
    r"""Minimise a function with L-BFGS.

    Source: Nocedal and Wright, Numerical Optimization, 2006, algorithm 7.5.

    Args:
        objective_func: takes a vector and returns one number, by operators with gradients.
        initial_position: the vector to start from.
        history_size: how many steps stand for the Hessian, 100 by default.
        max_iters: the most iterations, 50 by default.
        tolerance_grad: converged where no element of the gradient is above this.
        tolerance_change: converged where a step changes no element by more than this.
        initial_inverse_hessian_estimate: a symmetric positive definite matrix below the steps; a
            multiple of the identity, fitted to the last step, by default.
        line_search_fn: only "strong_wolfe".
        max_line_search_iters: the most evaluations of one line search, 50 by default.
        initial_step_length: the first step that a line search tries, 1.0 by default.
        dtype: "float32" (the default) or "float64".
        name: not used.

    Returns:
        Whether it converged, a bool tensor [1]; the number of calls, int64 [1]; the position, the
        value and the gradient at the end.

    Raises:
        NotImplementedError: for another line search.
        ValueError: for another dtype, a matrix that does not fit, or an objective that is no
            number.

    Examples:
        >>> import paddle
        >>> results = paddle.incubate.optimizer.functional.minimize_lbfgs(
        ...     lambda x: (x - 1.0).square().sum(), paddle.zeros([2])
        ... )
        >>> results[0].item(), results[2].tolist()
        (True, [1.0, 1.0])
    """
    import paddle

    _check(line_search_fn, dtype)
    position = paddle.assign(initial_position).astype(dtype).detach()
    base = None
    if initial_inverse_hessian_estimate is not None:
        base = _check_matrix(initial_inverse_hessian_estimate, dtype)
    with paddle.no_grad():
        loop = _Minimizer(objective_func, max_iters, max_line_search_iters, initial_step_length)
        inverse = _LimitedMemory(history_size, base)
        return loop.run(position, inverse, tolerance_grad, tolerance_change)
