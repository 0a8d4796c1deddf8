"""Sample records of ops/manipulation.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(5)


def normal(*shape: int) -> Any:
    return np.asarray(_random.standard_normal(shape))


A = normal(2, 3, 4)
M = normal(3, 5)
V = normal(6)
ZERO_D = normal()
EMPTY = normal(0, 3)
Z = normal(3, 2) + 1j * normal(3, 2)
ALL = ("float16", "bfloat16", "float32", "float64")


def _reshape(x: Any, shape: Any) -> Any:
    sizes = [x.shape[i] if size == 0 and x.size else size for i, size in enumerate(shape)]
    return x.reshape(sizes)


def _flatten(x: Any, start_axis: int = 0, stop_axis: int = -1) -> Any:
    if x.ndim == 0:
        return x.reshape(1)
    start, stop = start_axis % x.ndim, stop_axis % x.ndim
    return x.reshape(*x.shape[:start], -1, *x.shape[stop + 1 :])


def _squeeze(x: Any, axis: Any = None) -> Any:
    if axis is None:
        return x.squeeze()
    axes = [axis] if isinstance(axis, int) else axis
    return x.squeeze(tuple(i for i in axes if x.shape[i] == 1))


def _unsqueeze(x: Any, axis: Any) -> Any:
    for i in [axis] if isinstance(axis, int) else axis:
        x = np.expand_dims(x, i)
    return x


def _expand(x: Any, shape: Any) -> Any:
    lead = len(shape) - x.ndim
    sizes = [x.shape[i - lead] if size == -1 else size for i, size in enumerate(shape)]
    return np.broadcast_to(x, sizes)


def _split(x: Any, sections: Any, axis: int = 0) -> Any:
    sizes = list(sections)
    if -1 in sizes:
        sizes[sizes.index(-1)] = x.shape[axis] - sum(sizes) - 1
    return np.split(x, np.cumsum(sizes)[:-1], axis)


def _unbind(x: Any, axis: int = 0) -> Any:
    return [np.take(x, i, axis) for i in range(x.shape[axis])]


def _slices(x: Any, axes: Any, starts: Any, ends: Any, steps: Any) -> Any:
    key = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        key[axis] = slice(start, None if end == -99 else end, step)
    return tuple(key)


def _slice_view(
    x: Any, axes: Any, starts: Any, ends: Any, steps: Any, decrease_axes: Any = ()
) -> Any:
    ends = [None if axis in decrease_axes else end for axis, end in zip(axes, ends, strict=True)]
    result = x[_slices(x, axes, starts, ends, steps)]
    for axis in sorted(decrease_axes, reverse=True):
        result = np.take(result, 0, axis)
    return result


def _scatter(x: Any, value: Any, axes: Any, starts: Any, ends: Any, steps: Any) -> Any:
    result = x.copy()
    result[_slices(x, axes, starts, ends, steps)] = value
    return result


def _as_strided(x: Any, shape: Any, stride: Any, offset: int = 0) -> Any:
    flat = np.ascontiguousarray(x).reshape(-1)[offset:]
    return np.lib.stride_tricks.as_strided(flat, shape, [s * x.itemsize for s in stride])


def _unfold(x: Any, axis: int, size: int, step: int) -> Any:
    windows = np.lib.stride_tricks.sliding_window_view(x, size, axis)
    return np.take(windows, range(0, windows.shape[axis], step), axis)


def _tile(x: Any, repeats: Any) -> Any:
    return np.tile(x, repeats)


def _fill_diagonal(x: Any, y: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    result = x.copy()
    writable = np.diagonal(result, offset, dim1, dim2)
    writable.flags.writeable = True
    writable[...] = y
    return result


def _roll_back(x: Any, shifts: Any, axis: Any = None) -> Any:
    return np.roll(x, [-s for s in shifts] if axis else -shifts[0], axis or None)


def _as_complex(x: Any) -> Any:
    return x[..., 0] + 1j * x[..., 1]


def _as_real(x: Any) -> Any:
    return np.stack([x.real, x.imag], -1)


def _concat_grad(out_grad: Any, x: Any, axis: int) -> Any:
    return _split(out_grad, [part.shape[axis] for part in x], axis)


def _tile_grad(out_grad: Any, x: Any, repeats: Any) -> Any:
    rank = max(x.ndim, len(repeats))
    sizes = [1] * (rank - x.ndim) + list(x.shape)
    times = [1] * (rank - len(repeats)) + list(repeats)
    pairs = [size for pair in zip(times, sizes, strict=True) for size in pair]
    return out_grad.reshape(pairs).sum(tuple(range(0, 2 * rank, 2))).reshape(x.shape)


RECORDS: list[Record] = [
    record(
        "reshape",
        paddle.reshape,
        _reshape,
        [
            sample(A, [6, 4]),
            sample(A, [0, -1]),
            sample(V, [-1]),
            sample(ZERO_D, [1, 1]),
            sample(EMPTY, [3, 0]),
            sample(A, [2, 1, 12]),
        ],
        dtypes=ALL,
        inplace=paddle.reshape_,
        errors=[
            Error(ValueError, "reshape", (A, [5])),
            Error(ValueError, "-1 more than once", (A, [-1, -1])),
            Error(ValueError, "negative size", (A, [-2, 12])),
            Error(ValueError, "axis 3", (A, [2, 3, 4, 0])),
            Error(ValueError, "arranged", (A, [5, -1])),
            Error(ValueError, ".", (A, [2**62, 2**62])),
        ],
    ),
    record(
        "reshape_like",
        lambda x, like: _C_ops.reshape_like(x, like.detach()),
        lambda x, like: x.reshape(like.shape),
        [sample(A, normal(4, 6)), sample(ZERO_D, normal(1))],
        errors=[Error(ValueError, "reshape_like", (A, V))],
    ),
    record(
        "view_shape",
        paddle.view,
        _reshape,
        [sample(A, [6, 4]), sample(A, [24])],
        errors=[Error(ValueError, "view_shape", (A, [7]))],
    ),
    record(
        "view_dtype",
        lambda x: _C_ops.view_dtype(x, "complex128"),
        lambda x: x.view("complex128"),
        [sample(normal(3, 4))],
        dtypes=["float64"],
        strided=False,
        recording=False,
    ),
    record(
        "view_dtype",
        lambda x: _C_ops.view_dtype(x, "float64"),
        lambda x: x.view("float64"),
        [sample(Z)],
        dtypes=["complex128"],
        strided=False,
        recording=False,
    ),
    record(
        "view_dtype",
        lambda x: _C_ops.view_dtype(x, "int32"),
        lambda x: x.view("int32"),
        [sample(np.arange(4, dtype="int32")), sample(np.arange(6, dtype="int64").reshape(2, 3))],
        strided=False,
        recording=False,
        gradient=False,
        errors=[
            Error(ValueError, "view_dtype", (np.array(1, dtype="int64"),)),
            Error(ValueError, "whole number", (np.zeros((2, 3), "uint8"),)),
        ],
    ),
    record(
        "transpose",
        paddle.transpose,
        np.transpose,
        [sample(A, [2, 0, 1]), sample(M, [1, 0]), sample(M, [-1, 0]), sample(ZERO_D, [])],
        dtypes=ALL,
        inplace=paddle.transpose_,
        covers=["transpose_back"],
        errors=[
            Error(ValueError, "perm", (A, [0, 1])),
            Error(ValueError, "twice", (A, [0, 1, 1])),
            Error(ValueError, "perm", (A, [0, 1, 3])),
        ],
    ),
    record(
        "transpose_back",
        _C_ops.transpose_back,
        lambda x, perm: np.transpose(x, np.argsort(perm)),
        [sample(A, [2, 0, 1])],
        errors=[Error(ValueError, "perm", (A, [0]))],
    ),
    record(
        "squeeze",
        paddle.squeeze,
        _squeeze,
        [
            sample(normal(1, 3, 1)),
            sample(normal(1, 3, 1), 0),
            sample(normal(1, 3, 1), [0, 1]),
            sample(ZERO_D),
        ],
        inplace=paddle.squeeze_,
        errors=[Error(ValueError, "axis", (A, 3))],
    ),
    record(
        "unsqueeze",
        paddle.unsqueeze,
        _unsqueeze,
        [sample(M, 0), sample(M, [0, -1]), sample(M, [1, 2]), sample(ZERO_D, [0])],
        inplace=paddle.unsqueeze_,
        errors=[Error(ValueError, "axis", (M, 5)), Error(ValueError, ".", (M, [0] * 70))],
    ),
    record(
        "flatten",
        paddle.flatten,
        _flatten,
        [sample(A), sample(A, 1), sample(A, 0, 1), sample(ZERO_D), sample(EMPTY)],
        inplace=paddle.flatten_,
        errors=[Error(ValueError, "stop_axis", (A, 2, 1)), Error(ValueError, "start_axis", (A, 3))],
    ),
    record(
        "expand",
        paddle.expand,
        _expand,
        [
            sample(normal(3, 1), [2, 3, 4]),
            sample(normal(3, 1), [-1, 4]),
            sample(ZERO_D, [2, 2]),
            sample(M, [3, 5]),
            sample(normal(1, 3), [0, 3]),
        ],
        errors=[
            Error(ValueError, "expand", (M, [4, 5])),
            Error(ValueError, "more axes", (A, [4])),
            Error(ValueError, ".", (V, [-1, 6])),
            Error(ValueError, ".", (normal(1), [2**62, 2**40])),
        ],
    ),
    record(
        "expand_as",
        lambda x, y: paddle.expand_as(x, y.detach()),
        lambda x, y: np.broadcast_to(x, y.shape),
        [sample(normal(3, 1), A[:, :, :4])],
        errors=[Error(ValueError, "expand", (M, V))],
    ),
    record(
        "split",
        paddle.split,
        _split,
        [sample(M, [1, 2]), sample(M, [2, -1], 1), sample(M, [0, 5], 1)],
        errors=[
            Error(ValueError, "split", (M, [1, 1])),
            Error(ValueError, "axis", (M, [3], 2)),
            Error(ValueError, "negative", (M, [-2, 5])),
            Error(ValueError, "0-d", (ZERO_D, [1])),
        ],
    ),
    record(
        "split_with_num",
        paddle.split,
        lambda x, num, axis=0: np.split(x, num, axis),
        [sample(M, 3), sample(A, 2, -1)],
        errors=[Error(ValueError, "equal parts", (M, 2)), Error(ValueError, "positive", (M, 0))],
    ),
    record(
        "unbind",
        paddle.unbind,
        _unbind,
        [sample(M), sample(A, 1), sample(A, -1)],
        errors=[Error(ValueError, "axis", (M, 2)), Error(ValueError, "0-d", (ZERO_D,))],
    ),
    record(
        "slice_view",
        _C_ops.slice_view,
        _slice_view,
        [
            sample(A, [1], [1], [3], [1], []),
            sample(A, [2], [3], [-99], [-2], []),
            sample(A, [0, 2], [1, -3], [2, 99], [1, 2], [0]),
            sample(A, [1], [5], [9], [1], []),
        ],
        covers=["slice_view_grad"],
        errors=[
            Error(ValueError, "step", (A, [0], [0], [1], [0], [])),
            Error(IndexError, "out of bounds", (A, [0], [2], [3], [1], [0])),
            Error(ValueError, "twice", (A, [0, 0], [0, 0], [1, 1], [1, 1], [])),
            Error(ValueError, "equally many", (A, [0], [0], [1], [], [])),
        ],
    ),
    record(
        "as_strided",
        paddle.as_strided,
        _as_strided,
        [sample(V, [3, 2], [1, 1]), sample(V, [2, 2], [2, 1], 1), sample(V, [2, 3], [0, 2])],
        covers=["as_strided_grad"],
        strided=False,
        errors=[
            Error(ValueError, "outside", (V, [3, 3], [2, 2])),
            Error(ValueError, "stride", (V, [2], [1, 1])),
            Error(ValueError, "offset", (V, [1], [1], -1)),
            Error(ValueError, ".", (V, [2**62, 2**62], [1, 1])),
        ],
    ),
    record(
        "diagonal",
        paddle.diagonal,
        np.diagonal,
        [sample(M), sample(M, 1), sample(M, -2), sample(A, 0, 2, 0), sample(M, 9)],
        covers=["diagonal_grad"],
        errors=[Error(ValueError, "both", (M, 0, 1, 1)), Error(ValueError, "no diagonal", (V,))],
    ),
    record(
        "tensor_unfold",
        paddle.unfold,
        _unfold,
        [sample(V, 0, 3, 1), sample(M, 1, 2, 2), sample(A, -2, 3, 1)],
        covers=["tensor_unfold_grad"],
        errors=[Error(ValueError, "larger", (V, 0, 7, 1)), Error(ValueError, "step", (V, 0, 2, 0))],
    ),
    record(
        "concat",
        paddle.concat,
        np.concatenate,
        [
            sample([M, normal(2, 5)]),
            sample([M, normal(3, 1), M], -1),
            sample([EMPTY, normal(2, 3)]),
        ],
        dtypes=ALL,
        covers=["concat_grad"],
        errors=[
            Error(ValueError, "joined", ([M, V],)),
            Error(ValueError, "axis", ([M], 2)),
            Error(ValueError, "concat", ([M, M.astype("int64")],)),
            Error(ValueError, "0-d", ([ZERO_D],)),
        ],
    ),
    record(
        "concat_grad",
        lambda g, x, axis: _C_ops.concat_grad(g, [part.detach() for part in x], axis),
        _concat_grad,
        [sample(M, [normal(1, 5), normal(2, 5)], 0)],
        errors=[Error(ValueError, "larger", (M, [M, M], 0))],
    ),
    record(
        "stack",
        paddle.stack,
        np.stack,
        [sample([M, M + 1]), sample([M, M], -1), sample([ZERO_D, ZERO_D])],
        errors=[Error(ValueError, "shapes", ([M, V],)), Error(ValueError, "axis", ([M, M], 3))],
    ),
    record(
        "tile",
        paddle.tile,
        _tile,
        [
            sample(M, [2]),
            sample(M, [2, 1, 3]),
            sample(A, [2, 1]),
            sample(ZERO_D, [3]),
            sample(M, [0]),
        ],
        errors=[Error(ValueError, "negative", (M, [-1])), Error(ValueError, ".", (M, [2**62]))],
    ),
    record(
        "tile_grad",
        lambda g, x, repeats: _C_ops.tile_grad(g, x.detach(), repeats),
        _tile_grad,
        [sample(normal(2, 6, 5), M, [2, 2, 1])],
    ),
    record(
        "flip",
        paddle.flip,
        np.flip,
        [sample(A, 1), sample(A, [0, -1])],
        dtypes=ALL,
        errors=[Error(ValueError, "twice", (A, [0, 0])), Error(ValueError, "axis", (A, [4]))],
    ),
    record(
        "roll",
        paddle.roll,
        np.roll,
        [sample(M, 2), sample(M, [1, -7], [0, 1]), sample(V, -1, 0), sample(M, [2**62], [1])],
        covers=["roll_back"],
        errors=[
            Error(ValueError, "shifts", (M, [1, 2], [0])),
            Error(ValueError, "axis", (M, [1], [2])),
        ],
    ),
    record("roll_back", _C_ops.roll_back, _roll_back, [sample(M, [2], [1]), sample(M, [1])]),
    record(
        "slice_scatter",
        _C_ops.slice_scatter,
        _scatter,
        [sample(A, normal(2, 2, 4), [1], [0], [3], [2]), sample(V, normal(2), [0], [5], [1], [-2])],
        errors=[Error(ValueError, "fit", (A, M, [0], [0], [1], [1]))],
    ),
    record(
        "fill_diagonal_tensor",
        paddle.Tensor.fill_diagonal_tensor,
        _fill_diagonal,
        [sample(M, normal(3)), sample(M, normal(2), -1), sample(A, normal(3, 2), 0, 2, 0)],
        inplace=paddle.Tensor.fill_diagonal_tensor_,
        errors=[Error(ValueError, "diagonal has", (M, V))],
    ),
    record("as_real", paddle.as_real, _as_real, [sample(Z)], dtypes=["complex64", "complex128"]),
    record(
        "as_complex",
        paddle.as_complex,
        _as_complex,
        [sample(normal(3, 2))],
        errors=[Error(ValueError, "size 2", (M,))],
    ),
    record(
        "shape",
        paddle.shape,
        lambda x: np.array(x.shape),
        [sample(A), sample(ZERO_D)],
        gradient=False,
    ),
    record(
        "numel", paddle.numel, np.size, [sample(A), sample(EMPTY), sample(ZERO_D)], gradient=False
    ),
    record(
        "is_empty",
        paddle.is_empty,
        lambda x: np.array(x.size == 0),
        [sample(A), sample(EMPTY)],
        gradient=False,
    ),
]
