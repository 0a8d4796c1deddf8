"""Activation functions."""

from __future__ import annotations

from typing import Any

from paddle import _C_ops
from paddle._core import Tensor, inplace, operator

__all__ = [
    "celu",
    "elu",
    "elu_",
    "gelu",
    "glu",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "leaky_relu",
    "leaky_relu_",
    "log_sigmoid",
    "log_softmax",
    "maxout",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rrelu",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softmax_",
    "softplus",
    "softshrink",
    "softsign",
    "swish",
    "tanh",
    "tanh_",
    "tanhshrink",
    "thresholded_relu",
    "thresholded_relu_",
]


@operator("relu")
def relu(x: Tensor, name: str | None = None) -> Tensor:
    """Rectified linear unit: `max(x, 0)`.

    Args:
        x: a tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.relu(paddle.to_tensor([-2.0, 0.0, 1.0])).tolist()
        [0.0, 0.0, 1.0]
    """


@operator("relu6")
def relu6(x: Tensor, name: str | None = None) -> Tensor:
    """Rectified linear unit cut off at six: `min(max(x, 0), 6)`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.relu6(paddle.to_tensor([-1.0, 0.5, 6.5])).tolist()
        [0.0, 0.5, 6.0]
    """


@operator("leaky_relu")
def leaky_relu(x: Tensor, negative_slope: float = 0.01, name: str | None = None) -> Tensor:
    """Leaky rectified linear unit: `x` where it is positive, else `negative_slope * x`.

    Args:
        x: a floating tensor.
        negative_slope: the slope below zero, 0.01 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.leaky_relu(paddle.to_tensor([-2.0, 1.0]), 0.5).tolist()
        [-1.0, 1.0]
    """


@operator("elu")
def elu(x: Tensor, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """Exponential linear unit: `x` where it is positive, else `alpha * (exp(x) - 1)`.

    Args:
        x: a floating tensor.
        alpha: the factor below zero, 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.elu(paddle.to_tensor([-1.0, 6.0]), alpha=0.2)[1].item()
        6.0
    """


@operator("celu")
def celu(x: Tensor, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """Continuously differentiable ELU: `max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`.

    Args:
        x: a floating tensor.
        alpha: the scale below zero, not 0; 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.celu(paddle.to_tensor([0.0, 6.0]), alpha=0.2).tolist()
        [0.0, 6.0]
    """


@operator("selu")
def selu(
    x: Tensor,
    scale: float = 1.0507009873554805,
    alpha: float = 1.6732632423543772,
    name: str | None = None,
) -> Tensor:
    """Scaled exponential linear unit: `scale * elu(x, alpha)`.

    Source: "Self-normalizing neural networks", https://arxiv.org/abs/1706.02515.

    Args:
        x: a floating tensor.
        scale: the factor, greater than 1.
        alpha: the factor below zero, not negative.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.selu(paddle.to_tensor([0.0, 2.0]), scale=1.5).tolist()
        [0.0, 3.0]
    """


@operator("gelu")
def gelu(x: Tensor, approximate: bool = False, name: str | None = None) -> Tensor:
    r"""Gaussian error linear unit: :math:`0.5 x (1 + erf(x / \sqrt{2}))`.

    Source: https://arxiv.org/abs/1606.08415.

    Args:
        x: a floating tensor.
        approximate: use the approximation with tanh, False by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.gelu(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


@operator("sigmoid")
def sigmoid(x: Tensor, name: str | None = None) -> Tensor:
    """Logistic function: `1 / (1 + exp(-x))`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.sigmoid(paddle.to_tensor([0.0])).tolist()
        [0.5]
    """


@operator("log_sigmoid")
def log_sigmoid(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm of the logistic function, without overflow.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> round(paddle.nn.functional.log_sigmoid(paddle.to_tensor([0.0])).item(), 6)
        -0.693147
    """


@operator("silu")
def silu(x: Tensor, name: str | None = None) -> Tensor:
    """Sigmoid linear unit: `x * sigmoid(x)`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.silu(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


@operator("silu")
def swish(x: Tensor, name: str | None = None) -> Tensor:
    """The same as `silu`: `x * sigmoid(x)`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.swish(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


@operator("mish")
def mish(x: Tensor, name: str | None = None) -> Tensor:
    """Self-regularised activation: `x * tanh(softplus(x))`.

    Source: https://arxiv.org/abs/1908.08681.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.mish(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


@operator("hardswish")
def hardswish(x: Tensor, name: str | None = None) -> Tensor:
    """Piecewise approximation of swish: `x * min(max(x + 3, 0), 6) / 6`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.hardswish(paddle.to_tensor([-4.0, 5.0])).tolist()
        [-0.0, 5.0]
    """


@operator("hardsigmoid")
def hardsigmoid(
    x: Tensor, slope: float = 0.1666667, offset: float = 0.5, name: str | None = None
) -> Tensor:
    """Piecewise approximation of the sigmoid: `min(max(slope * x + offset, 0), 1)`.

    Args:
        x: a floating tensor.
        slope: 0.1666667 by default.
        offset: 0.5 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.hardsigmoid(paddle.to_tensor([-4.0, 0.0, 5.0])).tolist()
        [0.0, 0.5, 1.0]
    """


@operator("hardtanh")
def hardtanh(x: Tensor, min: float = -1.0, max: float = 1.0, name: str | None = None) -> Tensor:
    """`x` limited to [min, max].

    Args:
        x: a floating tensor.
        min: the lower bound, -1.0 by default.
        max: the upper bound, 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.hardtanh(paddle.to_tensor([-1.5, 0.5, 2.5])).tolist()
        [-1.0, 0.5, 1.0]
    """


@operator("hardshrink")
def hardshrink(x: Tensor, threshold: float = 0.5, name: str | None = None) -> Tensor:
    """`x` where its size is above the threshold, else 0.

    Args:
        x: a floating tensor.
        threshold: 0.5 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.hardshrink(paddle.to_tensor([-1.0, 0.25, 2.5])).tolist()
        [-1.0, 0.0, 2.5]
    """


@operator("softshrink")
def softshrink(x: Tensor, threshold: float = 0.5, name: str | None = None) -> Tensor:
    """`x` moved towards zero by the threshold, 0 where it is smaller than that.

    Args:
        x: a floating tensor.
        threshold: not negative, 0.5 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.softshrink(paddle.to_tensor([-1.0, 0.25, 2.5])).tolist()
        [-0.5, 0.0, 2.0]
    """


@operator("tanhshrink")
def tanhshrink(x: Tensor, name: str | None = None) -> Tensor:
    """`x - tanh(x)`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.tanhshrink(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


@operator("thresholded_relu")
def thresholded_relu(x: Tensor, threshold: float = 1.0, name: str | None = None) -> Tensor:
    """`x` where it is above the threshold, else 0.

    Args:
        x: a floating tensor.
        threshold: 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.thresholded_relu(paddle.to_tensor([0.5, 2.0])).tolist()
        [0.0, 2.0]
    """


@operator("softplus")
def softplus(x: Tensor, beta: float = 1, threshold: float = 20, name: str | None = None) -> Tensor:
    """Smooth ReLU: `log(1 + exp(beta * x)) / beta`, and `x` where `beta * x` is above the
    threshold.

    Args:
        x: a floating tensor.
        beta: 1 by default.
        threshold: 20 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.softplus(paddle.to_tensor([30.0])).tolist()
        [30.0]
    """


@operator("softsign")
def softsign(x: Tensor, name: str | None = None) -> Tensor:
    """`x / (1 + |x|)`.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.softsign(paddle.to_tensor([-1.0, 3.0])).tolist()
        [-0.5, 0.75]
    """


@operator("tanh")
def tanh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic tangent.

    Args:
        x: a floating tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.tanh(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """


relu_ = inplace(relu)
elu_ = inplace(elu)
hardtanh_ = inplace(hardtanh)
leaky_relu_ = inplace(leaky_relu)
tanh_ = inplace(tanh)
thresholded_relu_ = inplace(thresholded_relu)


def softmax(x: Tensor, axis: int = -1, dtype: Any | None = None, name: str | None = None) -> Tensor:
    """Exponentials along an axis, divided by their sum.

    Args:
        x: a floating tensor.
        axis: the axis, the last one by default.
        dtype: cast `x` to it first; None (the default) keeps its dtype.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.softmax(paddle.zeros([1, 4])).tolist()
        [[0.25, 0.25, 0.25, 0.25]]
    """
    return _C_ops.softmax(x if dtype is None else x.astype(dtype), axis)


def softmax_(
    x: Tensor, axis: int = -1, dtype: Any | None = None, name: str | None = None
) -> Tensor:
    """In-place `softmax`.

    Raises:
        ValueError: `dtype` is not that of `x`, whose memory takes the result.
    """
    if dtype is not None and x.astype(dtype).dtype != x.dtype:
        raise ValueError(f"softmax_ cannot change the dtype of x from {x.dtype} to {dtype}")
    return _C_ops.softmax_(x, axis)


def log_softmax(
    x: Tensor, axis: int = -1, dtype: Any | None = None, name: str | None = None
) -> Tensor:
    """Logarithm of `softmax`, without overflow.

    Args:
        x: a floating tensor.
        axis: the axis, the last one by default.
        dtype: cast `x` to it first; None (the default) keeps its dtype.
        name: not used.

    Examples:
        >>> import paddle
        >>> out = paddle.nn.functional.log_softmax(paddle.zeros([1, 4]))
        >>> round(out[0, 0].item(), 6)
        -1.386294
    """
    return _C_ops.log_softmax(x if dtype is None else x.astype(dtype), axis)


def prelu(x: Tensor, weight: Tensor, data_format: str = "NCHW", name: str | None = None) -> Tensor:
    """Leaky ReLU with learned slopes: `x` where it is positive, else `weight * x`.

    Args:
        x: a floating tensor.
        weight: one slope, or one per channel.
        data_format: where the channels are: second ("NC", "NCL", "NCHW", "NCDHW") or last.
        name: not used.

    Raises:
        ValueError: the data format is not known.
        AssertionError: the number of slopes does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[-2.0], [3.0]])
        >>> paddle.nn.functional.prelu(x, paddle.to_tensor([0.25])).tolist()
        [[-0.5], [3.0]]
    """
    assert len(weight.shape) == 1, "The dim count of weight shape should be 1 in prelu()."
    slopes = weight.shape[0]
    if slopes > 1:
        axis = channel_axis(data_format, "prelu")
        assert x.ndim > 1, "The dim count of x shape should be greater than 1 in prelu()."
        assert slopes == x.shape[axis], (
            f"The weight size should be equal to x input channel, but they are {slopes} and "
            f"{x.shape[axis]}"
        )
        shape = [1] * x.ndim
        shape[axis] = slopes
        weight = weight.reshape(shape)
    return _C_ops.prelu(x, weight)


def channel_axis(data_format: str, who: str) -> int:
    """The channels' axis in a data format: 1 or -1."""
    if data_format in ("NC", "NCL", "NCHW", "NCDHW"):
        return 1
    if data_format in ("NLC", "NHWC", "NDHWC"):
        return -1
    raise ValueError(
        f"{who}: data_format must be one of 'NC', 'NCL', 'NCHW', 'NCDHW', 'NLC', 'NHWC', 'NDHWC', "
        f"but it is {data_format!r}"
    )


def rrelu(
    x: Tensor,
    lower: float = 1.0 / 8.0,
    upper: float = 1.0 / 3.0,
    training: bool = True,
    name: str | None = None,
) -> Tensor:
    """Leaky ReLU with a random slope per element, drawn from [lower, upper) in training.

    In evaluation the slope is the mean of the bounds. Source: https://arxiv.org/abs/1505.00853.

    Args:
        x: a floating tensor.
        lower: the lower bound, from 0 to 1.
        upper: the upper bound, from `lower` to 1.
        training: draw the slopes, True by default.
        name: not used.

    Raises:
        TypeError: a bound is no number.
        ValueError: the bounds are out of order.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([-2.0, 3.0])
        >>> paddle.nn.functional.rrelu(x, 0.25, 0.75, training=False).tolist()
        [-1.0, 3.0]
    """
    import paddle

    if not isinstance(lower, (int, float)) or not isinstance(upper, (int, float)):
        raise TypeError(f"lower and upper must be numbers, but they are {lower!r} and {upper!r}")
    if not 0 <= lower <= upper <= 1:
        raise ValueError(f"0 <= lower <= upper <= 1 must hold, but they are {lower} and {upper}")
    if not training:
        return leaky_relu(x, (lower + upper) / 2.0)
    negative = x < 0
    count = int(negative.astype("int64").sum())
    if count == 0:
        return x * 1.0
    # Only negative elements draw, one after the other.
    draws = paddle.uniform([count], dtype=x.dtype, min=lower, max=upper)
    order = negative.flatten().astype("int64").cumsum() - 1
    slopes = draws.gather(order.clip(min=0)).reshape(x.shape)
    return paddle.where(negative, x * slopes, x)


def maxout(x: Tensor, groups: int, axis: int = 1, name: str | None = None) -> Tensor:
    """The largest of every `groups` neighbouring channels.

    Args:
        x: a floating 4-D tensor.
        groups: channels per maximum; must divide the number of channels.
        axis: the channels' axis, 1 (the default), -1 or 3.
        name: not used.

    Raises:
        ValueError: the axis is another, or `groups` does not divide the channels.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0, 3.0, 4.0]).reshape([1, 4, 1, 1])
        >>> paddle.nn.functional.maxout(x, 2).flatten().tolist()
        [2.0, 4.0]
    """
    if axis not in (1, -1, 3):
        raise ValueError(f"maxout: axis should be 1 for NCHW or -1 or 3 for NHWC, but it is {axis}")
    axis = axis % x.ndim
    channels = x.shape[axis]
    if groups <= 0 or channels % groups != 0:
        raise ValueError(f"maxout: groups must divide the {channels} channels, but it is {groups}")
    shape = x.shape
    split = [*shape[:axis], channels // groups, groups, *shape[axis + 1 :]]
    return x.reshape(split).max(axis=axis + 1)


def glu(x: Tensor, axis: int = -1, name: str | None = None) -> Tensor:
    """Gated linear unit: the first half along an axis times the sigmoid of the second.

    Source: https://arxiv.org/abs/1612.08083.

    Args:
        x: a floating tensor, even along `axis`.
        axis: the axis, the last one by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.glu(paddle.to_tensor([[2.0, 0.0]])).tolist()
        [[1.0]]
    """
    import paddle

    value, gate = paddle.chunk(x, 2, axis=axis)
    return value * sigmoid(gate)


def gumbel_softmax(
    x: Tensor,
    temperature: float = 1.0,
    hard: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Softmax of `x` with Gumbel noise: differentiable samples of a categorical distribution.

    Source: https://arxiv.org/abs/1611.01144.

    Args:
        x: logits, a floating tensor.
        temperature: divides the logits, greater than 0; 1.0 by default.
        hard: return one-hot samples whose gradient is that of the soft ones, False by default.
        axis: the axis of the categories, the last one by default.
        name: not used.

    Raises:
        ValueError: the temperature is not positive.

    Examples:
        >>> import paddle
        >>> sample = paddle.nn.functional.gumbel_softmax(paddle.zeros([2, 3]), hard=True)
        >>> sample.sum(-1).tolist()
        [1.0, 1.0]
    """
    import paddle

    if temperature <= 0:
        raise ValueError(f"temperature must be greater than 0, but it is {temperature}")
    tiny = 1e-5  # keeps the logarithms finite, and equal to the reference's
    draws = paddle.uniform(x.shape, dtype=x.dtype, min=0.0, max=1.0)
    noise = -paddle.log(-paddle.log(draws + tiny) + tiny)
    soft = softmax((x + noise) / temperature, axis=axis)
    if not hard:
        return soft
    chosen = _C_ops.argmax(soft, axis, True)
    one_hot = paddle.put_along_axis(paddle.zeros_like(soft), chosen, 1.0, axis)
    return one_hot - soft.detach() + soft
