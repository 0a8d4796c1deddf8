"""The functional interface of `paddle.nn`."""

from paddle.nn.functional import flash_attention
from paddle.nn.functional.activation import *
from paddle.nn.functional.activation import __all__ as _activation
from paddle.nn.functional.alignment import *
from paddle.nn.functional.alignment import __all__ as _alignment
from paddle.nn.functional.attention import scaled_dot_product_attention
from paddle.nn.functional.classes import *
from paddle.nn.functional.classes import __all__ as _classes
from paddle.nn.functional.common import *
from paddle.nn.functional.common import __all__ as _common
from paddle.nn.functional.conv import *
from paddle.nn.functional.conv import __all__ as _conv
from paddle.nn.functional.distance import *
from paddle.nn.functional.distance import __all__ as _distance
from paddle.nn.functional.extension import gather_tree
from paddle.nn.functional.input import *
from paddle.nn.functional.input import __all__ as _input
from paddle.nn.functional.loss import *
from paddle.nn.functional.loss import __all__ as _loss
from paddle.nn.functional.norm import *
from paddle.nn.functional.norm import __all__ as _norm
from paddle.nn.functional.pooling import *
from paddle.nn.functional.pooling import __all__ as _pooling
from paddle.nn.functional.resampling import *
from paddle.nn.functional.resampling import __all__ as _resampling
from paddle.nn.functional.vision import affine_grid, grid_sample

__all__ = ["affine_grid", "gather_tree", "grid_sample", "scaled_dot_product_attention"]
__all__ += _activation + _common + _conv + _distance + _input + _loss + _norm + _pooling
__all__ += _resampling
__all__ += _alignment + _classes
