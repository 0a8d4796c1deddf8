"""Reads tables: YAML with line numbers into rows. What a row means is looked at in check.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from paddle_codegen.model import (
    AUTOCAST,
    DTYPE_GROUPS,
    DTYPES,
    Formula,
    Let,
    Location,
    Row,
    Table,
    TableError,
    TablesError,
)
from paddle_codegen.signature import (
    parse_args,
    parse_flow,
    parse_names,
    parse_outputs,
    parse_shape_rule,
)

MAX_LINES = 600
REQUIRED = ("op", "args", "output", "infer_meta")
KEYS = (
    *REQUIRED,
    *("kernel", "simd", "cuda", "dtypes", "typed", "promote", "shape_only", "mutates"),
    *(
        "inplace",
        "inplace_aliases",
        "view",
        "dynamic",
        "random",
        "autocast",
        "spmd",
        "fallback",
        "grad",
    ),
)


@dataclass(frozen=True)
class _Fields:
    """A YAML mapping with the lines of its keys."""

    values: dict[str, yaml.Node]
    lines: dict[str, int]
    file: str

    def where(self, key: str) -> Location:
        return Location(self.file, self.lines[key])

    def text(self, key: str) -> str:
        node = self.values[key]
        if not isinstance(node, yaml.ScalarNode):
            raise TableError(self.where(key), f"{key}: expected a text, got a list or mapping")
        return node.value.strip()

    def flag(self, key: str) -> bool:
        if key not in self.values:
            return False
        text = self.text(key)
        if text not in ("true", "false"):
            raise TableError(self.where(key), f"{key}: expected true or false, got {text!r}")
        return text == "true"

    def optional(self, key: str, parse: Callable[[str, Location], object]) -> dict[str, object]:
        """The parsed value as a keyword, nothing where the key is absent."""
        return {key: parse(self.text(key), self.where(key))} if key in self.values else {}


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _fields(node: yaml.Node, file: str, what: str) -> _Fields:
    if not isinstance(node, yaml.MappingNode):
        raise TableError(Location(file, _line(node)), f"{what}: expected KEY: VALUE lines")
    values: dict[str, yaml.Node] = {}
    lines: dict[str, int] = {}
    for key, value in node.value:
        where = Location(file, _line(key))
        if key.value in values:
            raise TableError(where, f"{what}: {key.value} is given twice")
        values[key.value] = value
        lines[key.value] = where.line
    return _Fields(values, lines, file)


def _parse_dtypes(text: str, where: Location) -> tuple[str, ...]:
    names = parse_names(text, where)
    for name in names:
        if name not in DTYPES and name not in DTYPE_GROUPS:
            known = ", ".join((*DTYPE_GROUPS, *DTYPES[1:]))
            raise TableError(where, f"dtypes: unknown dtype {name!r}; known are {known}")
    return names


def _parse_autocast(text: str, where: Location) -> str:
    if text not in AUTOCAST:
        raise TableError(where, f"autocast: expected {', '.join(AUTOCAST)}, got {text!r}")
    return text


def _parse_fallback(text: str, where: Location) -> str:
    parts = text.split(".")
    if len(parts) < 2 or not all(part.isidentifier() for part in parts):
        raise TableError(where, f"fallback: expected a dotted Python name, got {text!r}")
    return text


def _parse_grad(node: yaml.Node, file: str) -> tuple[tuple[Let, ...], tuple[Formula, ...]]:
    fields = _fields(node, file, "grad")
    lets: tuple[Let, ...] = ()
    formulas = []
    for key in fields.values:
        if key == "let":
            parts = _fields(fields.values[key], file, "let")
            lets = tuple(Let(name, parts.text(name), parts.where(name)) for name in parts.values)
            continue
        where = fields.where(key)
        text = fields.text(key)
        formulas.append(Formula(parse_names(key, where), None if text == "none" else text, where))
    return lets, tuple(formulas)


def _parse_row(node: yaml.Node, file: str, family: str) -> Row:
    fields = _fields(node, file, "row")
    start = Location(file, _line(node))
    for key in fields.values:
        if key not in KEYS:
            raise TableError(fields.where(key), f"unknown key {key!r}; keys are {', '.join(KEYS)}")
    for key in REQUIRED:
        if key not in fields.values:
            raise TableError(start, f"the row has no {key!r}")
    op = fields.text("op")
    if "cuda" in fields.values and fields.text("cuda") != "none":
        raise TableError(fields.where("cuda"), "cuda: the only value is none")
    kernel = fields.text("kernel") if "kernel" in fields.values else op
    optional = {
        **fields.optional("dtypes", _parse_dtypes),
        **fields.optional("typed", parse_names),
        **fields.optional("promote", parse_names),
        **fields.optional("shape_only", parse_names),
        **fields.optional("mutates", parse_names),
        **fields.optional("inplace", lambda text, where: parse_flow("inplace", text, where)),
        **fields.optional("view", lambda text, where: parse_flow("view", text, where)),
        **fields.optional("autocast", _parse_autocast),
        **fields.optional("spmd", lambda text, _: text),
        **fields.optional("fallback", _parse_fallback),
    }
    lets, grad = _parse_grad(fields.values["grad"], file) if "grad" in fields.values else ((), ())
    return Row(
        op=op,
        args=parse_args(fields.text("args"), fields.where("args")),
        outputs=parse_outputs(fields.text("output"), fields.where("output")),
        shape_rule=parse_shape_rule(fields.text("infer_meta"), fields.where("infer_meta")),
        kernel=None if kernel == "none" else kernel,
        family=family,
        location=start,
        lines=fields.lines,
        simd=fields.flag("simd"),
        inplace_aliases=fields.flag("inplace_aliases"),
        dynamic=fields.flag("dynamic"),
        random=fields.flag("random"),
        lets=lets,
        grad=grad,
        **optional,  # type: ignore[arg-type]
    )


def parse_table(text: str, file: str) -> Table:
    """Parses one table; raises TablesError with everything that is wrong in it."""
    family = Path(file).stem
    if not family.isidentifier():
        raise TablesError([TableError(Location(file, 1), f"{family!r} is no identifier")])
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TablesError([TableError(Location(file, line), f"YAML: {error.problem}")]) from None
    if root is None:
        return Table(family, file, ())
    if not isinstance(root, yaml.SequenceNode):
        raise TablesError([TableError(Location(file, _line(root)), "a table is a list of rows")])
    errors = []
    if text.count("\n") >= MAX_LINES:
        too_long = f"a table stays under {MAX_LINES} lines; split it"
        errors.append(TableError(Location(file, MAX_LINES), too_long))
    rows = []
    for node in root.value:
        try:
            rows.append(_parse_row(node, file, family))
        except TableError as error:
            errors.append(error)
    if errors:
        raise TablesError(errors)
    return Table(family, file, tuple(rows))


def table_files(places: Iterable[Path]) -> list[Path]:
    """The tables among files and folders, in the order of their names."""
    files: list[Path] = []
    for place in places:
        files.extend(place.glob("*.yaml") if place.is_dir() else [place])
    return sorted(files)


def load_tables(places: Iterable[Path]) -> list[Table]:
    """Reads all tables; raises TablesError with everything that is wrong in them."""
    tables: list[Table] = []
    errors: list[TableError] = []
    for file in table_files(places):
        try:
            tables.append(parse_table(file.read_text(encoding="utf-8"), str(file)))
        except TablesError as error:
            errors.extend(error.errors)
    if errors:
        raise TablesError(errors)
    return tables
