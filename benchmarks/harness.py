"""Runs the same workloads in several interpreters, side by side, and compares the medians.

The interpreters take turns within one run: every round times each of them once, in an order that
rotates, so that a slow moment of the machine falls on all alike.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.importing import MEGABYTES_TARGET, MILLISECONDS_TARGET, ImportCost
from benchmarks.workload import Workload

ROOT = Path(__file__).resolve().parent.parent
OURS = "ours"
# Worker threads of the previous turn may still spin for a moment.
SETTLE_SECONDS = 0.005


def environment() -> dict[str, str]:
    """The environment that every interpreter gets: both cores, and no forced BLAS kernels."""
    made = dict(os.environ)
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "PYTHONHOME"):
        made.pop(name, None)
    cores = str(len(os.sched_getaffinity(0)))
    made |= {"OMP_NUM_THREADS": cores, "FLAGS_paddle_num_threads": cores, "GLOG_minloglevel": "2"}
    made["PYTHONPATH"] = str(ROOT)
    return made


class Peer:
    """One interpreter that has imported one framework and waits for requests."""

    def __init__(self, name: str, python: str) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.worker", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
            # Not the root, whose folders must not be mistaken for installed packages.
            cwd=ROOT / "benchmarks",
        )

    def ask(self, command: str, workload: str) -> dict[str, Any]:
        """The answer of the worker; a worker that died answers with an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(
                json.dumps({"command": command, "workload": workload}),
                file=self._process.stdin,
                flush=True,
            )
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            return {"error": f"the interpreter ended with status {self._process.wait()}"}
        return dict(json.loads(line))

    def close(self) -> None:
        """End the interpreter."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


@dataclass(frozen=True)
class Row:
    """The result of one workload.

    Attributes:
        micros: median microseconds of one call per framework that could run it.
        errors: why the others could not.
        disagree: frameworks whose result differs from the first one's.
    """

    name: str
    target: float
    micros: Mapping[str, float]
    errors: Mapping[str, str]
    disagree: Sequence[str] = ()

    @property
    def ratio(self) -> float | None:
        """Our time over that of the faster peer."""
        peers = [micros for name, micros in self.micros.items() if name != OURS]
        return self.micros[OURS] / min(peers) if peers and OURS in self.micros else None

    @property
    def verdict(self) -> str:
        if self.disagree:
            return "differs"
        if OURS in self.errors:
            return "fails"
        ratio = self.ratio
        return "-" if ratio is None else "ok" if ratio <= self.target else "over"


def measure(workload: Workload, peers: Sequence[Peer], rounds: int) -> Row:
    """Time one workload in all interpreters that it is meant for."""
    peers = [peer for peer in peers if peer.name in (OURS, *workload.peers)]
    prepared = {peer.name: peer.ask("prepare", workload.name) for peer in peers}
    able = [peer for peer in peers if "error" not in prepared[peer.name]]
    times: dict[str, list[float]] = {peer.name: [] for peer in able}
    for turn in range(rounds):
        shift = turn % max(len(able), 1)
        for peer in able[shift:] + able[:shift]:
            time.sleep(SETTLE_SECONDS)
            times[peer.name].append(peer.ask("time", workload.name)["us"])
    for peer in able:
        peer.ask("forget", workload.name)
    digests = {peer.name: prepared[peer.name]["digest"] for peer in able}
    return Row(
        workload.name,
        workload.target,
        {name: statistics.median(values) for name, values in times.items()},
        {name: answer["error"] for name, answer in prepared.items() if "error" in answer},
        _disagreeing(digests, workload.tolerance),
    )


def _disagreeing(digests: Mapping[str, float], tolerance: float) -> list[str]:
    if not digests:
        return []
    wanted = next(iter(digests.values()))
    return [
        name for name, digest in digests.items() if abs(digest - wanted) > tolerance * abs(wanted)
    ]


def table(rows: Iterable[Row], names: Sequence[str]) -> str:
    """The rows as text, one line each."""
    lines = [_line("workload", [*names, "ratio", "target", ""])]
    lines += [f"{'':36}" + "".join(f"{'us':>12}" for _ in names)]
    for row in rows:
        cells = [_number(row.micros.get(name), 1) for name in names]
        lines.append(
            _line(row.name, [*cells, _number(row.ratio, 2), f"{row.target:g}", row.verdict])
        )
    return "\n".join(lines)


def import_table(costs: Mapping[str, ImportCost], names: Sequence[str]) -> str:
    """The cost of importing, against fixed limits."""
    lines = [_line("import", [*names, "", "limit", ""])]
    for label, attribute, limit in (
        ("milliseconds", "milliseconds", MILLISECONDS_TARGET),
        ("megabytes resident", "megabytes", MEGABYTES_TARGET),
    ):
        values = {name: getattr(costs[name], attribute) for name in names}
        verdict = "-" if OURS not in values else "ok" if values[OURS] <= limit else "over"
        cells = [_number(values[name], 1) for name in names]
        lines.append(_line(label, [*cells, "", f"{limit:g}", verdict]))
    return "\n".join(lines)


def as_json(rows: Iterable[Row], costs: Mapping[str, ImportCost]) -> str:
    """Everything measured, for programs to read."""
    return json.dumps(
        {
            "workloads": [
                {**asdict(row), "ratio": row.ratio, "verdict": row.verdict} for row in rows
            ],
            "import": {name: asdict(cost) for name, cost in costs.items()},
        },
        indent=1,
    )


def _line(label: str, cells: Sequence[str]) -> str:
    return f"{label:36}" + "".join(f"{cell:>12}" for cell in cells)


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
