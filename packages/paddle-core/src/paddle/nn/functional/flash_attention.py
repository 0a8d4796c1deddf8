"""The entry points of flash attention."""

from __future__ import annotations

from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.attention import (
    blocked_attention,
    composed_attention,
    scaled_dot_product_attention,
    sdp_kernel,
    uses_blocks,
)

__all__ = [
    "flash_attention",
    "flash_attn_unpadded",
    "scaled_dot_product_attention",
    "sdp_kernel",
]


def flash_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    dropout: float = 0.0,
    causal: bool = False,
    return_softmax: bool = False,
    *,
    fixed_seed_offset: Any | None = None,
    rng_name: str = "",
    training: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor | None]:
    r"""Attention :math:`softmax(Q K^T / \sqrt{d}) V` in blocks, without storing the scores.

    Source: "FlashAttention", https://arxiv.org/abs/2205.14135.

    Args:
        query: [N, Lq, heads, D].
        key: [N, Lk, kv_heads, D]; kv_heads divides heads.
        value: [N, Lk, kv_heads, D].
        dropout: the probability of dropping an attention weight, 0.0 by default.
        causal: a position attends to none after it, False by default.
        return_softmax: also return the weights [N, heads, Lq, Lk], which then are stored; False by
            default.
        fixed_seed_offset: only None is taken; `paddle.seed` chooses what is dropped.
        rng_name: only "" is taken, the default generator.
        training: whether weights are dropped, True by default.
        name: not used.

    Returns:
        [N, Lq, heads, D], and the weights or None.

    Examples:
        >>> import paddle
        >>> from paddle.nn.functional.flash_attention import flash_attention
        >>> x = paddle.ones([1, 3, 2, 4])
        >>> out, weights = flash_attention(x, x, x, causal=True, return_softmax=True)
        >>> out.shape, weights.shape
        ([1, 3, 2, 4], [1, 2, 3, 3])
    """
    _check_generator(fixed_seed_offset, rng_name)
    scale = float(query.shape[-1]) ** -0.5
    probability = dropout if training else 0.0
    if return_softmax or not uses_blocks(None):
        out, weights = composed_attention(query, key, value, None, scale, causal, probability)
        return out, weights if return_softmax else None
    return blocked_attention(query, key, value, None, scale, causal, probability), None


def flash_attn_unpadded(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    cu_seqlens_q: Tensor,
    cu_seqlens_k: Tensor,
    max_seqlen_q: int,
    max_seqlen_k: int,
    scale: float,
    dropout: float = 0.0,
    causal: bool = False,
    return_softmax: bool = False,
    fixed_seed_offset: Any | None = None,
    rng_name: str = "",
    training: bool = True,
    name: str | None = None,
) -> tuple[Tensor, None]:
    r"""Attention inside each of several sequences that stand behind each other without padding.

    Args:
        query: [total_q, heads, D].
        key: [total_k, kv_heads, D]; kv_heads divides heads.
        value: [total_k, kv_heads, D].
        cu_seqlens_q: integers [N + 1], where each sequence of queries begins, and the end.
        cu_seqlens_k: integers [N + 1], the same for keys and values.
        max_seqlen_q: the longest sequence of queries; not needed here.
        max_seqlen_k: the longest sequence of keys; not needed here.
        scale: what scores are multiplied by, mostly :math:`1 / \sqrt{D}`.
        dropout: the probability of dropping an attention weight, 0.0 by default.
        causal: a position attends to none after it in its sequence, False by default.
        return_softmax: only False is taken: weights of sequences of different lengths have no
            shape.
        fixed_seed_offset: only None is taken; `paddle.seed` chooses what is dropped.
        rng_name: only "" is taken, the default generator.
        training: whether weights are dropped, True by default.
        name: not used.

    Returns:
        [total_q, heads, D], and None.

    Examples:
        >>> import paddle
        >>> from paddle.nn.functional.flash_attention import flash_attn_unpadded
        >>> x = paddle.ones([5, 2, 4])
        >>> starts = paddle.to_tensor([0, 2, 5], "int32")
        >>> flash_attn_unpadded(x, x, x, starts, starts, 3, 3, 0.5)[0].shape
        [5, 2, 4]
    """
    _check_generator(fixed_seed_offset, rng_name)
    if return_softmax:
        raise ValueError("flash_attn_unpadded: return_softmax must be False")
    probability = dropout if training else 0.0
    out = _C_ops.attention(
        query, key, value, None, cu_seqlens_q, cu_seqlens_k, scale, causal, probability
    )[0]
    return out, None


def _check_generator(fixed_seed_offset: Any, rng_name: str) -> None:
    if fixed_seed_offset is not None:
        raise ValueError("fixed_seed_offset must be None: paddle.seed chooses what is dropped")
    if rng_name:
        raise ValueError(f'rng_name must be "", the default generator, got "{rng_name}"')
