"""Losses over many classes: trees of classes, margins, sampled classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from paddle._core import Tensor
from paddle.nn.functional.activation import softplus
from paddle.nn.functional.input import embedding, one_hot

__all__ = ["class_center_sample", "hsigmoid_loss", "margin_cross_entropy"]


def hsigmoid_loss(
    input: Tensor,
    label: Tensor,
    num_classes: int,
    weight: Tensor,
    bias: Tensor | None = None,
    path_table: Tensor | None = None,
    path_code: Tensor | None = None,
    is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Hierarchical sigmoid: binary decisions on the way to a class in a tree.

    The default tree is complete and binary. As in Paddle, each step that the longest way has and a
    shorter one lacks adds log(2). Source: Morin and Bengio, "Hierarchical probabilistic neural
    network language model", AISTATS 2005.

    Args:
        input: [N, D], floating.
        label: [N] or [N, 1], int64.
        num_classes: at least 2.
        weight: [num_classes - 1, D], or as many rows as a tree of one's own has inner nodes.
        bias: [num_classes - 1] or [num_classes - 1, 1]; None (the default) for none.
        path_table: [N, L], the inner nodes on the way to each label, negative behind its end.
        path_code: [N, L], 1 where the way goes right.
        is_sparse: not used.
        name: not used.

    Returns:
        [N, 1].

    Raises:
        ValueError: there are fewer than 2 classes, or only one of the two path arguments is given.

    Examples:
        >>> import paddle
        >>> x, label = paddle.zeros([1, 2]), paddle.to_tensor([3])
        >>> loss = paddle.nn.functional.hsigmoid_loss(x, label, 4, paddle.ones([3, 2]))
        >>> round(loss.item(), 4)  # 2 log(2)
        1.3863
    """
    if num_classes < 2:
        raise ValueError(f"Expected num_classes >= 2 (got {num_classes})")
    if (path_table is None) != (path_code is None):
        raise ValueError("path_table and path_code go together, but only one of them was given")
    if path_table is None or path_code is None:
        nodes, codes = _paths(label.reshape([-1]), num_classes)
    else:
        nodes, codes = path_table, path_code
    inside = (nodes >= 0).astype(input.dtype)
    rows = embedding(nodes.clip(min=0), weight)
    scores = (rows * input.unsqueeze(1)).sum(-1)
    if bias is not None:
        scores = scores + embedding(nodes.clip(min=0), bias.reshape([-1, 1])).squeeze(-1)
    scores = scores.clip(-40.0, 40.0) * inside
    return (softplus(scores) - codes.astype(input.dtype) * scores).sum(-1, keepdim=True)


def _paths(label: Tensor, num_classes: int) -> tuple[Tensor, Tensor]:
    """Inner nodes and turns on the way to each label in a complete binary tree."""
    import paddle

    place = label.astype("int64").unsqueeze(-1) + num_classes
    steps = 2 ** paddle.arange((num_classes - 1).bit_length(), dtype="int64")
    return place // (steps * 2) - 1, place // steps % 2


def margin_cross_entropy(
    logits: Tensor,
    label: Tensor,
    margin1: float = 1.0,
    margin2: float = 0.5,
    margin3: float = 0.0,
    scale: float = 64.0,
    group: Any | None = None,
    return_softmax: bool = False,
    reduction: str | None = "mean",
) -> Any:
    r"""Cross entropy of cosines, with margins on the angle of the labelled class:

    :math:`\cos(m_1 \theta + m_2) - m_3` takes the place of :math:`\cos \theta`, and everything is
    scaled. Source: Deng et al., "ArcFace", https://arxiv.org/abs/1801.07698.

    Args:
        logits: [N, C], cosines in [-1, 1].
        label: [N] or [N, 1], integers.
        margin1: 1.0 by default.
        margin2: 0.5 by default.
        margin3: 0.0 by default.
        scale: 64.0 by default.
        group: None or False; classes are not divided over processes.
        return_softmax: also return the probabilities, False by default.
        reduction: "mean" (the default), "sum", or None or "none".

    Returns:
        The loss, [N, 1] or 0-D; with `return_softmax` a tuple with the [N, C] probabilities.

    Raises:
        ValueError: the reduction is not known.
        NotImplementedError: a process group is given.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.functional.margin_cross_entropy(
        ...     paddle.zeros([1, 2]), paddle.to_tensor([0]), margin2=0.0
        ... )
        >>> round(loss.item(), 4)
        0.6931
    """
    import paddle
    from paddle.nn.functional.loss import softmax_with_cross_entropy

    if group not in (None, False):
        raise NotImplementedError("margin_cross_entropy() does not divide classes over a group")
    if reduction not in ("mean", "sum", "none", None):
        raise ValueError(f"reduction should be 'mean', 'sum' or None, but received {reduction!r}")
    label = label.reshape([-1, 1])
    target = paddle.take_along_axis(logits, label, 1)
    angle = paddle.acos(target)
    moved = paddle.cos(angle * margin1 + margin2) - margin3
    chosen = one_hot(label.squeeze(-1), logits.shape[1]).astype(logits.dtype)
    scaled = (logits + (moved - target) * chosen) * scale
    loss, softmax = softmax_with_cross_entropy(scaled, label, return_softmax=True)
    if reduction == "mean":
        loss = loss.mean()
    elif reduction == "sum":
        loss = loss.sum()
    return (loss, softmax) if return_softmax else loss


def class_center_sample(
    label: Tensor, num_classes: int, num_samples: int, group: Any | None = None
) -> tuple[Tensor, Tensor]:
    """All classes that occur, filled up with random others, and labels among these.

    Args:
        label: [N], integers.
        num_classes: how many classes there are.
        num_samples: how many to return at least, if there are as many.
        group: None or False; classes are not divided over processes.

    Returns:
        Each label's place among the sampled classes, and the sampled classes: first those that
        occur, ascending.

    Raises:
        ValueError: more samples than classes are asked for.
        NotImplementedError: a process group is given.

    Examples:
        >>> import paddle
        >>> label = paddle.to_tensor([5, 1, 5])
        >>> places, sampled = paddle.nn.functional.class_center_sample(label, 8, 4)
        >>> places.tolist(), sampled.shape, sampled[:2].tolist()
        ([1, 0, 1], [4], [1, 5])
    """
    import paddle

    if group not in (None, False):
        raise NotImplementedError("class_center_sample() does not divide classes over a group")
    if num_samples > num_classes:
        raise ValueError(
            "Expected num_samples less than or equal to "
            f"{num_classes}, got num_samples {num_samples}"
        )
    positive, places = np.unique(label.numpy(), return_inverse=True)
    missing = max(num_samples - len(positive), 0)
    others = np.setdiff1d(np.arange(num_classes), positive)
    drawn = others[paddle.randperm(len(others)).numpy()[:missing]]
    sampled = np.concatenate([positive, drawn]).astype(positive.dtype)
    return (
        paddle.to_tensor(places.reshape(label.shape), dtype=label.dtype),
        paddle.to_tensor(sampled, dtype=label.dtype),
    )
