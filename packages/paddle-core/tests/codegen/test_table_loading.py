"""Reading tables: every mistake in their form is told with file and line."""

from __future__ import annotations

import pytest
from paddle_codegen.loader import load_tables, parse_table, table_files
from paddle_codegen.model import Default, DTypeName, Kind, Name, TablesError

ROW = """\
- op: f
  args: (Tensor x)
  output: Tensor(out)
  infer_meta: unchanged(x)
"""


def with_line(line: str) -> str:
    return f"{ROW}  {line}\n"


def replaced(line: str) -> str:
    """The row with the line of the same key replaced."""
    key = line.split(":")[0] + ":"
    lines = [line if each.strip("- ").startswith(key) else each[2:] for each in ROW.splitlines()]
    return "- " + "\n  ".join(lines) + "\n"


CASES = [
    ("a: b: c", "t.yaml:1: YAML: mapping values are not allowed here"),
    ("op: f", "t.yaml:1: a table is a list of rows"),
    ("- f", "t.yaml:1: row: expected KEY: VALUE lines"),
    (with_line("kernal: g"), "t.yaml:5: unknown key 'kernal'; keys are op, args, output"),
    (with_line("op: g"), "t.yaml:5: row: op is given twice"),
    ("\n- op: f\n  args: ()\n", "t.yaml:2: the row has no 'output'"),
    (with_line("op2: {a: b}"), "t.yaml:5: unknown key 'op2'"),
    (with_line("kernel: [a]"), "t.yaml:5: kernel: expected a text, got a list or mapping"),
    (with_line("simd: yes"), "t.yaml:5: simd: expected true or false, got 'yes'"),
    (with_line("cuda: fast"), "t.yaml:5: cuda: the only value is none"),
    (with_line("dtypes: float, quad"), "t.yaml:5: dtypes: unknown dtype 'quad'; known are bool"),
    (with_line("promote: x y"), "t.yaml:5: expected names with commas between them, got 'x y'"),
    (with_line("inplace: x to out"), "t.yaml:5: inplace: expected INPUT -> OUTPUT"),
    (with_line("view: x"), "t.yaml:5: view: expected INPUT -> OUTPUT, got 'x'"),
    (with_line("autocast: grey"), "t.yaml:5: autocast: expected keep, white, black, promote, got"),
    (with_line("fallback: f"), "t.yaml:5: fallback: expected a dotted Python name, got 'f'"),
    (with_line("grad: none"), "t.yaml:5: grad: expected KEY: VALUE lines"),
    (with_line("grad: {x: [grad]}"), "t.yaml:5: x: expected a text, got a list or mapping"),
    (with_line("grad: {let: t}"), "t.yaml:5: let: expected KEY: VALUE lines"),
    (replaced("args: Tensor x"), "t.yaml:2: args: expected (TYPE NAME, ...), got 'Tensor x'"),
    (replaced("args: (Tensor)"), "t.yaml:2: args: expected TYPE NAME or TYPE NAME = DEFAULT"),
    (replaced("args: (Tenser x)"), "t.yaml:2: args: unknown type 'Tenser'; types are Tensor, T"),
    (replaced("args: (int n = 1.5)"), "t.yaml:2: args: 1.5 is no int (default of n)"),
    (replaced("args: (int n = None)"), "t.yaml:2: args: None is no int (default of n)"),
    (replaced("args: (bool b = 1)"), "t.yaml:2: args: 1 is no bool (default of b)"),
    (replaced("args: (int[] n = [1.5])"), "t.yaml:2: args: [1.5] is no int[] (default of n)"),
    (replaced('args: (dtype d = "q")'), 't.yaml:2: args: "q" is no dtype (default of d)'),
    (replaced("args: (str s = float32)"), "t.yaml:2: args: float32 is no str (default of s)"),
    (replaced("args: (bool b = true)"), "t.yaml:2: true is no literal (True, 1, 0.5,"),
    (replaced("args: (int[] n = (1,))"), "t.yaml:2: (1,): literals are numbers, strings, None"),
    (replaced("output: out"), "t.yaml:3: output: expected Tensor(NAME) or Tensor[](NAME), got"),
    (replaced('output: ""'), "t.yaml:3: output: expected Tensor(NAME), ... or none"),
    (replaced("infer_meta: unchanged"), "t.yaml:4: infer_meta: expected NAME(argument, ...)"),
    (replaced("infer_meta: unchanged(x, a.b)"), "t.yaml:4: a.b is no literal"),
]


@pytest.mark.parametrize(("text", "message"), CASES)
def test_mistake_in_form_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(TablesError) as caught:
        parse_table(text, "t.yaml")
    assert str(caught.value).startswith(message)


def test_all_mistakes_are_told_at_once(tmp_path) -> None:
    (tmp_path / "a.yaml").write_text(with_line("simd: 1") + with_line("cuda: 1"))
    (tmp_path / "b.yaml").write_text("x: 1")
    with pytest.raises(TablesError) as caught:
        load_tables([tmp_path])
    lines = str(caught.value).splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        f"{tmp_path}/a.yaml:5",
        f"{tmp_path}/a.yaml:10",
        f"{tmp_path}/b.yaml:1",
    ]


def test_long_table_is_refused() -> None:
    with pytest.raises(TablesError, match=r"^t.yaml:600: a table stays under 600 lines; split it"):
        parse_table("\n" * 600 + ROW, "t.yaml")
    assert parse_table("\n" * 595 + ROW, "t.yaml").rows[0].location.line == 596


def test_file_name_becomes_a_c_identifier() -> None:
    with pytest.raises(TablesError, match=r"^my-ops.yaml:1: 'my-ops' is no identifier"):
        parse_table(ROW, "my-ops.yaml")


def test_empty_table_has_no_rows() -> None:
    assert parse_table("# nothing yet\n", "t.yaml").rows == ()


def test_tables_are_read_in_the_order_of_their_names(tmp_path) -> None:
    for name in ("b.yaml", "a.yaml", "notes.md"):
        (tmp_path / name).write_text("")
    assert [file.name for file in table_files([tmp_path])] == ["a.yaml", "b.yaml"]


def test_arguments_of_every_type(row_of) -> None:
    row = row_of(
        replaced(
            "args: '(Tensor x, Tensor? y, Tensor[] z, bool a, int b = -1, float c = 2, "
            'str d = "a, b", dtype e = "int64", place? f = None, scalar g = 0.5, int[] h = [], '
            "float[]? i = [1, .5], float j = -inf)'"
        )
    )
    kinds = [(arg.name, arg.kind, arg.optional) for arg in row.args[:4]]
    assert kinds == [
        ("x", Kind.TENSOR, False),
        ("y", Kind.TENSOR, True),
        ("z", Kind.TENSORS, False),
        ("a", Kind.BOOL, False),
    ]
    defaults = {arg.name: arg.default for arg in row.args}
    assert defaults["a"] is None
    assert defaults["b"] == Default(-1)
    assert defaults["c"] == Default(2.0)
    assert isinstance(defaults["c"].value, float)
    assert defaults["d"] == Default("a, b")
    assert isinstance(defaults["e"].value, DTypeName)
    assert defaults["f"] == Default(None)
    assert defaults["h"] == Default(())
    assert defaults["i"] == Default((1.0, 0.5))
    assert defaults["j"] == Default(float("-inf"))


def test_shape_rule_takes_names_and_literals(row_of) -> None:
    row = row_of(replaced("infer_meta: f(x, 1, 'int64', None, [1, 2], int64)"))
    names = row.shape_rule.arguments
    assert names == (Name("x"), 1, "int64", None, (1, 2), DTypeName("int64"))
    assert isinstance(names[5], DTypeName)
    assert not isinstance(names[2], DTypeName)


def test_lines_of_keys_are_known(row_of) -> None:
    row = row_of("\n\n" + with_line("grad:\n    x: grad"))
    assert str(row.where("output")) == "t.yaml:5"
    assert str(row.where("kernel")) == "t.yaml:3"
    assert str(row.grad[0].location) == "t.yaml:8"
