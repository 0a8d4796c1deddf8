"""Softmax, layer normalisation, and a 3x3 convolution forward and backward."""

from __future__ import annotations

from typing import Any

from benchmarks.workload import Framework, Step, Workload, random_array

ROWS, WIDTH = 1024, 1024
BATCH, CHANNELS, SIDE = 8, 64, 56


def _softmax(framework: Framework) -> Step:
    x = framework.tensor(random_array(ROWS, WIDTH))
    softmax = framework.functional.softmax
    return lambda: softmax(x, -1)


def _layer_norm(framework: Framework) -> Step:
    x = framework.tensor(random_array(ROWS, WIDTH))
    weight = framework.tensor(random_array(WIDTH, seed=1))
    bias = framework.tensor(random_array(WIDTH, seed=2))
    layer_norm = framework.functional.layer_norm
    return lambda: layer_norm(x, [WIDTH], weight, bias)


def _convolution_inputs(framework: Framework, *, grad: bool) -> tuple[Any, Any]:
    x = framework.tensor(random_array(BATCH, CHANNELS, SIDE, SIDE), grad=grad)
    weight = framework.tensor(random_array(CHANNELS, CHANNELS, 3, 3, seed=1) / 24, grad=grad)
    return x, weight


def _convolution(framework: Framework) -> Step:
    x, weight = _convolution_inputs(framework, grad=False)
    conv2d = framework.functional.conv2d
    return lambda: conv2d(x, weight, padding=1)


def _convolution_backward(framework: Framework) -> Step:
    x, weight = _convolution_inputs(framework, grad=True)
    seed = framework.tensor(random_array(BATCH, CHANNELS, SIDE, SIDE, seed=2))
    conv2d = framework.functional.conv2d

    def step() -> Any:
        framework.drop_grad(x)
        framework.drop_grad(weight)
        conv2d(x, weight, padding=1).backward(seed)
        return weight.grad

    return step


WORKLOADS = (
    Workload("nn.softmax", 0.8, _softmax),
    Workload("nn.layer_norm", 0.8, _layer_norm),
    Workload("nn.conv2d", 1.0, _convolution),
    Workload("nn.conv2d_forward_backward", 1.0, _convolution_backward),
)
