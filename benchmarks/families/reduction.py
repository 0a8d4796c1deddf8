"""Reductions and scans of a million floats."""

from __future__ import annotations

from benchmarks.workload import Framework, Step, Workload, random_array

SHAPE = (1024, 1024)


def _along_rows(name: str, torch_name: str | None = None) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(*SHAPE))
        function = getattr(framework.module, (framework.is_torch and torch_name) or name)
        return lambda: function(x, -1)

    return Workload(f"reduction.{name}_rows", 1.1, build)


def _extreme(name: str) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(*SHAPE))
        function = getattr(framework.module, name)
        if framework.is_torch:
            return lambda: function(x, dim=-1).values
        return lambda: function(x, axis=-1)

    return Workload(f"reduction.{name}_rows", 1.1, build)


def _sum_columns(framework: Framework) -> Step:
    x = framework.tensor(random_array(*SHAPE))
    return lambda: framework.module.sum(x, 0)


def _all_std(framework: Framework) -> Step:
    x = framework.tensor(random_array(*SHAPE))
    return lambda: framework.module.std(x)


def _frobenius(framework: Framework) -> Step:
    x = framework.tensor(random_array(*SHAPE))
    return lambda: framework.module.linalg.norm(x)


WORKLOADS = (
    Workload("reduction.sum_columns", 1.1, _sum_columns),
    Workload("reduction.std", 1.1, _all_std),
    Workload("reduction.norm", 1.1, _frobenius),
    _along_rows("mean"),
    _along_rows("std"),
    _along_rows("argmax"),
    _along_rows("logsumexp"),
    _along_rows("cumsum"),
    _extreme("max"),
)
