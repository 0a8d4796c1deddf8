"""register_<family>.cc: the definition of every operator, with its shape rule and gradient."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.emit.calls import attribute, tensor_input
from paddle_codegen.emit.definition import argument, gradient_masks, members, output
from paddle_codegen.emit.gradient import Dialect, body
from paddle_codegen.formula import compile_gradient
from paddle_codegen.model import Catalog, Kind, Literal, Name, Row, Table


def source(table: Table, catalog: Catalog) -> str:
    """register_<family>.cc"""
    family = table.family
    functions = [_gradient_function(row, catalog) for row in table.rows if row.grad]
    functions += [_definition(row, catalog) for row in table.rows]
    has_composites = any(row.has_composite for row in table.rows)
    includes = (
        ('#include "autograd/composite.h"\n' if has_composites else "")
        + '#include "autograd/formula.h"\n#include "autograd/grad_call.h"\n'
        '#include "dispatch/attr_access.h"\n#include "dispatch/op.h"\n'
        '#include "infer/common.h"\n#include "ops.h"\n'
        f'#if __has_include("infer/{family}.h")\n#include "infer/{family}.h"\n#endif\n'
        + ('#include "composites.h"\n' if has_composites else "")
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
        args = ", ".join(argument(arg, cpp.ARG_KINDS) for arg in row.args)
        lines.append(f"  op.args = {{{args}}};")
    if row.outputs:
        lines.append(f"  op.outputs = {{{', '.join(map(output, row.outputs))}}};")
    lines.append(f"  op.infer = {_shape_rule(row)};")
    fields = members(row)
    if row.has_lists:
        fields["has_lists"] = "true"
    if row.autocast != "keep":
        fields["autocast"] = f"Autocast::k{row.autocast.capitalize()}"
    fields["num_tensor_args"] = str(len(row.tensors))
    fields["num_attrs"] = str(len(row.attrs))
    if row.grad:
        fields["grad"] = f"grad_of_{row.op}"
        fields.update(gradient_masks(compile_gradient(row, catalog)))
    lines += [f"  op.{name} = {value};" for name, value in fields.items()]
    return "\n".join((*lines, "  return op;", "}", ""))


def _gradient_function(row: Row, catalog: Catalog) -> str:
    lines = body(row, compile_gradient(row, catalog), DIALECT)
    head = f"void grad_of_{row.op}(GradCall& call_, void*) {{"
    return "\n".join((head, *(f"  {line}" for line in lines), "}", ""))


def _saved_input(row: Row, index: int) -> str:
    after_list = any(arg.kind is Kind.TENSORS for arg in row.tensors[:index])
    return f"call_.in_list({index})[0]" if after_list else f"call_.in({index})"


DIALECT = Dialect(attribute, _saved_input)


# Shape rules


def _shape_rule(row: Row) -> str:
    count = len(row.outputs) - (1 if row.list_output else 0)
    arguments = [_rule_argument(row, value) for value in row.shape_rule.arguments]
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


def _rule_argument(row: Row, value: Name | Literal) -> str:
    if not isinstance(value, Name):
        return cpp.literal(value)
    arg = next(arg for arg in row.args if arg.name == value.text)
    if not arg.is_tensor:
        return attribute(row, arg)
    text = tensor_input(row, arg)
    if arg.kind is Kind.TENSORS:
        return f"metas_of({text})"
    if arg.optional:
        return f"meta_or_null({text})"
    return f"(*{text[1:]}).meta()" if text.startswith("*") else f"{text}.meta()"
