"""Adagrad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec

__all__ = ["Adagrad"]


class Adagrad(Optimizer):
    r"""Steps scaled by the sum of all squared gradients: :math:`w \leftarrow w - lr \cdot g /
    (\sqrt{\sum g^2} + \epsilon)`.

    Source: "Adaptive subgradient methods", Duchi, Hazan and Singer, 2011.

    Args:
        learning_rate: a number or an `LRScheduler`.
        epsilon: keeps the divisor from zero, 1e-6 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        name: accepted for compatibility.
        initial_accumulator_value: the sum at the start, 0.0 by default.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Adagrad(0.1, parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any,
        epsilon: float = 1e-6,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        name: str | None = None,
        initial_accumulator_value: float = 0.0,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._epsilon = float(epsilon)
        self._initial = float(initial_accumulator_value)

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (StateSpec("moment", self._initial),)

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        (moment,) = plan.states
        _C_ops.adagrad_(
            plan.params,
            grads,
            moment,
            plan.masters,
            lr,
            self._setting(group, "epsilon", self._epsilon),
            plan.lr_ratios,
            plan.decays,
        )
