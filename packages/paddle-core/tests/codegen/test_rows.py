"""Rows as data: round trip, derived facts, masks."""

from __future__ import annotations

import dataclasses

import pytest
import yaml
from paddle_codegen.emit.definition import gradient_masks, members
from paddle_codegen.formula import compile_gradient
from paddle_codegen.loader import parse_table


def test_rows_print_back_as_the_yaml_they_came_from(fixture_catalog) -> None:
    for table in fixture_catalog.tables:
        text = yaml.safe_dump([row.to_dict() for row in table.rows], sort_keys=False)
        again = parse_table(text, f"{table.family}.yaml").rows
        assert again == table.rows
        assert [row.to_dict() for row in again] == [row.to_dict() for row in table.rows]


def test_rows_are_frozen(fixture_catalog) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        fixture_catalog.rows[0].op = "other"


def test_signature_is_one_line_of_documentation(fixture_catalog) -> None:
    signature = fixture_catalog.by_name["scale"].signature
    assert signature == (
        "scale(Tensor x, scalar scale = 1.0, scalar bias = 0.0, bool bias_after_scale = True)"
        " -> Tensor(out)"
    )
    assert fixture_catalog.by_name["sgd_"].signature.endswith("Tensor factor) -> None")


def test_dtypes_in_their_usual_order(row_of) -> None:
    text = "- {op: f, args: (Tensor x), output: Tensor(out), infer_meta: f(x), dtypes: 'X'}"
    assert row_of(text.replace("X", "complex64, half, bool")).dtype_names == (
        "bool",
        "float16",
        "bfloat16",
        "complex64",
    )
    assert len(row_of(text.replace("X", "all")).dtype_names) == 12


def test_typed_arguments_default_to_promoted_ones_then_to_the_first(fixture_catalog) -> None:
    assert fixture_catalog.by_name["add"].typed_names == ("x", "y")
    assert fixture_catalog.by_name["linear"].typed_names == ("x", "weight")
    assert fixture_catalog.by_name["linear_grad"].typed_names == ("grad_out",)
    assert fixture_catalog.by_name["full"].typed_names == ()


def masks(catalog, name: str) -> dict[str, str]:
    return gradient_masks(compile_gradient(catalog.by_name[name], catalog))


def test_masks_say_what_a_backward_pass_keeps(fixture_catalog) -> None:
    # reduce_to reads only the shape of its second argument; the product needs the elements.
    assert masks(fixture_catalog, "add") == {"differentiable": "3", "saved_metas": "3"}
    assert masks(fixture_catalog, "multiply") == {"differentiable": "3", "saved_inputs": "3"}
    assert masks(fixture_catalog, "relu") == {"differentiable": "1", "saved_outputs": "1"}
    assert masks(fixture_catalog, "cast") == {"differentiable": "1", "saved_metas": "1"}
    # common parts count too: divide's reads y, and the formula of y reads out
    assert masks(fixture_catalog, "divide") == {
        "differentiable": "3",
        "saved_inputs": "2",
        "saved_metas": "1",
        "saved_outputs": "1",
    }
    assert masks(fixture_catalog, "elementwise_pow")["differentiable"] == "1"
    assert masks(fixture_catalog, "after_list") == {
        "differentiable": "3",
        "saved_inputs": "2",
        "saved_metas": "5",
        "saved_outputs": "2",
    }


def test_members_of_a_definition(fixture_catalog) -> None:
    assert members(fixture_catalog.by_name["relu"]) == {
        "typed": "1",
        "dtypes": "kFloatMask",
        "inplace_input": "0",
        "inplace_aliases": "true",
        "family": '"shapes"',
    }
    assert members(fixture_catalog.by_name["sgd_"])["mutated"] == "13"
    assert members(fixture_catalog.by_name["expand_as"])["view_input"] == "0"
    assert members(fixture_catalog.by_name["expand_as"])["shape_only"] == "2"
    assert members(fixture_catalog.by_name["nonzero"])["dynamic"] == "true"
