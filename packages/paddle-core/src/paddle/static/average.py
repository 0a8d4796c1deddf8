"""Exponential moving averages of a program's parameters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._core import Tensor
from ..utils import unique_name
from .program import default_main_program, immediate, lasting_tensor

__all__ = ["ExponentialMovingAverage"]


class ExponentialMovingAverage:
    r"""Moving averages of the trainable parameters, which a program keeps up to date.

    .. math:: s_t = d_t s_{t-1} + (1 - d_t) w_t, \quad
        \hat w = s_t / (1 - d_1 \cdots d_t)

    Args:
        decay: the rate :math:`d`, 0.999 by default.
        thres_steps: a tensor of the program, the number n of steps so far; the rate of a step is
            then :math:`\min(d, (1 + n) / (10 + n))`.
        name: a prefix for the names of what it keeps.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [1, 1])
        ...     loss = paddle.static.nn.fc(x, 1, bias_attr=False).sum()
        ...     pairs = paddle.optimizer.SGD(0.1).minimize(loss)
        ...     average = paddle.static.ExponentialMovingAverage(0.5)
        ...     average.update()
        >>> executor = paddle.static.Executor()
        >>> fetched = executor.run(main, feed={"x": np.ones((1, 1), "float32")})
        >>> weight = main.all_parameters()[0]
        >>> with average.apply(executor):
        ...     averaged = weight.item()
        >>> round(averaged - weight.item(), 6)
        0.0
    """

    def __init__(
        self, decay: float = 0.999, thres_steps: Tensor | None = None, name: str | None = None
    ) -> None:
        self._decay = float(decay)
        self._steps = thres_steps
        prefix = f"{name}_" if name else ""
        parameters = [p for p in default_main_program().all_parameters() if not p.stop_gradient]
        self._averages = [
            (
                p,
                lasting_tensor(
                    p.shape, 0.0, p.dtype, unique_name.generate(f"{prefix}{p.name}.ema")
                ),
            )
            for p in parameters
        ]
        self._product = lasting_tensor(
            [1], 1.0, "float32", unique_name.generate(f"{prefix}ema_decay_product")
        )
        self._backup: list[tuple[Tensor, Tensor]] = []

    def _rate(self) -> Tensor | float:
        import paddle

        if self._steps is None:
            return self._decay
        steps = self._steps.astype("float32")
        return paddle.clip((steps + 1.0) / (steps + 10.0), max=self._decay)

    def update(self) -> None:
        """Record the step of all averages; call it after the optimizer's `minimize`."""
        import paddle

        with paddle.no_grad():
            rate = self._rate()
            for parameter, average in self._averages:
                step = (parameter - average) * (1.0 - rate)
                paddle.assign(average + step.astype(average.dtype), average)
            paddle.assign(self._product * rate, self._product)

    @contextmanager
    def apply(self, executor: Any = None, need_restore: bool = True) -> Iterator[None]:
        """Put the averages in the place of the parameters within a `with` block.

        Args:
            executor: not used.
            need_restore: put the parameters back at the end of the block.
        """
        with immediate():
            self._backup = [(p, p.detach().clone()) for p, _ in self._averages]
            weight = 1.0 - self._product
            if weight.item() > 0.0:
                for parameter, average in self._averages:
                    parameter.set_value(average / weight.astype(average.dtype))
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor: Any = None) -> None:
        """Put the parameters back that `apply` replaced."""
        with immediate():
            for parameter, saved in self._backup:
                parameter.set_value(saved)
        self._backup = []
