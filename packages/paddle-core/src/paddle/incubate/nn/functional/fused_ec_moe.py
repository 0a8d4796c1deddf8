"""A mixture of experts in which the experts choose their tokens."""

from __future__ import annotations

from paddle._core import Tensor
from paddle.nn import functional as F

__all__ = ["fused_ec_moe"]

# Every expert takes one sixteenth of the positions of a sequence.
_SHARE = 16


def fused_ec_moe(
    x: Tensor,
    gate: Tensor,
    bmm0_weight: Tensor,
    bmm0_bias: Tensor,
    bmm1_weight: Tensor,
    bmm1_bias: Tensor,
    act_type: str,
) -> Tensor:
    """`x`, plus what the experts give for the positions that they chose.

    In every sequence, each expert takes the sixteenth of the positions for which `gate` is highest,
    and weights its results with the softmax of `gate`. Source: "Mixture-of-Experts with Expert
    Choice Routing", https://arxiv.org/abs/2202.09368.

    Args:
        x: [N, L, D], L at least 16.
        gate: [N, L, experts].
        bmm0_weight: [experts, D, inner].
        bmm0_bias: [experts, 1, inner].
        bmm1_weight: [experts, inner, D].
        bmm1_bias: [experts, 1, D].
        act_type: "gelu" or "relu".

    Returns:
        [N, L, D].

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_ec_moe
        >>> x, gate = paddle.ones([1, 16, 2]), paddle.ones([1, 16, 1])
        >>> weights = (paddle.ones([1, 2, 2]), paddle.zeros([1, 1, 2])) * 2
        >>> fused_ec_moe(x, gate, *weights, "relu").sum().item()
        40.0
    """
    import paddle

    if act_type not in ("gelu", "relu"):
        raise ValueError(f'act_type must be "gelu" or "relu", got {act_type!r}')
    batch, length, size = x.shape
    if length < _SHARE:
        raise ValueError(f"x must have at least {_SHARE} positions, got the shape {x.shape}")
    capacity = length // _SHARE
    experts = gate.shape[-1]
    chosen = paddle.topk(gate.transpose([0, 2, 1]), capacity, axis=-1)[1]
    weights = F.softmax(gate).transpose([0, 2, 1]).take_along_axis(chosen, 2)
    # Rows of x as one list: the rows of sequence n begin at n * length.
    starts = paddle.arange(batch).reshape([batch, 1, 1]) * length
    rows = (chosen + starts).transpose([1, 0, 2]).flatten()
    tokens = x.reshape([-1, size]).index_select(rows).reshape([experts, -1, size])
    hidden = paddle.bmm(tokens, bmm0_weight) + bmm0_bias
    hidden = F.gelu(hidden) if act_type == "gelu" else F.relu(hidden)
    results = paddle.bmm(hidden, bmm1_weight) + bmm1_bias
    results = results * weights.transpose([1, 0, 2]).reshape([experts, -1, 1])
    added = paddle.zeros([batch * length, size], x.dtype)
    added = paddle.index_add(added, rows, 0, results.reshape([-1, size]))
    return x + added.reshape(x.shape)
