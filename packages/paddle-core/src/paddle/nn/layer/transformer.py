"""Attention and Transformer layers."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.functional.attention import composed_attention
from paddle.nn.layer.common import Dropout, Linear
from paddle.nn.layer.container import LayerList
from paddle.nn.layer.layers import Layer
from paddle.nn.layer.norm import LayerNorm

__all__ = [
    "MultiHeadAttention",
    "TransformerEncoderLayer",
    "TransformerEncoder",
    "TransformerDecoderLayer",
    "TransformerDecoder",
    "Transformer",
]


class MultiHeadAttention(Layer):
    r"""Attention in several subspaces: :math:`Concat(head_1, ..., head_h) W^O`.

    Each head is :math:`softmax(Q W^Q_i (K W^K_i)^T / \sqrt{d}) V W^V_i`. Source: "Attention is all
    you need", https://arxiv.org/abs/1706.03762.

    Args:
        embed_dim: the width of input and output.
        num_heads: how many heads, which divides the width.
        dropout: the probability of dropping an attention weight, 0.0 by default.
        kdim: the width of the keys, `embed_dim` by default.
        vdim: the width of the values, `embed_dim` by default.
        need_weights: also return the attention weights, False by default.
        weight_attr: the attributes of the projections' weights.
        bias_attr: the attributes of their biases, False for none.

    Examples:
        >>> import paddle
        >>> attention = paddle.nn.MultiHeadAttention(8, 2)
        >>> attention(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    Cache = namedtuple("Cache", ["k", "v"])
    StaticCache = namedtuple("StaticCache", ["k", "v"])

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        kdim: int | None = None,
        vdim: int | None = None,
        need_weights: bool = False,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
    ) -> None:
        super().__init__()
        assert embed_dim > 0, f"Expected embed_dim to be greater than 0, but received {embed_dim}"
        assert num_heads > 0, f"Expected num_heads to be greater than 0, but received {num_heads}"
        assert embed_dim % num_heads == 0, (
            f"embed_dim must be divisible by num_heads, but they are {embed_dim} and {num_heads}"
        )
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.dropout = dropout
        self.need_weights = need_weights
        self.q_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)
        self.k_proj = Linear(self.kdim, embed_dim, weight_attr, bias_attr)
        self.v_proj = Linear(self.vdim, embed_dim, weight_attr, bias_attr)
        self.out_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)

    def _heads(self, x: Tensor) -> Tensor:
        """[N, L, embed] as [N, L, heads, head]."""
        return x.reshape([0, 0, self.num_heads, self.head_dim])

    def compute_kv(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """The projected keys and values, [N, heads, L, head]."""
        k, v = self._heads(self.k_proj(key)), self._heads(self.v_proj(value))
        return k.transpose([0, 2, 1, 3]), v.transpose([0, 2, 1, 3])

    def _extended(self, cache: Any, key: Tensor, value: Tensor) -> Any:
        """A growing cache with the keys and values behind its own; a static one as it is."""
        import paddle

        if isinstance(cache, self.StaticCache):
            return cache
        k, v = self.compute_kv(key, value)
        return self.Cache(paddle.concat([cache.k, k], axis=2), paddle.concat([cache.v, v], axis=2))

    def gen_cache(self, key: Tensor, value: Tensor | None = None, type: Any = Cache) -> Any:
        """What `forward` takes as `cache`.

        Args:
            key: the keys of cross attention (with `StaticCache`); else a tensor whose batch the
                cache has.
            value: the values of cross attention; or, with `Cache`, the values that go with the
                keys.
            type: `MultiHeadAttention.Cache` (grows with every call) or
                `MultiHeadAttention.StaticCache`.
        """
        import paddle

        if type == MultiHeadAttention.StaticCache:
            return self.StaticCache(*self.compute_kv(key, key if value is None else value))
        if value is not None:
            return self.Cache(key, value)
        empty = paddle.zeros([key.shape[0], self.num_heads, 0, self.head_dim], key.dtype)
        return self.Cache(empty, empty)

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        attn_mask: Tensor | None = None,
        cache: Any | None = None,
    ) -> Any:
        """Attend from `query` to `key` and `value`, which are `query` itself by default.

        Args:
            query: [N, Lq, embed].
            key: [N, Lk, kdim].
            value: [N, Lk, vdim].
            attn_mask: added to the scores, or False where they do not count; broadcasts with [N,
                heads, Lq, Lk].
            cache: what `gen_cache` returned.

        Returns:
            [N, Lq, embed]; with `need_weights` and with a cache a tuple with the weights and the
            new cache behind.
        """
        key = query if key is None else key
        value = query if value is None else value
        q = self._heads(self.q_proj(query))
        if cache is None:
            k, v = self._heads(self.k_proj(key)), self._heads(self.v_proj(value))
        else:
            cache = self._extended(cache, key, value)
            k, v = (x.transpose([0, 2, 1, 3]) for x in cache)
        dropout = self.dropout if self.training else 0.0
        if self.need_weights:
            scale = self.head_dim**-0.5
            heads, weights = composed_attention(q, k, v, attn_mask, scale, False, dropout)
        else:
            heads = F.scaled_dot_product_attention(q, k, v, attn_mask, dropout)
        out = self.out_proj(heads.reshape([0, 0, self.embed_dim]))
        outs = [out]
        if self.need_weights:
            outs.append(weights)
        if cache is not None:
            outs.append(cache)
        return out if len(outs) == 1 else tuple(outs)


def _attrs(attr: Any, count: int) -> list[Any]:
    """One attribute per part of a layer, from one for all or a list of them."""
    if not isinstance(attr, (list, tuple)):
        return [attr] * count
    if len(attr) == count:
        return list(attr)
    if count == 3 and len(attr) == 2:
        return [attr[0], attr[0], attr[1]]
    if len(attr) == 1:
        return [attr[0]] * count
    raise AssertionError(f"the list of attributes must have {count} entries, but it is {attr}")


class _FeedForward(Layer):
    """What encoder and decoder layers share: two linear maps with an activation between."""

    def _make_feed_forward(
        self,
        d_model: int,
        dim_feedforward: int,
        dropout: float,
        activation: str,
        weight_attr: Any,
        bias_attr: Any,
    ) -> None:
        self.linear1 = Linear(d_model, dim_feedforward, weight_attr, bias_attr)
        self.dropout = Dropout(dropout, mode="upscale_in_train")
        self.linear2 = Linear(dim_feedforward, d_model, weight_attr, bias_attr)
        self.activation = getattr(F, activation)

    def _feed_forward(self, x: Tensor) -> Tensor:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


def _check_sizes(**sizes: int) -> None:
    for name, size in sizes.items():
        assert size > 0, f"Expected {name} to be greater than 0, but received {size}"


class TransformerEncoderLayer(_FeedForward):
    """Self attention and a feed-forward net, each with dropout, a residual connection and a layer
    norm.

    Args:
        d_model: the width of input and output.
        nhead: how many heads.
        dim_feedforward: the width between the linear maps.
        dropout: the probability of dropping a part's output, 0.1 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        attn_dropout: for attention weights, `dropout` by default.
        act_dropout: for the activation's output, `dropout` by default.
        normalize_before: layer norms stand before the parts, False by default.
        weight_attr: for all weights, or a list: attention, feed-forward net.
        bias_attr: for all biases, or a list: attention, feed-forward net.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerEncoderLayer(8, 2, 16)
        >>> layer(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
    ) -> None:
        super().__init__()
        self._config = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        _check_sizes(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward)
        attn_dropout = dropout if attn_dropout is None else attn_dropout
        act_dropout = dropout if act_dropout is None else act_dropout
        weight_attrs, bias_attrs = _attrs(weight_attr, 2), _attrs(bias_attr, 2)
        self.normalize_before = normalize_before
        self.self_attn = MultiHeadAttention(
            d_model, nhead, attn_dropout, weight_attr=weight_attrs[0], bias_attr=bias_attrs[0]
        )
        self._make_feed_forward(
            d_model, dim_feedforward, act_dropout, activation, weight_attrs[1], bias_attrs[1]
        )
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.dropout1 = Dropout(dropout, mode="upscale_in_train")
        self.dropout2 = Dropout(dropout, mode="upscale_in_train")

    def forward(self, src: Tensor, src_mask: Tensor | None = None, cache: Any | None = None) -> Any:
        """[N, L, d_model] to the same shape; with a cache a tuple with the new cache."""
        x = self.norm1(src) if self.normalize_before else src
        attended = self.self_attn(x, x, x, src_mask, cache)
        if cache is not None:
            attended, cache = attended
        x = src + self.dropout1(attended)
        if not self.normalize_before:
            x = self.norm1(x)
        out = x + self.dropout2(self._feed_forward(self.norm2(x) if self.normalize_before else x))
        if not self.normalize_before:
            out = self.norm2(out)
        return out if cache is None else (out, cache)

    def gen_cache(self, src: Tensor) -> Any:
        """An empty cache for `forward`."""
        return self.self_attn.gen_cache(src, type=MultiHeadAttention.Cache)


def _copies(layer: Layer, count: int) -> LayerList:
    """The layer itself and new layers made from its settings, with initial values of their own."""
    return LayerList([layer if i == 0 else type(layer)(**layer._config) for i in range(count)])


class TransformerEncoder(Layer):
    """A stack of encoder layers.

    Args:
        encoder_layer: the first layer; the others are made with its settings.
        num_layers: how many layers.
        norm: a layer norm behind them; None (the default) for none.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerEncoderLayer(8, 2, 16)
        >>> paddle.nn.TransformerEncoder(layer, 2)(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(self, encoder_layer: Layer, num_layers: int, norm: Layer | None = None) -> None:
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src: Tensor, src_mask: Tensor | None = None, cache: Any | None = None) -> Any:
        """[N, L, d_model] to the same shape; with a list of caches a tuple with the new ones."""
        out, caches = src, []
        for i, layer in enumerate(self.layers):
            if cache is None:
                out = layer(out, src_mask)
            else:
                out, new_cache = layer(out, src_mask, cache[i])
                caches.append(new_cache)
        if self.norm is not None:
            out = self.norm(out)
        return out if cache is None else (out, caches)

    def gen_cache(self, src: Tensor) -> list[Any]:
        """Empty caches for `forward`, one per layer."""
        return [layer.gen_cache(src) for layer in self.layers]


class TransformerDecoderLayer(_FeedForward):
    """Self attention, attention to a memory and a feed-forward net, with residual connections and
    norms.

    Args:
        d_model: the width of input and output.
        nhead: how many heads.
        dim_feedforward: the width between the linear maps.
        dropout: the probability of dropping a part's output, 0.1 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        attn_dropout: for attention weights, `dropout` by default.
        act_dropout: for the activation's output, `dropout` by default.
        normalize_before: layer norms stand before the parts, False by default.
        weight_attr: for all weights, or a list: self attention, cross attention, feed-forward net.
        bias_attr: for all biases, or a list: self attention, cross attention, feed-forward net.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerDecoderLayer(8, 2, 16)
        >>> layer(paddle.ones([2, 4, 8]), paddle.ones([2, 6, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
    ) -> None:
        super().__init__()
        self._config = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        _check_sizes(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward)
        attn_dropout = dropout if attn_dropout is None else attn_dropout
        act_dropout = dropout if act_dropout is None else act_dropout
        weight_attrs, bias_attrs = _attrs(weight_attr, 3), _attrs(bias_attr, 3)
        self.normalize_before = normalize_before
        self.self_attn = MultiHeadAttention(
            d_model, nhead, attn_dropout, weight_attr=weight_attrs[0], bias_attr=bias_attrs[0]
        )
        self.cross_attn = MultiHeadAttention(
            d_model, nhead, attn_dropout, weight_attr=weight_attrs[1], bias_attr=bias_attrs[1]
        )
        self._make_feed_forward(
            d_model, dim_feedforward, act_dropout, activation, weight_attrs[2], bias_attrs[2]
        )
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.dropout1 = Dropout(dropout, mode="upscale_in_train")
        self.dropout2 = Dropout(dropout, mode="upscale_in_train")
        self.dropout3 = Dropout(dropout, mode="upscale_in_train")

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: Any | None = None,
    ) -> Any:
        """[N, L, d_model] to the same shape; with a pair of caches a tuple with the new ones."""
        before = self.normalize_before
        x = self.norm1(tgt) if before else tgt
        attended = self.self_attn(x, x, x, tgt_mask, None if cache is None else cache[0])
        if cache is not None:
            attended, growing = attended
        x = tgt + self.dropout1(attended)
        if not before:
            x = self.norm1(x)
        query = self.norm2(x) if before else x
        crossed = self.cross_attn(
            query, memory, memory, memory_mask, None if cache is None else cache[1]
        )
        if cache is not None:
            crossed, fixed = crossed
        x = x + self.dropout2(crossed)
        if not before:
            x = self.norm2(x)
        out = x + self.dropout3(self._feed_forward(self.norm3(x) if before else x))
        if not before:
            out = self.norm3(out)
        return out if cache is None else (out, (growing, fixed))

    def gen_cache(self, memory: Tensor) -> Any:
        """Caches for `forward`: an empty one, and one of the memory's keys and values."""
        growing = self.self_attn.gen_cache(memory, type=MultiHeadAttention.Cache)
        fixed = self.cross_attn.gen_cache(memory, memory, type=MultiHeadAttention.StaticCache)
        return growing, fixed


class TransformerDecoder(Layer):
    """A stack of decoder layers.

    Args:
        decoder_layer: the first layer; the others are made with its settings.
        num_layers: how many layers.
        norm: a layer norm behind them; None (the default) for none.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerDecoderLayer(8, 2, 16)
        >>> decoder = paddle.nn.TransformerDecoder(layer, 2)
        >>> decoder(paddle.ones([2, 4, 8]), paddle.ones([2, 6, 8])).shape
        [2, 4, 8]
    """

    def __init__(self, decoder_layer: Layer, num_layers: int, norm: Layer | None = None) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: Any | None = None,
    ) -> Any:
        """[N, L, d_model] to the same shape; with a list of caches a tuple with the new ones."""
        out, caches = tgt, []
        for i, layer in enumerate(self.layers):
            if cache is None:
                out = layer(out, memory, tgt_mask, memory_mask)
            else:
                out, new_cache = layer(out, memory, tgt_mask, memory_mask, cache[i])
                caches.append(new_cache)
        if self.norm is not None:
            out = self.norm(out)
        return out if cache is None else (out, caches)

    def gen_cache(self, memory: Tensor, do_zip: bool = False) -> list[Any]:
        """Caches for `forward`, one pair per layer; with `do_zip` one list per kind."""
        caches = [layer.gen_cache(memory) for layer in self.layers]
        return list(zip(*caches, strict=True)) if do_zip else caches


class Transformer(Layer):
    """An encoder and a decoder, each with a layer norm behind it.

    Source: "Attention is all you need", https://arxiv.org/abs/1706.03762.

    Args:
        d_model: the width of input and output, 512 by default.
        nhead: how many heads, 8 by default.
        num_encoder_layers: 6 by default.
        num_decoder_layers: 6 by default.
        dim_feedforward: the width between linear maps, 2048 by default.
        dropout: the probability of dropping a part's output, 0.1 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        attn_dropout: for attention weights, `dropout` by default.
        act_dropout: for the activation's output, `dropout` by default.
        normalize_before: layer norms stand before the parts, and one behind each stack; False by
            default.
        weight_attr: for all weights, or a list of up to three as for the decoder layer.
        bias_attr: for all biases, or a list of up to three as for the decoder layer.
        custom_encoder: an encoder to use instead.
        custom_decoder: a decoder to use instead.

    Examples:
        >>> import paddle
        >>> model = paddle.nn.Transformer(8, 2, 1, 1, 16)
        >>> model(paddle.ones([2, 4, 8]), paddle.ones([2, 6, 8])).shape
        [2, 6, 8]
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        custom_encoder: Layer | None = None,
        custom_decoder: Layer | None = None,
    ) -> None:
        super().__init__()
        _check_sizes(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward)
        weights, biases = _attrs(weight_attr, 3), _attrs(bias_attr, 3)
        shared = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            attn_dropout,
            act_dropout,
            normalize_before,
        )
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(
                *shared, [weights[0], weights[2]], [biases[0], biases[2]]
            )
            self.encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            decoder_layer = TransformerDecoderLayer(*shared, weights, biases)
            norm = LayerNorm(d_model)
            self.decoder = TransformerDecoder(decoder_layer, num_decoder_layers, norm)
        self.d_model = d_model
        self.nhead = nhead

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> Tensor:
        """Encode `src` [N, Ls, d_model] and decode `tgt` [N, Lt, d_model] with it."""
        memory = self.encoder(src, src_mask)
        return self.decoder(tgt, memory, tgt_mask, memory_mask)

    def generate_square_subsequent_mask(self, length: int) -> Tensor:
        """[length, length]: zero up to the diagonal, minus infinity above it."""
        import paddle

        return paddle.full([length, length], float("-inf"), paddle.get_default_dtype()).triu(1)
