"""Runs the core's generic suites over every operator of this package's tables."""

from __future__ import annotations

import paddle.sparse
from paddle import _core
from paddle._testing import make_suite
from samples_sparse import RECORDS

globals().update(make_suite(RECORDS))


def test_every_operator_has_a_record() -> None:
    names = {name for name in _core.operator_names() if name.startswith("sparse_")}
    assert names == {record.op for record in RECORDS}
    assert paddle.sparse.__name__ == "paddle.sparse"
