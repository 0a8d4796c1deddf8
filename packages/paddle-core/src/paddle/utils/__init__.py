"""Helpers: unique names, interchange with other libraries."""

from __future__ import annotations

from . import unique_name

__all__ = ["unique_name"]
