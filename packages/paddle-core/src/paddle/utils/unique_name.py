"""Unique names for layers and parameters: a counter per key, which a guard can start anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["generate", "switch", "guard"]


class NameGenerator:
    """Counts how often each key was asked for.

    Args:
        prefix: stands before every name.
    """

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.counts: defaultdict[str, int] = defaultdict(int)

    def __call__(self, key: str) -> str:
        number = self.counts[key]
        self.counts[key] = number + 1
        return f"{self.prefix}{key}_{number}"


_current = NameGenerator()


def generate(key: str) -> str:
    """The next unique name that begins with `key`.

    Examples:
        >>> import paddle
        >>> with paddle.utils.unique_name.guard():
        ...     first, second = [paddle.utils.unique_name.generate("fc") for _ in range(2)]
        >>> first, second
        ('fc_0', 'fc_1')
    """
    return _current(key)


def switch(new_generator: NameGenerator | None = None) -> NameGenerator:
    """Replace the generator by `new_generator`, or by a new one; returns the one before.

    Examples:
        >>> import paddle
        >>> before = paddle.utils.unique_name.switch()
        >>> name = paddle.utils.unique_name.generate("fc")
        >>> _ = paddle.utils.unique_name.switch(before)
        >>> name
        'fc_0'
    """
    global _current
    before, _current = _current, new_generator or NameGenerator()
    return before


@contextmanager
def guard(new_generator: str | NameGenerator | None = None) -> Iterator[None]:
    """Use a new generator within the block.

    Args:
        new_generator: a prefix for its names, or the generator itself.

    Examples:
        >>> import paddle
        >>> with paddle.utils.unique_name.guard("A_"):
        ...     print(paddle.utils.unique_name.generate("fc"))
        A_fc_0
    """
    if isinstance(new_generator, str):
        new_generator = NameGenerator(new_generator)
    before = switch(new_generator)
    try:
        yield
    finally:
        switch(before)
