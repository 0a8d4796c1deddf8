"""A mixture of experts in which the experts choose their tokens."""

from __future__ import annotations

from typing import Any

from paddle._core import Tensor
from paddle.nn import Layer

from ..functional import fused_ec_moe

__all__ = ["FusedEcMoe"]


class FusedEcMoe(Layer):
    """Experts that each choose a sixteenth of the positions of every sequence.

    Args:
        hidden_size: the size of the last axis of input and output.
        inter_size: the size between the linear maps of an expert.
        num_experts: how many experts.
        act_type: "gelu" or "relu".
        weight_attr: the attributes of the weights.
        bias_attr: the attributes of the biases.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedEcMoe(8, 16, 4, act_type="gelu")
        >>> layer(paddle.ones([2, 16, 8]), paddle.ones([2, 16, 4])).shape
        [2, 16, 8]
    """

    def __init__(
        self,
        hidden_size: int,
        inter_size: int,
        num_experts: int,
        act_type: str,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
    ) -> None:
        super().__init__()
        if act_type not in ("gelu", "relu"):
            raise ValueError(f'act_type must be "gelu" or "relu", got {act_type!r}')
        self.act_type = act_type
        first, second = [num_experts, 1, inter_size], [num_experts, 1, hidden_size]
        self.bmm_weight0 = self.create_parameter(
            [num_experts, hidden_size, inter_size], attr=weight_attr
        )
        self.bmm_bias0 = self.create_parameter(first, attr=bias_attr, is_bias=True)
        self.bmm_weight1 = self.create_parameter(
            [num_experts, inter_size, hidden_size], attr=weight_attr
        )
        self.bmm_bias1 = self.create_parameter(second, attr=bias_attr, is_bias=True)

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """[N, L, hidden_size] and the scores of the experts [N, L, num_experts]."""
        return fused_ec_moe(
            x,
            gate,
            self.bmm_weight0,
            self.bmm_bias0,
            self.bmm_weight1,
            self.bmm_bias1,
            self.act_type,
        )
