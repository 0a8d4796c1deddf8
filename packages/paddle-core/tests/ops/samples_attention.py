"""Sample records of ops/attention.yaml."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(45)
_DROPOUT = 0.4


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


# Masks have no gradient, so they are not arguments of the samples.
_MASKS = {
    "numbers": _array(2, 1, 5, 7),
    "row": _array(1, 7),
    "column": _array(3, 5, 1),
    "infinite": np.where(_array(5, 7) > 0, -np.inf, _array(5, 7)),
    "flags": _array(2, 3, 5, 7) > -0.3,
    "keys": np.arange(7) < np.array([[[[4]]], [[[6]]]]),
}


def _attention(
    q: Any,
    k: Any,
    v: Any,
    mask: str | None = None,
    scale: float = 0.3,
    causal: bool = False,
    offsets: tuple[list[int], list[int]] | None = None,
    dropout: float = 0.0,
) -> Any:
    added = None if mask is None else paddle.to_tensor(_MASKS[mask])
    starts = [None, None]
    if offsets is not None:
        starts = [paddle.to_tensor(offset, "int32") for offset in offsets]
    if dropout:
        paddle.seed(5)
    return _C_ops.attention(q, k, v, added, *starts, scale, causal, dropout)[0]


def _one(q: Any, k: Any, v: Any, added: Any, scale: float, causal: bool, keep: Any) -> Any:
    """Attention of [N, L, heads, D] in NumPy."""
    group = q.shape[2] // k.shape[2]
    k, v = (np.repeat(x, group, axis=2) for x in (k, v))
    scores = np.einsum("bihd,bjhd->bhij", q, k) * scale + added
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = weights.sum(-1, keepdims=True)
    weights = weights / np.where(total == 0.0, 1.0, total)
    return np.einsum("bhij,bjhd->bihd", weights * keep, v)


def _reference(
    q: Any,
    k: Any,
    v: Any,
    mask: str | None = None,
    scale: float = 0.3,
    causal: bool = False,
    offsets: tuple[list[int], list[int]] | None = None,
    dropout: float = 0.0,
) -> Any:
    if offsets is not None:
        out = np.zeros((*q.shape[:-1], v.shape[-1]))
        queries, keys = ([slice(*ends) for ends in pairwise(starts)] for starts in offsets)
        for i, j in zip(queries, keys, strict=True):
            out[i] = _one(q[None, i], k[None, j], v[None, j], 0.0, scale, causal, 1.0)[0]
        return out
    added = 0.0 if mask is None else _MASKS[mask]
    if mask is not None and added.dtype == bool:
        added = np.where(added, 0.0, -1e9)
    keep: Any = 1.0
    if dropout:
        paddle.seed(5)
        shape = [q.shape[0], q.shape[2], q.shape[1], k.shape[1]]
        keep = paddle.nn.functional.dropout(paddle.ones(shape, "float64"), dropout).numpy()
    return _one(q, k, v, added, scale, causal, keep)


def _inputs(lq: int, lk: int, heads: int = 3, kv_heads: int = 3, dim: int = 4) -> tuple[Any, ...]:
    return (_array(2, lq, heads, dim), _array(2, lk, kv_heads, dim), _array(2, lk, kv_heads, dim))


def _packed(heads: int = 2) -> tuple[Any, ...]:
    return _array(9, heads, 4), _array(8, heads, 4), _array(8, heads, 3)


_OFFSETS = ([0, 2, 2, 7], [1, 3, 6, 8])

RECORDS: list[Record] = [
    record(
        "attention",
        _attention,
        _reference,
        [
            sample(*_inputs(5, 7)),
            sample(*_inputs(5, 7), causal=True),
            sample(*_inputs(7, 5, heads=4, kv_heads=2, dim=17), causal=True),
            sample(_array(1, 3, 4, 2), _array(1, 6, 1, 2), _array(1, 6, 1, 5), scale=1.0),
            *(sample(*_inputs(5, 7), mask=mask) for mask in _MASKS),
            sample(*_inputs(5, 7), mask="numbers", causal=True),
            sample(*_packed(), offsets=_OFFSETS),
            sample(*_packed(), offsets=_OFFSETS, causal=True),
            sample(_array(2, 0, 1, 4), _array(2, 3, 1, 4), _array(2, 3, 1, 4)),
            sample(_array(2, 3, 1, 4), _array(2, 0, 1, 4), _array(2, 0, 1, 4)),
        ],
        dtypes=ALL_FLOATS,
        errors=[
            Error(ValueError, "attention.*heads", _inputs(5, 7, heads=3, kv_heads=2)),
            Error(ValueError, "attention.*axes", (_array(2, 3, 4),) * 3),
            Error(ValueError, "attention.*mask", _inputs(6, 7), {"mask": "numbers"}),
            Error(ValueError, "attention.*dropout_p", _inputs(5, 7), {"dropout": 1.5}),
            Error(ValueError, "attention.*ascend", _packed(), {"offsets": ([0, 5, 3], [0, 1, 2])}),
            Error(ValueError, "attention.*lengths", (*_inputs(5, 7)[:2], _array(2, 6, 3, 4))),
        ],
    ),
    record(
        "attention_grad",
        _attention,
        _reference,
        [
            sample(*_inputs(5, 7), dropout=_DROPOUT),
            sample(*_inputs(5, 7, heads=4, kv_heads=2), causal=True, dropout=_DROPOUT),
            sample(*_inputs(5, 7), dropout=1.0),
        ],
        dtypes=ALL_FLOATS,
        covers=("attention_double_grad",),
        recording=False,  # the generator is seeded when the program is recorded, not when it runs
    ),
]
