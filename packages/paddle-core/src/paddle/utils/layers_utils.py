"""Nested lists, tuples and dictionaries of values: walking, flattening, rebuilding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

__all__ = ["assert_same_structure", "flatten", "is_sequence", "map_structure", "pack_sequence_as"]


def is_sequence(value: Any) -> bool:
    """Whether a value is a list, tuple or dictionary, and not a string.

    Examples:
        >>> from paddle.utils.layers_utils import is_sequence
        >>> is_sequence([1]), is_sequence("ab")
        (True, False)
    """
    return isinstance(value, (dict, list, tuple))


def _children(structure: Any) -> list[Any]:
    if isinstance(structure, dict):
        return [structure[key] for key in sorted(structure)]
    return list(structure)


def _leaves(structure: Any) -> Iterator[Any]:
    if not is_sequence(structure):
        yield structure
        return
    for child in _children(structure):
        yield from _leaves(child)


def _rebuild(structure: Any, children: list[Any]) -> Any:
    """The children in a container like `structure`."""
    if isinstance(structure, dict):
        by_key = dict(zip(sorted(structure), children, strict=True))
        return type(structure)((key, by_key[key]) for key in structure)
    if hasattr(structure, "_fields"):
        return type(structure)(*children)
    return type(structure)(children)


def flatten(nest: Any) -> list[Any]:
    """The leaves of a nested structure, in order; values of dictionaries by sorted key.

    Examples:
        >>> from paddle.utils.layers_utils import flatten
        >>> flatten([1, (2, {"b": 4, "a": 3})])
        [1, 2, 3, 4]
    """
    return list(_leaves(nest))


def pack_sequence_as(structure: Any, flat_sequence: Sequence[Any]) -> Any:
    """The inverse of `flatten`: leaves in a structure like the given one.

    Raises:
        ValueError: there are more or fewer leaves than the structure has.

    Examples:
        >>> from paddle.utils.layers_utils import pack_sequence_as
        >>> pack_sequence_as([0, (0, 0)], [1, 2, 3])
        [1, (2, 3)]
    """
    leaves = list(flat_sequence)
    wanted = len(flatten(structure))
    if len(leaves) != wanted:
        raise ValueError(
            f"Could not pack sequence. Structure had {wanted} elements, but flat_sequence had "
            f"{len(leaves)} elements."
        )
    source = iter(leaves)

    def pack(node: Any) -> Any:
        if not is_sequence(node):
            return next(source)
        return _rebuild(node, [pack(child) for child in _children(node)])

    return pack(structure)


def map_structure(func: Callable[..., Any], *structure: Any) -> Any:
    """Apply a function to the leaves of one or more structures of the same form.

    Examples:
        >>> from paddle.utils.layers_utils import map_structure
        >>> map_structure(lambda x, y: x + y, [1, (2, 3)], [10, (20, 30)])
        [11, (22, 33)]
    """
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=False)
    rows = zip(*(_leaves(nest) for nest in structure), strict=True)
    return pack_sequence_as(structure[0], [func(*row) for row in rows])


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raise unless two structures are nested alike.

    Args:
        nest1: a structure.
        nest2: another one.
        check_types: whether containers must have equal types, too; True by default.

    Raises:
        ValueError: the nesting differs.
        TypeError: types of containers differ.

    Examples:
        >>> from paddle.utils.layers_utils import assert_same_structure
        >>> assert_same_structure([1, (2,)], [3, (4,)])
    """
    if is_sequence(nest1) != is_sequence(nest2):
        raise ValueError(f"The two structures don't have the same nested form: {nest1}, {nest2}")
    if not is_sequence(nest1):
        return
    if check_types and type(nest1) is not type(nest2):
        raise TypeError(
            "The two structures don't have the same sequence type: "
            f"{type(nest1).__name__} and {type(nest2).__name__}"
        )
    first, second = _children(nest1), _children(nest2)
    if len(first) != len(second):
        raise ValueError(
            f"The two structures don't have the same number of elements: {nest1}, {nest2}"
        )
    for one, other in zip(first, second, strict=True):
        assert_same_structure(one, other, check_types)
