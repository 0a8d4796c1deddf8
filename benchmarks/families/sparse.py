"""Sparse matrices, 10 000 x 10 000, with 100 000 and a million elements; SciPy is a peer too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.workload import Framework, Step, Workload

SIDE = 10_000
COUNTS = {"100k": 100_000, "1m": 1_000_000}
DENSE_COLUMNS = 16
PEERS = ("torch", "paddle", "scipy")


class Matrix:
    """Random elements at distinct positions, in the order of rows, for every framework."""

    def __init__(self, framework: Framework, count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        flat = np.sort(random.choice(SIDE * SIDE, count, replace=False))
        self.framework = framework
        self.rows, self.cols = np.divmod(flat, SIDE)
        self.values = random.standard_normal(count).astype(np.float32)

    def csr(self) -> Any:
        crows = np.searchsorted(self.rows, np.arange(SIDE + 1))
        if self.framework.is_scipy:
            parts = (self.values, self.cols, crows)
            return self.framework.module.csr_matrix(parts, (SIDE, SIDE))
        if self.framework.is_torch:
            make = self.framework.module.sparse_csr_tensor
            parts = map(self.framework.tensor, (crows, self.cols, self.values))
            return make(*parts, (SIDE, SIDE))
        sparse = self.framework.module.sparse
        return sparse.sparse_csr_tensor(crows, self.cols, self.values, [SIDE, SIDE])

    def coo(self, shuffled: bool = False) -> Any:
        order = np.arange(self.values.size)
        if shuffled:
            np.random.default_rng(9).shuffle(order)
        rows, cols, values = self.rows[order], self.cols[order], self.values[order]
        if self.framework.is_scipy:
            return self.framework.module.coo_matrix((values, (rows, cols)), (SIDE, SIDE))
        indices = np.stack([rows, cols])
        if self.framework.is_torch:
            make = self.framework.module.sparse_coo_tensor
            parts = map(self.framework.tensor, (indices, values))
            return make(*parts, (SIDE, SIDE))
        return self.framework.module.sparse.sparse_coo_tensor(indices, values, [SIDE, SIDE])


def _elements(framework: Framework, x: Any) -> Any:
    return x.data if framework.is_scipy else x.values()


def _pair(framework: Framework, count: int, coo: bool = False) -> tuple[Any, Any]:
    matrices = (Matrix(framework, count, seed) for seed in (1, 2))
    x, y = (matrix.coo() if coo else matrix.csr() for matrix in matrices)
    return x, y


def _product(framework: Framework, count: int) -> Step:
    x, y = _pair(framework, count)
    if framework.is_scipy or framework.is_torch:
        return lambda: _elements(framework, x @ y)
    matmul = framework.module.sparse.matmul
    return lambda: matmul(x, y).values()


def _add(framework: Framework, count: int) -> Step:
    x, y = _pair(framework, count)
    if framework.is_scipy or framework.is_torch:
        return lambda: _elements(framework, x + y)
    add = framework.module.sparse.add
    return lambda: add(x, y).values()


def _add_coo(framework: Framework, count: int) -> Step:
    x, y = _pair(framework, count, coo=True)
    if framework.is_torch:
        return lambda: (x + y).coalesce().values()
    if framework.is_scipy:
        return lambda: (x + y).data
    add = framework.module.sparse.add
    return lambda: add(x, y).values()


def _transpose(framework: Framework, count: int) -> Step:
    x = Matrix(framework, count, 1).csr()
    if framework.is_scipy:
        return lambda: x.T.tocsr().data
    if framework.is_torch:
        return lambda: x.t().to_sparse_csr().values()
    transpose = framework.module.sparse.transpose
    return lambda: transpose(x, [1, 0]).values()


def _coalesce(framework: Framework, count: int) -> Step:
    x = Matrix(framework, count, 1).coo(shuffled=True)
    if framework.is_scipy:

        def step() -> Any:
            copy = x.copy()
            copy.sum_duplicates()
            return copy.data

        return step
    if framework.is_torch:
        return lambda: x.coalesce().values()
    coalesce = framework.module.sparse.coalesce
    return lambda: coalesce(x).values()


def _dense(framework: Framework, count: int) -> Step:
    x = Matrix(framework, count, 1).csr()
    array = np.random.default_rng(3).standard_normal((SIDE, DENSE_COLUMNS)).astype(np.float32)
    if framework.is_scipy or framework.is_torch:
        y = array if framework.is_scipy else framework.tensor(array)
        return lambda: x @ y
    y, matmul = framework.tensor(array), framework.module.sparse.matmul
    return lambda: matmul(x, y)


def _workload(name: str, size: str, build: Callable[[Framework, int], Step]) -> Workload:
    def of_size(framework: Framework) -> Step:
        return build(framework, COUNTS[size])

    return Workload(f"sparse.{name}_{size}", 1.0, of_size, peers=PEERS)


WORKLOADS = tuple(
    _workload(name, size, build)
    for name, build in (
        ("product", _product),
        ("add", _add),
        ("add_coo", _add_coo),
        ("transpose", _transpose),
        ("coalesce", _coalesce),
        ("dense_product", _dense),
    )
    for size in COUNTS
)
