"""Short-time Fourier transforms of signals, and their inverse."""

from __future__ import annotations

from typing import Any

from . import _C_ops, fft
from ._core import Tensor
from .framework import get_default_dtype

__all__ = ["stft", "istft"]


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def _is_complex(x: Tensor) -> bool:
    return x.dtype.name.startswith("complex")


def _check_frames(hop_length: Any, axis: Any, frame_length: Any = 1) -> None:
    for name, value in (("frame_length", frame_length), ("hop_length", hop_length)):
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"Unexpected {name}: {value}. It should be an positive integer.")
    if axis not in (0, -1):
        raise ValueError(f"Unexpected axis: {axis}. It should be 0 or -1.")


def frame(
    x: Tensor, frame_length: int, hop_length: int, axis: int = -1, name: str | None = None
) -> Tensor:
    """The overlapping frames of a signal, as a view.

    Args:
        x: signals along the first or last axis.
        frame_length: samples of a frame.
        hop_length: distance of the starts of two frames.
        axis: 0 or -1.
        name: not used.

    Returns:
        A tensor of shape [..., frame_length, frames] for the last axis, [frames, frame_length, ...]
        for the first. Samples that fill no whole frame are left out.

    Raises:
        ValueError: if a length is not positive, the axis another one, or x shorter than a frame.

    Examples:
        >>> import paddle
        >>> paddle.signal.frame(paddle.arange(5), 3, 2, axis=0).tolist()
        [[0, 1, 2], [2, 3, 4]]
    """
    _check_frames(hop_length, axis, frame_length)
    return _C_ops.frame(x, frame_length, hop_length, axis)


def overlap_add(x: Tensor, hop_length: int, axis: int = -1, name: str | None = None) -> Tensor:
    """The signal in which frames are added up at their places.

    Args:
        x: frames as `frame` gives them, of shape [..., frame_length, frames] for the last axis and
            [frames, frame_length, ...] for the first.
        hop_length: distance of the starts of two frames, at most frame_length.
        axis: 0 or -1.
        name: not used.

    Raises:
        ValueError: if the hop is not positive or longer than a frame, the axis another one, or x
            has less than two axes.

    Examples:
        >>> import paddle
        >>> paddle.signal.overlap_add(paddle.to_tensor([[0, 1, 2], [2, 3, 4]]), 2, axis=0).tolist()
        [0, 1, 4, 3, 4]
    """
    _check_frames(hop_length, axis)
    return _C_ops.overlap_add(x, hop_length, axis)


def _centred_window(window: Tensor | None, length: int, n_fft: int, dtype: Any) -> Tensor:
    """The window, ones by default, in the middle of n_fft points."""
    _require(0 < length <= n_fft, f"win_length should be in (0, n_fft({n_fft})], but got {length}.")
    if window is None:
        window = _C_ops.full([length], 1.0, dtype)
    _require(
        list(window.shape) == [length],
        f"expected a 1D window tensor of size equal to win_length({length}), but got window with "
        f"shape {list(window.shape)}.",
    )
    before = (n_fft - length) // 2
    after = n_fft - length - before
    return _C_ops.pad(window, [before, after]) if before or after else window


def stft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool = True,
    name: str | None = None,
) -> Tensor:
    """The short-time Fourier transform: spectra of overlapping frames of a signal.

    Args:
        x: real or complex signals of shape [samples] or [batch, samples].
        n_fft: samples of a frame.
        hop_length: distance of the starts of two frames; n_fft // 4 if None.
        win_length: length of the window, which lies in the middle of a frame; n_fft if None.
        window: what frames are multiplied with, of shape [win_length]; ones if None.
        center: whether frames are centred at multiples of the hop, for which the signal is
            continued on both sides.
        pad_mode: how it is continued: "reflect" or "constant", with zeros.
        normalized: whether spectra are divided by the root of n_fft.
        onesided: whether only the n_fft // 2 + 1 points up to the middle are kept, of real signals.
        name: not used.

    Returns:
        A complex tensor of shape [(batch,) points, frames].

    Raises:
        AssertionError: if a shape, length or mode is not possible.

    Examples:
        >>> import paddle
        >>> spectra = paddle.signal.stft(paddle.ones([16]), n_fft=8)
        >>> spectra.shape
        [5, 9]
        >>> spectra[:, 0].numpy().real.round(3).tolist()
        [8.0, 0.0, 0.0, 0.0, 0.0]
    """
    rank = len(x.shape)
    _require(rank in (1, 2), f"x should be a 1D or 2D real tensor, but got rank of x is {rank}")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    _require(hop_length > 0, f"hop_length should be > 0, but got {hop_length}.")
    length = x.shape[-1]
    _require(
        n_fft > 0 and (length == -1 or n_fft <= length),
        f"n_fft should be in (0, seq_length({length})], but got {n_fft}.",
    )
    _require(
        pad_mode in ("reflect", "constant"),
        f'pad_mode should be "reflect" or "constant", but got "{pad_mode}".',
    )
    if "int" in x.dtype.name or x.dtype.name == "bool":
        x = x.astype(get_default_dtype())
    window = _centred_window(window, n_fft if win_length is None else win_length, n_fft, x.dtype)
    if onesided:
        _require(
            not _is_complex(x) and not _is_complex(window),
            "onesided should be False when input or window is a complex Tensor.",
        )
    signals = x.unsqueeze(0) if rank == 1 else x
    if center:
        signals = _continued(signals, n_fft // 2, pad_mode)
    frames = _C_ops.frame(signals, n_fft, hop_length, -1) * window.unsqueeze(-1)
    norm = "ortho" if normalized else "backward"
    transform = fft.rfft if onesided else fft.fft
    spectra = transform(frames, axis=-2, norm=norm)
    return spectra.squeeze(0) if rank == 1 else spectra


def _continued(signals: Tensor, margin: int, mode: str) -> Tensor:
    """Signals [batch, samples], longer by a margin on both sides."""
    planes = signals.unsqueeze([1, 2, 3])
    return _C_ops.pad3d(planes, [margin, margin, 0, 0, 0, 0], mode, 0.0, "NCDHW").squeeze([1, 2, 3])


def istft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool = True,
    length: int | None = None,
    return_complex: bool = False,
    name: str | None = None,
) -> Tensor:
    """The signal of which `stft` gave the spectra.

    Frames are transformed back, multiplied with the window and added up; the sum is divided by that
    of the squares of the window, which makes it the signal that fits best (Griffin and Lim, 1984).

    Args:
        x: complex spectra of shape [points, frames] or [batch, points, frames].
        n_fft: samples of a frame.
        hop_length: distance of the starts of two frames; n_fft // 4 if None.
        win_length: length of the window; n_fft if None.
        window: the window that `stft` used; ones if None.
        center: whether frames were centred, so that the margins are cut off.
        normalized: whether `stft` normalized.
        onesided: whether x has the points up to the middle only.
        length: samples of the result; all that there are if None.
        return_complex: whether the signal is complex, which needs all points.
        name: not used.

    Returns:
        A tensor of shape [(batch,) samples].

    Raises:
        AssertionError: if a shape or length is not possible.
        ValueError: if windows leave a sample out, or nearly.

    Examples:
        >>> import paddle
        >>> signal = paddle.to_tensor([1.0, 4.0, 2.0, 8.0, 5.0, 7.0, 1.0, 4.0])
        >>> back = paddle.signal.istft(paddle.signal.stft(signal, n_fft=4), n_fft=4)
        >>> bool(paddle.allclose(back, signal))
        True
    """
    rank = len(x.shape)
    _require(rank in (2, 3), f"x should be a 2D or 3D complex tensor, but got rank of x is {rank}")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    _require(
        0 < hop_length <= win_length,
        f"hop_length should be in (0, win_length({win_length})], but got {hop_length}.",
    )
    points, frames = x.shape[-2:]
    expected, formula = (n_fft // 2 + 1, "n_fft // 2 + 1") if onesided else (n_fft, "n_fft")
    _require(
        points in (-1, expected),
        f"fft_size should be equal to {formula}({expected}) when onesided is {onesided}, but got "
        f"{points}.",
    )
    wide = x.dtype.name in ("float64", "complex128")
    window = _centred_window(window, win_length, n_fft, "float64" if wide else "float32")
    spectra = x.unsqueeze(0) if rank == 2 else x
    norm = "ortho" if normalized else "backward"
    if return_complex:
        _require(
            not onesided,
            "onesided should be False when input(output of istft) or window is a complex Tensor.",
        )
        pieces = fft.ifft(spectra, axis=-2, norm=norm)
    else:
        _require(
            not _is_complex(window),
            "Data type of window should not be complex when return_complex is False.",
        )
        pieces = fft.irfft(spectra[:, : n_fft // 2 + 1], n=n_fft, axis=-2, norm=norm)
    if frames == -1:
        raise ValueError("istft needs to know the number of frames")
    column = window.unsqueeze(-1)
    sums = _C_ops.overlap_add(pieces * column, hop_length, -1)
    weights = _C_ops.overlap_add((column * column).expand([n_fft, frames]), hop_length, -1)
    start = n_fft // 2 if center else 0
    total = (frames - 1) * hop_length + n_fft
    stop = total - start if length is None else min(total, start + length)
    sums, weights = sums[:, start:stop], weights[start:stop]
    _check_coverage(weights)
    signals = sums / weights
    return signals.squeeze(0) if rank == 2 else signals


def _check_coverage(weights: Tensor) -> None:
    if weights._is_symbolic or weights.size == 0:
        return
    if float(weights.abs().min()) < 1e-11:
        raise ValueError(
            "Abort istft because Nonzero Overlap Add (NOLA) condition failed: some samples are "
            "covered by no window."
        )
