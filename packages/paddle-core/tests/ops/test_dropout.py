"""Dropout draws what Paddle draws, and scales as its modes say."""

from __future__ import annotations

import numpy as np
import paddle
from paddle import _C_ops

# What paddlepaddle 2.6.2 keeps after paddle.seed(7) with p = 0.3.
_KEPT = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0]


def _dropout(p: float, is_test: bool, mode: str) -> tuple[np.ndarray, list[int]]:
    paddle.seed(7)
    out, mask = _C_ops.dropout(paddle.ones([4, 6]), None, p, is_test, mode, 0, False)
    return out.numpy().ravel(), mask.numpy().ravel().tolist()


def test_mask_of_the_seed() -> None:
    out, mask = _dropout(0.3, False, "upscale_in_train")
    assert mask == _KEPT
    np.testing.assert_allclose(out, np.array(_KEPT) / 0.7, rtol=1e-6)


def test_downscale_in_infer() -> None:
    out, mask = _dropout(0.3, False, "downscale_in_infer")
    assert mask == _KEPT
    assert out.tolist() == _KEPT
    out, _ = _dropout(0.3, True, "downscale_in_infer")
    np.testing.assert_allclose(out, np.full(24, 0.7), rtol=1e-6)


def test_inference_keeps_everything() -> None:
    out, mask = _dropout(0.3, True, "upscale_in_train")
    assert mask == [1] * 24
    assert out.tolist() == [1.0] * 24


def test_p_of_one_drops_everything_and_draws_nothing() -> None:
    out, _ = _dropout(1.0, False, "upscale_in_train")
    assert out.tolist() == [0.0] * 24
    _, mask = _C_ops.dropout(paddle.ones([4, 6]), None, 0.3, False, "upscale_in_train", 0, False)
    assert mask.numpy().ravel().tolist() == _KEPT


def test_mean_of_many() -> None:
    out, mask = _C_ops.dropout(
        paddle.ones([100000]), None, 0.25, False, "upscale_in_train", 3, True
    )
    assert abs(mask.numpy().mean() - 0.75) < 0.01
    assert abs(float(out.numpy().mean()) - 1.0) < 0.01
