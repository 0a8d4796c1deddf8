"""ops_table.json: the tables for tools, tests, documentation and the builds of other packages."""

from __future__ import annotations

import json

from paddle_codegen.model import Arg, Catalog, Row, literal_text


def source(catalog: Catalog) -> str:
    """ops_table.json"""
    rows = ",\n".join(json.dumps(_record(row)) for row in catalog.rows)
    return f'{{"version": 1, "rows": [\n{rows}\n]}}\n'


def _record(row: Row) -> dict[str, object]:
    return {
        "family": row.family,
        "row": row.to_dict(),
        "signature": row.signature,
        "args": [_argument(arg) for arg in row.args],
        "outputs": [{"name": o.name, "list": o.is_list} for o in row.outputs],
        "dtypes": row.dtype_names,
        "inplace": row.twin,
        "gradients": [name for f in row.grad if f.text for name in f.targets],
    }


def _argument(arg: Arg) -> dict[str, object]:
    record: dict[str, object] = {
        "name": arg.name,
        "type": arg.kind.value,
        "optional": arg.optional,
    }
    if arg.default is not None:
        record["default"] = literal_text(arg.default.value)
    return record
