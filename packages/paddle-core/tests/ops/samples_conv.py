"""Sample records of ops/conv.yaml."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(42)


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _pads(
    x: Any, kernel: Sequence[int], strides: Sequence[int], paddings: Sequence[int], algorithm: str
) -> list[tuple[int, int]]:
    rank = len(kernel)
    if algorithm == "VALID":
        return [(0, 0)] * rank
    if algorithm == "SAME":
        totals = [
            max((-(-n // s) - 1) * s + k - n, 0)
            for n, k, s in zip(x.shape[2:], kernel, strides, strict=True)
        ]
        return [(total // 2, total - total // 2) for total in totals]
    if len(paddings) == rank:
        return [(p, p) for p in paddings]
    return list(zip(paddings[::2], paddings[1::2], strict=True))


def _conv(
    x: Any,
    w: Any,
    strides: Sequence[int],
    paddings: Sequence[int],
    algorithm: str,
    dilations: Sequence[int],
    groups: int,
    data_format: str,
) -> Any:
    if data_format.endswith("C"):
        channels_first = _conv(
            np.moveaxis(x, -1, 1), w, strides, paddings, algorithm, dilations, groups, "NCHW"
        )
        return np.moveaxis(channels_first, 1, -1)
    kernel = w.shape[2:]
    pads = _pads(x, kernel, strides, paddings, algorithm)
    x = np.pad(x, [(0, 0), (0, 0), *pads])
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    sizes = [(n - r) // s + 1 for n, r, s in zip(x.shape[2:], reach, strides, strict=True)]
    out = np.zeros((x.shape[0], w.shape[0], *sizes))
    per_group = w.shape[0] // groups
    for at in itertools.product(*map(range, sizes)):
        window = tuple(
            slice(i * s, i * s + r, d)
            for i, s, r, d in zip(at, strides, reach, dilations, strict=True)
        )
        for g in range(groups):
            seen = x[(slice(None), slice(g * w.shape[1], (g + 1) * w.shape[1]), *window)]
            filters = slice(g * per_group, (g + 1) * per_group)
            axes = list(range(1, x.ndim))
            out[(slice(None), filters, *at)] = np.tensordot(seen, w[filters], (axes, axes))
    return out


def _conv2d(
    x: Any,
    w: Any,
    strides: Sequence[int] = (1, 1),
    paddings: Sequence[int] = (0, 0),
    padding_algorithm: str = "EXPLICIT",
    dilations: Sequence[int] = (1, 1),
    groups: int = 1,
    data_format: str = "NCHW",
) -> Any:
    return _conv(x, w, strides, paddings, padding_algorithm, dilations, groups, data_format)


def _conv3d(
    x: Any,
    w: Any,
    strides: Sequence[int],
    paddings: Sequence[int],
    algorithm: str,
    groups: int,
    dilations: Sequence[int],
    data_format: str,
) -> Any:
    return _conv(x, w, strides, paddings, algorithm, dilations, groups, data_format)


def _conv_transpose(
    x: Any,
    w: Any,
    strides: Sequence[int],
    paddings: Sequence[int],
    output_padding: Sequence[int],
    output_size: Sequence[int],
    algorithm: str,
    groups: int,
    dilations: Sequence[int],
    data_format: str,
) -> Any:
    """Adds every element of x, times the filter, into the output."""
    if data_format.endswith("C"):
        channels_first = _conv_transpose(
            np.moveaxis(x, -1, 1), w, strides, paddings, output_padding, output_size, algorithm,
            groups, dilations, "NCHW",
        )  # fmt: skip
        return np.moveaxis(channels_first, 1, -1)
    kernel = w.shape[2:]
    pads = _pads(x, kernel, strides, paddings, algorithm)
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    sizes = [(n - 1) * s + r for n, s, r in zip(x.shape[2:], strides, reach, strict=True)]
    per_group = w.shape[1]
    grown = [n + s for n, s in zip(sizes, strides, strict=True)]  # room for output padding
    out = np.zeros((x.shape[0], per_group * groups, *grown))
    x_group = x.shape[1] // groups
    for at in itertools.product(*map(range, x.shape[2:])):
        window = tuple(
            slice(i * s, i * s + r, d)
            for i, s, r, d in zip(at, strides, reach, dilations, strict=True)
        )
        for g in range(groups):
            rows = slice(g * x_group, (g + 1) * x_group)
            to = (slice(None), slice(g * per_group, (g + 1) * per_group), *window)
            out[to] += np.tensordot(x[(slice(None), rows, *at)], w[rows], (1, 0))
    extra = output_padding or [0] * len(kernel)
    ends = [
        size if output_size else n - before - after + e
        for n, (before, after), e, size in zip(
            sizes, pads, extra, output_size or sizes, strict=True
        )
    ]
    keep = tuple(slice(b, b + end) for (b, _), end in zip(pads, ends, strict=True))
    return out[(slice(None), slice(None), *keep)]


_ONE, _NONE = [1, 1], [0, 0]
_IMAGE = (_array(1, 2, 5, 5), _array(2, 2, 3, 3))

RECORDS: list[Record] = [
    record(
        "conv2d",
        _C_ops.conv2d,
        _conv2d,
        [
            sample(_array(2, 3, 5, 6), _array(4, 3, 3, 2)),
            sample(_array(2, 4, 5, 6), _array(6, 2, 3, 3), [2, 1], [1, 2], "EXPLICIT", [1, 2], 2),
            sample(_array(2, 2, 7, 6), _array(3, 2, 3, 3), [2, 2], [1, 0, 2, 1]),
            sample(_array(2, 6, 5, 2), _array(3, 2, 3, 3), [2, 1], _ONE, data_format="NHWC"),
            sample(_array(1, 2, 5, 6), _array(3, 2, 3, 3), [2, 2], _NONE, "SAME"),
            sample(_array(1, 2, 5, 6), _array(3, 2, 3, 3), [1, 2], [5, 5], "VALID"),
            sample(_array(2, 3, 4, 4), _array(2, 3, 1, 1)),
            sample(_array(0, 3, 4, 4), _array(2, 3, 1, 1)),
        ],
        dtypes=ALL_FLOATS[2:],
        covers=("conv_grad_input", "conv_grad_filter"),
        errors=[
            Error(ValueError, "conv2d.*strides", (*_IMAGE, [0, 1])),
            Error(ValueError, "conv2d.*paddings", (*_IMAGE, _ONE, [-1, 0])),
            Error(ValueError, "conv2d.*paddings", (*_IMAGE, _ONE, [0, 0, 0])),
            Error(ValueError, "conv2d.*dilations", (*_IMAGE, _ONE, _NONE, "EXPLICIT", [1, 2**40])),
            Error(ValueError, "conv2d.*groups", (*_IMAGE, _ONE, _NONE, "EXPLICIT", _ONE, 0)),
            Error(ValueError, "conv2d.*channels", (_array(1, 3, 5, 5), _IMAGE[1])),
            Error(ValueError, "conv2d.*window", (_array(1, 2, 2, 5), _IMAGE[1])),
            Error(ValueError, "conv2d.*padding_algorithm", (*_IMAGE, _ONE, _NONE, "OTHER")),
            Error(ValueError, "conv2d.*4 or 5 axes", (_array(2, 5, 5), _IMAGE[1])),
            Error(
                ValueError,
                "conv2d.*data_format",
                (*_IMAGE, _ONE, _NONE, "EXPLICIT", _ONE, 1, "NCDHW"),
            ),
        ],
    ),
    record(
        "depthwise_conv2d",
        _C_ops.depthwise_conv2d,
        lambda x, w, strides, paddings, algorithm, groups, dilations, data_format: _conv(
            x, w, strides, paddings, algorithm, dilations, groups, data_format
        ),
        [
            sample(
                _array(2, 3, 5, 5), _array(3, 1, 3, 3), [2, 1], _ONE, "EXPLICIT", 3, _ONE, "NCHW"
            ),
            sample(_array(2, 5, 5, 2), _array(4, 1, 3, 3), _ONE, _ONE, "EXPLICIT", 2, _ONE, "NHWC"),
        ],
    ),
    record(
        "conv3d",
        _C_ops.conv3d,
        _conv3d,
        [
            sample(
                _array(1, 2, 3, 4, 3),
                _array(2, 2, 2, 2, 2),
                [1, 2, 1],
                [1, 0, 1],
                "EXPLICIT",
                1,
                [1, 1, 1],
                "NCDHW",
            ),
            sample(
                _array(1, 3, 3, 4, 4),
                _array(2, 2, 2, 2, 1),
                [1, 1, 2],
                [0, 1, 0],
                "EXPLICIT",
                2,
                [1, 2, 1],
                "NDHWC",
            ),
        ],
    ),
    record(
        "conv",
        _C_ops.conv,
        _conv,
        [sample(_array(2, 3, 5, 4), _array(2, 3, 2, 2), _ONE, _ONE, "EXPLICIT", _ONE, 1, "NCHW")],
    ),
    record(
        "conv2d_transpose",
        _C_ops.conv2d_transpose,
        _conv_transpose,
        [
            sample(
                _array(2, 3, 4, 3),
                _array(3, 2, 3, 3),
                [2, 1],
                [1, 0],
                [],
                [],
                "EXPLICIT",
                1,
                _ONE,
                "NCHW",
            ),
            sample(
                _array(2, 4, 4, 3),
                _array(4, 2, 3, 2),
                [2, 2],
                [1, 0],
                [1, 0],
                [],
                "EXPLICIT",
                2,
                _ONE,
                "NCHW",
            ),
            sample(
                _array(1, 2, 3, 3),
                _array(2, 2, 3, 3),
                [2, 2],
                [0, 1],
                [],
                [8, 6],
                "EXPLICIT",
                1,
                _ONE,
                "NCHW",
            ),
            sample(
                _array(1, 3, 3, 2),
                _array(2, 2, 2, 2),
                [3, 2],
                [0, 1],
                [],
                [],
                "EXPLICIT",
                1,
                [2, 1],
                "NHWC",
            ),
        ],
        covers=("conv_transpose_grad_x", "conv_transpose_grad_filter"),
        errors=[
            Error(
                ValueError,
                "conv2d_transpose.*output_size",
                (*_IMAGE, [2, 2], _NONE, [], [99, 9], "EXPLICIT", 1, _ONE, "NCHW"),
            ),
            Error(
                ValueError,
                "conv2d_transpose.*output_padding",
                (*_IMAGE, [2, 2], _NONE, [2, 0], [], "EXPLICIT", 1, _ONE, "NCHW"),
            ),
            Error(
                ValueError,
                "conv2d_transpose.*output would have",
                (*_IMAGE, _ONE, [9, 9], [], [], "EXPLICIT", 1, _ONE, "NCHW"),
            ),
        ],
    ),
    record(
        "depthwise_conv2d_transpose",
        _C_ops.depthwise_conv2d_transpose,
        _conv_transpose,
        [
            sample(
                _array(2, 3, 4, 3),
                _array(3, 1, 3, 3),
                [2, 1],
                [1, 0],
                [],
                [],
                "EXPLICIT",
                3,
                _ONE,
                "NCHW",
            )
        ],
    ),
    record(
        "conv3d_transpose",
        _C_ops.conv3d_transpose,
        _conv_transpose,
        [
            sample(
                _array(1, 2, 2, 3, 2),
                _array(2, 2, 2, 2, 2),
                [2, 1, 1],
                [0, 1, 0],
                [],
                [],
                "EXPLICIT",
                1,
                [1, 1, 1],
                "NCDHW",
            )
        ],
    ),
    record(
        "conv_transpose",
        _C_ops.conv_transpose,
        _conv_transpose,
        [
            sample(
                _array(1, 2, 3, 3),
                _array(2, 2, 3, 3),
                _ONE,
                _ONE,
                [],
                [],
                "EXPLICIT",
                1,
                _ONE,
                "NCHW",
            )
        ],
    ),
]
