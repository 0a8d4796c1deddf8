"""Builds the extension in extension/ once, against paddle-core as it is installed."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import paddle
import pytest

HERE = Path(__file__).resolve().parent


def cmake_folder() -> Path:
    """Where find_package(paddle) looks: in the installed package, or beside the sources."""
    installed = Path(paddle.__file__).parent / "cmake"
    return installed if installed.exists() else HERE.parents[1] / "cmake"


def run(*command: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def guest_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for sys.path that holds the package abi_guest."""
    build = tmp_path_factory.mktemp("build")
    site = tmp_path_factory.mktemp("site")
    run(
        "cmake", "-G", "Ninja", "-S", str(HERE / "extension"), "-B", str(build),
        f"-Dpaddle_DIR={cmake_folder()}", f"-DPython_EXECUTABLE={sys.executable}",
        f"-DCMAKE_INSTALL_PREFIX={site}", "-DCMAKE_CXX_FLAGS=-Werror",
    )  # fmt: skip
    run("cmake", "--build", str(build))
    run("cmake", "--install", str(build))
    return site


@pytest.fixture(scope="session")
def guest(guest_folder: Path) -> ModuleType:
    sys.path.insert(0, str(guest_folder))
    return importlib.import_module("abi_guest._abi_guest")
