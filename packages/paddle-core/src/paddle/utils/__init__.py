"""Helpers: unique names, interchange with other libraries."""

from __future__ import annotations

from . import dlpack, unique_name

__all__ = ["dlpack", "unique_name"]
