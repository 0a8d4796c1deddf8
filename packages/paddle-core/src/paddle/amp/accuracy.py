"""Comparing what the tensor checker wrote in two runs, as a workbook of spreadsheets."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

__all__ = ["compare_accuracy"]

_LINE = re.compile(
    r"\[PRECISION\](?P<error> \[ERROR\])? in \[device=(?P<device>[^,]*), op=(?P<op>[^,]*), "
    r"tensor=(?P<tensor>[^,]*), dtype=(?P<dtype>[^\]]*)\], (?P<numbers>.*)"
)
_NUMBERS = ("numel", "num_nan", "num_inf", "num_zero", "max", "min", "mean")
_SCALED = ("max", "min", "mean")
_DIFFERENCE = 1e-3  # relative: 16-bit floats have about this precision

Entry = dict[str, Any]


def _read(path: str) -> dict[tuple[str, str, int], Entry]:
    """The lines of a file by operator, tensor, and how many of the same stood before."""
    entries: dict[tuple[str, str, int], Entry] = {}
    seen: dict[tuple[str, str], int] = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            match = _LINE.match(line)
            if match is None:
                continue
            entry: Entry = dict.fromkeys(_NUMBERS, 0.0)
            entry["dtype"] = match["dtype"]
            for part in match["numbers"].split(","):
                name, _, value = part.strip().partition("=")
                entry[name] = float(value)
            name = (match["op"], match["tensor"])
            entries[name[0], name[1], seen.get(name, 0)] = entry
            seen[name] = seen.get(name, 0) + 1
    return entries


def _remark(first: Entry | None, second: Entry | None, loss_scale: float) -> str:
    if first is None or second is None:
        return "only in one run"
    if any(first[name] != second[name] for name in ("num_nan", "num_inf")):
        return "NaN or infinity in one run"
    for name in _SCALED:
        mine, other = first[name] / loss_scale, second[name]
        if abs(mine - other) > _DIFFERENCE * max(abs(mine), abs(other)):
            return "differs"
    return ""


def _rows(
    first: dict[Any, Entry], second: dict[Any, Entry], loss_scale: float, everything: bool
) -> Iterable[list[Any]]:
    columns = ("dtype", *_NUMBERS)
    yield ["op", "tensor", "index", *(f"{c} (1)" for c in columns), *(f"{c} (2)" for c in columns),
           "remark"]  # fmt: skip
    for key in dict.fromkeys((*first, *second)):
        entries = (first.get(key), second.get(key))
        remark = _remark(*entries, loss_scale)
        if not (remark or everything):
            continue
        cells = [entry[column] if entry else "" for entry in entries for column in columns]
        yield [*key, *cells, remark]


# ---- the workbook: Office Open XML (ECMA-376) with text inside of the cells ----------------------

_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def _cell(value: Any) -> str:
    if isinstance(value, (int, float)) and value == value and abs(value) != float("inf"):
        return f"<c><v>{value!r}</v></c>"
    return f'<c t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def _sheet(rows: Iterable[Sequence[Any]]) -> str:
    body = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
    return f'{_HEAD}<worksheet xmlns="{_NAMESPACE}"><sheetData>{body}</sheetData></worksheet>'


def _write_workbook(path: str, sheets: Mapping[str, Iterable[Sequence[Any]]]) -> None:
    numbers = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_KIND}.worksheet+xml"/>'
        for n in numbers
    )
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/worksheet" '
        f'Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    names = "".join(
        f'<sheet name="{escape(name[:31], {chr(34): "&quot;"})}" sheetId="{n}" r:id="rId{n}"/>'
        for n, name in zip(numbers, sheets, strict=True)
    )
    parts = {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f"{overrides}</Types>",
        "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_NAMESPACE}" xmlns:r="{_RELATIONS}">'
        f"<sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{links}</Relationships>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
        for n, rows in zip(numbers, sheets.values(), strict=True):
            archive.writestr(f"xl/worksheets/sheet{n}.xml", _sheet(rows))


def _workers(folder: str) -> list[str]:
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"there is no folder {folder}")
    found = sorted(name for name in os.listdir(folder) if name.startswith("worker_"))
    if not found:
        raise FileNotFoundError(f"the tensor checker has written no file into {folder}")
    return [os.path.join(folder, name) for name in found]


def compare_accuracy(
    dump_path: str,
    another_dump_path: str,
    output_filename: str,
    loss_scale: float = 1,
    dump_all_tensors: bool = False,
) -> None:
    """Write a workbook (xlsx) that compares what the tensor checker wrote in two runs.

    The files of the two folders are compared pair by pair, one sheet each, operator by operator.

    Args:
        dump_path: the `output_dir` of the first run, such as one in low precision.
        another_dump_path: that of the second run.
        output_filename: the workbook.
        loss_scale: what the values of the first run are divided by, 1 by default.
        dump_all_tensors: list all tensors instead of those that differ, False by default.

    Raises:
        FileNotFoundError: a folder holds no such files.

    Examples:
        >>> import tempfile
        >>> import paddle
        >>> debugging = paddle.amp.debugging
        >>> folders = [tempfile.mkdtemp(), tempfile.mkdtemp()]
        >>> for folder, dtype in zip(folders, ("float16", "float32")):
        ...     debugging.enable_tensor_checker(
        ...         debugging.TensorCheckerConfig(True, debugging.DebugMode.CHECK_ALL, folder)
        ...     )
        ...     y = paddle.ones([2], dtype) * 2.0
        ...     debugging.disable_tensor_checker()
        >>> debugging.compare_accuracy(*folders, folders[0] + "/comparison.xlsx")
    """
    pairs = zip(_workers(dump_path), _workers(another_dump_path), strict=False)
    sheets = {
        os.path.basename(first): list(
            _rows(_read(first), _read(second), loss_scale, dump_all_tensors)
        )
        for first, second in pairs
    }
    _write_workbook(output_filename, sheets)
