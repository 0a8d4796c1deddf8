"""Adamax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec, check_rate

__all__ = ["Adamax"]


class Adamax(Optimizer):
    r"""Adam with the infinity norm instead of the second moment.

    .. math:: u \leftarrow \max(\beta_2 u + \epsilon, |g|), \quad w \leftarrow w - \frac{lr}{1 -
    \beta_1^t} \frac{m}{u}

    Source: https://arxiv.org/abs/1412.6980, section 7.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        beta1: the first moment's decay, 0.9 by default.
        beta2: the norm's decay, 0.999 by default.
        epsilon: keeps the divisor from zero, 1e-8 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        name: accepted for compatibility.

    Raises:
        ValueError: a decay is not in [0, 1).

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Adamax(parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._beta1 = check_rate(beta1, "beta1")
        self._beta2 = check_rate(beta2, "beta2")
        self._epsilon = float(epsilon)

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (
            StateSpec("moment"),
            StateSpec("inf_norm"),
            StateSpec("beta1_pow_acc", self._setting(group, "beta1", self._beta1), scalar=True),
        )

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        moment, inf_norm, beta1_pow = plan.states
        _C_ops.adamax_(
            plan.params,
            grads,
            moment,
            inf_norm,
            beta1_pow,
            plan.masters,
            lr,
            self._setting(group, "beta1", self._beta1),
            self._setting(group, "beta2", self._beta2),
            self._setting(group, "epsilon", self._epsilon),
            plan.lr_ratios,
            plan.decays,
        )
