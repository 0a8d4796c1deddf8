"""The examples in docstrings run, and every public function has one."""

from __future__ import annotations

import doctest
import importlib

import paddle
import pytest

MODULES = ["binary", "creation", "multiary", "nn.functional", "nn.layers", "unary"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"paddle.sparse.{name}")
    failed, _ = doctest.testmod(module)
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_an_example(name: str) -> None:
    module = importlib.import_module(f"paddle.sparse.{name}")
    lacking = [n for n in module.__all__ if ">>>" not in (getattr(module, n).__doc__ or "")]
    assert lacking == []


def test_public_names() -> None:
    for name in paddle.sparse.__all__:
        assert hasattr(paddle.sparse, name)
