"""Recording operators into programs and running them."""

from __future__ import annotations

from .._core import CPUPlace
from ..framework.parameter import create_parameter
from . import nn
from .backward import append_backward, gradients
from .executor import Executor, global_scope
from .program import (
    InputSpec,
    Program,
    data,
    default_main_program,
    default_startup_program,
    disable_static,
    enable_static,
    in_dynamic_mode,
    name_scope,
    program_guard,
)

__all__ = [
    "Executor",
    "InputSpec",
    "Program",
    "append_backward",
    "cpu_places",
    "create_parameter",
    "data",
    "default_main_program",
    "default_startup_program",
    "global_scope",
    "gradients",
    "name_scope",
    "nn",
    "program_guard",
]


def cpu_places(device_count: int | None = None) -> list[CPUPlace]:
    """The CPU as a list of places.

    Args:
        device_count: the length of the list; 1 if None.

    Examples:
        >>> import paddle
        >>> paddle.static.cpu_places(2)
        [Place(cpu), Place(cpu)]
    """
    return [CPUPlace()] * (1 if device_count is None else device_count)
