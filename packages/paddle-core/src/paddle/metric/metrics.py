"""Accuracy, precision, recall and the area under the curve."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

import numpy as np

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["Metric", "Accuracy", "Precision", "Recall", "Auc", "accuracy"]


def _to_array(value: Any) -> np.ndarray:
    return value.numpy() if isinstance(value, Tensor) else np.asarray(value)


class Metric(abc.ABC):
    """Base of the metrics.

    `compute` turns outputs and labels into what `update` takes and runs on tensors; `update` takes
    arrays or tensors, `accumulate` returns the value so far and `reset` starts anew.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> metric = paddle.metric.Precision()
        >>> metric.update(np.array([0.1, 0.6, 0.7]), np.array([0, 1, 0]))
        >>> metric.accumulate()
        0.5
    """

    def __init__(self) -> None:
        """There is nothing to set up."""
        super().__init__()

    @abc.abstractmethod
    def reset(self) -> None:
        """Forget everything."""

    @abc.abstractmethod
    def update(self, *args: Any) -> Any:
        """Take in what `compute` returned."""

    @abc.abstractmethod
    def accumulate(self) -> Any:
        """The value over everything taken in."""

    @abc.abstractmethod
    def name(self) -> Any:
        """The metric's name, or a list of names."""

    def compute(self, *args: Any) -> Any:
        """What `update` takes, from outputs and labels; by default these themselves."""
        return args


class Accuracy(Metric):
    """The share of samples whose label is among the k most likely classes.

    Args:
        topk: one or several k, (1,) by default.
        name: "acc" by default.

    Examples:
        >>> import paddle
        >>> metric = paddle.metric.Accuracy()
        >>> scores = paddle.to_tensor([[0.1, 0.9], [0.8, 0.2]])
        >>> labels = paddle.to_tensor([[1], [1]])
        >>> _ = metric.update(metric.compute(scores, labels))
        >>> metric.accumulate()
        0.5
    """

    def __init__(
        self, topk: int | Sequence[int] = (1,), name: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        self.topk = (topk,) if isinstance(topk, int) else tuple(topk)
        self.maxk = max(self.topk)
        name = name or "acc"
        many = len(self.topk) > 1
        self._names = [f"{name}_top{k}" for k in self.topk] if many else [name]
        self.reset()

    def compute(self, pred: Tensor, label: Tensor, *args: Any) -> Tensor:
        """For every sample which of its most likely classes is the label: [N, ..., max(topk)].

        Args:
            pred: scores [N, ..., C].
            label: class indices [N, ...] or [N, ..., 1], or one-hot labels [N, ..., C].
        """
        order = pred.argsort(axis=-1, descending=True)[..., : self.maxk]
        if label.ndim == pred.ndim - 1:
            label = label.unsqueeze(-1)
        elif label.shape[-1] != 1:
            label = _C_ops.argmax(label, -1, True)
        return (order == label.astype(order.dtype)).astype("float32")

    def update(self, correct: Any, *args: Any) -> Any:
        """Take in what `compute` returned; returns the accuracy of this batch, a list for several
        k."""
        hits = _to_array(correct)
        samples = int(np.prod(hits.shape[:-1]))
        shares = []
        for i, k in enumerate(self.topk):
            right = hits[..., :k].sum()
            shares.append(float(right) / samples)
            self.total[i] += right
            self.count[i] += samples
        return shares[0] if len(self.topk) == 1 else shares

    def reset(self) -> None:
        self.total = [0.0] * len(self.topk)
        self.count = [0] * len(self.topk)

    def accumulate(self) -> Any:
        """The accuracy over everything taken in, a list for several k."""
        shares = [
            float(total) / count if count else 0.0
            for total, count in zip(self.total, self.count, strict=True)
        ]
        return shares[0] if len(self.topk) == 1 else shares

    def name(self) -> list[str]:
        return self._names


class _CountingMetric(Metric):
    """Counts true positives and one kind of error; positive is what rounds to one."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.reset()

    def reset(self) -> None:
        self.tp = 0
        self._errors = 0

    def accumulate(self) -> float:
        everything = self.tp + self._errors
        return float(self.tp) / everything if everything else 0.0

    def name(self) -> str:
        return self._name


class Precision(_CountingMetric):
    """Of what is predicted positive, the share that is: `tp / (tp + fp)`.

    Args:
        name: "precision" by default.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> metric = paddle.metric.Precision()
        >>> metric.update(np.array([0.1, 0.6, 0.7]), np.array([0, 1, 0]))
        >>> metric.accumulate()
        0.5
    """

    def __init__(self, name: str = "precision", *args: Any, **kwargs: Any) -> None:
        super().__init__(name)

    def update(self, preds: Any, labels: Any) -> None:
        """Take in probabilities and labels 0 or 1 of as many elements."""
        positive, truth = _binary(preds, labels)
        self.tp += int(np.sum(positive & truth))
        self._errors += int(np.sum(positive & ~truth))

    @property
    def fp(self) -> int:
        """False positives."""
        return self._errors


class Recall(_CountingMetric):
    """Of what is positive, the share that is predicted so: `tp / (tp + fn)`.

    Args:
        name: "recall" by default.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> metric = paddle.metric.Recall()
        >>> metric.update(np.array([0.1, 0.6, 0.7]), np.array([1, 1, 0]))
        >>> metric.accumulate()
        0.5
    """

    def __init__(self, name: str = "recall", *args: Any, **kwargs: Any) -> None:
        super().__init__(name)

    def update(self, preds: Any, labels: Any) -> None:
        """Take in probabilities and labels 0 or 1 of as many elements."""
        positive, truth = _binary(preds, labels)
        self.tp += int(np.sum(positive & truth))
        self._errors += int(np.sum(~positive & truth))

    @property
    def fn(self) -> int:
        """False negatives."""
        return self._errors


def _binary(preds: Any, labels: Any) -> tuple[np.ndarray, np.ndarray]:
    predicted, truth = _to_array(preds).reshape(-1), _to_array(labels).reshape(-1)
    if predicted.size != truth.size:
        raise ValueError(f"there are {predicted.size} predictions, but {truth.size} labels")
    return np.floor(predicted + 0.5).astype("int32") == 1, truth == 1


class Auc(Metric):
    """The area under the receiver operating characteristic, from a histogram of the probabilities.

    Args:
        curve: "ROC".
        num_thresholds: the histogram's resolution, 4095 by default.
        name: "auc" by default.

    Raises:
        ValueError: the curve is not "ROC".

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> metric = paddle.metric.Auc()
        >>> metric.update(np.array([[0.3, 0.7], [0.6, 0.4]]), np.array([[1], [0]]))
        >>> metric.accumulate()
        1.0
    """

    def __init__(
        self,
        curve: str = "ROC",
        num_thresholds: int = 4095,
        name: str = "auc",
        *args: Any,
        **kwargs: Any,
    ) -> None:
        if curve != "ROC":
            raise ValueError(f"curve must be 'ROC', but it is {curve!r}")
        self._curve = curve
        self._num_thresholds = num_thresholds
        self._name = name
        self.reset()

    def update(self, preds: Any, labels: Any) -> None:
        """Take in probabilities [N, 2] (or those of the positive class [N]) and labels 0 or 1."""
        scores, truth = _to_array(preds), _to_array(labels).reshape(-1)
        positive = scores[:, 1] if scores.ndim == 2 and scores.shape[1] == 2 else scores.reshape(-1)
        bins = (positive * self._num_thresholds).astype("int64")
        if np.any((bins < 0) | (bins > self._num_thresholds)):
            raise ValueError("probabilities must lie between 0 and 1")
        size = self._num_thresholds + 1
        self._stat_pos += np.bincount(bins[truth == 1], minlength=size)
        self._stat_neg += np.bincount(bins[truth != 1], minlength=size)

    def reset(self) -> None:
        self._stat_pos = np.zeros(self._num_thresholds + 1)
        self._stat_neg = np.zeros(self._num_thresholds + 1)

    @staticmethod
    def trapezoid_area(x1: float, x2: float, y1: float, y2: float) -> float:
        """The area under a line between two points."""
        return abs(x1 - x2) * (y1 + y2) / 2.0

    def accumulate(self) -> float:
        """The area over everything taken in, 0.0 while there is only one class."""
        pos = np.concatenate([[0.0], np.cumsum(self._stat_pos[::-1])])
        neg = np.concatenate([[0.0], np.cumsum(self._stat_neg[::-1])])
        if pos[-1] == 0.0 or neg[-1] == 0.0:
            return 0.0
        area = np.sum(np.diff(neg) * (pos[1:] + pos[:-1]) / 2.0)
        return float(area / pos[-1] / neg[-1])

    def name(self) -> str:
        return self._name


def accuracy(
    input: Tensor,
    label: Tensor,
    k: int = 1,
    correct: Tensor | None = None,
    total: Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """The share of samples whose label is among the k most likely classes.

    Args:
        input: scores [N, C].
        label: class indices [N, 1].
        k: 1 by default.
        correct: not used.
        total: not used.
        name: not used.

    Examples:
        >>> import paddle
        >>> scores = paddle.to_tensor([[0.1, 0.9], [0.8, 0.2]])
        >>> labels = paddle.to_tensor([[1], [1]])
        >>> paddle.metric.accuracy(scores, labels).item()
        0.5
    """
    import paddle

    _, best = paddle.topk(input, k)
    hits = (best == label.reshape([-1, 1]).astype(best.dtype)).astype("float32")
    return hits.sum(axis=-1).mean()
