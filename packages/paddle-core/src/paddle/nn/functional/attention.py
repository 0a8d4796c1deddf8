"""Attention."""

from __future__ import annotations

import math

from paddle._core import Tensor
from paddle.nn.functional.activation import softmax
from paddle.nn.functional.common import dropout

__all__ = ["scaled_dot_product_attention"]


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = True,
    name: str | None = None,
) -> Tensor:
    r"""Attention: :math:`softmax(Q K^T / \sqrt{d} + mask) V`.

    Source: "Attention is all you need", https://arxiv.org/abs/1706.03762.

    Args:
        query: [N, Lq, heads, D].
        key: [N, Lk, heads, D].
        value: [N, Lk, heads, D].
        attn_mask: added to the scores, or False where they do not count; broadcasts with [N, heads,
            Lq, Lk].
        dropout_p: the probability of dropping an attention weight, 0.0 by default.
        is_causal: a position attends to none after it, False by default.
        training: whether weights are dropped, True by default.
        name: not used.

    Returns:
        [N, Lq, heads, D].

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 1, 4])
        >>> paddle.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True).shape
        [1, 2, 1, 4]
    """
    import paddle

    q, k, v = (t.transpose([0, 2, 1, 3]) for t in (query, key, value))
    scores = paddle.matmul(q * (1.0 / math.sqrt(query.shape[-1])), k, transpose_y=True)
    if attn_mask is not None:
        scores = scores + additive_mask(attn_mask, scores)
    if is_causal:
        future = paddle.full([q.shape[2], k.shape[2]], -math.inf, scores.dtype).triu(1)
        scores = scores + future
    weights = dropout(softmax(scores), dropout_p, training=training)
    return paddle.matmul(weights, v).transpose([0, 2, 1, 3])


def additive_mask(mask: Tensor, scores: Tensor) -> Tensor:
    """A mask as numbers to add to scores: booleans and integers say what counts."""
    if mask.is_floating_point():
        return mask.astype(scores.dtype)
    return (mask.astype(scores.dtype) - 1.0) * 1e9
