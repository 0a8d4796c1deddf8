"""Gradient descent with momentum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer, StateSpec

__all__ = ["Momentum"]


class Momentum(Optimizer):
    r"""Gradient descent with momentum.

    .. math:: v \leftarrow \mu v + g, \quad w \leftarrow w - lr \cdot v

    With Nesterov's variant :math:`w \leftarrow w - lr (g + \mu v)`.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        momentum: the factor on the velocity, 0.9 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        use_nesterov: use Nesterov's variant, False by default.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        multi_precision: keep float32 copies of half-precision parameters, False by default.
        rescale_grad: multiplies the gradients, 1.0 by default; on every device.
        use_multi_tensor: accepted for compatibility; all parameters are always updated together.
        name: accepted for compatibility.

    Raises:
        ValueError: `momentum` is None.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.Momentum(0.1, parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        momentum: float = 0.9,
        parameters: Any | None = None,
        use_nesterov: bool = False,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        multi_precision: bool = False,
        rescale_grad: float = 1.0,
        use_multi_tensor: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        if momentum is None:
            raise ValueError("momentum is not set")
        self._momentum = float(momentum)
        self._use_nesterov = bool(use_nesterov)
        self._multi_precision = multi_precision
        self._rescale_grad = float(rescale_grad)

    def _specs(self, group: Any) -> Sequence[StateSpec]:
        return (StateSpec("velocity"),)

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        if self._rescale_grad != 1.0:
            grads = [grad * self._rescale_grad for grad in grads]
        (velocities,) = plan.states
        _C_ops.momentum_(
            plan.params,
            grads,
            velocities,
            plan.masters,
            lr,
            self._setting(group, "momentum", self._momentum),
            self._setting(group, "use_nesterov", self._use_nesterov),
            plan.lr_ratios,
            plan.decays,
        )
