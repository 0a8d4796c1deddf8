"""Functions for decoding."""

from __future__ import annotations

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["gather_tree"]


def gather_tree(ids: Tensor, parents: Tensor) -> Tensor:
    """Whole sequences of a beam search, read back from the last step along the parents.

    Args:
        ids: [T, N, K], the token of each beam at each step, int32 or int64.
        parents: [T, N, K], the beam each one continues, of the same dtype.

    Returns:
        [T, N, K], of the same dtype.

    Raises:
        ValueError: shapes differ or a parent is no beam.

    Examples:
        >>> import paddle
        >>> ids = paddle.to_tensor([[[2, 3]], [[4, 5]]])
        >>> parents = paddle.to_tensor([[[0, 0]], [[1, 0]]])
        >>> paddle.nn.functional.gather_tree(ids, parents).tolist()
        [[[3, 2]], [[4, 5]]]
    """
    return _C_ops.gather_tree(ids, parents)
