"""Tables of a profile: events by kind, phases of a step, operators, ranges, memory."""

from __future__ import annotations

import dataclasses
import enum
import os
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from paddle._ranges import TracerEventType

if TYPE_CHECKING:
    from paddle.profiler.events import Event, ProfilerResult

__all__ = ["ProcessorUse", "SortedKeys", "SummaryView", "write_summary"]


class SortedKeys(enum.Enum):
    """What orders the rows of a table."""

    CPUTotal = 0
    CPUAvg = 1
    CPUMax = 2
    CPUMin = 3
    GPUTotal = 4
    GPUAvg = 5
    GPUMax = 6
    GPUMin = 7


class SummaryView(enum.Enum):
    """The tables that `Profiler.summary` can print."""

    DeviceView = 0
    OverView = 1
    ModelView = 2
    DistributedView = 3
    KernelView = 4
    OperatorView = 5
    MemoryView = 6
    MemoryManipulationView = 7
    UDFView = 8


UNITS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0}
PHASES = (TracerEventType.Forward, TracerEventType.Backward, TracerEventType.Optimization)


class ProcessorUse:
    """How busy the processors are from now on, by this process and by all."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._process = time.process_time()
        self._system = _system_ticks()

    def stop(self) -> tuple[float, float]:
        """The shares of the processors' time used by this process and by all, from 0 to 1."""
        wall = max(time.perf_counter() - self._wall, 1e-9)
        process = (time.process_time() - self._process) / (wall * (os.cpu_count() or 1))
        busy, total = (
            now - before for now, before in zip(_system_ticks(), self._system, strict=True)
        )
        return min(process, 1.0), busy / total if total else 0.0


def _system_ticks() -> tuple[int, int]:
    """Ticks that the processors were busy, and all, since the machine started."""
    try:
        with open("/proc/stat") as stat:
            ticks = [int(text) for text in stat.readline().split()[1:]]
    except OSError:
        return 0, 0
    idle = sum(ticks[3:5])
    return sum(ticks) - idle, sum(ticks)


@dataclasses.dataclass
class Total:
    """Durations of the events of one name."""

    name: str
    durations: list[int] = dataclasses.field(default_factory=list)
    inner: dict[str, Total] = dataclasses.field(default_factory=dict)

    @property
    def time(self) -> int:
        return sum(self.durations)

    def key(self, order: SortedKeys) -> float:
        """What sorts it, rising."""
        if order in (SortedKeys.CPUMin, SortedKeys.GPUMin):
            return min(self.durations)
        if order in (SortedKeys.CPUMax, SortedKeys.GPUMax):
            return -max(self.durations)
        average = order in (SortedKeys.CPUAvg, SortedKeys.GPUAvg)
        return -self.time / (len(self.durations) if average else 1)

    def cells(self, unit: float, whole: float) -> list[str]:
        """Calls, and total, average, longest, shortest and share of the whole."""
        d = self.durations
        times = [self.time, self.time / len(d), max(d), min(d)]
        shown = [f"{value / unit:.2f}" for value in times]
        return [str(len(d)), " / ".join([*shown, f"{percent(self.time, whole):.2f}"])]


def percent(part: float, whole: float) -> float:
    """What share of the whole a part is."""
    return 100 * part / whole if whole else 0.0


def merged_duration(events: Iterable[Event]) -> int:
    """The time during which at least one of the events ran; sorted by start."""
    total = end = 0
    for event in events:
        total += max(event.end_ns - max(event.start_ns, end), 0)
        end = max(end, event.end_ns)
    return total


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], unit: str = "") -> str:
    """A titled table with its columns flush left."""
    widths = [max(len(text) for text in cells) + 2 for cells in zip(columns, *rows, strict=True)]
    rule = "  ".join("-" * width for width in widths)

    def line(cells: Sequence[str]) -> str:
        return "  ".join(
            text.ljust(width) for text, width in zip(cells, widths, strict=True)
        ).rstrip()

    lines = [title.center(len(rule), "-")]
    if unit:
        lines.append(f"Time unit: {unit}")
    lines += [rule, line(columns), rule, *map(line, rows), rule]
    return "\n".join(lines)


class Summary:
    """Makes the tables of one record."""

    TIMES = "CPU Total / Avg / Max / Min / Ratio(%)"

    def __init__(
        self, result: ProfilerResult, order: SortedKeys, detail: bool, threads: bool, unit: str
    ) -> None:
        if unit not in UNITS:
            raise ValueError(f"the time unit must be one of {list(UNITS)}, but is {unit!r}")
        self.result = result
        self.events = result.events
        self.order, self.detail, self.threads, self.unit = order, detail, threads, unit
        self.steps = merged_duration(self.of(TracerEventType.ProfileStep))

    def of(self, *kinds: TracerEventType) -> list[Event]:
        return [event for event in self.events if event.type in kinds]

    def device(self) -> str:
        if "use" not in self.result.extra:
            return ""
        process, system = self.result.extra["use"]
        rows = [
            ("CPU(Process)", f"{100 * process:.2f}"),
            ("CPU(System)", f"{100 * system:.2f}"),
        ]
        return table("Device Summary", ("Device", "Utilization (%)"), rows)

    def overview(self) -> str:
        rows = []
        for kind in TracerEventType:
            events = self.of(kind)
            if events:
                time = merged_duration(events)
                share = percent(time, self.steps)
                rows.append((time, kind.name, len(events), share))
        rows.sort(key=lambda row: (row[1] != "ProfileStep", -row[0]))
        scale = UNITS[self.unit]
        cells = [
            (name if name == "ProfileStep" else f"  {name}", str(calls), f"{time / scale:.2f}",
             f"{share:.2f}")
            for time, name, calls, share in rows
        ]  # fmt: skip
        columns = ("Event Type", "Calls", "CPU Time", "Ratio (%)")
        return table("Overview Summary", columns, cells, self.unit)

    def model(self) -> str:
        scale = UNITS[self.unit]
        rows, others = [], self.steps
        for kind in (TracerEventType.ProfileStep, *PHASES):
            events = outermost(self.of(kind))
            if not events:
                continue
            total = Total(kind.name, [event.duration for event in events])
            indent = "" if kind is TracerEventType.ProfileStep else "  "
            rows.append([indent + kind.name, *total.cells(scale, self.steps)])
            others -= merged_duration(events) if indent else 0
        others = max(others, 0)
        share = percent(others, self.steps)
        rows.append(["  Others", "-", f"{others / scale:.2f} / - / - / - / {share:.2f}"])
        return table("Model Summary", ("Name", "Calls", self.TIMES), rows, self.unit)

    def operators(self) -> str:
        kinds = (TracerEventType.Operator,)
        return self.by_name("Operator Summary", kinds, self.detail)

    def ranges(self) -> str:
        kinds = (
            TracerEventType.PythonUserDefined,
            TracerEventType.UserDefined,
            TracerEventType.PythonOp,
        )
        return self.by_name("UserDefined Summary", kinds, False)

    def by_name(self, title: str, kinds: tuple[TracerEventType, ...], inner: bool) -> str:
        trees = self.result.get_data()
        groups = list(trees) if self.threads else [None]
        tables = []
        for thread in groups:
            totals: dict[str, Total] = {}
            for root, events in trees.items():
                if thread in (None, root):
                    gather(events, kinds, totals)
            rows = self.rows_of(totals, inner)
            if rows:
                where = "All threads merged" if thread is None else f"Thread: {thread}"
                columns = ("Name", "Calls", self.TIMES)
                tables.append(table(f"{title} ({where})", columns, rows, self.unit))
        return "\n\n".join(tables)

    def rows_of(self, totals: dict[str, Total], inner: bool) -> list[list[str]]:
        scale, rows = UNITS[self.unit], []
        whole = sum(total.time for total in totals.values())
        for total in sorted(totals.values(), key=lambda total: total.key(self.order)):
            rows.append([total.name, *total.cells(scale, whole)])
            parts = sorted(total.inner.values(), key=lambda part: part.key(self.order))
            for part in parts if inner else ():
                rows.append([f"  {part.name}", *part.cells(scale, total.time)])
        return rows

    def memory(self) -> str:
        sums: dict[str, list[int]] = {}
        for event in self.events:
            values = (event.allocations, event.frees, event.allocated, event.freed)
            if any(values):
                before = sums.setdefault(event.name, [0, 0, 0, 0])
                sums[event.name] = [a + b for a, b in zip(before, values, strict=True)]
        if not sums:
            return ""
        ordered = sorted(sums.items(), key=lambda item: item[1][3] - item[1][2])
        rows = [[name, *map(str, values), str(values[2] - values[3])] for name, values in ordered]
        columns = (
            "Name", "Allocation Count", "Free Count", "Allocation Size", "Free Size",
            "Increased Size",
        )  # fmt: skip
        peak: dict[str, Any] = self.result.extra.get("memory", {})
        notes = [
            f"Peak Allocated Memory: {peak.get('peak_allocated', 0)}",
            f"Peak Reserved Memory: {peak.get('peak_reserved', 0)}",
        ]
        return "\n".join([*notes, table("Memory Summary - Place(cpu)", columns, rows)])


def outermost(events: list[Event]) -> list[Event]:
    """The events that lie in no other one; sorted by start."""
    kept: list[Event] = []
    for event in events:
        if not kept or event.end_ns > kept[-1].end_ns:
            kept.append(event)
    return kept


def gather(
    events: list[Event], kinds: tuple[TracerEventType, ...], totals: dict[str, Total]
) -> None:
    """Add up the events of some kinds in a tree by name, and by name what runs inside of them."""
    for event in events:
        if event.type in kinds:
            total = totals.setdefault(event.name, Total(event.name))
            total.durations.append(event.duration)
            for child in event.children:
                part = total.inner.setdefault(child.name, Total(child.name))
                part.durations.append(child.duration)
        gather(event.children, kinds, totals)


def write_summary(
    result: ProfilerResult,
    order: SortedKeys,
    detail: bool,
    threads: bool,
    unit: str,
    views: list[SummaryView] | None,
) -> str:
    """The tables of a record as text; without `views` all that have rows."""
    summary = Summary(result, order, detail, threads, unit)
    makers = {
        SummaryView.DeviceView: summary.device,
        SummaryView.OverView: summary.overview,
        SummaryView.ModelView: summary.model,
        SummaryView.OperatorView: summary.operators,
        SummaryView.UDFView: summary.ranges,
        SummaryView.MemoryView: summary.memory,
    }
    chosen = [makers[view] for view in (makers if views is None else views) if view in makers]
    return "\n\n".join(text for make in chosen if (text := make()))
