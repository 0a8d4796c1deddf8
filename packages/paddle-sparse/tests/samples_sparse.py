"""Sample records of the operators in this package's tables."""

from __future__ import annotations

import numpy as np
from paddle._testing import Error, Record, record, sample
from paddle.sparse._operators import ops

r = np.random.default_rng(0)
ROWS, COLS = np.array([0, 2, 2, 1, 3]), np.array([1, 0, 2, 2, 1])
VALUES = r.uniform(-1, 1, 5)


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


def product_pattern(
    x_rows: np.ndarray, x_cols: np.ndarray, y_rows: np.ndarray, y_cols: np.ndarray, *sizes: int
) -> tuple[np.ndarray, ...]:
    m, k, n = sizes
    x = dense(np.ones(x_rows.size), x_rows, x_cols, m, k)
    y = dense(np.ones(y_rows.size), y_rows, y_cols, k, n)
    return np.nonzero(x @ y)


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
        "sparse_product_pattern",
        product_pattern,
        sample(ROWS, COLS, np.array([0, 1, 2]), np.array([4, 0, 4]), 4, 3, 5),
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
