"""How the installed wheels of all packages lie beside each other, and what a user sees of that."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import paddle
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = sorted(folder.name for folder in (ROOT / "packages").iterdir())
GUESTS = [name for name in PACKAGES if name != "paddle-core"]
INSTALLED = Path(paddle.__file__).resolve().parent


def run_python(code: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a new interpreter that also looks into some folders."""
    prelude = f"import sys; sys.path[:0] = {[str(path) for path in paths]!r}\n"
    return subprocess.run(
        [sys.executable, "-c", prelude + code], capture_output=True, text=True, check=False
    )


def modules_of(distribution: str) -> set[str]:
    """Return the files of a distribution outside its metadata."""
    files = metadata.files(distribution) or []
    return {str(file) for file in files if ".dist-info" not in str(file)}


def test_tests_run_against_the_installed_wheels():
    assert ROOT / "packages" not in INSTALLED.parents


@pytest.mark.parametrize("guest", GUESTS)
def test_a_guest_stays_in_its_own_folder(guest):
    folder = f"paddle/{guest.removeprefix('paddle-')}/"
    assert [name for name in modules_of(guest) if not name.startswith(folder)] == []


@pytest.mark.parametrize("guest", GUESTS)
def test_a_guest_requires_the_core_and_no_sibling(guest):
    needed = {re.split(r"[ <>=!~;(]", line)[0] for line in metadata.requires(guest) or []}
    assert "paddle-core" in needed
    assert needed.isdisjoint(set(GUESTS))


def test_importing_paddle_imports_no_guest():
    names = [f"paddle.{guest.removeprefix('paddle-')}" for guest in GUESTS]
    result = run_python(f"import paddle; print([n for n in {names!r} if n in sys.modules])")
    assert result.stdout.strip() == "[]", result.stderr


@pytest.mark.parametrize("guest", GUESTS)
def test_a_missing_guest_says_what_to_install(guest, tmp_path):
    name = guest.removeprefix("paddle-")
    ignore = shutil.ignore_patterns(name, "__pycache__")
    shutil.copytree(INSTALLED, tmp_path / "paddle", ignore=ignore)
    code = f"""
kept = [p for p in sys.path if not p.endswith("site-packages")]
import numpy
sys.path = kept
import paddle.{name}
"""
    result = run_python(code, tmp_path)
    assert result.stderr.rstrip().splitlines()[-1].startswith("ModuleNotFoundError")
    assert f"pip install {guest}" in result.stderr


def test_paddlepaddle_in_the_same_environment_is_named(tmp_path):
    shutil.copytree(INSTALLED, tmp_path / "paddle", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "paddle" / "base").mkdir(exist_ok=True)
    (tmp_path / "paddle" / "base" / "core.py").write_text("# a file of paddlepaddle\n")
    result = run_python("import paddle", tmp_path)
    assert result.returncode != 0
    assert "pip uninstall paddlepaddle" in result.stderr


def test_the_headers_are_installed_and_plain_c(tmp_path):
    source = tmp_path / "guest.c"
    source.write_text("#include <paddle/c_api.h>\nint main(void) { return 0; }\n")
    flags = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    command = ["cc", *flags, f"-I{INSTALLED / 'include'}", str(source)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_the_readme_program_runs():
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 1
    result = run_python(blocks[0])
    assert result.returncode == 0, result.stderr
    assert float(result.stdout) < 1.2
