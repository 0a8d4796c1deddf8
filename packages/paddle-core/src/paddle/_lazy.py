"""Attributes of a module that are imported when they are first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["lazy_attributes"]


def lazy_attributes(
    module: str,
    modules: Sequence[str],
    names: Mapping[str, str],
    guests: Sequence[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a module.

    Args:
        module: its name.
        modules: submodules.
        names: other names, and the submodule that each comes from.
        guests: submodules of other packages; where one is absent, its import says so.
    """
    scope = sys.modules[module].__dict__

    def get(name: str) -> Any:
        if name in modules or name in guests:
            return importlib.import_module(f"{module}.{name}")
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{module}.{names[name]}"), name)
        scope[name] = value
        return value

    def names_of_module() -> list[str]:
        return sorted({*scope, *modules, *names})

    return get, names_of_module
