"""Activations, pooling, normalisation, resampling and losses, some with their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

IMAGES = (8, 64, 56, 56)


def _activation(name: str, torch_name: str | None = None) -> Workload:
    def build(framework: Framework) -> Step:
        x = framework.tensor(random_array(1_000_000))
        name_here = (framework.is_torch and torch_name) or name
        function: Callable[[Any], Any] = getattr(framework.functional, name_here)
        return lambda: function(x)

    return Workload(f"layers.{name}", 1.1, build)


def _with_gradient(framework: Framework, x: Any, function: Callable[[Any], Any]) -> Step:
    """Forward and backward pass of a function; the step returns the gradient of `x`."""

    def step() -> Any:
        framework.drop_grad(x)
        (function(x) ** 2).sum().backward()
        return x.grad

    return step


def _max_pool(framework: Framework) -> Step:
    x = framework.tensor(random_array(*IMAGES))
    return lambda: framework.functional.max_pool2d(x, 3, 2, 1)


def _max_pool_backward(framework: Framework) -> Step:
    x = framework.tensor(random_array(*IMAGES), grad=True)
    return _with_gradient(framework, x, lambda y: framework.functional.max_pool2d(y, 3, 2, 1))


def _avg_pool(framework: Framework) -> Step:
    x = framework.tensor(random_array(*IMAGES))
    return lambda: framework.functional.avg_pool2d(x, 2, 2)


def _batch_norm(framework: Framework) -> Step:
    layer = framework.module.nn.BatchNorm2d(64) if framework.is_torch else (
        framework.module.nn.BatchNorm2D(64)
    )  # fmt: skip
    x = framework.tensor(random_array(*IMAGES), grad=True)
    return _with_gradient(framework, x, lambda y: layer(y) * y)


def _group_norm(framework: Framework) -> Step:
    layer = framework.module.nn.GroupNorm(8, 64)
    x = framework.tensor(random_array(*IMAGES))
    return lambda: layer(x)


def _interpolate(framework: Framework) -> Step:
    x = framework.tensor(random_array(8, 32, 32, 32))
    return lambda: framework.functional.interpolate(
        x, scale_factor=2, mode="bilinear", align_corners=False
    )


def _cross_entropy(framework: Framework) -> Step:
    x = framework.tensor(random_array(512, 1000), grad=True)
    labels = framework.tensor(np.random.default_rng(3).integers(0, 1000, 512))

    def step() -> Any:
        framework.drop_grad(x)
        framework.functional.cross_entropy(x, labels).backward()
        return x.grad

    return step


def _log_softmax(framework: Framework) -> Step:
    x = framework.tensor(random_array(1024, 1024))
    return lambda: framework.functional.log_softmax(x, -1)


def _mse(framework: Framework) -> Step:
    x = framework.tensor(random_array(1_000_000, seed=1), grad=True)
    y = framework.tensor(random_array(1_000_000, seed=2))

    def step() -> Any:
        framework.drop_grad(x)
        framework.functional.mse_loss(x, y).backward()
        return x.grad

    return step


WORKLOADS = (
    _activation("relu"),
    _activation("gelu"),
    _activation("silu"),
    _activation("sigmoid"),
    _activation("softplus"),
    Workload("layers.max_pool2d", 1.1, _max_pool),
    Workload("layers.max_pool2d_backward", 1.1, _max_pool_backward),
    Workload("layers.avg_pool2d", 1.1, _avg_pool),
    Workload("layers.batch_norm_backward", 1.1, _batch_norm),
    Workload("layers.group_norm", 1.1, _group_norm),
    Workload("layers.interpolate", 1.1, _interpolate),
    Workload("layers.log_softmax", 1.1, _log_softmax),
    Workload("layers.cross_entropy_backward", 1.1, _cross_entropy),
    Workload("layers.mse_loss_backward", 1.1, _mse),
)
