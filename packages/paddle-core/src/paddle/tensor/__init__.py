"""Functions on tensors, which are methods of `paddle.Tensor` as well."""

from __future__ import annotations

from .. import signal
from .._core import Tensor
from ..framework.parameter import create_parameter
from . import (
    array,
    attribute,
    creation,
    decomposition,
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
from .array import *
from .attribute import *
from .conversion import to_tensor
from .creation import *
from .creation import create_tensor
from .decomposition import *
from .linalg import *
from .logic import *
from .manipulation import *
from .math import *
from .ops import *
from .random import *
from .search import *
from .search import top_p_sampling
from .sorting import *
from .stat import *
from .to_string import set_printoptions

__all__ = ["set_printoptions", "to_tensor"]
__all__ += attribute.__all__
__all__ += creation.__all__
__all__ += decomposition.__all__
__all__ += linalg.__all__
__all__ += logic.__all__
__all__ += manipulation.__all__
__all__ += math.__all__
__all__ += ops.__all__
__all__ += random.__all__
__all__ += search.__all__
__all__ += sorting.__all__
__all__ += stat.__all__

# Functions that create tensors from shapes and numbers, one that a property hides, one whose
# method has other parameters, and what `paddle.linalg` alone has.
_NOT_METHODS = frozenset(
    {"arange", "clone", "empty", "eye", "full", "linspace", "logspace", "ones", "shape", "zeros"}
    | {"det", "eigh", "matrix_rank", "slogdet", "svd", "triangular_solve"}
)


def _attach_methods() -> None:
    for name in __all__:
        if name not in _NOT_METHODS:
            setattr(Tensor, name, globals()[name])
    Tensor.sigmoid, Tensor.sigmoid_ = ops.sigmoid, ops.sigmoid_
    Tensor.stft, Tensor.istft = signal.stft, signal.istft
    Tensor.create_tensor, Tensor.create_parameter = create_tensor, create_parameter
    Tensor.top_p_sampling = top_p_sampling


_attach_methods()
__all__ += [*array.__all__, "create_parameter", "create_tensor", "top_p_sampling"]
