"""One step of decoding: attention of a single new token to a cache."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn.functional.attention import blocked_attention, hiding_mask

from .fused_rotary_position_embedding import rotate
from .quantization import dequantize, quantize

__all__ = ["finish_output", "masked_multihead_attention"]


def masked_multihead_attention(
    x: Tensor,
    cache_kv: Tensor | None = None,
    bias: Tensor | None = None,
    src_mask: Tensor | None = None,
    cum_offsets: Tensor | None = None,
    sequence_lengths: Tensor | None = None,
    rotary_tensor: Tensor | None = None,
    beam_cache_offset: Tensor | None = None,
    qkv_out_scale: Tensor | None = None,
    out_shift: Tensor | None = None,
    out_smooth: Tensor | None = None,
    seq_len: int = 1,
    rotary_emb_dims: int = 0,
    use_neox_rotary_style: bool = False,
    compute_dtype: str = "default",
    out_scale: float = -1,
    quant_round_type: int = 1,
    quant_max_bound: float = 127.0,
    quant_min_bound: float = -127.0,
) -> tuple[Tensor, Tensor]:
    """Attention of one new token per sequence, whose key and value are put into the cache.

    Args:
        x: queries, keys and values of the tokens, [N, 3 heads D]; integers with `qkv_out_scale`.
        cache_kv: [2, N, heads, longest, D], written in place.
        bias: [3, heads, D]; None (the default) for none.
        src_mask: added to the scores of the cached keys and the new one, [N, 1, 1, length].
        cum_offsets: not needed, the batch has no padding here.
        sequence_lengths: how many keys of each sequence are cached, [N, 1]; without it `src_mask`
            tells, whose length is one more.
        rotary_tensor: cosines and sines of the new position, [2, N or 1, 1, 1, D], for
            `rotary_emb_dims` above 0.
        beam_cache_offset: only None is taken: reorder the cache between steps instead.
        qkv_out_scale: what integers in `x` are multiplied by, [3, heads, D].
        out_shift: added to the result, [heads D].
        out_smooth: what the result is multiplied by then, [heads D].
        seq_len: only 1 is taken.
        rotary_emb_dims: into how many parts D is cut, each rotated for itself; 0 (the default) for
            no rotation.
        use_neox_rotary_style: True pairs the halves of a part, False (the default) neighbours.
        compute_dtype: "fp16", "bf16" or "fp32", the dtype of the result where `x` holds integers.
        out_scale: above 0, the result is rounded to int8; -1 by default.
        quant_round_type: 0 rounds halves to even, 1 (the default) away from zero.
        quant_max_bound: 127.0 by default.
        quant_min_bound: -127.0 by default.

    Returns:
        [N, heads D], and the cache.

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> cache = paddle.zeros([2, 1, 2, 8, 4])
        >>> lengths = paddle.to_tensor([[0]], "int32")
        >>> out, cache = F.masked_multihead_attention(
        ...     paddle.ones([1, 24]), cache, sequence_lengths=lengths
        ... )
        >>> out.shape, cache.sum().item()
        ([1, 8], 16.0)
    """
    import paddle

    if cache_kv is None:
        raise ValueError("cache_kv must be given")
    if beam_cache_offset is not None:
        raise ValueError("beam_cache_offset must be None: reorder cache_kv between steps instead")
    if seq_len != 1:
        raise ValueError(f"seq_len must be 1, got {seq_len}")
    _, batch, heads, longest, size = cache_kv.shape
    qkv = input_numbers(x, qkv_out_scale, compute_dtype).reshape([batch, 3, heads, size])
    if bias is not None:
        qkv = qkv + bias.reshape([3, heads, size])
    q, k, v = qkv.unbind(1)
    if rotary_emb_dims > 0:
        if rotary_tensor is None:
            raise ValueError("rotary_tensor must be given when rotary_emb_dims is above 0")
        cos, sin = rotary_tensor.reshape([2, -1, 1, size])
        q, k = (
            rotate_parts(part, cos, sin, rotary_emb_dims, not use_neox_rotary_style)
            for part in (q, k)
        )
    lengths = _cached_lengths(sequence_lengths, src_mask, batch)
    for n, at in enumerate(lengths):
        if not 0 <= at < longest:
            raise ValueError(f"cache_kv holds {longest} keys, sequence {n} has {at} already")
        cache_kv[0, n, :, at] = k[n].astype(cache_kv.dtype)
        cache_kv[1, n, :, at] = v[n].astype(cache_kv.dtype)
    used = max(lengths) + 1
    keys, values = (part[:, :, :used].transpose([0, 2, 1, 3]) for part in cache_kv)
    seen = paddle.arange(used) <= paddle.to_tensor(lengths).reshape([batch, 1, 1, 1])
    mask = hiding_mask(seen, q)
    if src_mask is not None:
        mask = mask + src_mask[..., :used].astype(mask.dtype)
    parts = (q.unsqueeze(1), keys.astype(q.dtype), values.astype(q.dtype))
    out = blocked_attention(*parts, mask, size**-0.5, False, 0.0).reshape([batch, -1])
    bounds = (quant_round_type, quant_max_bound, quant_min_bound)
    return finish_output(out, out_shift, out_smooth, out_scale, bounds), cache_kv


def _cached_lengths(lengths: Tensor | None, mask: Tensor | None, batch: int) -> list[int]:
    if lengths is not None:
        return [int(length) for length in lengths.flatten().tolist()]
    if mask is None:
        raise ValueError("sequence_lengths or src_mask must be given")
    return [mask.shape[-1] - 1] * batch


_COMPUTE_DTYPES = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32"}


def input_numbers(x: Tensor, scale: Tensor | None, compute_dtype: str) -> Tensor:
    """The input in floating point: as it is, or integers times their scale."""
    if x.is_floating_point():
        return x
    if scale is None:
        raise ValueError("qkv_out_scale must be given where the input holds integers")
    if compute_dtype not in _COMPUTE_DTYPES:
        raise ValueError(
            f'compute_dtype must be "fp16", "bf16" or "fp32" where the input holds integers, got '
            f"{compute_dtype!r}"
        )
    return dequantize(x, scale.flatten(), _COMPUTE_DTYPES[compute_dtype])


def rotate_parts(x: Tensor, cos: Tensor, sin: Tensor, parts: int, neighbours: bool) -> Tensor:
    """Rotary embedding of each of several parts of the last axis."""
    import paddle

    cut = (x.chunk(parts, -1), sin.chunk(parts, -1), cos.chunk(parts, -1))
    return paddle.concat([rotate(*part, neighbours) for part in zip(*cut, strict=True)], axis=-1)


def finish_output(
    out: Tensor,
    shift: Tensor | None,
    smooth: Tensor | None,
    scale: float,
    bounds: tuple[int, float, float],
) -> Tensor:
    """`(out + shift) * smooth`, rounded to int8 where the scale is above 0."""
    if shift is not None:
        out = out + shift.astype(out.dtype)
    if smooth is not None:
        out = out * smooth.astype(out.dtype)
    return quantize(out, scale, *bounds) if scale > 0 else out
