"""Recording operators into programs and running them."""

from __future__ import annotations

from .._core import CPUPlace
from .._core import Tensor as Variable
from ..framework.parameter import create_parameter
from . import nn
from .average import ExponentialMovingAverage
from .backward import append_backward, gradients
from .executor import Executor
from .io import load, load_program_state, save, set_program_state
from .program import (
    InputSpec,
    Program,
    create_global_var,
    data,
    default_main_program,
    default_startup_program,
    disable_static,
    enable_static,
    in_dynamic_mode,
    name_scope,
    program_guard,
)
from .scope import Scope, global_scope, scope_guard

__all__ = [
    "Executor",
    "ExponentialMovingAverage",
    "InputSpec",
    "Program",
    "Scope",
    "Variable",
    "append_backward",
    "cpu_places",
    "create_global_var",
    "create_parameter",
    "data",
    "default_main_program",
    "default_startup_program",
    "global_scope",
    "gradients",
    "load",
    "load_program_state",
    "name_scope",
    "nn",
    "program_guard",
    "save",
    "scope_guard",
    "set_program_state",
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
