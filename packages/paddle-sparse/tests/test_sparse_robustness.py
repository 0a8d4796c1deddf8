"""No call of an operator may crash: whatever the arguments, the answer is a result or an exception.

The calls run in a child process, so that a crash is a failed test that names the operator.
"""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import _core
from paddle.sparse._operators import ops

CALLS = 300
NAMES = sorted(name for name in _core.operator_names() if name.startswith("sparse_"))
SIZES = (0, 1, 2, 3, 4, -1, -3, 2**61, 2**62, -(2**63), 2**63 - 1)  # too large, or small
DTYPES = ("bool", "int32", "int64", "float16", "float32", "float64", "complex64")


def anything(draw: random.Random) -> paddle.Tensor:
    shape = draw.choice(([], [0], [4], [4, 2], [2, 4], [0, 4], [4, 0], [2, 2, 2]))
    array = np.full(shape, draw.choice((0.0, 1.0, 3.0, float("nan"))))
    return paddle.to_tensor(array).astype(draw.choice(DTYPES))


def tensor(name: str, draw: random.Random) -> paddle.Tensor:
    """Mostly what the argument asks for by its name: elements, matrices or coordinates."""
    if draw.random() < 0.1:
        return anything(draw)
    if name.endswith("values"):
        return paddle.ones([4])[:: draw.choice((1, -1))]
    if name in ("x", "y"):
        return paddle.ones([draw.choice((3, 8)), 2])
    inside = draw.random() < 0.7
    array = np.array([draw.choice((0, 1, 2) if inside else (0, 2, -1, 7)) for _ in range(4)])
    if name.endswith("crows") and inside:
        array = np.array([0, *sorted(array[:2]), 4])
    elif name == "indices":
        array = array.reshape(draw.choice(([2, 2], [1, 4])))
    elif draw.random() < 0.3:
        array = np.sort(array)
    return paddle.to_tensor(array[:: draw.choice((1, 1, 1, -1))])


def argument(name: str, kind: str, draw: random.Random) -> Any:
    if kind == "Tensor":
        return tensor(name, draw)
    small = SIZES[:5] if draw.random() < 0.9 else SIZES
    if kind == "int":
        return draw.choice(small)
    return [draw.choice(small) for _ in range(draw.randrange(1, 4))]


def call(name: str) -> int:
    """Calls the operator with drawn arguments; the number of calls that gave a result."""
    draw = random.Random(name)
    arguments = [(label, kind) for label, kind, *_ in _core.describe_operator(name)["args"]]
    successes = 0
    for _ in range(CALLS):
        try:
            getattr(ops, name)(*[argument(*described, draw) for described in arguments])
            successes += 1
        except (ValueError, TypeError, IndexError, RuntimeError, MemoryError):
            continue
    return successes


@pytest.mark.parametrize("name", NAMES)
def test_no_call_crashes(name: str) -> None:
    result = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert 0 < int(result.stdout) < CALLS


if __name__ == "__main__":
    print(call(sys.argv[1]))
