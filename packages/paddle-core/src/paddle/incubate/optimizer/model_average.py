"""Averages of the parameters over the last steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ... import _core
from ..._core import Tensor
from ...optimizer.optimizer import Optimizer, ParamsGrads, StateSpec

__all__ = ["ModelAverage"]

_SUMS = ("sum_1", "sum_2", "sum_3")
_COUNTERS = ("num_accumulates", "old_num_accumulates", "num_updates")
_FLUSH = 16384  # after so many values the running sum moves on, which keeps it precise


class ModelAverage(Optimizer):
    """Averages of the parameters over a window of steps, to evaluate a model with.

    The window grows with the number of steps: once it holds `average_window_rate` times as many
    (at least `min_average_window`, at most `max_average_window`), it becomes the old window, and a
    new one begins. An average is over both.

    Args:
        average_window_rate: the length of the window as a share of the steps so far.
        parameters: the parameters.
        min_average_window: the least length, 10000 by default.
        max_average_window: the greatest length, 10000 by default.
        name: accepted for compatibility.

    Raises:
        AttributeError: `parameters` is None.

    Examples:
        >>> import paddle
        >>> w = paddle.create_parameter([1], "float32", is_bias=True)
        >>> sgd = paddle.optimizer.SGD(1.0, parameters=[w])
        >>> average = paddle.incubate.ModelAverage(0.15, [w], 2, 4)
        >>> for _ in range(2):
        ...     w.sum().backward()
        ...     sgd.step()
        ...     average.step()
        ...     sgd.clear_grad()
        >>> with average.apply():
        ...     w.item()
        -1.5
        >>> w.item()
        -2.0
    """

    def __init__(
        self,
        average_window_rate: float,
        parameters: Any | None = None,
        min_average_window: int = 10000,
        max_average_window: int = 10000,
        name: str | None = None,
    ) -> None:
        if parameters is None:
            raise AttributeError("ModelAverage needs parameters; programs are not supported")
        super().__init__(0.0, parameters, name=name)
        self.average_window = float(average_window_rate)
        self.min_average_window = int(min_average_window)
        self.max_average_window = int(max_average_window)

    def _averaged(self) -> list[Any]:
        return [
            param
            for param in self._parameter_list
            if not param.stop_gradient and getattr(param, "do_model_average", True)
        ]

    def _sums(self, param: Any) -> list[Tensor]:
        return [self._state(StateSpec(name), param) for name in _SUMS]

    def _counters(self, param: Any) -> list[Tensor]:
        return [
            self._state(StateSpec(name, scalar=True, dtype="int64"), param) for name in _COUNTERS
        ]

    def step(self) -> None:
        """Take the present parameters into the averages; call it after the training step."""
        before = _core.set_grad_enabled(False)
        try:
            for param in self._averaged():
                self._accumulate(param)
        finally:
            _core.set_grad_enabled(before)

    def _accumulate(self, param: Any) -> None:
        running, flushed, old = self._sums(param)
        count, old_count, updates = self._counters(param)
        running.add_(param.astype(running.dtype))
        for counter in (count, updates):
            counter.set_value(counter + 1)
        if updates.item() % _FLUSH == 0:
            flushed.add_(running)
            running.zero_()
        longest = min(self.max_average_window, int(updates.item() * self.average_window))
        if count.item() >= max(self.min_average_window, longest):
            old.set_value(running + flushed)
            old_count.set_value(count)
            for state in (running, flushed, count):
                state.zero_()

    def _average(self, param: Any) -> Tensor:
        running, flushed, old = self._sums(param)
        count, old_count, _ = self._counters(param)
        total = count.item() + old_count.item()
        return (running + flushed + old) / float(total) if total else param

    @contextmanager
    def apply(self, executor: Any | None = None, need_restore: bool = True) -> Iterator[None]:
        """Put the averages in the place of the parameters within a `with` block.

        Args:
            executor: not used.
            need_restore: put the parameters back at the end of the block.
        """
        before = _core.set_grad_enabled(False)
        try:
            for param in self._averaged():
                self._state(StateSpec("restore"), param).set_value(param)
                param.set_value(self._average(param).astype(param.dtype))
        finally:
            _core.set_grad_enabled(before)
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor: Any | None = None) -> None:
        """Put the parameters back that `apply` replaced."""
        saved = self._accumulators.get("restore", {})
        for param in self._averaged():
            if param.name in saved:
                param.set_value(saved[param.name].astype(param.dtype))

    def minimize(
        self,
        loss: Tensor,
        startup_program: Any | None = None,
        parameters: Any | None = None,
        no_grad_set: Any | None = None,
    ) -> tuple[list[Any], ParamsGrads]:
        """Take the present parameters into the averages, as `step` does."""
        self.step()
        return [], []
