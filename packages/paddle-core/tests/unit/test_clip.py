"""Gradient clipping by value, norm and global norm, and in place."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import nn


def pairs(*grads):
    return [(paddle.zeros([len(g)]), paddle.to_tensor(g)) for g in grads]


def clipped(clip, *grads):
    return [grad.numpy().tolist() for _, grad in clip(pairs(*grads))]


def test_by_value():
    assert clipped(nn.ClipGradByValue(1.0), [-3.0, 0.5]) == [[-1.0, 0.5]]
    assert clipped(nn.ClipGradByValue(1.0, 0.0), [-3.0, 0.5]) == [[0.0, 0.5]]
    with pytest.raises(AssertionError):
        nn.ClipGradByValue(-1)


def test_by_norm():
    np.testing.assert_allclose(
        clipped(nn.ClipGradByNorm(1.0), [3.0, 4.0], [0.3, 0.4]), [[0.6, 0.8], [0.3, 0.4]], rtol=1e-6
    )


@pytest.mark.parametrize("skip", [False, True])
def test_by_global_norm(skip):
    clip = nn.ClipGradByGlobalNorm(1.0, auto_skip_clip=skip)
    np.testing.assert_allclose(clipped(clip, [3.0], [4.0]), [[0.6], [0.8]], rtol=1e-6)
    np.testing.assert_allclose(clipped(clip, [0.3], [0.4]), [[0.3], [0.4]], rtol=1e-6)
    with pytest.raises(TypeError, match="auto_skip_clip must be a bool"):
        nn.ClipGradByGlobalNorm(1.0, auto_skip_clip=1)


def test_exceptions_and_missing_gradients():
    layer = nn.Linear(1, 1, weight_attr=paddle.ParamAttr(need_clip=False))
    grad = paddle.full([1, 1], 9.0)
    out = nn.ClipGradByGlobalNorm(1.0)([(layer.weight, grad), (layer.bias, None)])
    assert out[0][1] is grad
    assert out[1][1] is None


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_dtypes_stay(dtype):
    grads = [(paddle.zeros([2], dtype), paddle.full([2], 300.0, dtype)) for _ in range(2)]
    for clip in (nn.ClipGradByNorm(1.0), nn.ClipGradByGlobalNorm(1.0), nn.ClipGradByValue(1.0)):
        out = clip(grads)
        assert all(grad.dtype == grads[0][1].dtype for _, grad in out)
        assert all(np.isfinite(grad.astype("float32").numpy()).all() for _, grad in out)


def test_strings():
    assert str(nn.ClipGradByValue(1.0)) == "Clip Gradient By Value, min = -1.000000, max=1.000000"
    assert str(nn.ClipGradByNorm(1.0)) == "Gradient Clip By Norm, clip_norm=1.000000"
    text = "Gradient Clip By GlobalNorm, global_norm=1.000000"
    assert str(nn.ClipGradByGlobalNorm(1.0)) == text


def leaf(*values):
    x = paddle.to_tensor(list(values), stop_gradient=False)
    (x * x / 2).sum().backward()
    return x


def test_in_place_by_norm():
    x, y = leaf(3.0), leaf(4.0)
    assert nn.utils.clip_grad_norm_([x, y], 1.0).item() == pytest.approx(5.0)
    np.testing.assert_allclose([x.grad.item(), y.grad.item()], [0.6, 0.8], rtol=1e-5)
    z = leaf(3.0, -4.0)
    assert nn.utils.clip_grad_norm_(z, 2.0, float("inf")).item() == pytest.approx(4.0)
    np.testing.assert_allclose(z.grad.numpy(), [1.5, -2.0], rtol=1e-5)
    assert nn.utils.clip_grad_norm_([paddle.zeros([1])], 1.0).item() == 0.0
    bad = leaf(float("inf"))
    with pytest.raises(RuntimeError, match="non-finite"):
        nn.utils.clip_grad_norm_(bad, 1.0, error_if_nonfinite=True)


def test_in_place_by_value():
    x = leaf(3.0, -0.5)
    nn.utils.clip_grad_value_([x], 1.0)
    assert x.grad.tolist() == [1.0, -0.5]
    with pytest.raises(ValueError, match="must not be negative"):
        nn.utils.clip_grad_value_(x, -1.0)


def test_vectors_of_parameters():
    layer = nn.Linear(2, 3)
    vector = nn.utils.parameters_to_vector(layer.parameters())
    assert vector.shape == [9]
    nn.utils.vector_to_parameters(vector * 2, layer.parameters())
    doubled = nn.utils.parameters_to_vector(layer.parameters())
    np.testing.assert_allclose(doubled.numpy(), 2 * vector.numpy(), rtol=1e-6)
    with pytest.raises(ValueError, match="must hold 9 elements"):
        nn.utils.vector_to_parameters(vector[:4], layer.parameters())
