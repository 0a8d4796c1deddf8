"""Lamb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, ParameterFunction, StateSpec, check_rate

__all__ = ["Lamb"]


class Lamb(Optimizer):
    r"""Adam's step scaled per parameter by the ratio of norms :math:`\|w\| / \|r\|`.

    :math:`r = \hat m / (\sqrt{\hat v} + \epsilon) + decay \cdot w`. Source:
    https://arxiv.org/abs/1904.00962.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        lamb_weight_decay: the coefficient of the weight decay, 0.01 by default.
        beta1: the first moment's decay, 0.9 by default.
        beta2: the second moment's decay, 0.999 by default.
        epsilon: keeps the divisor from zero, 1e-6 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        exclude_from_weight_decay_fn: a function that says whether a parameter does not decay.
        multi_precision: keep float32 copies of half-precision parameters, False by default.
        always_adapt: scale the steps of parameters without decay too, False by default.
        name: accepted for compatibility.

    Raises:
        ValueError: a decay is not in [0, 1).

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Lamb(parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        lamb_weight_decay: float = 0.01,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        parameters: Any | None = None,
        grad_clip: Any | None = None,
        exclude_from_weight_decay_fn: ParameterFunction | None = None,
        multi_precision: bool = False,
        always_adapt: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, None, grad_clip, name)
        self._beta1 = check_rate(beta1, "beta1")
        self._beta2 = check_rate(beta2, "beta2")
        self._epsilon = float(epsilon)
        self._lamb_weight_decay = float(lamb_weight_decay)
        self._exclude_from_weight_decay_fn = exclude_from_weight_decay_fn
        self._always_adapt = bool(always_adapt)
        self._multi_precision = multi_precision

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (
            StateSpec("moment1"),
            StateSpec("moment2"),
            StateSpec("beta1_pow_acc", self._setting(group, "beta1", self._beta1), scalar=True),
            StateSpec("beta2_pow_acc", self._setting(group, "beta2", self._beta2), scalar=True),
        )

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        # Without decay and without adaptation the step is that of Adam.
        update: Any = _C_ops.lamb_ if plan.decays or self._always_adapt else _C_ops.adam_
        update(
            plan.params,
            grads,
            *plan.states,
            plan.masters,
            lr,
            self._setting(group, "beta1", self._beta1),
            self._setting(group, "beta2", self._beta2),
            self._setting(group, "epsilon", self._epsilon),
            plan.lr_ratios,
            plan.decays,
        )

    def _decay_of(self, param: Any, group: Any) -> float:
        exclude = self._exclude_from_weight_decay_fn
        if exclude is not None and exclude(param):
            return 0.0
        return float(self._setting(group, "lamb_weight_decay", self._lamb_weight_decay))

    def _plan_key(self, param: Any, group: Any) -> Any:
        return param.dtype.name, self._decay_of(param, group) == 0.0

    def _penalty_of(self, param: Any, group: Any) -> Any:
        return self._own_regularizer(param, group)
