"""Lets the tests import the checks of ci/, and gives them a small family of packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from packages import Package, load_packages

TOML = """
[build-system]
requires = ["scikit-build-core>=0.11"{needs}]

[project]
name = "paddle-{name}"
dependencies = [{depends}]

[tool.paddle.wheel]
max-megabytes = 1
imports = "paddle.{name}"
contains = ["paddle/{name}/__init__.py"]
"""


@pytest.fixture
def family(tmp_path: Path) -> list[Package]:
    """Return core, audio (on core) and radio (on audio), found in that order."""
    for name, needed in {"core": None, "radio": "paddle-audio", "audio": "paddle-core"}.items():
        folder = tmp_path / "packages" / f"paddle-{name}"
        (folder / "src").mkdir(parents=True)
        depends = f'"{needed}>=0.1"' if needed else ""
        needs = f", {depends}" if needed else ""
        text = TOML.format(name=name, depends=depends, needs=needs)
        (folder / "pyproject.toml").write_text(text)
        (folder / "src" / "code.py").write_text("value = 1\n")
    return load_packages(tmp_path)
