"""Runs the generic suites over every operator of the tables."""

from __future__ import annotations

import importlib
import pathlib
import sys

from paddle._testing import core_operators, make_suite

sys.path.insert(0, str(pathlib.Path(__file__).parent))
_FILES = sorted(pathlib.Path(__file__).parent.glob("samples_*.py"))
RECORDS = [record for file in _FILES for record in importlib.import_module(file.stem).RECORDS]

globals().update(make_suite(RECORDS))


def test_every_operator_has_a_record() -> None:
    named = {name for record in RECORDS for name in (record.op, *record.covers)}
    missing = sorted(set(core_operators()) - named)
    assert not missing, f"operators without a sample record: {missing}"


def test_records_name_operators() -> None:
    names = set(core_operators())
    unknown = sorted({name for record in RECORDS for name in (record.op, *record.covers)} - names)
    assert not unknown, f"records of operators that do not exist: {unknown}"
