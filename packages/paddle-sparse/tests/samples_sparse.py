"""Sample records of the operators in this package's tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from paddle._testing import Error, Record, record, sample
from paddle.sparse._operators import ops

r = np.random.default_rng(0)
ROWS, COLS = np.array([0, 2, 2, 1, 3]), np.array([1, 0, 2, 2, 1])
VALUES = r.uniform(-1, 1, 5)
# Two matrices of four rows in compressed rows.
CROWS, SORTED_COLS = np.array([0, 2, 2, 4, 5]), np.array([0, 4, 1, 2, 3])
Y_CROWS, Y_COLS = np.array([0, 1, 1, 3, 3]), np.array([4, 0, 2])
PAIR = (VALUES, VALUES[:3])
FALLING = np.array([0, 4, 2, 2, 5])


def flat(indices: np.ndarray, shape: list[int]) -> np.ndarray:
    return np.ravel_multi_index(tuple(indices), shape)


def unflat(positions: np.ndarray, shape: list[int]) -> np.ndarray:
    return np.stack(np.unravel_index(positions, shape))


def unique(positions: np.ndarray) -> tuple[np.ndarray, ...]:
    return np.unique(positions, return_inverse=True)


def row_indices(crows: np.ndarray, cols: np.ndarray, rows: int) -> np.ndarray:
    counts = np.diff(crows.reshape(-1, rows + 1), axis=1).reshape(-1)
    return np.repeat(np.arange(counts.size), counts)


def row_pointers(rows: np.ndarray, batches: int, size: int) -> np.ndarray:
    counts = np.bincount(rows, minlength=batches * size).reshape(batches, size)
    return np.concatenate([np.zeros((batches, 1), int), counts.cumsum(axis=1)], axis=1).reshape(-1)


def dense(values: np.ndarray, rows: np.ndarray, cols: np.ndarray, m: int, n: int) -> np.ndarray:
    matrix = np.zeros((m, n), values.dtype)
    np.add.at(matrix, (rows, cols), values)
    return matrix


def union(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    positions, index = np.unique(np.concatenate([x, y]), return_inverse=True)
    return positions, index[: x.size], index[x.size :]


def sort_rows(rows: np.ndarray, size: int) -> tuple[np.ndarray, ...]:
    return row_pointers(np.sort(rows), 1, size), np.argsort(rows, kind="stable")


def rows_of(crows: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(crows.size - 1), np.diff(crows))


def transpose_rows(crows: np.ndarray, cols: np.ndarray, width: int) -> tuple[np.ndarray, ...]:
    pointers, order = sort_rows(cols, width)
    return pointers, rows_of(crows)[order], order


def add(x: np.ndarray, y: np.ndarray, *rest: Any) -> tuple[np.ndarray, ...]:
    x_crows, x_cols, y_crows, y_cols, width, factor = rest
    x_at, y_at = rows_of(x_crows) * width + x_cols, rows_of(y_crows) * width + y_cols
    positions, x_index, y_index = union(x_at, y_at)
    sums = scatter_add(x, x_index, positions.size) + factor * scatter_add(
        y, y_index, positions.size
    )
    pointers = row_pointers(positions // width, 1, x_crows.size - 1)
    return sums, pointers, positions % width, x_index, y_index


def row_product(x: np.ndarray, y: np.ndarray, *rest: Any) -> tuple[np.ndarray, ...]:
    x_crows, x_cols, y_crows, y_cols, width = rest
    m, k = x_crows.size - 1, y_crows.size - 1
    x_at, y_at = (rows_of(x_crows), x_cols), (rows_of(y_crows), y_cols)
    present = dense(np.ones(x.size), *x_at, m, k) @ dense(np.ones(y.size), *y_at, k, width)
    rows, cols = np.nonzero(present)
    values = (dense(x, *x_at, m, k) @ dense(y, *y_at, k, width))[rows, cols]
    return values, row_pointers(rows, 1, m), cols


def scatter_add(values: np.ndarray, positions: np.ndarray, rows: int) -> np.ndarray:
    out = np.zeros((rows, *values.shape[1:]), values.dtype)
    np.add.at(out, positions, values)
    return out


def matmul(
    values: np.ndarray, y: np.ndarray, rows: np.ndarray, cols: np.ndarray, m: int
) -> np.ndarray:
    return dense(values, rows, cols, m, y.shape[0]) @ y


def sampled(x: np.ndarray, y: np.ndarray, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
    return (x @ y.T)[rows, cols]


def product(x: np.ndarray, y: np.ndarray, *rest: np.ndarray) -> np.ndarray:
    x_rows, x_cols, y_rows, y_cols, rows, cols, m, k, n = rest
    return (dense(x, x_rows, x_cols, m, k) @ dense(y, y_rows, y_cols, k, n))[rows, cols]


def softmax(values: np.ndarray, groups: np.ndarray, count: int) -> np.ndarray:
    exponentials = np.exp(values)
    return exponentials / scatter_add(exponentials, groups, count)[groups]


def integers(op: str, reference: object, *samples: object) -> Record:
    """A record of an operator on coordinates."""
    return record(op, getattr(ops, op), reference, samples, dtypes=("float32",), gradient=False)


RECORDS = [
    integers("sparse_flatten", flat, sample(np.stack([ROWS, COLS]), [4, 3])),
    integers("sparse_unflatten", unflat, sample(np.array([3, 0, 11]), [4, 3])),
    integers("sparse_unique", unique, sample(np.array([5, 1, 5, 3, 1])), sample(ROWS)),
    integers(
        "sparse_row_indices",
        row_indices,
        sample(np.array([0, 1, 1, 4]), np.array([0, 2, 1, 0]), 3),
        sample(np.array([0, 1, 2, 0, 0, 2]), np.array([0, 2, 1, 0]), 2),
    ),
    integers(
        "sparse_row_pointers",
        row_pointers,
        sample(np.array([0, 0, 2]), 1, 4),
        sample(np.array([0, 1, 1, 3]), 2, 2),
    ),
    integers(
        "sparse_union",
        union,
        sample(np.array([1, 4, 6, 9]), np.array([0, 4, 9, 11])),
        sample(np.array([5, 1, 5]), np.array([3, 1])),
        sample(np.arange(0, 60000, 3), np.arange(0, 60000, 4)),
        sample(np.arange(0), np.array([2])),
    ),
    integers("sparse_sort_rows", sort_rows, sample(ROWS, 5), sample(np.arange(0), 2)),
    integers(
        "sparse_transpose_rows",
        transpose_rows,
        sample(CROWS, np.array([2, 0, 1, 0, 2]), 3),
        sample(np.arange(0, 400001, 4), r.integers(0, 9, 400000), 9),
    ),
    record(
        "sparse_add",
        ops.sparse_add,
        add,
        [
            sample(VALUES, VALUES[:3], CROWS, SORTED_COLS, Y_CROWS, Y_COLS, 5, 1),
            sample(VALUES, VALUES[:3], CROWS, SORTED_COLS, Y_CROWS, Y_COLS, 5, -1),
            sample(VALUES, VALUES[:3], CROWS, np.array([4, 0, 0, 1, 3]), Y_CROWS, Y_COLS, 5, -1),
        ],
        dtypes=("float32", "float64", "complex64", "complex128"),
        errors=[
            Error(IndexError, "sparse_add: x", (*PAIR, CROWS, SORTED_COLS, Y_CROWS, Y_COLS, 4, 1)),
            Error(ValueError, "crows", (*PAIR, CROWS, SORTED_COLS, Y_CROWS[:4], Y_COLS, 5, 1)),
            Error(ValueError, "decrease", (*PAIR, FALLING, SORTED_COLS, Y_CROWS, Y_COLS, 5, 1)),
        ],
    ),
    record(
        "sparse_row_product",
        ops.sparse_row_product,
        row_product,
        [
            sample(VALUES, VALUES[:3], CROWS, np.array([0, 2, 1, 0, 3]), Y_CROWS, Y_COLS, 5),
            sample(VALUES, VALUES[:3], CROWS, np.array([0, 2, 1, 0, 3]), Y_CROWS, Y_COLS, 5000),
        ],
        errors=[
            Error(IndexError, "row_product: x", (*PAIR, CROWS, SORTED_COLS, Y_CROWS, Y_COLS, 5)),
            Error(ValueError, "x_values", (*PAIR, CROWS, SORTED_COLS[:2], Y_CROWS, Y_COLS, 5)),
        ],
    ),
    record(
        "sparse_gather",
        ops.sparse_gather,
        lambda values, positions: values[positions],
        [sample(VALUES, ROWS), sample(r.uniform(-1, 1, (4, 2, 3)), ROWS)],
        dtypes=("float32", "float64", "complex64", "complex128"),
        errors=[Error(IndexError, "sparse_gather: positions", (VALUES, np.array([5])))],
    ),
    record(
        "sparse_scatter_add",
        ops.sparse_scatter_add,
        scatter_add,
        [sample(VALUES, ROWS, 6), sample(r.uniform(-1, 1, (5, 2)), COLS, 3)],
        dtypes=("float32", "float64", "complex64", "complex128"),
        errors=[Error(IndexError, "sparse_scatter_add: positions", (VALUES, ROWS, 3))],
    ),
    record(
        "sparse_matmul",
        ops.sparse_matmul,
        matmul,
        [sample(VALUES, r.uniform(-1, 1, (3, 2)), ROWS, COLS, 4)],
        errors=[Error(IndexError, "sparse_matmul: rows", (VALUES, np.ones((3, 2)), ROWS, COLS, 3))],
    ),
    record(
        "sparse_sampled_matmul",
        ops.sparse_sampled_matmul,
        sampled,
        [sample(r.uniform(-1, 1, (4, 2)), r.uniform(-1, 1, (3, 2)), ROWS, COLS)],
        errors=[
            Error(
                ValueError,
                "sparse_sampled_matmul: rows of x and y",
                (np.ones((4, 2)), np.ones((3, 1)), ROWS, COLS),
            )
        ],
    ),
    record(
        "sparse_product",
        ops.sparse_product,
        product,
        [
            sample(
                VALUES,
                r.uniform(-1, 1, 3),
                ROWS,
                COLS,
                np.array([0, 1, 2]),
                np.array([4, 0, 4]),
                np.array([0, 2, 2, 3]),
                np.array([0, 4, 0, 0]),
                4,
                3,
                5,
            )
        ],
    ),
    record(
        "sparse_softmax",
        ops.sparse_softmax,
        softmax,
        [sample(VALUES, ROWS, 4)],
        errors=[Error(IndexError, "sparse_softmax: groups", (VALUES, ROWS, 2))],
    ),
]
