"""Measures the accuracy of the vector functions with every instruction set that runs here."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

CSRC = Path(__file__).parents[2] / "csrc"
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")


def runnable_sets() -> list[str]:
    """Instruction sets, lowest first, that this machine has."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return ["base"]
    flags = set(Path("/proc/cpuinfo").read_text().split())
    sets = ["v2"]
    if {"avx2", "fma", "bmi2", "f16c"} <= flags:
        sets.append("v3")
    if {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags:
        sets.append("v4")
    return sets


@pytest.mark.skipif(not CSRC.exists(), reason="needs the C++ sources")
@pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")
@pytest.mark.parametrize("isa", runnable_sets())
def test_vector_functions_stay_within_their_bounds(isa: str, tmp_path: Path) -> None:
    program = tmp_path / "vmath_accuracy"
    source = Path(__file__).with_name("vmath_accuracy.cc")
    march = [] if isa == "base" else [f"-march=x86-64-{isa}"]
    command = [COMPILER, "-std=c++20", "-O2", *march, f"-DPD_ISA={isa}", f"-I{CSRC}"]
    subprocess.run([*command, str(source), "-o", str(program)], check=True)
    result = subprocess.run([str(program)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
