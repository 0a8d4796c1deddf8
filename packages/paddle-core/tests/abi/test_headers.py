"""The headers compile as their rules say, and the structs keep their layout."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

import nanobind
import paddle
import pytest

HERE = Path(__file__).resolve().parent
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic"]


def include_folder() -> Path:
    """The headers that come with the package: installed, or beside the sources in the tree."""
    installed = Path(paddle.__file__).parent / "include"
    return installed if installed.exists() else HERE.parents[1] / "include"


def compile_file(compiler: str, source: Path, output: Path, *options: str) -> None:
    command = [compiler, *options, f"-I{include_folder()}", "-c", str(source), "-o", str(output)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_layout_of_structs_in_strict_c11(tmp_path: Path) -> None:
    compiler = os.environ.get("CC", "cc")
    compile_file(compiler, HERE / "layout.c", tmp_path / "layout.o", "-std=c11", *STRICT)


@pytest.mark.parametrize("standard", ["c++20", "c++17"])
def test_c_header_in_cpp(tmp_path: Path, standard: str) -> None:
    source = tmp_path / "header.cc"
    source.write_text('#include "paddle/c_api.h"\nstatic_assert(PD_ABI_MAJOR >= 1);\n')
    compiler = os.environ.get("CXX", "c++")
    compile_file(compiler, source, tmp_path / "header.o", f"-std={standard}", *STRICT)


@pytest.mark.parametrize("with_nanobind", [False, True])
def test_cpp_skin(tmp_path: Path, with_nanobind: bool) -> None:
    first = "#include <nanobind/nanobind.h>\n" if with_nanobind else ""
    source = tmp_path / "skin.cc"
    source.write_text(first + '#include "paddle/ext.hpp"\n')
    options = ["-Wall", "-Wextra", "-Werror", "-std=c++20", f"-I{sysconfig.get_paths()['include']}"]
    if with_nanobind:
        options += ["-isystem", nanobind.include_dir()]
    compile_file(os.environ.get("CXX", "c++"), source, tmp_path / "skin.o", *options)


def test_c_header_includes_only_two_headers() -> None:
    text = "".join(
        (include_folder() / "paddle" / name).read_text() for name in ("c_api.h", "c_api_slots.h")
    )
    included = {line.split()[1] for line in text.splitlines() if line.startswith("#include")}
    assert included == {"<stddef.h>", "<stdint.h>", '"paddle/c_api_slots.h"'}
