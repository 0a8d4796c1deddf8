"""Constraints on the values of random variables."""

from __future__ import annotations

from typing import Any

import paddle
from paddle import Tensor

__all__ = ["Constraint", "Positive", "Range", "Real", "Simplex", "positive", "real", "simplex"]


class Constraint:
    """A condition that is asked by calling it.

    Examples:
        >>> import paddle
        >>> paddle.distribution.constraint.positive(paddle.to_tensor([1.0, -1.0])).tolist()
        [True, False]
    """

    def __call__(self, value: Any) -> Any:
        """Where `value` satisfies the constraint."""
        raise NotImplementedError(f"{type(self).__name__} has no condition")


class Real(Constraint):
    """Real numbers: everything but NaN.

    Examples:
        >>> import paddle
        >>> paddle.distribution.constraint.Real()(paddle.to_tensor([1.0, float("nan")])).tolist()
        [True, False]
    """

    def __call__(self, value: Any) -> Any:
        """Where `value` is not NaN."""
        return value == value


class Range(Constraint):
    """Numbers from `lower` to `upper`, both included.

    Examples:
        >>> import paddle
        >>> inside = paddle.distribution.constraint.Range(0.0, 1.0)
        >>> inside(paddle.to_tensor([0.0, 2.0])).tolist()
        [True, False]
    """

    def __init__(self, lower: Any, upper: Any) -> None:
        self._lower = lower
        self._upper = upper

    def __call__(self, value: Tensor) -> Tensor:
        """Where `value` is in the range."""
        return paddle.logical_and(value >= self._lower, value <= self._upper)


class Positive(Constraint):
    """Numbers that are not negative.

    Examples:
        >>> import paddle
        >>> paddle.distribution.constraint.Positive()(paddle.to_tensor([0.0, -1.0])).tolist()
        [True, False]
    """

    def __call__(self, value: Any) -> Any:
        """Where `value` is not negative."""
        return value >= 0.0


class Simplex(Constraint):
    """Vectors of numbers that are not negative and add up to one (to 1e-6).

    Examples:
        >>> import paddle
        >>> points = paddle.to_tensor([[0.5, 0.5], [1.0, 1.0]])
        >>> paddle.distribution.constraint.Simplex()(points).tolist()
        [True, False]
    """

    def __call__(self, value: Tensor) -> Tensor:
        """Whether each vector along the last axis of `value` is in the simplex."""
        in_sum = abs(value.sum(-1) - 1) < 1e-6
        return paddle.logical_and((value >= 0).all(-1), in_sum)


real = Real()
positive = Positive()
simplex = Simplex()
