"""The C++ code of a domain package: its operators, on top of <paddle/ext.hpp> alone."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.emit import ops
from paddle_codegen.emit.definition import argument, gradient_masks, members, output
from paddle_codegen.emit.gradient import Dialect, body
from paddle_codegen.formula import compile_gradient
from paddle_codegen.model import Arg, Catalog, Kind, Literal, Name, Output, Row

KINDS = {
    Kind.TENSOR: "PD_ARG_TENSOR",
    Kind.TENSORS: "PD_ARG_TENSOR_LIST",
    Kind.BOOL: "PD_ARG_BOOL",
    Kind.INT: "PD_ARG_INT",
    Kind.FLOAT: "PD_ARG_FLOAT",
    Kind.STR: "PD_ARG_STRING",
    Kind.DTYPE: "PD_ARG_DTYPE",
    Kind.PLACE: "PD_ARG_PLACE",
    Kind.SCALAR: "PD_ARG_SCALAR",
    Kind.INTS: "PD_ARG_INTS",
    Kind.FLOATS: "PD_ARG_FLOATS",
}
SOURCE = "ops/*.yaml"


def calls_header(catalog: Catalog) -> str:
    """ops.h: the C++ calls of the package's operators and of those that its gradients call."""
    names = {row.op for row in catalog.rows}
    for row in catalog.rows:
        names |= compile_gradient(row, catalog).uses.calls
    calls = "\n".join(_call(catalog.by_name[name]) for name in sorted(names))
    return (
        cpp.banner("The C++ calls of operators that this package uses.", SOURCE)
        + '#pragma once\n\n#include "paddle/formula.hpp"\n\n'
        + f"namespace paddle::ops {{\n\n{calls}\n}}  // namespace paddle::ops\n"
    )


def _call(row: Row) -> str:
    arguments = ", ".join(arg.name for arg in row.args)
    lines = [
        f"// {row.signature}",
        f"inline {cpp.results(row)} {row.op}({ops.parameters(row, False, True)}) {{",
        f"  static const Op op_({cpp.string(row.op)});",
    ]
    if len(row.outputs) == 1 and not row.list_output:
        lines.append(f"  return op_({arguments});")
    elif len(row.outputs) == 1:
        lines.append(f"  return op_.call_list({arguments});")
    else:
        lines.append(f"  std::vector<Tensor> outputs_ = op_.call_list({arguments});")
        if row.outputs:
            lines.append(f"  return {_outputs(row)};")
    return "\n".join((*lines, "}", ""))


def _outputs(row: Row) -> str:
    items = [f"std::move(outputs_[{i}])" for i in range(len(row.outputs))]
    if row.list_output:
        items[-1] = f"formula::tail(outputs_, {len(row.outputs) - 1})"
    return "{" + ", ".join(items) + "}"


def kernels_header(catalog: Catalog) -> str:
    """kernels.h: what the package's kernels look like."""
    rows = [row for row in catalog.rows if row.kernel]
    texts = dict.fromkeys(f"void {row.kernel}({', '.join(_parameters(row))});\n" for row in rows)
    return (
        cpp.banner("The kernels of this package.", SOURCE)
        + '#pragma once\n\n#include "paddle/ext.hpp"\n\n'
        + f"namespace paddle::kernels {{\n\n{''.join(texts)}\n}}  // namespace paddle::kernels\n"
    )


def _parameters(row: Row) -> list[str]:
    inputs = [f"{_parameter_type(arg)} {arg.name}" for arg in row.args]
    return inputs + [f"{_output_type(output)} {output.name}" for output in row.outputs]


def _parameter_type(arg: Arg) -> str:
    if arg.kind is Kind.TENSORS:
        return "const std::vector<Tensor>&"
    return "const Tensor&" if arg.is_tensor else cpp.attr_type(arg.kind, arg.optional)


def _output_type(value: Output) -> str:
    return "std::vector<Tensor>&" if value.is_list else "Tensor&"


def register_header() -> str:
    """register.h"""
    return (
        cpp.banner("Registers the operators of this package.", SOURCE)
        + "#pragma once\n\nnamespace paddle {\n\n"
        + "// Call once, after initialize().\nvoid register_ops();\n\n}  // namespace paddle\n"
    )


def register_source(catalog: Catalog) -> str:
    """register.cc"""
    functions = "\n".join(_register(row, catalog) for row in catalog.rows)
    calls = "".join(f"  register_{row.op}();\n" for row in catalog.rows)
    return (
        cpp.banner("Registers the operators of this package.", SOURCE)
        + '#include "register.h"\n\n#include "infer.h"\n#include "kernels.h"\n#include "ops.h"\n\n'
        + f"namespace paddle {{\nnamespace {{\n\n{functions}\n}}  // namespace\n\n"
        + f"void register_ops() {{\n{calls}}}\n\n}}  // namespace paddle\n"
    )


def _register(row: Row, catalog: Catalog) -> str:
    functions = [_callback(f"infer_{row.op}", "PD_InferCall", "InferCall", _infer(row))]
    fields = members(row)
    fields["infer"] = f"infer_{row.op}"
    if row.autocast != "keep":
        fields["autocast"] = f"PD_AUTOCAST_{row.autocast.upper()}"
    if row.grad:
        gradient = compile_gradient(row, catalog)
        lines = body(row, gradient, DIALECT)
        functions.append(_callback(f"grad_of_{row.op}", "PD_GradCall", "GradCall", lines))
        fields["grad"] = f"grad_of_{row.op}"
        fields.update(gradient_masks(gradient))
    lines = [f"void register_{row.op}() {{", "  OpSpec spec{" + cpp.string(row.op) + "};"]
    if row.args:
        lines.append(f"  spec.args = {{{', '.join(argument(arg, KINDS) for arg in row.args)}}};")
    if row.outputs:
        lines.append(f"  spec.outputs = {{{', '.join(map(output, row.outputs))}}};")
    lines += [f"  spec.{name} = {value};" for name, value in fields.items()]
    if row.kernel:
        functions.append(_callback(f"run_{row.op}", "PD_Call", "KernelCall", _kernel(row)))
        mask = cpp.dtype_mask(row.dtypes)
        lines.append(f"  register_kernel(register_op(spec), {mask}, run_{row.op});")
    else:
        lines.append("  register_op(spec);")
    return "\n".join((*functions, *lines, "}", ""))


def _callback(name: str, raw: str, call: str, lines: list[str]) -> str:
    """A function that the C ABI can call, around these lines."""
    inside = "".join(f"    {line}\n" for line in (f"const {call} call_(raw_);", *lines))
    return f"PD_Status {name}({raw}* raw_, void*) {{\n  return guard([&] {{\n{inside}  }});\n}}\n"


def _attribute(row: Row, arg: Arg) -> str:
    value = cpp.value_type(arg.kind)
    type_text = f"std::optional<{value}>" if arg.optional else value
    return f"call_.attr<{type_text}>({row.attr_index(arg.name)})"


def _infer(row: Row) -> list[str]:
    arguments = [_rule_argument(row, value) for value in row.shape_rule.arguments]
    arguments += [value.name for value in row.outputs]
    lines = []
    for value in row.outputs:
        type_text = "std::vector<TensorMeta>" if value.is_list else "TensorMeta"
        lines.append(f"{type_text} {value.name};")
    lines.append(f"infer::{row.shape_rule.function}({', '.join(arguments)});")
    for i, value in enumerate(row.outputs):
        lines.append(f"call_.set_out{'_list' if value.is_list else ''}({i}, {value.name});")
    return lines


def _rule_argument(row: Row, value: Name | Literal) -> str:
    if not isinstance(value, Name):
        return cpp.literal(value)
    arg = next(arg for arg in row.args if arg.name == value.text)
    if not arg.is_tensor:
        return _attribute(row, arg)
    i = row.tensor_index(arg.name)
    if arg.kind is Kind.TENSORS:
        return f"call_.in_list({i})"
    return f"call_.optional_in({i})" if arg.optional else f"call_.in({i})"


def _kernel(row: Row) -> list[str]:
    arguments = [_kernel_argument(row, arg) for arg in row.args]
    arguments += [value.name for value in row.outputs]
    lines = []
    for i, value in enumerate(row.outputs):
        type_text = "std::vector<Tensor>" if value.is_list else "Tensor"
        source = f"call_.out{'_list' if value.is_list else ''}({i})"
        lines.append(f"{type_text} {value.name}{'' if row.dynamic else f' = {source}'};")
    lines.append(f"kernels::{row.kernel}({', '.join(arguments)});")
    if row.dynamic:
        lines += [_set_output(i, value) for i, value in enumerate(row.outputs)]
    return lines


def _kernel_argument(row: Row, arg: Arg) -> str:
    if not arg.is_tensor:
        return _attribute(row, arg)
    i = row.tensor_index(arg.name)
    return f"call_.in_list({i})" if arg.kind is Kind.TENSORS else f"call_.in({i})"


def _set_output(i: int, value: Output) -> str:
    if not value.is_list:
        return f"call_.set_out({i}, {value.name});"
    loop = f"for (size_t i_ = 0; i_ < {value.name}.size(); ++i_)"
    return f"{loop} call_.set_out({i} + i_, {value.name}[i_]);"


DIALECT = Dialect(_attribute, lambda row, i: f"call_.in({i})")
