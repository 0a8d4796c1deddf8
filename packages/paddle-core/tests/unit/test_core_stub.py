"""The stub of the C++ module names what the module has, with the same parameters."""

from __future__ import annotations

import ast
from pathlib import Path

from paddle import _core

STUB = Path(_core.__file__).with_name("_core.pyi")


def declared() -> dict[str, ast.stmt]:
    """Return what the stub declares by its public name."""
    named: dict[str, ast.stmt] = {}
    for statement in ast.parse(STUB.read_text()).body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            named[statement.name] = statement
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            named[statement.target.id] = statement
    return {name: statement for name, statement in named.items() if not name.startswith("_")}


def test_the_stub_declares_exactly_the_public_names():
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert set(declared()) == public


def test_declared_methods_exist():
    for name, statement in declared().items():
        if isinstance(statement, ast.ClassDef):
            methods = {part.name for part in statement.body if isinstance(part, ast.FunctionDef)}
            missing = [each for each in methods if not hasattr(getattr(_core, name), each)]
            assert set(missing) <= {"__getattr__"}, f"{name} lacks {missing}"
