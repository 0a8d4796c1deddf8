"""kernels_<family>.h and kernels_<family>[_isa].cc: declarations and registration of kernels."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.emit.calls import attribute, tensor_input
from paddle_codegen.model import Arg, Kind, Output, Row, Table


def with_kernel(table: Table, simd: bool) -> list[Row]:
    """The rows whose kernel is compiled once (or, simd, once per instruction set)."""
    return [row for row in table.rows if row.kernel and row.simd == simd]


def header(table: Table) -> str:
    """kernels_<family>.h"""
    plain, simd = with_kernel(table, False), with_kernel(table, True)
    parts = [
        cpp.banner(f"The kernels of {table.family}.", f"ops/{table.family}.yaml"),
        "#pragma once\n\n#include <optional>\n#include <span>\n#include <string>\n\n",
        '#include "dispatch/attr.h"\n#include "tensor/tensor.h"\n\n',
    ]
    if plain:
        parts.append(f"namespace pd::cpu {{\n\n{_declarations(plain)}\n}}  // namespace pd::cpu\n")
    if plain and simd:
        parts.append("\n")
    if simd:
        parts.append(f"#ifdef PD_ISA\nnamespace pd::PD_ISA {{\n\n{_declarations(simd)}\n")
        parts.append("}  // namespace pd::PD_ISA\n#endif\n")
    return "".join(parts)


def source(table: Table, simd: bool) -> str:
    """kernels_<family>.cc or kernels_<family>_isa.cc"""
    namespace = "pd::PD_ISA" if simd else "pd"
    what = f"Registers the {'vector ' if simd else ''}kernels of {table.family}."
    lines = [
        cpp.banner(what, f"ops/{table.family}.yaml").rstrip(),
        f'#include "kernels_{table.family}.h"\n',
        '#include "dispatch/attr_access.h"\n#include "dispatch/op.h"\n',
        f"namespace {namespace} {{\n",
        f"void register_{table.family}_kernels();\n",
        f"void register_{table.family}_kernels() {{",
    ]
    for row in with_kernel(table, simd):
        lines.append(f'  register_kernel(get_op("{row.op}"), Backend::kCPU, Layout::kDense,')
        lines.append(f"                  {{{_glue(row)}, nullptr, {cpp.dtype_mask(row.dtypes)}}});")
    lines.append(f"}}\n\n}}  // namespace {namespace}\n")
    return "\n".join(lines)


def _declarations(rows: list[Row]) -> str:
    texts: dict[str, None] = {}  # two rows can share a kernel
    for row in rows:
        texts[f"void {row.kernel}({', '.join(_parameters(row))});\n"] = None
    return "".join(texts)


def _parameters(row: Row) -> list[str]:
    inputs = [f"{_parameter_type(row, arg)} {arg.name}" for arg in row.args]
    return inputs + [f"{_output_type(row, output)} {output.name}" for output in row.outputs]


def _parameter_type(row: Row, arg: Arg) -> str:
    if arg.kind is Kind.TENSORS:
        return "std::span<TensorImpl* const>"
    if arg.kind is Kind.TENSOR:
        const = "" if arg.name in row.mutates else "const "
        return f"{const}TensorImpl{'*' if arg.optional else '&'}"
    return cpp.attr_type(arg.kind, arg.optional)


def _output_type(row: Row, output: Output) -> str:
    if output.is_list:
        return "std::span<Tensor>"
    return "Tensor&" if row.dynamic else "TensorImpl&"


def _glue(row: Row) -> str:
    arguments = [tensor_input(row, a) if a.is_tensor else attribute(row, a) for a in row.args]
    for i, output in enumerate(row.outputs):
        if output.is_list:
            arguments.append(f"outputs_from(call_, {i})")
        else:
            arguments.append(f"call_.outputs()[{i}]" if row.dynamic else f"call_.out({i})")
    namespace = "PD_ISA" if row.simd else "cpu"
    call = f"{namespace}::{row.kernel}({', '.join(arguments)});"
    return f"[](OpCall& call_, void*) {{ {call} }}"
