"""A stack of transformer layers, with caches for generation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.functional.attention import hiding_mask

from .fused_transformer import check_single_process, masked_attention, project_heads
from .masked_multihead_attention import rotate_parts

__all__ = ["fused_multi_transformer"]


def fused_multi_transformer(
    x: Tensor,
    ln_scales: Sequence[Tensor],
    ln_biases: Sequence[Tensor],
    qkv_weights: Sequence[Tensor],
    qkv_biases: Sequence[Tensor] | None,
    linear_weights: Sequence[Tensor],
    linear_biases: Sequence[Tensor] | None,
    ffn_ln_scales: Sequence[Tensor],
    ffn_ln_biases: Sequence[Tensor],
    ffn1_weights: Sequence[Tensor],
    ffn1_biases: Sequence[Tensor] | None,
    ffn2_weights: Sequence[Tensor],
    ffn2_biases: Sequence[Tensor] | None,
    pre_layer_norm: bool = True,
    epsilon: float = 1e-5,
    cache_kvs: Sequence[Tensor] | None = None,
    pre_caches: Sequence[Tensor] | None = None,
    seq_lens: Tensor | None = None,
    rotary_embs: Tensor | None = None,
    time_step: Tensor | None = None,
    attn_mask: Tensor | None = None,
    dropout_rate: float = 0.0,
    rotary_emb_dims: int = 0,
    activation: str = "gelu",
    training: bool = False,
    mode: str = "upscale_in_train",
    trans_qkvw: bool = True,
    ring_id: int = -1,
    name: str | None = None,
) -> Tensor | tuple[Tensor, Sequence[Tensor]]:
    """Transformer layers one behind another; every list has one entry per layer.

    With caches and without `time_step`, the keys and values of `x` are put at the caches'
    beginning; with `time_step` `x` is one new token per sequence, put at that place, which attends
    to all before it.

    Args:
        x: [N, L, D].
        ln_scales: of the norm of the attention, [D].
        ln_biases: the same.
        qkv_weights: [3, heads, size, D], or [D, 3, heads, size] without `trans_qkvw`.
        qkv_biases: [3, heads, size]; None for none.
        linear_weights: behind the attention, [heads size, D].
        linear_biases: [D]; None for none.
        ffn_ln_scales: of the norm of the feed-forward net, [D].
        ffn_ln_biases: the same.
        ffn1_weights: [D, inner].
        ffn1_biases: [inner]; None for none.
        ffn2_weights: [inner, D].
        ffn2_biases: [D]; None for none.
        pre_layer_norm: norms stand before the halves (the default), else behind them.
        epsilon: of the norms, 1e-5 by default.
        cache_kvs: [2, N, heads, longest, size], written in place; None (the default) for none.
        pre_caches: keys and values before those of `x`, [2, N, heads, length, size].
        seq_lens: how many tokens of each sequence count, [N]; with `time_step` how many are cached.
        rotary_embs: cosines and sines, [2, N, 1, L, size].
        time_step: how many tokens are cached, [1].
        attn_mask: added to the scores, broadcasts with [N, heads, L, keys].
        dropout_rate: 0.0 by default.
        rotary_emb_dims: into how many parts the head size is cut, of which the halves are rotated;
            0 (the default) for no rotation.
        activation: "gelu" (the default) or another function in `paddle.nn.functional`.
        training: whether elements are dropped, False by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `dropout`.
        trans_qkvw: see `qkv_weights`; True by default.
        ring_id: only -1 is taken, layers in one process.
        name: not used.

    Returns:
        [N, L, D]; with `cache_kvs` a tuple with the caches.

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> norm, square = [paddle.ones([4])], [paddle.ones([4, 4])]
        >>> F.fused_multi_transformer(
        ...     paddle.ones([1, 3, 4]), norm, norm, [paddle.ones([3, 2, 2, 4])], None, square, None,
        ...     norm, norm, square, None, square, None
        ... ).shape
        [1, 3, 4]
    """
    check_single_process(ring_id)
    if rotary_emb_dims > 0 and rotary_embs is None:
        raise ValueError("rotary_embs must be given when rotary_emb_dims is above 0")
    settings = _Settings(pre_layer_norm, epsilon, dropout_rate, activation, training, mode)
    out = x
    for i in range(len(qkv_weights)):
        weight = qkv_weights[i] if trans_qkvw else qkv_weights[i].transpose([1, 2, 3, 0])
        attention = _Attention(
            weight,
            _entry(qkv_biases, i),
            _entry(cache_kvs, i),
            _entry(pre_caches, i),
            _cached_lengths(x, cache_kvs, seq_lens, time_step),
            rotary_embs if rotary_emb_dims > 0 else None,
            rotary_emb_dims,
            attn_mask,
            settings,
        )
        norm = (ln_scales[i], ln_biases[i])
        linear = (linear_weights[i], _entry(linear_biases, i))
        out = settings.half(out, norm, lambda y, a=attention, w=linear: F.linear(a(y), *w))
        norm = (ffn_ln_scales[i], ffn_ln_biases[i])
        ffn1 = (ffn1_weights[i], _entry(ffn1_biases, i))
        ffn2 = (ffn2_weights[i], _entry(ffn2_biases, i))
        out = settings.half(out, norm, lambda y, a=ffn1, b=ffn2: settings.feed_forward(y, a, b))
    return out if cache_kvs is None else (out, cache_kvs)


def _entry(values: Sequence[Tensor] | None, i: int) -> Tensor | None:
    return None if values is None else values[i]


def _cached_lengths(
    x: Tensor, caches: Any, seq_lens: Tensor | None, time_step: Tensor | None
) -> list[int] | None:
    """How many tokens of each sequence are cached in a step of decoding; None in no such step."""
    if time_step is None:
        return None
    if caches is None:
        raise ValueError("cache_kvs must be given with time_step")
    if x.shape[1] != 1:
        raise ValueError(f"x must hold one token per sequence with time_step, got {x.shape[1]}")
    if seq_lens is not None:
        return [int(length) for length in seq_lens.flatten().tolist()]
    return [int(time_step.item())] * x.shape[0]


@dataclass(frozen=True)
class _Settings:
    """What all layers of a stack have in common."""

    pre_layer_norm: bool
    epsilon: float
    dropout_rate: float
    activation: str
    training: bool
    mode: str

    def drop(self, x: Tensor) -> Tensor:
        return F.dropout(x, self.dropout_rate, training=self.training, mode=self.mode)

    def half(self, x: Tensor, norm: tuple[Tensor, Tensor], function: Any) -> Tensor:
        """`x + dropout(function(x))` with its norm before or behind."""
        width = x.shape[-1:]
        inner = F.layer_norm(x, width, *norm, self.epsilon) if self.pre_layer_norm else x
        out = x + self.drop(function(inner))
        return out if self.pre_layer_norm else F.layer_norm(out, width, *norm, self.epsilon)

    def feed_forward(self, x: Tensor, first: Any, second: Any) -> Tensor:
        hidden = self.drop(getattr(F, self.activation)(F.linear(x, *first)))
        return F.linear(hidden, *second)


@dataclass(frozen=True)
class _Attention:
    """The attention of one layer, [N, L, D] to [N, L, heads size]."""

    weight: Tensor
    bias: Tensor | None
    cache: Tensor | None
    before: Tensor | None
    cached: list[int] | None
    rotary: Tensor | None
    rotary_parts: int
    mask: Tensor | None
    settings: _Settings

    def __call__(self, x: Tensor) -> Tensor:
        q, k, v = project_heads(x, self.weight, self.bias)
        if self.rotary is not None:
            cos, sin = self.rotary.transpose([0, 1, 3, 2, 4])
            q, k = (rotate_parts(part, cos, sin, self.rotary_parts, False) for part in (q, k))
        mask = self.mask
        if self.cached is not None:
            k, v, mask = self._decoding(k, v)
        else:
            k, v = self._prefilled(k, v)
        settings = self.settings
        out = masked_attention(
            q, k, v, mask, settings.dropout_rate, settings.training, settings.mode
        )
        return out.flatten(2)

    def _prefilled(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values behind those of `before`, which the cache gets too."""
        import paddle

        if self.before is not None:
            old_k, old_v = (part.transpose([0, 2, 1, 3]).astype(k.dtype) for part in self.before)
            k, v = paddle.concat([old_k, k], axis=1), paddle.concat([old_v, v], axis=1)
        if self.cache is not None:
            for i, part in enumerate((k, v)):
                rows = part.transpose([0, 2, 1, 3]).astype(self.cache.dtype)
                self.cache[i, :, :, : part.shape[1]] = rows.detach()
        return k, v

    def _decoding(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The cached keys and values with those of the new tokens, and what masks the unused."""
        import paddle

        assert self.cache is not None
        assert self.cached is not None
        longest = self.cache.shape[3]
        for n, at in enumerate(self.cached):
            if not 0 <= at < longest:
                raise ValueError(f"cache_kvs hold {longest} keys, sequence {n} has {at} already")
            for i, part in enumerate((k, v)):
                self.cache[i, n, :, at] = part[n, 0].astype(self.cache.dtype).detach()
        used = max(self.cached) + 1
        keys, values = (
            part[:, :, :used].transpose([0, 2, 1, 3]).astype(k.dtype) for part in self.cache
        )
        counts = paddle.to_tensor(self.cached).reshape([-1, 1, 1, 1])
        mask = hiding_mask(paddle.arange(used) <= counts, k)
        if self.mask is not None:
            mask = mask + self.mask[..., :used].astype(mask.dtype)
        return keys, values, mask
