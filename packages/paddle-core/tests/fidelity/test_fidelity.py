"""Holds this project's results against those recorded from the reference release 2.6.2."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import paddle
import pytest
from fidelity_cases import SCENARIOS, optimizers
from fidelity_cases.common import Scenario
from fidelity_cases.training import continued, trained

HERE = Path(__file__).resolve().parent
RECORDED: dict[str, Any] = json.loads((HERE / "reference_values.json").read_text())
FILES_TOLERANCE = 1e-5


def differences(found: Any, wanted: Any, tolerance: float, where: str = "") -> list[str]:
    """Where `found` departs from `wanted`; numbers of one list share one absolute limit."""
    if wanted is None:
        return []
    if isinstance(wanted, dict):
        if not isinstance(found, dict) or list(found) != list(wanted):
            return [f"{where}: {found!r} has other keys than {wanted!r}"]
        return [
            line
            for key in wanted
            for line in differences(found[key], wanted[key], tolerance, f"{where}[{key!r}]")
        ]
    if isinstance(wanted, list):
        return _list_differences(found, wanted, tolerance, where)
    if found == wanted and type(found) is type(wanted):
        return []
    if _is_number(wanted) and _is_number(found) and _near(found, wanted, tolerance * abs(wanted)):
        return []
    return [f"{where}: {found!r} is not {wanted!r}"]


def _list_differences(found: Any, wanted: list[Any], tolerance: float, where: str) -> list[str]:
    if not isinstance(found, list | tuple) or len(found) != len(wanted):
        return [f"{where}: {found!r} is not as long as {wanted!r}"]
    if all(_is_number(value) for value in wanted) and all(_is_number(value) for value in found):
        limit = tolerance * max(map(abs, wanted), default=0.0)
        return [
            f"{where}[{place}]: {mine!r} is not {theirs!r}"
            for place, (mine, theirs) in enumerate(zip(found, wanted, strict=True))
            if not _near(mine, theirs, limit)
        ]
    return [
        line
        for place, (mine, theirs) in enumerate(zip(found, wanted, strict=True))
        for line in differences(mine, theirs, tolerance, f"{where}[{place}]")
    ]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _near(found: float, wanted: float, limit: float) -> bool:
    return found == wanted or math.isclose(found, wanted, rel_tol=0.0, abs_tol=limit)


def assert_same(found: Any, wanted: Any, tolerance: float) -> None:
    """Fail with the first differences."""
    lines = differences(found, wanted, tolerance)
    assert not lines, "\n".join([f"{len(lines)} differences", *lines[:12]])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_matches_the_reference(scenario: Scenario) -> None:
    assert_same(scenario.run(), RECORDED[scenario.name], scenario.tolerance)


def test_every_recorded_result_is_compared() -> None:
    assert sorted(RECORDED) == sorted(scenario.name for scenario in SCENARIOS)


def test_training_continues_from_the_reference_files() -> None:
    model, optimizer, _ = trained(0)
    missing, unexpected = model.set_state_dict(paddle.load(str(HERE / "reference_model.pdparams")))
    assert (missing, unexpected) == ([], [])
    optimizer.set_state_dict(paddle.load(str(HERE / "reference_model.pdopt")))
    wanted = RECORDED["files.saved_model"]["continued"]
    assert_same(continued(model, optimizer), wanted, FILES_TOLERANCE)


@pytest.mark.parametrize("name", optimizers.OPTIMIZERS)
def test_training_continues_from_the_states_of_the_reference(name: str) -> None:
    recorded = RECORDED[f"optimizer.{name}"]
    found = optimizers.continued(optimizers.OPTIMIZERS[name], recorded)
    assert_same(found, recorded["last"], optimizers.TOLERANCE)


@pytest.mark.parametrize("kind", ["pdparams", "pdopt"])
def test_files_are_written_as_the_reference_writes_them(kind: str, tmp_path: Path) -> None:
    model, optimizer, _ = trained(10)
    path = tmp_path / f"model.{kind}"
    paddle.save({"pdparams": model, "pdopt": optimizer}[kind].state_dict(), str(path))
    found = pickle.loads(path.read_bytes())
    wanted = pickle.loads((HERE / f"reference_model.{kind}").read_bytes())
    assert _outline(found) == _outline(wanted)


def test_tensors_inside_other_objects_are_written_as_named_arrays(tmp_path: Path) -> None:
    path = tmp_path / "nested.pd"
    tensor = paddle.to_tensor([1.0, 2.0])
    paddle.save({"list": [tensor, 3], "array": np.ones(2)}, str(path))
    found = pickle.loads(path.read_bytes())
    name, array = found["list"][0]
    assert (name, array.tolist()) == (tensor.name, [1.0, 2.0])
    assert found["list"][1] == 3
    assert found["array"].tolist() == [1.0, 1.0]


def _outline(value: Any) -> Any:
    """The structure of a saved object, without the numbers in its arrays."""
    if isinstance(value, dict):
        return {key: _outline(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return ("array", value.shape, value.dtype.name)
    return value
