"""Attention of padded sequences of different lengths."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn.functional.attention import additive_mask, blocked_attention, hiding_mask

__all__ = ["variable_length_memory_efficient_attention"]


def variable_length_memory_efficient_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    seq_lens: Tensor,
    kv_seq_lens: Tensor,
    mask: Tensor | None = None,
    scale: float | None = None,
    causal: bool = False,
    pre_cache_length: int = 0,
) -> Tensor:
    r"""Attention :math:`softmax(scale \cdot Q K^T + mask) V` inside the length of each sequence.

    Scores are computed in blocks and not stored.

    Args:
        query: [N, heads, Lq, D].
        key: [N, kv_heads, Lk, D]; kv_heads divides heads.
        value: [N, kv_heads, Lk, D].
        seq_lens: integers [N] or [N, 1]: how many queries count; the others give zeros.
        kv_seq_lens: how many keys count beside those before them.
        mask: added to the scores, broadcasts with [N, heads, Lq, Lk]; None (the default) for none.
        scale: 1 / sqrt(D) by default.
        causal: query i sees the keys up to `pre_cache_length + i`; False by default.
        pre_cache_length: how many keys stand before the sequence's own, 0 by default.

    Returns:
        [N, heads, Lq, D].

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> x = paddle.ones([2, 1, 3, 4])
        >>> lengths = paddle.to_tensor([1, 3], "int32")
        >>> out = F.variable_length_memory_efficient_attention(x, x, x, lengths, lengths)
        >>> out[:, 0, :, 0].tolist()
        [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]
    """
    import paddle

    queries, keys = query.shape[2], key.shape[2]
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    column = paddle.arange(keys)
    counts = kv_seq_lens.reshape([-1, 1, 1, 1]).astype("int64") + pre_cache_length
    allowed = column < counts
    if causal:
        seen = paddle.arange(queries).unsqueeze(1) + pre_cache_length
        allowed = allowed.logical_and(column <= seen)
    hidden = hiding_mask(allowed, query)
    added = hidden if mask is None else hidden + additive_mask(mask, hidden)
    q, k, v = (x.transpose([0, 2, 1, 3]) for x in (query, key, value))
    out = blocked_attention(q, k, v, added, scale, False, 0.0).transpose([0, 2, 1, 3])
    counted = paddle.arange(queries) < seq_lens.reshape([-1, 1, 1]).astype("int64")
    return out * counted.unsqueeze(-1).astype(out.dtype)
