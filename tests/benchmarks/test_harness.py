"""The comparison of speeds: ratios, verdicts, and one workload through a real interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.families import BY_NAME, WORKLOADS  # noqa: E402
from benchmarks.harness import Row, table  # noqa: E402


def row(ours: float | None, *, target: float = 0.8, disagree: tuple[str, ...] = ()) -> Row:
    micros = {"torch": 10.0, "paddle": 4.0}
    errors = {}
    if ours is None:
        errors["ours"] = "RuntimeError: no kernel"
    else:
        micros["ours"] = ours
    return Row("family.name", target, micros, errors, disagree)


def test_the_ratio_is_against_the_faster_peer() -> None:
    assert row(2.0).ratio == 0.5


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        (row(3.2), "ok"),
        (row(3.3), "over"),
        (row(None), "fails"),
        (row(1.0, disagree=("torch",)), "differs"),
        (Row("alone", 0.8, {"ours": 1.0}, {}), "-"),
    ],
)
def test_the_verdict(given: Row, verdict: str) -> None:
    assert given.verdict == verdict


def test_the_table_names_every_workload_once() -> None:
    lines = table([row(2.0), row(None)], ["ours", "torch", "paddle"]).splitlines()
    assert lines[2].split() == ["family.name", "2.0", "10.0", "4.0", "0.50", "0.8", "ok"]
    assert lines[3].split() == ["family.name", "-", "10.0", "4.0", "-", "0.8", "fails"]


def test_workloads_have_names_of_their_own() -> None:
    assert len(BY_NAME) == len(WORKLOADS)


@pytest.mark.parametrize("name", ["overhead.add_with_grad", "training.mlp_adam"])
def test_a_workload_runs_in_another_interpreter(name: str) -> None:
    command = [sys.executable, "benchmarks/run.py", "--ours", sys.executable, "--json"]
    run = subprocess.run(
        [*command, "--rounds", "1", "--only", name],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    result = json.loads(run.stdout)["workloads"][0]
    assert result["errors"] == {}
    assert result["micros"]["ours"] > 0
