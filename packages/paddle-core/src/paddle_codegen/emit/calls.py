"""How generated glue reads the arguments of an OpCall; shared by shape rules and kernels."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.model import Arg, Kind, Row


def tensor_input(row: Row, arg: Arg) -> str:
    """The TensorImpl of an argument (a pointer where it is optional, a span for a list)."""
    i = row.tensor_index(arg.name)
    if arg.kind is Kind.TENSORS:
        return f"call_.list({i})"
    after_list = any(other.kind is Kind.TENSORS for other in row.tensors[:i])
    if after_list or arg.name in row.mutates:
        pointer = f"call_.list({i})[0]" if after_list else f"call_.inputs()[{i}]"
        return pointer if arg.optional else f"*{pointer}"
    return f"call_.optional_in({i})" if arg.optional else f"call_.in({i})"


def attribute(row: Row, arg: Arg) -> str:
    """An attribute in the type that kernels and shape rules take."""
    type_text = cpp.attr_type(arg.kind, arg.optional)
    return f"attr_as<{type_text}>(call_.attrs()[{row.attr_index(arg.name)}])"
