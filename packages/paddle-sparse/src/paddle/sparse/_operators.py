"""The operators of this package's tables: `ops.sparse_gather(values, positions)` and so on."""

from __future__ import annotations

from typing import Any

from paddle import _C_ops

from . import _sparse as _sparse  # registers them

__all__ = ["ops"]

ops: Any = _C_ops
