"""Compares this project's speed with that of PyTorch and paddlepaddle, in one run.

    python benchmarks/run.py --ours PYTHON --torch PYTHON --paddle PYTHON [--only linalg nn]
    python benchmarks/run.py --ours PYTHON --scipy PYTHON --torch PYTHON --only sparse

Each option names the interpreter of an environment in which that framework is installed. The
ratio is our time over that of the faster peer; `over` marks a ratio above the target, `differs` a
result that does not agree, `fails` a workload that this project cannot run. With `--check` any of
them makes the exit status 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import harness, importing
from benchmarks.families import WORKLOADS
from benchmarks.workload import Workload

INTERPRETERS = ("ours", "torch", "paddle", "scipy")


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options; an interpreter may also come from BENCH_OURS, BENCH_TORCH and so on."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in INTERPRETERS:
        parser.add_argument(f"--{name}", default=os.environ.get(f"BENCH_{name.upper()}"))
    parser.add_argument("--only", nargs="+", default=[], metavar="PREFIX", help="names to run")
    parser.add_argument("--rounds", type=int, default=9, help="rounds per workload (default 9)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--check", action="store_true", help="fail when a target is missed")
    return parser.parse_args(arguments)


def chosen(prefixes: list[str]) -> list[Workload]:
    """The workloads whose name starts with one of the prefixes; all without any."""
    return [
        workload
        for workload in WORKLOADS
        if not prefixes or workload.name.startswith(tuple(prefixes))
    ]


def main() -> int:
    options = parse()
    pythons = {name: getattr(options, name) for name in INTERPRETERS if getattr(options, name)}
    if not pythons:
        print(f"name at least one interpreter: --{', --'.join(INTERPRETERS)}", file=sys.stderr)
        return 2
    if os.getloadavg()[0] > 1:
        print("other work is running: expect the numbers to be disturbed", file=sys.stderr)
    peers = [harness.Peer(name, python) for name, python in pythons.items()]
    rows = [harness.measure(workload, peers, options.rounds) for workload in chosen(options.only)]
    for peer in peers:
        peer.close()
    costs = {}
    if not options.only or "import" in options.only:
        frameworks = {name: pythons[name] for name in pythons if name != "scipy"}
        costs = importing.measure(frameworks, harness.environment(), tries=5)
    if options.json:
        print(harness.as_json(rows, costs))
    else:
        report(rows, costs, list(pythons))
    return int(options.check and any(row.verdict not in ("ok", "-") for row in rows))


def report(
    rows: list[harness.Row], costs: dict[str, importing.ImportCost], names: list[str]
) -> None:
    """Print the tables, and below them why something could not run."""
    if rows:
        print(harness.table(rows, names))
    if costs:
        print("\n" + harness.import_table(costs, list(costs)))
    for row in rows:
        for name, error in row.errors.items():
            print(f"\n{row.name}, {name}: {error[:160]}")


if __name__ == "__main__":
    sys.exit(main())
