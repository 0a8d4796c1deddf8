"""paddle.summary: a table of a network's layers, shapes and parameters."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from paddle._core import Tensor
from paddle.hapi.observe import observe_forward

__all__ = ["summary"]

_MIN_WIDTHS = (15, 20, 20, 15)
_HEADER = ("Layer (type)", "Input Shape", "Output Shape", "Param #")


def summary(
    net: Any, input_size: Any | None = None, dtypes: Any | None = None, input: Any | None = None
) -> dict[str, int]:
    """Run a network on an example, print a table of its layers and count its parameters.

    Args:
        net: the network.
        input_size: the shape of the input, or a list of shapes; None or -1 in a shape stands for 1.
        dtypes: the dtype of the input, or a list of them; float32 by default.
        input: the example itself, instead of shapes: a tensor, or a list or dictionary of tensors.

    Returns:
        The number of all parameters and of those that are trained.

    Raises:
        ValueError: neither shapes nor an example are given, or a size is not positive.

    Examples:
        >>> import paddle
        >>> with paddle.utils.unique_name.guard():
        ...     layer = paddle.nn.Linear(2, 3)
        >>> counts = paddle.summary(layer, (1, 2))  # doctest: +NORMALIZE_WHITESPACE
        ---------------------------------------------------------------------------
         Layer (type)       Input Shape          Output Shape         Param #
        ===========================================================================
           Linear-1           [[1, 2]]              [1, 3]               9
        ===========================================================================
        Total params: 9
        Trainable params: 9
        Non-trainable params: 0
        ---------------------------------------------------------------------------
        Input size (MB): 0.00
        Forward/backward pass size (MB): 0.00
        Params size (MB): 0.00
        Estimated Total Size (MB): 0.00
        ---------------------------------------------------------------------------
        <BLANKLINE>
        >>> counts
        {'total_params': 9, 'trainable_params': 9}
    """
    if input_size is None and input is None:
        raise ValueError("input_size and input cannot be None at the same time")
    args, kwargs = _example(input_size, dtypes, input)
    rows = _record(net, args, kwargs)
    elements = sum(math.prod(x.shape) for x in (*args, *kwargs.values()))
    text, counts = _render(rows, elements)
    print(text)
    return counts


def _example(input_size: Any, dtypes: Any, example: Any) -> tuple[list[Any], dict[str, Any]]:
    if isinstance(example, dict):
        return [], example
    if example is not None:
        return (list(example) if isinstance(example, (list, tuple)) else [example]), {}
    import paddle

    shapes = _shapes(input_size)
    types = dtypes if isinstance(dtypes, (list, tuple)) else [dtypes or "float32"] * len(shapes)
    return [paddle.ones(shape, dtype) for shape, dtype in zip(shapes, types, strict=True)], {}


def _shapes(input_size: Any) -> list[list[int]]:
    if isinstance(input_size, int):
        input_size = (input_size,)
    if hasattr(input_size, "shape"):
        input_size = tuple(input_size.shape)
    nested = isinstance(input_size[0], (list, tuple)) or hasattr(input_size[0], "shape")
    shapes = []
    for shape in input_size if nested else [input_size]:
        sizes = shape.shape if hasattr(shape, "shape") else shape
        shapes.append([_size(size) for size in sizes])
    return shapes


def _size(size: Any) -> int:
    if size is None or size == -1:
        return 1
    if size <= 0:
        raise ValueError(
            f"Expected element in input size greater than zero, but got element {size}"
        )
    return int(size)


class _Row:
    """What one layer adds to the table."""

    def __init__(self, layer: Any, inputs: Any, outputs: Any, counted: set[int]) -> None:
        number = int(layer.full_name().rsplit("_", 1)[-1]) + 1
        self.name = f"{type(layer).__name__}-{number}"
        self.input_shape = [x.shape for x in inputs if isinstance(x, Tensor)]
        self.output_shape = _output_shape(outputs)
        self.output_elements = sum(math.prod(shape) for shape in _flat_shapes(outputs))
        self.params = self.trainable = 0
        self.shown = sum(math.prod(p.shape) for p in layer._parameters.values() if p is not None)
        for parameter in layer._parameters.values():
            if parameter is not None and id(parameter) not in counted:
                counted.add(id(parameter))
                size = math.prod(parameter.shape)
                self.params += size
                if not parameter.stop_gradient:
                    self.trainable += size


def _flat_shapes(outputs: Any) -> list[list[int]]:
    if isinstance(outputs, Tensor):
        return [outputs.shape]
    if isinstance(outputs, dict):
        outputs = list(outputs.values())
    if isinstance(outputs, (list, tuple)):
        return [shape for output in outputs for shape in _flat_shapes(output)]
    return []


def _output_shape(outputs: Any) -> Any:
    if isinstance(outputs, Tensor):
        return outputs.shape
    return _flat_shapes(outputs)


def _record(net: Any, args: list[Any], kwargs: dict[str, Any]) -> list[_Row]:
    """Run the network once and make a row of every layer without sublayers (or with own
    parameters)."""
    rows: list[_Row] = []
    counted: set[int] = set()

    def note(layer: Any, inputs: Any, outputs: Any) -> None:
        rows.append(_Row(layer, inputs, outputs, counted))

    layers = [
        layer
        for layer in net.sublayers(include_self=True)
        if not layer._sub_layers or layer._parameters
    ]
    observe_forward(net, layers, note, lambda: net(*args, **kwargs))
    return rows


def _render(rows: list[_Row], input_elements: int) -> tuple[str, dict[str, int]]:
    cells = [
        (row.name, str(row.input_shape), str(row.output_shape), f"{row.shown:,}") for row in rows
    ]
    widths = [
        max(minimum, *(len(cell[i]) + 2 for cell in cells)) if cells else minimum
        for i, minimum in enumerate(_MIN_WIDTHS)
    ]
    line: Callable[[tuple[str, ...]], str] = lambda values: " ".join(  # noqa: E731
        f"{value:^{width}}" for value, width in zip(values, widths, strict=True)
    )
    total = sum(widths) + 5
    params = sum(row.params for row in rows)
    trainable = sum(row.trainable for row in rows)
    megabyte = 4.0 / 1024**2
    in_size = input_elements * megabyte
    passes = 2.0 * sum(row.output_elements for row in rows) * megabyte
    weights = params * megabyte
    lines = [
        "-" * total,
        line(_HEADER),
        "=" * total,
        *map(line, cells),
        "=" * total,
        f"Total params: {params:,}",
        f"Trainable params: {trainable:,}",
        f"Non-trainable params: {params - trainable:,}",
        "-" * total,
        f"Input size (MB): {in_size:.2f}",
        f"Forward/backward pass size (MB): {passes:.2f}",
        f"Params size (MB): {weights:.2f}",
        f"Estimated Total Size (MB): {in_size + passes + weights:.2f}",
        "-" * total,
        "",
    ]
    return "\n".join(lines), {"total_params": params, "trainable_params": trainable}
