"""Linear maps, dropout, padding and rearrangements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor, operator
from paddle.nn.functional.activation import channel_axis

__all__ = [
    "linear",
    "bilinear",
    "dropout",
    "dropout2d",
    "dropout3d",
    "alpha_dropout",
    "label_smooth",
    "pad",
    "zeropad2d",
    "pixel_shuffle",
    "pixel_unshuffle",
    "channel_shuffle",
    "temporal_shift",
    "sequence_mask",
]


@operator("linear")
def linear(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, name: str | None = None
) -> Tensor:
    """Affine map of the last axis: `x @ weight + bias`.

    Args:
        x: a floating tensor [..., in].
        weight: [in, out].
        bias: [out] or None.
        name: not used.

    Returns:
        [..., out].

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 2]), paddle.ones([2, 3])
        >>> paddle.nn.functional.linear(x, w).tolist()
        [[2.0, 2.0, 2.0]]
    """


def bilinear(
    x1: Tensor, x2: Tensor, weight: Tensor, bias: Tensor | None = None, name: str | None = None
) -> Tensor:
    r"""Bilinear map of two batches of vectors: :math:`out_{bk} = x_{1b} W_k x_{2b}^T + bias_k`.

    Args:
        x1: [N, D1].
        x2: [N, D2].
        weight: [out, D1, D2].
        bias: [1, out] or None.
        name: not used.

    Returns:
        [N, out].

    Examples:
        >>> import paddle
        >>> x, w = paddle.ones([1, 2]), paddle.ones([1, 2, 2])
        >>> paddle.nn.functional.bilinear(x, x, w).tolist()
        [[4.0]]
    """
    import paddle

    out = (paddle.matmul(x1, weight) * x2).sum(axis=-1).t()
    return out if bias is None else out + bias


def _check_dropout(p: Any, mode: str) -> None:
    if not isinstance(p, (float, int)):
        raise TypeError("p argument should be a number or Variable")
    if not 0 <= p <= 1:
        raise ValueError(f"p argument should between 0 and 1, but it is {p}")
    if mode not in ("downscale_in_infer", "upscale_in_train"):
        raise ValueError(
            "mode argument should be 'downscale_in_infer' or 'upscale_in_train', but it is "
            f"{mode!r}"
        )


def dropout(
    x: Tensor,
    p: float = 0.5,
    axis: int | Sequence[int] | None = None,
    training: bool = True,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Tensor:
    """Set elements to zero at random while training.

    Source: https://arxiv.org/abs/1207.0580.

    Args:
        x: a floating tensor.
        p: the probability of zero, 0.5 by default.
        axis: draw once per position along these axes and drop all the rest together; None (the
            default) draws for every element.
        training: False returns `x` (or scales it, see `mode`).
        mode: "upscale_in_train" (the default) divides what is kept by `1 - p`; "downscale_in_infer"
            multiplies by `1 - p` in evaluation instead.
        name: not used.

    Raises:
        TypeError: `p` is no number.
        ValueError: `p` or `mode` is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 2])
        >>> paddle.nn.functional.dropout(x, 0.5, training=False).tolist()
        [[1.0, 1.0], [1.0, 1.0]]
    """
    _check_dropout(p, mode)
    if p == 0:
        return x
    if axis is None:
        return _C_ops.dropout(x, None, float(p), not training, mode, 0, False)[0]
    if not training:
        return x if mode == "upscale_in_train" else x * (1.0 - p)
    if p == 1:
        return x * 0.0
    kept = x * _keep_mask(x, p, axis)
    return kept / (1 - p) if mode == "upscale_in_train" else kept


def _keep_mask(x: Tensor, p: float, axis: int | Sequence[int] | None) -> Tensor:
    """Ones where a uniform draw is at least p, drawn per position along `axis`."""
    import paddle

    axes = [axis] if isinstance(axis, int) else list(range(x.ndim) if axis is None else axis)
    if any(not 0 <= a < x.ndim for a in axes):
        raise ValueError(
            f"axis value should be between 0 and {x.ndim - 1} (the dimensions of x), but got {axes}"
        )
    shape = [size if a in axes else 1 for a, size in enumerate(x.shape)]
    draws = paddle.uniform(shape, dtype="float32", min=0.0, max=1.0)
    return (draws >= p).astype(x.dtype)


def _drop_channels(x: Tensor, p: float, training: bool, data_format: str, dims: int) -> Tensor:
    if x.ndim != dims + 2:
        raise ValueError(
            f"dimensions of x should be {dims + 2}, but received {x.ndim} != {dims + 2}"
        )
    last = {2: "NHWC", 3: "NDHWC"}[dims]
    first = {2: "NCHW", 3: "NCDHW"}[dims]
    if data_format not in (first, last):
        raise ValueError(f"Attr(data_format) should be {first} or {last}, but it is {data_format}")
    return dropout(x, p, [0, 1 if data_format == first else dims + 1], training)


def dropout2d(
    x: Tensor,
    p: float = 0.5,
    training: bool = True,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """Set whole channels of images to zero at random while training.

    Args:
        x: a floating 4-D tensor.
        p: the probability of zero, 0.5 by default.
        training: False returns `x`.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 2, 2])
        >>> paddle.nn.functional.dropout2d(x, training=False).sum().item()
        8.0
    """
    return _drop_channels(x, p, training, data_format, 2)


def dropout3d(
    x: Tensor,
    p: float = 0.5,
    training: bool = True,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Tensor:
    """Set whole channels of volumes to zero at random while training.

    Args:
        x: a floating 5-D tensor.
        p: the probability of zero, 0.5 by default.
        training: False returns `x`.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 2, 2, 1])
        >>> paddle.nn.functional.dropout3d(x, training=False).sum().item()
        8.0
    """
    return _drop_channels(x, p, training, data_format, 3)


def alpha_dropout(
    x: Tensor, p: float = 0.5, training: bool = True, name: str | None = None
) -> Tensor:
    """Dropout that keeps mean and variance, for networks of `selu`.

    Source: "Self-normalizing neural networks", https://arxiv.org/abs/1706.02515.

    Args:
        x: a floating tensor.
        p: the probability of dropping, 0.5 by default.
        training: False returns `x`.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.alpha_dropout(paddle.ones([2]), training=False).tolist()
        [1.0, 1.0]
    """
    _check_dropout(p, "upscale_in_train")
    if not training:
        return x
    if p == 1:
        return x * 0.0
    dropped = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946
    a = ((1 - p) * (1 + p * dropped**2)) ** -0.5
    b = -a * dropped * p
    keep = _keep_mask(x, p, None)
    return (x * keep + (1.0 - keep) * dropped) * a + b


def label_smooth(
    label: Tensor, prior_dist: Tensor | None = None, epsilon: float = 0.1, name: str | None = None
) -> Tensor:
    """Mix labels with a prior distribution: `(1 - epsilon) * label + epsilon * prior`.

    Source: "Rethinking the Inception architecture", https://arxiv.org/abs/1512.00567.

    Args:
        label: one-hot or soft labels [..., C].
        prior_dist: [1, C]; the uniform distribution by default.
        epsilon: the prior's share, from 0 to 1; 0.1 by default.
        name: not used.

    Raises:
        ValueError: `epsilon` is out of range.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.label_smooth(paddle.to_tensor([[0.0, 1.0]]), epsilon=0.5).tolist()
        [[0.25, 0.75]]
    """
    if not 0.0 <= epsilon <= 1.0:
        raise ValueError(f"The value of epsilon must be between 0 and 1, but it is {epsilon}")
    prior = 1.0 / label.shape[-1] if prior_dist is None else prior_dist
    return label * (1.0 - epsilon) + prior * epsilon


# ---- padding -------------------------------------------------------------------------------------

_PAD_MODES = ("constant", "reflect", "replicate", "circular")


def pad(
    x: Tensor,
    pad: Any,
    mode: str = "constant",
    value: float = 0.0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Tensor:
    """Add elements at the edges of a tensor.

    Args:
        x: a tensor.
        pad: with two numbers per axis of `x` and mode "constant": (before, after) per axis, the
            first axis first. Else two numbers per spatial axis, the last axis first: [left, right,
            top, bottom, front, back]. A single number stands for every side.
        mode: "constant" (the default), "reflect" (without the edge), "replicate" (the edge) or
            "circular".
        value: the constant, 0.0 by default.
        data_format: where the channels are: second ("NCL", "NCHW", "NCDHW") or last.
        name: not used.

    Raises:
        ValueError: the mode or the number of paddings does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0]]])
        >>> paddle.nn.functional.pad(x, [1, 1], mode="reflect", data_format="NCL").tolist()
        [[[2.0, 1.0, 2.0, 3.0, 2.0]]]
        >>> paddle.nn.functional.pad(x, [0, 0, 0, 0, 0, 1]).tolist()
        [[[1.0, 2.0, 3.0, 0.0]]]
    """
    if mode not in _PAD_MODES:
        raise ValueError(f"mode should be one of {list(_PAD_MODES)}, but got {mode}.")
    if isinstance(pad, Tensor):
        pad = pad.tolist()
    if mode == "constant" and isinstance(pad, (list, tuple)) and len(pad) == 2 * x.ndim:
        return _C_ops.pad(x, [int(size) for size in pad], float(value))
    dims = x.ndim - 2
    if not 1 <= dims <= 3:
        raise ValueError(
            f"input tensor dimension must be in [3, 4, 5] but got {x.ndim}; with mode 'constant' "
            f"{2 * x.ndim} paddings serve any tensor"
        )
    sides = _spatial_sides(pad, dims)
    channel_last = channel_axis(data_format, "pad") == -1
    if mode == "constant":
        return _C_ops.pad(x, _all_axes(sides, channel_last), float(value))
    axes = [1, 2][: 3 - dims] if channel_last else [2, 3][: 3 - dims]
    wide = x.unsqueeze(axes) if axes else x
    sides = sides + [0] * (6 - len(sides))
    out = _C_ops.pad3d(wide, sides, mode, float(value), "NDHWC" if channel_last else "NCDHW")
    return out.squeeze(axes) if axes else out


def _spatial_sides(pad: Any, dims: int) -> list[int]:
    if isinstance(pad, int):
        return [pad] * (2 * dims)
    sides = [int(size) for size in pad]
    if len(sides) != 2 * dims:
        raise ValueError(
            f"pad must hold two numbers for each of {dims} spatial axes, but it is {sides}"
        )
    return sides


def _all_axes(sides: list[int], channel_last: bool) -> list[int]:
    """Paddings of the spatial axes, last first, as those of all axes, first first."""
    pairs = [sides[i : i + 2] for i in range(len(sides) - 2, -1, -2)]
    spatial = [size for pair in pairs for size in pair]
    return [0, 0, *spatial, 0, 0] if channel_last else [0, 0, 0, 0, *spatial]


def zeropad2d(
    x: Tensor, padding: Any, data_format: str = "NCHW", name: str | None = None
) -> Tensor:
    """Add zeros at the edges of images.

    Args:
        x: a 4-D tensor.
        padding: [left, right, top, bottom], or one number for all.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 1, 1, 1])
        >>> paddle.nn.functional.zeropad2d(x, [1, 0, 0, 0]).tolist()
        [[[[0.0, 1.0]]]]
    """
    return pad(x, padding, mode="constant", value=0.0, data_format=data_format)


# ---- rearrangements ------------------------------------------------------------------------------


def _check_image(x: Tensor, data_format: str, who: str) -> bool:
    """Whether the channels come last in a batch of images."""
    if x.ndim != 4:
        raise ValueError(f"{who}: input x should be a 4D tensor, but it has {x.ndim} dimensions")
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError(
            f"{who}: data_format should be 'NCHW' or 'NHWC', but it is {data_format!r}"
        )
    return data_format == "NHWC"


def _check_factor(factor: Any, who: str) -> None:
    if not isinstance(factor, int):
        raise TypeError(f"{who} factor must be int type, but it is {type(factor).__name__}")
    if factor <= 0:
        raise ValueError(f"{who} factor must be positive, but it is {factor}")


def pixel_shuffle(
    x: Tensor, upscale_factor: int, data_format: str = "NCHW", name: str | None = None
) -> Tensor:
    """Move channels into space: [N, C * r * r, H, W] becomes [N, C, H * r, W * r].

    Source: https://arxiv.org/abs/1609.05158.

    Args:
        x: a 4-D tensor.
        upscale_factor: r, whose square divides the channels.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Raises:
        TypeError: the factor is no int.
        ValueError: the factor or the shape does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(4, dtype="float32").reshape([1, 4, 1, 1])
        >>> paddle.nn.functional.pixel_shuffle(x, 2).tolist()
        [[[[0.0, 1.0], [2.0, 3.0]]]]
    """
    _check_factor(upscale_factor, "upscale")
    r = upscale_factor
    if _check_image(x, data_format, "pixel_shuffle"):
        n, h, w, c = x.shape
        _check_divides(r * r, c, "pixel_shuffle")
        split = x.reshape([n, h, w, c // (r * r), r, r]).transpose([0, 1, 4, 2, 5, 3])
        return split.reshape([n, h * r, w * r, c // (r * r)])
    n, c, h, w = x.shape
    _check_divides(r * r, c, "pixel_shuffle")
    split = x.reshape([n, c // (r * r), r, r, h, w]).transpose([0, 1, 4, 2, 5, 3])
    return split.reshape([n, c // (r * r), h * r, w * r])


def _check_divides(divisor: int, size: int, who: str) -> None:
    if size % divisor:
        raise ValueError(f"{who}: {divisor} should divide {size}")


def pixel_unshuffle(
    x: Tensor, downscale_factor: int, data_format: str = "NCHW", name: str | None = None
) -> Tensor:
    """Move space into channels, the inverse of `pixel_shuffle`.

    Args:
        x: a 4-D tensor.
        downscale_factor: r, which divides height and width.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[0.0, 1.0], [2.0, 3.0]]]])
        >>> paddle.nn.functional.pixel_unshuffle(x, 2).flatten().tolist()
        [0.0, 1.0, 2.0, 3.0]
    """
    _check_factor(downscale_factor, "downscale")
    r = downscale_factor
    channel_last = _check_image(x, data_format, "pixel_unshuffle")
    n, h, w, c = x.shape if channel_last else (x.shape[0], *x.shape[2:], x.shape[1])
    _check_divides(r, h, "pixel_unshuffle")
    _check_divides(r, w, "pixel_unshuffle")
    if channel_last:
        split = x.reshape([n, h // r, r, w // r, r, c]).transpose([0, 1, 3, 5, 2, 4])
        return split.reshape([n, h // r, w // r, c * r * r])
    split = x.reshape([n, c, h // r, r, w // r, r]).transpose([0, 1, 3, 5, 2, 4])
    return split.reshape([n, c * r * r, h // r, w // r])


def channel_shuffle(
    x: Tensor, groups: int, data_format: str = "NCHW", name: str | None = None
) -> Tensor:
    """Interleave groups of channels.

    Source: "ShuffleNet", https://arxiv.org/abs/1707.01083.

    Args:
        x: a 4-D tensor.
        groups: how many groups, which divides the channels.
        data_format: "NCHW" (the default) or "NHWC".
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(4, dtype="float32").reshape([1, 4, 1, 1])
        >>> paddle.nn.functional.channel_shuffle(x, 2).flatten().tolist()
        [0.0, 2.0, 1.0, 3.0]
    """
    _check_factor(groups, "groups")
    shape = x.shape
    if _check_image(x, data_format, "channel_shuffle"):
        n, h, w, c = shape
        _check_divides(groups, c, "channel_shuffle")
        split = x.reshape([n, h, w, groups, c // groups]).transpose([0, 1, 2, 4, 3])
    else:
        n, c, h, w = shape
        _check_divides(groups, c, "channel_shuffle")
        split = x.reshape([n, groups, c // groups, h, w]).transpose([0, 2, 1, 3, 4])
    return split.reshape(shape)


def temporal_shift(
    x: Tensor,
    seg_num: int,
    shift_ratio: float = 0.25,
    name: str | None = None,
    data_format: str = "NCHW",
) -> Tensor:
    """Shift a share of the channels by one step forward and as many backward in time.

    Source: "Temporal shift module", https://arxiv.org/abs/1811.08383.

    Args:
        x: [N * T, C, H, W] or, with "NHWC", [N * T, H, W, C].
        seg_num: T, the number of time steps.
        shift_ratio: the share that is shifted each way, at most 0.5; 0.25 by default.
        name: not used.
        data_format: "NCHW" (the default) or "NHWC".

    Raises:
        ValueError: the shape or the ratio does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([4, 4, 1, 1])
        >>> paddle.nn.functional.temporal_shift(x, seg_num=2).shape
        [4, 4, 1, 1]
    """
    import paddle

    if not 0 <= shift_ratio <= 0.5:
        raise ValueError(f"shift_ratio should be from 0 to 0.5, but it is {shift_ratio}")
    channel_last = _check_image(x, data_format, "temporal_shift")
    images = x.transpose([0, 3, 1, 2]) if channel_last else x
    total, c, h, w = images.shape
    _check_divides(seg_num, total, "temporal_shift")
    steps = images.reshape([total // seg_num, seg_num, c, h, w])
    first, second = int(c * shift_ratio), int(c * 2 * shift_ratio)
    padded = _C_ops.pad(steps, [0, 0, 1, 1, 0, 0, 0, 0, 0, 0], 0.0)
    moved = paddle.concat(
        [
            padded[:, :seg_num, :first],
            padded[:, 2 : seg_num + 2, first:second],
            padded[:, 1 : seg_num + 1, second:],
        ],
        axis=2,
    ).reshape([total, c, h, w])
    return moved.transpose([0, 2, 3, 1]) if channel_last else moved


def sequence_mask(
    x: Tensor, maxlen: int | None = None, dtype: Any = "int64", name: str | None = None
) -> Tensor:
    """Rows of ones as long as the lengths say, then zeros.

    Args:
        x: integer lengths of any shape.
        maxlen: the length of the rows; None (the default) for the greatest length.
        dtype: the result's dtype, int64 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.sequence_mask(paddle.to_tensor([1, 3])).tolist()
        [[1, 0, 0], [1, 1, 1]]
    """
    import paddle

    length = int(x.max()) if maxlen is None else int(maxlen)
    positions = paddle.arange(length, dtype=x.dtype)
    return (positions < x.unsqueeze(-1)).astype(dtype)
