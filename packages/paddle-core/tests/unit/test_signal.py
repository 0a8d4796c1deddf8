"""Frames of signals and short-time Fourier transforms: values against SciPy, gradients, errors."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import paddle
import pytest
import scipy.fft
import scipy.signal

_random = np.random.default_rng(29)
SIGNAL = _random.standard_normal((2, 50))


def _reference(
    x: Any, n_fft: int, hop: int, window: Any, center: bool, mode: str, norm: str, onesided: bool
) -> Any:
    """Spectra [batch, points, frames] from frames cut out one by one."""
    if center:
        x = np.pad(x, ((0, 0), (n_fft // 2, n_fft // 2)), mode)
    starts = range(0, x.shape[1] - n_fft + 1, hop)
    frames = np.stack([x[:, start : start + n_fft] * window for start in starts], axis=-1)
    transform = scipy.fft.rfft if onesided else scipy.fft.fft
    return transform(frames, axis=1, norm=norm)


@pytest.mark.parametrize("n_fft", [8, 9])
@pytest.mark.parametrize("hop", [1, 3, 8])
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("mode", ["reflect", "constant"])
@pytest.mark.parametrize("onesided", [True, False])
def test_stft(n_fft: int, hop: int, center: bool, mode: str, onesided: bool) -> None:
    window = scipy.signal.get_window("hann", n_fft) + 0.1
    got = paddle.signal.stft(
        paddle.to_tensor(SIGNAL), n_fft, hop, window=paddle.to_tensor(window), center=center,
        pad_mode=mode, normalized=center, onesided=onesided,
    )  # fmt: skip
    norm = "ortho" if center else "backward"
    want = _reference(SIGNAL, n_fft, hop, window, center, mode, norm, onesided)
    np.testing.assert_allclose(got.numpy(), want, atol=1e-12)


def test_stft_against_scipy() -> None:
    window = scipy.signal.get_window("hann", 16)
    got = paddle.to_tensor(SIGNAL).stft(16, 4, window=paddle.to_tensor(window), pad_mode="constant")
    _, _, want = scipy.signal.stft(
        SIGNAL, window=window, nperseg=16, noverlap=12, boundary="zeros", padded=False
    )
    np.testing.assert_allclose(got.numpy() / window.sum(), want, atol=1e-12)


@pytest.mark.parametrize("n_fft", [8, 9])
@pytest.mark.parametrize("length", [None, 41])
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("normalized", [True, False])
def test_istft_undoes_stft(n_fft: int, length: int | None, center: bool, normalized: bool) -> None:
    window = paddle.to_tensor(scipy.signal.get_window("hamming", 6))
    options: dict[str, Any] = {
        "hop_length": 1, "win_length": 6, "window": window, "center": center,
        "normalized": normalized,
    }  # fmt: skip
    if not center:  # without margins, the ends of the signal are under the padding of the window
        options |= {"win_length": n_fft, "window": paddle.ones([n_fft], "float64")}
    spectra = paddle.signal.stft(paddle.to_tensor(SIGNAL), n_fft, **options)
    back = paddle.signal.istft(spectra, n_fft, length=length, **options)
    assert back.shape[0] == 2
    np.testing.assert_allclose(back.numpy(), SIGNAL[:, : back.shape[1]], atol=1e-12)
    assert length in (None, back.shape[1])


def test_complex_signals() -> None:
    x = SIGNAL + 1j * SIGNAL[::-1]
    spectra = paddle.signal.stft(paddle.to_tensor(x), 8, onesided=False)
    want = _reference(x, 8, 2, np.ones(8), True, "reflect", "backward", False)
    np.testing.assert_allclose(spectra.numpy(), want, atol=1e-12)
    back = spectra.istft(8, onesided=False, return_complex=True)
    np.testing.assert_allclose(back.numpy(), x, atol=1e-12)
    real = spectra.istft(8, onesided=False)
    assert real.dtype == paddle.float64


def test_one_signal_and_types() -> None:
    x = paddle.to_tensor(SIGNAL[0])
    assert paddle.signal.stft(x, 8).shape == [5, 26]
    assert paddle.signal.stft(x.astype("float32"), 8).dtype == paddle.complex64
    assert paddle.signal.stft(x.astype("int64"), 8).dtype == paddle.complex64
    wide = paddle.signal.stft(x.astype("float32"), 8, window=paddle.ones([8], "float64"))
    assert wide.dtype == paddle.complex128
    assert paddle.signal.istft(paddle.signal.stft(x, 8), 8, length=60).shape == [56 - 6 + 4]


def test_gradients() -> None:
    x = paddle.to_tensor(SIGNAL[0, :16], stop_gradient=False)
    window = paddle.to_tensor(scipy.signal.get_window("hann", 4) + 0.5, stop_gradient=False)

    def loss() -> Any:
        spectra = paddle.signal.stft(x, 4, 2, window=window)
        return (paddle.signal.istft(spectra * spectra, 4, 2, window=window) ** 2).sum()

    loss().backward()
    for tensor in (x, window):
        gradient, value = tensor.grad.numpy(), tensor.numpy()
        for i in range(value.size):
            sides = []
            for step in (1e-6, -1e-6):
                moved = value.copy()
                moved[i] += step
                with paddle.no_grad():
                    tensor.set_value(moved)
                    sides.append(float(loss()))
                    tensor.set_value(value)
            assert (sides[0] - sides[1]) / 2e-6 == pytest.approx(gradient[i], rel=1e-5, abs=1e-5)


def test_frames_are_views() -> None:
    x = paddle.zeros([6])
    frames = paddle.signal.frame(x, 3, 1)
    x[2] = 7.0
    assert frames.numpy()[:, 0].tolist() == [0, 0, 7]
    assert frames.shape == [3, 4]


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64", "complex64"])
def test_overlap_add_types(dtype: str) -> None:
    x = paddle.ones([3, 4]).astype(dtype)
    total = paddle.signal.overlap_add(x, 2)
    assert total.dtype.name == dtype
    assert total.numpy().real.tolist() == [1, 1, 2, 1, 2, 1, 2, 1, 1]


X = paddle.arange(20).astype("float32")
W = paddle.ones([5, 11]).astype("complex64")
S = paddle.signal


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: S.stft(X.reshape([1, 2, 10]), 4), AssertionError, "rank of x is 3"),
        (lambda: S.stft(X, 0), AssertionError, "hop_length should be > 0"),
        (lambda: S.stft(X, 50), AssertionError, "seq_length(20)"),
        (lambda: S.stft(X, 8, win_length=10), AssertionError, "n_fft(8)"),
        (lambda: S.stft(X, 8, window=X[:4]), AssertionError, "win_length(8)"),
        (lambda: S.stft(X, 8, pad_mode="foo"), AssertionError, '"foo"'),
        (lambda: S.stft(X.astype("complex64"), 8), AssertionError, "onesided"),
        (lambda: S.istft(W[:, 0], 8), AssertionError, "rank of x is 1"),
        (lambda: S.istft(W, 10), AssertionError, "(6)"),
        (lambda: S.istft(W, 8, return_complex=True), AssertionError, "onesided"),
        (lambda: S.istft(W, 8, hop_length=9), AssertionError, "win_length(8)"),
        (lambda: S.istft(W, 8, hop_length=0), AssertionError, "win_length(8)"),
        (lambda: S.istft(W, 8, win_length=9), AssertionError, "n_fft(8)"),
        (lambda: S.istft(W, 8, window=paddle.zeros([8])), ValueError, "NOLA"),
        (lambda: S.istft(W, 8, window=W[0, :8]), AssertionError, "complex"),
        (lambda: S.frame(X, 0, 1), ValueError, "frame_length: 0"),
        (lambda: S.frame(X, 8.0, 1), ValueError, "frame_length: 8.0"),
        (lambda: S.frame(X, 30, 1), ValueError, "(30) > (20)"),
        (lambda: S.frame(X, 3, 1, axis=1), ValueError, "axis: 1"),
        (lambda: S.overlap_add(X, 1), ValueError, "rank 1"),
        (lambda: S.overlap_add(X.reshape([4, 5]), 5), ValueError, "hop_length(5)"),
    ],
)
def test_errors(call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=re.escape(text)):
        call()
