"""Named ranges that the profiler records around layers, steps and reading; free when it is off."""

from __future__ import annotations

import contextlib
import enum
import time

from . import _core

__all__ = ["Reading", "Span", "TracerEventType", "span"]

_NOTHING = contextlib.nullcontext()


class TracerEventType(enum.IntEnum):
    """What a recorded event is."""

    Operator = 0
    Dataloader = 1
    ProfileStep = 2
    CudaRuntime = 3
    Kernel = 4
    Memcpy = 5
    Memset = 6
    UserDefined = 7
    OperatorInner = 8
    Forward = 9
    Backward = 10
    Optimization = 11
    Communication = 12
    PythonOp = 13
    PythonUserDefined = 14


active = False  # whether events are collected
reader_seconds = 0.0  # spent in data loaders while a timer runs
timing = False


class Span:
    """An event that lasts as long as the `with` block."""

    __slots__ = ("_id", "_kind", "_name")

    def __init__(self, name: str, kind: TracerEventType) -> None:
        self._name = name
        self._kind = kind

    def __enter__(self) -> None:
        self._id = _core.open_event(self._name, int(self._kind))

    def __exit__(self, *error: object) -> None:
        _core.close_event(self._id)


def span(name: str, kind: TracerEventType) -> Span | contextlib.AbstractContextManager[None]:
    """A context that is recorded as an event while a profiler runs."""
    return Span(name, kind) if active else _NOTHING


class Reading(Span):
    """The time that a data loader takes for a batch."""

    __slots__ = ("_start",)

    def __init__(self) -> None:
        super().__init__("DataLoader", TracerEventType.Dataloader)

    def __enter__(self) -> None:
        self._start = time.perf_counter()
        super().__enter__()

    def __exit__(self, *error: object) -> None:
        global reader_seconds
        super().__exit__(*error)
        if timing:
            reader_seconds += time.perf_counter() - self._start
