"""The recorded history of the C ABI fits the headers, and the check notices what would break it."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("abi_check", PACKAGE / "abi" / "check.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["abi_check"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def headers(tmp_path: Path) -> Path:
    for name in ("c_api.h", "c_api_slots.h"):
        shutil.copy(PACKAGE / "include" / "paddle" / name, tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def problems(check: ModuleType, headers: Path) -> list[str]:
    return check.problems(headers, check.read_history(check.HISTORY))


def test_the_history_ends_with_the_headers(check: ModuleType) -> None:
    assert problems(check, check.HEADERS) == []


def test_comments_may_change(check: ModuleType, headers: Path) -> None:
    edit(headers / "c_api_slots.h", "/// Number of dimensions.", "/// How many dimensions.")
    assert problems(check, headers) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PD_SLOT(size_t, tensor_rank,", "PD_SLOT(int32_t, tensor_rank,"),
        ("PD_SLOT(size_t, tensor_rank,", "PD_SLOT(size_t, tensor_dimensions,"),
        ("PD_SLOT(int32_t, num_threads, (void))", ""),
    ],
)
def test_a_changed_slot_is_noticed(check: ModuleType, headers: Path, old: str, new: str) -> None:
    edit(headers / "c_api_slots.h", old, new)
    assert "a slot of version 1.0 was changed, moved or removed" in problems(check, headers)


def test_a_slot_must_be_at_the_end(check: ModuleType, headers: Path) -> None:
    slot = "/// New.\nPD_SLOT(int32_t, fresh, (void))\n"
    edit(headers / "c_api_slots.h", "/// Number of dimensions.", slot + "/// Number of dimensions.")
    assert "a slot of version 1.0 was changed, moved or removed" in problems(check, headers)


def test_an_appended_slot_needs_a_version(check: ModuleType, headers: Path) -> None:
    slots = headers / "c_api_slots.h"
    slots.write_text(slots.read_text() + "/// New.\nPD_SLOT(int32_t, fresh, (void))\n")
    assert any("raise PD_ABI_MINOR" in problem for problem in problems(check, headers))
    edit(headers / "c_api.h", "#define PD_ABI_MINOR 0", "#define PD_ABI_MINOR 1")
    newest = check.current(headers, "a fresh slot")
    assert check.problems(headers, [*check.read_history(check.HISTORY), newest]) == []


def test_a_slot_needs_a_line_of_description(check: ModuleType, headers: Path) -> None:
    edit(headers / "c_api_slots.h", "/// Number of dimensions.\n", "\n")
    assert any("no /// line" in problem for problem in problems(check, headers))


def test_changed_types_are_noticed(check: ModuleType, headers: Path) -> None:
    edit(
        headers / "c_api.h", "int32_t reserved;\n} PD_OutputDef;", "int64_t extra;\n} PD_OutputDef;"
    )
    assert any("types in c_api.h" in problem for problem in problems(check, headers))


def test_versions_follow_each_other(check: ModuleType) -> None:
    history = check.read_history(check.HISTORY)
    later = check.Version(1, 7, *[getattr(history[-1], name) for name in
                                  ("slots", "slots_hash", "types_hash", "added")])  # fmt: skip
    assert "1.7 does not follow 1.0" in check.problems(check.HEADERS, [*history[:1], later])
