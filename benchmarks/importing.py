"""What `import` costs: seconds and resident memory, each try in a fresh process."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

MODULES = {"ours": "paddle", "paddle": "paddle", "torch": "torch"}
MILLISECONDS_TARGET = 150.0
MEGABYTES_TARGET = 60.0

_PROBE = """
import json, time
start = time.perf_counter()
import {module}
seconds = time.perf_counter() - start
pages = int(open("/proc/self/statm").read().split()[1])
import resource
print(json.dumps([seconds * 1e3, pages * resource.getpagesize() / 2**20]))
"""


@dataclass(frozen=True)
class ImportCost:
    """Milliseconds, and megabytes resident afterwards."""

    milliseconds: float
    megabytes: float


def measure(
    pythons: Mapping[str, str], environment: Mapping[str, str], tries: int
) -> dict[str, ImportCost]:
    """The medians per framework, tries interleaved; the first, which fills caches, is dropped."""
    found: dict[str, list[list[float]]] = {name: [] for name in pythons}
    for _ in range(tries + 1):
        for name, python in pythons.items():
            found[name].append(_once(python, MODULES[name], environment))
    return {
        name: ImportCost(*(statistics.median(column) for column in zip(*rows[1:], strict=True)))
        for name, rows in found.items()
    }


def _once(python: str, module: str, environment: Mapping[str, str]) -> list[float]:
    run = subprocess.run(
        [python, "-c", _PROBE.format(module=module)],
        env=dict(environment),
        check=True,
        capture_output=True,
        text=True,
    )
    return [float(value) for value in json.loads(run.stdout.splitlines()[-1])]
