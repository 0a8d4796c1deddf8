"""The profiler: which steps are recorded, and what happens with the record."""

from __future__ import annotations

import datetime
import enum
import os
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from paddle import _core, _ranges
from paddle._ranges import Span, TracerEventType
from paddle.profiler.events import Event, ProfilerResult
from paddle.profiler.summary import ProcessorUse, SortedKeys, SummaryView, write_summary
from paddle.profiler.timer import StepTimer

__all__ = [
    "Profiler",
    "ProfilerState",
    "ProfilerTarget",
    "export_chrome_tracing",
    "export_protobuf",
    "make_scheduler",
]


class ProfilerState(enum.Enum):
    """What the profiler does in a step."""

    CLOSED = 0  # nothing
    READY = 1  # warms up: the step before one that is recorded
    RECORD = 2
    RECORD_AND_RETURN = 3  # records, and hands the record over at the end of the step


class ProfilerTarget(enum.Enum):
    """What can be observed."""

    CPU = 0
    GPU = 1
    XPU = 2
    CUSTOM_DEVICE = 3


_RECORDING = (ProfilerState.RECORD, ProfilerState.RECORD_AND_RETURN)


def make_scheduler(
    *, closed: int, ready: int, record: int, repeat: int = 0, skip_first: int = 0
) -> Callable[[int], ProfilerState]:
    """A schedule of steps: closed, ready and recorded ones in turn.

    Args:
        closed: steps that are not observed.
        ready: steps that warm up.
        record: steps that are recorded; the last of them hands the record over.
        repeat: how often the cycle runs, 0 for ever.
        skip_first: steps before the first cycle.

    Returns:
        A function from the number of a step to its `ProfilerState`.

    Raises:
        AssertionError: a negative count, or no step to record.

    Examples:
        >>> import paddle
        >>> state = paddle.profiler.make_scheduler(closed=1, ready=1, record=1)
        >>> [state(step).name for step in range(4)]
        ['CLOSED', 'READY', 'RECORD_AND_RETURN', 'CLOSED']
    """
    assert record > 0 <= min(closed, ready, repeat, skip_first), (
        "a schedule needs record > 0 and no negative number of steps, but got "
        f"closed={closed}, ready={ready}, record={record}, repeat={repeat}, skip_first={skip_first}"
    )
    period = closed + ready + record

    def state_of(step: int) -> ProfilerState:
        assert step >= 0, f"a step has a number of at least 0, but got {step}"
        cycle, position = divmod(step - skip_first, period)
        if cycle < 0 or (repeat > 0 and cycle >= repeat) or position < closed:
            return ProfilerState.CLOSED
        if position < closed + ready:
            return ProfilerState.READY
        return ProfilerState.RECORD_AND_RETURN if position == period - 1 else ProfilerState.RECORD

    return state_of


def _always_record(step: int) -> ProfilerState:
    return ProfilerState.RECORD


def _as_scheduler(scheduler: Any) -> Callable[[int], ProfilerState]:
    if scheduler is None:
        return _always_record
    if callable(scheduler):
        state_of: Callable[[int], ProfilerState] = scheduler
        return state_of
    if not isinstance(scheduler, (tuple, list)) or len(scheduler) != 2:
        raise TypeError(
            "the scheduler must be a function, a pair (first step, step after the last) or None, "
            f"but is {scheduler!r}"
        )
    first, end = scheduler
    ready = min(first, 1)
    return make_scheduler(closed=max(first - ready, 0), ready=ready, record=end - first, repeat=1)


def _exporter(folder: str, worker: str | None, format: str) -> Callable[[Profiler], None]:
    Path(folder).mkdir(parents=True, exist_ok=True)
    name = worker or f"host_{socket.gethostname()}pid_{os.getpid()}"

    def export(profiler: Profiler) -> None:
        now = datetime.datetime.now().strftime("%Y_%m_%d_%H_%M_%S_%f")
        profiler.export(str(Path(folder) / f"{name}_time_{now}.paddle_trace.{format}"), format)

    return export


def export_chrome_tracing(
    dir_name: str, worker_name: str | None = None
) -> Callable[[Profiler], None]:
    """A function for `on_trace_ready` that writes traces for Chrome and Perfetto (JSON).

    Args:
        dir_name: folder of the files, which is created.
        worker_name: how the names of the files begin; by default with host and process.

    Examples:
        >>> import os, tempfile, paddle
        >>> folder = tempfile.mkdtemp()
        >>> ready = paddle.profiler.export_chrome_tracing(folder, "worker")
        >>> with paddle.profiler.Profiler(on_trace_ready=ready):
        ...     total = paddle.ones([2]) + 1
        >>> [name[:12] for name in os.listdir(folder)]
        ['worker_time_']
    """
    return _exporter(dir_name, worker_name, "json")


def export_protobuf(dir_name: str, worker_name: str | None = None) -> Callable[[Profiler], None]:
    """A function for `on_trace_ready` that writes traces in Perfetto's protobuf.

    Args:
        dir_name: folder of the files, which is created.
        worker_name: how the names of the files begin; by default with host and process.
    """
    return _exporter(dir_name, worker_name, "pb")


class Profiler:
    """Record operators, ranges and memory of a part of a program.

    Layers, backward passes, optimiser steps, data loaders and every `RecordEvent` are ranges in
    the record; operators are those of the thread that started the profiler.

    Args:
        targets: what is observed; only the CPU is there, other targets are left out.
        scheduler: function from the number of a step to its `ProfilerState`; or a pair of the
            first step and the step after the last; None records from `start` to `stop`.
        on_trace_ready: called with the profiler when a record is complete; writes Chrome traces
            into ./profiler_log by default.
        record_shapes: keep shapes and dtypes of the operators' inputs.
        profile_memory: count what each event allocates and frees.
        timer_only: measure only the pace of the steps, for `step_info`.
        emit_nvtx, custom_device_types: for devices that are not there; without effect.
        with_flops: must be False; `paddle.flops` counts the operations of a network.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(4, 4)
        >>> with paddle.profiler.Profiler(on_trace_ready=lambda prof: None) as prof:
        ...     for _ in range(3):
        ...         loss = layer(paddle.ones([2, 4])).sum()
        ...         prof.step()
        >>> sum(event.name == "linear" for event in prof.profiler_result.events)
        3
    """

    def __init__(
        self,
        *,
        targets: Iterable[ProfilerTarget] | None = None,
        scheduler: Callable[[int], ProfilerState] | tuple[int, int] | None = None,
        on_trace_ready: Callable[[Profiler], Any] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        timer_only: bool = False,
        emit_nvtx: bool = False,
        custom_device_types: list[str] | None = None,
        with_flops: bool = False,
    ) -> None:
        if with_flops:
            raise ValueError("with_flops must be False: paddle.flops counts operations")
        self.targets = [
            target
            for target in map(ProfilerTarget, targets or [ProfilerTarget.CPU])
            if target is ProfilerTarget.CPU
        ]
        self.scheduler = _as_scheduler(scheduler)
        self.on_trace_ready = on_trace_ready
        self.record_shapes = record_shapes
        self.profile_memory = profile_memory
        self.timer_only = timer_only
        self.step_num = 0
        self.current_state = ProfilerState.CLOSED
        self.profiler_result = ProfilerResult([])
        self._timer = StepTimer()
        self._step_span: Span | None = None

    def __enter__(self) -> Profiler:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Begin, with the state that the scheduler gives the current step."""
        self._timer.start()
        if self.timer_only:
            return
        if _core.is_profiling():
            raise RuntimeError("another profiler is recording; stop it first")
        self.current_state = self.scheduler(self.step_num)
        if self.current_state in _RECORDING:
            self._start_recording()

    def stop(self) -> None:
        """End, and hand over what was recorded since the last time."""
        self._timer.stop()
        if self.current_state in _RECORDING:
            self._finish_recording()
        self.current_state = ProfilerState.CLOSED

    def step(self, num_samples: int | None = None) -> None:
        """End a step and begin the next.

        Args:
            num_samples: samples of the step that ended, for `step_info`.
        """
        self._timer.step(num_samples)
        if self.timer_only:
            return
        before = self.current_state
        self.step_num += 1
        self.current_state = self.scheduler(self.step_num)
        if before in _RECORDING:
            self._close_step()
            if before is ProfilerState.RECORD_AND_RETURN or self.current_state not in _RECORDING:
                self._finish_recording()
            else:
                self._open_step()
        if self.current_state in _RECORDING and not _ranges.active:
            self._start_recording()

    def step_info(self, unit: str | None = None) -> str:
        """The pace since the last call: seconds per batch, and samples or steps per second.

        Args:
            unit: what `num_samples` counted, "samples" by default.
        """
        return self._timer.report(unit)

    def _start_recording(self) -> None:
        self._use = ProcessorUse()
        _core.start_profiling(self.record_shapes, self.profile_memory)
        _ranges.active = True
        self._open_step()

    def _finish_recording(self) -> None:
        self._close_step()
        _ranges.active = False
        events = [Event.of(fields) for fields in _core.stop_profiling()]
        self.profiler_result = ProfilerResult(
            events, {"use": self._use.stop(), "memory": _core.memory_stats()}
        )
        on_ready = self.on_trace_ready or export_chrome_tracing("./profiler_log/")
        on_ready(self)

    def _open_step(self) -> None:
        self._step_span = Span(f"ProfileStep#{self.step_num}", TracerEventType.ProfileStep)
        self._step_span.__enter__()

    def _close_step(self) -> None:
        if self._step_span:
            self._step_span.__exit__()
        self._step_span = None

    def export(self, path: str = "", format: str = "json") -> None:
        """Write the last record.

        Args:
            path: of the file.
            format: "json" for Chrome's trace format, "pb" for Perfetto's protobuf.
        """
        self.profiler_result.save(path, format)

    def summary(
        self,
        sorted_by: SortedKeys = SortedKeys.CPUTotal,
        op_detail: bool = True,
        thread_sep: bool = False,
        time_unit: str = "ms",
        views: SummaryView | list[SummaryView] | None = None,
    ) -> None:
        """Print tables of the last record.

        Args:
            sorted_by: what orders the rows of operators and ranges, falling (CPUMin: rising).
            op_detail: show the operators that run inside of operators.
            thread_sep: a table per thread.
            time_unit: "s", "ms", "us" or "ns".
            views: the tables; None prints all that have rows.
        """
        chosen = [views] if isinstance(views, SummaryView) else views
        print(
            write_summary(
                self.profiler_result,
                SortedKeys(sorted_by),
                op_detail,
                thread_sep,
                time_unit,
                chosen,
            )
        )
