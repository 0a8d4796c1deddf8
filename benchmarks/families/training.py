"""Whole training steps: a small network bound by dispatch, a ResNet-18, a transformer block."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

WIDTHS = (32, 64, 64, 10)
BATCH = 32
STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))
IMAGES, CLASSES = 8, 10
TOKENS, MODEL, HEADS, FEED_FORWARD = 64, 256, 8, 1024


def _same_weights(framework: Framework, parameters: Sequence[Any]) -> None:
    """Give the parameters values that are the same in every framework."""
    for parameter in parameters:
        shape = tuple(parameter.shape)
        # torch keeps a matrix as [out, in], Paddle as [in, out].
        turned = framework.is_torch and len(shape) == 2
        values = random_array(*(shape[::-1] if turned else shape), seed=sum(shape))
        if values.ndim == 1:
            values = np.full_like(values, 0.5)
        else:
            values *= (values.shape[0] if values.ndim == 2 else np.prod(shape[1:])) ** -0.5
        if framework.is_torch:
            parameter.data.copy_(framework.tensor(values.T if turned else values))
        else:
            parameter.set_value(values)


def _training_step(
    framework: Framework, parameters: Sequence[Any], loss_of: Callable[[], Any]
) -> Step:
    if framework.is_torch:
        optimizer = framework.module.optim.Adam(parameters, lr=1e-5)
        clear = optimizer.zero_grad
    else:
        optimizer = framework.module.optimizer.Adam(1e-5, parameters=parameters)
        clear = optimizer.clear_grad

    def step() -> Any:
        loss = loss_of()
        loss.backward()
        optimizer.step()
        clear()
        return loss

    return step


def _classify(framework: Framework, model: Any, batch: np.ndarray) -> Step:
    parameters = list(model.parameters())
    _same_weights(framework, parameters)
    x = framework.tensor(batch)
    labels = framework.tensor(np.random.default_rng(5).integers(0, CLASSES, len(batch)))
    cross_entropy = framework.functional.cross_entropy
    return _training_step(framework, parameters, lambda: cross_entropy(model(x), labels))


def _mlp(framework: Framework) -> Step:
    nn = framework.module.nn
    layers: list[Any] = []
    for wide, narrow in itertools.pairwise(WIDTHS):
        layers += [nn.Linear(wide, narrow), nn.ReLU()]
    return _classify(framework, nn.Sequential(*layers[:-1]), random_array(BATCH, WIDTHS[0]))


def _resnet(framework: Framework) -> Step:
    """ResNet-18 as for 32x32 images: a 3x3 stem, no pooling before the stages."""
    nn = framework.module.nn
    base = nn.Module if framework.is_torch else nn.Layer
    conv = nn.Conv2d if framework.is_torch else nn.Conv2D
    norm = nn.BatchNorm2d if framework.is_torch else nn.BatchNorm2D
    without_bias = {"bias": False} if framework.is_torch else {"bias_attr": False}
    relu = framework.functional.relu

    def convolution(inside: int, outside: int, kernel: int, stride: int) -> Any:
        layer = conv(inside, outside, kernel, stride, kernel // 2, **without_bias)
        return nn.Sequential(layer, norm(outside))

    class Block(base):  # type: ignore[misc, valid-type]
        def __init__(self, inside: int, outside: int, stride: int) -> None:
            super().__init__()
            self.first = convolution(inside, outside, 3, stride)
            self.second = convolution(outside, outside, 3, 1)
            self.short = convolution(inside, outside, 1, stride) if stride > 1 else None

        def forward(self, x: Any) -> Any:
            short = x if self.short is None else self.short(x)
            return relu(self.second(relu(self.first(x))) + short)

    blocks: list[Any] = [convolution(3, STAGES[0][0], 3, 1), nn.ReLU()]
    inside = STAGES[0][0]
    for outside, stride in STAGES:
        blocks += [Block(inside, outside, stride), Block(outside, outside, 1)]
        inside = outside
    pool = nn.AdaptiveAvgPool2d(1) if framework.is_torch else nn.AdaptiveAvgPool2D(1)
    model = nn.Sequential(*blocks, pool, nn.Flatten(), nn.Linear(inside, CLASSES))
    return _classify(framework, model, random_array(IMAGES, 3, 32, 32))


def _transformer(framework: Framework) -> Step:
    """The loss is taken after the block's normalisation, so that the weights hardly matter."""
    options = {"batch_first": True} if framework.is_torch else {}
    layer = framework.module.nn.TransformerEncoderLayer
    model = layer(MODEL, HEADS, FEED_FORWARD, dropout=0.0, **options)
    x = framework.tensor(random_array(IMAGES, TOKENS, MODEL))
    return _training_step(framework, list(model.parameters()), lambda: (model(x) ** 2).mean())


WORKLOADS = (
    Workload("training.mlp_adam", 0.4, _mlp),
    Workload("training.resnet18_32x32", 0.9, _resnet),
    Workload("training.transformer_block", 0.9, _transformer),
)
