"""Adadelta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec

__all__ = ["Adadelta"]


class Adadelta(Optimizer):
    r"""Steps scaled by running means of squared gradients and squared steps.

    .. math:: \Delta = -\sqrt{\frac{E[\Delta^2] + \epsilon}{E[g^2] + \epsilon}} g, \quad w
    \leftarrow w + lr \cdot \Delta

    Source: https://arxiv.org/abs/1212.5701.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        epsilon: keeps divisors from zero, 1e-6 by default.
        rho: the means' decay, 0.95 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        name: accepted for compatibility.

    Raises:
        ValueError: `epsilon` or `rho` is None.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Adadelta(0.1, parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        epsilon: float = 1e-6,
        rho: float = 0.95,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        if epsilon is None:
            raise ValueError("epsilon is not set.")
        if rho is None:
            raise ValueError("rho is not set.")
        self._epsilon = float(epsilon)
        self._rho = float(rho)

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (StateSpec("_avg_squared_grad"), StateSpec("_avg_squared_update"))

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        squared_grad, squared_update = plan.states
        _C_ops.adadelta_(
            plan.params,
            grads,
            squared_grad,
            squared_update,
            plan.masters,
            lr,
            self._setting(group, "rho", self._rho),
            self._setting(group, "epsilon", self._epsilon),
            plan.lr_ratios,
            plan.decays,
        )
