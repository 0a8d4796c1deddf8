"""The choice of an instruction set, and its override."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

CSRC = Path(__file__).parents[2] / "csrc"
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
PROGRAM = """\
#include <cstdio>
#include <exception>

#include "runtime/cpu_info.h"

int main() {
  try {
    std::puts(pd::cpu::name_of(pd::cpu::isa()));
  } catch (const std::exception& error) {
    std::puts(error.what());
    return 1;
  }
}
"""
SETS = ("v2", "v3", "v4")

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"), reason="there is one instruction set only"
)


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Runs the program with PADDLE_ISA set to something, or unset."""
    folder = tmp_path_factory.mktemp("cpu_info")
    (folder / "main.cc").write_text(PROGRAM)
    sources = [str(folder / "main.cc"), str(CSRC / "runtime" / "cpu_info.cc")]
    command = [COMPILER, "-std=c++20", f"-I{CSRC}", *sources]
    subprocess.run([*command, "-o", str(folder / "main")], check=True)

    def run(isa: str | None) -> tuple[int, str]:
        environment = {key: value for key, value in os.environ.items() if key != "PADDLE_ISA"}
        environment |= {} if isa is None else {"PADDLE_ISA": isa}
        result = subprocess.run(
            [folder / "main"], env=environment, capture_output=True, text=True, check=False
        )
        return result.returncode, result.stdout.strip()

    return run


def test_best_set_is_what_the_processor_says(ask) -> None:
    flags = set(Path("/proc/cpuinfo").read_text().split())
    best = "v2"
    if {"avx2", "fma", "bmi1", "bmi2"} <= flags:
        best = "v3"
        if {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags:
            best = "v4"
    assert ask(None) == (0, best)
    assert ask("") == (0, best)


def test_lower_set_can_be_asked_for_and_higher_is_refused(ask) -> None:
    best = ask(None)[1]
    for isa in SETS:
        if SETS.index(isa) <= SETS.index(best):
            assert ask(isa) == (0, isa)
        else:
            assert ask(isa) == (1, f"PADDLE_ISA={isa}: this processor only runs {best}")


def test_unknown_set_is_refused(ask) -> None:
    assert ask("avx") == (1, "PADDLE_ISA must be v2, v3 or v4, got avx")
