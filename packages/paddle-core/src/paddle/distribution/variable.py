"""Random variables: what values they take, and how many axes an outcome has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle
from paddle import Tensor

from . import constraint as constraints

__all__ = ["Independent", "Positive", "Real", "Stack", "Variable", "positive", "real"]


class Variable:
    """A random variable.

    Args:
        is_discrete: whether its values are discrete.
        event_rank: number of axes of an outcome.
        constraint: which values it takes.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import constraint, variable
        >>> unit = variable.Variable(False, 0, constraint.Range(0.0, 1.0))
        >>> unit.constraint(paddle.to_tensor([0.5, 1.5])).tolist()
        [True, False]
    """

    def __init__(
        self,
        is_discrete: bool = False,
        event_rank: int = 0,
        constraint: constraints.Constraint | None = None,
    ) -> None:
        self._is_discrete = is_discrete
        self._event_rank = event_rank
        self._constraint = constraint

    @property
    def is_discrete(self) -> bool:
        """Whether the values are discrete."""
        return self._is_discrete

    @property
    def event_rank(self) -> int:
        """The number of axes of an outcome."""
        return self._event_rank

    def constraint(self, value: Any) -> Any:
        """Where `value` satisfies the constraint.

        Raises:
            TypeError: if the variable has none.
        """
        if self._constraint is None:
            raise TypeError(f"{type(self).__name__} has no constraint")
        return self._constraint(value)


class Real(Variable):
    """Real numbers.

    Examples:
        >>> import paddle
        >>> paddle.distribution.variable.Real(event_rank=1).event_rank
        1
    """

    def __init__(self, event_rank: int = 0) -> None:
        super().__init__(False, event_rank, constraints.real)


class Positive(Variable):
    """Numbers that are not negative.

    Examples:
        >>> import paddle
        >>> paddle.distribution.variable.Positive().constraint(paddle.to_tensor([-1.0])).tolist()
        [False]
    """

    def __init__(self, event_rank: int = 0) -> None:
        super().__init__(False, event_rank, constraints.positive)


class Independent(Variable):
    """`base` with `reinterpreted_batch_rank` more axes.

    Examples:
        >>> import paddle
        >>> rows = paddle.distribution.variable.Independent(paddle.distribution.variable.real, 1)
        >>> rows.constraint(paddle.to_tensor([[1.0, float("nan")], [1.0, 2.0]])).tolist()
        [False, True]
    """

    def __init__(self, base: Variable, reinterpreted_batch_rank: int) -> None:
        self._base = base
        self._reinterpreted_batch_rank = reinterpreted_batch_rank
        super().__init__(base.is_discrete, base.event_rank + reinterpreted_batch_rank)

    def constraint(self, value: Tensor) -> Tensor:
        """Whether each outcome satisfies the constraint of `base` everywhere.

        Raises:
            ValueError: if `value` has fewer axes than an outcome.
        """
        rank = self._reinterpreted_batch_rank
        inside = self._base.constraint(value)
        if len(inside.shape) < rank:
            raise ValueError(f"value must have at least {self.event_rank} axes")
        return inside.all(list(range(-rank, 0)))


class Stack(Variable):
    """Several variables along an axis.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import variable
        >>> both = variable.Stack([variable.real, variable.positive], 0)
        >>> both.constraint(paddle.to_tensor([-1.0, -1.0])).tolist()
        [True, False]
    """

    def __init__(self, vars: Sequence[Variable], axis: int = 0) -> None:
        self._vars = vars
        self._axis = axis
        super().__init__(any(var.is_discrete for var in vars), max(var.event_rank for var in vars))

    def constraint(self, value: Tensor) -> Tensor:
        """Where each slice along the axis satisfies the constraint of its variable.

        Raises:
            ValueError: if `value` has no such axis, or not one entry per variable.
        """
        rank = len(value.shape)
        if not -rank <= self._axis < rank:
            raise ValueError(f"value has {rank} axes, but the variables stand along {self._axis}")
        parts = paddle.unbind(value, self._axis)
        if len(parts) != len(self._vars):
            raise ValueError(f"there are {len(self._vars)} variables, but {len(parts)} slices")
        pairs = zip(self._vars, parts, strict=True)
        return paddle.stack([var.constraint(part) for var, part in pairs], self._axis)


real = Real()
positive = Positive()
