"""Square matrix products in float32 and bfloat16."""

from __future__ import annotations

from benchmarks.workload import Framework, Step, Workload, random_array


def _matmul(size: int, dtype: str, target: float) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(size, size, seed=1), dtype=dtype)
        y = framework.tensor(random_array(size, size, seed=2), dtype=dtype)
        matmul = framework.module.matmul
        return lambda: matmul(x, y)

    return Workload(f"linalg.matmul_{dtype}_{size}", target, build)


WORKLOADS = (
    *(_matmul(size, "float32", 1.0) for size in (256, 1024, 2048)),
    *(_matmul(size, "bfloat16", 0.8) for size in (512, 1024, 2048)),
)
