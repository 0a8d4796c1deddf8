"""Sample records of ops/indexing.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(8)


def normal(*shape: int) -> Any:
    return np.asarray(_random.standard_normal(shape))


def ints(*values: Any) -> Any:
    return np.array(values, dtype="int64")


A = normal(4, 3, 2)
M = normal(4, 5)
V = normal(6)
MASK = _random.random((4, 5)) > 0.5
INDEX = ints(2, 0, 2, 3)
OUT = ints(0, 9)
BACK = ints(-1)
ALL = ("float16", "bfloat16", "float32", "float64")


def _gather(x: Any, index: Any, axis: Any = None) -> Any:
    return np.take(x, index.reshape(-1) if index.ndim else index, axis or 0)


def _gather_grad(out_grad: Any, x: Any, index: Any, axis: int) -> Any:
    return _index_add(np.zeros_like(x), index, axis, out_grad)


def _gather_nd(x: Any, index: Any) -> Any:
    return x[tuple(np.moveaxis(index, -1, 0))]


def _scatter(x: Any, index: Any, updates: Any, overwrite: bool = True) -> Any:
    result = x.copy()
    rows = index.reshape(-1)
    if not overwrite:
        result[rows] = 0
        np.add.at(result, rows, updates)
        return result
    for row, update in zip(rows, updates, strict=True):
        result[row] = update
    return result


def _scatter_nd_add(x: Any, index: Any, updates: Any) -> Any:
    result = x.copy()
    np.add.at(result, tuple(np.moveaxis(index, -1, 0)), updates)
    return result


def _index_add(x: Any, index: Any, axis: int, value: Any) -> Any:
    result = np.moveaxis(x.copy(), axis, 0)
    np.add.at(result, index, np.moveaxis(value, axis, 0))
    return np.moveaxis(result, 0, axis)


def _index_put(x: Any, indices: Any, value: Any, accumulate: bool = False) -> Any:
    result = x.copy()
    if accumulate:
        np.add.at(result, tuple(indices), value)
    else:
        result[tuple(indices)] = value
    return result


def _along(arr: Any, indices: Any, axis: int) -> Any:
    key = list(np.indices(indices.shape))
    key[axis] = indices
    return tuple(key)


def _take_along(arr: Any, indices: Any, axis: int, broadcast: bool = True) -> Any:
    if broadcast:
        shape = list(arr.shape)
        shape[axis] = indices.shape[axis]
        indices = np.broadcast_to(indices, shape)
    return arr[_along(arr, indices, axis)]


_COMBINE: dict[str, Any] = {
    "add": np.add,
    "mul": np.multiply,
    "amin": np.minimum,
    "amax": np.maximum,
    "mean": np.add,
}
_NEUTRAL = {"add": 0.0, "mul": 1.0, "amin": np.inf, "amax": -np.inf, "mean": 0.0}


def _put_along(
    arr: Any,
    indices: Any,
    values: Any,
    axis: int,
    reduce: str = "assign",
    include_self: bool = True,
    broadcast: bool = True,
) -> Any:
    if broadcast:
        shape = list(arr.shape)
        shape[axis] = indices.shape[axis]
        indices = np.broadcast_to(indices, shape)
    result, key = arr.copy(), _along(arr, indices, axis)
    values = np.broadcast_to(values, indices.shape)
    if reduce == "assign":
        result[key] = values
        return result
    if not include_self:
        result[key] = _NEUTRAL[reduce]
    _COMBINE[reduce].at(result, key, values)
    if reduce == "mean":
        hits = np.full(arr.shape, 1 if include_self else 0)
        np.add.at(hits, key, 1)
        result = result / np.maximum(hits, 1)
    return result


def _masked_fill(x: Any, mask: Any, value: Any) -> Any:
    return np.where(mask, value, x)


def _masked_select(x: Any, mask: Any) -> Any:
    x, mask = np.broadcast_arrays(x, mask)
    return x[mask]


def _masked_select_grad(out_grad: Any, x: Any, mask: Any) -> Any:
    result = np.zeros_like(x)
    result[mask] = out_grad
    return result


def _unique(x: Any, **kwargs: Any) -> Any:
    out, index, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, **kwargs
    )
    return out, index, inverse.reshape(-1), counts


def _runs(x: Any) -> Any:
    starts = np.flatnonzero(np.concatenate([[True], x[1:] != x[:-1]]))
    counts = np.diff(np.append(starts, len(x)))
    return x[starts], np.repeat(np.arange(len(starts)), counts), counts


def _all_of_unique(x: Any, axis: Any = None) -> Any:
    return paddle.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)


def _shard(x: Any, size: int, shards: int, shard: int, ignore: int = -1) -> Any:
    length = (size + shards - 1) // shards
    return np.where(x // length == shard, x % length, ignore)


def _histogram(x: Any, bins: int = 100, min: float = 0, max: float = 0) -> Any:
    return np.histogram(x, bins, None if min == max else (min, max))[0]


def _index_sample(x: Any, index: Any) -> Any:
    return np.take_along_axis(x, index, 1)


RECORDS: list[Record] = [
    record(
        "gather",
        paddle.gather,
        _gather,
        [
            sample(M, INDEX),
            sample(A, ints(1, 1, 0), 1),
            sample(A, ints(1), -1),
            sample(M, np.array(2)),
            sample(M, ints([1], [3])),
            sample(M, ints()),
            sample(M, INDEX.astype("int32")),
        ],
        dtypes=ALL,
        covers=["gather_grad"],
        errors=[
            Error(IndexError, "9", (M, OUT)),
            Error(IndexError, "-1", (M, BACK)),
            Error(ValueError, "axis", (M, INDEX, 2)),
            Error(ValueError, "int32 or int64", (M, MASK[0])),
            Error(ValueError, "rank", (M, ints([1, 2], [3, 0]))),
            Error(ValueError, "0-d", (normal(), INDEX)),
        ],
    ),
    record(
        "gather_grad",
        lambda g, x, index, axis: _C_ops.gather_grad(g, x.detach(), index, axis),
        _gather_grad,
        [sample(normal(4, 5), M, INDEX, 0), sample(normal(4, 4), M, INDEX, 1)],
        dtypes=ALL,
        errors=[
            Error(ValueError, "out_grad", (V, M, INDEX, 0)),
            Error(IndexError, "9", (normal(2, 5), M, OUT, 0)),
        ],
    ),
    record(
        "index_select",
        paddle.index_select,
        lambda x, index, axis=0: np.take(x, index, axis),
        [sample(M, INDEX), sample(A, ints(1, 0, 1), 2)],
        errors=[
            Error(ValueError, "9", (M, OUT)),
            Error(ValueError, "-1", (M, BACK)),
            Error(ValueError, "rank 1", (M, np.array(1))),
        ],
    ),
    record(
        "gather_nd",
        paddle.gather_nd,
        _gather_nd,
        [
            sample(M, ints([1, 2], [3, 0])),
            sample(A, ints([[1, 2]], [[3, 0]])),
            sample(M, ints([3], [3])),
            sample(M, np.zeros((0, 2), "int64")),
        ],
        errors=[
            Error(ValueError, "9", (M, ints([9, 0]))),
            Error(ValueError, "axes", (M, ints([1, 1, 1]))),
        ],
    ),
    record(
        "scatter",
        paddle.scatter,
        _scatter,
        [sample(M, ints(1, 3), normal(2, 5)), sample(V, ints([2], [0]), normal(2))],
        inplace=paddle.scatter_,
        errors=[
            Error(IndexError, "9", (M, OUT, normal(2, 5))),
            Error(IndexError, "-1", (M, BACK, normal(1, 5))),
            Error(ValueError, "updates", (M, INDEX, normal(2, 5))),
        ],
    ),
    record(
        "scatter_nd_add",
        paddle.scatter_nd_add,
        _scatter_nd_add,
        [
            sample(M, ints([1], [1]), normal(2, 5)),
            sample(A, ints([0, 1], [3, 2], [0, 1]), normal(3, 2)),
        ],
        dtypes=ALL,
        errors=[
            Error(IndexError, "9", (M, ints([9]), normal(1, 5))),
            Error(ValueError, "updates", (M, ints([1]), V)),
        ],
    ),
    record(
        "index_sample",
        paddle.index_sample,
        _index_sample,
        [sample(M, ints([0, 4], [1, 1], [2, 0], [3, 3]))],
        errors=[
            Error(ValueError, "9", (M, ints([9], [0], [0], [0]))),
            Error(ValueError, "differ", (M, ints([0]))),
        ],
    ),
    record(
        "index_add",
        paddle.index_add,
        _index_add,
        [sample(M, ints(1, 1, 0), 0, normal(3, 5)), sample(A, ints(1, 0), 1, normal(4, 2, 2))],
        dtypes=ALL,
        inplace=paddle.index_add_,
        errors=[
            Error(ValueError, "9", (M, OUT, 0, normal(2, 5))),
            Error(ValueError, "value", (M, OUT, 0, V)),
        ],
    ),
    record(
        "index_get",
        _C_ops.index_get,
        lambda x, indices: x[tuple(indices)],
        [
            sample(A, [ints(1, -1, 0)]),
            sample(A, [ints([1], [2]), ints(0, -1)]),
            sample(A, [ints(0, 1), np.array(1), ints(1, 1)]),
            sample(M, [ints([], []).reshape(2, 0)]),
        ],
        dtypes=ALL,
        errors=[
            Error(ValueError, "9", (M, [OUT])),
            Error(ValueError, "-6", (M, [INDEX, ints(-6)])),
            Error(ValueError, "index tensors", (V, [INDEX, INDEX])),
            Error(ValueError, "broadcast", (M, [ints(1, 2), ints(1, 2, 3)])),
        ],
    ),
    record(
        "index_put",
        paddle.index_put,
        _index_put,
        [
            sample(A, [ints(1, -1, 0)], normal(3, 3, 2)),
            sample(A, [ints(1, 1), ints(0, 0)], normal(2), True),
            sample(M, [ints(0, 2)], normal()),
        ],
        dtypes=ALL,
        inplace=paddle.index_put_,
        errors=[
            Error(ValueError, "9", (M, [OUT], normal(5))),
            Error(ValueError, "fit", (M, [INDEX], normal(3))),
        ],
    ),
    record(
        "take_along_axis",
        paddle.take_along_axis,
        _take_along,
        [
            sample(M, ints([1, 0], [4, 4], [0, 2], [-1, 3]), 1),
            sample(M, ints([1, 0, 3, 2, 1]), 0),
            sample(A, ints([[1]]), 1),
            sample(M, ints([1, 0], [4, 4]), 1, broadcast=False),
        ],
        dtypes=ALL,
        errors=[
            Error(IndexError, "9", (M, ints([9]), 1)),
            Error(ValueError, "dimensions", (M, INDEX, 0)),
            Error(ValueError, "axis", (M, ints([1]), 2)),
        ],
    ),
    record(
        "put_along_axis",
        paddle.put_along_axis,
        _put_along,
        [
            sample(M, ints([1], [0], [2], [4]), normal(4, 1), 1),
            sample(M, ints([1]), normal(1, 1), 1, "add"),
            *(
                sample(
                    M, ints([1, 1, 2], [0, 3, 0]), normal(2, 3), 1, how, include, broadcast=False
                )
                for how in ("add", "mul", "mean", "amin", "amax")
                for include in (True, False)
            ),
        ],
        covers=["put_along_axis_grad", "put_along_axis_values_grad"],
        errors=[
            Error(IndexError, "9", (M, ints([9]), normal(1, 1), 1)),
            Error(ValueError, "reduce", (M, ints([1]), normal(1, 1), 1, "xor")),
            Error(ValueError, ".", (M, ints([1]), V, 1)),
        ],
    ),
    record(
        "masked_select",
        paddle.masked_select,
        _masked_select,
        [sample(M, MASK), sample(M, MASK[0]), sample(V, V > 99)],
        dtypes=ALL,
        covers=["masked_select_grad"],
        errors=[
            Error(ValueError, "bool", (M, INDEX[:, None] + np.zeros((4, 5), "int64"))),
            Error(ValueError, "roadcast", (M, np.zeros(3, bool))),
        ],
    ),
    record(
        "masked_select_grad",
        lambda g, x, mask: _C_ops.masked_select_grad(g, x.detach(), mask),
        _masked_select_grad,
        [sample(normal(int(MASK.sum())), M, MASK)],
        errors=[Error(ValueError, "chooses", (normal(30), M, MASK))],
    ),
    record(
        "masked_fill",
        paddle.masked_fill,
        _masked_fill,
        [sample(M, MASK, 2.5), sample(M, MASK[0], normal()), sample(V, MASK[:, :1], 0.0)],
        dtypes=ALL,
        errors=[
            Error(ValueError, "bool", (M, INDEX[:, None], 1.0)),
            Error(ValueError, "one number", (M, MASK, V)),
        ],
    ),
    record(
        "where",
        paddle.where,
        np.where,
        [
            sample(MASK, M, M * 2),
            sample(MASK[0], M, normal()),
            sample(MASK, normal(4, 1), normal(5)),
        ],
        dtypes=ALL,
        errors=[
            Error(ValueError, "bool", (M, M, M)),
            Error(ValueError, "broadcast", (MASK, M, V)),
            Error(ValueError, "both", (MASK, M)),
        ],
    ),
    record(
        "nonzero",
        paddle.nonzero,
        lambda x: np.argwhere(x),
        [sample(MASK), sample(M * MASK), sample(np.zeros((2, 0)))],
        gradient=False,
        errors=[Error(ValueError, "0-d", (normal(),))],
    ),
    record(
        "unique",
        _all_of_unique,
        _unique,
        [
            sample(ints(3, 1, 3, 2)),
            sample(np.round(M)),
            sample(np.round(V), axis=0),
            sample(ints([1, 2], [1, 2], [0, 1]), axis=0),
            sample(ints([1, 2, 1], [1, 2, 1]), axis=1),
        ],
        gradient=False,
        recording=False,
        errors=[Error(ValueError, "axis", (M, 2))],
    ),
    record(
        "unique_consecutive",
        lambda x: paddle.unique_consecutive(x, return_inverse=True, return_counts=True),
        _runs,
        [sample(ints(3, 3, 1, 3)), sample(np.round(V))],
        gradient=False,
        recording=False,
    ),
    record(
        "repeat_index",
        _C_ops.repeat_index,
        lambda x: np.repeat(np.arange(len(x)), x),
        [sample(ints(2, 0, 3))],
        gradient=False,
        errors=[Error(ValueError, "negative", (BACK,)), Error(ValueError, "rank", (ints([1]),))],
    ),
    record(
        "shard_index",
        paddle.shard_index,
        _shard,
        [sample(ints([16], [1]), 20, 2, 0), sample(ints(0, 19), 20, 3, 2)],
        gradient=False,
        errors=[
            Error(ValueError, "shard_id", (INDEX, 20, 2, 2)),
            Error(ValueError, "9", (OUT, 5, 2, 0)),
        ],
    ),
    record(
        "histogram",
        paddle.histogram,
        _histogram,
        [
            sample(M, 4),
            sample(M, 5, -1.0, 1.0),
            sample(ints(1, 2, 1), 4, 0, 3),
            sample(np.ones(3), 2),
        ],
        gradient=False,
        errors=[
            Error(ValueError, "bins", (M, 0)),
            Error(ValueError, "max", (M, 4, 2.0, 1.0)),
            Error(ValueError, "finite", (np.array([np.inf, 1.0]), 4)),
        ],
    ),
    record(
        "bincount",
        paddle.bincount,
        lambda x, weights=None, minlength=0: np.bincount(x, weights, minlength),
        [
            sample(ints(1, 2, 1)),
            sample(ints(1, 2, 1), normal(3)),
            sample(INDEX, None, 9),
            sample(ints()),
        ],
        recording=False,
        errors=[Error(ValueError, "-1", (BACK,)), Error(ValueError, "differ", (INDEX, V))],
    ),
]
