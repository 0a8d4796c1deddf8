"""What a test knows about an operator."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Error", "Record", "Sample", "record", "sample"]

FLOATS = ("float32", "float64")
ALL_FLOATS = ("float16", "bfloat16", "float32", "float64")


@dataclasses.dataclass(frozen=True)
class Sample:
    """Arguments of one call. Arrays become tensors; lists of arrays become lists of tensors."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def __str__(self) -> str:
        parts = [_describe(value) for value in self.args]
        parts += [f"{name}={_describe(value)}" for name, value in self.kwargs.items()]
        return "(" + ",".join(parts) + ")"


def _describe(value: Any) -> str:
    if hasattr(value, "shape"):
        return f"{value.dtype.kind}{list(value.shape)}".replace(" ", "")
    if isinstance(value, list) and value and hasattr(value[0], "shape"):
        return "[" + ",".join(_describe(item) for item in value) + "]"
    return repr(value).replace(" ", "")


def sample(*args: Any, **kwargs: Any) -> Sample:
    """A sample with these arguments."""
    return Sample(args, kwargs)


@dataclasses.dataclass(frozen=True)
class Error:
    """A call that must raise `kind` with a message that matches the regular expression."""

    kind: type[Exception]
    match: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Record:
    """One operator: how it is called, what it must give, and what it must refuse."""

    op: str
    function: Callable[..., Any]
    reference: Callable[..., Any] | None
    samples: tuple[Sample, ...]
    dtypes: tuple[str, ...]
    errors: tuple[Error, ...]
    covers: tuple[str, ...]
    gradient: bool
    second_gradient: bool
    recording: bool
    strided: bool
    inplace: Callable[..., Any] | None
    tolerance: float

    @property
    def name(self) -> str:
        return self.op


def record(
    op: str,
    function: Callable[..., Any],
    reference: Callable[..., Any] | None,
    samples: Sequence[Sample],
    *,
    dtypes: Sequence[str] = FLOATS,
    errors: Sequence[Error] = (),
    covers: Sequence[str] = (),
    gradient: bool = True,
    second_gradient: bool | None = None,
    recording: bool = True,
    strided: bool = True,
    inplace: Callable[..., Any] | None = None,
    tolerance: float = 1.0,
) -> Record:
    """A record.

    Args:
        op: name of the operator's row.
        function: the public function, called with tensors.
        reference: the same on NumPy arrays in double precision, returning an array or a tuple or
            list of arrays; None where values are checked by a test of their own (random operators).
        samples: calls. Floating arrays in them are cast to each of `dtypes`; arrays of integers and
            booleans stay as they are. Make floating arrays float64.
        dtypes: what floating arrays are cast to; complex names need complex samples.
        errors: calls that must raise.
        covers: rows that this record exercises too, such as the gradient operator.
        gradient: check gradients against finite differences (floating arrays only).
        second_gradient: check gradients of gradients; as `gradient` if None.
        recording: check that a recorded program gives the same values.
        strided: check that the values do not depend on the strides of the inputs.
        inplace: the in-place twin, checked to write the same values.
        tolerance: factor on the tolerances of the table in suite.py.

    Returns:
        The record.
    """
    return Record(
        op,
        function,
        reference,
        tuple(samples),
        tuple(dtypes),
        tuple(errors),
        tuple(covers),
        gradient,
        gradient if second_gradient is None else second_gradient,
        recording,
        strided,
        inplace,
        tolerance,
    )
