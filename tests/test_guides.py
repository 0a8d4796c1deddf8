"""The guides' examples are right: rows pass the generator, C++ compiles."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from paddle_codegen.__main__ import core_outputs, core_tables, write_changed
from paddle_codegen.check import check
from paddle_codegen.loader import load_tables, parse_table
from paddle_codegen.model import Catalog

ROOT = Path(__file__).parents[1]
CORE = ROOT / "packages" / "paddle-core"
COMPILER = shutil.which("g++") or shutil.which("clang++")


@pytest.fixture(scope="module")
def blocks() -> dict[str, str]:
    """The code blocks of the guide on operators, the first of each language."""
    text = (ROOT / "docs" / "add-an-operator.md").read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return dict(reversed(found))


def test_row_and_kernel_of_the_guide(blocks, tmp_path) -> None:
    known = [row for table in load_tables([core_tables()]) for row in table.rows]
    catalog = Catalog([parse_table(blocks["yaml"], "elementwise.yaml")], known)
    check(catalog)
    write_changed({**core_outputs(catalog), "kernel.cc": blocks["cpp"]}, tmp_path)
    folders = (CORE / "csrc", CORE / "include", tmp_path)
    for name in ("kernel.cc", "kernels_elementwise.cc", "register_elementwise.cc"):
        options = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-fsyntax-only"]
        command = [COMPILER, *options, *(f"-I{folder}" for folder in folders), tmp_path / name]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr


def test_python_of_the_guide_can_be_parsed(blocks) -> None:
    compile(blocks["python"], "add-an-operator.md", "exec")
