"""Rows that can be read but make no sense are refused with file and line."""

from __future__ import annotations

import pytest


def row(**keys: str) -> str:
    """A row in which every key stands on a line of its own, in this order."""
    order = ("op", "args", "output", "infer_meta")
    values = {
        "op": "f",
        "args": "(Tensor x, Tensor y, int n = 0)",
        "output": "Tensor(out)",
        "infer_meta": "unchanged(x)",
    }
    values.update(keys)
    lines = [f"{key}: {values[key]}" for key in (*order, *(k for k in values if k not in order))]
    return "- " + "\n  ".join(lines) + "\n"


CASES = [
    (row(op="and"), "t.yaml:1: and is a keyword"),
    (row(op="new"), "t.yaml:1: new is a keyword"),
    (row(op="2d"), "t.yaml:1: 2d is no identifier"),
    (row(kernel="class"), "t.yaml:5: class is a keyword"),
    (row(infer_meta="if(x)"), "t.yaml:4: f: if is a keyword"),
    (row(args="(Tensor lambda)"), "t.yaml:2: f: lambda is a keyword"),
    (row(args="(Tensor x_)"), "t.yaml:2: f: names ending in _ belong to the generator, rename x_"),
    (row(args="(Tensor x, int x)"), "t.yaml:2: f: the name x is used twice"),
    (row(output="Tensor(x)"), "t.yaml:3: f: the name x is used twice"),
    (row(args="(int n, Tensor x)"), "t.yaml:2: f: the tensor x stands after the attribute n"),
    (
        row(args="(Tensor x, int n = 1, int m)"),
        "t.yaml:2: f: m has no default but n before it has one",
    ),
    (row(args="(Tensor x, Tensor[]? y)"), "t.yaml:2: f: y: a list is never None, pass an empty"),
    (
        row(output="Tensor[](a), Tensor[](b)"),
        "t.yaml:3: f: more than one list among the outputs: a, b",
    ),
    (row(output="Tensor[](a), Tensor(b)"), "t.yaml:3: f: only the last output can be a list"),
    (row(output="none"), "t.yaml:3: f: without an output it has to mutate something"),
    (
        row(infer_meta="unchanged(z)"),
        "t.yaml:4: f: z is no argument; arguments are x, y, n",
    ),
    (row(typed="x, z"), "t.yaml:5: f: typed: z is no tensor argument"),
    (row(promote="x, n"), "t.yaml:5: f: promote: n is no tensor argument"),
    (row(shape_only="w"), "t.yaml:5: f: shape_only: w is no tensor argument"),
    (
        row(promote="x, y", shape_only="y"),
        "t.yaml:6: f: shape_only: the elements of y are needed",
    ),
    (row(mutates="w"), "t.yaml:5: f: mutates: w is no tensor argument"),
    (row(inplace="n -> out"), "t.yaml:5: f: inplace: n is no argument of type Tensor"),
    (row(view="x -> y"), "t.yaml:5: f: view: y is not the first output"),
    (row(view="x -> out", dynamic="true"), "t.yaml:5: f: view: the shape of a dynamic output"),
    (row(output="Tensor[](out)", inplace="x -> out"), "t.yaml:5: f: inplace: out is a list"),
    (row(inplace_aliases="true"), "t.yaml:5: f: inplace_aliases without inplace"),
    (row(kernel="none"), "t.yaml:5: f: only a view has no kernel"),
    (
        row(kernel="none", view="x -> out", simd="true"),
        "t.yaml:7: f: simd without a kernel",
    ),
    (row(grad="{x: grad}"), "t.yaml:5: f: grad: no formula for y; write a formula or none"),
    (row(grad="{x: grad, y: none, z: none}"), "t.yaml:5: f: grad: z is no tensor argument"),
    (row(grad='{x: grad, "x, y": none}'), "t.yaml:5: f: grad: x is given twice"),
    (row(grad="{x: none, y: none}"), "t.yaml:5: f: grad: all are none; leave grad out"),
    (
        row(dtypes="int, bool", grad="{x: grad, y: none}"),
        "t.yaml:6: f: grad: x is never of a floating dtype, write none",
    ),
    (
        row(args="(Tensor grad)", infer_meta="g()", grad="{grad: grad}"),
        "t.yaml:2: f: grad is an incoming gradient in formulas, rename the argument",
    ),
    (
        row(grad="{let: {x: grad}, x: grad, y: none}"),
        "t.yaml:5: f: the name x is used twice",
    ),
    (
        row(grad="{let: {shape: grad}, x: shape, y: none}"),
        "t.yaml:5: f: let shape would hide what formulas call shape",
    ),
    (
        row(grad="{let: {t: grad}, x: grad, y: none}"),
        "t.yaml:5: f: let t is never used",
    ),
    (
        row(mutates="x", output="none", grad="{x: y, y: none}"),
        "t.yaml:6: f: grad: there is no output",
    ),
    (row() + row(), "t.yaml:5: f stands at t.yaml:1 already"),
    (row(op="add"), "t.yaml:1: add stands at "),
    (row(op="g", inplace="x -> out") + row(op="g_"), "t.yaml:5: g_ stands at t.yaml:6 already"),
]


@pytest.mark.parametrize(("text", "message"), CASES)
def test_mistake_in_meaning_is_told_with_its_line(errors_of, text: str, message: str) -> None:
    errors = errors_of(text)
    assert errors
    assert errors[0].startswith(message), errors


def test_right_rows_pass(errors_of) -> None:
    assert errors_of(row()) == []
    assert errors_of(row(inplace="x -> out", inplace_aliases="true", view="y -> out")) == []
    assert errors_of(row(output="none", mutates="x, y")) == []
    assert errors_of(row(dtypes="int, float", grad="{x: grad, y: none}")) == []


def test_errors_of_many_rows_come_in_the_order_of_lines(errors_of) -> None:
    errors = errors_of(row(op="a", typed="q") + row(op="b", kernel="none") + row(op="new"))
    assert [error.partition(": ")[0] for error in errors] == ["t.yaml:5", "t.yaml:10", "t.yaml:11"]
