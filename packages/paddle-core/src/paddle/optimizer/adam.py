"""Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec, check_rate

__all__ = ["Adam"]


class Adam(Optimizer):
    r"""Adam: steps scaled by running moments of the gradient.

    .. math:: w \leftarrow w - lr \frac{\sqrt{1 - \beta_2^t}}{1 - \beta_1^t} \frac{m}{\sqrt{v} +
    \epsilon \sqrt{1 - \beta_2^t}}

    with :math:`m \leftarrow \beta_1 m + (1 - \beta_1) g` and :math:`v \leftarrow \beta_2 v + (1 -
    \beta_2) g^2`. Source: https://arxiv.org/abs/1412.6980.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        beta1: the first moment's decay, 0.9 by default.
        beta2: the second moment's decay, 0.999 by default.
        epsilon: keeps the divisor from zero, 1e-8 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        lazy_mode: accepted for compatibility; gradients are dense.
        multi_precision: keep float32 copies of half-precision parameters, False by default.
        use_multi_tensor: accepted for compatibility; all parameters are always updated together.
        name: accepted for compatibility.

    Raises:
        ValueError: a decay is not in [0, 1).

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Adam(parameters=layer.parameters())
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
        lazy_mode: bool = False,
        multi_precision: bool = False,
        use_multi_tensor: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._beta1 = check_rate(beta1, "beta1")
        self._beta2 = check_rate(beta2, "beta2")
        self._epsilon = float(epsilon)
        self._multi_precision = multi_precision

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (
            StateSpec("moment1"),
            StateSpec("moment2"),
            StateSpec("beta1_pow_acc", self._setting(group, "beta1", self._beta1), scalar=True),
            StateSpec("beta2_pow_acc", self._setting(group, "beta2", self._beta2), scalar=True),
        )

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        moment1, moment2, beta1_pow, beta2_pow = plan.states
        _C_ops.adam_(
            plan.params,
            grads,
            moment1,
            moment2,
            beta1_pow,
            beta2_pow,
            plan.masters,
            lr,
            self._setting(group, "beta1", self._beta1),
            self._setting(group, "beta2", self._beta2),
            self._setting(group, "epsilon", self._epsilon),
            plan.lr_ratios,
            plan.decays,
        )
