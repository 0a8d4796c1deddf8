"""Layers, losses, initializers and gradient clipping: what models are made of."""

from paddle.nn import functional, initializer, utils
from paddle.nn.clip import ClipGradByGlobalNorm, ClipGradByNorm, ClipGradByValue
from paddle.nn.decode import BeamSearchDecoder, dynamic_decode
from paddle.nn.layer import loss
from paddle.nn.layer.activation import *
from paddle.nn.layer.activation import __all__ as _activation
from paddle.nn.layer.common import *
from paddle.nn.layer.common import __all__ as _common
from paddle.nn.layer.container import LayerDict, LayerList, ParameterList, Sequential
from paddle.nn.layer.conv import *
from paddle.nn.layer.conv import __all__ as _conv
from paddle.nn.layer.layers import Layer
from paddle.nn.layer.loss import *
from paddle.nn.layer.loss import __all__ as _loss
from paddle.nn.layer.norm import *
from paddle.nn.layer.norm import __all__ as _norm
from paddle.nn.layer.pooling import *
from paddle.nn.layer.pooling import __all__ as _pooling
from paddle.nn.layer.resampling import *
from paddle.nn.layer.resampling import __all__ as _resampling
from paddle.nn.layer.rnn import *
from paddle.nn.layer.rnn import __all__ as _rnn
from paddle.nn.layer.transformer import *
from paddle.nn.layer.transformer import __all__ as _transformer

__all__ = [
    "BeamSearchDecoder",
    "dynamic_decode",
    "Layer",
    "Sequential",
    "LayerList",
    "LayerDict",
    "ParameterList",
    "ClipGradByValue",
    "ClipGradByNorm",
    "ClipGradByGlobalNorm",
    "functional",
    "initializer",
    "utils",
]
__all__ += _activation + _common + _conv + _loss + _norm + _pooling + _resampling + _rnn
__all__ += _transformer
