"""Normalisation of a sum of an input, a bias and a residual."""

from __future__ import annotations

from paddle import _C_ops
from paddle._core import Tensor

from .quantization import quantize

__all__ = ["fused_layer_norm", "fused_rms_norm"]


def fused_rms_norm(
    x: Tensor,
    norm_weight: Tensor,
    norm_bias: Tensor | None,
    epsilon: float,
    begin_norm_axis: int,
    bias: Tensor | None = None,
    residual: Tensor | None = None,
    quant_scale: float = -1,
    quant_round_type: int = 0,
    quant_max_bound: float = 0,
    quant_min_bound: float = 0,
) -> tuple[Tensor, Tensor]:
    r"""RMS normalisation: :math:`s / \sqrt{mean(s^2) + \epsilon} \cdot weight + bias`, where `s`
    is `x + bias + residual`.

    Source: "Root Mean Square Layer Normalization", https://arxiv.org/abs/1910.07467.

    Args:
        x: floating, any shape.
        norm_weight: what the normalised axes have elements for.
        norm_bias: added to the result; None for none.
        epsilon: added to the mean of squares.
        begin_norm_axis: the first axis that is normalised.
        bias: added to `x`, with the size of its last axis; None (the default) for none.
        residual: added to `x`, of its shape; None (the default) for none.
        quant_scale: above 0, the result is rounded to int8; -1 by default.
        quant_round_type: 0 rounds halves to even (the default), 1 away from zero.
        quant_max_bound: the largest int8.
        quant_min_bound: the smallest int8.

    Returns:
        The result, and the sum that was normalised.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_rms_norm
        >>> x = paddle.to_tensor([[3.0, 3.0]])
        >>> fused_rms_norm(x, paddle.ones([2]), None, 0.0, 1)[0].tolist()
        [[1.0, 1.0]]
    """
    total = _sum(x, bias, residual, 1.0)
    out = _C_ops.rms_norm(total, _flat(norm_weight), epsilon, begin_norm_axis)[0]
    if norm_bias is not None:
        out = out + norm_bias
    if quant_scale > 0:
        out = quantize(out, quant_scale, quant_round_type, quant_max_bound, quant_min_bound)
    return out, total


def fused_layer_norm(
    x: Tensor,
    norm_weight: Tensor | None,
    norm_bias: Tensor | None,
    epsilon: float,
    residual_alpha: float = 1.0,
    begin_norm_axis: int = 1,
    bias: Tensor | None = None,
    residual: Tensor | None = None,
    quant_scale: float = -1,
    quant_round_type: int = 0,
    quant_max_bound: float = 0,
    quant_min_bound: float = 0,
) -> tuple[Tensor, Tensor]:
    """Layer normalisation of `x + bias + residual_alpha * residual`.

    Without `norm_weight` and `norm_bias` nothing is normalised, and the sum is the result.

    Args:
        x: floating, any shape.
        norm_weight: what the normalised axes have elements for, or None.
        norm_bias: added to the result, or None.
        epsilon: added to the variance.
        residual_alpha: what the residual is multiplied by, 1.0 by default.
        begin_norm_axis: the first axis that is normalised, 1 by default.
        bias: added to `x`, with the size of its last axis; None (the default) for none.
        residual: of the shape of `x`; None (the default) for none.
        quant_scale: above 0, the result is rounded to int8; -1 by default.
        quant_round_type: 0 rounds halves to even (the default), 1 away from zero.
        quant_max_bound: the largest int8.
        quant_min_bound: the smallest int8.

    Returns:
        The result, and the sum that was normalised.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_layer_norm
        >>> x = paddle.to_tensor([[1.0, 3.0]])
        >>> fused_layer_norm(x, paddle.ones([2]), paddle.zeros([2]), 0.0)[0].tolist()
        [[-1.0, 1.0]]
    """
    total = _sum(x, bias, residual, residual_alpha)
    out = total
    if norm_weight is not None or norm_bias is not None:
        parameters = (_flat(norm_weight), _flat(norm_bias))
        out = _C_ops.layer_norm(total, *parameters, epsilon, begin_norm_axis)[0]
    if quant_scale > 0:
        out = quantize(out, quant_scale, quant_round_type, quant_max_bound, quant_min_bound)
    return out, total


def _sum(x: Tensor, bias: Tensor | None, residual: Tensor | None, alpha: float) -> Tensor:
    if bias is not None:
        x = x + bias
    if residual is not None:
        x = x + (residual if alpha == 1.0 else residual * alpha)
    return x


def _flat(parameter: Tensor | None) -> Tensor | None:
    return parameter if parameter is None or parameter.ndim == 1 else parameter.flatten()
