"""register_<family>.cc: the definition of every operator, with its shape rule and gradient."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.emit.calls import attribute, tensor_input
from paddle_codegen.formula import CompiledFormula, Gradient, Value, compile_gradient, mask
from paddle_codegen.model import Arg, Catalog, Kind, Literal, Name, Output, Row, Table


def source(table: Table, catalog: Catalog) -> str:
    """register_<family>.cc"""
    family = table.family
    functions = [_gradient_function(row, catalog) for row in table.rows if row.grad]
    functions += [_definition(row, catalog) for row in table.rows]
    includes = (
        '#include "autograd/formula.h"\n#include "autograd/grad_call.h"\n'
        '#include "dispatch/attr_access.h"\n#include "dispatch/op.h"\n'
        '#include "infer/common.h"\n#include "ops.h"\n'
        f'#if __has_include("infer/{family}.h")\n#include "infer/{family}.h"\n#endif\n'
    )
    calls = "".join(f"  register_op(define_{row.op}());\n" for row in table.rows)
    return (
        cpp.banner(f"The operators of {family}.", f"ops/{family}.yaml")
        + f"{includes}\nnamespace pd {{\nnamespace {{\n\n{chr(10).join(functions)}\n"
        + "}  // namespace\n\n"
        + f"void register_{family}_ops();\n\nvoid register_{family}_ops() {{\n{calls}}}\n\n"
        + "}  // namespace pd\n"
    )


def _definition(row: Row, catalog: Catalog) -> str:
    lines = [f"OpDef define_{row.op}() {{", "  OpDef op;", f'  op.name = "{row.op}";']
    if row.args:
        lines.append(f"  op.args = {{{', '.join(map(_argument, row.args))}}};")
    if row.outputs:
        lines.append(f"  op.outputs = {{{', '.join(map(_output, row.outputs))}}};")
    lines.append(f"  op.infer = {_shape_rule(row)};")
    fields = _fields(row)
    if row.grad:
        fields += _gradient_fields(row, compile_gradient(row, catalog))
    lines += [f"  op.{name} = {value};" for name, value in fields]
    return "\n".join((*lines, "  return op;", "}", ""))


def _argument(arg: Arg) -> str:
    parts = [cpp.string(arg.name), cpp.ARG_KINDS[arg.kind]]
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


def _output(output: Output) -> str:
    return f"{{{cpp.string(output.name)}, {'true' if output.is_list else 'false'}}}"


def _fields(row: Row) -> list[tuple[str, str]]:
    """The members of OpDef that differ from their defaults."""
    bits = {
        "promote": mask({row.tensor_index(name) for name in row.promote}),
        "typed": mask({row.tensor_index(name) for name in row.typed_names}),
        "mutated": mask({row.tensor_index(name) for name in row.mutates}),
    }
    result = [(name, str(value)) for name, value in bits.items() if value]
    if row.dtypes != ("all",):
        result.append(("dtypes", cpp.dtype_mask(row.dtypes)))
    if row.inplace:
        result.append(("inplace_input", str(row.tensor_index(row.inplace.source))))
    if row.view:
        result.append(("view_input", str(row.tensor_index(row.view.source))))
    for name in ("inplace_aliases", "dynamic", "random", "has_lists"):
        if getattr(row, name):
            result.append((name, "true"))
    if row.autocast != "keep":
        result.append(("autocast", f"Autocast::k{row.autocast.capitalize()}"))
    if row.spmd:
        result.append(("spmd", cpp.string(row.spmd)))
    result.append(("family", cpp.string(row.family)))
    result.append(("num_tensor_args", str(len(row.tensors))))
    result.append(("num_attrs", str(len(row.attrs))))
    return result


def _gradient_fields(row: Row, gradient: Gradient) -> list[tuple[str, str]]:
    uses = gradient.uses
    masks = {
        "differentiable": mask(gradient.targets),
        "saved_inputs": mask(uses.inputs),
        "saved_metas": mask(uses.metas - uses.inputs),
        "saved_outputs": mask(uses.outputs),
    }
    return [("grad", f"grad_of_{row.op}")] + [(k, str(v)) for k, v in masks.items() if v]


# Shape rules


def _shape_rule(row: Row) -> str:
    count = len(row.outputs) - (1 if row.list_output else 0)
    arguments = [_rule_argument(row, argument) for argument in row.shape_rule.arguments]
    arguments += [f"outputs_[{i}]" for i in range(count)]
    body = [f"outputs_.resize({count});"] if count else []
    function = f"infer::{row.shape_rule.function}"
    if not row.list_output:
        body.append(f"{function}({', '.join(arguments)});")
    elif count == 0:
        body.append(f"{function}({', '.join((*arguments, 'outputs_'))});")
    else:
        body.append("SmallVector<TensorMeta, 1> list_;")
        body.append(f"{function}({', '.join((*arguments, 'list_'))});")
        body.append("for (const TensorMeta& item_ : list_) outputs_.push_back(item_);")
    call = "call_" if "call_" in "".join(arguments) else ""
    outputs = "outputs_" if row.outputs else ""
    head = f"[](const OpCall& {call}, SmallVector<TensorMeta, 1>& {outputs}, void*) {{"
    return "\n    ".join((head, *body)) + "\n  }"


def _rule_argument(row: Row, argument: Name | Literal) -> str:
    if not isinstance(argument, Name):
        return cpp.literal(argument)
    arg = next(arg for arg in row.args if arg.name == argument.text)
    if not arg.is_tensor:
        return attribute(row, arg)
    text = tensor_input(row, arg)
    if arg.kind is Kind.TENSORS:
        return f"metas_of({text})"
    if arg.optional:
        return f"meta_or_null({text})"
    return f"(*{text[1:]}).meta()" if text.startswith("*") else f"{text}.meta()"


# Gradients


def _gradient_function(row: Row, catalog: Catalog) -> str:
    gradient = compile_gradient(row, catalog)
    lines = [f"void grad_of_{row.op}(GradCall& call_, void*) {{"]
    lines += _locals(row, gradient)
    for formula in gradient.formulas:
        lines += _assignment(row, formula)
    return "\n".join((*lines, "}", ""))


def _locals(row: Row, gradient: Gradient) -> list[str]:
    uses = gradient.uses
    lines = [_incoming(row, i) for i in sorted(uses.grads)]
    for i in sorted(uses.inputs | uses.metas):
        lines.append(_saved_input(row, i))
    for i in sorted(uses.outputs):
        lines.append(_saved_output(row, i))
    for i in sorted(uses.attrs):
        arg = row.attrs[i]
        type_text = cpp.attr_type(arg.kind, arg.optional).removeprefix("const ")
        name = cpp.attr_type(arg.kind, arg.optional)
        lines.append(f"const {type_text} {arg.name} = attr_as<{name}>(call_.attrs()[{i}]);")
    for let in gradient.lets:
        lines.append(f"formula::Lazy {let.name}([&] {{ return {let.value.cpp}; }});")
    return [f"  {line}" for line in lines]


def _incoming(row: Row, index: int) -> str:
    source = "call_.grad_list()" if row.outputs[index].is_list else f"call_.grad({index})"
    if len(row.outputs) == 1:
        kind = "std::vector<Tensor>" if row.outputs[0].is_list else "Tensor"
        return f"const {kind} grad = {source};"
    return f"formula::Lazy grad_{row.outputs[index].name}([&] {{ return {source}; }});"


def _saved_input(row: Row, index: int) -> str:
    arg = row.tensors[index]
    if arg.kind is Kind.TENSORS:
        return f"const std::span<const Tensor> {arg.name} = call_.in_list({index});"
    after_list = any(other.kind is Kind.TENSORS for other in row.tensors[:index])
    source = f"call_.in_list({index})[0]" if after_list else f"call_.in({index})"
    return f"const Tensor& {arg.name} = {source};"


def _saved_output(row: Row, index: int) -> str:
    output = row.outputs[index]
    if not output.is_list:
        return f"const Tensor& {output.name} = call_.out({index});"
    tail = f".subspan({index})" if index else ""
    return f"const std::span<const Tensor> {output.name} = call_.out_list(){tail};"


def _assignment(row: Row, formula: CompiledFormula) -> list[str]:
    if len(formula.targets) == 1:
        target = formula.targets[0]
        return [f"  if (call_.wants({target})) {_set(row, target, formula.value)}"]
    wanted = " || ".join(f"call_.wants({target})" for target in formula.targets)
    names = [f"grad_of_{row.tensors[target].name}_" for target in formula.targets]
    lines = [f"  if ({wanted}) {{", f"    auto [{', '.join(names)}] = {formula.value.cpp};"]
    for target, name in zip(formula.targets, names, strict=True):
        value = Value(f"std::move({name})", row.tensors[target].kind)
        lines.append(f"    if (call_.wants({target})) {_set(row, target, value)}")
    return [*lines, "  }"]


def _set(row: Row, target: int, value: Value) -> str:
    setter = "set_list" if row.tensors[target].kind is Kind.TENSORS else "set"
    return f"call_.{setter}({target}, {value.cpp});"
