"""What a program spends its time and memory on."""

from paddle.profiler.events import RecordEvent, load_profiler_result
from paddle.profiler.profiler import (
    Profiler,
    ProfilerState,
    ProfilerTarget,
    export_chrome_tracing,
    export_protobuf,
    make_scheduler,
)
from paddle.profiler.summary import SortedKeys, SummaryView

__all__ = [
    "ProfilerState",
    "ProfilerTarget",
    "make_scheduler",
    "export_chrome_tracing",
    "export_protobuf",
    "Profiler",
    "RecordEvent",
    "load_profiler_result",
    "SortedKeys",
    "SummaryView",
]
