"""Helpers: checks of the installation, deprecation, unique names, exchange with other libraries."""

from __future__ import annotations

from . import dlpack, layers_utils, unique_name
from .deprecation import deprecated
from .install_check import require_version, run_check, try_import
from .layers_utils import flatten, map_structure, pack_sequence_as

__all__ = ["deprecated", "dlpack", "require_version", "run_check", "try_import", "unique_name"]
