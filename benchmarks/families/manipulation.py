"""Moving one million floats: gathering rows, and a transpose made contiguous."""

from __future__ import annotations

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

ROWS, WIDTH = 65_536, 16
SIDE = 1024


def _gather(framework: Framework) -> Step:
    table = framework.tensor(random_array(ROWS, WIDTH))
    rows = framework.tensor(np.random.default_rng(3).integers(0, ROWS, ROWS))
    if framework.is_torch:
        select = framework.module.index_select
        return lambda: select(table, 0, rows)
    gather = framework.module.gather
    return lambda: gather(table, rows)


def _transpose(framework: Framework) -> Step:
    x = framework.tensor(random_array(SIDE, SIDE))
    return lambda: x.T.contiguous()


WORKLOADS = (
    Workload("manipulation.gather", 0.8, _gather),
    Workload("manipulation.transpose_contiguous", 0.8, _transpose),
)
