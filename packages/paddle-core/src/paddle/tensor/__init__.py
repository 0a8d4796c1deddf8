"""Functions on tensors, which are methods of `paddle.Tensor` as well."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from .._core import Tensor
from .conversion import to_tensor
from .to_string import set_printoptions

_MODULES = (
    "attribute",
    "creation",
    "linalg",
    "logic",
    "manipulation",
    "math",
    "ops",
    "random",
    "search",
    "sorting",
    "stat",
)
# Functions that create tensors from shapes and numbers, and one that a property hides.
_NOT_METHODS = frozenset(
    {"arange", "empty", "eye", "full", "linspace", "logspace", "ones", "shape", "zeros"}
)

__all__ = ["set_printoptions", "to_tensor"]


def _export(module: ModuleType) -> None:
    for name in module.__all__:
        function = getattr(module, name)
        globals()[name] = function
        __all__.append(name)
        if name not in _NOT_METHODS:
            setattr(Tensor, name, function)


for _name in _MODULES:
    if importlib.util.find_spec(f"{__name__}.{_name}") is not None:
        _export(importlib.import_module(f"{__name__}.{_name}"))

Tensor.astype = Tensor.cast
