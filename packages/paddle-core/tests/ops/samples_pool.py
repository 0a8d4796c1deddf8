"""Sample records of ops/pool.yaml."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from paddle import _C_ops
from paddle._testing import ALL_FLOATS, Error, Record, record, sample

_random = np.random.default_rng(43)


def _array(*shape: int) -> np.ndarray:
    """Elements that are all different, so that maxima do not move in finite differences."""
    size = math.prod(shape)
    return (_random.permutation(size).reshape(shape) - size / 2) / 8.0


def _spans(
    size: int, kernel: int, stride: int, pads: tuple[int, int], ceil: bool, adaptive: bool
) -> list[tuple[int, int, int]]:
    """Start and end of each window inside the axis, and its share of a not exclusive divisor."""
    if adaptive:
        bounds = [(i * size // kernel, -(-(i + 1) * size // kernel)) for i in range(kernel)]
        return [(start, end, end - start) for start, end in bounds]
    room = size + sum(pads) - kernel
    count = (-(-room // stride) if ceil else room // stride) + 1
    spans = []
    for i in range(count):
        start = i * stride - pads[0]
        stop = min(start + kernel, size + pads[0])
        spans.append((max(start, 0), min(stop, size), stop - start))
    return spans


def _windows(
    x: Any,
    kernel: Sequence[int],
    strides: Sequence[int],
    paddings: Sequence[int],
    ceil: bool,
    adaptive: bool,
    algorithm: str = "EXPLICIT",
) -> list[list[tuple[int, int, int]]]:
    rank = len(kernel)
    pads = [(p, p) for p in paddings]
    if len(paddings) == 2 * rank:
        pads = list(zip(paddings[::2], paddings[1::2], strict=True))
    if algorithm == "SAME":
        totals = [
            max((-(-n // s) - 1) * s + k - n, 0)
            for n, k, s in zip(x.shape[2:], kernel, strides, strict=True)
        ]
        pads = [(t // 2, t - t // 2) for t in totals]
    return [
        _spans(n, k, s, p, ceil, adaptive)
        for n, k, s, p in zip(x.shape[2:], kernel, strides, pads, strict=True)
    ]


def _reduce(
    x: Any, spans: list[list[tuple[int, int, int]]], of_window: Callable[[Any, int], Any]
) -> Any:
    out = np.zeros((*x.shape[:2], *(len(axis) for axis in spans)))
    for at in itertools.product(*(range(len(axis)) for axis in spans)):
        chosen = [axis[i] for axis, i in zip(spans, at, strict=True)]
        window = x[(..., *(slice(start, end) for start, end, _ in chosen))]
        flat = window.reshape(*x.shape[:2], -1)
        out[(slice(None), slice(None), *at)] = of_window(flat, math.prod(n for *_, n in chosen))
    return out


def _pool(
    x: Any,
    kernel: Sequence[int],
    strides: Sequence[int],
    paddings: Sequence[int],
    ceil_mode: bool,
    exclusive: bool,
    data_format: str,
    pooling_type: str,
    global_pooling: bool,
    adaptive: bool,
    algorithm: str,
) -> Any:
    if data_format.endswith("C"):
        moved = np.moveaxis(x, -1, 1)
        out = _pool(
            moved, kernel, strides, paddings, ceil_mode, exclusive, "NCHW", pooling_type,
            global_pooling, adaptive, algorithm,
        )  # fmt: skip
        return np.moveaxis(out, 1, -1)
    if global_pooling:
        kernel, paddings = x.shape[2:], [0] * len(kernel)
    spans = _windows(x, kernel, strides, paddings, ceil_mode, adaptive, algorithm)

    def of_window(flat: Any, divisor: int) -> Any:
        if pooling_type == "max":
            return flat.max(-1)
        return flat.sum(-1) / (flat.shape[-1] if exclusive or adaptive else divisor)

    return _reduce(x, spans, of_window)


def _max_with_index(
    x: Any,
    kernel: Sequence[int],
    strides: Sequence[int],
    paddings: Sequence[int],
    global_pooling: bool = False,
    adaptive: bool = False,
    ceil_mode: bool = False,
) -> Any:
    spans = _windows(x, kernel, strides, paddings, ceil_mode, adaptive)
    positions = np.broadcast_to(np.arange(math.prod(x.shape[2:])).reshape(x.shape[2:]), x.shape)
    pairs = np.stack([x, positions], -1)
    out = _reduce(x, spans, lambda flat, _: flat.max(-1))
    mask = np.zeros(out.shape, "int32")
    for index in np.ndindex(*out.shape):
        mask[index] = positions[index[:2]][pairs[index[:2]][..., 0] == out[index]][0]
    return out, mask


def _plane_gather(x: Any, indices: Any) -> Any:
    planes = x.reshape(*x.shape[:2], -1)
    flat = indices.reshape(*indices.shape[:2], -1)
    return np.take_along_axis(planes, flat, -1).reshape(indices.shape)


def _plane_scatter(x: Any, values: Any, indices: Any) -> Any:
    out = np.zeros(x.shape)
    for index in np.ndindex(*indices.shape):
        out[index[:2]].reshape(-1)[indices[index]] += values[index]
    return out


def _settings(**changes: Any) -> tuple[Any, ...]:
    settings = {
        "kernel": [3, 2], "strides": [2, 1], "paddings": [1, 0], "ceil": False, "exclusive": True,
        "format": "NCHW", "type": "max", "global": False, "adaptive": False, "how": "EXPLICIT",
    }  # fmt: skip
    return tuple({**settings, **changes}.values())


_CASES = [
    {"type": kind, **case}
    for kind in ("max", "avg")
    for case in (
        {}, {"ceil": True}, {"exclusive": False}, {"global": True}, {"adaptive": True},
        {"how": "SAME"}, {"format": "NHWC"}, {"paddings": [1, 0, 0, 1]},
    )
]  # fmt: skip
_UNPOOLED = np.array([[[[0, 3], [9, 14]], [[5, 2], [8, 15]]]])
_CUBE = ([2, 2, 2], [1, 2, 2], [0, 1, 0])

RECORDS: list[Record] = [
    record(
        "pool2d",
        _C_ops.pool2d,
        _pool,
        [sample(_array(2, 3, 5, 6), *_settings(**case)) for case in _CASES],
        dtypes=ALL_FLOATS[2:],
        covers=("pool_grad",),
        errors=[
            Error(
                ValueError, "pool2d.*kernel_size", (_array(1, 1, 4, 4), *_settings(kernel=[0, 1]))
            ),
            Error(ValueError, "pool2d.*strides", (_array(1, 1, 4, 4), *_settings(strides=[1, -1]))),
            Error(
                ValueError, "pool2d.*paddings", (_array(1, 1, 4, 4), *_settings(paddings=[-1, 0]))
            ),
            Error(ValueError, "pool2d.*window", (_array(1, 1, 4, 4), *_settings(kernel=[9, 9]))),
            Error(ValueError, "pool2d.*pooling_type", (_array(1, 1, 4, 4), *_settings(type="sum"))),
            Error(ValueError, "pool2d.*empty", (np.zeros((1, 1, 0, 4)), *_settings())),
        ],
    ),
    record(
        "pool3d",
        _C_ops.pool3d,
        _pool,
        [
            sample(
                _array(1, 2, 3, 4, 5), *_CUBE, False, True, "NCDHW", kind, False, False, "EXPLICIT"
            )
            for kind in ("max", "avg")
        ],
    ),
    record(
        "pool_gather",
        lambda x, values: _C_ops.pool_gather(x, values, *_settings()),
        lambda x, values: _plane_gather(values, _max_with_index(x, [3, 2], [2, 1], [1, 0])[1]),
        [sample(_array(2, 3, 5, 6), _array(2, 3, 5, 6))],
    ),
    record(
        "max_pool2d_with_index",
        _C_ops.max_pool2d_with_index,
        _max_with_index,
        [
            sample(_array(2, 3, 5, 6), [2, 3], [2, 2], [1, 1]),
            sample(_array(2, 3, 5, 6), [2, 4], [1, 1], [0, 0], False, True),
            sample(_array(2, 3, 5, 6), [2, 2], [2, 2], [0, 0], False, False, True),
        ],
        errors=[
            Error(ValueError, "max_pool2d_with_index", (_array(2, 3, 5), [2, 3], [2, 2], [1, 1]))
        ],
    ),
    record(
        "max_pool3d_with_index",
        _C_ops.max_pool3d_with_index,
        _max_with_index,
        [sample(_array(1, 2, 3, 4, 5), *_CUBE)],
    ),
    record(
        "plane_scatter",
        _C_ops.plane_scatter,
        _plane_scatter,
        [sample(_array(1, 2, 4, 4), _array(1, 2, 2, 2), _UNPOOLED)],
    ),
    record(
        "plane_gather",
        _C_ops.plane_gather,
        _plane_gather,
        [sample(_array(1, 2, 4, 4), _UNPOOLED)],
        errors=[
            Error(IndexError, "plane_gather.*99", (_array(1, 2, 4, 4), np.full((1, 2, 1, 1), 99)))
        ],
    ),
    record(
        "unpool",
        _C_ops.unpool,
        lambda x, indices, *_: _plane_scatter(np.zeros((1, 2, 4, 4)), x, indices),
        [
            sample(_array(1, 2, 2, 2), _UNPOOLED, [2, 2], [2, 2], [0, 0], [4, 4], "NCHW"),
            sample(_array(1, 2, 2, 2), _UNPOOLED, [2, 2], [2, 2], [0, 0], [], "NCHW"),
        ],
        errors=[
            Error(
                IndexError,
                "unpool.*index 9",
                (_array(1, 2, 2, 2), _UNPOOLED, [2, 2], [2, 2], [0, 0], [2, 4], "NCHW"),
            )
        ],
    ),
    record(
        "unpool3d",
        _C_ops.unpool3d,
        lambda x, indices, *_: _plane_scatter(np.zeros((1, 1, 1, 4, 4)), x, indices),
        [
            sample(
                _array(1, 1, 1, 2, 2),
                _UNPOOLED[:, :1, None],
                [1, 2, 2],
                [1, 2, 2],
                [0, 0, 0],
                [1, 4, 4],
                "NCDHW",
            )
        ],
    ),
]
