"""Metrics."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import metric

SCORES = np.array([[0.1, 0.7, 0.2], [0.3, 0.25, 0.45]], dtype="float32")


def test_accuracy_over_batches():
    top = metric.Accuracy()
    labels = paddle.to_tensor([[1], [0]])
    correct = top.compute(paddle.to_tensor(SCORES), labels)
    assert correct.tolist() == [[1.0], [0.0]]
    assert top.update(correct) == 0.5
    assert top.update(np.ones([2, 1])) == 1.0
    assert top.accumulate() == 0.75
    assert (top.total, top.count) == ([3.0], [4])
    top.reset()
    assert top.accumulate() == 0.0


def test_accuracy_of_several_k():
    top = metric.Accuracy(topk=(1, 2))
    assert top.update(top.compute(paddle.to_tensor(SCORES), paddle.to_tensor([[1], [0]]))) == [
        0.5,
        1.0,
    ]
    assert top.name() == ["acc_top1", "acc_top2"]
    assert top.maxk == 2
    assert metric.Accuracy(name="x").name() == ["x"]


@pytest.mark.parametrize("labels", [[1, 0], [[0.0, 1, 0], [1.0, 0, 0]]])
def test_accuracy_takes_other_labels(labels):
    top = metric.Accuracy()
    assert top.compute(paddle.to_tensor(SCORES), paddle.to_tensor(labels)).tolist() == [
        [1.0],
        [0.0],
    ]


def test_precision_and_recall():
    random = np.random.RandomState(0)
    predicted, truth = random.rand(100), random.randint(0, 2, 100)
    precision, recall = metric.Precision(), metric.Recall()
    for half in (slice(0, 50), slice(50, 100)):
        precision.update(predicted[half], truth[half])
        recall.update(paddle.to_tensor(predicted[half]), paddle.to_tensor(truth[half]))
    positive = predicted >= 0.5
    hits = np.sum(positive & (truth == 1))
    assert precision.accumulate() == pytest.approx(hits / positive.sum())
    assert recall.accumulate() == pytest.approx(hits / truth.sum())
    assert (precision.tp, precision.fp) == (hits, positive.sum() - hits)
    assert recall.fn == truth.sum() - hits
    assert (precision.name(), recall.name()) == ("precision", "recall")
    precision.reset()
    assert precision.accumulate() == 0.0
    with pytest.raises(ValueError, match="2 predictions, but 3 labels"):
        recall.update(np.ones(2), np.ones(3))


def test_area_under_the_curve():
    random = np.random.RandomState(0)
    scores, truth = random.rand(500), random.randint(0, 2, 500)
    auc = metric.Auc()
    auc.update(np.stack([1 - scores, scores], 1), truth[:, None])
    pairs = scores[truth == 1][:, None] - scores[truth == 0][None]
    exact = np.mean((pairs > 0) + 0.5 * (pairs == 0))
    assert auc.accumulate() == pytest.approx(exact, abs=1e-3)
    assert auc.name() == "auc"
    auc.reset()
    assert auc.accumulate() == 0.0
    with pytest.raises(ValueError, match="between 0 and 1"):
        auc.update(np.array([2.0]), np.array([1]))
    with pytest.raises(ValueError, match="'ROC'"):
        metric.Auc(curve="PR")


def test_accuracy_function():
    labels = paddle.to_tensor([[1], [0]])
    assert metric.accuracy(paddle.to_tensor(SCORES), labels).item() == 0.5
    assert metric.accuracy(paddle.to_tensor(SCORES), labels, k=2).item() == 1.0


def test_base_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        metric.Metric()
