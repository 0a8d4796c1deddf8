"""Helpers for parameters: reparametrisation, clipping and flattening."""

from paddle.nn.utils.clip_grad import clip_grad_norm_, clip_grad_value_
from paddle.nn.utils.reparametrize import remove_weight_norm, spectral_norm, weight_norm
from paddle.nn.utils.transform_parameters import (
    _stride_column as _stride_column,
)
from paddle.nn.utils.transform_parameters import (
    parameters_to_vector,
    vector_to_parameters,
)

__all__ = [
    "weight_norm",
    "remove_weight_norm",
    "spectral_norm",
    "parameters_to_vector",
    "vector_to_parameters",
    "clip_grad_norm_",
    "clip_grad_value_",
]
