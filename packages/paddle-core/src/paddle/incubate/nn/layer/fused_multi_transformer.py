"""A stack of transformer layers, with caches for generation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from paddle._core import Tensor
from paddle.nn import Layer, ParameterList
from paddle.nn.initializer import Constant

from ..functional import fused_multi_transformer
from .fused_transformer import check_heads, check_one_rank

__all__ = ["FusedMultiTransformer"]


class FusedMultiTransformer(Layer):
    """Transformer layers one behind another. Attributes may be given for all layers or as a list
    with one per layer.

    Args:
        embed_dim: the size of the last axis.
        num_heads: how many heads, which divides it.
        dim_feedforward: the size between the linear maps.
        dropout_rate: 0.0 by default.
        activation: the name of a function in `paddle.nn.functional`, "gelu" by default.
        normalize_before: norms stand before the halves of a layer (the default), else behind.
        ln_scale_attrs: of the scales of the attention's norms.
        ln_bias_attrs: of their biases.
        qkv_weight_attrs: of the projections' weights.
        qkv_bias_attrs: of their biases, False for none.
        linear_weight_attrs: of the weights behind the attention.
        linear_bias_attrs: of their biases, False for none.
        ffn_ln_scale_attrs: of the scales of the feed-forward nets' norms.
        ffn_ln_bias_attrs: of their biases.
        ffn1_weight_attrs: of the first weights.
        ffn1_bias_attrs: of their biases, False for none.
        ffn2_weight_attrs: of the second weights.
        ffn2_bias_attrs: of their biases, False for none.
        epsilon: of the norms, 1e-5 by default.
        num_layers: how many layers; as many as `qkv_weight_attrs` has entries by default.
        nranks: only 1 is taken, layers in one process.
        trans_qkvw: the projections' weights are [3, heads, size, embed_dim] (the default), else
            [embed_dim, 3, heads, size].
        ring_id: only -1 is taken.
        name: not used.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedMultiTransformer(8, 2, 16, num_layers=2)
        >>> layer(paddle.ones([2, 4, 8])).shape
        [2, 4, 8]
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dim_feedforward: int,
        dropout_rate: float = 0.0,
        activation: str = "gelu",
        normalize_before: bool = True,
        ln_scale_attrs: Any | None = None,
        ln_bias_attrs: Any | None = None,
        qkv_weight_attrs: Any | None = None,
        qkv_bias_attrs: Any | None = None,
        linear_weight_attrs: Any | None = None,
        linear_bias_attrs: Any | None = None,
        ffn_ln_scale_attrs: Any | None = None,
        ffn_ln_bias_attrs: Any | None = None,
        ffn1_weight_attrs: Any | None = None,
        ffn1_bias_attrs: Any | None = None,
        ffn2_weight_attrs: Any | None = None,
        ffn2_bias_attrs: Any | None = None,
        epsilon: float = 1e-5,
        num_layers: int = -1,
        nranks: int = 1,
        trans_qkvw: bool = True,
        ring_id: int = -1,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_heads(embed_dim, num_heads)
        check_one_rank(nranks)
        if dim_feedforward <= 0:
            raise AssertionError(f"dim_feedforward must be greater than 0, got {dim_feedforward}")
        if num_layers <= 0:
            if not isinstance(qkv_weight_attrs, (list, tuple)):
                raise ValueError("num_layers must be given where qkv_weight_attrs is no list")
            num_layers = len(qkv_weight_attrs)
        self.normalize_before = normalize_before
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.dropout_rate = dropout_rate
        self.activation = activation
        self.name = name
        self._epsilon = epsilon
        self._trans_qkvw = trans_qkvw
        self._ring_id = ring_id
        heads = [3, num_heads, self.head_dim]
        qkv = [*heads, embed_dim] if trans_qkvw else [embed_dim, *heads]
        wide, narrow = [dim_feedforward], [embed_dim]
        make = _Maker(self, num_layers)
        self.ln_scales = make.scales(narrow, ln_scale_attrs)
        self.ln_biases = make.biases(narrow, ln_bias_attrs)
        self.qkv_weights = make.weights(qkv, qkv_weight_attrs)
        self.qkv_biases = make.biases(heads, qkv_bias_attrs)
        self.linear_weights = make.weights(narrow * 2, linear_weight_attrs)
        self.linear_biases = make.biases(narrow, linear_bias_attrs)
        self.ffn_ln_scales = make.scales(narrow, ffn_ln_scale_attrs)
        self.ffn_ln_biases = make.biases(narrow, ffn_ln_bias_attrs)
        self.ffn1_weights = make.weights(narrow + wide, ffn1_weight_attrs)
        self.ffn1_biases = make.biases(wide, ffn1_bias_attrs)
        self.ffn2_weights = make.weights(wide + narrow, ffn2_weight_attrs)
        self.ffn2_biases = make.biases(narrow, ffn2_bias_attrs)

    def forward(
        self,
        src: Tensor,
        attn_mask: Tensor | None = None,
        caches: Sequence[Tensor] | None = None,
        pre_caches: Sequence[Tensor] | None = None,
        rotary_embs: Tensor | None = None,
        rotary_emb_dims: int = 0,
        seq_lens: Tensor | None = None,
        time_step: Tensor | None = None,
    ) -> Any:
        """[N, L, embed_dim] to the same shape; with caches a tuple with them. The other arguments
        are those of `paddle.incubate.nn.functional.fused_multi_transformer`."""
        if caches is not None and len(caches) != len(self.qkv_weights):
            raise AssertionError(f"caches must have {len(self.qkv_weights)} entries")
        return fused_multi_transformer(
            src,
            self.ln_scales,
            self.ln_biases,
            self.qkv_weights,
            self.qkv_biases,
            self.linear_weights,
            self.linear_biases,
            self.ffn_ln_scales,
            self.ffn_ln_biases,
            self.ffn1_weights,
            self.ffn1_biases,
            self.ffn2_weights,
            self.ffn2_biases,
            pre_layer_norm=self.normalize_before,
            epsilon=self._epsilon,
            cache_kvs=caches,
            pre_caches=pre_caches,
            seq_lens=seq_lens,
            rotary_embs=rotary_embs,
            time_step=time_step,
            attn_mask=attn_mask,
            dropout_rate=self.dropout_rate,
            rotary_emb_dims=rotary_emb_dims,
            activation=self.activation,
            training=self.training,
            trans_qkvw=self._trans_qkvw,
            ring_id=self._ring_id,
        )


class _Maker:
    """Makes the parameters of one kind for all layers."""

    def __init__(self, layer: Layer, count: int) -> None:
        self._layer = layer
        self._count = count

    def _each(self, attrs: Any, make: Callable[[Any], Any]) -> Any:
        if isinstance(attrs, (list, tuple)):
            if len(attrs) != self._count:
                raise AssertionError(f"a list of attributes must have {self._count} entries")
        else:
            attrs = [attrs] * self._count
        made = [make(attr) for attr in attrs]
        return None if any(parameter is None for parameter in made) else ParameterList(made)

    def weights(self, shape: list[int], attrs: Any) -> Any:
        return self._each(attrs, lambda attr: self._layer.create_parameter(shape, attr=attr))

    def scales(self, shape: list[int], attrs: Any) -> Any:
        ones = Constant(1.0)
        return self._each(
            attrs,
            lambda attr: self._layer.create_parameter(shape, attr=attr, default_initializer=ones),
        )

    def biases(self, shape: list[int], attrs: Any) -> Any:
        return self._each(
            attrs, lambda attr: self._layer.create_parameter(shape, attr=attr, is_bias=True)
        )
