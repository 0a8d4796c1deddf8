"""Names that programs of earlier releases take from `paddle.base`; all of them live elsewhere."""

from __future__ import annotations

from ._core import CPUPlace, CUDAPlace
from .framework.flags import get_flags, set_flags
from .framework.param_attr import ParamAttr
from .static import (
    Executor,
    Program,
    default_main_program,
    default_startup_program,
    global_scope,
    name_scope,
    program_guard,
)
from .utils import unique_name

__all__ = [
    "CPUPlace",
    "CUDAPlace",
    "Executor",
    "ParamAttr",
    "Program",
    "default_main_program",
    "default_startup_program",
    "get_flags",
    "global_scope",
    "name_scope",
    "program_guard",
    "set_flags",
    "unique_name",
]
