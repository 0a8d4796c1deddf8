"""Halves of transformer layers, and whole ones."""

from __future__ import annotations

from typing import Any

from paddle._core import Tensor
from paddle.nn import Layer
from paddle.nn.initializer import Constant

from ..functional import (
    fused_bias_dropout_residual_layer_norm,
    fused_feedforward,
    fused_multi_head_attention,
)

__all__ = [
    "FusedBiasDropoutResidualLayerNorm",
    "FusedFeedForward",
    "FusedMultiHeadAttention",
    "FusedTransformerEncoderLayer",
    "check_heads",
]


def check_heads(embed_dim: int, num_heads: int) -> None:
    """Refuse sizes that make no heads."""
    if embed_dim <= 0:
        raise AssertionError(f"embed_dim must be greater than 0, got {embed_dim}")
    if num_heads <= 0:
        raise AssertionError(f"num_heads must be greater than 0, got {num_heads}")
    if embed_dim % num_heads:
        raise AssertionError(f"num_heads must divide embed_dim, got {num_heads} and {embed_dim}")


def _norm(layer: Layer, size: int, scale_attr: Any, bias_attr: Any) -> tuple[Any, Any]:
    """The scale, ones, and the bias of a norm."""
    scale = layer.create_parameter([size], attr=scale_attr, default_initializer=Constant(1.0))
    return scale, layer.create_parameter([size], attr=bias_attr, is_bias=True)


class FusedBiasDropoutResidualLayerNorm(Layer):
    """`layer_norm(residual + dropout(x + bias))`.

    Args:
        embed_dim: the size of the last axis.
        dropout_rate: 0.5 by default.
        weight_attr: the attributes of the norm's scale, False for ones.
        bias_attr: the attributes of both biases, False for none.
        epsilon: added to the variance, 1e-5 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedBiasDropoutResidualLayerNorm(8)
        >>> layer(paddle.ones([2, 4, 8]), paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        embed_dim: int,
        dropout_rate: float = 0.5,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        epsilon: float = 1e-5,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_heads(embed_dim, 1)
        self.linear_bias = self.create_parameter([embed_dim], attr=bias_attr, is_bias=True)
        self.ln_scale, self.ln_bias = _norm(self, embed_dim, weight_attr, bias_attr)
        self.embed_dim = embed_dim
        self.dropout_rate = dropout_rate
        self.epsilon = epsilon

    def forward(self, x: Tensor, residual: Tensor) -> Tensor:
        """[..., embed_dim], and what is added to it."""
        return fused_bias_dropout_residual_layer_norm(
            x,
            residual,
            self.linear_bias,
            self.ln_scale,
            self.ln_bias,
            self.dropout_rate,
            self.epsilon,
            self.training,
        )

    def extra_repr(self) -> str:
        return (
            f"embed_dim={self.embed_dim}, dropout_rate={self.dropout_rate}, epsilon={self.epsilon}"
        )


class FusedMultiHeadAttention(Layer):
    """The attention half of a transformer layer: self attention, dropout, residual and norm.

    Args:
        embed_dim: the size of the last axis.
        num_heads: how many heads, which divides it.
        dropout_rate: of the output, 0.5 by default.
        attn_dropout_rate: of the attention weights, 0.5 by default.
        kdim: only None or `embed_dim` is taken.
        vdim: only None or `embed_dim` is taken.
        normalize_before: the norm stands before; False by default.
        need_weights: only False is taken.
        qkv_weight_attr: the attributes of the projections' weight.
        qkv_bias_attr: of their bias, False for none.
        linear_weight_attr: of the output's weight.
        linear_bias_attr: of the output's bias, False for none.
        pre_ln_scale_attr: of the scale of a norm before.
        pre_ln_bias_attr: of its bias.
        ln_scale_attr: of the scale of a norm behind.
        ln_bias_attr: of its bias.
        epsilon: of the norm, 1e-5 by default.
        nranks: only 1 is taken, a layer in one process.
        ring_id: only -1 is taken.
        transpose_qkv_wb: the projections' weight is [embed_dim, 3 embed_dim] instead of [3, heads,
            size, embed_dim]; False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedMultiHeadAttention(8, 2)
        >>> layer(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout_rate: float = 0.5,
        attn_dropout_rate: float = 0.5,
        kdim: int | None = None,
        vdim: int | None = None,
        normalize_before: bool = False,
        need_weights: bool = False,
        qkv_weight_attr: Any | None = None,
        qkv_bias_attr: Any | None = None,
        linear_weight_attr: Any | None = None,
        linear_bias_attr: Any | None = None,
        pre_ln_scale_attr: Any | None = None,
        pre_ln_bias_attr: Any | None = None,
        ln_scale_attr: Any | None = None,
        ln_bias_attr: Any | None = None,
        epsilon: float = 1e-5,
        nranks: int = 1,
        ring_id: int = -1,
        transpose_qkv_wb: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_heads(embed_dim, num_heads)
        if need_weights:
            raise AssertionError("need_weights must be False")
        check_one_rank(nranks)
        for key, size in (("kdim", kdim), ("vdim", vdim)):
            if size not in (None, embed_dim):
                raise ValueError(f"{key} must be embed_dim, {embed_dim}, got {size}")
        self.normalize_before = normalize_before
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.kdim = kdim
        self.vdim = vdim
        self.need_weights = need_weights
        self.transpose_qkv_wb = transpose_qkv_wb
        self.dropout_rate = dropout_rate
        self.attn_dropout_rate = attn_dropout_rate
        self.name = name
        self._epsilon = epsilon
        self._ring_id = ring_id
        weight, bias = [3, num_heads, self.head_dim, embed_dim], [3, num_heads, self.head_dim]
        if transpose_qkv_wb:
            weight, bias = [embed_dim, 3 * embed_dim], [3 * embed_dim]
        self.qkv_weight = self.create_parameter(weight, attr=qkv_weight_attr)
        self.qkv_bias = self.create_parameter(bias, attr=qkv_bias_attr, is_bias=True)
        self.linear_weight = self.create_parameter([embed_dim] * 2, attr=linear_weight_attr)
        self.linear_bias = self.create_parameter([embed_dim], attr=linear_bias_attr, is_bias=True)
        before = after = (None, None)
        if normalize_before:
            before = _norm(self, embed_dim, pre_ln_scale_attr, pre_ln_bias_attr)
        else:
            after = _norm(self, embed_dim, ln_scale_attr, ln_bias_attr)
        self.pre_ln_scale, self.pre_ln_bias = before
        self.ln_scale, self.ln_bias = after

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        attn_mask: Tensor | None = None,
        cache: Tensor | None = None,
    ) -> Any:
        """Attend from `query` [N, L, embed_dim] to itself.

        Args:
            query: [N, L, embed_dim].
            key: None or `query`.
            value: None or `query`.
            attn_mask: added to the scores, or False (or 0) where they do not count.
            cache: keys and values before, [2, N, heads, length, size].

        Returns:
            [N, L, embed_dim]; with a cache a tuple with the longer one.
        """
        if any(other is not None and other is not query for other in (key, value)):
            raise ValueError("key and value must be None or query: this layer is self attention")
        return fused_multi_head_attention(
            query,
            self.qkv_weight,
            self.linear_weight,
            self.normalize_before,
            self.pre_ln_scale,
            self.pre_ln_bias,
            self.ln_scale,
            self.ln_bias,
            self._epsilon,
            self.qkv_bias,
            self.linear_bias,
            cache,
            attn_mask,
            self.dropout_rate,
            self.attn_dropout_rate,
            self._epsilon,
            training=self.training,
            ring_id=self._ring_id,
            num_heads=self.num_heads,
            transpose_qkv_wb=self.transpose_qkv_wb,
        )

    def extra_repr(self) -> str:
        return (
            f"embed_dim={self.embed_dim}, num_heads={self.num_heads}, "
            f"dropout_rate={self.dropout_rate}, attn_dropout_rate={self.attn_dropout_rate}, "
            f"epsilon={self._epsilon}, kdim={self.kdim}, vdim={self.vdim}, "
            f"normalize_before={self.normalize_before}, need_weights={self.need_weights}, "
            f"dtype={self._dtype}"
        )


class FusedFeedForward(Layer):
    """The feed-forward half of a transformer layer: two linear maps, dropout, residual and norm.

    Args:
        d_model: the size of the last axis.
        dim_feedforward: the size between the linear maps.
        dropout_rate: of the output, 0.1 by default.
        epsilon: of the norm, 1e-5 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        act_dropout_rate: behind the activation, `dropout_rate` by default.
        normalize_before: the norm stands before; False by default.
        linear1_weight_attr: the attributes of the first weight.
        linear1_bias_attr: of the first bias, False for none.
        linear2_weight_attr: of the second weight.
        linear2_bias_attr: of the second bias, False for none.
        ln1_scale_attr: of the scale of a norm before.
        ln1_bias_attr: of its bias.
        ln2_scale_attr: of the scale of a norm behind.
        ln2_bias_attr: of its bias.
        nranks: only 1 is taken, a layer in one process.
        ring_id: only -1 is taken.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.incubate.nn.FusedFeedForward(8, 16)(paddle.ones([1, 4, 8])).shape
        [1, 4, 8]
    """

    def __init__(
        self,
        d_model: int,
        dim_feedforward: int,
        dropout_rate: float = 0.1,
        epsilon: float = 1e-5,
        activation: str = "relu",
        act_dropout_rate: float | None = None,
        normalize_before: bool = False,
        linear1_weight_attr: Any | None = None,
        linear1_bias_attr: Any | None = None,
        linear2_weight_attr: Any | None = None,
        linear2_bias_attr: Any | None = None,
        ln1_scale_attr: Any | None = None,
        ln1_bias_attr: Any | None = None,
        ln2_scale_attr: Any | None = None,
        ln2_bias_attr: Any | None = None,
        nranks: int = 1,
        ring_id: int = -1,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_heads(d_model, 1)
        check_one_rank(nranks)
        if dim_feedforward <= 0:
            raise AssertionError(f"dim_feedforward must be greater than 0, got {dim_feedforward}")
        self.name = name
        self._d_model = d_model
        self._dim_feedforward = dim_feedforward
        self._dropout_rate = dropout_rate
        self._act_dropout_rate = dropout_rate if act_dropout_rate is None else act_dropout_rate
        self._act_method = activation
        self._normalize_before = normalize_before
        self._epsilon = epsilon
        self._ring_id = ring_id
        wide, narrow = [dim_feedforward], [d_model]
        self._linear1_weight = self.create_parameter(narrow + wide, attr=linear1_weight_attr)
        self._linear1_bias = self.create_parameter(wide, attr=linear1_bias_attr, is_bias=True)
        self._linear2_weight = self.create_parameter(wide + narrow, attr=linear2_weight_attr)
        self._linear2_bias = self.create_parameter(narrow, attr=linear2_bias_attr, is_bias=True)
        before = after = (None, None)
        if normalize_before:
            before = _norm(self, d_model, ln1_scale_attr, ln1_bias_attr)
        else:
            after = _norm(self, d_model, ln2_scale_attr, ln2_bias_attr)
        self._ln1_scale, self._ln1_bias = before
        self._ln2_scale, self._ln2_bias = after

    def forward(self, src: Tensor, cache: Any | None = None) -> Tensor:
        """[N, L, d_model] to the same shape; `cache` is not used."""
        return fused_feedforward(
            src,
            self._linear1_weight,
            self._linear2_weight,
            self._linear1_bias,
            self._linear2_bias,
            self._ln1_scale,
            self._ln1_bias,
            self._ln2_scale,
            self._ln2_bias,
            dropout1_rate=self._act_dropout_rate,
            dropout2_rate=self._dropout_rate,
            activation=self._act_method,
            ln1_epsilon=self._epsilon,
            ln2_epsilon=self._epsilon,
            pre_layer_norm=self._normalize_before,
            training=self.training,
            ring_id=self._ring_id,
        )

    def extra_repr(self) -> str:
        return (
            f"d_model={self._d_model}, dim_feedforward={self._dim_feedforward}, "
            f"dropout_rate={self._dropout_rate}, epsilon={self._epsilon}, "
            f"activation={self._act_method}, act_dropout_rate={self._act_dropout_rate}, "
            f"normalize_before={self._normalize_before}, dtype={self._dtype}"
        )


class FusedTransformerEncoderLayer(Layer):
    """Self attention and a feed-forward net, each with dropout, residual and norm.

    Args:
        d_model: the size of the last axis.
        nhead: how many heads.
        dim_feedforward: the size between the linear maps.
        dropout_rate: 0.1 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        attn_dropout_rate: of the attention weights, `dropout_rate` by default.
        act_dropout_rate: behind the activation, `dropout_rate` by default.
        normalize_before: the norms stand before; False by default.
        weight_attr: for all weights, or a pair: attention, feed-forward net.
        bias_attr: for all biases, or a pair: attention, feed-forward net.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedTransformerEncoderLayer(8, 2, 16)
        >>> layer(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout_rate: float = 0.1,
        activation: str = "relu",
        attn_dropout_rate: float | None = None,
        act_dropout_rate: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
    ) -> None:
        super().__init__()
        self.normalize_before = normalize_before
        weights, biases = _pair(weight_attr), _pair(bias_attr)
        self.fused_attn = FusedMultiHeadAttention(
            d_model,
            nhead,
            dropout_rate=dropout_rate,
            attn_dropout_rate=dropout_rate if attn_dropout_rate is None else attn_dropout_rate,
            normalize_before=normalize_before,
            qkv_weight_attr=weights[0],
            qkv_bias_attr=biases[0],
            linear_weight_attr=weights[0],
            linear_bias_attr=biases[0],
        )
        self.ffn = FusedFeedForward(
            d_model,
            dim_feedforward,
            dropout_rate=dropout_rate,
            activation=activation,
            act_dropout_rate=act_dropout_rate,
            normalize_before=normalize_before,
            linear1_weight_attr=weights[1],
            linear1_bias_attr=biases[1],
            linear2_weight_attr=weights[1],
            linear2_bias_attr=biases[1],
        )

    def forward(self, src: Tensor, src_mask: Tensor | None = None, cache: Any | None = None) -> Any:
        """[N, L, d_model] to the same shape; with a cache a tuple with the longer one."""
        if cache is None:
            return self.ffn(self.fused_attn(src, attn_mask=src_mask))
        out, cache = self.fused_attn(src, attn_mask=src_mask, cache=cache)
        return self.ffn(out), cache


def _pair(attr: Any) -> tuple[Any, Any]:
    if not isinstance(attr, (list, tuple)):
        return attr, attr
    if len(attr) != 2:
        raise AssertionError(f"a list of attributes must have 2 entries, got {len(attr)}")
    return attr[0], attr[1]


def check_one_rank(nranks: int) -> None:
    """Refuse layers that are spread over processes."""
    if nranks != 1:
        raise ValueError(f"nranks must be 1, a layer in one process, got {nranks}")
