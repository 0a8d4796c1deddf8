"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.optimizer.optimizer import Optimizer

__all__ = ["SGD"]


class SGD(Optimizer):
    r"""Stochastic gradient descent: :math:`w \leftarrow w - lr \cdot g`.

    Args:
        learning_rate: a number or an `LRScheduler`, 0.001 by default.
        parameters: the parameters, or dictionaries with parameters and settings.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        multi_precision: keep float32 copies of half-precision parameters, False by default.
        name: accepted for compatibility.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        parameters: Any | None = None,
        weight_decay: Any | None = None,
        grad_clip: Any | None = None,
        multi_precision: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._multi_precision = multi_precision

    def _update(self, plan: Any, grads: list[Tensor], lr: Tensor, group: Any) -> None:
        _C_ops.sgd_(plan.params, grads, plan.masters, lr, plan.lr_ratios, plan.decays)
