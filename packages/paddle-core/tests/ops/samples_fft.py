"""Sample records of ops/fft.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
from paddle import _C_ops
from paddle._testing import Error, record, sample

_random = np.random.default_rng(11)


def _real(*shape: int) -> Any:
    return _random.standard_normal(shape)


def _complex(*shape: int) -> Any:
    return _real(*shape) + 1j * _real(*shape)


def _c2c(x: Any, axes: Any, norm: str, forward: bool) -> Any:
    return (np.fft.fftn if forward else np.fft.ifftn)(x, axes=axes, norm=norm)


def _dual(norm: str) -> str:
    return {"backward": "forward", "forward": "backward"}.get(norm, norm)


def _r2c(x: Any, axes: Any, norm: str, forward: bool, onesided: bool) -> Any:
    full = _c2c(x, axes, norm, forward)
    return full.take(range(x.shape[axes[-1]] // 2 + 1), axes[-1]) if onesided else full


def _c2r(x: Any, axes: Any, norm: str, forward: bool, last_dim_size: int = 0) -> Any:
    """The inverse transform; of the conjugate it is the forward one with the dual norm."""
    size = last_dim_size or 2 * (x.shape[axes[-1]] - 1)
    sizes = [x.shape[axis] for axis in axes[:-1]] + [size]
    if forward:
        return np.fft.irfftn(np.conj(x), sizes, axes, _dual(norm))
    return np.fft.irfftn(x, sizes, axes, norm)


def _matrix(function: Any, shape: Any) -> Any:
    """A function that is linear over the reals as a matrix on tensors of this shape."""
    count = int(np.prod(shape))
    return np.stack([function(unit.reshape(shape)).ravel() for unit in np.eye(count)], axis=1)


def _r2c_grad(out_grad: Any, x: Any, axes: Any, norm: str, forward: bool) -> Any:
    matrix = _matrix(lambda unit: _r2c(unit, axes, norm, forward, True), x.shape)
    return (matrix.conj().T @ out_grad.ravel()).real.reshape(x.shape)


def _c2r_grad(out_grad: Any, axes: Any, norm: str, forward: bool) -> Any:
    size = out_grad.shape[axes[-1]]
    shape = list(out_grad.shape)
    shape[axes[-1]] = size // 2 + 1
    real = _matrix(lambda unit: _c2r(unit, axes, norm, forward, size), shape)
    imaginary = _matrix(lambda unit: _c2r(1j * unit, axes, norm, forward, size), shape)
    return ((real + 1j * imaginary).T @ out_grad.ravel()).reshape(shape)


def _frame(x: Any, length: int, hop: int, axis: int = -1) -> Any:
    starts = range(0, x.shape[axis] - length + 1, hop)
    if axis == 0:
        return np.stack([x[start : start + length] for start in starts])
    return np.stack([x[..., start : start + length] for start in starts], axis=-1)


def _sum_frames(frames: Any, size: int, hop: int, axis: int) -> Any:
    frames = np.moveaxis(frames, -1, 0) if axis == -1 else np.moveaxis(frames, 1, -1)
    total = np.zeros((*frames.shape[1:-1], size), frames.dtype)
    for i, part in enumerate(frames):
        total[..., i * hop : i * hop + part.shape[-1]] += part
    return total if axis == -1 else np.moveaxis(total, -1, 0)


def _overlap_add(x: Any, hop: int, axis: int = -1) -> Any:
    length, frames = x.shape[-2:] if axis == -1 else x.shape[1::-1]
    return _sum_frames(x, (frames - 1) * hop + length, hop, axis)


REAL = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
ALL = REAL + COMPLEX

RECORDS = [
    record(
        "fft_c2c",
        _C_ops.fft_c2c,
        _c2c,
        [
            sample(_complex(8), [0], "backward", True),
            sample(_complex(3, 35), [-1], "ortho", False),
            sample(_complex(4, 3, 5), [0, 2], "forward", True),
            sample(_complex(2, 6), [1, 0], "forward", False),
            sample(_complex(0, 4), [1], "backward", True),
        ],
        dtypes=COMPLEX,
        errors=[
            Error(ValueError, "norm", (_complex(4), [0], "none", True)),
            Error(ValueError, "axis", (_complex(4), [1], "ortho", True)),
            Error(ValueError, "twice|repeated|once", (_complex(4, 4), [1, -1], "ortho", True)),
            Error(ValueError, "axis", (_complex(4), [], "ortho", True)),
            Error(ValueError, "n-point", (_complex(4, 0), [1], "ortho", True)),
        ],
    ),
    record(
        "fft_r2c",
        _C_ops.fft_r2c,
        _r2c,
        [
            sample(_real(8), [0], "backward", True, True),
            sample(_real(3, 7), [1], "ortho", False, True),
            sample(_real(4, 3, 5), [2, 0], "forward", True, True),
            sample(_real(3, 6), [0], "backward", False, False),
            sample(_real(3, 5), [0, 1], "ortho", True, False),
        ],
        dtypes=REAL,
        covers=("fft_r2c_grad",),
        errors=[Error(ValueError, "norm", (_real(4), [0], "", True, True))],
    ),
    record(
        "fft_r2c_grad",
        _C_ops.fft_r2c_grad,
        _r2c_grad,
        [
            sample(_complex(5), _real(8), [0], "backward", True),
            sample(_complex(2, 3, 4), _real(2, 3, 7), [1, 2], "ortho", False),
        ],
        dtypes=COMPLEX,
        errors=[Error(ValueError, "size", (_complex(4), _real(8), [0], "ortho", True))],
    ),
    record(
        "fft_c2r",
        _C_ops.fft_c2r,
        _c2r,
        [
            sample(_complex(5), [0], "backward", False),
            sample(_complex(3, 4), [-1], "ortho", True, 7),
            sample(_complex(4, 3, 5), [2, 0], "forward", False, 6),
            sample(_complex(2, 3), [0, 1], "backward", True, 4),
        ],
        dtypes=COMPLEX,
        errors=[
            Error(ValueError, "n-point", (_complex(1), [0], "ortho", True)),
            Error(ValueError, "points", (_complex(5), [0], "ortho", True, 6)),
        ],
    ),
    record(
        "fft_c2r_grad",
        _C_ops.fft_c2r_grad,
        _c2r_grad,
        [
            sample(_real(8), [0], "backward", False),
            sample(_real(2, 3, 5), [1, 2], "ortho", True),
        ],
        dtypes=REAL,
        errors=[Error(ValueError, "norm", (_real(8), [0], "", True))],
    ),
    record(
        "frame",
        _C_ops.frame,
        _frame,
        [
            sample(_real(9), 4, 2),
            sample(_real(2, 3, 8), 3, 4),
            sample(_real(7, 2), 3, 1, axis=0),
        ],
        dtypes=ALL[:2],
        covers=("frame_grad",),
        errors=[
            Error(ValueError, "frame_length", (_real(4), 5, 1)),
            Error(ValueError, "hop_length", (_real(4), 2, 0)),
            Error(ValueError, "axis", (_real(4, 4), 2, 1, 1)),
        ],
    ),
    record(
        "frame_grad",
        _C_ops.frame_grad,
        lambda out_grad, x, hop, axis: _sum_frames(out_grad, x.shape[axis], hop, axis),
        [
            sample(_real(4, 3), _real(9), 2, -1),
            sample(_real(3, 2, 2), _real(8, 2), 3, 0),
        ],
        dtypes=REAL,
    ),
    record(
        "overlap_add",
        _C_ops.overlap_add,
        _overlap_add,
        [
            sample(_real(4, 3), 2),
            sample(_real(2, 3, 4), 3),
            sample(_real(3, 4, 2), 1, axis=0),
            sample(np.arange(12).reshape(4, 3), 2),
        ],
        dtypes=REAL,
        errors=[
            Error(ValueError, "rank", (_real(4), 1)),
            Error(ValueError, "hop_length", (_real(2, 4), 3)),
            Error(ValueError, "axis", (_real(2, 4), 1, 1)),
        ],
    ),
]
