"""Scaled dot product attention: on the blocked kernel, and written out in operators."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.activation import softmax
from paddle.nn.functional.common import dropout

__all__ = ["scaled_dot_product_attention"]

_backends = {"math": False, "flash": True, "mem_efficient": True}


@contextmanager
def sdp_kernel(
    enable_math: bool = False, enable_flash: bool = True, enable_mem_efficient: bool = True
) -> Iterator[None]:
    """Choose how attention is computed inside a `with` block.

    The blocked kernel serves `enable_flash` and `enable_mem_efficient` alike; where only
    `enable_math` is on, attention is a composition of operators that keeps all weights.

    Args:
        enable_math: allow the composition, False by default.
        enable_flash: allow the blocked kernel, True by default.
        enable_mem_efficient: allow the blocked kernel, True by default.

    Examples:
        >>> import paddle
        >>> import paddle.nn.functional.flash_attention as attention
        >>> x = paddle.ones([1, 2, 1, 4])
        >>> with attention.sdp_kernel(
        ...     enable_math=True, enable_flash=False, enable_mem_efficient=False
        ... ):
        ...     attention.scaled_dot_product_attention(x, x, x).shape
        [1, 2, 1, 4]
    """
    saved = dict(_backends)
    _backends.update(math=enable_math, flash=enable_flash, mem_efficient=enable_mem_efficient)
    try:
        yield
    finally:
        _backends.update(saved)


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

    The scores are computed in blocks and never stored, so memory grows with the lengths and not
    with their product; a mask that wants a gradient is the exception. Sums are float32 for half
    floats. A query that sees no key (all -inf) gives zeros. Sources: "Attention is all you need",
    https://arxiv.org/abs/1706.03762; "FlashAttention", https://arxiv.org/abs/2205.14135.

    Args:
        query: [N, Lq, heads, D].
        key: [N, Lk, kv_heads, D]; kv_heads divides heads, and each serves as many queries' heads.
        value: [N, Lk, kv_heads, Dv].
        attn_mask: added to the scores, or False where they do not count; broadcasts with [N, heads,
            Lq, Lk].
        dropout_p: the probability of dropping an attention weight, 0.0 by default.
        is_causal: a position attends to none after it, False by default.
        training: whether weights are dropped, True by default.
        name: not used.

    Returns:
        [N, Lq, heads, Dv].

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 1, 4])
        >>> paddle.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True).shape
        [1, 2, 1, 4]
    """
    probability = dropout_p if training else 0.0
    scale = 1.0 / math.sqrt(query.shape[-1])
    if uses_blocks(attn_mask):
        return blocked_attention(query, key, value, attn_mask, scale, is_causal, probability)
    return composed_attention(query, key, value, attn_mask, scale, is_causal, probability)[0]


def uses_blocks(mask: Tensor | None) -> bool:
    """Whether the blocked kernel computes attention: it is allowed, and gives no gradient of a
    mask."""
    if not any(_backends.values()):
        raise AssertionError("sdp_kernel: no way to compute attention is enabled")
    if not (_backends["flash"] or _backends["mem_efficient"]):
        return False
    return mask is None or mask.stop_gradient


def blocked_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    scale: float,
    causal: bool,
    dropout_p: float,
) -> Tensor:
    """Attention of [N, L, heads, D] on the blocked kernel."""
    if mask is not None and not (mask.is_floating_point() or mask.dtype == _bool()):
        mask = additive_mask(mask, query)
    return _C_ops.attention(query, key, value, mask, None, None, scale, causal, dropout_p)[0]


def composed_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    scale: float,
    causal: bool,
    dropout_p: float,
) -> tuple[Tensor, Tensor]:
    """The same as `blocked_attention` from operators, and the weights [N, heads, Lq, Lk]."""
    import paddle

    group = query.shape[2] // key.shape[2]
    if group > 1:
        key, value = (paddle.repeat_interleave(x, group, axis=2) for x in (key, value))
    q, k, v = (x.transpose([0, 2, 1, 3]) for x in (query, key, value))
    scores = paddle.matmul(q * scale, k, transpose_y=True)
    if mask is not None:
        scores = scores + additive_mask(mask, scores)
    if causal:
        future = paddle.full([q.shape[2], k.shape[2]], -math.inf, scores.dtype).triu(1)
        scores = scores + future
    weights = dropout(softmax(scores), dropout_p)
    return paddle.matmul(weights, v).transpose([0, 2, 1, 3]), weights


def additive_mask(mask: Tensor, scores: Tensor) -> Tensor:
    """A mask as numbers to add to scores: booleans and integers say what counts."""
    if mask.is_floating_point():
        return mask.astype(scores.dtype)
    return (mask.astype(scores.dtype) - 1.0) * 1e9


def hiding_mask(allowed: Tensor, scores: Tensor) -> Tensor:
    """Zeros where a key is allowed, minus infinity elsewhere, in the precision of the scores."""
    import paddle

    dtype = "float64" if scores.dtype == paddle.float64 else "float32"
    return paddle.where(allowed, paddle.zeros([1], dtype), paddle.full([1], -math.inf, dtype))


def _bool() -> object:
    import paddle

    return paddle.bool
