"""Tables for the generator's tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from paddle_codegen.check import check
from paddle_codegen.loader import load_tables, parse_table
from paddle_codegen.model import Catalog, Row, TablesError

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="session")
def fixture_catalog() -> Catalog:
    """Both tables in fixtures/, checked."""
    catalog = Catalog(load_tables([FIXTURES]))
    check(catalog)
    return catalog


@pytest.fixture
def errors_of() -> Callable[[str], list[str]]:
    """What is wrong in a table's text, the arithmetic rows given; the file is called t.yaml."""
    arithmetic = load_tables([FIXTURES / "arithmetic.yaml"])[0].rows

    def run(text: str) -> list[str]:
        try:
            check(Catalog([parse_table(text, "t.yaml")], arithmetic))
        except TablesError as error:
            return str(error).splitlines()
        return []

    return run


@pytest.fixture
def row_of() -> Callable[[str], Row]:
    """The only row of a table's text."""
    return lambda text: parse_table(text, "t.yaml").rows[0]
