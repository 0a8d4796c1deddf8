"""The core's gradients call only what has a gradient itself, so that they have gradients too."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_codegen.check import check
from paddle_codegen.formula import compile_gradient
from paddle_codegen.loader import load_tables
from paddle_codegen.model import Catalog, Row

TABLES = Path(__file__).parents[2] / "ops"
# What does not change where tensors change a little.
CONSTANT = {
    *("zeros_like", "ones_like", "full_like", "isnan", "logical_not", "logical_or"),
    *("floor_divide", "full", "permutation_matrix"),
}
# Backward operators that end here: attention and recurrent networks have gradients to second order,
# alignments and sampling at points to first order, as in Paddle.
LAST = {
    *("attention_double_grad", "rnn_double_grad"),
    *("warpctc_grad", "warprnnt_grad", "grid_sample_grad"),
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    made = Catalog(load_tables([TABLES]))
    check(made)
    return made


def called(row: Row, catalog: Catalog) -> set[str]:
    """The operators whose gradients a second differentiation asks for."""
    gradient = compile_gradient(row, catalog)
    parts = [*gradient.lets, *(each for each in gradient.formulas if not each.composite)]
    return {name for part in parts for name in part.uses.calls}


def test_what_gradients_call_has_gradients(catalog: Catalog) -> None:
    open_ends = {
        row.op: sorted(ends)
        for row in catalog.rows
        if row.grad
        and (
            ends := {
                name
                for name in called(row, catalog) - CONSTANT - LAST
                if not catalog.by_name[name].grad
            }
        )
    }
    assert open_ends == {}
