"""ops.h and ops_<family>.cc: the C++ call of every operator."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.model import Arg, Kind, Row, Table


def parameters(row: Row, inplace: bool, defaults: bool) -> str:
    """The parameter list of the C++ call."""
    texts = []
    for arg in row.args:
        type_text = cpp.arg_type(arg)
        if inplace and row.inplace and arg.name == row.inplace.source:
            type_text = "Tensor&"
        default = f" = {cpp.default(arg)}" if defaults and arg.default is not None else ""
        texts.append(f"{type_text} {arg.name}{default}")
    return ", ".join(texts)


def _result(row: Row, inplace: bool) -> str:
    return "Tensor&" if inplace and len(row.outputs) == 1 else cpp.results(row)


def header(tables: list[Table]) -> str:
    """ops.h"""
    parts = [
        cpp.banner("The C++ call of every operator.", "ops/*.yaml"),
        "#pragma once\n\n",
        "#include <limits>\n#include <optional>\n#include <span>\n#include <string>\n",
        "#include <tuple>\n#include <vector>\n\n",
        '#include "dispatch/attr.h"\n#include "tensor/tensor.h"\n\n',
        "namespace pd::ops {\n",
    ]
    for table in tables:
        parts.append(f"\n// {table.family}\n\n")
        for row in table.rows:
            parts.append(f"// {row.signature}\n")
            parts.append(f"{cpp.results(row)} {row.op}({parameters(row, False, True)});\n")
            if row.twin:
                declaration = f"{row.twin}({parameters(row, True, True)})"
                parts.append(f"{_result(row, True)} {declaration};\n")
    parts.append("\n}  // namespace pd::ops\n")
    return "".join(parts)


def composites(tables: list[Table]) -> str:
    """composites.h"""
    rows = [row for table in tables for row in table.rows if row.has_composite]
    calls = (f"{cpp.results(row)} {row.op}({parameters(row, False, False)});\n" for row in rows)
    text = "Functions of operators that can be differentiated to any order."
    return (
        cpp.banner(text, "ops/*.yaml")
        + '#pragma once\n\n#include "ops.h"\n\n'
        + f"namespace pd::composite {{\n\n{''.join(calls)}\n}}  // namespace pd::composite\n"
    )


def source(table: Table) -> str:
    """ops_<family>.cc"""
    bodies = []
    for row in table.rows:
        bodies.append(_body(row, inplace=False))
        if row.twin:
            bodies.append(_body(row, inplace=True))
    return (
        cpp.banner(f"The C++ calls of {table.family}.", f"ops/{table.family}.yaml")
        + '#include "ops.h"\n\n#include "dispatch/attr_access.h"\n#include "dispatch/op.h"\n\n'
        + f"namespace pd::ops {{\n\n{chr(10).join(bodies)}\n}}  // namespace pd::ops\n"
    )


def _body(row: Row, inplace: bool) -> str:
    name = row.twin if inplace else row.op
    lines = [f"{_result(row, inplace)} {name}({parameters(row, inplace, False)}) {{"]
    lines.append(f'  static const OpDef& op_ = get_op("{row.op}");')
    lines.extend(_inputs(row))
    arguments = ["op_", "inputs_" if row.tensors else "std::span<TensorImpl* const>()"]
    if row.attrs:
        values = ", ".join(f"to_attr({arg.name})" for arg in row.attrs)
        lines.append(f"  const Attr attrs_[] = {{{values}}};")
    arguments.append("attrs_" if row.attrs else "std::span<const Attr>()")
    if row.has_lists:
        sizes = ", ".join(_list_size(arg) for arg in row.tensors)
        lines.append(f"  const uint32_t list_sizes_[] = {{{sizes}}};")
        arguments.append("list_sizes_")
    lines.append(f"  OpCall call_({', '.join(arguments)});")
    if inplace:
        lines.append("  call_.inplace = true;")
    lines.append("  dispatch(call_);")
    if row.outputs:
        lines.append(f"  return {_outputs(row, inplace)};")
    return "\n".join((*lines, "}", ""))


def _inputs(row: Row) -> list[str]:
    if not row.tensors:
        return []
    if not row.has_lists:
        items = ", ".join(f"{arg.name}.get()" for arg in row.tensors)
        return [f"  TensorImpl* const inputs_[] = {{{items}}};"]
    lines = ["  SmallVector<TensorImpl*, 16> inputs_;"]
    for arg in row.tensors:
        if arg.kind is Kind.TENSORS:
            loop = f"for (const Tensor& item_ : {arg.name})"
            lines.append(f"  {loop} inputs_.push_back(item_.get());")
        else:
            lines.append(f"  inputs_.push_back({arg.name}.get());")
    return lines


def _list_size(arg: Arg) -> str:
    if arg.kind is Kind.TENSORS:
        return f"static_cast<uint32_t>({arg.name}.size())"
    return "1"


def _outputs(row: Row, inplace: bool) -> str:
    if inplace and row.inplace and len(row.outputs) == 1:
        return row.inplace.source
    items = [f"std::move(call_.outputs()[{i}])" for i in range(len(row.outputs))]
    if row.list_output:
        items[-1] = f"take_from(call_.outputs(), {len(row.outputs) - 1})"
    return items[0] if len(items) == 1 else "{" + ", ".join(items) + "}"
