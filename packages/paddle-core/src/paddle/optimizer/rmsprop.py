"""RMSProp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec

__all__ = ["RMSProp"]


class RMSProp(Optimizer):
    r"""Steps scaled by a running mean of squared gradients.

    .. math:: r \leftarrow \rho r + (1 - \rho) g^2, \quad v \leftarrow \beta v + \frac{lr}{\sqrt{r +
    \epsilon}} g, \quad w \leftarrow w - v

    With `centered`, the square of the mean gradient is taken off r. Source: "Neural networks for
    machine learning", Hinton, lecture 6.

    Args:
        learning_rate: a number or an `LRScheduler`.
        rho: the mean's decay, 0.95 by default.
        epsilon: keeps the divisor from zero, 1e-6 by default.
        momentum: the factor on the last step, 0.0 by default.
        centered: use the variance, False by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        name: accepted for compatibility.

    Raises:
        ValueError: a setting is None or negative.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.RMSProp(0.1, parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any,
        rho: float = 0.95,
        epsilon: float = 1e-6,
        momentum: float = 0.0,
        centered: bool = False,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        if momentum is None:
            raise ValueError("momentum is not set.")
        if momentum < 0.0:
            raise ValueError(f"Invalid value of momentum, expect momentum >= 0, got {momentum}.")
        if epsilon is None or epsilon < 0.0:
            raise ValueError(f"Invalid value of epsilon, expect epsilon >= 0, got {epsilon}.")
        if rho is None or rho < 0.0:
            raise ValueError(f"Invalid value of rho, expect rho >= 0, got {rho}.")
        self._rho = float(rho)
        self._epsilon = float(epsilon)
        self._momentum = float(momentum)
        self._centered = bool(centered)

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (StateSpec("momentum"), StateSpec("mean_square"), StateSpec("mean_grad"))

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        moment, mean_square, mean_grad = plan.states
        _C_ops.rmsprop_(
            plan.params,
            grads,
            mean_square,
            moment,
            mean_grad,
            plan.masters,
            lr,
            self._setting(group, "epsilon", self._epsilon),
            self._setting(group, "rho", self._rho),
            self._setting(group, "momentum", self._momentum),
            self._setting(group, "centered", self._centered),
            plan.lr_ratios,
            plan.decays,
        )
