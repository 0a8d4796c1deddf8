"""The printed forms of tensors and layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
from paddle import nn

from fidelity_cases.common import Scenario


def _printed() -> dict[str, Callable[[], Any]]:
    tensor = paddle.to_tensor
    return {
        "scalar": lambda: tensor(1.5),
        "whole": lambda: tensor(1.0),
        "int": lambda: tensor(3),
        "bool": lambda: tensor(True),
        "complex": lambda: tensor([1 + 2j, 3.5 - 1j]),
        "signs": lambda: tensor([1.0, 2.5, -3.0]),
        "signed ints": lambda: tensor([[1, 1000], [-5, 20]]),
        "bools": lambda: tensor([True, False]),
        "cube": lambda: tensor([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
        "four dimensions": lambda: paddle.arange(16.0).reshape([2, 2, 2, 2]),
        "small": lambda: tensor([1e-5, 1.0]),
        "tiny": lambda: tensor([1e-40, 1e-9]),
        "large": lambda: tensor([1e20, 1.0]),
        "huge": lambda: tensor([1e38, 1e-38]),
        "mixed": lambda: tensor([123456.789, 1.5]),
        "nan and inf": lambda: tensor([float("nan"), float("inf"), -float("inf"), 1.0]),
        "minus zero": lambda: tensor([-0.0, 1.0]),
        "float16": lambda: tensor([1.0, 2.5]).astype("float16"),
        "bfloat16": lambda: tensor([1.1875, 2.0]).astype("bfloat16"),
        "float64": lambda: tensor([1.123456789123, 2.0]).astype("float64"),
        "uint8": lambda: tensor([1, 200]).astype("uint8"),
        "empty": lambda: tensor([]),
        "empty rows": lambda: paddle.zeros([2, 0], "int64"),
        "empty cube": lambda: paddle.zeros([2, 0, 3]),
        "long row": lambda: paddle.arange(30.0),
        "long rows": lambda: paddle.arange(64).reshape([2, 32]),
        "summary": lambda: paddle.arange(1001),
        "summary of rows": lambda: paddle.arange(2000.0).reshape([40, 50]),
        "summary of a cube": lambda: paddle.arange(2000).reshape([2, 20, 50]),
        "with gradient": lambda: tensor([1.0], stop_gradient=False),
        "parameter": lambda: nn.Linear(2, 2).bias,
        "list": lambda: [tensor(1.0), tensor([2])],
        "dtype": lambda: str(paddle.float32),
        "layer": lambda: nn.Sequential(("a", nn.Linear(2, 3)), ("b", nn.BatchNorm1D(3))),
    }


def _print_options() -> Any:
    options: list[dict[str, Any]] = [
        {"precision": 3},
        {"threshold": 10},
        {"edgeitems": 1, "threshold": 5},
        {"sci_mode": True},
        {"linewidth": 40},
    ]
    usual = {
        "precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": False,
    }  # fmt: skip
    shown = []
    for given in options:
        paddle.set_printoptions(**{**usual, **given})
        shown.append([repr(paddle.to_tensor([1.123456789, 2e5, -3])), repr(paddle.arange(20.0))])
    paddle.set_printoptions(**usual)
    return shown


def _shown(make: Callable[[], Any]) -> str:
    return repr(make())


def scenarios() -> Iterable[Scenario]:
    """Printed forms, then the effect of set_printoptions."""
    for name, make in _printed().items():
        yield Scenario(f"printing.{name}", partial(_shown, make))
    yield Scenario("printing.options", _print_options)
