"""No call of an operator may crash: whatever the arguments, the answer is a result or an exception.

The calls run in a child process, so that a crash is a failed test that names the operator.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import random
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import _C_ops, _core
from paddle._testing import core_operators

CALLS = 100  # per operator
DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
    "float64", "complex64", "complex128",
)  # fmt: skip
SHAPES = ([], [0], [1], [3], [2, 3], [3, 3], [0, 3], [2, 0, 4], [2, 3, 4], [1, 2, 3, 4],
          [2, 2, 5, 5], [1, 1, 2, 3, 4], [1] * 8)  # fmt: skip
INTEGERS = (0, 1, -1, 2, 3, -2, 7, 100, -100, 2**45, -(2**31), 2**62, -(2**63), 2**63 - 1)
FLOATS = (0.0, 1.0, -1.0, 0.5, 1e30, -1e300, float("nan"), float("inf"), -float("inf"))
STRINGS = ("", "mean", "sum", "none", "NCHW", "NHWC", "EXPLICIT", "SAME", "VALID", "reflect",
           "constant", "bilinear", "nearest", "upscale_in_train", "add", "assign",
           "\x00é")  # fmt: skip
# Large sizes are legal for these but take all memory or time; their limits have tests of their own.
SMALL_INTEGERS = (0, 1, -1, 2, 3, -2, 5)


class Generator:
    """Draws arguments, seeded per operator."""

    def __init__(self, name: str, index: int) -> None:
        self.random = random.Random(f"{name}/{index}")
        self.dtype = self.random.choice(DTYPES)
        self.shape = self.random.choice(SHAPES)

    def tensor(self) -> Any:
        same = self.random.random() < 0.7
        dtype = self.dtype if same else self.random.choice(DTYPES)
        shape = self.shape if self.random.random() < 0.6 else self.random.choice(SHAPES)
        count = int(np.prod(shape))
        if dtype in ("int32", "int64") and self.random.random() < 0.5:
            values = [self.random.choice((*SMALL_INTEGERS, 100_000)) for _ in range(count)]
        else:
            values = [self.random.choice((0.0, 1.0, -1.0, 2.5, 40.0)) for _ in range(count)]
        array = np.array(values).reshape(shape)
        tensor = paddle.to_tensor(array).astype(dtype)
        if self.random.random() < 0.1 and dtype.startswith("float") and count:
            tensor = tensor * paddle.to_tensor(float("nan")).astype(dtype)
        kind = self.random.random()
        if kind < 0.15 and tensor.ndim >= 2:
            tensor = tensor.transpose(list(range(tensor.ndim))[::-1])
        elif kind < 0.3 and tensor.ndim >= 1:
            tensor = tensor[::-1]
        elif kind < 0.35:
            tensor = tensor.expand([2, *tensor.shape])
        if dtype[:5] in ("float", "compl", "bfloa") and self.random.random() < 0.3:
            tensor.stop_gradient = False
        return tensor

    def integer(self) -> int:
        small = self.random.random() < 0.7
        return self.random.choice(SMALL_INTEGERS if small else INTEGERS)

    def size(self) -> int:
        """An entry of a list: shapes made of these stay small or are refused."""
        small = self.random.random() < 0.85
        return self.random.choice(SMALL_INTEGERS if small else (2**62, -(2**63), 2**63 - 1))

    def value(self, kind: str) -> Any:
        draw = self.random
        if kind == "Tensor":
            return self.tensor()
        if kind == "Tensor[]":
            return [self.tensor() for _ in range(draw.randrange(4))]
        if kind == "bool":
            return draw.random() < 0.5
        if kind == "int":
            return self.integer()
        if kind == "float":
            return draw.choice(FLOATS)
        if kind == "str":
            return draw.choice(STRINGS)
        if kind == "dtype":
            return draw.choice(DTYPES)
        if kind == "place":
            return "cpu"
        if kind == "scalar":
            return draw.choice((*FLOATS, *SMALL_INTEGERS, True, 2 + 1j))
        if kind == "int[]":
            return [self.size() for _ in range(draw.randrange(5))]
        assert kind == "float[]", kind
        return [draw.choice(FLOATS) for _ in range(draw.randrange(4))]

    def arguments(self, name: str) -> list[Any]:
        described = _core.describe_operator(name)["args"]
        return [
            None if optional and self.random.random() < 0.4 else self.value(kind)
            for _, kind, optional, _ in described
        ]


def _call_once(name: str, index: int) -> None:
    generator = Generator(name, index)
    arguments = generator.arguments(name)
    names = [name]
    if _core.describe_operator(name)["inplace"]:
        names.append(name + "_")
    for function in names:
        try:
            outputs = getattr(_C_ops, function)(*arguments)
            _backward(outputs)
        except Exception:
            continue


def _backward(outputs: Any) -> None:
    flat = outputs if isinstance(outputs, (list, tuple)) else [outputs]
    tensors = [t for t in flat if isinstance(t, paddle.Tensor) and not t.stop_gradient]
    if tensors:
        paddle.autograd.backward(tensors)


def _run(names: list[str], progress: Any) -> None:
    faulthandler.enable()
    for name in names:
        for index in range(CALLS):
            progress.put((name, index))
            _call_once(name, index)
    progress.put(None)


@pytest.mark.parametrize("part", range(8))
def test_no_call_crashes(part: int) -> None:
    names = core_operators()[part::8]
    context = multiprocessing.get_context("spawn")
    progress = context.SimpleQueue()
    child = context.Process(target=_run, args=(names, progress))
    child.start()
    last = None
    while child.is_alive() or not progress.empty():
        if progress.empty():
            child.join(0.05)
            continue
        last = progress.get()
        if last is None:
            break
    child.join(60)
    assert child.exitcode == 0, f"the process died in the call {last} (exit code {child.exitcode})"
