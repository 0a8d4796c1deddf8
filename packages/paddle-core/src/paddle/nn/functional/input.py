"""Look-ups by index: embedding and one-hot."""

from __future__ import annotations

from paddle import _C_ops
from paddle._core import Tensor, operator

__all__ = ["one_hot", "embedding"]


def embedding(
    x: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Rows of a table, looked up by index.

    Args:
        x: int32 or int64 indices of any shape, from 0 to one below the number of rows.
        weight: the table, [rows, width].
        padding_idx: the row that comes out as zeros and gets no gradient; a negative one counts
            from the end.
        sparse: accepted for compatibility; the gradient is dense.
        name: not used.

    Returns:
        The shape of `x` with the width behind.

    Raises:
        ValueError: `padding_idx` is out of range, or an index is.

    Examples:
        >>> import paddle
        >>> table = paddle.to_tensor([[0.0, 1.0], [2.0, 3.0]])
        >>> paddle.nn.functional.embedding(paddle.to_tensor([1, 0]), table).tolist()
        [[2.0, 3.0], [0.0, 1.0]]
    """
    rows = weight.shape[0]
    if padding_idx is None:
        padding_idx = -1
    elif not -rows <= padding_idx < rows:
        raise ValueError(f"padding_idx must be within [{-rows}, {rows}), but it is {padding_idx}")
    elif padding_idx < 0:
        padding_idx += rows
    return _C_ops.embedding(x, weight, padding_idx, sparse)


@operator("one_hot")
def one_hot(x: Tensor, num_classes: int, name: str | None = None) -> Tensor:
    """For every index a row with a one at its place and zeros elsewhere.

    Args:
        x: int32 or int64 indices of any shape, from 0 to `num_classes - 1`.
        num_classes: the length of the rows.
        name: not used.

    Returns:
        A float32 tensor: the shape of `x` with `num_classes` behind.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.one_hot(paddle.to_tensor([1, 0]), 3).tolist()
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
