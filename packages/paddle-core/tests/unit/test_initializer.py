"""Initializers: distributions, order of precedence, gains, bad input."""

from __future__ import annotations

import math

import numpy as np
import paddle
import pytest
from paddle import nn

init = nn.initializer


def draw(initializer, shape=(100, 100)):
    return paddle.create_parameter(list(shape), "float32", default_initializer=initializer).numpy()


@pytest.mark.parametrize(
    ("initializer", "mean", "std"),
    [
        (init.Normal(1.0, 2.0), 1.0, 2.0),
        (init.Uniform(-1.0, 3.0), 1.0, 4 / math.sqrt(12)),
        (init.XavierNormal(), 0.0, math.sqrt(2 / 200)),
        (init.XavierUniform(fan_in=10, fan_out=20), 0.0, math.sqrt(2 / 30)),
        (init.KaimingNormal(), 0.0, math.sqrt(2 / 100)),
        (init.KaimingUniform(fan_in=50), 0.0, math.sqrt(2 / 50)),
        # The variance of a normal distribution cut off at two standard deviations.
        (init.TruncatedNormal(0.0, 1.0), 0.0, math.sqrt(0.7737413)),
    ],
)
def test_moments(initializer, mean, std):
    paddle.seed(1)
    values = draw(initializer)
    assert abs(values.mean() - mean) < 4 * std / 100
    assert abs(values.std() / std - 1) < 0.03


def test_bounds():
    assert np.abs(draw(init.TruncatedNormal(0.0, 0.5))).max() <= 1.0
    uniform = draw(init.Uniform(-2.0, 3.0))
    assert uniform.min() >= -2.0
    assert uniform.max() < 3.0


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 3, 2)])
def test_orthogonal(shape):
    matrix = draw(init.Orthogonal(2.0), shape).reshape(shape[0], -1).astype("float64")
    small = matrix @ matrix.T if matrix.shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(small, 4 * np.eye(len(small)), atol=1e-5)


def test_dirac_passes_channels_on():
    conv = nn.Conv2D(3, 3, 3, padding=1, weight_attr=init.Dirac(), bias_attr=False)
    x = paddle.rand([1, 3, 4, 4])
    np.testing.assert_array_equal(conv(x).numpy(), x.numpy())


def test_precedence():
    constant = init.Constant
    init.set_global_initializer(constant(3.0), constant(4.0))
    try:
        norm = nn.BatchNorm2D(2)
        own = nn.Linear(1, 1, weight_attr=constant(7.0))
        assert norm.weight.tolist() == [3.0, 3.0]
        assert norm.bias.tolist() == [4.0, 4.0]
        assert norm._variance.tolist() == [1.0, 1.0]
        assert own.weight.item() == 7.0
        assert own.bias.item() == 4.0
    finally:
        init.set_global_initializer(None)
    assert nn.BatchNorm2D(2).weight.tolist() == [1.0, 1.0]


def test_half_precision_rounds_the_same_numbers():
    paddle.seed(5)
    single = draw(init.XavierUniform(), (3, 3))
    paddle.seed(5)
    half = paddle.create_parameter([3, 3], "float16").numpy()
    np.testing.assert_array_equal(half, single.astype("float16"))


def test_gains():
    assert init.calculate_gain("tanh") == pytest.approx(5 / 3)
    assert init.calculate_gain("relu") == pytest.approx(math.sqrt(2))
    assert init.calculate_gain("leaky_relu", 1.0) == pytest.approx(1.0)
    assert init.calculate_gain("conv2d") == 1.0
    with pytest.raises(ValueError, match="'foo' is not supported"):
        init.calculate_gain("foo")


def test_bad_input():
    with pytest.raises(ValueError, match="high must not be below low"):
        init.Uniform(1.0, 0.0)
    with pytest.raises(AssertionError, match="2 or more dims"):
        draw(init.Orthogonal(), (3,))
    with pytest.raises(AssertionError, match="3/4/5 dims"):
        draw(init.Dirac(), (3, 3))
    with pytest.raises(TypeError, match="value must be an array"):
        init.Assign(3)
    with pytest.raises(AssertionError, match="weight_init must be an Initializer"):
        init.set_global_initializer(3)


def test_a_custom_initializer_fills_in_place():
    class Ramp(init.Initializer):
        def forward(self, var, block=None):
            var.set_value(paddle.arange(4, dtype="float32"))
            return var

    assert draw(Ramp(), (4,)).tolist() == [0.0, 1.0, 2.0, 3.0]


def test_assign_of_another_size_gives_its_shape() -> None:
    assert draw(init.Assign([1.0, 2.0]), (3,)).tolist() == [1.0, 2.0]
