"""Recording operators into programs and running them."""

from __future__ import annotations

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
    "data",
    "default_main_program",
    "default_startup_program",
    "global_scope",
    "gradients",
    "name_scope",
    "program_guard",
]
