"""The workloads, one module per operator family."""

from __future__ import annotations

from benchmarks.families import (
    attention,
    elementwise,
    fft,
    indexing,
    layers,
    linalg,
    manipulation,
    nn,
    overhead,
    recurrent,
    reduction,
    sorting,
    sparse,
    training,
)
from benchmarks.workload import Workload

WORKLOADS: tuple[Workload, ...] = (
    *overhead.WORKLOADS,
    *elementwise.WORKLOADS,
    *reduction.WORKLOADS,
    *sorting.WORKLOADS,
    *indexing.WORKLOADS,
    *manipulation.WORKLOADS,
    *linalg.WORKLOADS,
    *fft.WORKLOADS,
    *nn.WORKLOADS,
    *layers.WORKLOADS,
    *attention.WORKLOADS,
    *recurrent.WORKLOADS,
    *sparse.WORKLOADS,
    *training.WORKLOADS,
)

BY_NAME = {workload.name: workload for workload in WORKLOADS}
