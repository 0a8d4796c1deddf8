"""Losses over alignments of sequences, and distances between sequences."""

from __future__ import annotations

from collections.abc import Sequence

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["ctc_loss", "rnnt_loss"]


def ctc_loss(
    log_probs: Tensor,
    labels: Tensor,
    input_lengths: Tensor,
    label_lengths: Tensor,
    blank: int = 0,
    reduction: str = "mean",
    norm_by_times: bool = False,
) -> Tensor:
    """Minus the logarithm of the probability of all alignments of a label with a sequence.

    Source: Graves et al., "Connectionist temporal classification", ICML 2006.

    Args:
        log_probs: [T, N, C], logits: softmax is applied inside.
        labels: [N, L], integers.
        input_lengths: [N], integers.
        label_lengths: [N], integers; a label too long for its sequence costs 0.
        blank: the class of the blank, 0 by default.
        reduction: "mean" (the default; each loss is divided by its label's length first), "sum" or
            "none".
        norm_by_times: divide gradients by the input's length, False by default.

    Returns:
        [N], or a 0-D tensor.

    Raises:
        AssertionError: the reduction is not known.
        ValueError: shapes or lengths do not fit.
        IndexError: a label is no class.

    Examples:
        >>> import paddle
        >>> length = paddle.to_tensor([2]), paddle.to_tensor([1])
        >>> loss = paddle.nn.functional.ctc_loss(
        ...     paddle.zeros([2, 1, 2]), paddle.to_tensor([[1]]), *length, reduction="sum"
        ... )
        >>> round(loss.item(), 4)  # -log(3 / 4)
        0.2877
    """
    _require_reduction(reduction)
    loss, _ = _C_ops.warpctc(log_probs, labels, input_lengths, label_lengths, blank, norm_by_times)
    loss = loss.squeeze(-1)
    if reduction == "mean":
        return (loss / label_lengths.astype(loss.dtype)).mean()
    return loss.sum() if reduction == "sum" else loss


def rnnt_loss(
    input: Tensor,
    label: Tensor,
    input_lengths: Tensor,
    label_lengths: Tensor,
    blank: int = 0,
    fastemit_lambda: float = 0.001,
    reduction: str = "mean",
    name: str | None = None,
) -> Tensor:
    """Minus the logarithm of the probability of all ways through a transducer's lattice.

    Source: Graves, https://arxiv.org/abs/1211.3711; FastEmit: https://arxiv.org/abs/2010.11148.

    Args:
        input: [N, T, U + 1, V], log-probabilities.
        label: [N, U], integers.
        input_lengths: [N], integers.
        label_lengths: [N], integers.
        blank: the class of the blank, 0 by default.
        fastemit_lambda: gradients of emitted labels are scaled by one plus this, 0.001 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Returns:
        [N], or a 0-D tensor.

    Raises:
        AssertionError: the reduction is not known.
        ValueError: shapes or lengths do not fit.
        IndexError: a label is no class.

    Examples:
        >>> import paddle
        >>> scores = paddle.nn.functional.log_softmax(paddle.zeros([1, 2, 2, 2]))
        >>> lengths = paddle.to_tensor([2]), paddle.to_tensor([1])
        >>> loss = paddle.nn.functional.rnnt_loss(scores, paddle.to_tensor([[1]]), *lengths)
        >>> round(loss.item(), 4)  # -log(2 / 8)
        1.3863
    """
    _require_reduction(reduction)
    loss, _ = _C_ops.warprnnt(
        input, label, input_lengths, label_lengths, blank, float(fastemit_lambda)
    )
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def _require_reduction(reduction: str) -> None:
    assert reduction in ("mean", "sum", "none"), (
        f"reduction should be 'mean', 'sum' or 'none', but received {reduction!r}"
    )


def edit_distance(
    input: Tensor,
    label: Tensor,
    normalized: bool = True,
    ignored_tokens: Sequence[int] | None = None,
    input_length: Tensor | None = None,
    label_length: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """How many insertions, deletions and substitutions turn each sequence into its label.

    Args:
        input: [N, T], int64.
        label: [N, L], int64.
        normalized: divide by the label's length, True by default.
        ignored_tokens: taken out of both first; none by default.
        input_length: [N], integers; all whole by default.
        label_length: [N], integers; all whole by default.

    Returns:
        The number of sequences, [1], and the distances, [N, 1] float32.

    Raises:
        ValueError: shapes or lengths do not fit, or a label is empty where it would divide.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([[1, 2, 3]]), paddle.to_tensor([[1, 3, 4, 1]])
        >>> paddle.nn.functional.loss.edit_distance(a, b, normalized=False)[1].tolist()
        [[3.0]]
    """
    hyps, hyp_length = _without(input, input_length, ignored_tokens or ())
    refs, ref_length = _without(label, label_length, ignored_tokens or ())
    count, distance = _C_ops.edit_distance(hyps, refs, hyp_length, ref_length, normalized)
    return count, distance


def _without(x: Tensor, length: Tensor | None, tokens: Sequence[int]) -> tuple[Tensor, Tensor]:
    """The sequences with tokens taken out and the rest moved up, and their lengths."""
    import paddle

    rows, width = x.shape
    if length is None:
        length = paddle.full([rows], width, "int64")
    if not tokens:
        return x, length
    kept = paddle.arange(width).unsqueeze(0) < length.astype("int64").reshape([-1, 1])
    for token in tokens:
        kept = paddle.logical_and(kept, x != token)
    order = paddle.argsort((1 - kept.astype("int64")) * width + paddle.arange(width), axis=1)
    return paddle.take_along_axis(x, order, 1), kept.astype("int64").sum(axis=1)
