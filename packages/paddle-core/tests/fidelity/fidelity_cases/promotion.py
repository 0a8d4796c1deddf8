"""Which dtype comes of which operands."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from fidelity_cases.common import UNSUPPORTED, Scenario, values_of

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16",
    "float32", "float64", "complex64", "complex128",
)  # fmt: skip


def outcome(function: Callable[..., Any], *operands: Any) -> str | None:
    """The dtype of what a call returns, or the name of the exception that it raises."""
    try:
        result = function(*operands)
    except UNSUPPORTED:
        return None
    except Exception as error:
        return type(error).__name__
    return str(result.dtype).removeprefix("paddle.")


def two(dtype: str) -> Any:
    """Two ones."""
    return paddle.ones([2]).astype(dtype)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "==": operator.eq,
    "<": operator.lt,
    "&": operator.and_,
    "@": operator.matmul,
}

FUNCTIONS_OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "add": paddle.add,
    "floor_divide": paddle.floor_divide,
    "maximum": paddle.maximum,
    "equal": paddle.equal,
    "concat": lambda x, y: paddle.concat([x, y]),
}

SCALARS: dict[str, Any] = {"True": True, "2": 2, "2.5": 2.5}

SCALAR_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "==", "<")

FLOATING = ("float16", "bfloat16", "float32", "float64")
REAL = DTYPES[:-2]

FUNCTIONS = (
        "sum", "mean", "prod", "cumsum", "argmax", "argmin", "argsort", "max", "any", "exp",
        "log", "sqrt", "abs", "sign", "square", "median", "nanmedian", "count_nonzero", "neg",
        "isnan", "logical_not", "zeros_like",
)  # fmt: skip


def _of_tensors(function: Callable[[Any, Any], Any]) -> Any:
    return {
        left: {right: outcome(function, two(left), two(right)) for right in DTYPES}
        for left in DTYPES
    }


def _of_reals(function: Callable[[Any, Any], Any]) -> Any:
    """Without two floating dtypes: all our functions promote those, the reference's only some."""
    return {
        left: {
            right: outcome(function, two(left), two(right))
            for right in REAL
            if left == right or not (left in FLOATING and right in FLOATING)
        }
        for left in REAL
    }


def _of_scalars(function: Callable[[Any, Any], Any]) -> Any:
    return {
        left: {text: outcome(function, two(left), value) for text, value in SCALARS.items()}
        for left in DTYPES
    }


def _of_one(name: str) -> Any:
    function = getattr(paddle, name)
    return {dtype: outcome(function, two(dtype)) for dtype in DTYPES}


def _promoted_values() -> Any:
    """Mixed integers and floats take the left dtype, and division keeps fractions."""
    whole = paddle.to_tensor([-7, 7, 5])
    other = paddle.to_tensor([2, -2, 3])
    part = paddle.to_tensor([1.75, 2.75, -1.5])
    pairs = [(whole, other), (whole, part), (part, whole)]
    return [
        [values_of(OPERATORS[name](x, y)) for x, y in pairs]
        for name in ("+", "-", "*", "/", "//", "%")
    ] + [values_of(paddle.divide(whole, other)), values_of(paddle.floor_divide(whole, other))]


def _converted() -> Any:
    given: dict[str, Any] = {
        "int": 1,
        "float": 1.5,
        "bool": True,
        "complex": 1 + 1j,
        "ints": [1, 2],
        "mixed": [1, 2.5],
        "bools and ints": [True, 2],
        "empty": [],
        "float64 array": np.ones(2),
        "float64 scalar": np.float64(1),
        "list of float64": [np.float64(1)],
        "int32 scalar": np.int32(1),
        "string": "abc",
        "nothing": None,
        "ragged": [[1, 2], [3]],
    }
    made = {text: outcome(paddle.to_tensor, value) for text, value in given.items()}
    creators: dict[str, Callable[[], Any]] = {
        "full int": lambda: paddle.full([2], 1),
        "arange int": lambda: paddle.arange(3),
        "arange float": lambda: paddle.arange(3.0),
        "zeros": lambda: paddle.zeros([2]),
        "eye": lambda: paddle.eye(2),
        "randint": lambda: paddle.randint(0, 3, [2]),
        "one_hot": lambda: F.one_hot(paddle.to_tensor([1]), 3),
        "numel": lambda: paddle.ones([2]).numel(),
        "shape": lambda: paddle.shape(paddle.ones([2])),
    }
    return {**made, **{text: outcome(make) for text, make in creators.items()}}


def scenarios() -> Iterable[Scenario]:
    """All pairs of dtypes, Python scalars, results of functions of one tensor, conversions."""
    for name, function in OPERATORS.items():
        yield Scenario(f"promotion.tensors.{name}", partial(_of_tensors, function))
    for name, function in FUNCTIONS_OF_TWO.items():
        yield Scenario(f"promotion.functions.{name}", partial(_of_reals, function))
    for name in SCALAR_OPERATORS:
        yield Scenario(f"promotion.scalars.{name}", partial(_of_scalars, OPERATORS[name]))
    for name in FUNCTIONS:
        yield Scenario(f"promotion.results.{name}", partial(_of_one, name))
    yield Scenario("promotion.values", _promoted_values)
    yield Scenario("promotion.to_tensor", _converted)
