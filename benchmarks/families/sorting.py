"""Sorting, searching and counting."""

from __future__ import annotations

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

ROWS, WIDTH = 256, 4096


def _sort(framework: Framework) -> Step:
    x = framework.tensor(random_array(ROWS, WIDTH))
    if framework.is_torch:
        return lambda: framework.module.sort(x, dim=-1).values
    return lambda: framework.module.sort(x, axis=-1)


def _argsort(framework: Framework) -> Step:
    x = framework.tensor(random_array(ROWS, WIDTH))
    return lambda: framework.module.argsort(x, -1)


def _topk(framework: Framework) -> Step:
    x = framework.tensor(random_array(ROWS, WIDTH))
    return lambda: framework.module.topk(x, 10)[0]


def _unique(framework: Framework) -> Step:
    x = framework.tensor(np.random.default_rng(4).integers(0, 10_000, 1_000_000))
    return lambda: framework.module.unique(x)


def _nonzero(framework: Framework) -> Step:
    x = framework.tensor(random_array(1_000_000) > 0)
    return lambda: framework.module.nonzero(x)


def _searchsorted(framework: Framework) -> Step:
    edges = framework.tensor(np.sort(random_array(10_000, seed=1)))
    x = framework.tensor(random_array(1_000_000, seed=2))
    return lambda: framework.module.searchsorted(edges, x)


def _bincount(framework: Framework) -> Step:
    x = framework.tensor(np.random.default_rng(4).integers(0, 1000, 1_000_000))
    return lambda: framework.module.bincount(x)


WORKLOADS = (
    Workload("sorting.sort", 1.1, _sort),
    Workload("sorting.argsort", 1.1, _argsort),
    Workload("sorting.topk", 1.1, _topk),
    Workload("sorting.unique", 1.1, _unique),
    Workload("sorting.nonzero", 1.1, _nonzero),
    Workload("sorting.searchsorted", 1.1, _searchsorted),
    Workload("sorting.bincount", 1.1, _bincount),
)
