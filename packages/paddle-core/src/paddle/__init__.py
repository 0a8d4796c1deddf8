"""PaddlePaddle's API from small packages; this is the part that paddle-core owns."""

from __future__ import annotations

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)

from .version import full_version as __version__
from ._startup import check_environment

check_environment()

from . import _C_ops, _core
from ._core import CPUPlace, CUDAPlace, Tensor, dtype
from ._core import (
    bfloat16,
    bool,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from . import _tensor

_tensor.attach()

from . import autograd, framework
from .autograd import enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from .framework import (
    finfo,
    get_default_dtype,
    get_rng_state,
    iinfo,
    seed,
    set_default_dtype,
    set_rng_state,
)
from . import tensor
from .tensor import *  # noqa: F403 - the modules of paddle.tensor name what is public
from .framework.io import load, save
from .framework.param_attr import ParamAttr
from .framework.parameter import create_parameter
from . import amp, callbacks, hapi, io, metric, nn, optimizer, regularizer, utils
from .hapi import Model, summary
