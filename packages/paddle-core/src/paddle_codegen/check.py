"""What makes a table wrong although each row can be parsed."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from paddle_codegen.cpp import KEYWORDS
from paddle_codegen.formula import BUILTINS, compile_gradient
from paddle_codegen.model import (
    DTYPE_GROUPS,
    DTYPES,
    Catalog,
    Flow,
    Kind,
    MissingOperatorError,
    Name,
    Row,
    TableError,
    TablesError,
)

MAX_TENSORS = 64  # arguments and outputs are bits of one word


def drop_incomplete(catalog: Catalog) -> tuple[Catalog, list[TableError]]:
    """The catalog without the gradients that call operators which stand in no table."""
    dropped: list[TableError] = []

    def without(row: Row) -> Row:
        errors = _row_errors(row, catalog)
        missing = [error for error in errors if isinstance(error, MissingOperatorError)]
        dropped.extend(missing)
        return replace(row, grad=(), lets=()) if missing else row

    tables = [replace(t, rows=tuple(map(without, t.rows))) for t in catalog.tables]
    return Catalog(tables), dropped


def check(catalog: Catalog) -> None:
    """Raises TablesError with everything that is wrong in the catalog's own tables."""
    errors = list(_name_clashes(catalog))
    for row in catalog.rows:
        errors.extend(_row_errors(row, catalog))
    if errors:
        errors.sort(key=lambda error: (error.location.file, error.location.line))
        raise TablesError(errors)


def _name_clashes(catalog: Catalog) -> Iterator[TableError]:
    taken = {name: row for row in catalog.imported for name in (row.op, row.twin) if name}
    for row in catalog.rows:
        if row.op in taken:
            other = taken[row.op].location
            yield TableError(row.where("op"), f"{row.op} stands at {other} already")
        taken.setdefault(row.op, row)
    for row in catalog.rows:
        if row.twin in taken:
            other = taken[row.twin].location
            yield TableError(row.where("inplace"), f"{row.twin} stands at {other} already")


def _row_errors(row: Row, catalog: Catalog) -> Iterator[TableError]:
    checks: tuple[Callable[[Row], Iterator[tuple[str, str]]], ...] = (
        _check_names,
        _check_order,
        _check_outputs,
        _check_shape_rule,
        _check_tensor_lists,
        _check_flows,
        _check_kernel,
        _check_gradient_targets,
    )
    found = [TableError(row.where(key), text) for each in checks for key, text in each(row)]
    yield from found
    if not found and row.grad:
        yield from _formula_errors(row, catalog)


def _reserved(name: str) -> str | None:
    """Why the name cannot be used."""
    if name in KEYWORDS or keyword.iskeyword(name):
        return "is a keyword"
    return None if name.isidentifier() and name.isascii() else "is no identifier"


def _check_names(row: Row) -> Iterator[tuple[str, str]]:
    if reason := _reserved(row.op):
        yield "op", f"{row.op} {reason}"
    if row.kernel not in (None, row.op) and (reason := _reserved(row.kernel)):
        yield "kernel", f"{row.kernel} {reason}"
    incoming = {"grad", *(f"grad_{output.name}" for output in row.outputs)}
    seen: set[str] = set()
    parts = [("args", arg.name) for arg in row.args]
    parts += [("output", output.name) for output in row.outputs]
    parts += [("grad", let.name) for let in row.lets]
    for key, name in parts:
        if reason := _reserved(name):
            yield key, f"{row.op}: {name} {reason}"
        elif name.endswith("_"):
            yield key, f"{row.op}: names ending in _ belong to the generator, rename {name}"
        elif row.grad and name in incoming:
            yield key, f"{row.op}: {name} is an incoming gradient in formulas, rename the argument"
        elif key == "grad" and (name in BUILTINS or name in DTYPES):
            yield key, f"{row.op}: let {name} would hide what formulas call {name}"
        if name in seen:
            yield key, f"{row.op}: the name {name} is used twice"
        seen.add(name)


def _check_order(row: Row) -> Iterator[tuple[str, str]]:
    attribute = defaulted = None
    for arg in row.args:
        if arg.is_tensor and attribute:
            yield "args", f"{row.op}: the tensor {arg.name} stands after the attribute {attribute}"
        if arg.default is None and defaulted:
            yield "args", f"{row.op}: {arg.name} has no default but {defaulted} before it has one"
        if arg.kind is Kind.TENSORS and arg.optional:
            yield "args", f"{row.op}: {arg.name}: a list is never None, pass an empty one"
        attribute = attribute or (None if arg.is_tensor else arg.name)
        defaulted = defaulted or (arg.name if arg.default is not None else None)
    if len(row.tensors) > MAX_TENSORS:
        yield "args", f"{row.op}: more than {MAX_TENSORS} tensor arguments"


def _check_outputs(row: Row) -> Iterator[tuple[str, str]]:
    lists = [output.name for output in row.outputs if output.is_list]
    if len(lists) > 1:
        yield "output", f"{row.op}: more than one list among the outputs: {', '.join(lists)}"
    elif lists and not row.list_output:
        yield "output", f"{row.op}: only the last output can be a list, not {lists[0]}"
    if not row.outputs and not row.mutates:
        yield "output", f"{row.op}: without an output it has to mutate something"
    if len(row.outputs) > MAX_TENSORS:
        yield "output", f"{row.op}: more than {MAX_TENSORS} outputs"


def _check_shape_rule(row: Row) -> Iterator[tuple[str, str]]:
    known = [arg.name for arg in row.args]
    for argument in row.shape_rule.arguments:
        if isinstance(argument, Name) and argument.text not in known:
            text = f"{row.op}: {argument.text} is no argument; arguments are {', '.join(known)}"
            yield "infer_meta", text
    if reason := _reserved(row.shape_rule.function):
        yield "infer_meta", f"{row.op}: {row.shape_rule.function} {reason}"


def _check_tensor_lists(row: Row) -> Iterator[tuple[str, str]]:
    names = [arg.name for arg in row.tensors]
    for key in ("typed", "promote", "shape_only", "mutates"):
        for name in getattr(row, key):
            if name not in names:
                yield key, f"{row.op}: {key}: {name} is no tensor argument"
    with_elements = {*row.promote, *row.mutates}
    with_elements |= {flow.source for flow in (row.inplace, row.view) if flow}
    for name in row.shape_only:
        if name in with_elements:
            yield "shape_only", f"{row.op}: shape_only: the elements of {name} are needed"


def _check_flows(row: Row) -> Iterator[tuple[str, str]]:
    for key in ("inplace", "view"):
        flow: Flow | None = getattr(row, key)
        if flow is None:
            continue
        source = next((arg for arg in row.args if arg.name == flow.source), None)
        if source is None or source.kind is not Kind.TENSOR or source.optional:
            yield key, f"{row.op}: {key}: {flow.source} is no argument of type Tensor"
        if not row.outputs or flow.target != row.outputs[0].name:
            yield key, f"{row.op}: {key}: {flow.target} is not the first output"
        if row.dynamic:
            yield key, f"{row.op}: {key}: the shape of a dynamic output is not known beforehand"
    if row.inplace and any(o.is_list for o in row.outputs if o.name == row.inplace.target):
        yield "inplace", f"{row.op}: inplace: {row.inplace.target} is a list"
    if row.inplace_aliases and not row.inplace:
        yield "inplace_aliases", f"{row.op}: inplace_aliases without inplace"


def _check_kernel(row: Row) -> Iterator[tuple[str, str]]:
    if row.kernel is None and row.view is None:
        yield "kernel", f"{row.op}: only a view has no kernel"
    if row.kernel is None and row.simd:
        yield "simd", f"{row.op}: simd without a kernel"


def _check_gradient_targets(row: Row) -> Iterator[tuple[str, str]]:
    if not row.grad and not row.lets:
        return
    if not row.outputs:
        yield "grad", f"{row.op}: grad: there is no output"
    names = [arg.name for arg in row.tensors]
    seen: set[str] = set()
    for target in (name for formula in row.grad for name in formula.targets):
        if target not in names:
            yield "grad", f"{row.op}: grad: {target} is no tensor argument"
        if target in seen:
            yield "grad", f"{row.op}: grad: {target} is given twice"
        seen.add(target)
    for name in names:
        if name not in seen:
            yield "grad", f"{row.op}: grad: no formula for {name}; write a formula or none"
    with_formula = {name for formula in row.grad if formula.text for name in formula.targets}
    if not with_formula:
        yield "grad", f"{row.op}: grad: all are none; leave grad out"
    for name in _integer_only(row):
        if name in with_formula:
            yield "grad", f"{row.op}: grad: {name} is never of a floating dtype, write none"


def _integer_only(row: Row) -> Iterable[str]:
    differentiable = {*DTYPE_GROUPS["float"], *DTYPE_GROUPS["complex"]}
    return () if differentiable & set(row.dtype_names) else row.typed_names


def _formula_errors(row: Row, catalog: Catalog) -> Iterator[TableError]:
    try:
        gradient = compile_gradient(row, catalog)
    except TableError as error:
        yield error
        return
    for let in row.lets:
        if let.name not in gradient.uses.lets:
            yield TableError(let.location, f"{row.op}: let {let.name} is never used")
