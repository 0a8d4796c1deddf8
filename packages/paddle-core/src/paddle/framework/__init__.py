"""Data types, random state and the files of models."""

from __future__ import annotations

from .._core import CPUPlace, CUDAPlace
from .._lazy import lazy_attributes
from ..autograd.grad_mode import no_grad, set_grad_enabled
from .dtype import finfo, get_default_dtype, iinfo, set_default_dtype
from .random import (
    get_cuda_rng_state,
    get_rng_state,
    seed,
    set_cuda_rng_state,
    set_rng_state,
)

__all__ = [
    "CPUPlace",
    "CUDAPlace",
    "finfo",
    "get_cuda_rng_state",
    "get_default_dtype",
    "get_rng_state",
    "iinfo",
    "no_grad",
    "seed",
    "set_cuda_rng_state",
    "set_default_dtype",
    "set_grad_enabled",
    "set_rng_state",
]

__getattr__, __dir__ = lazy_attributes(
    __name__,
    modules=("flags", "io", "legacy", "param_attr", "parameter"),
    names={
        "ParamAttr": "param_attr",
        "create_parameter": "parameter",
        "get_flags": "flags",
        "load": "io",
        "save": "io",
        "set_flags": "flags",
    },
)
