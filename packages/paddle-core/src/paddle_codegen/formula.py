"""The gradient language: an expression in Python's grammar, checked for types, becomes C++.

A formula calls operators of the tables; its names are the row's arguments and outputs, `grad`,
`grad_NAME` and what `let` names. Compiling it also tells what a backward pass has to keep.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeGuard

from paddle_codegen import cpp
from paddle_codegen.model import (
    COMPOSITE,
    COMPOSITE_FOR_GRAPH,
    DTYPES,
    Arg,
    Catalog,
    DTypeName,
    Formula,
    Kind,
    Let,
    Location,
    MissingOperatorError,
    Row,
    TableError,
)

# Operators that formulas call through a function that gives a tensor back as it is where there is
# nothing to do, and the arguments that this function takes.
FREE_WHERE_TRIVIAL: dict[str, tuple[Kind, ...]] = {
    "conj": (Kind.TENSOR,),
    "reduce_to": (Kind.TENSOR, Kind.TENSOR),
    "expand_as": (Kind.TENSOR, Kind.TENSOR),
    "reshape_like": (Kind.TENSOR, Kind.TENSOR),
    "cast": (Kind.TENSOR, Kind.DTYPE),
}
BUILTINS = ("meta", "wants", "ndim", "numel", "dtype", "shape", "len")
# Rows that arithmetic stands for.
ARITHMETIC = {
    ast.Add: ("+", "add"),
    ast.Sub: ("-", "subtract"),
    ast.Mult: ("*", "multiply"),
    ast.Div: ("/", "divide"),
}
COMPARISONS = {
    ast.Lt: ("<", "less_than"),
    ast.LtE: ("<=", "less_equal"),
    ast.Gt: (">", "greater_than"),
    ast.GtE: (">=", "greater_equal"),
    ast.Eq: ("==", "equal"),
    ast.NotEq: ("!=", "not_equal"),
}
# How formula_arithmetic.inc calls rows; further arguments have defaults.
_BINARY = (Kind.TENSOR, Kind.TENSOR)
HELPERS: dict[str, tuple[Kind, ...]] = {
    **{name: _BINARY for _, name in (*ARITHMETIC.values(), *COMPARISONS.values())},
    "elementwise_pow": _BINARY,
    "reciprocal": (Kind.TENSOR,),
    "pow": (Kind.TENSOR, Kind.SCALAR),
    "full_like": (Kind.TENSOR, Kind.SCALAR),
    "cast": (Kind.TENSOR, Kind.DTYPE),
    "scale": (Kind.TENSOR, Kind.SCALAR, Kind.SCALAR, Kind.BOOL),
}
ELEMENTS = {Kind.INTS: Kind.INT, Kind.FLOATS: Kind.FLOAT, Kind.TENSORS: Kind.TENSOR}
NUMBERS = (Kind.INT, Kind.FLOAT, Kind.SCALAR)


@dataclass(frozen=True)
class Value:
    """A compiled part of a formula. `kind` is None for the literal None and for several results."""

    cpp: str
    kind: Kind | None
    optional: bool = False
    atomic: bool = True  # needs no parentheses inside an operator
    results: tuple[Kind, ...] = ()  # of a call with several outputs
    is_mask: bool = False  # a tensor that came from a comparison
    items: tuple[Value, ...] | None = None  # of a list literal
    number: int | float | None = None  # of a number literal
    shape_of: str = ""  # the tensor whose shape this is

    @property
    def is_none(self) -> bool:
        return self.kind is None and not self.results and self.items is None

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS and not self.optional

    @property
    def type_text(self) -> str:
        if self.results:
            return f"{len(self.results)} results"
        if self.items is not None:
            return "a list"
        if self.kind is None:
            return "None"
        return self.kind.value + ("?" if self.optional else "")

    @property
    def wrapped(self) -> str:
        return self.cpp if self.atomic else f"({self.cpp})"


@dataclass
class Uses:
    """What formulas read of their row."""

    grads: set[int] = field(default_factory=set)
    inputs: set[int] = field(default_factory=set)  # elements
    metas: set[int] = field(default_factory=set)  # shape and dtype
    outputs: set[int] = field(default_factory=set)
    attrs: set[int] = field(default_factory=set)
    lets: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)  # operators, those of arithmetic left out

    def add(self, other: Uses) -> None:
        for name in ("grads", "inputs", "metas", "outputs", "attrs", "lets", "calls"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True)
class CompiledFormula:
    targets: tuple[int, ...]  # tensor arguments
    value: Value | None  # None where the composite serves always
    uses: Uses
    composite: bool = False  # through the composite, or, with a value, where a graph is wanted


@dataclass(frozen=True)
class CompiledLet:
    name: str
    value: Value
    uses: Uses


@dataclass(frozen=True)
class Gradient:
    """All formulas of a row, compiled."""

    lets: tuple[CompiledLet, ...]
    formulas: tuple[CompiledFormula, ...]

    @property
    def uses(self) -> Uses:
        total = Uses()
        for let in self.lets:
            total.add(let.uses)
        for formula in self.formulas:
            total.add(formula.uses)
        return total

    @property
    def targets(self) -> set[int]:
        return {target for formula in self.formulas for target in formula.targets}


def mask(bits: set[int]) -> int:
    return sum(1 << bit for bit in bits)


class _Compiler:
    """Compiles one expression of a row."""

    def __init__(
        self, row: Row, catalog: Catalog, lets: dict[str, Value], where: Location, what: str
    ) -> None:
        self.row = row
        self.catalog = catalog
        self.lets = lets
        self.where = where
        self.what = what
        self.uses = Uses()
        self.narrowed: set[str] = set()

    def fail(self, text: str) -> TableError:
        return TableError(self.where, f"{self.row.op}, {self.what}: {text}")

    def missing(self, text: str) -> TableError:
        return MissingOperatorError(self.where, f"{self.row.op}, {self.what}: {text}")

    def compile(self, text: str) -> Value:
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except SyntaxError as error:
            raise self.fail(f"{error.msg}: {text}") from None
        return self.visit(tree.body)

    def visit(self, node: ast.expr) -> Value:
        visitors: dict[type, Callable[..., Value]] = {
            ast.Constant: self.visit_constant,
            ast.Name: self.visit_name,
            ast.Call: self.visit_call,
            ast.BinOp: self.visit_binary,
            ast.UnaryOp: self.visit_unary,
            ast.BoolOp: self.visit_bool,
            ast.Compare: self.visit_compare,
            ast.IfExp: self.visit_if,
            ast.List: self.visit_list,
            ast.Subscript: self.visit_subscript,
        }
        visitor = visitors.get(type(node))
        if visitor is None:
            raise self.fail(f"{ast.unparse(node)!r} is not part of the formula language")
        return visitor(node)

    # Names and literals

    def visit_constant(self, node: ast.Constant) -> Value:
        value = node.value
        if value is None:
            return Value("std::nullopt", None)
        if isinstance(value, bool):
            return Value(cpp.literal(value), Kind.BOOL)
        if isinstance(value, int):
            return Value(cpp.integer(value), Kind.INT, number=value)
        if isinstance(value, float):
            return Value(cpp.number(value), Kind.FLOAT, number=value)
        if isinstance(value, str):
            return Value(cpp.string(value), Kind.STR)
        raise self.fail(f"{value!r} is not part of the formula language")

    def visit_name(self, node: ast.Name) -> Value:
        return self.name(node.id, meta=False)

    def name(self, name: str, meta: bool) -> Value:
        if name in self.lets:
            self.uses.lets.add(name)
            return self.lets[name]
        for i, arg in enumerate(self.row.tensors):
            if arg.name == name:
                (self.uses.metas if meta else self.uses.inputs).add(i)
                return Value(name, arg.kind, self.is_optional(arg))
        for i, arg in enumerate(self.row.attrs):
            if arg.name == name:
                self.uses.attrs.add(i)
                narrowed = arg.optional and name in self.narrowed
                return Value(f"*{name}" if narrowed else name, arg.kind, self.is_optional(arg))
        for i, output in enumerate(self.row.outputs):
            if output.name == name:
                self.uses.outputs.add(i)
                return Value(name, Kind.TENSORS if output.is_list else Kind.TENSOR)
        if name == "grad" or name.startswith("grad_"):
            return self.incoming(name)
        if name in DTYPES:
            return Value(cpp.literal(DTypeName(name)), Kind.DTYPE)
        raise self.fail(f"unknown name {name!r}; {self.known_names()}")

    def incoming(self, name: str) -> Value:
        target = name.removeprefix("grad").removeprefix("_")
        outputs = [output.name for output in self.row.outputs]
        if target and target not in outputs:
            raise self.fail(f"{name}: the outputs are {', '.join(outputs)}")
        index = outputs.index(target) if target else 0
        self.uses.grads.add(index)
        is_list = self.row.outputs[index].is_list
        return Value(grad_local(self.row, index), Kind.TENSORS if is_list else Kind.TENSOR)

    def is_optional(self, arg: Arg) -> bool:
        return arg.optional and arg.name not in self.narrowed

    def known_names(self) -> str:
        outputs = [output.name for output in self.row.outputs]
        names = [*(arg.name for arg in self.row.args), *outputs, "grad", *self.lets]
        return f"known are {', '.join(names)}"

    def visit_list(self, node: ast.List) -> Value:
        items = tuple(self.visit(item) for item in node.elts)
        return Value("", None, items=items)

    def visit_subscript(self, node: ast.Subscript) -> Value:
        index = self.fit(self.visit(node.slice), Kind.INT, False, "an index")
        base = self.visit(node.value)
        if base.shape_of:  # only this size has to be known
            return Value(f"formula::size({base.shape_of}, {index})", Kind.INT)
        if base.kind is Kind.INTS and not base.optional:
            return Value(f"formula::at({base.cpp}, {index})", Kind.INT)
        if base.kind is Kind.TENSORS:
            return Value(f"formula::at({base.cpp}, {index})", Kind.TENSOR)
        raise self.fail(f"{ast.unparse(node)}: {base.type_text} has no elements")

    # Calls

    def visit_call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name):
            raise self.fail(f"{ast.unparse(node.func)!r} is no operator")
        name = node.func.id
        if name == "meta":
            raise self.fail(f"{ast.unparse(node)}: meta() is only an argument of operators")
        if name in BUILTINS:
            return self.builtin(name, node)
        row = self.catalog.find(name)
        if row is None:
            raise self.missing(f"there is no operator {name!r}")
        return self.operator(row, node)

    def builtin(self, name: str, node: ast.Call) -> Value:
        if len(node.args) != 1 or node.keywords:
            raise self.fail(f"{name} takes one argument")
        argument = node.args[0]
        if name == "wants":
            return Value(f"call_.wants({self.wanted(argument)})", Kind.BOOL)
        if name == "len":
            value = self.meta(argument)
            if value.kind not in (Kind.TENSORS, Kind.INTS, Kind.FLOATS) or value.optional:
                raise self.fail(f"len({ast.unparse(argument)}): {value.type_text} has no length")
            return Value(f"formula::length({value.cpp})", Kind.INT)
        value = self.meta(argument)
        if value.kind is not Kind.TENSOR and not (name == "meta" and value.kind is Kind.TENSORS):
            call = ast.unparse(node)
            raise self.fail(f"{call}: expected a Tensor, got {value.type_text}")
        if name == "meta":
            return value
        kinds = {"ndim": Kind.INT, "numel": Kind.INT, "dtype": Kind.DTYPE, "shape": Kind.INTS}
        shape_of = value.cpp if name == "shape" else ""
        return Value(f"formula::{name}({value.cpp})", kinds[name], shape_of=shape_of)

    def wanted(self, node: ast.expr) -> int:
        names = [arg.name for arg in self.row.tensors]
        if not isinstance(node, ast.Name) or node.id not in names:
            raise self.fail(f"wants({ast.unparse(node)}): expected one of {', '.join(names)}")
        return names.index(node.id)

    def meta(self, node: ast.expr) -> Value:
        """An argument of which only shape and dtype are read."""
        if is_meta_call(node):
            return self.builtin("meta", node)
        return self.name(node.id, meta=True) if isinstance(node, ast.Name) else self.visit(node)

    def operator(self, row: Row, node: ast.Call) -> Value:
        given = self.bind(row, node)
        texts = []
        for arg in row.args:
            if arg.name in given:
                value = self.argument(row, arg, given[arg.name])
                texts.append(self.fit(value, arg.kind, arg.optional, f"{row.op}, {arg.name}"))
            elif arg.default is not None:
                texts.append(cpp.default(arg))
            else:
                raise self.fail(f"{row.op}: the argument {arg.name} is missing")
        while texts and row.args[len(texts) - 1].name not in given:
            texts.pop()  # the C++ call has the same defaults
        self.uses.calls.add(row.op)
        kinds = tuple(arg.kind for arg in row.args)
        namespace = "formula" if FREE_WHERE_TRIVIAL.get(row.op) == kinds else "ops"
        text = f"{namespace}::{row.op}({', '.join(texts)})"
        if len(row.outputs) > 1:
            results = (Kind.TENSORS if o.is_list else Kind.TENSOR for o in row.outputs)
            return Value(text, None, results=tuple(results))
        return Value(text, Kind.TENSORS if row.list_output else Kind.TENSOR)

    def argument(self, row: Row, arg: Arg, node: ast.expr) -> Value:
        if arg.name in row.shape_only:
            return self.meta(node)
        if is_meta_call(node):
            raise self.fail(
                f"{row.op} reads the elements of {arg.name}, which meta() has not; if it does not, "
                f"its row says `shape_only: {arg.name}`"
            )
        return self.visit(node)

    def bind(self, row: Row, node: ast.Call) -> dict[str, ast.expr]:
        names = [arg.name for arg in row.args]
        if len(node.args) > len(names):
            raise self.fail(f"{row.op} takes {len(names)} arguments, got {len(node.args)}")
        given = dict(zip(names, node.args, strict=False))
        for keyword in node.keywords:
            if keyword.arg not in names:
                known = ", ".join(names)
                raise self.fail(f"{row.op} has no argument {keyword.arg!r}; it has {known}")
            if keyword.arg in given:
                raise self.fail(f"{row.op}: {keyword.arg} is given twice")
            given[keyword.arg] = keyword.value
        return given

    def fit(self, value: Value, kind: Kind, optional: bool, what: str) -> str:
        """The value as a C++ argument of this type."""
        if value.is_none and optional:
            return "Tensor()" if kind is Kind.TENSOR else "std::nullopt"
        if value.items is not None:
            return self.fit_list(value.items, kind, what)
        if value.kind is kind and kind.is_tensor:
            return value.cpp
        if value.optional and not optional and value.kind is not None:
            raise self.fail(f"{what}: may be None here; ask `is None` first")
        if value.kind is kind:
            return value.cpp
        if value.kind is Kind.INT and kind is Kind.INTS:
            return f"Dims{{{value.cpp}}}"
        if value.kind is Kind.INT and kind is Kind.FLOAT:
            return cpp.number(value.number) if value.number is not None else as_double(value)
        if value.kind in (Kind.BOOL, Kind.INT, Kind.FLOAT) and kind is Kind.SCALAR:
            return f"Scalar({value.cpp})"
        if value.kind is Kind.STR and kind is Kind.DTYPE and value.cpp.strip('"') in DTYPES:
            return cpp.literal(DTypeName(value.cpp.strip('"')))
        expected = kind.value + ("?" if optional else "")
        raise self.fail(f"{what}: expected {expected}, got {value.type_text}")

    def fit_list(self, items: tuple[Value, ...], kind: Kind, what: str) -> str:
        element = ELEMENTS.get(kind)
        if element is None:
            raise self.fail(f"{what}: expected {kind.value}, got a list")
        texts = ", ".join(self.fit(item, element, False, what) for item in items)
        types = {Kind.INTS: "Dims", Kind.FLOATS: "std::vector<double>"}
        return f"{types.get(kind, 'std::vector<Tensor>')}{{{texts}}}"

    # Arithmetic

    def visit_binary(self, node: ast.BinOp) -> Value:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Pow):
            return self.power(left, right, node)
        if type(node.op) not in ARITHMETIC:
            raise self.fail(f"{ast.unparse(node)!r}: operators are + - * / **")
        symbol, needed = ARITHMETIC[type(node.op)]
        if Kind.TENSOR in (left.kind, right.kind):
            return self.tensor_arithmetic(symbol, needed, left, right, node)
        self.need_numbers(node, left, right)
        a, b = number_text(left), number_text(right)
        is_int = left.kind is Kind.INT and right.kind is Kind.INT
        if symbol == "/" and is_int:
            return Value(f"{as_double(left)} / {b}", Kind.FLOAT, atomic=False)
        return Value(f"{a} {symbol} {b}", Kind.INT if is_int else Kind.FLOAT, atomic=False)

    def tensor_arithmetic(
        self, symbol: str, needed: str, left: Value, right: Value, node: ast.BinOp
    ) -> Value:
        for value in (left, right):
            if value.kind is not Kind.TENSOR and not value.is_number:
                types = f"{left.type_text} and {right.type_text}"
                raise self.fail(f"{ast.unparse(node)!r}: no arithmetic between {types}")
        both = left.kind is right.kind
        self.need_rows(node, *((needed,) if both else self.number_rows(symbol, left)))
        if symbol == "*" and left.is_mask != right.is_mask and both:
            tensor, condition = (right, left) if left.is_mask else (left, right)
            self.need_rows(node, "cast")
            return Value(f"formula::masked({tensor.cpp}, {condition.cpp})", Kind.TENSOR)
        return Value(f"{left.wrapped} {symbol} {right.wrapped}", Kind.TENSOR, atomic=False)

    @staticmethod
    def number_rows(symbol: str, left: Value) -> tuple[str, ...]:
        if symbol == "/" and left.kind is not Kind.TENSOR:
            return ("reciprocal", "full_like", "divide")
        return ("scale",)

    def power(self, left: Value, right: Value, node: ast.BinOp) -> Value:
        if left.kind is Kind.TENSOR and right.is_number:
            self.need_rows(node, "pow")
            self.uses.calls.add("pow")
            return Value(f"ops::pow({left.cpp}, {self.scalar(right)})", Kind.TENSOR)
        if left.kind is Kind.TENSOR and right.kind is Kind.TENSOR:
            self.need_rows(node, "elementwise_pow")
            self.uses.calls.add("elementwise_pow")
            return Value(f"ops::elementwise_pow({left.cpp}, {right.cpp})", Kind.TENSOR)
        if left.is_number and right.kind is Kind.TENSOR:
            self.need_rows(node, "elementwise_pow", "full_like")
            return Value(f"formula::pow({self.scalar(left)}, {right.cpp})", Kind.TENSOR)
        self.need_numbers(node, left, right)
        text = f"std::pow({as_double(left)}, {as_double(right)})"
        return Value(text, Kind.FLOAT)

    def scalar(self, value: Value) -> str:
        return value.cpp if value.kind is Kind.SCALAR else f"Scalar({value.cpp})"

    def need_numbers(self, node: ast.expr, *values: Value) -> None:
        if not all(value.is_number for value in values):
            types = " and ".join(value.type_text for value in values)
            raise self.fail(f"{ast.unparse(node)!r}: no arithmetic between {types}")

    def need_rows(self, node: ast.expr, *names: str) -> None:
        for name in names:
            row = self.catalog.find(name)
            if row is None:
                raise self.missing(f"{ast.unparse(node)!r} needs the operator {name!r}")
            kinds = tuple(arg.kind for arg in row.args)
            rest = row.args[len(HELPERS[name]) :]
            if kinds[: len(HELPERS[name])] != HELPERS[name] or any(a.default is None for a in rest):
                wanted = ", ".join(kind.value for kind in HELPERS[name])
                raise self.fail(f"{ast.unparse(node)!r} needs {name!r} to take ({wanted})")

    def visit_unary(self, node: ast.UnaryOp) -> Value:
        value = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            return Value(f"!{self.condition(value, node).wrapped}", Kind.BOOL)
        if not isinstance(node.op, ast.USub):
            raise self.fail(f"{ast.unparse(node)!r} is not part of the formula language")
        if value.kind is Kind.TENSOR:
            self.need_rows(node, "scale")
            return Value(f"-{value.wrapped}", Kind.TENSOR, atomic=False)
        self.need_numbers(node, value, value)
        if value.number is not None:
            negative = -value.number
            return Value(cpp.literal(negative), value.kind, number=negative, atomic=False)
        kind = Kind.INT if value.kind is Kind.INT else Kind.FLOAT
        return Value(f"-{number_text(value)}", kind, atomic=False)

    # Conditions

    def condition(self, value: Value, node: ast.expr) -> Value:
        if value.kind is not Kind.BOOL or value.optional:
            raise self.fail(f"{ast.unparse(node)!r}: a condition is a bool, not {value.type_text}")
        return value

    def visit_bool(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        symbol = " && " if is_and else " || "
        parts, known = [], set[str]()
        for item in node.values:
            with self.narrowing(known):
                parts.append(self.condition(self.visit(item), item).wrapped)
            known = known | present_names(item, when=is_and)
        return Value(symbol.join(parts), Kind.BOOL, atomic=False)

    def visit_compare(self, node: ast.Compare) -> Value:
        if len(node.ops) != 1:
            raise self.fail(f"{ast.unparse(node)!r}: one comparison at a time")
        operator, right_node = node.ops[0], node.comparators[0]
        if isinstance(operator, (ast.Is, ast.IsNot)):
            return self.none_test(node, isinstance(operator, ast.Is))
        if type(operator) not in COMPARISONS:
            raise self.fail(f"{ast.unparse(node)!r} is not part of the formula language")
        symbol, row_name = COMPARISONS[type(operator)]
        left, right = self.visit(node.left), self.visit(right_node)
        if Kind.TENSOR in (left.kind, right.kind):
            return self.tensor_comparison(node, row_name, left, right)
        comparable = left.is_number and right.is_number
        if symbol in ("==", "!="):
            comparable = comparable or (left.kind is right.kind and left.kind is not None)
        if not comparable or left.optional or right.optional:
            types = f"{left.type_text} and {right.type_text}"
            raise self.fail(f"{ast.unparse(node)!r}: {types} cannot be compared")
        if left.is_number:
            text = f"{number_text(left)} {symbol} {number_text(right)}"
        else:
            text = f"{left.wrapped} {symbol} {right.wrapped}"
        return Value(text, Kind.BOOL, atomic=False)

    def tensor_comparison(
        self, node: ast.Compare, row_name: str, left: Value, right: Value
    ) -> Value:
        for value in (left, right):
            if value.kind is not Kind.TENSOR and not value.is_number:
                raise self.fail(f"{ast.unparse(node)!r}: cannot compare with {value.type_text}")
        if left.kind is not Kind.TENSOR:
            raise self.fail(f"{ast.unparse(node)!r}: the tensor stands on the left")
        self.need_rows(node, row_name)
        text = right.cpp
        if right.kind is not Kind.TENSOR:
            self.need_rows(node, "full_like")
            text = self.scalar(right)
        return Value(f"formula::{row_name}({left.cpp}, {text})", Kind.TENSOR, is_mask=True)

    def none_test(self, node: ast.Compare, is_none: bool) -> Value:
        left, right = node.left, node.comparators[0]
        if not isinstance(right, ast.Constant) or right.value is not None:
            raise self.fail(f"{ast.unparse(node)!r}: `is` only compares with None")
        optional = {arg.name for arg in self.row.args if arg.optional}
        if not isinstance(left, ast.Name) or left.id not in optional:
            raise self.fail(f"{ast.unparse(node)!r}: only an argument marked ? can be None")
        value = self.name(left.id, meta=True)
        name = value.cpp.lstrip("*")
        is_tensor = value.kind is Kind.TENSOR
        present = f"static_cast<bool>({name})" if is_tensor else f"{name}.has_value()"
        return Value(f"!{present}" if is_none else present, Kind.BOOL)

    @contextmanager
    def narrowing(self, names: set[str]) -> Iterator[None]:
        before = self.narrowed
        self.narrowed = before | names
        yield
        self.narrowed = before

    def visit_if(self, node: ast.IfExp) -> Value:
        condition = self.condition(self.visit(node.test), node.test)
        with self.narrowing(present_names(node.test, when=True)):
            left = self.visit(node.body)
        with self.narrowing(present_names(node.test, when=False)):
            right = self.visit(node.orelse)
        a, b, merged = self.unify(left, right, node)
        text = f"{condition.wrapped} ? {a} : {b}"
        return Value(text, merged.kind, merged.optional, atomic=False, results=merged.results)

    def unify(self, left: Value, right: Value, node: ast.IfExp) -> tuple[str, str, Value]:
        """Both branches as C++ of one type, and that type."""
        if left.results or right.results:
            if left.results != right.results:
                raise self.fail(f"{ast.unparse(node)!r}: the branches have different results")
            return left.wrapped, right.wrapped, left
        kind = common_kind(left, right)
        if kind is None:
            types = f"{left.type_text} and {right.type_text}"
            raise self.fail(f"{ast.unparse(node)!r}: the branches are {types}")
        is_none = left.is_none or right.is_none
        optional = is_none or left.optional or right.optional
        texts = [self.fit(value, kind, optional, ast.unparse(node)) for value in (left, right)]
        if kind is Kind.TENSOR:
            typed = [text if text.startswith("Tensor(") else f"Tensor({text})" for text in texts]
        elif kind is Kind.TENSORS:
            typed = [f"formula::list({text})" for text in texts]
        elif optional:
            typed = [f"{cpp.attr_type(kind, True)}({text})" for text in texts]
        else:
            typed = [f"{cpp.value_type(kind)}({text})" for text in texts]
        return typed[0], typed[1], Value("", kind, optional)


def is_meta_call(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "meta"


def common_kind(left: Value, right: Value) -> Kind | None:
    """The kind that both branches of a condition can have."""
    kinds = [list_kind(value) for value in (left, right) if not value.is_none]
    if len(kinds) == 1:
        return kinds[0]
    if not kinds or kinds[0] is kinds[1]:
        return kinds[0] if kinds else None
    if all(kind in NUMBERS for kind in kinds):
        return Kind.SCALAR if Kind.SCALAR in kinds else Kind.FLOAT
    return None


def list_kind(value: Value) -> Kind | None:
    if value.items is None:
        return value.kind
    kinds = {item.kind for item in value.items}
    if kinds == {Kind.TENSOR}:
        return Kind.TENSORS
    return Kind.INTS if kinds <= {Kind.INT} else Kind.FLOATS


def present_names(test: ast.expr, when: bool) -> set[str]:
    """The names that are not None where the test has this result."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return present_names(test.operand, not when)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == when:
        return set().union(*(present_names(part, when) for part in test.values))
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name):
        return set()
    is_not = isinstance(test.ops[0], ast.IsNot)
    is_test = is_not or isinstance(test.ops[0], ast.Is)
    return {test.left.id} if is_test and is_not == when else set()


def as_double(value: Value) -> str:
    if value.kind is Kind.SCALAR:
        return f"{value.wrapped}.to<double>()"
    return value.wrapped if value.kind is Kind.FLOAT else f"static_cast<double>({value.cpp})"


def number_text(value: Value) -> str:
    return as_double(value) if value.kind is Kind.SCALAR else value.wrapped


def grad_local(row: Row, index: int) -> str:
    """An incoming gradient in the generated function: a value, or computed when first asked."""
    if len(row.outputs) == 1:
        return "grad"
    return f"grad_{row.outputs[index].name}()"


def compile_gradient(row: Row, catalog: Catalog) -> Gradient:
    """Compiles all formulas of a row; raises TableError at the first that is wrong."""
    lets: dict[str, Value] = {}
    compiled_lets = []
    for let in row.lets:
        compiled = _compile_let(row, let, catalog, lets)
        compiled_lets.append(compiled)
        kind = compiled.value
        lets[let.name] = Value(f"{let.name}()", kind.kind, kind.optional, is_mask=kind.is_mask)
    formulas = [
        _compile_formula(row, formula, catalog, lets) for formula in row.grad if formula.text
    ]
    return Gradient(tuple(compiled_lets), tuple(formulas))


def _compile_let(row: Row, let: Let, catalog: Catalog, lets: dict[str, Value]) -> CompiledLet:
    compiler = _Compiler(row, catalog, lets, let.location, f"let {let.name}")
    value = compiler.compile(let.text)
    kind = list_kind(value)
    if kind is None:
        raise compiler.fail(f"a common part is one value, got {value.type_text}")
    text = compiler.fit(value, kind, value.optional, let.name)
    if kind is Kind.TENSORS:
        text = f"formula::list({text})"
    elif kind is Kind.INTS and not value.optional:
        text = f"formula::dims({text})"
    owned = Value(text, kind, value.optional, is_mask=value.is_mask)
    return CompiledLet(let.name, owned, compiler.uses)


def _compile_formula(
    row: Row, formula: Formula, catalog: Catalog, lets: dict[str, Value]
) -> CompiledFormula:
    what = f"gradient of {', '.join(formula.targets)}"
    compiler = _Compiler(row, catalog, lets, formula.location, what)
    assert formula.text is not None
    targets = tuple(row.tensor_index(name) for name in formula.targets)
    if formula.is_composite and (row.list_output or row.has_lists):
        raise compiler.fail("a composite has no lists of tensors")
    if formula.text == COMPOSITE:
        return CompiledFormula(targets, None, _composite_uses(row), True)
    value = _compile_value(row, formula, compiler)
    if formula.is_composite:
        compiler.uses.add(_composite_uses(row))
    return CompiledFormula(targets, value, compiler.uses, formula.is_composite)


def _composite_uses(row: Row) -> Uses:
    """A composite takes what the row takes."""
    metas = {row.tensor_index(name) for name in row.shape_only}
    return Uses(
        inputs=set(range(len(row.tensors))) - metas,
        metas=metas,
        attrs=set(range(len(row.attrs))),
    )


def _compile_value(row: Row, formula: Formula, compiler: _Compiler) -> Value:
    """The formula itself, or what stands behind `composite if create_graph else`."""
    value = compiler.compile((formula.text or "").removeprefix(COMPOSITE_FOR_GRAPH))
    args = [next(arg for arg in row.tensors if arg.name == name) for name in formula.targets]
    wanted = tuple(arg.kind for arg in args)
    if len(args) > 1:
        if value.results != wanted:
            expected = ", ".join(kind.value for kind in wanted)
            got = ", ".join(kind.value for kind in value.results) or value.type_text
            raise compiler.fail(f"expected a call with the outputs {expected}, got {got}")
    else:
        optional = value.optional or value.is_none
        text = compiler.fit(value, wanted[0], optional, "the result")
        if wanted[0] is Kind.TENSORS:
            text = f"formula::list({text})"
        value = Value(text, wanted[0])
    return value
