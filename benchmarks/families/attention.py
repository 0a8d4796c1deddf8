"""Scaled dot product attention, forward and with its gradient."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.workload import Framework, Step, Workload, random_array

BATCH, HEAD = 8, 64
# Heads and lengths.
SIZES = ((4, 128), (8, 512), (4, 2048))


def _inputs(framework: Framework, heads: int, length: int, *, grad: bool) -> list[Any]:
    shape = (BATCH, length, heads, HEAD)
    return [framework.tensor(random_array(*shape, seed=i), grad=grad) for i in range(3)]


def _attend(framework: Framework, q: Any, k: Any, v: Any) -> Any:
    """[N, L, heads, D]; PyTorch takes the heads before the length."""
    attention = framework.functional.scaled_dot_product_attention
    if framework.is_torch:
        q, k, v = (x.transpose(1, 2) for x in (q, k, v))
        return attention(q, k, v).transpose(1, 2)
    return attention(q, k, v)


def _forward(framework: Framework, heads: int, length: int) -> Step:
    inputs = _inputs(framework, heads, length, grad=False)
    return lambda: _attend(framework, *inputs)


def _forward_backward(framework: Framework, heads: int, length: int) -> Step:
    inputs = _inputs(framework, heads, length, grad=True)
    flow = framework.tensor(random_array(BATCH, length, heads, HEAD, seed=3))

    def step() -> Any:
        for x in inputs:
            framework.drop_grad(x)
        _attend(framework, *inputs).backward(flow)
        return inputs[1].grad

    return step


WORKLOADS = tuple(
    Workload(f"attention.{name}_{heads}x{length}", 0.9, partial(build, heads=heads, length=length))
    for name, build in (("forward", _forward), ("forward_backward", _forward_backward))
    for heads, length in SIZES
)
