"""Layers of transformers in one call each."""

from . import functional
from .layer.fused_dropout_add import FusedDropoutAdd
from .layer.fused_ec_moe import FusedEcMoe
from .layer.fused_linear import FusedLinear
from .layer.fused_multi_transformer import FusedMultiTransformer
from .layer.fused_transformer import (
    FusedBiasDropoutResidualLayerNorm,
    FusedFeedForward,
    FusedMultiHeadAttention,
    FusedTransformerEncoderLayer,
)

__all__ = [
    "FusedMultiHeadAttention",
    "FusedFeedForward",
    "FusedTransformerEncoderLayer",
    "FusedMultiTransformer",
    "FusedLinear",
    "FusedBiasDropoutResidualLayerNorm",
    "FusedEcMoe",
    "FusedDropoutAdd",
]
