"""Loss functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn.functional.activation import log_sigmoid, log_softmax, relu, sigmoid
from paddle.nn.functional.alignment import edit_distance as edit_distance
from paddle.nn.functional.common import label_smooth
from paddle.nn.functional.distance import pairwise_distance
from paddle.nn.functional.input import one_hot

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_embedding_loss",
    "cross_entropy",
    "dice_loss",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "kl_div",
    "l1_loss",
    "log_loss",
    "margin_ranking_loss",
    "mse_loss",
    "multi_label_soft_margin_loss",
    "multi_margin_loss",
    "nll_loss",
    "npair_loss",
    "poisson_nll_loss",
    "sigmoid_focal_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softmax_with_cross_entropy",
    "square_error_cost",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]


def check_reduction(reduction: str, who: str) -> None:
    """Raise unless `reduction` is one of "sum", "mean" and "none"."""
    if reduction not in ("sum", "mean", "none"):
        raise ValueError(
            f"The value of 'reduction' in {who} should be 'sum', 'mean' or 'none', but received "
            f"{reduction}, which is not allowed."
        )


def _reduce(loss: Tensor, reduction: str) -> Tensor:
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def mse_loss(
    input: Tensor, label: Tensor, reduction: str = "mean", name: str | None = None
) -> Tensor:
    """Squared differences `(input - label)^2`.

    Args:
        input: a floating tensor.
        label: a tensor that `input` broadcasts with.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.mse_loss(paddle.to_tensor(1.5), paddle.to_tensor(1.7)).shape
        []
    """
    check_reduction(reduction, "mse_loss")
    return _reduce((input - label).square(), reduction)


def square_error_cost(input: Tensor, label: Tensor) -> Tensor:
    """Squared differences `(input - label)^2`, not reduced.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([1.0, 3.0]), paddle.to_tensor([2.0, 1.0])
        >>> paddle.nn.functional.square_error_cost(a, b).tolist()
        [1.0, 4.0]
    """
    return (input - label).square()


def l1_loss(
    input: Tensor, label: Tensor, reduction: str = "mean", name: str | None = None
) -> Tensor:
    """Absolute differences `|input - label|`.

    Args:
        input: a tensor.
        label: a tensor that `input` broadcasts with.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([1.0, 3.0]), paddle.to_tensor([2.0, 1.0])
        >>> paddle.nn.functional.l1_loss(a, b).item()
        1.5
    """
    check_reduction(reduction, "L1Loss")
    return _reduce((input - label).abs(), reduction)


def smooth_l1_loss(
    input: Tensor,
    label: Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
    name: str | None = None,
) -> Tensor:
    r"""Huber's loss: :math:`0.5 d^2` where :math:`|d| \le delta`, else :math:`delta (|d| - 0.5
    delta)`.

    Args:
        input: a floating tensor.
        label: a tensor of the same shape.
        reduction: "mean" (the default), "sum" or "none".
        delta: where the parabola becomes a line, 1.0 by default.
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([0.0, 3.0]), paddle.to_tensor([1.0, 1.0])
        >>> paddle.nn.functional.smooth_l1_loss(a, b, reduction="none").tolist()
        [0.5, 1.5]
    """
    check_reduction(reduction, "smooth_l1_loss")
    return _reduce(_C_ops.huber_loss(input, label, float(delta))[0], reduction)


def softmax_with_cross_entropy(
    logits: Tensor,
    label: Tensor,
    soft_label: bool = False,
    ignore_index: int = -100,
    numeric_stable_mode: bool = True,
    return_softmax: bool = False,
    axis: int = -1,
) -> Any:
    """Cross entropy of the softmax of `logits`, not reduced; `cross_entropy` with fewer choices.

    Args:
        logits: a floating tensor.
        label: class indices with length one along `axis`, or probabilities with `soft_label`.
        soft_label: False by default.
        ignore_index: samples with this class have loss 0, -100 by default.
        numeric_stable_mode: accepted for compatibility; the computation always is stable.
        return_softmax: also return the softmax, False by default.
        axis: the axis of the classes, the last one by default.

    Examples:
        >>> import paddle
        >>> logits, label = paddle.zeros([1, 4]), paddle.to_tensor([[2]])
        >>> loss = paddle.nn.functional.softmax_with_cross_entropy(logits, label)
        >>> round(loss.item(), 6)
        1.386294
    """
    if label.ndim == logits.ndim - 1:
        label = label.unsqueeze(axis)
    softmax, loss = _C_ops.cross_entropy_with_softmax(
        logits, label, soft_label, True, numeric_stable_mode, ignore_index, axis
    )
    return (loss, softmax) if return_softmax else loss


def cross_entropy(
    input: Tensor,
    label: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    soft_label: bool = False,
    axis: int = -1,
    use_softmax: bool = True,
    label_smoothing: float = 0.0,
    name: str | None = None,
) -> Tensor:
    r"""Cross entropy of predicted classes: :math:`-\sum_c label_c \log softmax(input)_c`.

    The mean goes over the samples that are not ignored; with class weights, sums are divided by the
    sum of the samples' weights.

    Args:
        input: logits, or probabilities with `use_softmax=False`; a floating tensor with C classes
            along `axis`.
        label: class indices without `axis` or with length one there; or probabilities of the shape
            of `input`.
        weight: [C], a weight per class; None (the default) for equal ones.
        ignore_index: samples with this class do not count, -100 by default.
        reduction: "mean" (the default), "sum" or "none".
        soft_label: `label` holds probabilities, False by default.
        axis: the axis of the classes, the last one by default.
        use_softmax: apply softmax to `input`, True by default.
        label_smoothing: mix labels with the uniform distribution by this share, 0.0 by default.
        name: not used.

    Raises:
        ValueError: the reduction is not known, or shapes do not fit.

    Examples:
        >>> import paddle
        >>> logits = paddle.to_tensor([[0.0, 0.0], [0.0, 0.0]])
        >>> round(paddle.nn.functional.cross_entropy(logits, paddle.to_tensor([0, 1])).item(), 6)
        0.693147
    """
    check_reduction(reduction, "softmax_cross_entropy")
    if ignore_index > 0 and soft_label:
        raise ValueError(
            "When soft_label == True, the value of 'ignore_index' in softmax_cross_entropy should "
            f"be '-100', but received {ignore_index}, which is not allowed."
        )
    squeezed = label.ndim == input.ndim - 1
    if squeezed and not soft_label:
        label = label.unsqueeze(axis)
    if label.ndim != input.ndim:
        raise ValueError(
            f"Expected input_dims - 1 = label_dims or input_dims == label_dims, but got "
            f"{input.ndim} and {label.ndim}"
        )
    if label_smoothing > 0.0:
        label = _smooth(label, input, axis, soft_label, label_smoothing)
        soft_label, squeezed = True, False
    _, loss = _C_ops.cross_entropy_with_softmax(
        input, label, soft_label, use_softmax, True, ignore_index, axis
    )
    if weight is None:
        loss = _reduce_unweighted(loss, label, ignore_index, reduction, soft_label)
    else:
        loss = _reduce_weighted(loss, label, weight, ignore_index, reduction, soft_label, axis)
    return loss.squeeze(axis) if reduction == "none" and squeezed else loss


def _smooth(
    label: Tensor, input: Tensor, axis: int, soft_label: bool, label_smoothing: float
) -> Tensor:
    if not soft_label and not label.is_floating_point():
        classes = input.shape[axis]
        label = _move_last_to(one_hot(label.squeeze(axis), classes), axis)
    last = _move_to_last(label, axis)
    return _move_last_to(label_smooth(last, epsilon=label_smoothing), axis).astype(input.dtype)


def _move_to_last(x: Tensor, axis: int) -> Tensor:
    import paddle

    return x if axis in (-1, x.ndim - 1) else paddle.moveaxis(x, axis, -1)


def _move_last_to(x: Tensor, axis: int) -> Tensor:
    import paddle

    return x if axis in (-1, x.ndim - 1) else paddle.moveaxis(x, -1, axis)


def _reduce_unweighted(
    loss: Tensor, label: Tensor, ignore_index: int, reduction: str, soft_label: bool
) -> Tensor:
    if reduction != "mean" or soft_label:
        return _reduce(loss, reduction)
    counted = (label != ignore_index).astype(loss.dtype).sum()
    return loss.sum() / counted.clip(min=1.0)


def _reduce_weighted(
    loss: Tensor,
    label: Tensor,
    weight: Tensor,
    ignore_index: int,
    reduction: str,
    soft_label: bool,
    axis: int,
) -> Tensor:
    """Losses times the weights of their samples, summed and divided by the sum of the weights."""
    if soft_label:
        expected = _move_to_last(label, axis).matmul(weight.reshape([-1, 1]).astype(label.dtype))
        sample_weights = _move_last_to(expected, axis)
    else:
        counted = label != ignore_index
        chosen = weight.gather((label * counted.astype(label.dtype)).flatten())
        sample_weights = chosen.reshape(label.shape) * counted.astype(weight.dtype)
    loss = loss * sample_weights.astype(loss.dtype)
    if reduction != "mean":
        return _reduce(loss, reduction)
    total = sample_weights.sum().astype(loss.dtype)
    return loss.sum() / (total + (total == 0.0).astype(loss.dtype))


def nll_loss(
    input: Tensor,
    label: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """Negative log likelihood: `-weight[label] * input[label]`.

    Args:
        input: log probabilities [N, C] or [N, C, d1, ...].
        label: class indices [N] or [N, d1, ...].
        weight: [C], a weight per class; None (the default) for equal ones.
        ignore_index: samples with this class do not count, -100 by default.
        reduction: "mean" (the default, weighted), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[-1.0, -2.0]])
        >>> paddle.nn.functional.nll_loss(x, paddle.to_tensor([1])).item()
        2.0
    """
    check_reduction(reduction, "nll_loss")
    if input.ndim == 2 and label.ndim == 2 and label.shape[1] == 1:
        label = label.reshape([-1])
    if input.ndim < 2 or input.ndim - 1 != label.ndim:
        raise ValueError(
            f"Expected 2 or more dimensions and input_dims - 1 = label_dims, but got {input.ndim} "
            f"and {label.ndim}"
        )
    shape, label_shape = input.shape, label.shape
    if input.ndim not in (2, 4):
        input = input.reshape([shape[0], shape[1], 1, -1])
        label = label.reshape([shape[0], 1, -1])
    out = _C_ops.nll_loss(input, label, weight, ignore_index, reduction)[0]
    return out.reshape(label_shape) if reduction == "none" else out


def kl_div(
    input: Tensor, label: Tensor, reduction: str = "mean", name: str | None = None
) -> Tensor:
    """Kullback-Leibler divergence: `label * (log(label) - input)`, 0 where the label is not
    positive.

    Args:
        input: log probabilities.
        label: probabilities of the same shape.
        reduction: "mean" (the default), "batchmean" (sum over all, divided by the batch), "sum" or
            "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> p = paddle.to_tensor([[0.5, 0.5]])
        >>> paddle.nn.functional.kl_div(paddle.zeros([1, 2]), p, "sum").item()
        -0.6931471824645996
    """
    if reduction == "batchmean":
        return _C_ops.kldiv_loss(input, label, "sum") / (input.shape[0] if input.ndim else 1)
    check_reduction(reduction, "kl_div")
    return _C_ops.kldiv_loss(input, label, reduction)


def binary_cross_entropy(
    input: Tensor,
    label: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """Cross entropy of probabilities: `-label * log(input) - (1 - label) * log(1 - input)`.

    Logarithms are not taken below -100.

    Args:
        input: probabilities, a floating tensor.
        label: labels from 0 to 1 of the same shape.
        weight: a factor per element that broadcasts with them; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.5]), paddle.to_tensor([1.0])
        >>> round(paddle.nn.functional.binary_cross_entropy(x, y).item(), 6)
        0.693147
    """
    check_reduction(reduction, "binary_cross_entropy")
    loss = _C_ops.bce_loss(input, label)
    return _reduce(loss if weight is None else loss * weight, reduction)


def binary_cross_entropy_with_logits(
    logit: Tensor,
    label: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """Binary cross entropy of `sigmoid(logit)`, without overflow.

    Args:
        logit: a floating tensor.
        label: labels from 0 to 1 of the same shape.
        weight: a factor per element that broadcasts with them; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        pos_weight: a factor on positive elements; None (the default) for none.
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.0]), paddle.to_tensor([1.0])
        >>> round(paddle.nn.functional.binary_cross_entropy_with_logits(x, y).item(), 6)
        0.693147
    """
    check_reduction(reduction, "binary_cross_entropy_with_logits")
    loss = _C_ops.sigmoid_cross_entropy_with_logits(logit, label, None, False, -100)
    if pos_weight is not None:
        loss = loss * (label * (pos_weight - 1.0) + 1.0)
    return _reduce(loss if weight is None else loss * weight, reduction)


def sigmoid_focal_loss(
    logit: Tensor,
    label: Tensor,
    normalizer: Tensor | None = None,
    alpha: float = 0.25,
    gamma: float = 2.0,
    reduction: str = "sum",
    name: str | None = None,
) -> Tensor:
    r"""Binary cross entropy that counts easy samples less: :math:`-\alpha_t (1 - p_t)^\gamma \log
    p_t`.

    Source: "Focal loss for dense object detection", https://arxiv.org/abs/1708.02002.

    Args:
        logit: a floating tensor.
        label: labels 0 or 1 of the same shape.
        normalizer: divides the loss, a tensor with one element; None (the default) for none.
        alpha: the weight of the positive labels, 0.25 by default.
        gamma: how much easy samples are played down, 2.0 by default.
        reduction: "sum" (the default), "mean" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.0]), paddle.to_tensor([1.0])
        >>> round(paddle.nn.functional.sigmoid_focal_loss(x, y).item(), 6)
        0.043322
    """
    check_reduction(reduction, "sigmoid_focal_loss")
    loss = binary_cross_entropy_with_logits(logit, label, reduction="none")
    p = sigmoid(logit)
    right = p * label + (1 - p) * (1 - label)
    factor = (label * alpha + (1 - label) * (1 - alpha)) * (1 - right) ** gamma
    loss = loss * factor
    return _reduce(loss if normalizer is None else loss / normalizer, reduction)


def log_loss(
    input: Tensor, label: Tensor, epsilon: float = 1e-4, name: str | None = None
) -> Tensor:
    """`-label * log(input + epsilon) - (1 - label) * log(1 - input + epsilon)`, not reduced.

    Args:
        input: probabilities [N, 1].
        label: labels of the same shape.
        epsilon: 1e-4 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[0.5]]), paddle.to_tensor([[1.0]])
        >>> round(paddle.nn.functional.log_loss(x, y).item(), 4)
        0.6929
    """
    return -label * (input + epsilon).log() - (1.0 - label) * (1.0 - input + epsilon).log()


def dice_loss(
    input: Tensor, label: Tensor, epsilon: float = 1e-5, name: str | None = None
) -> Tensor:
    r"""One minus the overlap of predicted and true regions: :math:`1 - 2 |A \cap B| / (|A| + |B|)`.

    Source: "V-Net", https://arxiv.org/abs/1606.04797.

    Args:
        input: probabilities [N, ..., C].
        label: class indices [N, ..., 1].
        epsilon: keeps the divisor from zero, 1e-5 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[0.0, 1.0]]), paddle.to_tensor([[1]])
        >>> round(paddle.nn.functional.dice_loss(x, y).item(), 4)
        0.0
    """
    assert input.shape[:-1] == label.shape[:-1], (
        f"All dimensions should be same except the last one, but got {input.shape} and "
        f"{label.shape}"
    )
    assert label.shape[-1] == 1, f"The last dimension of label should be 1, but got {label.shape}"
    truth = one_hot(label.squeeze(-1), input.shape[-1]).astype(input.dtype)
    axes = list(range(1, input.ndim))
    common = (input * truth).sum(axis=axes)
    both = input.sum(axis=axes) + truth.sum(axis=axes)
    return (1 - common * 2 / (both + epsilon)).mean()


def margin_ranking_loss(
    input: Tensor,
    other: Tensor,
    label: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """`max(0, -label * (input - other) + margin)`.

    Args:
        input: a floating tensor.
        other: a tensor of the same shape.
        label: 1 where `input` should be greater, -1 where `other` should.
        margin: 0.0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> a, b, y = (paddle.to_tensor([v]) for v in (1.0, 3.0, 1.0))
        >>> paddle.nn.functional.margin_ranking_loss(a, b, y).item()
        2.0
    """
    check_reduction(reduction, "margin_ranking_loss")
    return _reduce(relu((other - input) * label + margin), reduction)


def hinge_embedding_loss(
    input: Tensor,
    label: Tensor,
    margin: float = 1.0,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """`input` where the label is 1, `max(0, margin - input)` where it is -1.

    Args:
        input: distances, a floating tensor.
        label: 1 or -1, of the same shape.
        margin: 1.0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.5, 0.25]), paddle.to_tensor([1.0, -1.0])
        >>> paddle.nn.functional.hinge_embedding_loss(x, y, reduction="none").tolist()
        [0.5, 0.75]
    """
    import paddle

    check_reduction(reduction, "hinge_embedding_loss")
    zero = paddle.zeros_like(input)
    loss = paddle.where(label == 1.0, input, zero)
    loss = loss + paddle.where(label == -1.0, relu(margin - input), zero)
    return _reduce(loss, reduction)


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    label: Tensor,
    margin: float = 0,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """`1 - cos` where the label is 1, `max(0, cos - margin)` where it is -1.

    Args:
        input1: [N, D] or [D].
        input2: of the same shape.
        label: [N] or [], 1 or -1.
        margin: from -1 to 1, 0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or shapes do not fit.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([[1.0, 0.0]]), paddle.to_tensor([[0.0, 1.0]])
        >>> y = paddle.ones([1])
        >>> paddle.nn.functional.cosine_embedding_loss(a, b, y).item()
        1.0
    """
    import paddle

    check_reduction(reduction, "cosine_embedding_loss")
    if input1.shape != input2.shape or input1.ndim > 2 or label.ndim != input1.ndim - 1:
        raise ValueError(
            "cosine_embedding_loss needs inputs [N, D] or [D] of one shape and labels [N] or [], "
            f"but the shapes are {input1.shape}, {input2.shape} and {label.shape}"
        )
    tiny = 1e-12
    product = (input1 * input2).sum(axis=-1)
    squares = (input1.square().sum(axis=-1) + tiny) * (input2.square().sum(axis=-1) + tiny)
    cosine = product / squares.sqrt()
    zero = paddle.zeros_like(cosine)
    loss = paddle.where(label == 1, 1 - cosine, zero)
    loss = loss + paddle.where(label == -1, relu(cosine - margin), zero)
    return _reduce(loss, reduction)


def triplet_margin_with_distance_loss(
    input: Tensor,
    positive: Tensor,
    negative: Tensor,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """`max(0, d(input, positive) - d(input, negative) + margin)` for any distance.

    Args:
        input: the anchors.
        positive: samples that should be near.
        negative: samples that should be far.
        distance_function: the distance, the Euclidean one by default.
        margin: greater than 0, 1.0 by default.
        swap: use the distance of positive and negative where it is smaller, False by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction or the margin is out of range.

    Examples:
        >>> import paddle
        >>> a, p, n = (paddle.to_tensor([[v, 0.0]]) for v in (0.0, 1.0, 3.0))
        >>> paddle.nn.functional.triplet_margin_with_distance_loss(a, p, n).item()
        0.0
    """
    import paddle

    check_reduction(reduction, "triplet_margin_with_distance_loss")
    if margin < 0:
        raise ValueError(
            f"The margin between positive samples and negative samples should be greater than 0, "
            f"but it is {margin}"
        )
    distance = distance_function or (lambda a, b: pairwise_distance(a, b, 2.0))
    near, far = distance(input, positive), distance(input, negative)
    if swap:
        far = paddle.minimum(far, distance(positive, negative))
    return _reduce(relu(near - far + margin), reduction)


def triplet_margin_loss(
    input: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    epsilon: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """`max(0, d(input, positive) - d(input, negative) + margin)`, d the p-norm of the difference.

    Args:
        input: the anchors [N, D].
        positive: samples that should be near.
        negative: samples that should be far.
        margin: greater than 0, 1.0 by default.
        p: the exponent of the norm, 2 by default.
        epsilon: added to the differences, 1e-6 by default.
        swap: use the distance of positive and negative where it is smaller, False by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction or the margin is out of range.

    Examples:
        >>> import paddle
        >>> a, p, n = (paddle.to_tensor([[v, 0.0]]) for v in (0.0, 1.0, 1.5))
        >>> round(paddle.nn.functional.triplet_margin_loss(a, p, n).item(), 4)
        0.5
    """

    def distance(a: Tensor, b: Tensor) -> Tensor:
        return pairwise_distance(a, b, p, epsilon)

    return triplet_margin_with_distance_loss(
        input, positive, negative, distance, margin, swap, reduction
    )


def soft_margin_loss(
    input: Tensor, label: Tensor, reduction: str = "mean", name: str | None = None
) -> Tensor:
    """`log(1 + exp(-label * input))`.

    Args:
        input: a floating tensor.
        label: 1 or -1, of the same shape.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or the shapes differ.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.0]), paddle.to_tensor([1.0])
        >>> round(paddle.nn.functional.soft_margin_loss(x, y).item(), 6)
        0.693147
    """
    check_reduction(reduction, "soft_margin_loss")
    if input.shape != label.shape:
        raise ValueError(
            f"input's shape must equal to label's shape, but they are {input.shape} and "
            f"{label.shape}"
        )
    return _reduce((1 + (-label.astype(input.dtype) * input).exp()).log(), reduction)


def multi_label_soft_margin_loss(
    input: Tensor,
    label: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """Mean over the classes of the binary cross entropy of `sigmoid(input)`.

    Args:
        input: logits [N, C].
        label: labels 0 or 1 of the same shape.
        weight: a factor per class; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or the shapes differ.

    Examples:
        >>> import paddle
        >>> x, y = paddle.zeros([1, 2]), paddle.to_tensor([[1.0, 0.0]])
        >>> round(paddle.nn.functional.multi_label_soft_margin_loss(x, y).item(), 6)
        0.693147
    """
    check_reduction(reduction, "multi_label_soft_margin_loss")
    if input.shape != label.shape:
        raise ValueError(
            f"The input and label should have same dimension, but received {input.shape} != "
            f"{label.shape}"
        )
    loss = -(label * log_sigmoid(input) + (1 - label) * log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _reduce(loss.mean(axis=-1), reduction)


def multi_margin_loss(
    input: Tensor,
    label: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """Mean over the wrong classes of `max(0, margin - input[label] + input[i])^p`.

    Args:
        input: scores [N, C].
        label: class indices [N].
        p: the exponent, 1 by default.
        margin: 1.0 by default.
        weight: [C], a factor per true class; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or shapes do not fit.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[0.0, 0.5]]), paddle.to_tensor([0])
        >>> paddle.nn.functional.multi_margin_loss(x, y).item()
        0.75
    """
    import paddle

    check_reduction(reduction, "multi_margin_loss")
    if input.ndim != 2 or label.shape != input.shape[:1]:
        raise ValueError(
            f"The label's shape should be [{input.shape[0]}], but they are {input.shape} and "
            f"{label.shape}"
        )
    label = label.unsqueeze(-1)
    right = paddle.take_along_axis(input, label, 1)
    terms = relu(margin - right + input) ** p
    own = paddle.take_along_axis(terms, label, 1).squeeze(-1)
    others = terms.sum(axis=1) - own
    if weight is not None:
        factors = weight.gather(label.flatten())
        others = others * (factors if p == 1 else factors**p)
    return _reduce(others / input.shape[1], reduction)


def poisson_nll_loss(
    input: Tensor,
    label: Tensor,
    log_input: bool = True,
    full: bool = False,
    epsilon: float = 1e-8,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    r"""Negative log likelihood of Poisson counts.

    `exp(input) - label * input`, or `input - label * log(input + epsilon)` without `log_input`;
    `full` adds Stirling's :math:`label \log label - label + 0.5 \log(2 \pi label)` where the label
    is above 1.

    Args:
        input: the expectations or their logarithms.
        label: the counts.
        log_input: True by default.
        full: False by default.
        epsilon: greater than 0, 1e-8 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, or epsilon not positive.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.0]), paddle.to_tensor([2.0])
        >>> paddle.nn.functional.poisson_nll_loss(x, y).item()
        1.0
    """
    import paddle

    if epsilon <= 0:
        raise ValueError(
            f"The value of `epsilon` in poisson_nll_loss should be positive, but received {epsilon}"
        )
    check_reduction(reduction, "poisson_nll_loss")
    label = label.astype(input.dtype)
    expected, logarithm = (input.exp(), input) if log_input else (input, (input + epsilon).log())
    loss = expected - label * logarithm
    if full:
        big = label > 1
        safe = paddle.where(big, label, paddle.ones_like(label))
        stirling = safe * safe.log() - safe + 0.5 * (safe * (2 * math.pi)).log()
        loss = loss + paddle.where(big, stirling, paddle.zeros_like(stirling))
    return _reduce(loss, reduction)


def gaussian_nll_loss(
    input: Tensor,
    label: Tensor,
    variance: Tensor,
    full: bool = False,
    epsilon: float = 1e-6,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    r"""Negative log likelihood of normal variables: :math:`0.5 (\log v + (input - label)^2 / v)`.

    Args:
        input: the expectations.
        label: the values.
        variance: the variances, of the shape of `input`, or with length one (or nothing) for the
            last axis.
        full: add :math:`0.5 \log 2 \pi`, False by default.
        epsilon: the smallest variance, greater than 0; 1e-6 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known, epsilon not positive, or shapes do not fit.

    Examples:
        >>> import paddle
        >>> x, y, v = (paddle.to_tensor([a]) for a in (1.0, 3.0, 1.0))
        >>> paddle.nn.functional.gaussian_nll_loss(x, y, v).item()
        2.0
    """
    check_reduction(reduction, "gaussian_nll_loss")
    if epsilon <= 0:
        raise ValueError(f"epsilon should be positive, but received {epsilon}")
    if variance.shape != input.shape:
        if variance.shape == input.shape[:-1]:
            variance = variance.unsqueeze(-1)
        elif variance.shape != [*input.shape[:-1], 1]:
            raise ValueError(
                f"variance of shape {variance.shape} does not fit input of shape {input.shape}"
            )
    if bool((variance < 0).any()):
        raise ValueError("variance has negative entries")
    limited = variance.detach().clip(min=epsilon) + (variance - variance.detach())
    loss = 0.5 * (limited.log() + (input - label).square() / limited)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduce(loss, reduction)


def npair_loss(anchor: Tensor, positive: Tensor, labels: Tensor, l2_reg: float = 0.002) -> Tensor:
    """Cross entropy of the similarities of anchors and positives, with L2 regularisation.

    Source: "Improved deep metric learning with multi-class N-pair loss objective", 2016.

    Args:
        anchor: [N, D].
        positive: [N, D].
        labels: [N].
        l2_reg: the factor of the regularisation, 0.002 by default.

    Examples:
        >>> import paddle
        >>> x, y = paddle.ones([1, 2]), paddle.to_tensor([0.0])
        >>> round(paddle.nn.functional.npair_loss(x, x, y, l2_reg=0.0).item(), 4)
        0.0
    """
    labels = labels.reshape([-1, 1])
    same = (labels == labels.t()).astype(anchor.dtype)
    targets = same / same.sum(axis=1, keepdim=True)
    norms = anchor.square().sum(axis=1).mean() + positive.square().sum(axis=1).mean()
    similarity = anchor.matmul(positive, transpose_y=True)
    entropy = -(targets * log_softmax(similarity, axis=-1)).sum(axis=1).mean()
    return norms * (0.25 * l2_reg) + entropy
