"""How the model's types and literals are spelled in C++."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

from paddle_codegen.model import Arg, DTypeName, Kind, Literal, Row

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue co_await
    co_return co_yield decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
    xor xor_eq assert
"""
KEYWORDS = frozenset(_KEYWORDS.split())

# Attributes as kernels, shape rules and the C++ calls take them.
ATTR_TYPES = {
    Kind.BOOL: "bool",
    Kind.INT: "int64_t",
    Kind.FLOAT: "double",
    Kind.STR: "const std::string&",
    Kind.DTYPE: "DType",
    Kind.PLACE: "Place",
    Kind.SCALAR: "Scalar",
    Kind.INTS: "DimsView",
    Kind.FLOATS: "std::span<const double>",
}
ARG_KINDS = {
    Kind.TENSOR: "ArgKind::kTensor",
    Kind.TENSORS: "ArgKind::kTensorList",
    Kind.BOOL: "ArgKind::kBool",
    Kind.INT: "ArgKind::kInt",
    Kind.FLOAT: "ArgKind::kFloat",
    Kind.STR: "ArgKind::kString",
    Kind.DTYPE: "ArgKind::kDType",
    Kind.PLACE: "ArgKind::kPlace",
    Kind.SCALAR: "ArgKind::kScalar",
    Kind.INTS: "ArgKind::kInts",
    Kind.FLOATS: "ArgKind::kFloats",
}
_DTYPES = {
    "bool": "kBool",
    "uint8": "kUInt8",
    "int8": "kInt8",
    "int16": "kInt16",
    "int32": "kInt32",
    "int64": "kInt64",
    "float16": "kFloat16",
    "bfloat16": "kBFloat16",
    "float32": "kFloat32",
    "float64": "kFloat64",
    "complex64": "kComplex64",
    "complex128": "kComplex128",
}
_MASKS = {
    "bool": "kBoolMask",
    "int": "kIntMask",
    "half": "kHalfMask",
    "float": "kFloatMask",
    "complex": "kComplexMask",
    "all": "kAllMask",
}


def attr_type(kind: Kind, optional: bool = False) -> str:
    """The C++ parameter type of an attribute."""
    if not optional:
        return ATTR_TYPES[kind]
    return f"std::optional<{value_type(kind)}>"


def value_type(kind: Kind) -> str:
    """The C++ type of an attribute held as a value."""
    return "std::string" if kind is Kind.STR else ATTR_TYPES[kind]


def arg_type(arg: Arg) -> str:
    """The C++ parameter type of an argument of the generated call."""
    if arg.kind is Kind.TENSOR:
        return "const Tensor&"
    if arg.kind is Kind.TENSORS:
        return "std::span<const Tensor>"
    return attr_type(arg.kind, arg.optional)


def dtype(name: str) -> str:
    return f"DType::{_DTYPES[name]}"


def dtype_mask(dtypes: Iterable[str]) -> str:
    """The DTypeMask of groups and single dtypes."""
    parts = [_MASKS[name] if name in _MASKS else f"mask_of({dtype(name)})" for name in dtypes]
    return parts[0] if len(parts) == 1 else f"DTypeMask({' | '.join(parts)})"


def string(text: str) -> str:
    return json.dumps(text)


def number(value: float) -> str:
    if math.isnan(value):
        return "std::numeric_limits<double>::quiet_NaN()"
    if math.isinf(value):
        return f"{'-' if value < 0 else ''}std::numeric_limits<double>::infinity()"
    return repr(float(value))


def integer(value: int) -> str:
    if value == -(2**63):
        return "std::numeric_limits<int64_t>::min()"
    return str(value) if -(2**31) < value < 2**31 else f"int64_t{{{value}}}"


def literal(value: Literal) -> str:
    """A literal as an argument of a call whose parameter has the literal's type."""
    if value is None:
        return "std::nullopt"
    if isinstance(value, DTypeName):
        return dtype(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, str):
        return string(value)
    items = ", ".join(literal(item) for item in value)
    floats = any(isinstance(item, float) for item in value)
    return f"std::vector<double>{{{items}}}" if floats else f"Dims{{{items}}}"


def default(arg: Arg) -> str:
    """The default of an argument as a C++ expression of its parameter type."""
    assert arg.default is not None
    value = arg.default.value
    if arg.is_tensor:
        return "Tensor()"
    if value == () and arg.kind is Kind.FLOATS:
        return "std::vector<double>{}"
    text = literal(value)
    if value is not None and arg.optional and arg.kind in (Kind.INTS, Kind.FLOATS):
        return f"{value_type(arg.kind)}({text})"
    return text


def results(row: Row) -> str:
    """The return type of the generated call."""
    types = ["std::vector<Tensor>" if output.is_list else "Tensor" for output in row.outputs]
    if not types:
        return "void"
    return types[0] if len(types) == 1 else f"std::tuple<{', '.join(types)}>"


def banner(what: str, source: str) -> str:
    """The first line of a generated file."""
    return f"// {what} Generated by paddle_codegen from {source}; do not edit.\n"


def quote_list(items: Iterable[str]) -> str:
    return "{" + ", ".join(items) + "}"
