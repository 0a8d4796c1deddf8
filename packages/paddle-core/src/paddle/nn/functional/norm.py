"""Normalisation functions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.activation import channel_axis
from paddle.nn.functional.pooling import avg_pool2d

__all__ = ["batch_norm", "layer_norm", "instance_norm", "local_response_norm", "normalize"]


def normalize(
    x: Tensor, p: float = 2, axis: int = 1, epsilon: float = 1e-12, name: str | None = None
) -> Tensor:
    r"""Divide by the p-norm along an axis: :math:`x / \max(\|x\|_p, epsilon)`.

    Args:
        x: a floating tensor.
        p: the exponent of the norm, 2 by default.
        axis: the axis, 1 by default; 0 for a 1-D tensor.
        epsilon: the smallest divisor, 1e-12 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 4.0]])
        >>> [round(v, 4) for v in paddle.nn.functional.normalize(x)[0].tolist()]
        [0.6, 0.8]
    """
    if x.ndim == 1:
        axis = 0
    norm = _C_ops.p_norm(x, float(p), [axis], True)
    return x / norm.clip(min=epsilon)


def batch_norm(
    x: Tensor,
    running_mean: Tensor,
    running_var: Tensor,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.9,
    epsilon: float = 1e-05,
    data_format: str = "NCHW",
    use_global_stats: bool | None = None,
    name: str | None = None,
) -> Tensor:
    r"""Normalise every channel over the batch: :math:`(x - \mu) / \sqrt{\sigma^2 + \epsilon} \cdot
    w + b`.

    In training the batch's own mean and variance are used, and the running ones become
    `momentum * running + (1 - momentum) * batch`. Source: https://arxiv.org/abs/1502.03167.

    Args:
        x: a floating tensor of at least two dimensions.
        running_mean: [C], updated in training.
        running_var: [C], updated in training.
        weight: [C] or None.
        bias: [C] or None.
        training: False by default.
        momentum: 0.9 by default.
        epsilon: 1e-5 by default.
        data_format: where the channels are: second ("NC", "NCL", "NCHW", "NCDHW") or last.
        use_global_stats: use the running statistics; None (the default) for those of evaluation
            only.
        name: not used.

    Raises:
        ValueError: shapes or the data format do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [3.0]])
        >>> mean, var = paddle.zeros([1]), paddle.ones([1])
        >>> out = paddle.nn.functional.batch_norm(x, mean, var, training=True)
        >>> [round(v, 3) for v in out.flatten().tolist()]
        [-1.0, 1.0]
    """
    trainable_statistics = use_global_stats is not None and not use_global_stats
    return _C_ops.batch_norm(
        x,
        running_mean,
        running_var,
        weight,
        bias,
        not training,
        momentum,
        epsilon,
        "NCHW" if channel_axis(data_format, "batch_norm") == 1 else "NHWC",
        not training if use_global_stats is None else use_global_stats,
        trainable_statistics,
    )[0]


def layer_norm(
    x: Tensor,
    normalized_shape: int | Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    epsilon: float = 1e-05,
    name: str | None = None,
) -> Tensor:
    r"""Normalise over the last axes: :math:`(x - \mu) / \sqrt{\sigma^2 + \epsilon} \cdot w + b`.

    Source: https://arxiv.org/abs/1607.06450.

    Args:
        x: a floating tensor.
        normalized_shape: the sizes of the axes to normalise over, the last ones of `x`.
        weight: a tensor of as many elements, or None.
        bias: a tensor of as many elements, or None.
        epsilon: 1e-5 by default.
        name: not used.

    Raises:
        TypeError: `normalized_shape` is neither an int nor a list of ints.
        ValueError: it is not the end of the shape of `x`.

    Examples:
        >>> import paddle
        >>> out = paddle.nn.functional.layer_norm(paddle.to_tensor([[1.0, 3.0]]), 2)
        >>> [round(v, 3) for v in out[0].tolist()]
        [-1.0, 1.0]
    """
    if isinstance(normalized_shape, int):
        ending = [normalized_shape]
    elif isinstance(normalized_shape, (list, tuple)):
        ending = list(normalized_shape)
    else:
        raise TypeError(
            f"`normalized_shape` should be int, list of ints or tuple of ints, but it is "
            f"{normalized_shape!r}"
        )
    shape = x.shape
    begin = len(shape) - len(ending)
    if begin < 0 or shape[begin:] != ending:
        raise ValueError(
            f"Given normalized_shape is {ending}, expected input with shape [*, "
            f"{str(ending)[1:-1]}], but got input shape {shape}"
        )
    if weight is not None and weight.ndim > 1:
        weight = weight.flatten()
    if bias is not None and bias.ndim > 1:
        bias = bias.flatten()
    return _C_ops.layer_norm(x, weight, bias, epsilon, begin)[0]


def instance_norm(
    x: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.9,
    eps: float = 1e-05,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    r"""Normalise every channel of every sample: :math:`(x - \mu) / \sqrt{\sigma^2 + eps} \cdot w +
    b`.

    Source: https://arxiv.org/abs/1607.08022.

    Args:
        x: a floating tensor [N, C, ...].
        running_mean: not used.
        running_var: not used.
        weight: [C] or None.
        bias: [C] or None.
        use_input_stats: not used; the input's own statistics always are.
        momentum: not used.
        eps: 1e-5 by default.
        data_format: a format with the channels second.
        name: not used.

    Examples:
        >>> import paddle
        >>> out = paddle.nn.functional.instance_norm(paddle.to_tensor([[[1.0, 3.0]]]))
        >>> [round(v, 3) for v in out.flatten().tolist()]
        [-1.0, 1.0]
    """
    return _C_ops.instance_norm(x, weight, bias, eps)[0]


def local_response_norm(
    x: Tensor,
    size: int,
    alpha: float = 1e-4,
    beta: float = 0.75,
    k: float = 1.0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    r"""Divide by the neighbouring channels' strength: :math:`x / (k + \alpha \cdot
    mean(x^2))^\beta`.

    The mean goes over `size` neighbouring channels, zeros beyond the edge. Source: "ImageNet
    classification with deep convolutional neural networks", section 3.3.

    Args:
        x: a floating tensor of 3 to 5 dimensions.
        size: how many channels.
        alpha: 1e-4 by default.
        beta: 0.75 by default.
        k: 1.0 by default.
        data_format: where the channels are: second ("NCL", "NCHW", "NCDHW") or last.
        name: not used.

    Raises:
        ValueError: the data format is not known, or `x` has fewer than three dimensions.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 3, 2, 2])
        >>> paddle.nn.functional.local_response_norm(x, size=3).shape
        [1, 3, 2, 2]
    """
    if x.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input, but got {x.ndim} dimensions")
    channel_last = channel_axis(data_format, "local_response_norm") == -1
    shape = x.shape
    batch, channels = shape[0], shape[-1] if channel_last else shape[1]
    rest = math.prod(shape) // max(batch * channels, 1)
    padding = [size // 2, (size - 1) // 2]
    if channel_last:
        planes = x.square().reshape([batch, 1, rest, channels])
        window, sides = [1, size], [0, 0, *padding]
    else:
        planes = x.square().reshape([batch, 1, channels, rest])
        window, sides = [size, 1], [*padding, 0, 0]
    strength = avg_pool2d(planes, window, 1, sides, exclusive=False).reshape(shape)
    return x / (strength * alpha + k) ** beta
