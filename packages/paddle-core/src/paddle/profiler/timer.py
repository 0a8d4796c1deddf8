"""The pace of a training loop: time per batch, time spent reading, samples per second."""

from __future__ import annotations

import time

from paddle import _ranges

__all__ = ["StepTimer"]


class StepTimer:
    """Averages over the steps since the last report."""

    def __init__(self) -> None:
        self._last = 0.0
        self._reset()

    def _reset(self) -> None:
        self._steps = 0
        self._seconds = 0.0
        self._samples = 0
        self._read_before = _ranges.reader_seconds

    def start(self) -> None:
        """Begin to measure."""
        _ranges.timing = True
        self._last = time.perf_counter()
        self._reset()

    def stop(self) -> None:
        """End it."""
        _ranges.timing = False

    def step(self, samples: int | None) -> None:
        """Count a step that ends now."""
        now = time.perf_counter()
        self._seconds += now - self._last
        self._last = now
        self._steps += 1
        self._samples += samples or 0

    def report(self, unit: str | None) -> str:
        """Reader cost, batch cost and pace since the last report; "" without a step."""
        if self._steps == 0:
            return ""
        reading = (_ranges.reader_seconds - self._read_before) / self._steps
        parts = [f" reader_cost: {reading:.5f} s"] if reading > 0 else []
        parts.append(f" batch_cost: {self._seconds / self._steps:.5f} s")
        counted = "samples" if self._samples else "steps"
        pace = (self._samples or self._steps) / max(self._seconds, 1e-9)
        parts.append(f" ips: {pace:.3f} {unit or counted}/s")
        self._reset()
        return "".join(parts)
