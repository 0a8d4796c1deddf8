"""What a comparison is, and how tensors become JSON values."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import paddle

SEEDS = (0, 42, 2024)
# The reference has these two errors for a missing kernel or conversion.
UNSUPPORTED = (RuntimeError, NotImplementedError)


@dataclass(frozen=True)
class Scenario:
    """One comparison.

    Attributes:
        name: unique; the family stands before the first dot.
        run: makes the result.
        tolerance: the accepted relative difference of numbers; 0 demands equality.
    """

    name: str
    run: Callable[[], Any] = field(repr=False)
    tolerance: float = 0.0


def values_of(tensor: Any) -> list[Any]:
    """All values of a tensor, flat; floats as float64, which holds float32 exactly."""
    wide = tensor.astype("float64") if "float" in str(tensor.dtype) else tensor
    return list(wide.numpy().ravel().tolist())


def sample(tensor: Any, count: int = 8) -> list[Any]:
    """The first values and some that are spread evenly over the rest."""
    values = values_of(tensor)
    return values[:count] + values[count :: max(len(values) // count, 1)]


def digest(tensor: Any) -> str:
    """One string for many integers or truth values."""
    return hashlib.sha256(np.asarray(values_of(tensor), dtype="int64").tobytes()).hexdigest()


def seeded(make: Callable[[], Any]) -> list[Any]:
    """What `make` returns after each of the seeds."""
    results = []
    for seed in SEEDS:
        paddle.seed(seed)
        results.append(make())
    return results
