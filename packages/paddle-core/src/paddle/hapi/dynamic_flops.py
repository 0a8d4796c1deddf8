"""paddle.flops: how many operations a network takes for an input of some shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paddle import nn
from paddle._core import Tensor
from paddle.hapi.observe import observe_forward

__all__ = ["flops"]

Counter = Callable[[Any, Any, Any], Any]


def flops(
    net: Any,
    input_size: Sequence[int],
    custom_ops: Mapping[type, Counter] | None = None,
    print_detail: bool = False,
) -> int:
    """Count the multiplications and additions of a network's forward pass.

    A multiplication with its addition counts as one. Convolutions, linear layers, average pooling,
    2-d batch norm and leaky ReLU are counted; the other layers count as zero, and a line says so.

    Args:
        net: the network.
        input_size: shape of its input, with the batch.
        custom_ops: for some classes of layers a function of the layer, its inputs (a tuple) and its
            output, which adds to `layer.total_ops`.
        print_detail: print a table of all layers without sublayers.

    Raises:
        TypeError: `net` is no layer.

    Examples:
        >>> import paddle
        >>> paddle.flops(paddle.nn.Sequential(paddle.nn.Linear(8, 4)), [2, 8])
        <class 'paddle.nn.layer.common.Linear'>'s flops has been counted
        Total Flops: 64     Total Params: 36
        64
    """
    if not isinstance(net, nn.Layer):
        raise TypeError(f"flops() needs a paddle.nn.Layer, but got {type(net).__name__}")
    layers = [layer for layer in net.sublayers(include_self=True) if not layer._sub_layers]
    counters = _announce(layers, custom_ops or {})
    rows = _run(net, layers, counters, input_size)
    if print_detail:
        print(_table(rows))
    total, params = sum(row[4] for row in rows), sum(row[3] for row in rows)
    print(f"Total Flops: {total}     Total Params: {params}")
    return total


def _announce(layers: list[Any], custom: Mapping[type, Counter]) -> dict[type, Counter]:
    """The counter of each class of layer; says of every class how it is counted."""
    counters: dict[type, Counter] = {}
    for kind in dict.fromkeys(map(type, layers)):
        if kind in custom:
            counters[kind] = custom[kind]
            print(f"Customize Function has been applied to {kind}")
        elif kind in COUNTERS:
            counters[kind] = COUNTERS[kind]
            print(f"{kind}'s flops has been counted")
        else:
            counters[kind] = _nothing
            print(f"Cannot find suitable count function for {kind}. Treat it as zero FLOPs.")
    return counters


Row = tuple[str, list[int], list[int], int, int]


def _run(
    net: Any, layers: list[Any], counters: dict[type, Counter], input_size: Sequence[int]
) -> list[Row]:
    """Run the network once; a row of every layer that took part."""
    import paddle

    shapes: dict[int, tuple[list[int], list[int]]] = {}

    def note(layer: Any, inputs: Any, output: Any) -> None:
        shapes[id(layer)] = (_shape(inputs[0]), _shape(output))
        counters[type(layer)](layer, inputs, output)

    for layer in layers:
        layer.total_ops = 0
    try:
        observe_forward(net, layers, note, lambda: net(paddle.randn(list(input_size))))
        return [
            (layer.full_name(), *shapes[id(layer)], _params(layer), int(layer.total_ops))
            for layer in layers
            if id(layer) in shapes
        ]
    finally:
        for layer in layers:
            del layer.total_ops


def _shape(value: Any) -> list[int]:
    first = value if isinstance(value, Tensor) or not value else next(iter(value))
    return first.shape if isinstance(first, Tensor) else []


def _params(layer: Any) -> int:
    """Numbers that the layer holds, running statistics included."""
    held = [*layer._parameters.values(), *layer._buffers.values()]
    return sum(math.prod(tensor.shape) for tensor in held if isinstance(tensor, Tensor))


def _table(rows: list[Row]) -> str:
    titles = ("Layer Name", "Input Shape", "Output Shape", "Params", "Flops")
    cells = [titles, *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) + 2 for column in zip(*cells, strict=True)]
    rule = "+".join(["", *("-" * width for width in widths), ""])
    lines = [
        "|".join(["", *(f"{text:^{width}}" for text, width in zip(row, widths, strict=True)), ""])
        for row in cells
    ]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


# ---- counters --------------------------------------------------------------------------------


def _nothing(layer: Any, inputs: Any, output: Any) -> None:
    """A layer that is not counted."""


def _convolution(layer: Any, inputs: Any, output: Any) -> None:
    taps = math.prod(layer.weight.shape[2:]) * (layer._in_channels // layer._groups)
    layer.total_ops += math.prod(output.shape) * (taps + (layer.bias is not None))


def _linear(layer: Any, inputs: Any, output: Any) -> None:
    layer.total_ops += layer.weight.shape[0] * math.prod(output.shape)


def _batch_norm(layer: Any, inputs: Any, output: Any) -> None:
    layer.total_ops += 2 * math.prod(output.shape)


def _per_element(layer: Any, inputs: Any, output: Any) -> None:
    layer.total_ops += math.prod(output.shape)


def _adaptive_average(layer: Any, inputs: Any, output: Any) -> None:
    sizes = zip(inputs[0].shape[2:], output.shape[2:], strict=True)
    window = math.prod(before // after for before, after in sizes)
    layer.total_ops += (window + 1) * math.prod(output.shape)


COUNTERS: dict[type, Counter] = {
    nn.Conv1D: _convolution,
    nn.Conv2D: _convolution,
    nn.Conv3D: _convolution,
    nn.Conv1DTranspose: _convolution,
    nn.Conv2DTranspose: _convolution,
    nn.Conv3DTranspose: _convolution,
    nn.AvgPool1D: _per_element,
    nn.AvgPool2D: _per_element,
    nn.AvgPool3D: _per_element,
    nn.LeakyReLU: _per_element,
    nn.AdaptiveAvgPool1D: _adaptive_average,
    nn.AdaptiveAvgPool2D: _adaptive_average,
    nn.AdaptiveAvgPool3D: _adaptive_average,
    nn.BatchNorm2D: _batch_norm,
    nn.Linear: _linear,
    nn.ReLU: _nothing,
    nn.ReLU6: _nothing,
    nn.Dropout: _nothing,
}
