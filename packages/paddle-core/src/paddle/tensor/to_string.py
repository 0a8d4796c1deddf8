"""The printed form of tensors."""

from __future__ import annotations

import dataclasses
from typing import Any

from .._core import Tensor

__all__ = ["set_printoptions", "tensor_to_string"]


@dataclasses.dataclass
class _PrintOptions:
    precision: int = 8
    threshold: int = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool = False


_options = _PrintOptions()
_INDENT = 7  # the data start below "Tensor("


def set_printoptions(
    precision: int | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sci_mode: bool | None = None,
    linewidth: int | None = None,
) -> None:
    """Change how tensors are printed; what is None stays as it is.

    Args:
        precision: digits behind the point, 8 at first.
        threshold: tensors with more elements are summarised, 1000 at first.
        edgeitems: elements shown at each end of a summarised dimension, 3 at first.
        sci_mode: scientific notation, False at first.
        linewidth: characters in a line, 80 at first.

    Examples:
        >>> import paddle
        >>> paddle.set_printoptions(precision=3)
        >>> paddle.to_tensor(0.5)
        Tensor(shape=[], dtype=float32, place=Place(cpu), stop_gradient=True,
               0.500)
        >>> paddle.set_printoptions(precision=8)
    """
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "sci_mode": sci_mode,
        "linewidth": linewidth,
    }
    for name, value in given.items():
        if value is None:
            continue
        wanted = bool if name == "sci_mode" else int
        if not isinstance(value, wanted):
            raise TypeError(f"{name} must be {wanted.__name__}, but is {value!r}")
        setattr(_options, name, value)


def _format_float(value: float) -> str:
    if value != value:
        return "nan"
    if _options.sci_mode:
        return f"{value:.{_options.precision}e}"
    if value % 1 == 0 or value in (float("inf"), float("-inf")):
        return f"{value:.0f}."
    return f"{value:.{_options.precision}f}"


def _format_element(value: Any) -> str:
    return _format_float(value) if isinstance(value, float) else str(value)


def _summarised(tensor: Tensor) -> bool:
    return tensor.size > _options.threshold


def _shown(size: int, summary: bool) -> list[int | None]:
    """Positions along a dimension; None stands for the left-out middle."""
    edge = _options.edgeitems
    if not summary or size <= 2 * edge:
        return list(range(size))
    return [*range(edge), None, *range(size - edge, size)]


def _texts(array: Any, summary: bool) -> Any:
    """Nested lists of the texts of the shown elements."""
    if array.ndim == 0:
        return _format_element(array.item())
    positions = _shown(array.shape[0], summary)
    return ["..." if i is None else _texts(array[i], summary) for i in positions]


def _leaves(texts: Any) -> list[str]:
    if isinstance(texts, str):
        return [] if texts == "..." else [texts]
    return [leaf for item in texts for leaf in _leaves(item)]


class _Layout:
    """Pads elements to one width and breaks rows into lines."""

    def __init__(self, texts: Any, rank: int, indent: int) -> None:
        leaves = _leaves(texts)
        self.width = max((len(leaf) for leaf in leaves), default=0)
        minus_zero = _format_float(-0.0)  # counts as no sign
        self.signed = any(leaf.startswith("-") and leaf != minus_zero for leaf in leaves)
        self.rank = rank
        self.indent = indent

    def pad(self, text: str) -> str:
        if text == "...":
            return text
        if self.signed and not text.startswith("-") and len(text) < self.width:
            return " " + text.ljust(self.width - 1)
        return text.ljust(self.width)

    def row(self, texts: list[str]) -> str:
        per_line = max(1, (_options.linewidth - self.indent) // (self.width + 2))
        padded = [self.pad(text) for text in texts]
        lines = [
            ", ".join(padded[start : start + per_line]) for start in range(0, len(padded), per_line)
        ]
        return (",\n" + " " * (self.indent + self.rank)).join(lines)

    def block(self, texts: list[Any], depth: int = 0) -> str:
        below = self.rank - 1 - depth
        if below == 0:
            return "[" + self.row(texts) + "]"
        separator = ",\n" + "\n" * (below - 1) + " " * (self.indent + 1 + depth)
        inner = [item if item == "..." else self.block(item, depth + 1) for item in texts]
        return "[" + separator.join(inner) + "]"


def array_to_string(array: Any, summary: bool, indent: int = _INDENT) -> str:
    """The elements of a NumPy array as Paddle prints them."""
    if array.ndim == 0:
        return _format_element(array.item())
    if array.shape[0] == 0:
        return "[]"
    texts = _texts(array, summary)
    return _Layout(texts, array.ndim, indent).block(texts)


def tensor_to_string(tensor: Tensor, prefix: str = "Tensor") -> str:
    """The text that `print` shows for a dense tensor.

    Examples:
        >>> import paddle
        >>> from paddle.tensor.to_string import tensor_to_string
        >>> print(tensor_to_string(paddle.to_tensor([1, 2])))
        Tensor(shape=[2], dtype=int64, place=Place(cpu), stop_gradient=True,
               [1, 2])
    """
    head = (
        f"{prefix}(shape={tensor.shape}, dtype={tensor.dtype.name}, place={tensor.place}, "
        f"stop_gradient={tensor.stop_gradient}"
    )
    if tensor._is_symbolic:
        return head + ")"
    return f"{head},\n{' ' * _INDENT}{data_to_string(tensor)})"


def data_to_string(tensor: Tensor, indent: int = _INDENT) -> str:
    """The elements of a dense tensor as they are printed behind a text of `indent` characters."""
    shown = tensor.detach()
    if shown.dtype.name == "bfloat16":
        shown = shown.astype("float32")
    return array_to_string(shown.numpy(), _summarised(tensor), indent)


def composite_to_string(tensor: Tensor) -> str:
    """The text that `print` shows for a tensor of a layout that no package prints itself."""
    return (
        f"Tensor(shape={tensor.shape}, dtype={tensor.dtype.name}, place={tensor.place}, "
        f"stop_gradient={tensor.stop_gradient}, layout={tensor._layout_name})"
    )
