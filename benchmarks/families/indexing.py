"""Reading and writing at indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

ROWS, WIDTH = 65_536, 16


def _row_numbers(framework: Framework, seed: int = 3) -> Any:
    return framework.tensor(np.random.default_rng(seed).permutation(ROWS))


def _where(framework: Framework) -> Step:
    x = framework.tensor(random_array(1_000_000, seed=1))
    y = framework.tensor(random_array(1_000_000, seed=2))
    condition = x > y
    return lambda: framework.module.where(condition, x, y)


def _scatter(framework: Framework) -> Step:
    base = framework.tensor(random_array(ROWS, WIDTH, seed=1))
    rows, updates = _row_numbers(framework), framework.tensor(random_array(ROWS, WIDTH, seed=2))
    if framework.is_torch:
        return lambda: base.index_copy(0, rows, updates)
    return lambda: framework.module.scatter(base, rows, updates)


def _index_put(framework: Framework) -> Step:
    base = framework.tensor(random_array(ROWS, WIDTH, seed=1))
    rows, updates = _row_numbers(framework), framework.tensor(random_array(ROWS, WIDTH, seed=2))
    if framework.is_torch:
        return lambda: base.index_put((rows,), updates)
    return lambda: framework.module.index_put(base, (rows,), updates)


def _index_add(framework: Framework) -> Step:
    base = framework.tensor(random_array(ROWS, WIDTH, seed=1))
    rows, updates = _row_numbers(framework), framework.tensor(random_array(ROWS, WIDTH, seed=2))
    if framework.is_torch:
        return lambda: base.index_add(0, rows, updates)
    return lambda: framework.module.index_add(base, rows, 0, updates)


def _take_along(framework: Framework) -> Step:
    x = framework.tensor(random_array(1024, 1024))
    indices = framework.tensor(np.random.default_rng(3).integers(0, 1024, (1024, 1024)))
    if framework.is_torch:
        return lambda: framework.module.take_along_dim(x, indices, 1)
    return lambda: framework.module.take_along_axis(x, indices, 1)


def _masked_select(framework: Framework) -> Step:
    x = framework.tensor(random_array(1_000_000))
    mask = x > 0
    return lambda: framework.module.masked_select(x, mask)


def _embedding(framework: Framework) -> Step:
    table = framework.tensor(random_array(10_000, 128), grad=True)
    words = framework.tensor(np.random.default_rng(3).integers(0, 10_000, (32, 128)))
    weights = framework.tensor(random_array(32, 128, 128, seed=5))
    embed = framework.functional.embedding

    def step() -> Any:
        framework.drop_grad(table)
        (embed(words, table) * weights).sum().backward()
        return table.grad

    return step


def _slice(framework: Framework) -> Step:
    x = framework.tensor(random_array(1024, 1024))
    return lambda: x[::2, 1:-1].contiguous()


def _concat(framework: Framework) -> Step:
    parts = [framework.tensor(random_array(256, 1024, seed=seed)) for seed in range(4)]
    return lambda: framework.module.concat(parts, 1)


def _pad(framework: Framework) -> Step:
    x = framework.tensor(random_array(8, 32, 64, 64))
    return lambda: framework.functional.pad(x, [1, 1, 1, 1])


WORKLOADS = (
    Workload("indexing.where", 1.1, _where),
    Workload("indexing.scatter", 1.1, _scatter),
    Workload("indexing.index_put", 1.1, _index_put),
    Workload("indexing.index_add", 1.1, _index_add),
    Workload("indexing.take_along_axis", 1.1, _take_along),
    Workload("indexing.masked_select", 1.1, _masked_select),
    Workload("indexing.embedding_backward", 1.1, _embedding),
    Workload("indexing.slice", 1.1, _slice),
    Workload("indexing.concat", 1.1, _concat),
    Workload("indexing.pad", 1.1, _pad),
)
