"""The gradient language: what formulas become in C++, and what is wrong in wrong ones."""

from __future__ import annotations

import pytest
from paddle_codegen.emit.definition import gradient_masks
from paddle_codegen.emit.gradient import body
from paddle_codegen.emit.register import DIALECT
from paddle_codegen.formula import compile_gradient
from paddle_codegen.loader import parse_table
from paddle_codegen.model import Catalog

ARGS = (
    "(Tensor x, Tensor? w, Tensor[] many, bool flag = True, int n = 1, float eps = 0.5, "
    'str mode = "mean", scalar number = 1, int[] sizes = [], int? axis = None, '
    "int[]? axes = None, dtype? kind = None)"
)


def table(formula: str, outputs: str = "Tensor(out)", let: str = "") -> str:
    quoted = formula.replace("'", "''")
    return (
        f"- op: f\n  args: >-\n    {ARGS}\n  output: {outputs}\n  infer_meta: f(x)\n"
        f"  grad:\n    w: none\n    many: none\n{let}    x: '{quoted}'\n"
        "- op: pair\n  args: (Tensor a, Tensor b)\n  output: Tensor(p), Tensor(q)\n"
        "  infer_meta: pair(a)\n"
        "- op: cut\n  args: (Tensor x, int[] sizes, int axis = 0, float eps = 1e-5)\n"
        "  output: Tensor[](out)\n  infer_meta: cut(x)\n"
        "- op: join\n  args: (Tensor[] x, int[]? axes = None, dtype? kind = None)\n"
        "  output: Tensor(out)\n  infer_meta: join(x)\n"
    )


@pytest.fixture
def translate(fixture_catalog):
    def run(formula: str, outputs: str = "Tensor(out)", let: str = "") -> str:
        own = parse_table(table(formula, outputs, let), "t.yaml")
        arithmetic = [row for row in fixture_catalog.rows if row.family == "arithmetic"]
        gradient = compile_gradient(own.rows[0], Catalog([own], arithmetic))
        return gradient.formulas[0].value.cpp

    return run


TRANSLATIONS = [
    ("grad", "grad"),
    ("-grad", "-grad"),
    ("grad * x + out", "(grad * x) + out"),
    ("(grad - x) / -out", "(grad - x) / (-out)"),
    ("grad * 2", "grad * 2"),
    ("1 / x", "1 / x"),
    ("grad * eps", "grad * eps"),
    ("grad * number", "grad * number"),
    ("grad * (n + 1)", "grad * (n + 1)"),
    ("grad * (n / 2)", "grad * (static_cast<double>(n) / 2)"),
    ("grad * (number * 2)", "grad * (number.to<double>() * 2)"),
    ("grad * eps ** 2", "grad * std::pow(eps, static_cast<double>(2))"),
    ("grad * -1.5", "grad * (-1.5)"),
    ("x ** 2", "ops::pow(x, Scalar(2))"),
    ("x ** number", "ops::pow(x, number)"),
    ("x ** out", "ops::elementwise_pow(x, out)"),
    ("2 ** x", "formula::pow(Scalar(2), x)"),
    ("grad * (x > 0)", "formula::masked(grad, formula::greater_than(x, Scalar(0)))"),
    ("(x < out) * grad", "formula::masked(grad, formula::less_than(x, out))"),
    ("cast(grad, float64)", "formula::cast(grad, DType::kFloat64)"),
    ('cast(grad, "float64")', "formula::cast(grad, DType::kFloat64)"),
    ("cast(grad, dtype(x))", "formula::cast(grad, formula::dtype(x))"),
    ("reduce_to(grad, x)", "formula::reduce_to(grad, x)"),
    ("full_like(x, 1)", "ops::full_like(x, Scalar(1))"),
    ("full_like(x, number)", "ops::full_like(x, number)"),
    ("full_like(x, 0.5, kind)", "ops::full_like(x, Scalar(0.5), kind)"),
    ("full_like(value=1, x=grad)", "ops::full_like(grad, Scalar(1))"),
    ("scale(x, bias=2)", "ops::scale(x, 1.0, Scalar(2))"),
    ("join([x, grad])", "ops::join(std::vector<Tensor>{x, grad})"),
    ("join(many, n)", "ops::join(many, Dims{n})"),
    ("join(many, [n, -1])", "ops::join(many, Dims{n, -1})"),
    ("join(many, axes)", "ops::join(many, axes)"),
    ("join(many, None, float32)", "ops::join(many, std::nullopt, DType::kFloat32)"),
    ("join(cut(grad, sizes))", "ops::join(ops::cut(grad, sizes))"),
    ("join(cut(grad, shape(x), ndim(x)))", "ops::join(ops::cut(grad, formula::shape(x), "
     "formula::ndim(x)))"),
    ("cut(grad, [1], 0, 1)[n]", "formula::at(ops::cut(grad, Dims{1}, 0, 1.0), n)"),
    ("many[0]", "formula::at(many, 0)"),
    ("grad * numel(x)", "grad * formula::numel(x)"),
    ("grad * len(many)", "grad * formula::length(many)"),
    ("grad * shape(x)[n]", "grad * formula::size(x, n)"),
    ("grad * sizes[-1]", "grad * formula::at(sizes, -1)"),
    ("reduce_to(grad, meta(x))", "formula::reduce_to(grad, x)"),
    ("grad * ndim(meta(x))", "grad * formula::ndim(x)"),
    ("grad if flag else out", "flag ? Tensor(grad) : Tensor(out)"),
    ("grad if not flag else out", "!flag ? Tensor(grad) : Tensor(out)"),
    ("grad if wants(w) and n > 1 else out",
     "(call_.wants(1) && (n > 1)) ? Tensor(grad) : Tensor(out)"),
    ('grad if mode == "mean" or mode != "sum" else out',
     '((mode == "mean") || (mode != "sum")) ? Tensor(grad) : Tensor(out)'),
    ("grad if eps < n else None", "(eps < n) ? Tensor(grad) : Tensor()"),
    ("grad if w is None else w", "!static_cast<bool>(w) ? Tensor(grad) : Tensor(w)"),
    ("grad if axis is None else grad * axis",
     "!axis.has_value() ? Tensor(grad) : Tensor(grad * *axis)"),
    ("grad * axis if axis is not None and axis > 0 else grad",
     "(axis.has_value() && (*axis > 0)) ? Tensor(grad * *axis) : Tensor(grad)"),
    ("grad * (1 if flag else eps)", "grad * (flag ? double(1.0) : double(eps))"),
    ("grad * (n if flag else number)", "grad * (flag ? Scalar(Scalar(n)) : Scalar(number))"),
    ("join(many, axes if flag else None)",
     "ops::join(many, flag ? std::optional<DimsView>(axes) : std::optional<DimsView>("
     "std::nullopt))"),
    ("join(many, [0] if axes is None else axes)",
     "ops::join(many, !axes.has_value() ? DimsView(Dims{0}) : DimsView(*axes))"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "expected"), TRANSLATIONS)
def test_translation(translate, formula: str, expected: str) -> None:
    assert translate(formula) == expected


def test_incoming_gradients_by_name(translate) -> None:
    outputs = "Tensor(a), Tensor(b)"
    assert translate("grad + grad_b * b", outputs) == "grad_a() + (grad_b() * b)"
    assert translate("grad_b[0] + b[1]", "Tensor(a), Tensor[](b)") == (
        "formula::at(grad_b(), 0) + formula::at(b, 1)"
    )


def test_common_parts_are_computed_once_and_on_demand(translate) -> None:
    let = "    let: {t: grad * 2, u: t + x, s: '[n, 2]'}\n"
    assert translate("t * u * s[0]", let=let) == "(t() * u()) * formula::at(s(), 0)"


MISTAKES = [
    ("grad +", "invalid syntax"),
    ("lambda: grad", "'lambda: grad' is not part of the formula language"),
    ("z", "unknown name 'z'; known are x, w, many"),
    ("grad_z", "grad_z: the outputs are out"),
    ("frob(x)", "there is no operator 'frob'"),
    ("x.sum()", "'x.sum' is no operator"),
    ("conj(x, x)", "conj takes 1 arguments, got 2"),
    ("cut(x)", "cut: the argument sizes is missing"),
    ("conj(y=x)", "conj has no argument 'y'; it has x"),
    ("conj(x, x=x)", "conj: x is given twice"),
    ("conj(1)", "conj, x: expected Tensor, got int"),
    ("conj(many)", "conj, x: expected Tensor, got Tensor[]"),
    ("cast(x, mode)", "cast, dtype: expected dtype, got str"),
    ("cast(x, kind)", "cast, dtype: may be None here; ask `is None` first"),
    ("join(x)", "join, x: expected Tensor[], got Tensor"),
    ("join([x, 1])", "join, x: expected Tensor, got int"),
    ("conj([x])", "conj, x: expected Tensor, got a list"),
    ("many", "the result: expected Tensor, got Tensor[]"),
    ("n", "the result: expected Tensor, got int"),
    ("pair(x, x)", "the result: expected Tensor, got 2 results"),
    ("pair(x, x) + 1", "'pair(x, x) + 1': no arithmetic between 2 results and int"),
    ("x + mode", "'x + mode': no arithmetic between Tensor and str"),
    ("x * (mode + 1)", "'mode + 1': no arithmetic between str and int"),
    ("x * axis", "'x * axis': no arithmetic between Tensor and int?"),
    ("x % 2", "'x % 2': operators are + - * / **"),
    ("x >= 0", "'x >= 0' needs the operator 'greater_equal'"),
    ("0 < x", "'0 < x': the tensor stands on the left"),
    ("x < mode", "'x < mode': cannot compare with str"),
    ("x if n < mode else x", "'n < mode': int and str cannot be compared"),
    ("x if 0 < n < 2 else x", "'0 < n < 2': one comparison at a time"),
    ("x if n in sizes else x", "'n in sizes' is not part of the formula language"),
    ("x if n else x", "'n': a condition is a bool, not int"),
    ("x if n is None else x", "'n is None': only an argument marked ? can be None"),
    ("x if axis is n else x", "'axis is n': `is` only compares with None"),
    ("x if flag else n", "'x if flag else n': the branches are Tensor and int"),
    ("x if flag else pair(x, x)", "'x if flag else pair(x, x)': the branches have different res"),
    ("ndim(n)", "ndim(n): expected a Tensor, got int"),
    ("ndim(x, x)", "ndim takes one argument"),
    ("meta(x) + grad", "meta(x): meta() is only an argument of operators"),
    (
        "conj(meta(x))",
        "conj reads the elements of x, which meta() has not; if it does not, its row",
    ),
    ("len(x)", "len(x): Tensor has no length"),
    ("wants(n)", "wants(n): expected one of x, w, many"),
    ("x[0]", "x[0]: Tensor has no elements"),
    ("many[eps]", "an index: expected int, got float"),
    ("~x", "'~x' is not part of the formula language"),
]


@pytest.mark.parametrize(("formula", "message"), MISTAKES)
def test_mistake_names_row_formula_and_line(errors_of, formula: str, message: str) -> None:
    errors = errors_of(table(formula))
    assert len(errors) == 1
    assert errors[0].startswith(f"t.yaml:9: f, gradient of x: {message}"), errors


def test_several_gradients_of_one_call(errors_of, row_of) -> None:
    text = """\
- op: f
  args: (Tensor x, Tensor y)
  output: Tensor(out)
  infer_meta: f(x)
  grad:
    "x, y": g(grad) if wants(x) else g(out)
- op: g
  args: (Tensor x)
  output: OUTPUTS
  infer_meta: g(x)
"""
    assert errors_of(text.replace("OUTPUTS", "Tensor(a), Tensor(b)")) == []
    assert errors_of(text.replace("OUTPUTS", "Tensor(a)")) == [
        "t.yaml:6: f, gradient of x, y: expected a call with the outputs Tensor, Tensor, got Tensor"
    ]
    assert errors_of(text.replace("OUTPUTS", "Tensor(a), Tensor[](b)")) == [
        "t.yaml:6: f, gradient of x, y: expected a call with the outputs Tensor, Tensor, "
        "got Tensor, Tensor[]"
    ]


def test_rows_behind_arithmetic_have_the_arguments_that_it_passes(errors_of) -> None:
    text = """\
- op: f
  args: (Tensor x)
  output: Tensor(out)
  infer_meta: f(x)
  grad: {x: grad >= out}
- op: greater_equal
  args: (Tensor x, int y)
  output: Tensor(out)
  infer_meta: f(x)
"""
    assert errors_of(text) == [
        "t.yaml:5: f, gradient of x: 'grad >= out' needs 'greater_equal' to take (Tensor, Tensor)"
    ]
    assert errors_of(text.replace("int y", "Tensor y, int axis = -1")) == []


def test_mistake_in_a_common_part(errors_of) -> None:
    errors = errors_of(table("t", let="    let:\n      t: pair(x, x)\n"))
    assert errors == ["t.yaml:10: f, let t: a common part is one value, got 2 results"]


COMPOSITES = """
- op: f
  args: (Tensor x, Tensor? w, Tensor labels, Tensor like, float eps, bool flag = True)
  output: Tensor(out), Tensor(more)
  infer_meta: f(x)
  shape_only: like
  grad:
    "x, w": {formula}
    labels: none
    like: none
- op: pair
  args: (Tensor a, Tensor b)
  output: Tensor(p), Tensor(q)
  infer_meta: pair(a)
"""


@pytest.fixture
def emitted():
    def run(formula: str) -> list[str]:
        own = parse_table(COMPOSITES.format(formula=formula), "t.yaml")
        gradient = compile_gradient(own.rows[0], Catalog([own]))
        return [line.strip() for line in body(own.rows[0], gradient, DIALECT)]

    return run


def test_composite_takes_what_the_row_takes(emitted) -> None:
    variables = "composite_.variable(0, x), composite_.variable(1, w)"
    assert emitted("composite")[-5:] == [
        "const auto& flag = attr_as<bool>(call_.attrs()[1]);",
        "if (call_.wants(0) || call_.wants(1)) {",
        "CompositeGrad composite_(call_);",
        f"composite_.differentiate(composite::f({variables}, labels, like, eps, flag));",
        "}",
    ]


def test_composite_serves_where_a_graph_is_wanted(emitted) -> None:
    lines = emitted("composite if create_graph else pair(x, grad_more)")
    assert "if (formula::creates_graph()) {" in lines
    assert "auto [grad_of_x_, grad_of_w_] = ops::pair(x, grad_more());" in lines
    assert lines.index("} else {") > lines.index("CompositeGrad composite_(call_);")


def test_composite_keeps_all_elements_but_of_what_is_shape_only() -> None:
    own = parse_table(COMPOSITES.format(formula="composite"), "t.yaml")
    masks = gradient_masks(compile_gradient(own.rows[0], Catalog([own])))
    assert masks == {"differentiable": "3", "saved_inputs": "7", "saved_metas": "8"}


def test_composite_of_lists_is_refused(errors_of) -> None:
    text = (
        "- op: f\n  args: (Tensor[] x)\n  output: Tensor(out)\n  infer_meta: f(x)\n"
        "  grad:\n    x: composite\n"
    )
    assert errors_of(text) == ["t.yaml:6: f, gradient of x: a composite has no lists of tensors"]
