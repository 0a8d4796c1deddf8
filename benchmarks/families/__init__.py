"""The workloads, one module per operator family."""

from __future__ import annotations

from benchmarks.families import elementwise, linalg, manipulation, nn, overhead, recurrent, training
from benchmarks.workload import Workload

WORKLOADS: tuple[Workload, ...] = (
    *overhead.WORKLOADS,
    *elementwise.WORKLOADS,
    *manipulation.WORKLOADS,
    *linalg.WORKLOADS,
    *nn.WORKLOADS,
    *recurrent.WORKLOADS,
    *training.WORKLOADS,
)

BY_NAME = {workload.name: workload for workload in WORKLOADS}
