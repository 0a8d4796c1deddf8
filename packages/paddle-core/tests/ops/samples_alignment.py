"""Sample records of ops/alignment.yaml."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, record, sample
from scipy.special import log_softmax, logsumexp

_random = np.random.default_rng(50)


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


_LABELS = np.array([[1, 2], [2, 2]])
_LENGTHS, _COUNTS = np.array([4, 3]), np.array([2, 1])


def _collapsed(path: tuple[int, ...]) -> list[int]:
    return [c for c, _ in itertools.groupby(path) if c != 0]


def _ctc(logits: Any) -> Any:
    """The sum over all paths of classes that collapse to the label."""
    losses = []
    for n in range(2):
        log = log_softmax(logits[: _LENGTHS[n], n], -1)
        wanted = list(_LABELS[n, : _COUNTS[n]])
        paths = itertools.product(range(log.shape[1]), repeat=len(log))
        scores = [
            sum(log[t, c] for t, c in enumerate(path))
            for path in paths
            if _collapsed(path) == wanted
        ]
        losses.append(-logsumexp(scores))
    return np.array(losses)[:, None]


_SEQUENCES, _TOKENS = np.array([3, 2]), np.array([2, 1])


def _transducer(scores: Any) -> Any:
    """The sum over all orders of blanks (steps to the right) and labels; a blank ends each."""
    losses = []
    for n in range(2):
        steps, count = _SEQUENCES[n], _TOKENS[n]
        totals = []
        for emits in itertools.combinations(range(steps - 1 + count), count):
            t = u = 0
            total = 0.0
            for move in range(steps - 1 + count):
                if move in emits:
                    total, u = total + scores[n, t, u, _LABELS[n, u]], u + 1
                else:
                    total, t = total + scores[n, t, u, 0], t + 1
            totals.append(total + scores[n, t, u, 0])
        losses.append(-logsumexp(totals))
    return np.array(losses)


def _call_ctc(logits: Any, labels: Any = _LABELS, blank: int = 0) -> Any:
    given = [paddle.to_tensor(value) for value in (labels, _LENGTHS, _COUNTS)]
    return _C_ops.warpctc(logits, *given, blank)[0]


def _call_transducer(scores: Any, labels: Any = _LABELS, blank: int = 0) -> Any:
    given = [paddle.to_tensor(value) for value in (labels, _SEQUENCES, _TOKENS)]
    return _C_ops.warprnnt(scores, *given, blank)[0]


def _read_back(ids: Any, parents: Any) -> Any:
    out = ids.copy()
    for n, k in np.ndindex(ids.shape[1:]):
        beam = k
        for t in reversed(range(len(ids))):
            out[t, n, k], beam = ids[t, n, beam], parents[t, n, beam]
    return out


def _distance(x: list[int], y: list[int]) -> int:
    if not x or not y:
        return len(x) + len(y)
    replaced = _distance(x[1:], y[1:]) + (x[0] != y[0])
    return min(replaced, _distance(x[1:], y) + 1, _distance(x, y[1:]) + 1)


def _distances(x: Any, y: Any, x_size: Any, y_size: Any, normalized: bool = False) -> Any:
    found = [
        _distance(list(a[:m]), list(b[:n])) / (n if normalized else 1)
        for a, b, m, n in zip(x, y, x_size, y_size, strict=True)
    ]
    return np.array([len(x)]), np.array(found, dtype="float32")[:, None]


def _folded(at: float, low: float, span: float) -> float:
    if span == 0:
        return 0.0
    rest = abs(at - low) % (2 * span)
    return low + min(rest, 2 * span - rest)


def _pixel(coordinate: float, size: int, padding: str, aligned: bool) -> float:
    at = (coordinate + 1) / 2 * (size - 1) if aligned else ((coordinate + 1) * size - 1) / 2
    if padding == "reflection":
        at = _folded(at, 0.0, size - 1.0) if aligned else _folded(at, -0.5, float(size))
    return at if padding == "zeros" else min(max(at, 0.0), size - 1.0)


def _sampled(x: Any, grid: Any, mode: str, padding: str, aligned: bool) -> Any:
    out = np.zeros((*x.shape[:2], *grid.shape[1:-1]), dtype=x.dtype)
    sizes = x.shape[:1:-1]
    for place in np.ndindex(grid.shape[:-1]):
        at = [_pixel(c, s, padding, aligned) for c, s in zip(grid[place], sizes, strict=True)]
        corners = [[round(a)] if mode == "nearest" else [np.floor(a), np.floor(a) + 1] for a in at]
        for corner in itertools.product(*corners):
            if all(0 <= c < s for c, s in zip(corner, sizes, strict=True)):
                weight = np.prod([1 - abs(c - a) for c, a in zip(corner, at, strict=True)])
                pixel = tuple(int(c) for c in reversed(corner))
                value = x[(place[0], slice(None), *pixel)]
                out[(place[0], slice(None), *place[1:])] += value * (
                    1.0 if mode == "nearest" else weight
                )
    return out


def _grid_record(mode: str, padding: str, aligned: bool) -> Any:
    def function(x: Any, grid: Any, mode: str = mode) -> Any:
        return _C_ops.grid_sample(x, grid, mode, padding, aligned)

    small = (_array(1, 1, 2, 2), _array(1, 2, 2, 2))
    return record(
        "grid_sample",
        function,
        lambda x, grid: _sampled(x, grid, mode, padding, aligned),
        [
            sample(_array(2, 2, 3, 4), 1.2 * _array(2, 2, 3, 2)),
            sample(_array(1, 2, 3, 2, 4), _array(1, 2, 1, 2, 3)),
        ],
        dtypes=("float32", "float64"),
        second_gradient=False,
        covers=("grid_sample_grad",),
        errors=[
            Error(ValueError, "grid_sample.*grid", (_array(1, 1, 2, 2), _array(1, 2, 2, 3))),
            Error(ValueError, "grid_sample.*4 or 5 axes", (_array(1, 2, 2), _array(1, 2, 2))),
            Error(ValueError, "grid_sample.*mode", small, {"mode": "cubic"}),
        ],
    )


_IDS = np.array([[[2, 2], [6, 1]], [[3, 9], [6, 1]], [[0, 1], [9, 0]]])
_PARENTS = np.array([[[0, 0], [1, 1]], [[1, 0], [1, 0]], [[0, 0], [0, 1]]])
_HYPS = np.array([[1, 2, 3], [4, 5, 6], [4, 4, 4]])
_REFS = np.array([[1, 3, 4, 1], [4, 5, 8, 1], [7, 4, 7, 1]])

RECORDS = [
    record(
        "warpctc",
        _call_ctc,
        _ctc,
        [sample(_array(4, 2, 3))],
        dtypes=("float32", "float64"),
        second_gradient=False,
        covers=("warpctc_grad",),
        errors=[
            Error(ValueError, "warpctc.*3 axes", (_array(4, 3),)),
            Error(IndexError, "warpctc.*label 3", (_array(4, 2, 3), _LABELS + 1)),
            Error(ValueError, "warpctc.*logits_length", (_array(2, 2, 3),)),
            Error(ValueError, "warpctc.*blank", (_array(4, 2, 3), _LABELS, 3)),
        ],
    ),
    record(
        "warprnnt",
        _call_transducer,
        _transducer,
        [sample(_array(2, 3, 3, 4))],
        dtypes=("float32", "float64"),
        second_gradient=False,
        covers=("warprnnt_grad",),
        errors=[
            Error(ValueError, "warprnnt.*4 axes", (_array(4, 3),)),
            Error(IndexError, "warprnnt.*label 4", (_array(2, 3, 3, 4), _LABELS + 2)),
            Error(ValueError, "warprnnt.*third axis", (_array(2, 3, 2, 4),)),
        ],
    ),
    record(
        "gather_tree",
        _C_ops.gather_tree,
        _read_back,
        [sample(_IDS, _PARENTS), sample(_IDS.astype("int32"), _PARENTS.astype("int32"))],
        errors=[
            Error(ValueError, "gather_tree.*shape", (_IDS, _PARENTS[:1])),
            Error(ValueError, "gather_tree.*parent 2", (_IDS, _PARENTS * 2)),
        ],
    ),
    record(
        "edit_distance",
        _C_ops.edit_distance,
        _distances,
        [
            sample(_HYPS, _REFS, np.array([3, 2, 0]), np.array([4, 4, 3])),
            sample(_HYPS, _REFS, np.array([3, 3, 1]), np.array([4, 1, 3]), normalized=True),
        ],
        errors=[
            Error(
                ValueError,
                "edit_distance.*holds 4",
                (_HYPS, _REFS, np.array([4, 3, 3]), np.array([1, 1, 1])),
            ),
        ],
    ),
    *(
        _grid_record(mode, padding, aligned)
        for mode, padding, aligned in itertools.product(
            ("bilinear", "nearest"), ("zeros", "border", "reflection"), (True, False)
        )
    ),
]
