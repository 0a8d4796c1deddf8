"""Loss layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.functional.loss import check_reduction
from paddle.nn.layer.layers import Layer

__all__ = [
    "CrossEntropyLoss",
    "MSELoss",
    "L1Loss",
    "NLLLoss",
    "BCELoss",
    "BCEWithLogitsLoss",
    "KLDivLoss",
    "SmoothL1Loss",
    "MarginRankingLoss",
    "HingeEmbeddingLoss",
    "CosineEmbeddingLoss",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
    "SoftMarginLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "PoissonNLLLoss",
    "GaussianNLLLoss",
    "CTCLoss",
    "RNNTLoss",
    "HSigmoidLoss",
]


class CrossEntropyLoss(Layer):
    """Cross entropy of predicted classes; see `paddle.nn.functional.cross_entropy`.

    Args:
        weight: [C], a weight per class; None (the default) for equal ones.
        ignore_index: samples with this class do not count, -100 by default.
        reduction: "mean" (the default), "sum" or "none".
        soft_label: labels are probabilities, False by default.
        axis: the axis of the classes, the last one by default.
        use_softmax: apply softmax to the input, True by default.
        label_smoothing: mix labels with the uniform distribution by this share, 0.0 by default.
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.CrossEntropyLoss()
        >>> round(loss(paddle.zeros([1, 2]), paddle.to_tensor([0])).item(), 6)
        0.693147
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        soft_label: bool = False,
        axis: int = -1,
        use_softmax: bool = True,
        label_smoothing: float = 0.0,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "CrossEntropyLoss")
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.soft_label = soft_label
        self.axis = axis
        self.use_softmax = use_softmax
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.cross_entropy(
            input,
            label,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            soft_label=self.soft_label,
            axis=self.axis,
            use_softmax=self.use_softmax,
            label_smoothing=self.label_smoothing,
        )


class MSELoss(Layer):
    """Squared differences; see `paddle.nn.functional.mse_loss`.

    Args:
        reduction: "mean" (the default), "sum" or "none".

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.MSELoss()(paddle.to_tensor([1.0]), paddle.to_tensor([3.0])).item()
        4.0
    """

    def __init__(
        self,
        reduction: str = "mean",
    ) -> None:
        super().__init__()
        check_reduction(reduction, "MSELoss")
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.mse_loss(input, label, reduction=self.reduction)


class L1Loss(Layer):
    """Absolute differences; see `paddle.nn.functional.l1_loss`.

    Args:
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.L1Loss()(paddle.to_tensor([1.0]), paddle.to_tensor([3.0])).item()
        2.0
    """

    def __init__(
        self,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "L1Loss")
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.l1_loss(input, label, reduction=self.reduction)


class NLLLoss(Layer):
    """Negative log likelihood; see `paddle.nn.functional.nll_loss`.

    Args:
        weight: [C], a weight per class; None (the default) for equal ones.
        ignore_index: samples with this class do not count, -100 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.NLLLoss()(paddle.to_tensor([[-1.0, -2.0]]), paddle.to_tensor([1])).item()
        2.0
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "NLLLoss")
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.nll_loss(
            input,
            label,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
        )


class BCELoss(Layer):
    """Cross entropy of probabilities; see `paddle.nn.functional.binary_cross_entropy`.

    Args:
        weight: a factor per element; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> round(paddle.nn.BCELoss()(paddle.to_tensor([0.5]), paddle.to_tensor([1.0])).item(), 6)
        0.693147
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "BCELoss")
        self.weight = weight
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.binary_cross_entropy(input, label, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(Layer):
    """Binary cross entropy of the sigmoid; see
    `paddle.nn.functional.binary_cross_entropy_with_logits`.

    Args:
        weight: a factor per element; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        pos_weight: a factor on the positive labels' part, None (the default) for none.
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> round(paddle.nn.BCEWithLogitsLoss()(paddle.zeros([1]), paddle.ones([1])).item(), 6)
        0.693147
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "BCEWithLogitsLoss")
        self.weight = weight
        self.reduction = reduction
        self.pos_weight = pos_weight

    def forward(self, logit: Tensor, label: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(
            logit, label, weight=self.weight, reduction=self.reduction, pos_weight=self.pos_weight
        )


class KLDivLoss(Layer):
    """Kullback-Leibler divergence; see `paddle.nn.functional.kl_div`.

    Args:
        reduction: "mean" (the default), "batchmean", "sum" or "none".

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.KLDivLoss()(paddle.zeros([1]), paddle.ones([1])).item()
        0.0
    """

    def __init__(
        self,
        reduction: str = "mean",
    ) -> None:
        super().__init__()
        if reduction != "batchmean":
            check_reduction(reduction, "KLDivLoss")
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.kl_div(input, label, reduction=self.reduction)


class SmoothL1Loss(Layer):
    """Huber's loss; see `paddle.nn.functional.smooth_l1_loss`.

    Args:
        reduction: "mean" (the default), "sum" or "none".
        delta: where the parabola becomes a line, 1.0 by default.
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.SmoothL1Loss()(paddle.to_tensor([1.0]), paddle.to_tensor([3.0])).item()
        1.5
    """

    def __init__(
        self,
        reduction: str = "mean",
        delta: float = 1.0,
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "SmoothL1Loss")
        self.reduction = reduction
        self.delta = delta

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.smooth_l1_loss(input, label, reduction=self.reduction, delta=self.delta)


class MarginRankingLoss(Layer):
    """`max(0, -label * (input - other) + margin)`; see `paddle.nn.functional.margin_ranking_loss`.

    Args:
        margin: 0.0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.MarginRankingLoss()(*(paddle.to_tensor([v]) for v in (1.0, 3.0, 1.0))).item()
        2.0
    """

    def __init__(
        self,
        margin: float = 0.0,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "MarginRankingLoss")
        self.margin = margin
        self.reduction = reduction

    def forward(self, input: Tensor, other: Tensor, label: Tensor) -> Tensor:
        return F.margin_ranking_loss(
            input, other, label, margin=self.margin, reduction=self.reduction
        )


class HingeEmbeddingLoss(Layer):
    """`input` or `max(0, margin - input)`; see `paddle.nn.functional.hinge_embedding_loss`.

    Args:
        margin: 1.0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.HingeEmbeddingLoss()
        >>> loss(paddle.to_tensor([0.25]), paddle.to_tensor([-1.0])).item()
        0.75
    """

    def __init__(
        self,
        margin: float = 1.0,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "HingeEmbeddingLoss")
        self.margin = margin
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.hinge_embedding_loss(input, label, margin=self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(Layer):
    """`1 - cos` or `max(0, cos - margin)`; see `paddle.nn.functional.cosine_embedding_loss`.

    Args:
        margin: 0 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0, 0.0]]), paddle.to_tensor([[0.0, 1.0]])
        >>> paddle.nn.CosineEmbeddingLoss()(x, y, paddle.ones([1])).item()
        1.0
    """

    def __init__(
        self,
        margin: float = 0,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "CosineEmbeddingLoss")
        self.margin = margin
        self.reduction = reduction

    def forward(self, input1: Tensor, input2: Tensor, label: Tensor) -> Tensor:
        return F.cosine_embedding_loss(
            input1, input2, label, margin=self.margin, reduction=self.reduction
        )


class TripletMarginLoss(Layer):
    """`max(0, d(input, positive) - d(input, negative) + margin)`; see
    `paddle.nn.functional.triplet_margin_loss`.

    Args:
        margin: 1.0 by default.
        p: the exponent of the norm, 2.0 by default.
        epsilon: added to the differences, 1e-6 by default.
        swap: use the distance of positive and negative where it is smaller, False by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> a, p, n = (paddle.to_tensor([[v, 0.0]]) for v in (0.0, 1.0, 3.0))
        >>> paddle.nn.TripletMarginLoss()(a, p, n).item()
        0.0
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        epsilon: float = 1e-6,
        swap: bool = False,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "TripletMarginLoss")
        self.margin = margin
        self.p = p
        self.epsilon = epsilon
        self.swap = swap
        self.reduction = reduction

    def forward(self, input: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        return F.triplet_margin_loss(
            input,
            positive,
            negative,
            margin=self.margin,
            p=self.p,
            epsilon=self.epsilon,
            swap=self.swap,
            reduction=self.reduction,
        )


class TripletMarginWithDistanceLoss(Layer):
    """`TripletMarginLoss` for any distance; see
    `paddle.nn.functional.triplet_margin_with_distance_loss`.

    Args:
        distance_function: the distance, the Euclidean one by default.
        margin: 1.0 by default.
        swap: use the distance of positive and negative where it is smaller, False by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> a, p, n = (paddle.to_tensor([[v, 0.0]]) for v in (0.0, 1.0, 3.0))
        >>> paddle.nn.TripletMarginWithDistanceLoss()(a, p, n).item()
        0.0
    """

    def __init__(
        self,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "TripletMarginWithDistanceLoss")
        self.distance_function = distance_function
        self.margin = margin
        self.swap = swap
        self.reduction = reduction

    def forward(self, input: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        return F.triplet_margin_with_distance_loss(
            input,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )


class SoftMarginLoss(Layer):
    """`log(1 + exp(-label * input))`; see `paddle.nn.functional.soft_margin_loss`.

    Args:
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> round(paddle.nn.SoftMarginLoss()(paddle.zeros([1]), paddle.ones([1])).item(), 6)
        0.693147
    """

    def __init__(
        self,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "SoftMarginLoss")
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.soft_margin_loss(input, label, reduction=self.reduction)


class MultiLabelSoftMarginLoss(Layer):
    """Mean binary cross entropy over the classes; see
    `paddle.nn.functional.multi_label_soft_margin_loss`.

    Args:
        weight: a factor per class; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MultiLabelSoftMarginLoss()
        >>> round(loss(paddle.zeros([1, 2]), paddle.to_tensor([[1.0, 0.0]])).item(), 6)
        0.693147
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "MultiLabelSoftMarginLoss")
        self.weight = weight
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.multi_label_soft_margin_loss(
            input, label, weight=self.weight, reduction=self.reduction
        )


class MultiMarginLoss(Layer):
    """Mean of `max(0, margin - input[label] + input[i])^p`; see
    `paddle.nn.functional.multi_margin_loss`.

    Args:
        p: the exponent, 1 by default.
        margin: 1.0 by default.
        weight: [C], a factor per true class; None (the default) for none.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MultiMarginLoss()
        >>> loss(paddle.to_tensor([[0.0, 0.5]]), paddle.to_tensor([0])).item()
        0.75
    """

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Tensor | None = None,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "MultiMarginLoss")
        self.p = p
        self.margin = margin
        self.weight = weight
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.multi_margin_loss(
            input, label, p=self.p, margin=self.margin, weight=self.weight, reduction=self.reduction
        )


class PoissonNLLLoss(Layer):
    """Negative log likelihood of Poisson counts; see `paddle.nn.functional.poisson_nll_loss`.

    Args:
        log_input: inputs are logarithms, True by default.
        full: add Stirling's approximation, False by default.
        epsilon: 1e-8 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.PoissonNLLLoss()(paddle.to_tensor([0.0]), paddle.to_tensor([2.0])).item()
        1.0
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        epsilon: float = 1e-8,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "PoissonNLLLoss")
        self.log_input = log_input
        self.full = full
        self.epsilon = epsilon
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor) -> Tensor:
        return F.poisson_nll_loss(
            input,
            label,
            log_input=self.log_input,
            full=self.full,
            epsilon=self.epsilon,
            reduction=self.reduction,
        )


class GaussianNLLLoss(Layer):
    """Negative log likelihood of normal variables; see `paddle.nn.functional.gaussian_nll_loss`.

    Args:
        full: add the constant term, False by default.
        epsilon: the smallest variance, 1e-6 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Raises:
        ValueError: the reduction is not known.

    Examples:
        >>> import paddle
        >>> x, y, v = (paddle.to_tensor([a]) for a in (1.0, 3.0, 1.0))
        >>> paddle.nn.GaussianNLLLoss()(x, y, v).item()
        2.0
    """

    def __init__(
        self,
        full: bool = False,
        epsilon: float = 1e-6,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        check_reduction(reduction, "GaussianNLLLoss")
        self.full = full
        self.epsilon = epsilon
        self.reduction = reduction

    def forward(self, input: Tensor, label: Tensor, variance: Tensor) -> Tensor:
        return F.gaussian_nll_loss(
            input, label, variance, full=self.full, epsilon=self.epsilon, reduction=self.reduction
        )


class CTCLoss(Layer):
    """Connectionist temporal classification; see `paddle.nn.functional.ctc_loss`.

    Args:
        blank: the class of the blank, 0 by default.
        reduction: "mean" (the default), "sum" or "none".

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.CTCLoss(reduction="sum")
        >>> lengths = paddle.to_tensor([2]), paddle.to_tensor([1])
        >>> round(loss(paddle.zeros([2, 1, 2]), paddle.to_tensor([[1]]), *lengths).item(), 4)
        0.2877
    """

    def __init__(self, blank: int = 0, reduction: str = "mean") -> None:
        super().__init__()
        self.blank = blank
        self.reduction = reduction

    def forward(
        self,
        log_probs: Tensor,
        labels: Tensor,
        input_lengths: Tensor,
        label_lengths: Tensor,
        norm_by_times: bool = False,
    ) -> Tensor:
        return F.ctc_loss(
            log_probs,
            labels,
            input_lengths,
            label_lengths,
            self.blank,
            self.reduction,
            norm_by_times,
        )


class RNNTLoss(Layer):
    """The loss of a transducer; see `paddle.nn.functional.rnnt_loss`.

    Args:
        blank: the class of the blank, 0 by default.
        fastemit_lambda: gradients of emitted labels are scaled by one plus this, 0.001 by default.
        reduction: "mean" (the default), "sum" or "none".
        name: not used.

    Examples:
        >>> import paddle
        >>> scores = paddle.nn.functional.log_softmax(paddle.zeros([1, 2, 2, 2]))
        >>> lengths = paddle.to_tensor([2]), paddle.to_tensor([1])
        >>> round(paddle.nn.RNNTLoss()(scores, paddle.to_tensor([[1]]), *lengths).item(), 4)
        1.3863
    """

    def __init__(
        self,
        blank: int = 0,
        fastemit_lambda: float = 0.001,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.blank = blank
        self.fastemit_lambda = fastemit_lambda
        self.reduction = reduction

    def forward(
        self, input: Tensor, label: Tensor, input_lengths: Tensor, label_lengths: Tensor
    ) -> Tensor:
        return F.rnnt_loss(
            input,
            label,
            input_lengths,
            label_lengths,
            self.blank,
            self.fastemit_lambda,
            self.reduction,
        )


class HSigmoidLoss(Layer):
    """Hierarchical sigmoid; see `paddle.nn.functional.hsigmoid_loss`.

    Args:
        feature_size: the width of the input.
        num_classes: how many classes, at least 2; with a tree of one's own its inner nodes.
        weight_attr: the attributes of `weight`, [num_classes - 1, feature_size].
        bias_attr: the attributes of `bias`, [num_classes - 1, 1]; False for none.
        is_custom: the paths are given with each call, False by default.
        is_sparse: not used.
        name: not used.

    Raises:
        ValueError: there are fewer than 2 classes, or paths are not given with a custom tree.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.HSigmoidLoss(3, 5)
        >>> loss(paddle.ones([4, 3]), paddle.to_tensor([0, 1, 4, 2])).shape
        [4, 1]
    """

    def __init__(
        self,
        feature_size: int,
        num_classes: int,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        is_custom: bool = False,
        is_sparse: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        if num_classes < 2 and not is_custom:
            raise ValueError("num_classes must not be less than 2 with default tree")
        self._num_classes = num_classes
        self._is_custom = is_custom
        nodes = num_classes if is_custom else num_classes - 1
        self.weight = self.create_parameter([nodes, feature_size], weight_attr)
        self.bias = self.create_parameter([nodes, 1], bias_attr, is_bias=True)

    def forward(
        self,
        input: Tensor,
        label: Tensor,
        path_table: Tensor | None = None,
        path_code: Tensor | None = None,
    ) -> Tensor:
        if self._is_custom and (path_table is None or path_code is None):
            raise ValueError("a custom tree needs path_table and path_code")
        return F.hsigmoid_loss(
            input, label, self._num_classes, self.weight, self.bias, path_table, path_code
        )
