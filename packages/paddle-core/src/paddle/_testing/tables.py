"""The operators of the core's tables, without those that guests registered."""

from __future__ import annotations

import json
import pathlib

import paddle

__all__ = ["core_operators"]


def core_operators() -> list[str]:
    """Names of all rows of the core's tables, sorted."""
    table = pathlib.Path(paddle.__file__).with_name("_ops_table.json")
    return sorted(row["row"]["op"] for row in json.loads(table.read_text())["rows"])
