"""Running programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import _core
from .._core import Tensor
from .program import Program, default_main_program, immediate

__all__ = ["Executor"]


class Executor:
    """Runs programs on a device.

    Args:
        place: only the CPU.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = (x * 3.0).sum()
        >>> executor = paddle.static.Executor(paddle.CPUPlace())
        >>> executor.run(main, feed={"x": np.ones((2, 2), "float32")}, fetch_list=[y])
        [array(12., dtype=float32)]
    """

    def __init__(self, place: Any = None) -> None:
        if place is not None and not _core._to_place(place).is_cpu_place():
            raise ValueError(f"programs can only be run on the CPU, not on {place}")
        self.place = _core.CPUPlace()
        self._plans: dict[tuple[Any, ...], _core.Program] = {}

    def close(self) -> None:
        """Forget the plans of the programs that were run."""
        self._plans.clear()

    def run(
        self,
        program: Program | None = None,
        feed: Mapping[str, Any] | None = None,
        fetch_list: Sequence[Tensor | str] | Tensor | None = None,
        feed_var_name: str = "feed",
        fetch_var_name: str = "fetch",
        scope: Any = None,
        return_numpy: bool = True,
        use_program_cache: bool = False,
        use_prune: bool = False,
    ) -> list[Any]:
        """Run a program once.

        Args:
            program: the default main program if None.
            feed: arrays or tensors for `paddle.static.data`, by name.
            fetch_list: tensors or names whose values are returned.
            feed_var_name: accepted for compatibility.
            fetch_var_name: accepted for compatibility.
            scope: accepted for compatibility; parameters are tensors of their own.
            return_numpy: arrays instead of tensors.
            use_program_cache: accepted for compatibility; plans are always kept.
            use_prune: leave out writes to parameters that the fetched values do not need.

        Returns:
            The fetched values in order.

        Raises:
            RuntimeError: if data is missing or a name is not in the program.
            ValueError: if data has another shape or dtype than declared.
        """
        program = default_main_program() if program is None else program
        if not isinstance(program, Program):
            raise TypeError(f"Executor.run needs a Program, but got {type(program).__name__}")
        if isinstance(fetch_list, (Tensor, str)):
            fetch_list = [fetch_list]
        fetched = [_value_of(program, item) for item in fetch_list or ()]
        plan = self._plan(program, fetched, keep_writes=not use_prune)
        data = {name: _as_tensor(value) for name, value in (feed or {}).items()}
        _set_rates(program)
        results = plan.run(data, fetched)
        if not return_numpy:
            return [tensor.detach() for tensor in results]
        return [tensor.numpy() for tensor in results]

    def _plan(self, program: Program, fetched: list[int], keep_writes: bool) -> _core.Program:
        handle = program._handle
        key = (handle, handle.num_operations(), tuple(fetched), keep_writes)
        if key not in self._plans:
            self._plans[key] = handle.pruned(fetched, keep_writes)
        return self._plans[key]


def _value_of(program: Program, item: Tensor | str) -> int:
    handle = program._handle
    if isinstance(item, Tensor):
        return handle.value_of(item)
    value = handle.find(item)
    if value < 0:
        raise RuntimeError(f"(NotFound) the program has no tensor named {item!r}")
    return value


def _set_rates(program: Program) -> None:
    """Give the program the learning rates that its optimizers have now."""
    with immediate():
        for tensor, rate in program._rates:
            tensor.fill_(rate())


def _as_tensor(value: Any) -> Tensor:
    import numpy as np

    return value if isinstance(value, Tensor) else _core.tensor_from_array(np.asarray(value))
