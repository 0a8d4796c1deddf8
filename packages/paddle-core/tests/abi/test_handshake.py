"""An extension refuses a table that it cannot work with, and says how to mend that."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import paddle
import pytest

MAGIC, MAJOR, MINOR, SIZE = 0, 4, 8, 16  # offsets of PD_Api's fields

PyCapsule_GetPointer = ctypes.pythonapi.PyCapsule_GetPointer
PyCapsule_GetPointer.restype = ctypes.c_void_p
PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
NAME = b"paddle._core.c_api"


class Table:
    """A copy of the core's table to forge."""

    def __init__(self, size: int) -> None:
        address = PyCapsule_GetPointer(paddle._core.c_api, NAME)
        self.memory = ctypes.create_string_buffer(ctypes.string_at(address, size), size)
        self.address = ctypes.addressof(self.memory)

    def set(self, offset: int, value: int, kind: type = ctypes.c_uint32) -> Table:
        kind.from_address(self.address + offset).value = value
        return self


def test_the_true_table_is_accepted(guest: ModuleType) -> None:
    table = Table(guest.table_size)
    assert guest.refusal_of(table.address, 1, 0) == ""
    assert guest.c_abi == (1, 0)


@pytest.mark.parametrize(
    ("major", "minor", "wanted", "command"),
    [
        (1, 0, (1, 3), "pip install --upgrade paddle-core"),
        (1, 0, (2, 0), "pip install --upgrade paddle-core"),
        (2, 0, (1, 5), "pip install --upgrade abi-guest"),
    ],
)
def test_versions_that_do_not_fit(
    guest: ModuleType, major: int, minor: int, wanted: tuple[int, int], command: str
) -> None:
    table = Table(guest.table_size).set(MAJOR, major).set(MINOR, minor)
    text = guest.refusal_of(table.address, *wanted)
    assert f"built for version {wanted[0]}.{wanted[1]} " in text
    assert f"has {major}.{minor}" in text
    assert text.endswith(command)


def test_an_older_extension_is_welcome(guest: ModuleType) -> None:
    table = Table(guest.table_size).set(MINOR, 9)
    assert guest.refusal_of(table.address, 1, 4) == ""


def test_a_table_of_something_else(guest: ModuleType) -> None:
    table = Table(guest.table_size).set(MAGIC, 0)
    assert "something else" in guest.refusal_of(table.address, 1, 0)


def test_a_table_that_is_too_short(guest: ModuleType) -> None:
    table = Table(guest.table_size).set(SIZE, guest.table_size - 8, ctypes.c_size_t)
    text = guest.refusal_of(table.address, 1, 0)
    assert f"a table of {guest.table_size - 8} bytes" in text


FORGED_IMPORT = """
import ctypes, sys
import paddle
api = ctypes.pythonapi
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name = b"paddle._core.c_api"
address = api.PyCapsule_GetPointer(paddle._core.c_api, name)
memory = ctypes.create_string_buffer(ctypes.string_at(address, {size}), {size})
ctypes.c_uint32.from_address(ctypes.addressof(memory) + {offset}).value = {value}
paddle._core.c_api = api.PyCapsule_New(ctypes.addressof(memory), name, None)
sys.path.insert(0, {folder!r})
try:
    import abi_guest._abi_guest
except ImportError as error:
    print("ImportError:", error)
"""


@pytest.mark.parametrize(("offset", "value"), [(MAJOR, 0), (MAJOR, 2), (MAGIC, 1)])
def test_import_fails_with_the_message(
    guest: ModuleType, guest_folder: Path, offset: int, value: int
) -> None:
    code = FORGED_IMPORT.format(
        size=guest.table_size, offset=offset, value=value, folder=str(guest_folder)
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("ImportError: abi-guest")
    assert "pip install" in result.stdout
    if offset == MAJOR:
        assert "version 1.0 " in result.stdout
        assert f"has {value}.0" in result.stdout
