"""What one operator call costs beyond its arithmetic."""

from __future__ import annotations

from benchmarks.workload import Framework, Step, Workload, random_array


def _add_four(framework: Framework, *, grad: bool) -> Step:
    x = framework.tensor(random_array(4, seed=1), grad=grad)
    y = framework.tensor(random_array(4, seed=2), grad=grad)
    return lambda: x + y


WORKLOADS = (
    Workload("overhead.add", 0.35, lambda framework: _add_four(framework, grad=False)),
    Workload("overhead.add_with_grad", 0.4, lambda framework: _add_four(framework, grad=True)),
)
