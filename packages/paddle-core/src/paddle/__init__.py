"""PaddlePaddle's API from small packages; this is the part that paddle-core owns."""

from __future__ import annotations

from ._startup import check_environment, package_path

__path__ = package_path(__path__)
check_environment()

from . import _C_ops, _core, _guests, _tensor
from ._core import (
    CPUPlace,
    CUDAPlace,
    Tensor,
    bfloat16,
    bool,
    complex64,
    complex128,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from .version import full_version as __version__

_tensor.attach()
_guests.attach()

from . import autograd, framework, tensor
from ._lazy import lazy_attributes
from .autograd import enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from .framework import (
    finfo,
    get_cuda_rng_state,
    get_default_dtype,
    get_rng_state,
    iinfo,
    seed,
    set_cuda_rng_state,
    set_default_dtype,
    set_rng_state,
)
from .tensor import set_printoptions, to_tensor
from .tensor.attribute import *
from .tensor.creation import *
from .tensor.decomposition import cholesky, eigvalsh, inverse
from .tensor.linalg import *
from .tensor.logic import *
from .tensor.manipulation import *
from .tensor.math import *
from .tensor.ops import *
from .tensor.random import *
from .tensor.search import *
from .tensor.sorting import *
from .tensor.stat import *

# Imported when first used, so that `import paddle` stays quick.
__getattr__, __dir__ = lazy_attributes(
    __name__,
    modules=(
        "amp",
        "base",
        "callbacks",
        "device",
        "distribution",
        "fft",
        "hapi",
        "hub",
        "incubate",
        "io",
        "linalg",
        "metric",
        "nn",
        "optimizer",
        "profiler",
        "regularizer",
        "signal",
        "static",
        "sysconfig",
        "utils",
    ),
    names={
        "Model": "hapi",
        "LazyGuard": "nn.initializer.lazy_init",
        "ParamAttr": "framework.param_attr",
        "batch": "framework.legacy",
        "check_shape": "framework.legacy",
        "create_parameter": "framework.parameter",
        "disable_signal_handler": "framework.legacy",
        "disable_static": "static.program",
        "enable_static": "static.program",
        "flops": "hapi",
        "get_device": "device",
        "get_flags": "framework.flags",
        "in_dynamic_mode": "static.program",
        "is_compiled_with_cuda": "device",
        "load": "framework.io",
        "save": "framework.io",
        "set_device": "device",
        "set_flags": "framework.flags",
        "summary": "hapi",
    },
    guests=_guests.PACKAGES,
)
