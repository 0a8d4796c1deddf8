"""The two halves of a transformer layer: attention and the feed-forward net, with their norms."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn import functional as F

__all__ = [
    "check_single_process",
    "fused_bias_dropout_residual_layer_norm",
    "fused_feedforward",
    "fused_multi_head_attention",
    "masked_attention",
    "project_heads",
]


def fused_bias_dropout_residual_layer_norm(
    x: Tensor,
    residual: Tensor,
    bias: Tensor | None = None,
    ln_scale: Tensor | None = None,
    ln_bias: Tensor | None = None,
    dropout_rate: float = 0.5,
    ln_epsilon: float = 1e-5,
    training: bool = True,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Tensor:
    """`layer_norm(residual + dropout(x + bias))` over the last axis.

    Args:
        x: [..., D].
        residual: of the shape of `x`.
        bias: [D]; None (the default) for none.
        ln_scale: [D]; None (the default) for ones.
        ln_bias: [D]; None (the default) for zeros.
        dropout_rate: 0.5 by default.
        ln_epsilon: added to the variance, 1e-5 by default.
        training: whether elements are dropped, True by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `dropout`.
        name: not used.

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> x = paddle.to_tensor([[1.0, 3.0]])
        >>> F.fused_bias_dropout_residual_layer_norm(x, x, training=False, ln_epsilon=0.0).tolist()
        [[-1.0, 1.0]]
    """
    x = x if bias is None else x + bias
    x = residual + F.dropout(x, dropout_rate, training=training, mode=mode)
    return F.layer_norm(x, x.shape[-1:], ln_scale, ln_bias, ln_epsilon)


def fused_feedforward(
    x: Tensor,
    linear1_weight: Tensor,
    linear2_weight: Tensor,
    linear1_bias: Tensor | None = None,
    linear2_bias: Tensor | None = None,
    ln1_scale: Tensor | None = None,
    ln1_bias: Tensor | None = None,
    ln2_scale: Tensor | None = None,
    ln2_bias: Tensor | None = None,
    dropout1_rate: float = 0.5,
    dropout2_rate: float = 0.5,
    activation: str = "relu",
    ln1_epsilon: float = 1e-5,
    ln2_epsilon: float = 1e-5,
    pre_layer_norm: bool = False,
    training: bool = True,
    mode: str = "upscale_in_train",
    ring_id: int = -1,
    add_residual: bool = True,
    name: str | None = None,
) -> Tensor:
    """The feed-forward half of a transformer layer:
    `x + dropout2(linear2(dropout1(activation(linear1(x)))))`, normalised before or behind.

    Args:
        x: [N, L, D].
        linear1_weight: [D, inner].
        linear2_weight: [inner, D].
        linear1_bias: [inner], or None.
        linear2_bias: [D], or None.
        ln1_scale: [D], of the norm before; None for ones.
        ln1_bias: [D], of the norm before; None for zeros.
        ln2_scale: [D], of the norm behind; None for ones.
        ln2_bias: [D], of the norm behind; None for zeros.
        dropout1_rate: behind the activation, 0.5 by default.
        dropout2_rate: behind the second linear map, 0.5 by default.
        activation: the name of a function in `paddle.nn.functional`, "relu" by default.
        ln1_epsilon: 1e-5 by default.
        ln2_epsilon: 1e-5 by default.
        pre_layer_norm: the norm stands before; False by default.
        training: whether elements are dropped, True by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `dropout`.
        ring_id: only -1 is taken, a layer in one process.
        add_residual: whether `x` is added, True by default.
        name: not used.

    Returns:
        [N, L, D].

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> weight = paddle.ones([2, 2])
        >>> F.fused_feedforward(
        ...     paddle.ones([1, 1, 2]), weight, weight, training=False, pre_layer_norm=True
        ... ).tolist()
        [[[1.0, 1.0]]]
    """
    check_single_process(ring_id)
    out = F.layer_norm(x, x.shape[-1:], ln1_scale, ln1_bias, ln1_epsilon) if pre_layer_norm else x
    hidden = getattr(F, activation)(F.linear(out, linear1_weight, linear1_bias))
    hidden = F.dropout(hidden, dropout1_rate, training=training, mode=mode)
    out = F.linear(hidden, linear2_weight, linear2_bias)
    out = F.dropout(out, dropout2_rate, training=training, mode=mode)
    if add_residual:
        out = x + out
    return (
        out if pre_layer_norm else F.layer_norm(out, x.shape[-1:], ln2_scale, ln2_bias, ln2_epsilon)
    )


def fused_multi_head_attention(
    x: Tensor,
    qkv_weight: Tensor,
    linear_weight: Tensor,
    pre_layer_norm: bool = False,
    pre_ln_scale: Tensor | None = None,
    pre_ln_bias: Tensor | None = None,
    ln_scale: Tensor | None = None,
    ln_bias: Tensor | None = None,
    pre_ln_epsilon: float = 1e-5,
    qkv_bias: Tensor | None = None,
    linear_bias: Tensor | None = None,
    cache_kv: Tensor | None = None,
    attn_mask: Tensor | None = None,
    dropout_rate: float = 0.5,
    attn_dropout_rate: float = 0.5,
    ln_epsilon: float = 1e-5,
    training: bool = True,
    mode: str = "upscale_in_train",
    ring_id: int = -1,
    add_residual: bool = True,
    num_heads: int = -1,
    transpose_qkv_wb: bool = False,
    name: str | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """The attention half of a transformer layer: `x + dropout(linear(attention(x)))`, normalised
    before or behind.

    Args:
        x: [N, L, D].
        qkv_weight: [3, heads, D / heads, D], or [D, 3 D] with `transpose_qkv_wb`.
        linear_weight: [D, D].
        pre_layer_norm: the norm stands before; False by default.
        pre_ln_scale: [D], of the norm before; None for ones.
        pre_ln_bias: [D], of the norm before; None for zeros.
        ln_scale: [D], of the norm behind; None for ones.
        ln_bias: [D], of the norm behind; None for zeros.
        pre_ln_epsilon: 1e-5 by default.
        qkv_bias: [3, heads, D / heads], or [3 D] with `transpose_qkv_wb`; None for none.
        linear_bias: [D]; None for none.
        cache_kv: keys and values that stand before those of `x`, [2, N, heads, length, D / heads].
        attn_mask: added to the scores, or False (or 0) where they do not count; broadcasts with
            [N, heads, L, L + length].
        dropout_rate: of the output, 0.5 by default.
        attn_dropout_rate: of the attention weights, 0.5 by default.
        ln_epsilon: 1e-5 by default.
        training: whether elements are dropped, True by default.
        mode: "upscale_in_train" (the default) or "downscale_in_infer", as for `dropout`.
        ring_id: only -1 is taken, a layer in one process.
        add_residual: whether `x` is added, True by default.
        num_heads: how many heads, needed with `transpose_qkv_wb`.
        transpose_qkv_wb: see `qkv_weight`; False by default.
        name: not used.

    Returns:
        [N, L, D]; with `cache_kv` a tuple with the longer cache.

    Examples:
        >>> import paddle
        >>> import paddle.incubate.nn.functional as F
        >>> x = paddle.ones([1, 3, 4])
        >>> F.fused_multi_head_attention(x, paddle.ones([3, 2, 2, 4]), paddle.ones([4, 4])).shape
        [1, 3, 4]
    """
    import paddle

    check_single_process(ring_id)
    if transpose_qkv_wb:
        if num_heads <= 0 or x.shape[-1] % num_heads:
            raise ValueError(f"num_heads must divide the last axis of x, got {num_heads}")
        qkv_weight = qkv_weight.transpose([1, 0]).reshape([3, num_heads, -1, x.shape[-1]])
        qkv_bias = None if qkv_bias is None else qkv_bias.reshape([3, num_heads, -1])
    out = x
    if pre_layer_norm:
        out = F.layer_norm(x, x.shape[-1:], pre_ln_scale, pre_ln_bias, pre_ln_epsilon)
    q, k, v = project_heads(out, qkv_weight, qkv_bias)
    if cache_kv is not None:
        old_k, old_v = (part.transpose([0, 2, 1, 3]) for part in cache_kv)
        k, v = paddle.concat([old_k, k], axis=1), paddle.concat([old_v, v], axis=1)
        cache_kv = paddle.stack([k, v]).transpose([0, 1, 3, 2, 4])
    out = masked_attention(q, k, v, attn_mask, attn_dropout_rate, training, mode)
    out = F.linear(out.flatten(2), linear_weight, linear_bias)
    out = F.dropout(out, dropout_rate, training=training, mode=mode)
    if add_residual:
        out = x + out
    if not pre_layer_norm:
        out = F.layer_norm(out, x.shape[-1:], ln_scale, ln_bias, ln_epsilon)
    return out if cache_kv is None else (out, cache_kv)


def project_heads(x: Tensor, weight: Tensor, bias: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values [N, L, heads, size] by one product.

    Args:
        x: [N, L, D].
        weight: [3, heads, size, D].
        bias: [3, heads, size], or None.
    """
    import paddle

    if weight.ndim != 4 or weight.shape[0] != 3 or weight.shape[3] != x.shape[-1]:
        raise ValueError(
            f"qkv_weight must be [3, heads, size, {x.shape[-1]}], got the shape {weight.shape}"
        )
    _, heads, size, _ = weight.shape
    qkv = paddle.matmul(x, weight.reshape([-1, x.shape[-1]]), transpose_y=True)
    if bias is not None:
        qkv = qkv + bias.flatten()
    q, k, v = qkv.reshape([*x.shape[:-1], 3, heads, size]).unbind(-3)
    return q, k, v


def masked_attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask: Tensor | None,
    dropout_rate: float,
    training: bool,
    mode: str,
) -> Tensor:
    """Attention of [N, L, heads, size] with either mode of dropout."""
    if mode not in ("upscale_in_train", "downscale_in_infer"):
        raise ValueError(f'mode must be "upscale_in_train" or "downscale_in_infer", got {mode!r}')
    out = F.scaled_dot_product_attention(q, k, v, mask, dropout_rate, training=training)
    # Kept weights come divided by 1 - rate; the other mode multiplies all by it at inference.
    return out * (1.0 - dropout_rate) if mode == "downscale_in_infer" and dropout_rate else out


def check_single_process(ring_id: int) -> None:
    """Refuse layers that are spread over processes."""
    if ring_id != -1:
        raise ValueError(f"ring_id must be -1, a layer in one process, got {ring_id}")
