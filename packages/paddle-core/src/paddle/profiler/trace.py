"""Trace files: Chrome's JSON, and the protobuf of Perfetto (https://perfetto.dev/docs)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from paddle._ranges import TracerEventType

if TYPE_CHECKING:
    from paddle.profiler.events import Event

__all__ = ["from_perfetto", "to_chrome", "to_perfetto"]

# Numbers that a trace carries for each event beside its name, kind, times and thread.
COUNTERS = ("allocations", "frees", "allocated", "freed")


def to_chrome(events: Sequence[Event]) -> bytes:
    """Chrome's trace format, which chrome://tracing and Perfetto open; times in microseconds."""
    entries = []
    for event in events:
        arguments: dict[str, Any] = {"inputs": event.detail} if event.detail else {}
        arguments |= {name: value for name in COUNTERS if (value := getattr(event, name))}
        entries.append(
            {
                "name": event.name,
                "cat": event.type.name,
                "ph": "X",
                "ts": event.start_ns / 1000,
                "dur": event.duration / 1000,
                "pid": os.getpid(),
                "tid": event.thread_id,
                "args": arguments,
            }
        )
    return json.dumps({"displayTimeUnit": "ms", "traceEvents": entries}).encode()


# ---- Perfetto: field numbers of the messages Trace, TracePacket, TrackDescriptor and TrackEvent.

_PACKET, _TIMESTAMP, _SEQUENCE, _TRACK_EVENT, _TRACK = 1, 8, 10, 11, 60
_TRACK_UUID, _TRACK_NAME, _TRACK_THREAD, _THREAD_PID, _THREAD_TID = 1, 2, 4, 1, 2
_EVENT_ANNOTATION, _EVENT_TYPE, _EVENT_TRACK, _EVENT_CATEGORY, _EVENT_NAME = 4, 9, 11, 22, 23
_ANNOTATION_INTEGER, _ANNOTATION_TEXT, _ANNOTATION_NAME = 4, 6, 10
_BEGIN, _END = 1, 2
_VARINT, _BYTES = 0, 2


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3 | _VARINT) + _varint(value)
    content = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | _BYTES) + _varint(len(content)) + content


def _annotations(event: Event) -> bytes:
    encoded = b""
    if event.detail:
        text = _field(_ANNOTATION_NAME, "inputs") + _field(_ANNOTATION_TEXT, event.detail)
        encoded += _field(_EVENT_ANNOTATION, text)
    for name in COUNTERS:
        if value := getattr(event, name):
            number = _field(_ANNOTATION_NAME, name) + _field(_ANNOTATION_INTEGER, value)
            encoded += _field(_EVENT_ANNOTATION, number)
    return encoded


def _packet(time: int, content: bytes) -> bytes:
    body = _field(_TIMESTAMP, time) + _field(_SEQUENCE, 1) + _field(_TRACK_EVENT, content)
    return _field(_PACKET, body)


def _packets_of(event: Event) -> list[tuple[int, int, bytes]]:
    """The begin and the end of an event, each with what orders it among the others.

    At one time ends come first, the latest begun before the others; then begins, the longest first.
    """
    track = _field(_EVENT_TRACK, event.thread_id)
    named = _field(_EVENT_CATEGORY, event.type.name) + _field(_EVENT_NAME, event.name)
    begin = _field(_EVENT_TYPE, _BEGIN) + track + named + _annotations(event)
    end = _field(_EVENT_TYPE, _END) + track
    return [
        (event.start_ns, -event.end_ns, _packet(event.start_ns, begin)),
        (event.end_ns, -event.start_ns - (1 << 63), _packet(event.end_ns, end)),
    ]


def to_perfetto(events: Sequence[Event]) -> bytes:
    """A trace in Perfetto's protobuf, with a track per thread."""
    tracks = b""
    for thread in sorted({event.thread_id for event in events}):
        owner = _field(_THREAD_PID, os.getpid()) + _field(_THREAD_TID, thread)
        track = _field(_TRACK_UUID, thread) + _field(_TRACK_NAME, f"thread {thread}")
        track += _field(_TRACK_THREAD, owner)
        tracks += _field(_PACKET, _field(_SEQUENCE, 1) + _field(_TRACK, track))
    packets = sorted(packet for event in events for packet in _packets_of(event))
    return tracks + b"".join(encoded for _, _, encoded in packets)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("the file is no trace: it ends inside of a number")
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            return value, at
        shift += 7


def _fields(data: bytes) -> Iterator[tuple[int, Any]]:
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        value: Any
        value, at = _read_varint(data, at)
        if key & 7 == _BYTES:
            if at + value > len(data):
                raise ValueError("the file is no trace: it ends inside of a field")
            value, at = data[at : at + value], at + value
        elif key & 7 != _VARINT:
            raise ValueError(f"the file is no trace of this profiler: field of wire type {key & 7}")
        yield key >> 3, value


def _begun(packet: dict[int, Any], fields: list[tuple[int, Any]]) -> list[Any]:
    """The tuple of an event without its end."""
    values = dict(fields)
    counters, detail = dict.fromkeys(COUNTERS, 0), ""
    for number, content in fields:
        if number == _EVENT_ANNOTATION:
            annotation = dict(_fields(content))
            name = annotation[_ANNOTATION_NAME].decode()
            if name in counters:
                counters[name] = annotation[_ANNOTATION_INTEGER]
            else:
                detail = annotation[_ANNOTATION_TEXT].decode()
    kind = TracerEventType[values[_EVENT_CATEGORY].decode()]
    start, thread = packet[_TIMESTAMP], values[_EVENT_TRACK]
    name = values[_EVENT_NAME].decode()
    return [name, int(kind), start, start, thread, detail, *counters.values()]


def from_perfetto(data: bytes) -> list[tuple[Any, ...]]:
    """The events of a trace of `to_perfetto`, as tuples, in the order of their starts."""
    events: list[list[Any]] = []
    open_events: dict[int, list[list[Any]]] = {}
    for number, content in _fields(data):
        packet = dict(_fields(content)) if number == _PACKET else {}
        if _TRACK_EVENT not in packet:
            continue
        fields = list(_fields(packet[_TRACK_EVENT]))
        values = dict(fields)
        if values[_EVENT_TYPE] == _BEGIN:
            event = _begun(packet, fields)
            events.append(event)
            open_events.setdefault(values[_EVENT_TRACK], []).append(event)
        else:
            open_events[values[_EVENT_TRACK]].pop()[3] = packet[_TIMESTAMP]
    return [tuple(event) for event in events]
