"""Linear algebra."""

from __future__ import annotations

from .tensor.linalg import corrcoef, cov, multi_dot, norm

__all__ = ["corrcoef", "cov", "multi_dot", "norm"]
