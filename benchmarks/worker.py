"""Runs workloads inside one interpreter, on request: one JSON line in, one JSON line out."""

from __future__ import annotations

import gc
import importlib
import json
import math
import sys
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.families import BY_NAME
from benchmarks.workload import Framework, Step

ROUND_SECONDS = 0.02
MODULES = {"ours": "paddle", "paddle": "paddle", "torch": "torch", "scipy": "scipy.sparse"}


class Worker:
    """Holds the steps built so far and times them."""

    def __init__(self, name: str) -> None:
        module = importlib.import_module(MODULES[name])
        self._framework = Framework("paddle" if name == "ours" else name, module)
        self._steps: dict[str, tuple[Step, int]] = {}

    def prepare(self, workload: str) -> dict[str, Any]:
        """Build, warm up, choose the number of calls in a round, and digest the result."""
        step = BY_NAME[workload].build(self._framework)
        result = step()
        digest = float(np.abs(self._framework.numpy(result)).mean())
        step()
        calls = 1
        while (seconds := _seconds(step, calls)) < ROUND_SECONDS:
            calls = max(2 * calls, math.ceil(calls * ROUND_SECONDS / max(seconds, 1e-6)))
        self._steps[workload] = step, calls
        return {"digest": digest, "calls": calls}

    def time(self, workload: str) -> dict[str, Any]:
        """The microseconds that one call takes, over one round."""
        step, calls = self._steps[workload]
        return {"us": _seconds(step, calls) / calls * 1e6}

    def forget(self, workload: str) -> dict[str, Any]:
        """Free the step and its inputs."""
        del self._steps[workload]
        gc.collect()
        return {}


def _seconds(step: Step, calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        step()
    return time.perf_counter() - start


def _answer(worker: Worker, request: Mapping[str, str]) -> dict[str, Any]:
    """A failed request is an answer too: a framework may lack an operator or a dtype."""
    try:
        return dict(getattr(worker, request["command"])(request["workload"]))
    except Exception as error:
        text = str(error).strip() or type(error).__name__
        return {"error": f"{type(error).__name__}: {text.splitlines()[0]}"}


def main() -> None:
    """Serve requests until standard input ends; standard output carries answers only."""
    answers, sys.stdout = sys.stdout, sys.stderr
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(_answer(worker, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
