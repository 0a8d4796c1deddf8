"""Element-wise operators and a reduction over one million floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.workload import Framework, Step, Workload, random_array

SIZE = 1_000_000


def _unary(name: str) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(SIZE))
        function: Callable[[Any], Any] = getattr(framework.module, name)
        return lambda: function(x)

    return Workload(f"elementwise.{name}", 0.8, build)


def _binary(name: str) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(SIZE, seed=1))
        y = framework.tensor(random_array(SIZE, seed=2))
        function: Callable[[Any, Any], Any] = getattr(framework.module, name)
        return lambda: function(x, y)

    return Workload(f"elementwise.{name}", 0.8, build)


def _sum(framework: Framework) -> Step:
    x = framework.tensor(abs(random_array(SIZE)))
    total = framework.module.sum
    return lambda: total(x)


WORKLOADS = (
    _binary("add"),
    _binary("multiply"),
    _unary("exp"),
    _unary("tanh"),
    Workload("reduction.sum", 0.8, _sum),
)
