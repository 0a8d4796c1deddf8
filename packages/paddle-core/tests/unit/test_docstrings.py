"""The examples in docstrings run, and every public function has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import paddle
import pytest

PUBLIC_MODULES = (
    "paddle",
    "paddle.amp",
    "paddle.autograd",
    "paddle.callbacks",
    "paddle.device",
    "paddle.distribution",
    "paddle.distribution.constraint",
    "paddle.distribution.transform",
    "paddle.distribution.variable",
    "paddle.framework",
    "paddle.hapi",
    "paddle.hub",
    "paddle.io",
    "paddle.linalg",
    "paddle.metric",
    "paddle.nn",
    "paddle.nn.functional",
    "paddle.nn.initializer",
    "paddle.nn.utils",
    "paddle.optimizer",
    "paddle.optimizer.lr",
    "paddle.regularizer",
    "paddle.static",
    "paddle.sysconfig",
    "paddle.tensor",
    "paddle.utils",
    "paddle.version",
    "paddle.utils.dlpack",
    "paddle.utils.unique_name",
)


def module_names() -> Iterator[str]:
    yield "paddle"
    core = paddle.__path__[:1]
    for module in pkgutil.walk_packages(core, "paddle."):
        if not any(part.startswith("_") for part in module.name.split(".")[1:]):
            yield module.name


def public_objects() -> Iterator[tuple[str, Any]]:
    for module_name in PUBLIC_MODULES:
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if callable(found):
                yield f"{module_name}.{name}", found


@pytest.mark.parametrize("name", sorted(module_names()))
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    with paddle.utils.unique_name.guard():
        failed, _ = doctest.testmod(module)
    assert failed == 0


def test_public_names_have_docstrings() -> None:
    objects = dict(public_objects())
    assert len(objects) > 500
    missing = [name for name, found in objects.items() if not inspect.getdoc(found)]
    assert missing == []
