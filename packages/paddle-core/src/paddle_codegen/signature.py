"""Parses the short notations in a row: arguments, outputs, literals, shape-rule calls, arrows."""

from __future__ import annotations

import ast
import math
import re

from paddle_codegen.model import (
    DTYPES,
    Arg,
    Default,
    DTypeName,
    Flow,
    Kind,
    Literal,
    Location,
    Name,
    Output,
    ShapeRule,
    TableError,
)

_ARG = re.compile(
    r"(?P<type>[A-Za-z]+(?:\[\])?)(?P<optional>\?)?\s+(?P<name>\w+)(?:\s*=\s*(?P<default>.+))?"
)
_OUTPUT = re.compile(r"Tensor(?P<list>\[\])?\(\s*(?P<name>\w+)\s*\)")
_CALL = re.compile(r"(?P<function>\w+)\((?P<arguments>.*)\)", re.DOTALL)
_FLOW = re.compile(r"(?P<source>\w+)\s*->\s*(?P<target>\w+)")
_FLOAT_NAMES = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def split_commas(text: str) -> list[str]:
    """Splits at commas outside brackets and strings."""
    parts, depth, quote, start = [], 0, "", 0
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [] if parts == [""] else parts


def parse_names(text: str, where: Location) -> tuple[str, ...]:
    """`x, y`"""
    names = tuple(split_commas(text))
    for name in names:
        if not name.isidentifier():
            raise TableError(where, f"expected names with commas between them, got {text!r}")
    return names


def parse_args(text: str, where: Location) -> tuple[Arg, ...]:
    """`(Tensor x, int axis = -1)`"""
    stripped = text.strip()
    if not (stripped.startswith("(") and stripped.endswith(")")):
        raise TableError(where, f"args: expected (TYPE NAME, ...), got {text!r}")
    return tuple(_parse_arg(part, where) for part in split_commas(stripped[1:-1]))


def _parse_arg(text: str, where: Location) -> Arg:
    match = _ARG.fullmatch(text)
    if match is None:
        raise TableError(where, f"args: expected TYPE NAME or TYPE NAME = DEFAULT, got {text!r}")
    try:
        kind = Kind(match["type"])
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        text = f"args: unknown type {match['type']!r}; types are {known}"
        raise TableError(where, text) from None
    optional = match["optional"] is not None
    name = match["name"]
    if match["default"] is None:
        return Arg(name, kind, optional)
    value = fit_literal(parse_literal(match["default"], where), kind, optional)
    if isinstance(value, Misfit):
        type_text = kind.value + ("?" if optional else "")
        raise TableError(where, f"args: {match['default']} is no {type_text} (default of {name})")
    return Arg(name, kind, optional, Default(value))


class Misfit:
    """A literal that is not of the wanted type."""


def fit_literal(value: Literal, kind: Kind, optional: bool) -> Literal | Misfit:
    """The literal as a value of the type."""
    if value is None:
        return None if optional else Misfit()
    is_int = isinstance(value, int) and not isinstance(value, bool)
    if kind is Kind.BOOL and isinstance(value, bool):
        return value
    if kind is Kind.INT and is_int:
        return value
    if kind is Kind.FLOAT and (is_int or isinstance(value, float)):
        return float(value)  # type: ignore[arg-type]
    if kind is Kind.STR and isinstance(value, str) and not isinstance(value, DTypeName):
        return value
    if kind is Kind.DTYPE and isinstance(value, str) and value in DTYPES:
        return DTypeName(value)
    if kind is Kind.SCALAR and isinstance(value, (bool, int, float)):
        return value
    if kind is Kind.INTS and isinstance(value, tuple):
        return value if all(isinstance(item, int) for item in value) else Misfit()
    if kind is Kind.FLOATS and isinstance(value, tuple):
        return tuple(float(item) for item in value)
    return Misfit()


def parse_literal(text: str, where: Location) -> Literal:
    """A Python literal, a dtype's name, inf, -inf or nan."""
    if text in DTYPES:
        return DTypeName(text)
    if text in _FLOAT_NAMES:
        return _FLOAT_NAMES[text]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise TableError(where, f'{text} is no literal (True, 1, 0.5, "text", [1, 2])') from None
    if isinstance(value, list) and all(type(item) in (int, float) for item in value):
        return tuple(value)
    if value is not None and type(value) not in (bool, int, float, str):
        raise TableError(where, f"{text}: literals are numbers, strings, None and lists of numbers")
    return value


def parse_outputs(text: str, where: Location) -> tuple[Output, ...]:
    """`Tensor(out), Tensor[](rest)`, or `none`"""
    if text.strip() == "none":
        return ()
    outputs = []
    for part in split_commas(text):
        match = _OUTPUT.fullmatch(part)
        if match is None:
            expected = "expected Tensor(NAME) or Tensor[](NAME)"
            raise TableError(where, f"output: {expected}, got {part!r}")
        outputs.append(Output(match["name"], match["list"] is not None))
    if not outputs:
        raise TableError(where, "output: expected Tensor(NAME), ... or none")
    return tuple(outputs)


def parse_shape_rule(text: str, where: Location) -> ShapeRule:
    """`reduce(x, axis, False)`"""
    match = _CALL.fullmatch(text.strip())
    if match is None:
        raise TableError(where, f"infer_meta: expected NAME(argument, ...), got {text!r}")
    arguments = tuple(_parse_rule_argument(a, where) for a in split_commas(match["arguments"]))
    return ShapeRule(match["function"], arguments)


def _parse_rule_argument(text: str, where: Location) -> Name | Literal:
    is_name = text.isidentifier() and text not in ("None", "True", "False")
    if is_name and text not in DTYPES and text not in _FLOAT_NAMES:
        return Name(text)
    return parse_literal(text, where)


def parse_flow(key: str, text: str, where: Location) -> Flow:
    """`x -> out`"""
    match = _FLOW.fullmatch(text.strip())
    if match is None:
        raise TableError(where, f"{key}: expected INPUT -> OUTPUT, got {text!r}")
    return Flow(match["source"], match["target"])
