"""Messages between processes: pickled, and handed over in shared memory where they are large."""

from __future__ import annotations

import itertools
import mmap
import os
import pickle
import socket
import struct
from collections.abc import Sequence
from typing import Any

__all__ = ["Channel"]

_HEADER = struct.Struct("<I?")  # how many parts, and whether they lie in memory that comes along
_ALIGNMENT = 64
_SMALL = 4096  # bytes of a message, or of an array in it, that are sent through the socket

Buffer = bytes | memoryview


class Channel:
    """One end of a connection between two processes.

    The parts of a message are its pickle and the memory of its arrays. Large ones are written into
    anonymous memory whose descriptor travels instead of them: the receiver maps it, and it goes
    away with the last process that holds it, however that ends. What passes through the socket is
    small, so that a sender does not wait for the receiver.
    """

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    @classmethod
    def pair(cls) -> tuple[Channel, Channel]:
        """Two ends that are connected to each other."""
        one, other = socket.socketpair()
        return cls(one), cls(other)

    def fileno(self) -> int:
        """The descriptor, to wait for."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this end; the other one sees the end of the stream."""
        self._socket.close()

    def send(self, message: Any) -> None:
        """Send any object that can be pickled; nothing is sent when pickling fails."""
        parts = _parts_of(message)
        sizes = [len(part) for part in parts]
        in_memory = sum(sizes) > _SMALL
        header = _HEADER.pack(len(parts), in_memory) + struct.pack(f"<{len(sizes)}Q", *sizes)
        if not in_memory:
            self._socket.sendall(header + b"".join(parts))
            return
        memory = _write_memory(parts)
        try:
            sent = socket.send_fds(self._socket, [header], [memory])
        finally:
            os.close(memory)
        self._socket.sendall(header[sent:])

    def receive(self) -> Any:
        """The next message; EOFError when the other end was closed."""
        start, descriptors, _, _ = socket.recv_fds(self._socket, _HEADER.size, 1)
        try:
            count, in_memory = _HEADER.unpack(start + self._read(_HEADER.size - len(start)))
            sizes = struct.unpack(f"<{count}Q", self._read(8 * count))
            if in_memory:
                parts = _map_memory(descriptors[0], sizes)
            else:
                parts = [memoryview(self._read(size)) for size in sizes]
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        return pickle.loads(parts[0], buffers=parts[1:])

    def _read(self, size: int) -> bytes:
        data = bytearray(size)
        left = memoryview(data)
        while left:
            count = self._socket.recv_into(left)
            if count == 0:
                raise EOFError("the other end of the channel was closed")
            left = left[count:]
        return bytes(data)


def _parts_of(message: Any) -> list[Buffer]:
    """The pickle of a message, and the memory of the large arrays that it refers to."""
    arrays: list[Buffer] = []

    def keep_inside(buffer: pickle.PickleBuffer) -> bool:
        raw = buffer.raw()
        if raw.nbytes < _SMALL:
            return True
        arrays.append(raw)
        return False

    return [pickle.dumps(message, protocol=5, buffer_callback=keep_inside), *arrays]


def _offsets(sizes: Sequence[int]) -> list[int]:
    """Where each part begins, and the size of the whole."""
    return list(
        itertools.accumulate((-(-size // _ALIGNMENT) * _ALIGNMENT for size in sizes), initial=0)
    )


def _write_memory(parts: list[Buffer]) -> int:
    """A descriptor of anonymous memory that holds the parts."""
    memory = os.memfd_create("paddle-message")
    *offsets, size = _offsets([len(part) for part in parts])
    os.ftruncate(memory, size)
    for part, offset in zip(parts, offsets, strict=True):
        written = 0
        while written < len(part):
            written += os.pwrite(memory, memoryview(part)[written:], offset + written)
    return memory


def _map_memory(memory: int, sizes: Sequence[int]) -> list[memoryview]:
    """Views of the parts; the mapping lives as long as any of them."""
    *offsets, size = _offsets(sizes)
    mapped = memoryview(mmap.mmap(memory, size))
    return [mapped[start : start + part] for start, part in zip(offsets, sizes, strict=True)]
