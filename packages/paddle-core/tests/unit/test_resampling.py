"""Resizing of images and windows as columns, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F

RANDOM = np.random.default_rng(3)


def linear_along(x: np.ndarray, axis: int, count: int, corners: bool) -> np.ndarray:
    """Linear interpolation along one axis of elements that are areas, or of aligned corners.

    The ratio of sizes is a float32, as in Paddle.
    """
    old = x.shape[axis]
    ratio = float(np.float32((old - 1) / (count - 1) if corners else old / count))
    at = np.arange(count) * ratio if corners else (np.arange(count) + 0.5) * ratio - 0.5
    at = np.clip(at, 0, old - 1)
    low = np.floor(at).astype(int)
    high = np.minimum(low + 1, old - 1)
    shape = [1] * x.ndim
    shape[axis] = count
    share = (at - low).reshape(shape)
    return x.take(low, axis) * (1 - share) + x.take(high, axis) * share


@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize(
    ("mode", "data_format", "sizes"),
    [
        ("linear", "NCW", [7]),
        ("linear", "NWC", [7]),
        ("bilinear", "NCHW", [7, 2]),
        ("bilinear", "NHWC", [7, 2]),
        ("trilinear", "NCDHW", [2, 5, 6]),
    ],
)
def test_linear_modes(mode: str, data_format: str, sizes: list[int], corners: bool) -> None:
    x = RANDOM.normal(size=(2, 4, 4, 3, 5)[: len(sizes) + 2])
    first = 1 if data_format.endswith("C") else 2
    wanted = x
    for i, size in enumerate(sizes):
        wanted = linear_along(wanted, first + i, size, corners)
    found = F.interpolate(
        paddle.to_tensor(x), sizes, mode=mode, align_corners=corners, data_format=data_format
    )
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("sizes", [{"scale_factor": 2}, {"size": [4, 6]}, {"scale_factor": [2, 2]}])
def test_nearest(sizes: dict[str, Any]) -> None:
    x = RANDOM.normal(size=(1, 2, 2, 3))
    found = F.upsample(paddle.to_tensor(x), **sizes)
    np.testing.assert_array_equal(found.numpy(), x.repeat(2, 2).repeat(2, 3))


@pytest.mark.parametrize("data_format", ["NCHW", "NHWC"])
def test_area(data_format: str) -> None:
    x = RANDOM.normal(size=(1, 2, 4, 6))
    given = x if data_format == "NCHW" else x.transpose(0, 2, 3, 1)
    found = F.interpolate(paddle.to_tensor(given), [2, 3], mode="area", data_format=data_format)
    wanted = x.reshape(1, 2, 2, 2, 3, 2).mean((3, 5))
    wanted = wanted if data_format == "NCHW" else wanted.transpose(0, 2, 3, 1)
    np.testing.assert_allclose(found.numpy(), wanted)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({}, "One of size and scale_factor"),
        ({"size": 2, "scale_factor": 2}, "Only one of size"),
        ({"size": 2, "mode": "cubic"}, "mode must be one of"),
        ({"size": 2, "mode": "linear"}, "takes"),
        ({"size": [2, 2, 2]}, "size needs 2 numbers"),
        ({"scale_factor": -1.0}, "must be positive"),
        ({"size": 2, "align_corners": True}, "align_corners has no meaning"),
        ({"size": 2, "data_format": "NCDHW"}, "data_format must be one of"),
        ({"size": 2, "mode": "bilinear", "align_mode": 2}, "align_mode must be"),
    ],
)
def test_interpolate_refuses(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        F.interpolate(paddle.ones([1, 1, 3, 3]), **arguments)


def test_fold_undoes_unfold() -> None:
    x = RANDOM.normal(size=(2, 3, 6, 4))
    tensor = paddle.to_tensor(x)
    columns = paddle.nn.Unfold([3, 2], strides=[3, 2])(tensor)
    windows = x.reshape(2, 3, 2, 3, 2, 2).transpose(0, 1, 3, 5, 2, 4)
    np.testing.assert_array_equal(columns.numpy(), windows.reshape(2, 18, 4))
    back = paddle.nn.Fold([6, 4], [3, 2], strides=[3, 2])(columns)
    np.testing.assert_array_equal(back.numpy(), x)


def test_layers_show_their_settings() -> None:
    assert str(paddle.nn.Unfold(2)) == "Unfold(kernel_size=2, dilation=1, padding=0, stride=1)"
    assert str(paddle.nn.UpsamplingNearest2D(scale_factor=2)) == (
        "UpsamplingNearest2D(scale_factor=2, data_format=NCHW)"
    )
