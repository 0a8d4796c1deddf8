"""Computations of paddle.nn, paddle.optimizer and paddle.optimizer.lr whose values are recorded.

`recorded/nn.npz` holds what paddlepaddle 2.6.2 computed on a CPU:

    python nn_cases.py recorded/nn.npz        # in an environment with that release
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
from paddle import nn, optimizer
from paddle.nn import functional as F

lr = optimizer.lr
CASES: dict[str, Callable[[], Any]] = {}


class Inputs:
    """Tensors from a random stream that does not depend on the library."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.RandomState(seed)

    def __call__(self, *shape: int) -> Any:
        return paddle.to_tensor(self.random.randn(*shape).astype("float32"))


def with_gradients(function: Callable[..., Any], *shapes: tuple[int, ...]) -> Callable[[], Any]:
    """The first output of a function, and the gradients of a weighted sum of it."""

    def compute() -> list[Any]:
        make = Inputs(sum(map(sum, shapes)))
        inputs = [make(*shape) for shape in shapes]
        for tensor in inputs:
            tensor.stop_gradient = False
        out = function(*inputs)
        out = out[0] if isinstance(out, (list, tuple)) else out
        weights = np.random.RandomState(1).random_sample(tuple(out.shape)) + 0.5
        (out * out * _t(np.asarray(weights, "float32"))).sum().backward()
        return [out, *(tensor.grad for tensor in inputs)]

    return compute


def seeded(function: Callable[[], Any]) -> Callable[[], Any]:
    """The function with the library's generator seeded before."""

    def compute() -> Any:
        paddle.seed(7)
        return function()

    return compute


# ---- activations -----------------------------------------------------------------------------

ACTIVATIONS = (
    "relu relu6 leaky_relu elu celu selu gelu sigmoid log_sigmoid silu swish mish hardswish "
    "hardsigmoid hardtanh hardshrink softshrink tanhshrink thresholded_relu softplus softsign "
    "tanh softmax log_softmax glu"
)
for _name in ACTIVATIONS.split():
    CASES[f"activation.{_name}"] = with_gradients(getattr(F, _name), (4, 6))
CASES |= {
    "activation.gelu_tanh": with_gradients(lambda x: F.gelu(x, True), (4, 6)),
    "activation.prelu": with_gradients(lambda x, w: F.prelu(x, w), (2, 3, 2, 2), (3,)),
    "activation.maxout": with_gradients(lambda x: F.maxout(x, 2), (2, 4, 3, 3)),
    "activation.rrelu_eval": with_gradients(lambda x: F.rrelu(x, training=False), (4, 6)),
    "activation.rrelu": seeded(lambda: F.rrelu(Inputs(0)(4, 6))),
    "activation.gumbel_softmax": seeded(lambda: F.gumbel_softmax(Inputs(0)(4, 6))),
    "activation.gumbel_softmax_hard": seeded(lambda: F.gumbel_softmax(Inputs(0)(4, 6), hard=True)),
}

# ---- losses ----------------------------------------------------------------------------------

TARGET = np.random.RandomState(3).randn(4, 6).astype("float32")
CLASSES = np.array([1, 0, 5, 2])
GRID = np.array([[0, 1, 2, 1], [1, 1, 0, 2]])


def _t(array: Any) -> Any:
    return paddle.to_tensor(array)


def _weight() -> Any:
    return paddle.to_tensor(np.arange(1, 7).astype("float32"))


def _binary() -> Any:
    return paddle.to_tensor((TARGET > 0).astype("float32"))


def _sign() -> Any:
    return _binary() * 2 - 1


def _soft() -> Any:
    return F.softmax(_t(TARGET))


LOSSES: dict[str, Callable[[Any], Any]] = {
    "cross_entropy": lambda x: F.cross_entropy(x, _t(CLASSES)),
    "cross_entropy_weight": lambda x: F.cross_entropy(x, _t(CLASSES), weight=_weight()),
    "cross_entropy_ignore": lambda x: F.cross_entropy(x, _t(CLASSES), ignore_index=5),
    "cross_entropy_smooth": lambda x: F.cross_entropy(x, _t(CLASSES), label_smoothing=0.1),
    "cross_entropy_smooth_none": lambda x: F.cross_entropy(
        x, _t(CLASSES), label_smoothing=0.1, reduction="none"
    ),
    "cross_entropy_smooth_weight": lambda x: F.cross_entropy(
        x, _t(CLASSES), label_smoothing=0.1, weight=_weight()
    ),
    "cross_entropy_soft": lambda x: F.cross_entropy(x, _soft(), soft_label=True),
    "cross_entropy_soft_weight": lambda x: F.cross_entropy(
        x, _soft(), soft_label=True, weight=_weight()
    ),
    "cross_entropy_none": lambda x: F.cross_entropy(x, _t(CLASSES), reduction="none"),
    "cross_entropy_column": lambda x: F.cross_entropy(x, _t(CLASSES[:, None]), reduction="none"),
    "cross_entropy_sum": lambda x: F.cross_entropy(
        x, _t(CLASSES), weight=_weight(), ignore_index=0, reduction="sum"
    ),
    "cross_entropy_probabilities": lambda x: F.cross_entropy(
        F.softmax(x), _t(CLASSES), use_softmax=False
    ),
    "cross_entropy_axis": lambda x: F.cross_entropy(x.reshape([2, 3, 4]), _t(GRID), axis=1),
    "softmax_with_cross_entropy": lambda x: F.softmax_with_cross_entropy(x, _t(CLASSES[:, None])),
    "nll_loss": lambda x: F.nll_loss(F.log_softmax(x), _t(CLASSES), weight=_weight()),
    "nll_loss_3d": lambda x: F.nll_loss(F.log_softmax(x.reshape([2, 3, 4]), axis=1), _t(GRID)),
    "nll_loss_4d": lambda x: F.nll_loss(
        F.log_softmax(x.reshape([1, 6, 2, 2]), axis=1), _t([[[0, 1], [2, 1]]]), reduction="none"
    ),
    "mse_loss": lambda x: F.mse_loss(x, _t(TARGET)),
    "l1_loss": lambda x: F.l1_loss(x, _t(TARGET)),
    "smooth_l1_loss": lambda x: F.smooth_l1_loss(x, _t(TARGET), delta=0.7),
    "smooth_l1_loss_none": lambda x: F.smooth_l1_loss(x, _t(TARGET), reduction="none"),
    "kl_div": lambda x: F.kl_div(F.log_softmax(x), _soft()),
    "kl_div_batchmean": lambda x: F.kl_div(F.log_softmax(x), _soft(), "batchmean"),
    "binary_cross_entropy": lambda x: F.binary_cross_entropy(
        F.sigmoid(x), _binary(), weight=_weight()
    ),
    "binary_cross_entropy_with_logits": lambda x: F.binary_cross_entropy_with_logits(
        x, _binary(), weight=_weight()
    ),
    "sigmoid_focal_loss": lambda x: F.sigmoid_focal_loss(x, _binary()),
    "sigmoid_focal_loss_mean": lambda x: F.sigmoid_focal_loss(
        x, _binary(), normalizer=_t(np.array([3.0], "float32")), reduction="mean"
    ),
    "log_loss": lambda x: F.log_loss(F.sigmoid(x[:, :1]), _binary()[:, :1]),
    "dice_loss": lambda x: F.dice_loss(F.softmax(x), _t(CLASSES[:, None])),
    "margin_ranking_loss": lambda x: F.margin_ranking_loss(x, _t(TARGET), _sign(), margin=0.3),
    "hinge_embedding_loss": lambda x: F.hinge_embedding_loss(x, _sign()),
    "cosine_embedding_loss": lambda x: F.cosine_embedding_loss(
        x, _t(TARGET), _t(np.array([1, -1, 1, -1])), margin=0.1
    ),
    "triplet_margin_loss": lambda x: F.triplet_margin_loss(x, _t(TARGET), _t(-TARGET), swap=True),
    "triplet_margin_with_distance_loss": lambda x: F.triplet_margin_with_distance_loss(
        x, _t(TARGET), _t(-TARGET)
    ),
    "soft_margin_loss": lambda x: F.soft_margin_loss(x, _sign()),
    "multi_label_soft_margin_loss": lambda x: F.multi_label_soft_margin_loss(
        x, _binary(), weight=_weight()
    ),
    "multi_margin_loss": lambda x: F.multi_margin_loss(x, _t(CLASSES), p=2, margin=1.5),
    "multi_margin_loss_weight": lambda x: F.multi_margin_loss(x, _t(CLASSES), weight=_weight()),
    "poisson_nll_loss": lambda x: F.poisson_nll_loss(x, _t(abs(TARGET) * 3), full=True),
    "poisson_nll_loss_plain": lambda x: F.poisson_nll_loss(
        x.abs(), _t(abs(TARGET) * 3), log_input=False
    ),
    "gaussian_nll_loss": lambda x: F.gaussian_nll_loss(x, _t(TARGET), _t(abs(TARGET)), full=True),
    "npair_loss": lambda x: F.npair_loss(x, _t(TARGET), _t(np.array([0.0, 1, 0, 2], "float32"))),
}
for _name, _loss in LOSSES.items():
    CASES[f"loss.{_name}"] = with_gradients(_loss, (4, 6))

# ---- normalisation, distances ----------------------------------------------------------------


def _batch_norm(**settings: Any) -> Callable[..., Any]:
    def apply(x: Any, weight: Any, bias: Any) -> Any:
        mean = _t(np.array([0.5, -0.2, 0.1], "float32"))
        variance = _t(np.array([1.5, 0.7, 2.0], "float32"))
        out = F.batch_norm(x, mean, variance, weight, bias, **settings)
        return out + mean.sum() + variance.sum()

    return apply


CASES |= {
    "norm.normalize": with_gradients(lambda x: F.normalize(x, p=1.5), (4, 6)),
    "norm.pairwise_distance": with_gradients(
        lambda x, y: F.pairwise_distance(x, y, p=3), (4, 6), (4, 6)
    ),
    "norm.cosine_similarity": with_gradients(F.cosine_similarity, (4, 6), (4, 6)),
    "norm.local_response": with_gradients(
        lambda x: F.local_response_norm(x, 3, alpha=1.0), (1, 4, 2, 3)
    ),
    "norm.local_response_last": with_gradients(
        lambda x: F.local_response_norm(x, 4, alpha=1.0, data_format="NHWC"), (1, 3, 2, 5)
    ),
    "norm.layer": with_gradients(
        lambda x, w, b: F.layer_norm(x, [3, 4], w, b), (2, 3, 4), (12,), (12,)
    ),
    "norm.instance": with_gradients(
        lambda x, w, b: F.instance_norm(x, weight=w, bias=b), (2, 3, 4, 4), (3,), (3,)
    ),
    "norm.batch": with_gradients(_batch_norm(training=True), (2, 3, 4, 4), (3,), (3,)),
    "norm.batch_eval": with_gradients(_batch_norm(), (2, 3, 4, 4), (3,), (3,)),
    "norm.batch_global": with_gradients(
        _batch_norm(training=True, use_global_stats=True), (2, 3, 4, 4), (3,), (3,)
    ),
    "norm.batch_last": with_gradients(
        _batch_norm(training=True, data_format="NHWC"), (2, 4, 4, 3), (3,), (3,)
    ),
}

# ---- dropout, padding, rearrangements --------------------------------------------------------

CASES |= {
    "dropout.elements": seeded(lambda: F.dropout(paddle.ones([3, 5]), 0.3)),
    "dropout.axis": seeded(lambda: F.dropout(paddle.ones([3, 5]), 0.3, axis=1)),
    "dropout.downscale": seeded(
        lambda: F.dropout(paddle.ones([5]), 0.3, mode="downscale_in_infer")
    ),
    "dropout.all": seeded(lambda: F.dropout(paddle.ones([5]), 1.0)),
    "dropout.alpha": seeded(lambda: F.alpha_dropout(Inputs(0)(4, 6), 0.3)),
    "dropout.2d": seeded(lambda: F.dropout2d(paddle.ones([2, 3, 2, 1]), 0.4)),
    "dropout.3d": seeded(lambda: F.dropout3d(paddle.ones([2, 3, 2, 1, 1]), 0.4)),
}


def _pad(amounts: list[int], mode: str, data_format: str) -> Callable[[Any], Any]:
    return lambda x: F.pad(x, amounts, mode=mode, value=0.5, data_format=data_format)


for _mode in ("constant", "reflect", "replicate", "circular"):
    CASES |= {
        f"pad.1d_{_mode}": with_gradients(_pad([1, 2], _mode, "NLC"), (1, 4, 3)),
        f"pad.2d_{_mode}": with_gradients(_pad([1, 2, 1, 1], _mode, "NCHW"), (1, 2, 3, 4)),
        f"pad.3d_{_mode}": with_gradients(
            _pad([1, 1, 1, 0, 0, 1], _mode, "NDHWC"), (1, 3, 3, 3, 2)
        ),
    }
CASES |= {
    "pad.all_axes": with_gradients(lambda x: F.pad(x, [1, 0, 0, 2]), (2, 3)),
    "rearrange.pixel_shuffle": with_gradients(lambda x: F.pixel_shuffle(x, 2), (1, 8, 2, 3)),
    "rearrange.pixel_shuffle_last": with_gradients(
        lambda x: F.pixel_shuffle(x, 2, "NHWC"), (1, 2, 3, 8)
    ),
    "rearrange.pixel_unshuffle": with_gradients(lambda x: F.pixel_unshuffle(x, 2), (1, 2, 4, 6)),
    "rearrange.pixel_unshuffle_last": with_gradients(
        lambda x: F.pixel_unshuffle(x, 2, "NHWC"), (1, 4, 6, 2)
    ),
    "rearrange.channel_shuffle": with_gradients(lambda x: F.channel_shuffle(x, 3), (1, 6, 2, 2)),
    "rearrange.channel_shuffle_last": with_gradients(
        lambda x: F.channel_shuffle(x, 3, "NHWC"), (1, 2, 2, 6)
    ),
    "rearrange.temporal_shift": with_gradients(lambda x: F.temporal_shift(x, 2, 0.2), (4, 6, 2, 1)),
    "linear.linear": with_gradients(F.linear, (2, 3, 4), (4, 5), (5,)),
    "linear.bilinear": with_gradients(F.bilinear, (3, 2), (3, 4), (5, 2, 4), (1, 5)),
    "linear.embedding": with_gradients(
        lambda w: F.embedding(_t(np.array([[1, 0, 2]])), w, padding_idx=0), (3, 4)
    ),
    "linear.label_smooth": lambda: F.label_smooth(_binary(), epsilon=0.2),
    "linear.sequence_mask": lambda: [
        F.sequence_mask(_t(np.array([1, 3, 2]))),
        F.sequence_mask(_t(np.array([1, 3, 2])), 5, "float32"),
    ],
    "linear.one_hot": lambda: F.one_hot(_t(CLASSES), 6),
}

# ---- convolution and pooling -----------------------------------------------------------------


def _conv(rank: int, x: tuple[int, ...], weight: tuple[int, ...], **settings: Any) -> Any:
    function = getattr(F, f"conv{rank}d")
    return with_gradients(lambda a, w, b: function(a, w, b, **settings), x, weight, (weight[0],))


def _conv_transpose(
    rank: int, x: tuple[int, ...], weight: tuple[int, ...], out: int, **settings: Any
) -> Any:
    function = getattr(F, f"conv{rank}d_transpose")
    return with_gradients(lambda a, w, b: function(a, w, b, **settings), x, weight, (out,))


IMAGE, FILTER = (2, 4, 5, 6), (3, 4, 3, 3)
CASES |= {
    "conv2d.plain": _conv(2, IMAGE, FILTER),
    "conv2d.stride": _conv(2, IMAGE, FILTER, stride=2, padding=1),
    "conv2d.same": _conv(2, IMAGE, (3, 4, 3, 2), padding="SAME"),
    "conv2d.valid": _conv(2, IMAGE, (3, 4, 3, 2), padding="VALID", stride=2),
    "conv2d.groups": _conv(2, IMAGE, (4, 2, 3, 3), groups=2, padding=[1, 2]),
    "conv2d.dilation": _conv(2, (2, 4, 7, 6), FILTER, dilation=2, padding=[1, 2, 0, 1]),
    "conv2d.pairs": _conv(2, IMAGE, FILTER, padding=[[0, 0], [0, 0], [1, 2], [0, 1]]),
    "conv2d.last": _conv(2, (2, 5, 6, 4), FILTER, data_format="NHWC", padding=1),
    "conv2d.depthwise": _conv(2, IMAGE, (4, 1, 3, 3), groups=4),
    "conv1d.stride": _conv(1, (2, 4, 7), (3, 4, 3), padding=1, stride=2),
    "conv1d.last": _conv(1, (2, 7, 4), (3, 4, 3), padding=[1, 2], data_format="NLC"),
    "conv1d.same": _conv(1, (2, 4, 7), (3, 4, 3), padding="SAME", stride=2),
    "conv3d.padding": _conv(3, (1, 2, 4, 4, 4), (3, 2, 3, 3, 3), padding=1),
    "conv2d_transpose.plain": _conv_transpose(2, (2, 4, 3, 3), (4, 3, 3, 3), 3),
    "conv2d_transpose.stride": _conv_transpose(
        2, (2, 4, 3, 3), (4, 3, 3, 3), 3, stride=2, padding=1, output_padding=1
    ),
    "conv2d_transpose.output_size": _conv_transpose(
        2, (2, 4, 3, 3), (4, 3, 3, 3), 3, stride=2, padding=1, output_size=[6, 5]
    ),
    "conv2d_transpose.groups": _conv_transpose(
        2, (2, 4, 3, 3), (4, 3, 3, 3), 6, groups=2, dilation=2
    ),
    "conv1d_transpose.stride": _conv_transpose(
        1, (2, 4, 5), (4, 3, 3), 3, stride=2, padding=1, output_padding=1
    ),
    "conv3d_transpose.stride": _conv_transpose(3, (1, 2, 3, 3, 3), (2, 3, 3, 3, 3), 3, stride=2),
}

POOLS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {
    "max": (lambda x: F.max_pool2d(x, 2), (2, 3, 7, 6)),
    "max_ceil": (lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True), (2, 3, 7, 6)),
    "max_mask": (lambda x: F.max_pool2d(x, 2, return_mask=True), (2, 3, 7, 6)),
    "max_last": (lambda x: F.max_pool2d(x, 2, data_format="NHWC"), (2, 7, 6, 3)),
    "avg": (lambda x: F.avg_pool2d(x, 2), (2, 3, 7, 6)),
    "avg_padding": (lambda x: F.avg_pool2d(x, 3, 2, 1), (2, 3, 7, 6)),
    "avg_inclusive": (lambda x: F.avg_pool2d(x, 3, 2, 1, exclusive=False), (2, 3, 7, 6)),
    "avg_ceil": (lambda x: F.avg_pool2d(x, 3, 2, ceil_mode=True), (2, 3, 7, 6)),
    "avg_divisor": (lambda x: F.avg_pool2d(x, 3, 2, 1, divisor_override=5), (2, 3, 7, 6)),
    "avg_same": (lambda x: F.avg_pool2d(x, 3, 2, "SAME"), (2, 3, 7, 6)),
    "adaptive_avg": (lambda x: F.adaptive_avg_pool2d(x, [3, None]), (2, 3, 7, 6)),
    "adaptive_max": (lambda x: F.adaptive_max_pool2d(x, 3), (2, 3, 7, 6)),
    "max_1d": (lambda x: F.max_pool1d(x, 2, padding=1), (2, 3, 7)),
    "avg_1d": (lambda x: F.avg_pool1d(x, 3, 2, 1), (2, 3, 7)),
    "adaptive_avg_1d": (lambda x: F.adaptive_avg_pool1d(x, 3), (2, 3, 7)),
    "adaptive_max_1d": (lambda x: F.adaptive_max_pool1d(x, 3, return_mask=True), (2, 3, 7)),
    "max_3d": (lambda x: F.max_pool3d(x, 2), (2, 2, 4, 5, 4)),
    "avg_3d": (lambda x: F.avg_pool3d(x, 2, padding=1), (2, 2, 4, 5, 4)),
    "adaptive_avg_3d": (lambda x: F.adaptive_avg_pool3d(x, 2), (2, 2, 4, 5, 4)),
    "adaptive_max_3d": (lambda x: F.adaptive_max_pool3d(x, 2), (2, 2, 4, 5, 4)),
    "unpool": (
        lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_mask=True), 2),
        (1, 2, 4, 6),
    ),
}
for _name, (_pool, _shape) in POOLS.items():
    CASES[f"pool.{_name}"] = with_gradients(_pool, _shape)
CASES["pool.mask_2d"] = lambda: F.max_pool2d(Inputs(4)(2, 3, 7, 6), 2, return_mask=True)[1]
CASES["pool.mask_adaptive"] = lambda: F.adaptive_max_pool2d(Inputs(4)(2, 3, 7, 6), 3, True)[1]

# ---- initializers and layers -----------------------------------------------------------------

init = nn.initializer


def _parameter(shape: list[int], initializer: Any, dtype: str = "float32") -> Callable[[], Any]:
    return seeded(lambda: paddle.create_parameter(shape, dtype, default_initializer=initializer))


CASES |= {
    "initializer.default": _parameter([3, 2], None),
    "initializer.float64": _parameter([3, 2], None, "float64"),
    "initializer.truncated_normal": _parameter([20, 3], init.TruncatedNormal(mean=1.0, std=0.5)),
    "initializer.normal": _parameter([3, 3], init.Normal(1.0, 2.0)),
    "initializer.uniform": _parameter([3, 3], init.Uniform(-2.0, 3.0)),
    "initializer.constant": _parameter([3, 3], init.Constant(3.0)),
    "initializer.assign": _parameter([4], init.Assign(np.arange(4.0))),
    "initializer.orthogonal": _parameter([3, 2], init.Orthogonal()),
    "initializer.orthogonal_wide": _parameter([2, 3, 2], init.Orthogonal(2.0)),
    "initializer.xavier_normal": _parameter([2, 3, 2], init.XavierNormal()),
    "initializer.xavier_uniform": _parameter([2, 3, 2], init.XavierUniform()),
    "initializer.kaiming_uniform": _parameter([2, 3], init.KaimingUniform()),
    "initializer.kaiming_normal": _parameter(
        [2, 3], init.KaimingNormal(negative_slope=0.3, nonlinearity="leaky_relu")
    ),
    "initializer.bilinear": _parameter([1, 1, 3, 3], init.Bilinear()),
    "initializer.dirac": _parameter([4, 2, 3], init.Dirac(2)),
}

LAYERS: dict[str, tuple[Callable[[], Any], tuple[tuple[int, ...], ...]]] = {
    "linear": (lambda: nn.Linear(4, 5), ((2, 4),)),
    "conv2d": (lambda: nn.Conv2D(4, 2, 3, groups=2), ((2, 4, 5, 5),)),
    "conv2d_transpose": (lambda: nn.Conv2DTranspose(2, 3, 3), ((1, 2, 3, 3),)),
    "conv2d_circular": (
        lambda: nn.Conv2D(2, 3, 3, padding=1, padding_mode="circular"),
        ((1, 2, 4, 5),),
    ),
    "bilinear": (lambda: nn.Bilinear(2, 3, 4), ((5, 2), (5, 3))),
    "prelu": (lambda: nn.PReLU(3), ((2, 3, 2),)),
    "batch_norm_1d": (lambda: nn.BatchNorm1D(3), ((5, 3),)),
    "batch_norm": (lambda: nn.BatchNorm(3, act="relu"), ((5, 3, 2),)),
    "group_norm": (lambda: nn.GroupNorm(2, 4), ((2, 4, 3, 3),)),
    "attention": (lambda: nn.MultiHeadAttention(4, 2), ((2, 3, 4),)),
    "encoder": (
        lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2),
        ((2, 3, 4),),
    ),
    "encoder_norm_first": (
        lambda: nn.TransformerEncoder(
            nn.TransformerEncoderLayer(4, 2, 8, normalize_before=True, activation="gelu"),
            2,
            nn.LayerNorm(4),
        ),
        ((2, 3, 4),),
    ),
    "transformer": (
        lambda: nn.Transformer(4, 2, 1, 1, 8, dropout=0.0),
        ((2, 3, 4), (2, 5, 4)),
    ),
    "weight_norm": (lambda: nn.utils.weight_norm(nn.Linear(4, 5), dim=1), ((2, 4),)),
    "weight_norm_conv": (lambda: nn.utils.weight_norm(nn.Conv2D(2, 3, 3)), ((1, 2, 4, 4),)),
    "weight_norm_whole": (lambda: nn.utils.weight_norm(nn.Linear(4, 5), dim=None), ((2, 4),)),
    "spectral_norm": (lambda: nn.utils.spectral_norm(nn.Linear(4, 5)), ((2, 4),)),
}


def _run_layer(make: Callable[[], Any], shapes: tuple[tuple[int, ...], ...]) -> Callable[[], Any]:
    def compute() -> list[Any]:
        paddle.seed(3)
        layer = make()
        state = [value.numpy().copy() for value in layer.state_dict().values()]
        outs = with_gradients(layer, *shapes)()
        grads = [p.grad for p in layer.parameters() if not p.stop_gradient and p.grad is not None]
        return [*state, *outs, *grads]

    return compute


for _name, (_make, _shapes) in LAYERS.items():
    CASES[f"layer.{_name}"] = _run_layer(_make, _shapes)
CASES["layer.embedding"] = seeded(lambda: nn.Embedding(4, 3, padding_idx=1).weight)
CASES["layer.spectral_norm_of_tensor"] = seeded(
    lambda: nn.SpectralNorm([3, 4], power_iters=2)(Inputs(2)(3, 4))
)

# ---- optimizers ------------------------------------------------------------------------------


def _train(make_optimizer: Callable[[Any], Any], steps: int = 6) -> Callable[[], Any]:
    """Losses, parameters and states of a few steps."""

    def compute() -> list[Any]:
        paddle.seed(1)
        net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        chosen = make_optimizer(net)
        random = np.random.RandomState(1)
        losses = []
        for _ in range(steps):
            x, y = random.randn(5, 3).astype("float32"), random.randn(5, 2).astype("float32")
            loss = F.mse_loss(net(_t(x)), _t(y))
            loss.backward()
            chosen.step()
            chosen.clear_grad()
            if hasattr(chosen._learning_rate, "step"):
                chosen._learning_rate.step()
            losses.append(loss)
        states = [v for k, v in chosen.state_dict().items() if k != "LR_Scheduler"]
        return [*losses, *net.parameters(), *states]

    return compute


def _with_attributes(net: Any) -> Any:
    """Parameters with a factor, a regularizer and an exception from clipping of their own."""
    net._sub_layers["0"] = nn.Linear(
        3,
        4,
        weight_attr=paddle.ParamAttr(
            learning_rate=0.5, regularizer=paddle.regularizer.L2Decay(0.3)
        ),
        bias_attr=paddle.ParamAttr(need_clip=False),
    )
    clip = nn.ClipGradByGlobalNorm(0.1)
    return optimizer.SGD(0.1, net.parameters(), weight_decay=0.1, grad_clip=clip)


def _groups(net: Any) -> list[dict[str, Any]]:
    first = {"params": net[0].parameters(), "learning_rate": 0.1, "weight_decay": 0.1}
    return [first, {"params": net[2].parameters()}]


o = optimizer
OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "sgd": lambda n: o.SGD(0.1, n.parameters()),
    "sgd_l2": lambda n: o.SGD(0.1, n.parameters(), weight_decay=0.1),
    "sgd_l1": lambda n: o.SGD(0.1, n.parameters(), weight_decay=paddle.regularizer.L1Decay(0.1)),
    "momentum": lambda n: o.Momentum(0.1, 0.8, n.parameters()),
    "momentum_nesterov": lambda n: o.Momentum(
        0.1, 0.8, n.parameters(), use_nesterov=True, weight_decay=0.1
    ),
    "momentum_scheduler": lambda n: o.Momentum(lr.StepDecay(0.2, 2, 0.5), 0.8, n.parameters()),
    "adam": lambda n: o.Adam(0.1, parameters=n.parameters()),
    "adam_l2": lambda n: o.Adam(0.1, parameters=n.parameters(), weight_decay=0.1),
    "adam_groups": lambda n: o.Adam(0.1, parameters=_groups(n)),
    "adam_group_beta": lambda n: o.Adam(
        0.1,
        parameters=[
            {"params": n[0].parameters()},
            {"params": n[2].parameters(), "beta1": 0.5},
        ],
    ),
    "adam_clip": lambda n: o.Adam(
        0.1, parameters=n.parameters(), grad_clip=nn.ClipGradByGlobalNorm(0.1), weight_decay=0.1
    ),
    "adamw": lambda n: o.AdamW(0.1, parameters=n.parameters()),
    "adamw_groups": lambda n: o.AdamW(0.1, parameters=_groups(n)),
    "adamw_selected": lambda n: o.AdamW(
        0.1,
        parameters=n.parameters(),
        weight_decay=0.2,
        apply_decay_param_fun=lambda name: "w" in name,
    ),
    "adamax": lambda n: o.Adamax(0.1, parameters=n.parameters()),
    "adagrad": lambda n: o.Adagrad(0.1, parameters=n.parameters(), initial_accumulator_value=0.1),
    "adadelta": lambda n: o.Adadelta(0.1, parameters=n.parameters()),
    "rmsprop": lambda n: o.RMSProp(0.1, parameters=n.parameters()),
    "rmsprop_centered": lambda n: o.RMSProp(
        0.1, parameters=n.parameters(), centered=True, momentum=0.9
    ),
    "lamb": lambda n: o.Lamb(0.1, parameters=n.parameters()),
    "lamb_excluded": lambda n: o.Lamb(
        0.1, parameters=n.parameters(), exclude_from_weight_decay_fn=lambda p: "b" in p.name
    ),
    "lamb_always": lambda n: o.Lamb(
        0.1,
        parameters=n.parameters(),
        exclude_from_weight_decay_fn=lambda p: True,
        always_adapt=True,
    ),
    "clip_by_value": lambda n: o.SGD(0.1, n.parameters(), grad_clip=nn.ClipGradByValue(0.05)),
    "clip_by_norm": lambda n: o.SGD(0.1, n.parameters(), grad_clip=nn.ClipGradByNorm(0.1)),
    "attributes": _with_attributes,
}
for _name, _make_optimizer in OPTIMIZERS.items():
    CASES[f"optimizer.{_name}"] = _train(_make_optimizer)


# ---- learning rates --------------------------------------------------------------------------


def _rates(
    make: Callable[[], Any], advance: Callable[[Any, int], None], count: int = 25
) -> Callable[[], Any]:
    def compute() -> Any:
        scheduler = make()
        rates = [scheduler()]
        for i in range(count):
            advance(scheduler, i)
            rates.append(scheduler())
        return np.array(rates)

    return compute


def _next(scheduler: Any, i: int) -> None:
    scheduler.step()


def _jump(scheduler: Any, i: int) -> None:
    scheduler.step(i * 3)


METRICS = [1.0, 1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8]


def _plateau(scheduler: Any, i: int) -> None:
    scheduler.step(METRICS[i % len(METRICS)])


SCHEDULERS: dict[str, Callable[[], Any]] = {
    "noam": lambda: lr.NoamDecay(8, 5),
    "piecewise": lambda: lr.PiecewiseDecay([3, 6], [0.1, 0.2, 0.3]),
    "natural_exp": lambda: lr.NaturalExpDecay(0.5, 0.1),
    "inverse_time": lambda: lr.InverseTimeDecay(0.5, 0.1),
    "polynomial": lambda: lr.PolynomialDecay(0.5, 7, 0.01, 2.0),
    "polynomial_cycle": lambda: lr.PolynomialDecay(0.5, 7, 0.01, 2.0, cycle=True),
    "warmup": lambda: lr.LinearWarmup(0.5, 4, 0.1, 0.5),
    "warmup_scheduler": lambda: lr.LinearWarmup(lr.StepDecay(0.5, 2), 4, 0.1, 0.5),
    "exponential": lambda: lr.ExponentialDecay(0.5, 0.9),
    "multi_step": lambda: lr.MultiStepDecay(0.5, [3, 6, 9]),
    "step": lambda: lr.StepDecay(0.5, 3),
    "lambda": lambda: lr.LambdaDecay(0.5, lambda epoch: 0.9**epoch),
    "cosine": lambda: lr.CosineAnnealingDecay(0.5, 6, 0.01),
    "multiplicative": lambda: lr.MultiplicativeDecay(0.5, lambda epoch: 0.9),
    "one_cycle": lambda: lr.OneCycleLR(1.0, 30),
    "one_cycle_three": lambda: lr.OneCycleLR(1.0, 30, three_phase=True, anneal_strategy="linear"),
    "cyclic": lambda: lr.CyclicLR(0.1, 1.0, 4, 6),
    "cyclic_halving": lambda: lr.CyclicLR(0.1, 1.0, 4, mode="triangular2"),
    "cyclic_exp": lambda: lr.CyclicLR(0.1, 1.0, 4, mode="exp_range", exp_gamma=0.9),
    "linear": lambda: lr.LinearLR(0.5, 8),
    "restarts": lambda: lr.CosineAnnealingWarmRestarts(0.5, 4, 2, 0.01),
    "restarts_equal": lambda: lr.CosineAnnealingWarmRestarts(0.5, 5),
}
for _name, _make_scheduler in SCHEDULERS.items():
    CASES[f"lr.{_name}"] = _rates(_make_scheduler, _next)
for _name in ("cosine", "linear", "step"):
    CASES[f"lr.jump_{_name}"] = _rates(SCHEDULERS[_name], _jump, 5)
CASES["lr.plateau"] = _rates(
    lambda: lr.ReduceOnPlateau(1.0, factor=0.5, patience=1, cooldown=2), _plateau
)
CASES["lr.plateau_max"] = _rates(
    lambda: lr.ReduceOnPlateau(1.0, mode="max", factor=0.5, patience=1, threshold_mode="abs"),
    _plateau,
)


# ---- a whole training ------------------------------------------------------------------------


def _curve() -> list[Any]:
    """Losses of 50 steps with convolution, norms, dropout, clipping and AdamW."""
    paddle.seed(42)
    net = nn.Sequential(
        nn.Conv2D(1, 4, 3, padding=1),
        nn.BatchNorm2D(4),
        nn.ReLU(),
        nn.MaxPool2D(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(64, 16),
        nn.GELU(),
        nn.LayerNorm(16),
        nn.Linear(16, 10),
    )
    adamw = optimizer.AdamW(
        1e-2, parameters=net.parameters(), grad_clip=nn.ClipGradByGlobalNorm(1.0)
    )
    random = np.random.RandomState(0)
    images = random.rand(64, 1, 8, 8).astype("float32")
    labels = random.randint(0, 10, (64, 1)).astype("int64")
    losses = []
    for _ in range(50):
        chosen = random.permutation(64)[:16]
        loss = F.cross_entropy(net(_t(images[chosen])), _t(labels[chosen]))
        loss.backward()
        adamw.step()
        adamw.clear_grad()
        losses.append(loss)
    return [paddle.stack(losses)]


CASES["training.curve"] = _curve


def evaluate(name: str) -> list[np.ndarray]:
    """A case's values as arrays."""
    values = CASES[name]()
    values = values if isinstance(values, (list, tuple)) else [values]
    return [np.asarray(v.numpy() if hasattr(v, "numpy") else v) for v in values]


def record(path: str) -> None:
    """Write the values of all cases."""
    arrays = {f"{name}/{i}": value for name in CASES for i, value in enumerate(evaluate(name))}
    np.savez_compressed(path, **arrays)


if __name__ == "__main__":
    record(sys.argv[1])
