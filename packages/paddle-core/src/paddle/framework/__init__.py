"""Data types, random state and the files of models."""

from __future__ import annotations

from .dtype import finfo, get_default_dtype, iinfo, set_default_dtype
from .random import get_rng_state, seed, set_rng_state

__all__ = [
    "finfo",
    "get_default_dtype",
    "get_rng_state",
    "iinfo",
    "seed",
    "set_default_dtype",
    "set_rng_state",
]
