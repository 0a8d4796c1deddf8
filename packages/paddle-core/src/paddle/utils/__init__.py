"""Helpers: unique names, interchange with other libraries."""

from __future__ import annotations

from . import dlpack, layers_utils, unique_name
from .layers_utils import flatten, map_structure, pack_sequence_as

__all__ = ["dlpack", "unique_name"]
