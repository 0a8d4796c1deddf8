"""Functions on tensors, which are methods of `paddle.Tensor` as well."""

from __future__ import annotations

from .._core import Tensor
from . import (
    attribute,
    creation,
    linalg,
    logic,
    manipulation,
    math,
    ops,
    random,
    search,
    sorting,
    stat,
)
from .attribute import *  # noqa: F403 - each module names in __all__ what is public
from .conversion import to_tensor
from .creation import *  # noqa: F403
from .linalg import *  # noqa: F403
from .logic import *  # noqa: F403
from .manipulation import *  # noqa: F403
from .math import *  # noqa: F403
from .ops import *  # noqa: F403
from .random import *  # noqa: F403
from .search import *  # noqa: F403
from .sorting import *  # noqa: F403
from .stat import *  # noqa: F403
from .to_string import set_printoptions

_MODULES = (
    attribute,
    creation,
    linalg,
    logic,
    manipulation,
    math,
    ops,
    random,
    search,
    sorting,
    stat,
)
__all__ = sum((module.__all__ for module in _MODULES), ["set_printoptions", "to_tensor"])

# Functions that create tensors from shapes and numbers, and one that a property hides.
_NOT_METHODS = frozenset(
    {"arange", "empty", "eye", "full", "linspace", "logspace", "ones", "shape", "zeros"}
)


def _attach_methods() -> None:
    for name in __all__:
        if name not in _NOT_METHODS:
            setattr(Tensor, name, globals()[name])
    Tensor.astype = Tensor.cast


_attach_methods()
