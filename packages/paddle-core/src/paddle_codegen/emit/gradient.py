"""The body of a function that computes gradients, for the core and for its guests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paddle_codegen.formula import CompiledFormula, Gradient
from paddle_codegen.model import Arg, Kind, Row


@dataclass(frozen=True)
class Dialect:
    """What differs between a GradCall of the core and one of a guest."""

    attribute: Callable[[Row, Arg], str]
    tensor: Callable[[Row, int], str]


def body(row: Row, gradient: Gradient, dialect: Dialect) -> list[str]:
    """The lines between the braces; `call_` is the GradCall."""
    lines = _locals(row, gradient, dialect)
    for formula in gradient.formulas:
        lines += _assignment(row, formula)
    return lines


def _locals(row: Row, gradient: Gradient, dialect: Dialect) -> list[str]:
    uses = gradient.uses
    lines = [_incoming(row, i) for i in sorted(uses.grads)]
    for i in sorted(uses.inputs | uses.metas):
        is_list = row.tensors[i].kind is Kind.TENSORS
        source = f"call_.in_list({i})" if is_list else dialect.tensor(row, i)
        lines.append(f"const auto& {row.tensors[i].name} = {source};")
    for i in sorted(uses.outputs):
        output = row.outputs[i]
        source = f"formula::tail(call_.out_list(), {i})" if output.is_list else f"call_.out({i})"
        lines.append(f"const auto& {output.name} = {source};")
    for i in sorted(uses.attrs):
        arg = row.attrs[i]
        lines.append(f"const auto& {arg.name} = {dialect.attribute(row, arg)};")
    for let in gradient.lets:
        lines.append(f"formula::Lazy {let.name}([&] {{ return {let.value.cpp}; }});")
    return lines


def _incoming(row: Row, index: int) -> str:
    source = "call_.grad_list()" if row.outputs[index].is_list else f"call_.grad({index})"
    if len(row.outputs) == 1:
        return f"const auto grad = {source};"
    return f"formula::Lazy grad_{row.outputs[index].name}([&] {{ return {source}; }});"


def _assignment(row: Row, formula: CompiledFormula) -> list[str]:
    if formula.value is None:
        return _block(formula, _composite(row, formula))
    if not formula.composite:
        return _values(row, formula, formula.value.cpp)
    lines = ["if (formula::creates_graph()) {"]
    lines += [f"  {line}" for line in _block(formula, _composite(row, formula))]
    lines.append("} else {")
    lines += [f"  {line}" for line in _values(row, formula, formula.value.cpp)]
    return [*lines, "}"]


def _values(row: Row, formula: CompiledFormula, value: str) -> list[str]:
    if len(formula.targets) == 1:
        target = formula.targets[0]
        return [f"if (call_.wants({target})) {_set(row, target, value)}"]
    names = [f"grad_of_{row.tensors[target].name}_" for target in formula.targets]
    lines = [f"auto [{', '.join(names)}] = {value};"]
    for target, name in zip(formula.targets, names, strict=True):
        lines.append(f"if (call_.wants({target})) {_set(row, target, f'std::move({name})')}")
    return _block(formula, lines)


def _block(formula: CompiledFormula, lines: list[str]) -> list[str]:
    """The lines, where any of the gradients is wanted."""
    wanted = " || ".join(f"call_.wants({target})" for target in formula.targets)
    return [f"if ({wanted}) {{", *(f"  {line}" for line in lines), "}"]


def _composite(row: Row, formula: CompiledFormula) -> list[str]:
    arguments = []
    for arg in row.args:
        target = row.tensor_index(arg.name) if arg.is_tensor else None
        is_variable = target in formula.targets
        arguments.append(f"composite_.variable({target}, {arg.name})" if is_variable else arg.name)
    call = f"composite::{row.op}({', '.join(arguments)})"
    return ["CompositeGrad composite_(call_);", f"composite_.differentiate({call});"]


def _set(row: Row, target: int, value: str) -> str:
    setter = "set_list" if row.tensors[target].kind is Kind.TENSORS else "set"
    return f"call_.{setter}({target}, {value});"
