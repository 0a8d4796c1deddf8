"""Sample records of ops/nn.yaml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.special
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(45)
_IDS = np.array([[0, 3], [1, 4]])


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _embedding(x: Any, weight: Any, padding_idx: int = -1, sparse: bool = False) -> Any:
    rows = weight[x]
    return rows * (x != padding_idx)[..., None] if padding_idx >= 0 else rows


def _channels_first(x: Any, data_format: str) -> Any:
    return np.moveaxis(x, -1, 1) if data_format == "NHWC" else x


def _channels_back(x: Any, data_format: str) -> Any:
    return np.moveaxis(x, 1, -1) if data_format == "NHWC" else x


def _pixel_shuffle(x: Any, r: int, data_format: str = "NCHW") -> Any:
    x = _channels_first(x, data_format)
    n, c, h, w = x.shape
    x = x.reshape(n, c // r**2, r, r, h, w).transpose(0, 1, 4, 2, 5, 3)
    return _channels_back(x.reshape(n, c // r**2, h * r, w * r), data_format)


def _pixel_unshuffle(x: Any, r: int, data_format: str = "NCHW") -> Any:
    x = _channels_first(x, data_format)
    n, c, h, w = x.shape
    x = x.reshape(n, c, h // r, r, w // r, r).transpose(0, 1, 3, 5, 2, 4)
    return _channels_back(x.reshape(n, c * r**2, h // r, w // r), data_format)


def _channel_shuffle(x: Any, groups: int, data_format: str = "NCHW") -> Any:
    x = _channels_first(x, data_format)
    n, c, h, w = x.shape
    x = x.reshape(n, groups, c // groups, h, w).swapaxes(1, 2).reshape(n, c, h, w)
    return _channels_back(x, data_format)


def _channel_unshuffle(x: Any, groups: int, data_format: str = "NCHW") -> Any:
    channels = x.shape[-1 if data_format == "NHWC" else 1]
    return _channel_shuffle(x, channels // groups, data_format)


def _pad(x: Any, paddings: Sequence[int], value: float = 0.0) -> Any:
    pairs = list(zip(paddings[::2], paddings[1::2], strict=True))
    return np.pad(x, pairs, constant_values=value) if pairs else x


def _pad3d(x: Any, paddings: Sequence[int], mode: str, value: float, data_format: str) -> Any:
    pairs = list(zip(paddings[::2], paddings[1::2], strict=True))[::-1]
    pairs = [(0, 0), *pairs, (0, 0)] if data_format.endswith("C") else [(0, 0), (0, 0), *pairs]
    if mode == "constant":
        return np.pad(x, pairs, constant_values=value)
    return np.pad(x, pairs, {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}[mode])


def _unfold_matrix(
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    paddings: Sequence[int],
    dilations: Sequence[int],
) -> Any:
    """Which pixel each (tap, window) sees: a matrix of ones [taps, windows, height, width]."""
    top, left, bottom, right = paddings if len(paddings) == 4 else [*paddings, *paddings]
    height, width = sizes
    rows = (height + top + bottom - dilations[0] * (kernel[0] - 1) - 1) // strides[0] + 1
    columns = (width + left + right - dilations[1] * (kernel[1] - 1) - 1) // strides[1] + 1
    seen = np.zeros((kernel[0] * kernel[1], rows * columns, height, width))
    for tap, window in np.ndindex(*seen.shape[:2]):
        y = window // columns * strides[0] - top + tap // kernel[1] * dilations[0]
        x = window % columns * strides[1] - left + tap % kernel[1] * dilations[1]
        if 0 <= y < height and 0 <= x < width:
            seen[tap, window, y, x] = 1
    return seen


def _unfold(x: Any, *window: Any) -> Any:
    columns = np.einsum("nchi,twhi->nctw", x, _unfold_matrix(x.shape[2:], *window))
    return columns.reshape(x.shape[0], -1, columns.shape[-1])


def _fold(x: Any, sizes: Sequence[int], kernel: Sequence[int], *window: Any) -> Any:
    seen = _unfold_matrix(sizes, kernel, *window)
    split = x.reshape(x.shape[0], -1, seen.shape[0], x.shape[-1])
    return np.einsum("nctw,twhi->nchi", split, seen)


def _taps(i: int, ratio: float, size: int, mode: str, corners: bool, align_mode: int) -> Any:
    """Source positions and weights of one result position along an axis."""
    if mode == "nearest":
        return [(min(int(ratio * i + (0.5 if corners else 0.0)), size - 1), 1.0)]
    if mode == "linear":
        half_pixel = align_mode == 0 and not corners
        exact = max(ratio * (i + 0.5) - 0.5, 0.0) if half_pixel else ratio * i
        low = min(int(exact), size - 1)
        return [(low, 1 - (exact - low)), (min(low + 1, size - 1), exact - low)]
    exact = ratio * i if corners else ratio * (i + 0.5) - 0.5
    low, a = int(np.floor(exact)), -0.75
    weights = []
    for k in range(-1, 3):
        d = abs(exact - (low + k))
        near = ((a + 2) * d - (a + 3)) * d * d + 1
        far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
        weights.append((min(max(low + k, 0), size - 1), near if d <= 1 else far))
    return weights


def _interpolate(
    x: Any,
    size: Sequence[int],
    scale: Sequence[float],
    mode: str,
    corners: bool,
    align_mode: int,
    data_format: str,
) -> Any:
    first = 1 if data_format.endswith("C") else 2
    for i, count in enumerate(size):
        source = x.shape[first + i]
        if corners:
            ratio = (source - 1) / (count - 1) if count > 1 else 0.0
        else:
            ratio = 1 / scale[i] if scale else source / count
        matrix = np.zeros((count, source))
        for j in range(count):
            taps = _taps(j, float(np.float32(ratio)), source, mode, corners, align_mode)
            for at, weight in taps:
                matrix[j, at] += weight
        x = np.moveaxis(np.tensordot(matrix, x, (1, first + i)), 0, first + i)
    return x


def _kept(x: Any, p: float, mode: str = "upscale_in_train", is_test: bool = False) -> Any:
    """Dropout with a seed of its own, so that every call drops the same elements."""
    return _C_ops.dropout(x, None, p, is_test, mode, 5, True)[0]


RECORDS: list[Record] = [
    record(
        "softmax",
        _C_ops.softmax,
        lambda x, axis=-1: scipy.special.softmax(x, axis),
        [
            sample(_array(3, 4, 5)),
            sample(_array(3, 4, 5), 0),
            sample(_array(3, 4, 5), 1),
            sample(_array()),
            sample(10 * _array(2, 100)),
        ],
        dtypes=ALL_FLOATS,
        inplace=_C_ops.softmax_,
        covers=("softmax_grad",),
        errors=[Error(ValueError, "softmax", (_array(2, 3), 2))],
    ),
    record(
        "log_softmax",
        _C_ops.log_softmax,
        lambda x, axis=-1: scipy.special.log_softmax(x, axis),
        [sample(_array(3, 4, 5)), sample(_array(3, 4, 5), 1), sample(_array(2, 100))],
        dtypes=ALL_FLOATS,
        covers=("log_softmax_grad",),
        errors=[Error(ValueError, "log_softmax", (_array(2, 3), -3))],
    ),
    record(
        "embedding",
        _C_ops.embedding,
        _embedding,
        [
            sample(_IDS, _array(5, 3)),
            sample(_IDS.astype("int32"), _array(5, 3), 3),
            sample(np.array(2), _array(5, 3)),
        ],
        dtypes=ALL_FLOATS,
        covers=("embedding_grad",),
        errors=[
            Error(ValueError, "embedding.*got 5", (np.array([5]), _array(5, 3))),
            Error(ValueError, "embedding.*got -1", (np.array([-1]), _array(5, 3))),
            Error(ValueError, "embedding.*2 axes", (np.array([1]), _array(5))),
        ],
    ),
    record(
        "dropout",
        _kept,
        None,
        [sample(_array(4, 6), 0.3), sample(_array(4, 6), 0.5, "downscale_in_infer")],
        covers=("dropout_grad",),
        errors=[
            Error(ValueError, "dropout.*p must", (_array(3), 1.5)),
            Error(ValueError, "dropout.*mode", (_array(3), 0.5, "other")),
        ],
    ),
    record(
        "one_hot",
        _C_ops.one_hot,
        lambda x, n: np.eye(n)[x],
        [sample(np.array([0, 2, 1]), 3), sample(np.array([[1]], "int32"), 4)],
        dtypes=("float32",),
        gradient=False,
        errors=[
            Error(ValueError, "one_hot.*got 3", (np.array([3]), 3)),
            Error(ValueError, "one_hot.*num_classes", (np.array([0]), 0)),
        ],
    ),
    record(
        "pixel_shuffle",
        _C_ops.pixel_shuffle,
        _pixel_shuffle,
        [sample(_array(2, 8, 2, 3), 2), sample(_array(1, 2, 3, 9), 3, "NHWC")],
        errors=[Error(ValueError, "pixel_shuffle.*multiple", (_array(1, 3, 2, 2), 2))],
    ),
    record(
        "pixel_unshuffle",
        _C_ops.pixel_unshuffle,
        _pixel_unshuffle,
        [sample(_array(2, 2, 4, 6), 2), sample(_array(1, 4, 6, 2), 2, "NHWC")],
        errors=[Error(ValueError, "pixel_unshuffle.*height", (_array(1, 3, 3, 2), 2))],
    ),
    record(
        "channel_shuffle",
        _C_ops.channel_shuffle,
        _channel_shuffle,
        [sample(_array(1, 6, 2, 2), 2), sample(_array(1, 2, 2, 6), 3, "NHWC")],
        errors=[Error(ValueError, "channel_shuffle.*multiple", (_array(1, 6, 2, 2), 4))],
    ),
    record(
        "channel_unshuffle",
        _C_ops.channel_unshuffle,
        _channel_unshuffle,
        [sample(_array(1, 6, 2, 2), 2)],
    ),
    record(
        "pad",
        _C_ops.pad,
        _pad,
        [
            sample(_array(2, 3), [1, 0, 0, 2], 1.5),
            sample(_array(2), [0, 0]),
            sample(_array(), []),
            sample(_IDS, [0, 1, 1, 0], 7.0),
        ],
        covers=("pad_grad",),
        errors=[
            Error(ValueError, "pad.*paddings", (_array(2, 3), [1, 0, 0])),
            Error(ValueError, "pad.*paddings", (_array(2, 3), [1, 0, 0, -1])),
        ],
    ),
    record(
        "pad3d",
        _C_ops.pad3d,
        _pad3d,
        [
            sample(_array(2, 2, 3, 3), [1, 2, 0, 1], mode, 0.5, "NCHW")
            for mode in ("constant", "reflect", "replicate", "circular")
        ]
        + [
            sample(_array(1, 3, 3, 2, 2), [1, 1, 0, 1, 1, 0], mode, 0.0, "NDHWC")
            for mode in ("constant", "reflect", "replicate", "circular")
        ]
        + [sample(_array(1, 2, 4), [3, 1], "reflect", 0.0, "NCL")],
        covers=("pad3d_grad",),
        errors=[
            Error(ValueError, "pad3d.*reflect", (_array(1, 1, 3), [3, 0], "reflect", 0.0, "NCL")),
            Error(ValueError, "pad3d.*circular", (_array(1, 1, 3), [4, 0], "circular", 0.0, "NCL")),
            Error(ValueError, "pad3d.*mode", (_array(1, 1, 3), [1, 0], "other", 0.0, "NCL")),
        ],
    ),
    record(
        "unfold",
        _C_ops.unfold,
        _unfold,
        [
            sample(_array(2, 3, 4, 5), [2, 3], [2, 1], [1, 0, 1, 1], [1, 1]),
            sample(_array(1, 2, 5, 5), [2, 2], [1, 2], [0, 1], [2, 1]),
        ],
        covers=("unfold_grad",),
        errors=[
            Error(
                ValueError, "unfold.*window", (_array(1, 1, 2, 2), [3, 3], [1, 1], [0, 0], [1, 1])
            ),
        ],
    ),
    record(
        "fold",
        _C_ops.fold,
        _fold,
        [sample(_array(2, 18, 12), [4, 5], [2, 3], [2, 1], [1, 0, 1, 1], [1, 1])],
        errors=[
            Error(
                ValueError,
                "fold.*windows",
                (_array(1, 4, 5), [3, 3], [2, 2], [1, 1], [0, 0], [1, 1]),
            ),
        ],
    ),
    record(
        "interpolate",
        _C_ops.interpolate,
        _interpolate,
        [
            sample(_array(1, 2, 4, 5), [7, 3], [], mode, corners, align_mode, "NCHW")
            for mode in ("nearest", "linear", "bicubic")
            for corners in (False, True)
            for align_mode in (0, 1)
        ]
        + [
            sample(_array(1, 2, 2, 2, 3), [3, 4, 2], [1.5, 2.0, 1.0], "linear", False, 0, "NDHWC"),
            sample(_array(1, 2, 5), [8], [], "linear", True, 0, "NCL"),
        ],
        covers=("interpolate_grad",),
        errors=[
            Error(
                ValueError,
                "interpolate.*size",
                (_array(1, 1, 3), [0], [], "linear", True, 0, "NCL"),
            ),
            Error(
                ValueError, "interpolate.*mode", (_array(1, 1, 3), [2], [], "cubic", True, 0, "NCL")
            ),
            Error(
                ValueError,
                "interpolate.*scale",
                (_array(1, 1, 3), [2], [-1.0], "linear", True, 0, "NCL"),
            ),
        ],
    ),
]
