"""Sample records of ops/sort.yaml."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(3)
A = _random.permutation(24).reshape(2, 3, 4) / 8.0
I = _random.permutation(24).reshape(4, 6)  # noqa: E741 - integers
LONG = _random.permutation(2000) / 16.0
NAN = np.array([1.0, np.nan, -np.inf, np.inf, -0.0, 0.0, np.nan, -2.0])


def _argsort(x: Any, axis: int = -1, descending: bool = False) -> Any:
    if np.ndim(x) == 0:
        return np.zeros((), "int64")
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    flipped = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
    return np.flip(x.shape[axis] - 1 - flipped, axis)


def _sort(x: Any, axis: int = -1, descending: bool = False) -> Any:
    order = _argsort(x, axis, descending)
    return (x, order) if np.ndim(x) == 0 else (np.take_along_axis(x, order, axis), order)


def _topk(
    x: Any, k: int, axis: int | None = None, largest: bool = True, sorted: bool = True
) -> Any:
    axis = -1 if axis is None else axis
    values, order = _sort(x, axis, largest)
    return np.take(values, range(k), axis), np.take(order, range(k), axis)


def _kth(x: Any, k: int, axis: int | None = None, keepdim: bool = False) -> Any:
    axis = -1 if axis is None else axis
    parts = [np.take(part, [k - 1], axis) for part in _sort(x, axis)]
    return parts if keepdim else [part.squeeze(axis) for part in parts]


def _mode(x: Any, axis: int = -1, keepdim: bool = False) -> Any:
    def of_row(row: Any) -> Any:
        values, counts = np.unique(row, return_counts=True)
        value = values[np.argmax(counts)]
        return value, np.flatnonzero(row == value)[-1]

    moved = np.moveaxis(x, axis, -1)
    rows = [of_row(row) for row in moved.reshape(-1, moved.shape[-1])]
    shape = moved.shape[:-1]
    results = [np.array(part).reshape(shape) for part in zip(*rows, strict=True)]
    return [np.expand_dims(part, axis) for part in results] if keepdim else results


def _searchsorted(sequence: Any, values: Any, out_int32: bool = False, right: bool = False) -> Any:
    side = "right" if right else "left"
    if sequence.ndim == 1:
        return np.searchsorted(sequence, values, side)
    rows = zip(
        sequence.reshape(-1, sequence.shape[-1]), values.reshape(-1, values.shape[-1]), strict=True
    )
    return np.stack([np.searchsorted(s, v, side) for s, v in rows]).reshape(values.shape)


RECORDS: list[Record] = [
    record(
        "argsort",
        paddle._C_ops.argsort,
        _sort,
        [
            sample(A, -1, False),
            sample(A, 0, True),
            sample(A, 1, False),
            sample(I, 1, True),
            sample(I.astype("uint8"), 0, False),
            sample(I % 2 == 0, -1, False),
            sample(LONG, 0, True),
            sample(np.round(LONG).astype("int64"), 0, False),
            sample(np.zeros((0, 3)), 1, False),
            sample(np.array(2.5), 0, False),
        ],
        dtypes=("float16", "float32", "float64"),
        covers=("place_along_axis",),
        errors=[Error(ValueError, "argsort.*axis", (A, 3, False))],
    ),
    record(
        "topk",
        paddle.topk,
        _topk,
        [
            sample(A, 2),
            sample(A, 1, axis=1, largest=False),
            sample(I, 3, axis=0),
            sample(LONG, 700),
        ],
        dtypes=("float16", "float32", "float64"),
        errors=[Error(ValueError, "topk.*k is 5", (A, 5)), Error(ValueError, "k is 0", (A, 0))],
    ),
    record(
        "kthvalue",
        paddle.kthvalue,
        _kth,
        [sample(A, 2), sample(A, 3, axis=1, keepdim=True), sample(I, 1, axis=0)],
        dtypes=ALL_FLOATS[2:],
        errors=[Error(ValueError, "kthvalue.*k is 9", (A, 9))],
    ),
    record(
        "mode",
        paddle.mode,
        _mode,
        [sample(I % 3), sample(I % 4, axis=0, keepdim=True), sample(np.round(A))],
        gradient=False,  # finite differences would change which element is the mode
    ),
    record(
        "searchsorted",
        paddle.searchsorted,
        _searchsorted,
        [
            sample(np.sort(A.reshape(-1)), A),
            sample(np.sort(A), A[..., ::2], right=True),
            sample(np.sort(I), I[:, :2], out_int32=True),
        ],
        gradient=False,
        errors=[Error(ValueError, "searchsorted", (A, A[0]))],
    ),
]


def test_nan_is_the_largest() -> None:
    x = paddle.to_tensor(NAN)
    np.testing.assert_array_equal(paddle.argsort(x).numpy(), np.argsort(NAN, kind="stable"))
    assert np.isnan(paddle.sort(x, descending=True).numpy()[:2]).all()
