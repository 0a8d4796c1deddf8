"""Events: named ranges of the program, what was recorded, and where it is kept."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from paddle import _core
from paddle._ranges import TracerEventType
from paddle.profiler import trace

__all__ = ["Event", "ProfilerResult", "RecordEvent", "TracerEventType", "load_profiler_result"]


class RecordEvent:
    """A range of the program under a name of its own, which a running Profiler records.

    Args:
        name: what the tables and traces call it.
        event_type: the kind of event, PythonUserDefined by default.

    Examples:
        >>> import paddle
        >>> with paddle.profiler.RecordEvent("addition"):
        ...     total = paddle.ones([2]) + 1
    """

    def __init__(
        self, name: str, event_type: TracerEventType = TracerEventType.PythonUserDefined
    ) -> None:
        self.name = name
        self.event_type = TracerEventType(event_type)
        self._id = 0

    def begin(self) -> None:
        """Start the range.

        Examples:
            >>> import paddle
            >>> event = paddle.profiler.RecordEvent("product")
            >>> event.begin()
            >>> square = paddle.ones([2]) * 2
            >>> event.end()
        """
        self._id = _core.open_event(self.name, int(self.event_type))

    def end(self) -> None:
        """End the range; without `begin` nothing happens."""
        _core.close_event(self._id)
        self._id = 0

    def __enter__(self) -> RecordEvent:
        self.begin()
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


@dataclasses.dataclass(slots=True)
class Event:
    """One recorded event; times in nanoseconds since the epoch, sizes in bytes."""

    name: str
    type: TracerEventType
    start_ns: int
    end_ns: int
    thread_id: int
    detail: str = ""
    allocations: int = 0
    frees: int = 0
    allocated: int = 0
    freed: int = 0
    children: list[Event] = dataclasses.field(default_factory=list, repr=False)

    @classmethod
    def of(cls, fields: tuple[Any, ...]) -> Event:
        """The event that the core reports as a tuple."""
        name, kind, *others = fields
        return cls(name, TracerEventType(kind), *others)

    @property
    def duration(self) -> int:
        """How long it took, in nanoseconds."""
        return self.end_ns - self.start_ns


class ProfilerResult:
    """All events of one recording, in the order of their starts."""

    def __init__(self, events: list[Event], extra: dict[str, Any] | None = None) -> None:
        self.events = events
        self.extra = extra or {}

    def get_data(self) -> dict[int, list[Event]]:
        """The outermost events of each thread; those inside of them are their children."""
        roots: dict[int, list[Event]] = {}
        stacks: dict[int, list[Event]] = {}
        for event in self.events:
            event.children = []
        for event in self.events:
            stack = stacks.setdefault(event.thread_id, [])
            while stack and stack[-1].end_ns < event.end_ns:
                stack.pop()
            siblings = stack[-1].children if stack else roots.setdefault(event.thread_id, [])
            siblings.append(event)
            stack.append(event)
        return roots

    def get_extra_info(self) -> dict[str, Any]:
        """What is known about the recording beside its events."""
        return self.extra

    def save(self, path: str, format: str = "json") -> None:
        """Write the events: "json" for Chrome's trace format, "pb" for Perfetto's."""
        if format not in ("json", "pb"):
            raise ValueError(f"the format must be 'json' or 'pb', but is {format!r}")
        encoded = (
            trace.to_chrome(self.events) if format == "json" else trace.to_perfetto(self.events)
        )
        Path(path).write_bytes(encoded)


def load_profiler_result(filename: str) -> ProfilerResult:
    """Read what `export_protobuf` or `Profiler.export(format="pb")` wrote.

    Args:
        filename: path of a .pb file.

    Raises:
        ValueError: the file is no such trace.

    Examples:
        >>> import os, tempfile, paddle
        >>> path = os.path.join(tempfile.mkdtemp(), "trace.pb")
        >>> with paddle.profiler.Profiler(on_trace_ready=lambda prof: None) as prof:
        ...     y = paddle.tanh(paddle.ones([2]))
        >>> prof.export(path, format="pb")
        >>> [e.name for e in paddle.profiler.load_profiler_result(path).events if e.name == "tanh"]
        ['tanh']
    """
    rows = trace.from_perfetto(Path(filename).read_bytes())
    return ProfilerResult([Event.of(row) for row in rows])
