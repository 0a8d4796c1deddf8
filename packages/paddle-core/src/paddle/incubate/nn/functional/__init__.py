"""Steps of transformers in one call each."""

from .block_multihead_attention import block_multihead_attention
from .fused_dropout_add import fused_dropout_add
from .fused_ec_moe import fused_ec_moe
from .fused_linear import fused_linear, fused_linear_activation, fused_matmul_bias
from .fused_multi_transformer import fused_multi_transformer
from .fused_norm import fused_layer_norm, fused_rms_norm
from .fused_rotary_position_embedding import fused_rotary_position_embedding
from .fused_transformer import (
    fused_bias_dropout_residual_layer_norm,
    fused_feedforward,
    fused_multi_head_attention,
)
from .masked_multihead_attention import masked_multihead_attention
from .variable_length_memory_efficient_attention import (
    variable_length_memory_efficient_attention,
)

__all__ = [
    "fused_multi_head_attention",
    "fused_feedforward",
    "fused_multi_transformer",
    "fused_matmul_bias",
    "fused_linear",
    "fused_linear_activation",
    "fused_bias_dropout_residual_layer_norm",
    "fused_ec_moe",
    "fused_dropout_add",
    "fused_rotary_position_embedding",
    "variable_length_memory_efficient_attention",
    "fused_rms_norm",
    "fused_layer_norm",
    "masked_multihead_attention",
    "block_multihead_attention",
]
