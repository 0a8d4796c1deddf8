"""Adam with decoupled weight decay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, ParameterFunction, StateSpec, check_rate

__all__ = ["AdamW"]


class AdamW(Optimizer):
    r"""Adam with decoupled weight decay: :math:`w \leftarrow (1 - lr \cdot decay) w` before Adam's
    step.

    Source: https://arxiv.org/abs/1711.05101.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        beta1: the first moment's decay, 0.9 by default.
        beta2: the second moment's decay, 0.999 by default.
        epsilon: keeps the divisor from zero, 1e-8 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: the coefficient, 0.01 by default.
        lr_ratio: a function that gives a parameter's factor on the learning rate.
        apply_decay_param_fun: a function that says, given a parameter's name, whether it decays.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        lazy_mode: accepted for compatibility; gradients are dense.
        multi_precision: keep float32 copies of half-precision parameters, False by default.
        name: accepted for compatibility.

    Raises:
        ValueError: a decay is not in [0, 1).

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.AdamW(parameters=layer.parameters())
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
        weight_decay: float | Tensor = 0.01,
        lr_ratio: ParameterFunction | None = None,
        apply_decay_param_fun: ParameterFunction | None = None,
        grad_clip: Any | None = None,
        lazy_mode: bool = False,
        multi_precision: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, None, grad_clip, name)
        self._beta1 = check_rate(beta1, "beta1")
        self._beta2 = check_rate(beta2, "beta2")
        self._epsilon = float(epsilon)
        if isinstance(weight_decay, bool) or not isinstance(weight_decay, (int, float, Tensor)):
            raise TypeError("weight_decay should be float or Tensor.")
        if lr_ratio is not None and not callable(lr_ratio):
            raise TypeError(f"lr_ratio should be a function, but it is {lr_ratio!r}")
        self._weight_decay = float(weight_decay)
        self._lr_ratio = lr_ratio
        self._apply_decay_param_fun = apply_decay_param_fun
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
        _C_ops.adamw_(
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

    def _decay_of(self, param: Any, group: Any) -> float:
        decays = self._apply_decay_param_fun is None or self._apply_decay_param_fun(param.name)
        return float(self._setting(group, "weight_decay", self._weight_decay)) if decays else 0.0

    def _penalty_of(self, param: Any, group: Any) -> Any:
        # Here a group does not take over: its weight decay is the decoupled one.
        return getattr(param, "regularizer", None)

    def _lr_ratio_of(self, param: Any, group: Any) -> float:
        ratio = super()._lr_ratio_of(param, group)
        return ratio if self._lr_ratio is None else ratio * float(self._lr_ratio(param))
