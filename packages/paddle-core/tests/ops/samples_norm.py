"""Sample records of ops/norm.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(44)
_EPSILON = 1e-5
_MEAN, _VARIANCE = np.array([0.1, -0.2, 0.3]), np.array([1.0, 2.0, 0.5])


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _standard(x: Any, axes: tuple[int, ...]) -> Any:
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(variance + _EPSILON)


def _affine(x: Any, scale: Any, bias: Any) -> Any:
    x = x if scale is None else x * np.reshape(scale, np.shape(scale))
    return x if bias is None else x + bias


def _statistics_dtype(x: Any) -> str:
    return "float64" if x.dtype == paddle.float64 else "float32"


def _batch_norm(
    x: Any,
    scale: Any = None,
    bias: Any = None,
    data_format: str = "NCHW",
    is_test: bool = False,
    use_global_stats: bool = False,
) -> Any:
    """The output, with fresh running statistics for every call."""
    dtype = _statistics_dtype(x)
    mean = paddle.to_tensor(_MEAN).astype(dtype)
    variance = paddle.to_tensor(_VARIANCE).astype(dtype)
    return _C_ops.batch_norm(
        x, mean, variance, scale, bias, is_test, 0.9, _EPSILON, data_format, use_global_stats, False
    )[0]


def _batch_norm_reference(
    x: Any,
    scale: Any = None,
    bias: Any = None,
    data_format: str = "NCHW",
    is_test: bool = False,
    use_global_stats: bool = False,
) -> Any:
    axis = x.ndim - 1 if data_format.endswith("C") and data_format != "NC" else 1
    x = np.moveaxis(x, axis, -1)
    if is_test or use_global_stats:
        x = (x - _MEAN) / np.sqrt(_VARIANCE + _EPSILON)
    else:
        x = _standard(x, tuple(range(x.ndim - 1)))
    return np.moveaxis(_affine(x, scale, bias), -1, axis)


def _layer_norm(x: Any, scale: Any, bias: Any, epsilon: float, begin: int) -> Any:
    shape = x.shape[begin:]
    scale = None if scale is None else scale.reshape(shape)
    bias = None if bias is None else bias.reshape(shape)
    return _affine(_standard(x, tuple(range(begin, x.ndim))), scale, bias)


def _rms_norm(x: Any, scale: Any, epsilon: float, begin: int) -> Any:
    axes = tuple(range(begin % x.ndim, x.ndim))
    x = x / np.sqrt((x * x).mean(axes, keepdims=True) + epsilon)
    return x if scale is None else x * scale


def _group_norm(
    x: Any, scale: Any, bias: Any, epsilon: float, groups: int, data_format: str
) -> Any:
    last = data_format == "NHWC"
    x = x if last else np.moveaxis(x, 1, -1)
    split = x.reshape(*x.shape[:-1], groups, x.shape[-1] // groups)
    axes = (*range(1, x.ndim - 1), x.ndim)
    x = _affine(_standard(split, axes).reshape(x.shape), scale, bias)
    return x if last else np.moveaxis(x, -1, 1)


def _instance_norm(x: Any, scale: Any, bias: Any, epsilon: float) -> Any:
    return _group_norm(x, scale, bias, epsilon, x.shape[1], "NCHW")


RECORDS: list[Record] = [
    record(
        "batch_norm",
        _batch_norm,
        _batch_norm_reference,
        [
            sample(_array(4, 3, 2, 5), _array(3), _array(3)),
            sample(_array(4, 2, 5, 3), _array(3), _array(3), "NHWC"),
            sample(_array(6, 3), _array(3), _array(3), "NC"),
            sample(_array(2, 3, 4), None, _array(3), "NCL"),
            sample(_array(2, 2, 2, 2, 3), _array(3), None, "NDHWC"),
            sample(_array(4, 3, 2, 2), _array(3), _array(3), "NCHW", True),
            sample(_array(4, 2, 2, 3), _array(3), _array(3), "NHWC", False, True),
        ],
        dtypes=ALL_FLOATS[2:],
        covers=("batch_norm_grad", "batch_norm_double_grad"),
        recording=False,  # running statistics are made inside
        errors=[
            Error(ValueError, "batch_norm.*scale", (_array(4, 3, 2, 2), _array(2), _array(3))),
            Error(ValueError, "batch_norm.*mean", (_array(4, 5, 2, 2),)),
            Error(ValueError, "batch_norm.*data_format", (_array(4, 3), None, None, "HWC")),
        ],
    ),
    record(
        "layer_norm",
        lambda *args: _C_ops.layer_norm(*args)[0],
        _layer_norm,
        [
            sample(_array(3, 7), _array(7), _array(7), _EPSILON, 1),
            sample(_array(3, 2, 4), _array(8), _array(8), _EPSILON, 1),
            sample(_array(3, 2, 4), _array(4), None, _EPSILON, 2),
            sample(_array(3, 2, 4), None, _array(4), _EPSILON, 2),
            sample(_array(3, 2, 9), None, None, _EPSILON, 2),
            sample(_array(2, 300), _array(300), _array(300), _EPSILON, 1),
        ],
        dtypes=ALL_FLOATS[2:],
        covers=("layer_norm_grad", "layer_norm_double_grad"),
        errors=[
            Error(ValueError, "layer_norm.*scale", (_array(3, 7), _array(6), None, _EPSILON, 1)),
            Error(ValueError, "layer_norm.*begin_norm_axis", (_array(3), None, None, _EPSILON, 1)),
        ],
    ),
    record(
        "rms_norm",
        lambda *args: _C_ops.rms_norm(*args)[0],
        _rms_norm,
        [
            sample(_array(3, 7), _array(7), 1e-6, -1),
            sample(_array(3, 2, 5), None, 1e-6, 1),
        ],
        covers=("rms_norm_grad", "rms_norm_double_grad"),
        errors=[Error(ValueError, "rms_norm.*scale", (_array(3, 7), _array(3), 1e-6, 1))],
    ),
    record(
        "group_norm",
        lambda *args: _C_ops.group_norm(*args)[0],
        _group_norm,
        [
            sample(_array(2, 4, 3, 2), _array(4), _array(4), _EPSILON, 2, "NCHW"),
            sample(_array(2, 3, 2, 4), _array(4), _array(4), _EPSILON, 2, "NHWC"),
            sample(_array(2, 4), None, None, _EPSILON, 2, "NCHW"),
        ],
        covers=("group_norm_grad", "group_norm_double_grad"),
        errors=[
            Error(ValueError, "group_norm.*3 groups", (_array(2, 4), None, None, 1e-5, 3, "NCHW")),
            Error(ValueError, "group_norm.*groups", (_array(2, 4), None, None, 1e-5, 0, "NCHW")),
        ],
    ),
    record(
        "instance_norm",
        lambda *args: _C_ops.instance_norm(*args)[0],
        _instance_norm,
        [
            sample(_array(2, 4, 3, 2), _array(4), _array(4), _EPSILON),
            sample(_array(2, 3, 5), None, None, _EPSILON),
        ],
        covers=("instance_norm_grad", "instance_norm_double_grad"),
        errors=[Error(ValueError, "instance_norm.*scale", (_array(2, 4, 3), _array(3), None))],
    ),
]
