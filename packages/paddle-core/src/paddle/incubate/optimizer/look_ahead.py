"""LookAhead: slow weights that follow the fast ones of another optimizer."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._core import Tensor
from ...optimizer.optimizer import Optimizer, ParamsGrads, StateSpec

__all__ = ["LookAhead"]


class LookAhead(Optimizer):
    r"""Every k steps of an inner optimizer, go back part of the way to where they began.

    .. math:: slow \leftarrow slow + \alpha (fast - slow), \quad fast \leftarrow slow

    The slow weights begin as the parameters after the first step. Source:
    https://arxiv.org/abs/1907.08610.

    Args:
        inner_optimizer: the optimizer that makes the steps.
        alpha: the part of the way that is kept, in [0, 1]; 0.5 by default.
        k: how many steps, 5 by default.
        name: accepted for compatibility.

    Raises:
        AssertionError: there is no inner optimizer, or `alpha` or `k` is out of range.

    Examples:
        >>> import paddle
        >>> w = paddle.create_parameter([1], "float32", is_bias=True)
        >>> sgd = paddle.optimizer.SGD(1.0, parameters=[w])
        >>> lookahead = paddle.incubate.LookAhead(sgd, alpha=0.5, k=2)
        >>> for _ in range(2):
        ...     w.sum().backward()
        ...     lookahead.step()
        ...     lookahead.clear_grad()
        >>> w.item()
        -1.5
    """

    def __init__(
        self, inner_optimizer: Optimizer, alpha: float = 0.5, k: int = 5, name: str | None = None
    ) -> None:
        assert inner_optimizer is not None, "inner optimizer can not be None"
        assert 0.0 <= alpha <= 1.0, (
            "alpha should be larger or equal to 0.0, and less or equal than 1.0"
        )
        assert isinstance(k, int), "k should be a positive integer"
        assert k > 0, "k should be a positive integer"
        self.inner_optimizer = inner_optimizer
        super().__init__(
            inner_optimizer._learning_rate, list(inner_optimizer._parameter_list), name=name
        )
        self.alpha = alpha
        self.k = k
        self._global_step = 0

    def step(self) -> None:
        """Make a step of the inner optimizer, and after every k-th one that of the slow weights."""
        self.inner_optimizer.step()
        self._follow()

    def _follow(self) -> None:
        before = _core.set_grad_enabled(False)
        try:
            self._global_step += 1
            for param in self._parameter_list:
                if not param.stop_gradient:
                    self._follow_one(param)
        finally:
            _core.set_grad_enabled(before)

    def _follow_one(self, param: Any) -> None:
        slow = self._state(StateSpec("slow"), param)
        if self._global_step == 1:
            slow.set_value(param.astype(slow.dtype))
        if self._global_step % self.k == 0:
            fast = param.astype(slow.dtype)
            slow.set_value(fast * self.alpha + slow * (1.0 - self.alpha))
            param.set_value(slow.astype(param.dtype))

    def minimize(
        self,
        loss: Tensor,
        startup_program: Any | None = None,
        parameters: Any | None = None,
        no_grad_set: Any | None = None,
    ) -> tuple[list[Any], ParamsGrads]:
        """Apply the gradients that `loss.backward()` left, as `step` does.

        Raises:
            NotImplementedError: for the loss of a program.
        """
        if loss._is_symbolic:
            raise NotImplementedError("LookAhead: programs are not supported")
        result = self.inner_optimizer.minimize(loss, startup_program, parameters, no_grad_set)
        self._follow()
        return result

    def get_lr(self) -> float:
        """The inner optimizer's learning rate."""
        return self.inner_optimizer.get_lr()

    def set_lr(self, value: float) -> None:
        """Set the inner optimizer's learning rate."""
        self.inner_optimizer.set_lr(value)
