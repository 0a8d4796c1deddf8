"""What a row of an operator table is, after parsing: frozen dataclasses that print back as YAML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

DTYPES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
HALF = ("float16", "bfloat16")
DTYPE_GROUPS: dict[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "int": ("uint8", "int8", "int16", "int32", "int64"),
    "half": HALF,
    "float": (*HALF, "float32", "float64"),
    "complex": ("complex64", "complex128"),
    "all": DTYPES,
}
# Instead of a formula: the gradient of a C++ function over operators, named as the row is.
COMPOSITE = "composite"
COMPOSITE_FOR_GRAPH = "composite if create_graph else "
AUTOCAST = ("keep", "white", "black", "promote")


@dataclass(frozen=True)
class Location:
    """A line of a table."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class TableError(ValueError):
    """Something wrong in a table; its text begins with file and line."""

    def __init__(self, location: Location, text: str) -> None:
        super().__init__(f"{location}: {text}")
        self.location = location


class MissingOperatorError(TableError):
    """A formula calls an operator that stands in no table."""


class TablesError(ValueError):
    """Everything wrong in a set of tables."""

    def __init__(self, errors: Iterable[TableError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(str(error) for error in self.errors))


class Kind(Enum):
    """The type of an argument, spelled as tables spell it."""

    TENSOR = "Tensor"
    TENSORS = "Tensor[]"
    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    STR = "str"
    DTYPE = "dtype"
    PLACE = "place"
    SCALAR = "scalar"
    INTS = "int[]"
    FLOATS = "float[]"

    @property
    def is_tensor(self) -> bool:
        return self in (Kind.TENSOR, Kind.TENSORS)


class DTypeName(str):
    """A dtype as a literal, told apart from a string."""

    __slots__ = ()


Literal = None | bool | int | float | str | tuple[int, ...] | tuple[float, ...]


def literal_text(value: Literal) -> str:
    """The literal as tables spell it."""
    if isinstance(value, DTypeName):
        return str(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(literal_text(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


@dataclass(frozen=True)
class Default:
    """The default of an argument; wrapped, since None is a default too."""

    value: Literal


@dataclass(frozen=True)
class Arg:
    """One typed argument of a row."""

    name: str
    kind: Kind
    optional: bool = False
    default: Default | None = None

    @property
    def is_tensor(self) -> bool:
        return self.kind.is_tensor

    def __str__(self) -> str:
        text = f"{self.kind.value}{'?' if self.optional else ''} {self.name}"
        return text if self.default is None else f"{text} = {literal_text(self.default.value)}"


@dataclass(frozen=True)
class Output:
    """One output of a row; a list has as many tensors as the shape rule says."""

    name: str
    is_list: bool = False

    def __str__(self) -> str:
        return f"Tensor{'[]' if self.is_list else ''}({self.name})"


@dataclass(frozen=True)
class Name:
    """An argument of the row, passed on to the shape rule."""

    text: str


@dataclass(frozen=True)
class ShapeRule:
    """The call of a C++ function that computes the outputs' shapes and dtypes."""

    function: str
    arguments: tuple[Name | Literal, ...] = ()

    def __str__(self) -> str:
        texts = (a.text if isinstance(a, Name) else literal_text(a) for a in self.arguments)
        return f"{self.function}({', '.join(texts)})"


@dataclass(frozen=True)
class Flow:
    """`x -> out`: an input whose memory an output takes over or shares."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@dataclass(frozen=True)
class Formula:
    """The gradient of the targets; no text means that there is none and asking for it raises."""

    targets: tuple[str, ...]
    text: str | None
    location: Location = field(compare=False)

    @property
    def is_composite(self) -> bool:
        return self.text is not None and (
            self.text == COMPOSITE or self.text.startswith(COMPOSITE_FOR_GRAPH)
        )


@dataclass(frozen=True)
class Let:
    """A named part of gradient formulas."""

    name: str
    text: str
    location: Location = field(compare=False)


@dataclass(frozen=True)
class Row:
    """One operator."""

    op: str
    args: tuple[Arg, ...]
    outputs: tuple[Output, ...]
    shape_rule: ShapeRule
    kernel: str | None
    family: str
    location: Location = field(compare=False)
    lines: dict[str, int] = field(compare=False, repr=False, hash=False, default_factory=dict)
    simd: bool = False
    dtypes: tuple[str, ...] = ("all",)
    typed: tuple[str, ...] = ()
    promote: tuple[str, ...] = ()
    shape_only: tuple[str, ...] = ()
    mutates: tuple[str, ...] = ()
    inplace: Flow | None = None
    inplace_aliases: bool = False
    view: Flow | None = None
    dynamic: bool = False
    random: bool = False
    autocast: str = "keep"
    spmd: str | None = None
    fallback: str | None = None
    lets: tuple[Let, ...] = ()
    grad: tuple[Formula, ...] = ()

    @property
    def tensors(self) -> tuple[Arg, ...]:
        return tuple(arg for arg in self.args if arg.is_tensor)

    @property
    def attrs(self) -> tuple[Arg, ...]:
        return tuple(arg for arg in self.args if not arg.is_tensor)

    @property
    def has_lists(self) -> bool:
        return any(arg.kind is Kind.TENSORS for arg in self.args)

    @property
    def list_output(self) -> bool:
        return bool(self.outputs) and self.outputs[-1].is_list

    @property
    def twin(self) -> str | None:
        """The name of the in-place form."""
        return f"{self.op}_" if self.inplace else None

    @property
    def dtype_names(self) -> tuple[str, ...]:
        """The dtypes that the kernel accepts, one by one, in their usual order."""
        wanted = {name for group in self.dtypes for name in DTYPE_GROUPS.get(group, (group,))}
        return tuple(name for name in DTYPES if name in wanted)

    @property
    def typed_names(self) -> tuple[str, ...]:
        """The tensor arguments that must have one of the dtypes."""
        return self.typed or self.promote or tuple(arg.name for arg in self.tensors[:1])

    @property
    def has_composite(self) -> bool:
        """Whether a gradient is that of a C++ function over operators."""
        return any(formula.is_composite for formula in self.grad)

    @property
    def signature(self) -> str:
        """The row in one line, as documentation shows it."""
        args = ", ".join(map(str, self.args))
        return f"{self.op}({args}) -> {', '.join(map(str, self.outputs)) or 'None'}"

    def tensor_index(self, name: str) -> int:
        return next(i for i, arg in enumerate(self.tensors) if arg.name == name)

    def attr_index(self, name: str) -> int:
        return next(i for i, arg in enumerate(self.attrs) if arg.name == name)

    def output_index(self, name: str) -> int:
        return next(i for i, output in enumerate(self.outputs) if output.name == name)

    def where(self, key: str) -> Location:
        """The line of one of the row's keys."""
        return Location(self.location.file, self.lines.get(key, self.location.line))

    def to_dict(self) -> dict[str, object]:
        """The row under the table's keys; keys with default values are left out."""
        result: dict[str, object] = {
            "op": self.op,
            "args": f"({', '.join(map(str, self.args))})",
            "output": ", ".join(map(str, self.outputs)) or "none",
            "infer_meta": str(self.shape_rule),
        }
        if self.kernel != self.op:
            result["kernel"] = self.kernel or "none"
        for key in ("simd", "inplace_aliases", "dynamic", "random"):
            if getattr(self, key):
                result[key] = True
        if self.dtypes != ("all",):
            result["dtypes"] = ", ".join(self.dtypes)
        for key in ("typed", "promote", "shape_only", "mutates"):
            if getattr(self, key):
                result[key] = ", ".join(getattr(self, key))
        for key in ("inplace", "view", "spmd", "fallback"):
            if getattr(self, key) is not None:
                result[key] = str(getattr(self, key))
        if self.autocast != "keep":
            result["autocast"] = self.autocast
        if self.grad:
            result["grad"] = self._grad_dict()
        return result

    def _grad_dict(self) -> dict[str, object]:
        result: dict[str, object] = {}
        if self.lets:
            result["let"] = {let.name: let.text for let in self.lets}
        for formula in self.grad:
            result[", ".join(formula.targets)] = formula.text or "none"
        return result


@dataclass(frozen=True)
class Table:
    """One file of rows."""

    family: str
    file: str
    rows: tuple[Row, ...]


class Catalog:
    """All rows that formulas may call, by name."""

    def __init__(self, tables: Iterable[Table], imported: Iterable[Row] = ()) -> None:
        self.tables = tuple(tables)
        self.rows = tuple(row for table in self.tables for row in table.rows)
        self.imported = tuple(imported)
        self.by_name: dict[str, Row] = {row.op: row for row in (*self.imported, *self.rows)}

    def find(self, name: str) -> Row | None:
        return self.by_name.get(name)
