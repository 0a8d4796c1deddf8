"""Sample records of comparisons, logic and tests of floating-point classes."""

from __future__ import annotations

import numpy as np
import paddle
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(22)


def _coarse(*shape: int) -> np.ndarray:
    """Numbers that are often equal, and zero."""
    return _random.integers(-2, 3, shape).astype("float64")


_BITS = [
    sample(_random.integers(-99, 99, (3, 70)), _random.integers(-99, 99, 70)),
    sample(np.array([True, False, True]), np.array([True, True, False])),
]
_NUMBERS = [
    sample(_coarse(3, 40), _coarse(40)),
    sample(_coarse(), _coarse(2, 3)),
    sample(_random.integers(-2, 3, 50), _random.integers(-2, 3, 50)),
    sample(np.array([np.nan, 1.0]), np.array([np.nan, np.nan])),
    *_BITS[1:],
]
_COMPLEX = [sample(_coarse(9) + 1j * _coarse(9), _coarse(9) + 1j * _coarse(9))]
_SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5])
_MISFITS = [Error(ValueError, "broadcast", (_coarse(2, 3), _coarse(2)))]


def _pairwise(op: str, samples: list) -> Record:
    reference = getattr(np, {"less_than": "less", "greater_than": "greater"}.get(op, op))
    return record(op, getattr(paddle, op), reference, samples, gradient=False, errors=_MISFITS)


RECORDS = [
    _pairwise("equal", _NUMBERS + _COMPLEX),
    _pairwise("not_equal", _NUMBERS + _COMPLEX),
    _pairwise("less_than", _NUMBERS),
    _pairwise("less_equal", _NUMBERS),
    _pairwise("greater_than", _NUMBERS),
    _pairwise("greater_equal", _NUMBERS),
    _pairwise("logical_and", _NUMBERS + _COMPLEX),
    _pairwise("logical_or", _NUMBERS + _COMPLEX),
    _pairwise("logical_xor", _NUMBERS + _COMPLEX),
    record(
        "logical_not",
        paddle.logical_not,
        np.logical_not,
        [sample(_coarse(3, 40)), sample(_coarse(4) + 1j), sample(np.array([True, False]))],
        gradient=False,
    ),
    _pairwise("bitwise_and", _BITS),
    _pairwise("bitwise_or", _BITS),
    _pairwise("bitwise_xor", _BITS),
    record(
        "bitwise_not",
        paddle.bitwise_not,
        np.bitwise_not,
        [sample(array) for array in (np.arange(-4, 5), np.array([True, False]))],
        gradient=False,
        inplace=paddle.bitwise_not_,
    ),
    *(
        record(
            op,
            getattr(paddle, op),
            getattr(np, op),
            [sample(_SPECIAL), sample(np.arange(3)), sample(_coarse(2, 33))],
            gradient=False,
        )
        for op in ("isnan", "isinf", "isfinite")
    ),
]
