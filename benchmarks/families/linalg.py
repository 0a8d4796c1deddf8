"""Square matrix products in float32 and bfloat16, and decompositions in float32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

SHAPES = ((512, 512), (1000, 8, 8))


def _matmul(size: int, dtype: str, target: float) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(size, size, seed=1), dtype=dtype)
        y = framework.tensor(random_array(size, size, seed=2), dtype=dtype)
        matmul = framework.module.matmul
        return lambda: matmul(x, y)

    return Workload(f"linalg.matmul_{dtype}_{size}", target, build)


def _shifted(*shape: int) -> np.ndarray:
    """Matrices that are far from singular."""
    size = shape[-1]
    return random_array(*shape, seed=3) + 2 * np.sqrt(size) * np.eye(size, dtype=np.float32)


def _positive(*shape: int) -> np.ndarray:
    x = random_array(*shape, seed=4)
    return x @ x.swapaxes(-1, -2) / shape[-1] + np.eye(shape[-1], dtype=np.float32)


def _decomposition(
    name: str,
    shape: tuple[int, ...],
    make: Callable[..., np.ndarray],
    call: Callable[[Any, Any], Any],
) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(make(*shape))
        linalg = framework.module.linalg
        return lambda: call(linalg, x)

    return Workload(f"linalg.{name}_{'x'.join(map(str, shape))}", 1.1, build)


DECOMPOSITIONS: tuple[tuple[str, Callable[..., np.ndarray], Callable[[Any, Any], Any]], ...] = (
    ("svd", random_array, lambda linalg, x: linalg.svd(x, full_matrices=False)[1]),
    ("solve", _shifted, lambda linalg, x: linalg.solve(x, x)),
    ("cholesky", _positive, lambda linalg, x: linalg.cholesky(x)),
    ("qr", random_array, lambda linalg, x: linalg.qr(x)[1]),
    ("eigh", _positive, lambda linalg, x: linalg.eigh(x)[0]),
    ("inv", _shifted, lambda linalg, x: linalg.inv(x)),
    ("det", _positive, lambda linalg, x: linalg.det(x)),
)


def _bmm(framework: Framework) -> Step:
    x = framework.tensor(random_array(32, 128, 64, seed=1))
    y = framework.tensor(random_array(32, 64, 128, seed=2))
    return lambda: framework.module.bmm(x, y)


def _einsum(framework: Framework) -> Step:
    x = framework.tensor(random_array(8, 128, 4, 64, seed=1))
    y = framework.tensor(random_array(8, 128, 4, 64, seed=2))
    return lambda: framework.module.einsum("bqhd,bkhd->bhqk", x, y)


WORKLOADS = (
    Workload("linalg.bmm", 1.1, _bmm),
    Workload("linalg.einsum", 1.1, _einsum),
    *(_matmul(size, "float32", 1.0) for size in (256, 1024, 2048)),
    *(_matmul(size, "bfloat16", 0.8) for size in (512, 1024, 2048)),
    *(
        _decomposition(name, shape, make, call)
        for shape in SHAPES
        for name, make, call in DECOMPOSITIONS
    ),
)
