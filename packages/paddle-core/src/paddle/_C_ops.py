"""Every operator of the tables under its own name: `_C_ops.multiply(x, y)`, `_C_ops.relu_(x)`.

Parameters are those of the operator's row. Public functions with documentation live in
`paddle`, `paddle.nn.functional` and so on; this module is for what builds on operators.
"""

from __future__ import annotations

from typing import Any

from ._core import operator_names, raw_operator


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    function = raw_operator(name)
    globals()[name] = function
    return function


def __dir__() -> list[str]:
    return sorted(operator_names())
