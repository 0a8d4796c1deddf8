"""Attention whose keys and values live in pages of a cache that all sequences share."""

from __future__ import annotations

from dataclasses import dataclass

from paddle._core import Tensor
from paddle.nn.functional.attention import blocked_attention

from .fused_rotary_position_embedding import rotate
from .masked_multihead_attention import finish_output, input_numbers

__all__ = ["block_multihead_attention"]


def block_multihead_attention(
    qkv: Tensor,
    key_cache: Tensor,
    value_cache: Tensor,
    seq_lens_encoder: Tensor,
    seq_lens_decoder: Tensor,
    seq_lens_this_time: Tensor,
    padding_offsets: Tensor,
    cum_offsets: Tensor,
    cu_seqlens_q: Tensor,
    cu_seqlens_k: Tensor,
    block_tables: Tensor,
    pre_key_cache: Tensor | None = None,
    pre_value_cache: Tensor | None = None,
    cache_k_quant_scales: Tensor | None = None,
    cache_v_quant_scales: Tensor | None = None,
    cache_k_dequant_scales: Tensor | None = None,
    cache_v_dequant_scales: Tensor | None = None,
    qkv_out_scale: Tensor | None = None,
    qkv_bias: Tensor | None = None,
    out_shift: Tensor | None = None,
    out_smooth: Tensor | None = None,
    rope_emb: Tensor | None = None,
    mask: Tensor | None = None,
    tgt_mask: Tensor | None = None,
    max_seq_len: int = -1,
    block_size: int = 64,
    use_neox_style: bool = False,
    use_dynamic_cachekv_quant: bool = False,
    quant_round_type: int = 1,
    quant_max_bound: float = 127.0,
    quant_min_bound: float = -127.0,
    out_scale: float = -1,
    compute_dtype: str = "default",
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Attention of the tokens of several sequences, some at their beginning, some decoding.

    A sequence with a length in `seq_lens_encoder` is new: its tokens attend to each other, causally
    unless `mask` says otherwise. Another one with `seq_lens_this_time` above 0 goes on behind its
    `seq_lens_decoder` cached keys. Both put their keys and values into the pages that
    `block_tables` names.

    Args:
        qkv: the tokens of all sequences behind each other, [tokens, (heads + 2 kv_heads) D];
            integers with `qkv_out_scale`.
        key_cache: the pages, [pages, kv_heads, block_size, D], written in place.
        value_cache: the same for values.
        seq_lens_encoder: the lengths of new sequences, 0 for others; N integers.
        seq_lens_decoder: how many keys of the others are cached; N integers.
        seq_lens_this_time: how many tokens of each sequence `qkv` holds; N integers.
        padding_offsets: not needed here.
        cum_offsets: not needed here.
        cu_seqlens_q: where the tokens of each sequence begin, N + 1 integers.
        cu_seqlens_k: not needed here.
        block_tables: the pages of each sequence, [N, most pages].
        pre_key_cache: keys before all others, [N, kv_heads, length, D]; None (the default) for
            none.
        pre_value_cache: the values that go with them.
        cache_k_quant_scales: only None is taken: the cache holds floating point numbers.
        cache_v_quant_scales: only None is taken.
        cache_k_dequant_scales: only None is taken.
        cache_v_dequant_scales: only None is taken.
        qkv_out_scale: what integers in `qkv` are multiplied by.
        qkv_bias: added to `qkv`, [(heads + 2 kv_heads) D].
        out_shift: added to the result, [heads D].
        out_smooth: what the result is multiplied by then, [heads D].
        rope_emb: cosines and sines per position, [2, N or 1, positions, 1, D / 2].
        mask: added to the scores of new sequences, [N, 1, longest, longest]; None (the default) for
            a causal mask.
        tgt_mask: added to the scores of the others, [N, 1, 1, longest].
        max_seq_len: not needed here.
        block_size: how many keys a page holds, 64 by default.
        use_neox_style: True pairs the halves of D in rotations, False (the default) neighbours.
        use_dynamic_cachekv_quant: only False is taken.
        quant_round_type: 0 rounds halves to even, 1 (the default) away from zero.
        quant_max_bound: 127.0 by default.
        quant_min_bound: -127.0 by default.
        out_scale: above 0, the result is rounded to int8; -1 by default.
        compute_dtype: "fp16", "bf16" or "fp32", the dtype of the result where `qkv` holds integers.

    Returns:
        [tokens, heads D], `qkv`, and both caches.

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> keys, values = paddle.zeros([2, 1, 4, 2]), paddle.zeros([2, 1, 4, 2])
        >>> new, cached = paddle.to_tensor([3], "int32"), paddle.to_tensor([0], "int32")
        >>> starts, pages = paddle.to_tensor([0, 3], "int32"), paddle.to_tensor([[1, 0]], "int32")
        >>> out = F.block_multihead_attention(
        ...     paddle.ones([3, 6]), keys, values, new, cached, new, cached, cached, starts, starts,
        ...     pages, block_size=4
        ... )[0]
        >>> out.shape, keys[1, 0, :, 0].tolist()
        ([3, 2], [1.0, 1.0, 1.0, 0.0])
    """
    import paddle

    _refuse(
        cache_k_quant_scales=cache_k_quant_scales,
        cache_v_quant_scales=cache_v_quant_scales,
        cache_k_dequant_scales=cache_k_dequant_scales,
        cache_v_dequant_scales=cache_v_dequant_scales,
        use_dynamic_cachekv_quant=use_dynamic_cachekv_quant or None,
    )
    if key_cache.shape[2] != block_size:
        raise ValueError(f"block_size is {block_size}, key_cache has pages of {key_cache.shape[2]}")
    cache = _Pages(key_cache, value_cache, block_tables.tolist())
    kv_heads, size = cache.kv_heads, key_cache.shape[3]
    numbers = input_numbers(qkv, qkv_out_scale, compute_dtype)
    if qkv_bias is not None:
        numbers = numbers + qkv_bias.flatten()
    rows = numbers.reshape([numbers.shape[0], -1, size])
    heads = rows.shape[1] - 2 * kv_heads
    starts, new, cached, now = (
        [int(value) for value in lengths.flatten().tolist()]
        for lengths in (cu_seqlens_q, seq_lens_encoder, seq_lens_decoder, seq_lens_this_time)
    )
    outs = []
    for n, count in enumerate(now):
        if count == 0:
            continue
        q, k, v = rows[starts[n] : starts[n] + count].split([heads, kv_heads, kv_heads], axis=1)
        before = 0 if new[n] else cached[n]
        if rope_emb is not None:
            q, k = (_rotated(part, rope_emb, n, before, not use_neox_style) for part in (q, k))
        cache.write(n, before, k, v)
        keys, values = cache.read(n, before + count)
        if pre_key_cache is not None and pre_value_cache is not None:
            keys = paddle.concat([pre_key_cache[n].transpose([1, 0, 2]), keys])
            values = paddle.concat([pre_value_cache[n].transpose([1, 0, 2]), values])
        chosen = mask if new[n] else tgt_mask
        added = _scores_mask(chosen, n, count, keys.shape[0], causal=bool(new[n]) and mask is None)
        q, keys, values = (part.unsqueeze(0).astype(q.dtype) for part in (q, keys, values))
        outs.append(blocked_attention(q, keys, values, added, size**-0.5, False, 0.0)[0])
    out = paddle.concat(outs).reshape([-1, heads * size])
    bounds = (quant_round_type, quant_max_bound, quant_min_bound)
    out = finish_output(out, out_shift, out_smooth, out_scale, bounds)
    return out, qkv, key_cache, value_cache


@dataclass
class _Pages:
    """The caches, and which pages each sequence has."""

    keys: Tensor
    values: Tensor
    tables: list[list[int]]

    @property
    def kv_heads(self) -> int:
        return self.keys.shape[1]

    def _places(self, sequence: int, first: int, last: int) -> tuple[Tensor, Tensor]:
        """The page and the row of the keys from `first` up to `last`."""
        import paddle

        size = self.keys.shape[2]
        table = self.tables[sequence]
        if last > len(table) * size:
            raise ValueError(f"block_tables has no page for key {last - 1} of sequence {sequence}")
        pages = paddle.to_tensor([table[at // size] for at in range(first, last)], "int64")
        return pages, paddle.arange(first, last) % size

    def write(self, sequence: int, first: int, keys: Tensor, values: Tensor) -> None:
        """Put [count, heads, D] behind the first keys of a sequence."""
        pages, rows = self._places(sequence, first, first + keys.shape[0])
        for i, (page, row) in enumerate(zip(pages.tolist(), rows.tolist(), strict=True)):
            self.keys[page, :, row] = keys[i].astype(self.keys.dtype)
            self.values[page, :, row] = values[i].astype(self.values.dtype)

    def read(self, sequence: int, count: int) -> tuple[Tensor, Tensor]:
        """The first keys and values of a sequence, [count, heads, D]."""
        pages, _ = self._places(sequence, 0, count)
        size = self.keys.shape[2]
        used = pages[::size]

        def rows(cache: Tensor) -> Tensor:
            chosen = cache.index_select(used).transpose([0, 2, 1, 3])
            return chosen.reshape([-1, *chosen.shape[2:]])[:count]

        return rows(self.keys), rows(self.values)


def _rotated(x: Tensor, rope_emb: Tensor, n: int, first: int, neighbours: bool) -> Tensor:
    """[count, heads, D] rotated by the angles of the positions from `first` on."""
    import paddle

    table = rope_emb[:, n if rope_emb.shape[1] > 1 else 0, first : first + x.shape[0]]
    if neighbours:
        table = paddle.repeat_interleave(table, 2, axis=-1)
    else:
        table = paddle.concat([table, table], axis=-1)
    return rotate(x, table[1], table[0], neighbours)


def _scores_mask(
    mask: Tensor | None, n: int, queries: int, keys: int, causal: bool
) -> Tensor | None:
    import paddle

    if mask is not None:
        return mask[n : n + 1, :, :queries, :keys]
    if not causal:
        return None
    return paddle.full([queries, keys], float("-inf")).triu(keys - queries + 1)


def _refuse(**arguments: object) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise ValueError(f"{name} must not be given: the cache holds floating point numbers")
