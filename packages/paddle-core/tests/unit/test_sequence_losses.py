"""Losses over alignments and classes, synchronised batch norm, lazy parameters, small helpers."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest
from paddle import nn

_random = np.random.default_rng(51)


def test_ctc_of_a_label_that_does_not_fit() -> None:
    logits = paddle.randn([2, 1, 3])
    logits.stop_gradient = False
    args = [paddle.to_tensor(v) for v in ([[2, 2]], [2], [2])]
    loss = F.ctc_loss(logits, *args, reduction="sum")
    loss.backward()
    assert loss.item() == 0.0
    assert (logits.grad == 0).all()


def test_losses_as_layers() -> None:
    logits = paddle.randn([4, 2, 3])
    args = [paddle.to_tensor(v) for v in ([[1, 2], [2, 1]], [4, 3], [2, 1])]
    for reduction in ("mean", "sum", "none"):
        ours = nn.CTCLoss(reduction=reduction)(logits, *args)
        np.testing.assert_array_equal(ours.numpy(), F.ctc_loss(logits, *args, 0, reduction).numpy())
    with pytest.raises(AssertionError, match="reduction"):
        nn.CTCLoss(reduction="max")(logits, *args)


def test_edit_distance_ignores_tokens() -> None:
    a, b = paddle.to_tensor([[1, 7, 2, 3]]), paddle.to_tensor([[7, 1, 3, 7]])
    _, distance = F.loss.edit_distance(a, b, normalized=False, ignored_tokens=[7])
    assert distance.tolist() == [[1.0]]
    with pytest.raises(ValueError, match="is empty"):
        F.loss.edit_distance(a, b, ignored_tokens=[1, 3, 7])


def _hsigmoid(x: np.ndarray, label: int, classes: int, w: np.ndarray, b: np.ndarray) -> float:
    """Walks down from the root; the longest way decides how many steps are counted."""
    place, total = label + classes, 0.0
    longest = (classes - 1).bit_length()
    for _ in range(longest):
        if place == 1:
            total += np.log(2.0)
            continue
        node, turn = place // 2 - 1, place % 2
        score = x @ w[node] + b[node]
        total += np.log1p(np.exp(score)) - turn * score
        place //= 2
    return total


@pytest.mark.parametrize("classes", [2, 5, 8, 11])
def test_hsigmoid_loss(classes: int) -> None:
    x, w = _random.standard_normal((classes, 3)), _random.standard_normal((classes - 1, 3))
    b = _random.standard_normal(classes - 1)
    labels = np.arange(classes)
    loss = F.hsigmoid_loss(
        *map(paddle.to_tensor, (x, labels)), classes, *map(paddle.to_tensor, (w, b))
    )
    wanted = [[_hsigmoid(x[i], i, classes, w, b)] for i in labels]
    np.testing.assert_allclose(loss.numpy(), wanted, rtol=1e-10)
    with pytest.raises(ValueError, match="go together"):
        F.hsigmoid_loss(
            *map(paddle.to_tensor, (x, labels)), classes, paddle.to_tensor(w), path_table=loss
        )


@pytest.mark.parametrize("margins", [(1.0, 0.5, 0.0), (1.3, 0.0, 0.2)])
def test_margin_cross_entropy(margins: tuple[float, float, float]) -> None:
    cosines, labels = _random.uniform(-0.9, 0.9, (4, 5)), np.array([0, 4, 2, 2])
    x = paddle.to_tensor(cosines, stop_gradient=False)
    loss, softmax = F.margin_cross_entropy(
        x, paddle.to_tensor(labels), *margins, scale=8.0, return_softmax=True, reduction=None
    )
    m1, m2, m3 = margins
    logits, rows = cosines.copy(), np.arange(4)
    logits[rows, labels] = np.cos(m1 * np.arccos(cosines[rows, labels]) + m2) - m3
    wanted = np.exp(8 * logits) / np.exp(8 * logits).sum(1, keepdims=True)
    np.testing.assert_allclose(softmax.numpy(), wanted, rtol=1e-10)
    np.testing.assert_allclose(loss.numpy()[:, 0], -np.log(wanted[rows, labels]), rtol=1e-10)
    loss.sum().backward()
    step = np.zeros_like(cosines)
    step[1, 4] = 1e-6

    def at(values: np.ndarray) -> float:
        args = (paddle.to_tensor(values), paddle.to_tensor(labels), *margins)
        return F.margin_cross_entropy(*args, scale=8.0, reduction="sum").item()

    slope = (at(cosines + step) - at(cosines - step)) / 2e-6
    assert x.grad[1, 4].item() == pytest.approx(slope, rel=1e-6)


def test_class_center_sample() -> None:
    label = paddle.to_tensor([11, 5, 1, 5])
    places, sampled = F.class_center_sample(label, 20, 6)
    assert sampled[:3].tolist() == [1, 5, 11]
    assert len(set(sampled.tolist())) == 6
    assert sampled[places].tolist() == label.tolist()
    assert F.class_center_sample(label, 20, 2)[1].tolist() == [1, 5, 11]
    with pytest.raises(ValueError, match="num_samples"):
        F.class_center_sample(label, 3, 4)


@pytest.mark.parametrize("align_corners", [True, False])
def test_grid_of_the_identity_samples_the_image(align_corners: bool) -> None:
    x = paddle.randn([2, 3, 4, 5])
    theta = paddle.to_tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]).expand([2, 2, 3])
    grid = F.affine_grid(theta, x.shape, align_corners)
    found = F.grid_sample(x, grid, align_corners=align_corners)
    np.testing.assert_allclose(found.numpy(), x.numpy(), atol=1e-5)
    with pytest.raises(TypeError, match="align_corners should be bool"):
        F.grid_sample(x, grid, align_corners=1)
    with pytest.raises(ValueError, match="affine_grid"):
        F.affine_grid(theta, [1, 2, 3])


def test_synchronised_batch_norm_is_batch_norm_here() -> None:
    net = nn.Sequential(nn.Conv2D(2, 3, 1), nn.Sequential(nn.BatchNorm2D(3, momentum=0.7)))
    weight, x = net[1][0].weight, paddle.randn([4, 2, 3, 3])
    wanted = net(x)
    mean = net[1][0]._mean.numpy()
    net[1][0]._mean.set_value(paddle.zeros([3]))
    converted = nn.SyncBatchNorm.convert_sync_batchnorm(net)
    assert converted is net
    assert isinstance(net[1][0], nn.SyncBatchNorm)
    assert net[1][0].weight is weight
    np.testing.assert_array_equal(net(x).numpy(), wanted.numpy())
    np.testing.assert_array_equal(net[1][0]._mean.numpy(), mean)


def test_lazy_parameters_draw_when_they_are_initialised() -> None:
    with paddle.LazyGuard():
        net = nn.Linear(3, 2)
    assert net.weight.shape == [3, 2]
    assert (net.weight == 0).all()
    paddle.seed(8)
    for parameter in net.parameters():
        parameter.initialize()
    paddle.seed(8)
    np.testing.assert_array_equal(net.weight.numpy(), nn.Linear(3, 2).weight.numpy())
    with pytest.raises(RuntimeError, match="initialized already"):
        net.weight.initialize()


def test_clip_by_norm() -> None:
    x = paddle.to_tensor([3.0, 4.0])
    np.testing.assert_allclose(nn.clip.clip_by_norm(x, 1.0).numpy(), [0.6, 0.8], rtol=1e-6)
    assert nn.clip.clip_by_norm(x, 9.0).tolist() == [3.0, 4.0]


def test_smoothed_probabilities_as_labels() -> None:
    logits, labels = paddle.randn([3, 4]), paddle.to_tensor([0, 3, 1])
    shares: Any = F.one_hot(labels, 4).astype("float32")
    hard = F.cross_entropy(logits, labels, label_smoothing=0.2)
    soft = F.cross_entropy(logits, shares, label_smoothing=0.2)
    assert soft.item() == pytest.approx(hard.item(), rel=1e-6)


def test_casting_a_layer_to_integers() -> None:
    layer = nn.Linear(2, 2).astype("int8")
    assert layer.weight.dtype == paddle.int8
    assert repr(layer) == "Linear(in_features=2, out_features=2, dtype=paddle.int8)"
