"""Element-wise operators and a reduction over one million floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.workload import Framework, Step, Workload, random_array

SIZE = 1_000_000


def _unary(name: str, target: float = 1.1) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(SIZE))
        function: Callable[[Any], Any] = getattr(framework.module, name)
        return lambda: function(x)

    return Workload(f"elementwise.{name}", target, build)


def _binary(name: str, target: float = 1.1) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(SIZE, seed=1))
        y = framework.tensor(random_array(SIZE, seed=2))
        function: Callable[[Any, Any], Any] = getattr(framework.module, name)
        return lambda: function(x, y)

    return Workload(f"elementwise.{name}", target, build)


def _sum(framework: Framework) -> Step:
    x = framework.tensor(abs(random_array(SIZE)))
    total = framework.module.sum
    return lambda: total(x)


def _power(framework: Framework) -> Step:
    x = framework.tensor(abs(random_array(SIZE)) + 0.1)
    return lambda: x**2.5


def _broadcast_add(framework: Framework) -> Step:
    x, row = framework.tensor(random_array(1024, 1024)), framework.tensor(random_array(1024))
    return lambda: x + row


def _cast(framework: Framework) -> Step:
    x = framework.tensor(random_array(SIZE) * 100)
    if framework.is_torch:
        return lambda: x.to(framework.module.int32)
    return lambda: x.astype("int32")


def _in_place_add(framework: Framework) -> Step:
    x, y = framework.tensor(random_array(SIZE)), framework.tensor(random_array(SIZE) * 0)
    return lambda: x.add_(y)


WORKLOADS = (
    _binary("add", 0.8),
    _binary("multiply", 0.8),
    _binary("divide"),
    _binary("maximum"),
    _binary("atan2"),
    _unary("exp", 0.8),
    _unary("tanh", 0.8),
    _unary("sin"),
    _unary("abs"),
    _unary("erf"),
    _unary("square"),
    Workload("elementwise.pow", 1.1, _power),
    Workload("elementwise.add_broadcast", 1.1, _broadcast_add),
    Workload("elementwise.add_in_place", 1.1, _in_place_add),
    Workload("elementwise.cast", 1.1, _cast),
    Workload("reduction.sum", 0.8, _sum),
)
