"""The members of an operator's definition that the core and its guests spell alike."""

from __future__ import annotations

from collections.abc import Mapping

from paddle_codegen import cpp
from paddle_codegen.formula import Gradient, mask
from paddle_codegen.model import Arg, Kind, Literal, Output, Row


def argument(arg: Arg, kinds: Mapping[Kind, str]) -> str:
    """{name, kind, optional, default}"""
    parts = [cpp.string(arg.name), kinds[arg.kind]]
    if arg.optional or arg.default is not None:
        parts.append("true" if arg.optional else "false")
    if arg.default is not None:
        parts.append(f"Attr({_attr_literal(arg.kind, arg.default.value)})")
    return "{" + ", ".join(parts) + "}"


def _attr_literal(kind: Kind, value: Literal) -> str:
    if value is None:
        return ""
    if kind is Kind.INT or (kind is Kind.SCALAR and type(value) is int):
        return f"int64_t{{{cpp.literal(value)}}}"
    if kind is Kind.STR:
        return f"std::string({cpp.literal(value)})"
    if kind is Kind.FLOATS and value == ():
        return "std::vector<double>{}"
    return cpp.literal(value)


def output(value: Output) -> str:
    """{name, is_list}"""
    return f"{{{cpp.string(value.name)}, {'true' if value.is_list else 'false'}}}"


def members(row: Row) -> dict[str, str]:
    """The members that differ from their defaults, as C++ expressions."""
    masks = {
        "promote": row.promote,
        "typed": row.typed_names,
        "shape_only": row.shape_only,
        "mutated": row.mutates,
    }
    result = {name: _mask_of(row, names) for name, names in masks.items() if names}
    if row.dtypes != ("all",):
        result["dtypes"] = cpp.dtype_mask(row.dtypes)
    if row.inplace:
        result["inplace_input"] = str(row.tensor_index(row.inplace.source))
    if row.view:
        result["view_input"] = str(row.tensor_index(row.view.source))
    for name in ("inplace_aliases", "dynamic", "random"):
        if getattr(row, name):
            result[name] = "true"
    if row.spmd:
        result["spmd"] = cpp.string(row.spmd)
    result["family"] = cpp.string(row.family)
    return result


def _mask_of(row: Row, names: tuple[str, ...]) -> str:
    return str(mask({row.tensor_index(name) for name in names}))


def gradient_masks(gradient: Gradient) -> dict[str, str]:
    """What the formulas can compute and what they read."""
    uses = gradient.uses
    masks = {
        "differentiable": mask(gradient.targets),
        "saved_inputs": mask(uses.inputs),
        "saved_metas": mask(uses.metas - uses.inputs),
        "saved_outputs": mask(uses.outputs),
    }
    return {name: str(value) for name, value in masks.items() if value}
