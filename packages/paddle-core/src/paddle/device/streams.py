"""Streams and events. On the CPU operators have run when their call returns: nothing waits."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

__all__ = ["Event", "Stream", "current_stream", "set_stream", "stream_guard", "synchronize"]


def check_device(device: Any) -> None:
    """Refuse devices that are not there; None stands for the current one."""
    name = "cpu" if device is None else str(device)
    if name not in ("cpu", "Place(cpu)"):
        raise ValueError(f"the device must be 'cpu', but is {device!r}")


class Event:
    """A moment in a stream.

    Args:
        device: "cpu" or None.
        enable_timing: whether `elapsed_time` may be called.
        blocking, interprocess: accepted for compatibility.

    Examples:
        >>> import paddle
        >>> start, end = (paddle.device.Event(enable_timing=True) for _ in range(2))
        >>> start.record()
        >>> end.record()
        >>> start.elapsed_time(end) >= 0
        True
    """

    def __init__(
        self,
        device: Any = None,
        enable_timing: bool = False,
        blocking: bool = False,
        interprocess: bool = False,
    ) -> None:
        check_device(device)
        self._timed = enable_timing
        self._moment: float | None = None

    def record(self, stream: Stream | None = None) -> None:
        """Set the event to now, after what the stream has been given."""
        self._moment = time.perf_counter()

    def query(self) -> bool:
        """Whether what came before the event is done: always."""
        return True

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds from this event to another.

        Raises:
            RuntimeError: an event was not recorded, or made without `enable_timing`.
        """
        if not (self._timed and end_event._timed):
            raise RuntimeError("elapsed_time() needs events made with enable_timing=True")
        if self._moment is None or end_event._moment is None:
            raise RuntimeError("elapsed_time() needs events that were recorded")
        return 1000 * (end_event._moment - self._moment)

    def synchronize(self) -> None:
        """Wait until what came before the event is done."""


class Stream:
    """A queue of operators; the CPU has one, which is always empty.

    Args:
        device: "cpu" or None.
        priority, stream_base: accepted for compatibility.

    Examples:
        >>> import paddle
        >>> stream = paddle.device.Stream()
        >>> stream.query()
        True
    """

    def __init__(self, device: Any = None, priority: int = 2, stream_base: Any = None) -> None:
        check_device(device)

    def query(self) -> bool:
        """Whether everything in the stream is done: always."""
        return True

    def synchronize(self) -> None:
        """Wait until everything in the stream is done."""

    def wait_event(self, event: Event) -> None:
        """Let what follows wait for an event."""

    def wait_stream(self, stream: Stream) -> None:
        """Let what follows wait for another stream."""

    def record_event(self, event: Event | None = None) -> Event:
        """Record an event, a new one by default, and return it."""
        event = event or Event()
        event.record(self)
        return event


_current = Stream()


def current_stream(device: Any = None) -> Stream:
    """The stream that operators are given to.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.device.current_stream(), paddle.device.Stream)
        True
    """
    check_device(device)
    return _current


def set_stream(stream: Stream) -> Stream:
    """Give operators to another stream; return the one before.

    Examples:
        >>> import paddle
        >>> before = paddle.device.set_stream(paddle.device.Stream())
    """
    global _current
    if not isinstance(stream, Stream):
        raise TypeError(f"a stream must be a paddle.device.Stream, but is {stream!r}")
    before, _current = _current, stream
    return before


class stream_guard:  # noqa: N801 - Paddle's name
    """A context in which operators are given to another stream.

    Args:
        stream: the stream; None keeps the current one.

    Examples:
        >>> import paddle
        >>> with paddle.device.stream_guard(paddle.device.Stream()):
        ...     total = paddle.ones([2]) + 1
    """

    def __init__(self, stream: Stream | None = None) -> None:
        self._stream = stream

    def __enter__(self) -> None:
        self._before = current_stream() if self._stream is None else set_stream(self._stream)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        set_stream(self._before)


def synchronize(device: Any = None) -> None:
    """Wait until everything that a device was given is done.

    Examples:
        >>> import paddle
        >>> paddle.device.synchronize()
    """
    check_device(device)
