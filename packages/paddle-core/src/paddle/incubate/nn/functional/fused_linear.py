"""Matrix products with a bias and an activation."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn import functional as F

__all__ = ["fused_linear", "fused_linear_activation", "fused_matmul_bias"]


def fused_matmul_bias(
    x: Tensor,
    y: Tensor,
    bias: Tensor | None = None,
    transpose_x: bool = False,
    transpose_y: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrix product of `x` and `y`, and a bias.

    Args:
        x: [..., M, K], or [..., K, M] with `transpose_x`.
        y: [K, N], or [N, K] with `transpose_y`.
        bias: [N]; None (the default) for none.
        transpose_x: whether the last two axes of `x` change places, False by default.
        transpose_y: the same for `y`.
        name: not used.

    Returns:
        [..., M, N].

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_matmul_bias
        >>> fused_matmul_bias(paddle.ones([1, 3]), paddle.ones([3, 2]), paddle.ones([2])).tolist()
        [[4.0, 4.0]]
    """
    import paddle

    if not (transpose_x or transpose_y) and bias is not None:
        return F.linear(x, y, bias)
    product = paddle.matmul(x, y, transpose_x, transpose_y)
    return product if bias is None else product + bias


def fused_linear(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    transpose_weight: bool = False,
    name: str | None = None,
) -> Tensor:
    """`x weight + bias`.

    Args:
        x: [..., in_features].
        weight: [in_features, out_features], or its transpose with `transpose_weight`.
        bias: [out_features]; None (the default) for none.
        transpose_weight: False by default.
        name: not used.

    Returns:
        [..., out_features].

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_linear
        >>> fused_linear(paddle.ones([1, 3]), paddle.ones([2, 3]), transpose_weight=True).tolist()
        [[3.0, 3.0]]
    """
    return fused_matmul_bias(x, weight, bias, False, transpose_weight, name)


def fused_linear_activation(
    x: Tensor,
    y: Tensor,
    bias: Tensor,
    trans_x: bool = False,
    trans_y: bool = False,
    activation: str | None = None,
) -> Tensor:
    """`activation(x y + bias)`.

    Args:
        x: [..., M, K], or [..., K, M] with `trans_x`.
        y: [K, N], or [N, K] with `trans_y`.
        bias: [N].
        trans_x: False by default.
        trans_y: False by default.
        activation: "gelu", "relu" or "none", which None (the default) means too.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_linear_activation
        >>> x, y, bias = -paddle.ones([1, 3]), paddle.ones([3, 2]), paddle.ones([2])
        >>> fused_linear_activation(x, y, bias, activation="relu").tolist()
        [[0.0, 0.0]]
    """
    out = fused_matmul_bias(x, y, bias, trans_x, trans_y)
    if activation in (None, "none"):
        return out
    if activation not in ("gelu", "relu"):
        raise ValueError(f'activation must be "gelu", "relu" or "none", got {activation!r}')
    return F.gelu(out) if activation == "gelu" else F.relu(out)
