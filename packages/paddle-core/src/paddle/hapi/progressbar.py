"""The progress bar that training, evaluation and prediction print."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any, TextIO

__all__ = ["ProgressBar"]

_BAR_WIDTH = 30


class ProgressBar:
    """Prints how far a loop is, with values.

    Args:
        num: how many steps there are, None where that is not known.
        verbose: 0 prints nothing, 1 keeps one line up to date, 2 prints a line per update.
        file: where to print, the standard output by default.
    """

    def __init__(
        self, num: int | None = None, verbose: int = 1, file: TextIO | None = None
    ) -> None:
        self._num = num
        self._verbose = verbose
        self._file = file
        self._start = time.perf_counter()
        self._printed = 0

    def start(self) -> None:
        """Begin to measure the time."""
        self._start = time.perf_counter()
        self._printed = 0

    def update(self, current: int, values: Sequence[tuple[str, Any]] = ()) -> None:
        """Print that `current` steps are done, with (name, value) pairs."""
        if self._verbose == 0:
            return
        per_step = (time.perf_counter() - self._start) / max(current, 1)
        done = self._num is not None and current >= self._num
        parts = [self._position(current), _show_values(values)]
        if self._verbose == 1 and self._num is not None and not done:
            parts.append(f" - ETA: {_show_seconds(per_step * (self._num - current))}")
        parts.append(f" - {_show_step_time(per_step)}")
        self._print("".join(parts), done)

    def _position(self, current: int) -> str:
        if self._num is None:
            return f"step {current}"
        digits = len(str(self._num))
        text = f"step {current:{digits}d}/{self._num}"
        return f"{text} [{_bar(current / self._num)}]" if self._verbose == 1 else text

    def _print(self, text: str, done: bool) -> None:
        out = self._file or sys.stdout
        if self._verbose == 1:
            erase = "\b" * self._printed + "\r"
            padding = " " * max(self._printed - len(text) - 1, 0)
            out.write(erase + text + padding)
            self._printed = len(text) + 1
            if done:
                out.write("\n")
        else:
            out.write(text + "\n")
        out.flush()


def _bar(share: float) -> str:
    filled = int(min(share, 1.0) * _BAR_WIDTH)
    if filled == 0 or share >= 1.0:
        return "=" * filled + "." * (_BAR_WIDTH - filled)
    return "=" * (filled - 1) + ">" + "." * (_BAR_WIDTH - filled)


def _show_values(values: Sequence[tuple[str, Any]]) -> str:
    text = ""
    for name, value in values:
        numbers = value if isinstance(value, (list, tuple)) else [value]
        text += f" - {name}: " + " ".join(_show_number(number) for number in numbers)
    return text


def _show_number(number: Any) -> str:
    if not isinstance(number, float) and not hasattr(number, "dtype"):
        return str(number)
    number = float(number)
    return f"{number:.4f}" if abs(number) > 1e-3 else f"{number:.4e}"


def _show_seconds(seconds: float) -> str:
    whole = int(seconds)
    if whole > 3600:
        return f"{whole // 3600}:{whole % 3600 // 60:02d}:{whole % 60:02d}"
    if whole > 60:
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{whole}s"


def _show_step_time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.0f}s/step"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.0f}ms/step"
    return f"{seconds * 1e6:.0f}us/step"
