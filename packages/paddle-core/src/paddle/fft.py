"""Fourier transforms along one axis, two or many.

Transforms of n points compute ``X[k] = sum over j of x[j] * exp(-2 pi i j k / n)``; inverse ones
have the opposite sign. `norm` says where the factor goes that makes one undo the other: "backward"
(1/n on the inverse transforms), "forward" (1/n on the forward ones) or "ortho" (1/sqrt(n) on both).
Integers are taken as the default floating type. Every transform can be differentiated to any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _C_ops, _core
from ._core import Tensor
from .framework import get_default_dtype
from .tensor.manipulation import roll

__all__ = [
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "hfft",
    "ihfft",
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "hfft2",
    "ihfft2",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
    "hfftn",
    "ihfftn",
    "fftfreq",
    "rfftfreq",
    "fftshift",
    "ifftshift",
]

_COMPLEX = ("complex64", "complex128")
_NORMS = ("forward", "backward", "ortho")


# ---- checks and sizes --------------------------------------------------------------------------


def _check_tensor(x: Any, norm: str) -> None:
    if not isinstance(x, Tensor):
        raise TypeError(f"Expected Tensor, but received type of x: {type(x)}")
    if norm not in _NORMS:
        raise ValueError(f"Unexpected norm: {norm}. Norm should be forward, backward or ortho")


def _one_axis(x: Tensor, n: Any, axis: Any) -> tuple[list[int] | None, list[int]]:
    """Size and axis of a transform along one axis, as lists."""
    if n is not None and not isinstance(n, int):
        raise ValueError(f"Invalid FFT argument n({n}), it should be an integer.")
    if n is not None and n <= 0:
        raise ValueError(f"Invalid FFT argument n({n}), it should be positive.")
    if not isinstance(axis, int):
        raise ValueError(f"Invalid FFT axis ({axis}), it should be an integer.")
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"Invalid FFT axis ({axis}), it should be in range [-{x.ndim}, {x.ndim})")
    return (None if n is None else [n]), [axis]


def _two_axes(x: Tensor, s: Any, axes: Any) -> tuple[list[int] | None, list[int]]:
    """Sizes and axes of a transform along two axes."""
    if x.ndim < 2:
        raise ValueError(f"The rank of the input ({x.ndim}) should >= 2")
    for name, value in (("s", s), ("axes", axes)):
        if value is not None and (not isinstance(value, Sequence) or len(value) != 2):
            raise ValueError(
                f"Invalid FFT argument {name} ({value}), it should be a sequence of 2 integers."
            )
    return _many_axes(x, s, (-2, -1) if axes is None else axes)


def _many_axes(x: Tensor, s: Any, axes: Any) -> tuple[list[int] | None, list[int]]:
    """Sizes and axes of a transform along several axes: all, or as many as there are sizes."""
    for name, value in (("sizes", s), ("axes", axes)):
        if value is not None and not isinstance(value, Sequence):
            raise ValueError(f"Invalid FFT {name} ({value}), it should be a sequence of integers.")
    if axes is None:
        count = x.ndim if s is None else len(s)
        if count > x.ndim:
            raise ValueError(
                f"Length of FFT argument s should not be larger than the rank of input. "
                f"Received s: {s}, rank of x: {x.ndim}"
            )
        axes = range(x.ndim - count, x.ndim)
    for axis in axes:
        if not isinstance(axis, int) or not -x.ndim <= axis < x.ndim:
            raise ValueError(
                f"FFT axes {tuple(axes)} contains invalid value ({axis}), it should be in range "
                f"[-{x.ndim}, {x.ndim})"
            )
    if s is None:
        return None, list(axes)
    for size in s:
        if not isinstance(size, int) or size <= 0:
            raise ValueError(f"FFT sizes {tuple(s)} contains invalid value ({size})")
    if len(s) != len(axes):
        raise ValueError(f"Length of s ({len(s)}) and length of axes ({len(axes)}) does not match.")
    return list(s), list(axes)


def _resized(x: Tensor, sizes: Sequence[int] | None, axes: Sequence[int]) -> Tensor:
    """x, cropped or filled up with zeros behind its elements."""
    if sizes is None:
        return x
    paddings = [0] * (2 * x.ndim)
    cropped = []
    for axis, size in zip(axes, sizes, strict=True):
        known = x.shape[axis]
        if known < size:  # of an unknown size, -1, as much as could be missing
            paddings[2 * (axis % x.ndim) + 1] = size - max(known, 0)
        if known == -1 or known > size:
            cropped.append((axis % x.ndim, size))
    if any(paddings):
        x = _C_ops.pad(x, paddings)
    if not cropped:
        return x
    index = [slice(None)] * x.ndim
    for axis, size in cropped:
        index[axis] = slice(size)
    return x[tuple(index)]


def _floating(x: Tensor) -> Tensor:
    """x, as the default floating type if it holds integers."""
    if x.dtype.name.startswith(("float", "bfloat", "complex")):
        return x
    return x.astype(get_default_dtype())


# ---- the three kinds of transforms -------------------------------------------------------------


def _c2c(x: Tensor, sizes: Any, axes: list[int], norm: str, forward: bool) -> Tensor:
    x = _resized(_floating(x), sizes, axes)
    if x.dtype.name in _COMPLEX:
        return _C_ops.fft_c2c(x, axes, norm, forward)
    return _C_ops.fft_r2c(x, axes, norm, forward, False)


def _r2c(x: Tensor, sizes: Any, axes: list[int], norm: str, forward: bool) -> Tensor:
    return _C_ops.fft_r2c(_resized(_floating(x), sizes, axes), axes, norm, forward, True)


def _c2r(x: Tensor, sizes: Any, axes: list[int], norm: str, forward: bool) -> Tensor:
    x = _floating(x)
    if x.dtype.name not in _COMPLEX:
        x = x.astype("complex128" if x.dtype.name == "float64" else "complex64")
    if sizes is None:
        return _C_ops.fft_c2r(x, axes, norm, forward, 0)
    x = _resized(x, [*sizes[:-1], sizes[-1] // 2 + 1], axes)
    return _C_ops.fft_c2r(x, axes, norm, forward, sizes[-1])


# ---- one axis ----------------------------------------------------------------------------------


def fft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform, along one axis.

    Args:
        x: a real or complex tensor.
        n: points; x is cropped or filled up with zeros. Those of x by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.fft(paddle.to_tensor([1.0, 2.0, 3.0, 4.0])).numpy()
        array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)
    """
    _check_tensor(x, norm)
    return _c2c(x, *_one_axis(x, n, axis), norm, True)


def ifft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse Fourier transform, along one axis.

    Args:
        x: a real or complex tensor.
        n: points; x is cropped or filled up with zeros. Those of x by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ifft(paddle.fft.fft(paddle.to_tensor([1.0, 3.0]))).numpy()
        array([1.+0.j, 3.+0.j], dtype=complex64)
    """
    _check_tensor(x, norm)
    return _c2c(x, *_one_axis(x, n, axis), norm, False)


def rfft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real x, along one axis.

    Args:
        x: a real tensor.
        n: points; x is cropped or filled up with zeros. Those of x by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.rfft(paddle.to_tensor([1.0, 2.0, 3.0, 4.0])).numpy()
        array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)
    """
    _check_tensor(x, norm)
    return _r2c(x, *_one_axis(x, n, axis), norm, True)


def irfft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of rfft: a real result, along one axis.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        n: points of the result; x is cropped or filled up with zeros. An even number by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.irfft(paddle.fft.rfft(paddle.to_tensor([1.0, 2.0, 4.0])), n=3).tolist()
        [1.0, 2.0, 4.0]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_one_axis(x, n, axis), norm, False)


def hfft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of Hermitian symmetric x, which is real, along one axis.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        n: points of the result; x is cropped or filled up with zeros. An even number by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.hfft(paddle.to_tensor([1.0, 1.0, 0.0])).tolist()
        [3.0, 1.0, -1.0, 1.0]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_one_axis(x, n, axis), norm, True)


def ihfft(
    x: Tensor,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of hfft, of real x, along one axis.

    Args:
        x: a real tensor.
        n: points; x is cropped or filled up with zeros. Those of x by default.
        axis: the axis.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if n is not positive, the axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ihfft(paddle.to_tensor([3.0, 1.0, -1.0, 1.0])).numpy().real
        array([1., 1., 0.], dtype=float32)
    """
    _check_tensor(x, norm)
    return _r2c(x, *_one_axis(x, n, axis), norm, False)


# ---- two axes ----------------------------------------------------------------------------------


def fft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform, along two axes.

    Args:
        x: a real or complex tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.fft2(paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])).numpy().real
        array([[10., -2.],
               [-4.,  0.]], dtype=float32)
    """
    _check_tensor(x, norm)
    return _c2c(x, *_two_axes(x, s, axes), norm, True)


def ifft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse Fourier transform, along two axes.

    Args:
        x: a real or complex tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ifft2(paddle.ones([2, 2])).numpy().real
        array([[1., 0.],
               [0., 0.]], dtype=float32)
    """
    _check_tensor(x, norm)
    return _c2c(x, *_two_axes(x, s, axes), norm, False)


def rfft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real x, along two axes.

    Args:
        x: a real tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.rfft2(paddle.ones([2, 4])).shape
        [2, 3]
    """
    _check_tensor(x, norm)
    return _r2c(x, *_two_axes(x, s, axes), norm, True)


def irfft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of rfft2: a real result, along two axes.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        s: points of the result per axis; x is cropped or filled up with zeros.
            By default those of x, and an even number for the last axis.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.irfft2(paddle.ones([2, 3])).tolist()
        [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_two_axes(x, s, axes), norm, False)


def hfft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of Hermitian symmetric x, which is real, along two axes.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        s: points of the result per axis; x is cropped or filled up with zeros.
            By default those of x, and an even number for the last axis.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.hfft2(paddle.ones([2, 2])).tolist()
        [[4.0, 0.0], [0.0, 0.0]]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_two_axes(x, s, axes), norm, True)


def ihfft2(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] = (-2, -1),
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of hfft2, of real x, along two axes.

    Args:
        x: a real tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ihfft2(paddle.ones([2, 4])).shape
        [2, 3]
    """
    _check_tensor(x, norm)
    return _r2c(x, *_two_axes(x, s, axes), norm, False)


# ---- many axes ---------------------------------------------------------------------------------


def fftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform, along several axes.

    Args:
        x: a real or complex tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.fftn(paddle.ones([2, 3, 4]), axes=(0, 2)).shape
        [2, 3, 4]
    """
    _check_tensor(x, norm)
    return _c2c(x, *_many_axes(x, s, axes), norm, True)


def ifftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse Fourier transform, along several axes.

    Args:
        x: a real or complex tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ifftn(paddle.ones([2, 3, 4]), s=(5, 6)).shape
        [2, 5, 6]
    """
    _check_tensor(x, norm)
    return _c2c(x, *_many_axes(x, s, axes), norm, False)


def rfftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real x, along several axes.

    Args:
        x: a real tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.rfftn(paddle.ones([2, 3, 4])).shape
        [2, 3, 3]
    """
    _check_tensor(x, norm)
    return _r2c(x, *_many_axes(x, s, axes), norm, True)


def irfftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of rfftn: a real result, along several axes.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        s: points of the result per axis; x is cropped or filled up with zeros.
            By default those of x, and an even number for the last axis.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.irfftn(paddle.ones([2, 3, 3])).shape
        [2, 3, 4]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_many_axes(x, s, axes), norm, False)


def hfftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of Hermitian symmetric x, which is real, along several axes.

    Args:
        x: a complex tensor, the points up to the middle along the last axis transformed.
        s: points of the result per axis; x is cropped or filled up with zeros.
            By default those of x, and an even number for the last axis.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A real tensor.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.hfftn(paddle.ones([2, 3, 3])).shape
        [2, 3, 4]
    """
    _check_tensor(x, norm)
    return _c2r(x, *_many_axes(x, s, axes), norm, True)


def ihfftn(
    x: Tensor,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    name: str | None = None,
) -> Tensor:
    """The inverse of hfftn, of real x, along several axes.

    Args:
        x: a real tensor.
        s: points per axis; x is cropped or filled up with zeros. Those of x by default.
        axes: the axes; the last len(s) by default, or all.
        norm: "backward", "forward" or "ortho".
        name: not used.

    Returns:
        A complex tensor with the n // 2 + 1 points up to the middle of the last axis transformed;
        the others are their conjugates.

    Raises:
        TypeError: if x is no tensor.
        ValueError: if a size is not positive, an axis out of range or the norm unknown.

    Examples:
        >>> import paddle
        >>> paddle.fft.ihfftn(paddle.ones([2, 3, 4])).shape
        [2, 3, 3]
    """
    _check_tensor(x, norm)
    return _r2c(x, *_many_axes(x, s, axes), norm, False)


# ---- frequencies and order ---------------------------------------------------------------------


def _frequencies(first: int, end: int, n: int, d: float, dtype: Any) -> Tensor:
    """The frequencies of the points first .. end - 1 of n, d apart."""
    if n * d == 0:
        raise ValueError("d or n should not be 0.")
    if not isinstance(n, int) or n < 0:
        raise ValueError(f"n should be a positive integer, but received {n}")
    kind = _core._dtype(get_default_dtype() if dtype is None else dtype)
    if not kind.name.startswith(("float", "bfloat")):
        raise ValueError(f"frequencies are floating numbers, not {kind.name}")
    points = _C_ops.arange(first, end, 1, _core.float64)
    return (points * (1.0 / (n * d))).astype(kind)


def fftfreq(n: int, d: float = 1.0, dtype: Any = None, name: str | None = None) -> Tensor:
    """The frequencies of the points of `fft`, in its order: from 0 up, then the negative ones.

    Args:
        n: points of the transform.
        d: distance of the samples.
        dtype: a floating type; the default one if None.
        name: not used.

    Raises:
        ValueError: if n or d is 0, n negative, or the type not floating.

    Examples:
        >>> import paddle
        >>> paddle.fft.fftfreq(4, d=0.5).tolist()
        [0.0, 0.5, -1.0, -0.5]
    """
    return ifftshift(_frequencies(-(n // 2), n - n // 2, n, d, dtype))


def rfftfreq(n: int, d: float = 1.0, dtype: Any = None, name: str | None = None) -> Tensor:
    """The frequencies of the points of `rfft`, which are not negative.

    Args:
        n: points of the transform.
        d: distance of the samples.
        dtype: a floating type; the default one if None.
        name: not used.

    Raises:
        ValueError: if n or d is 0, n negative, or the type not floating.

    Examples:
        >>> import paddle
        >>> paddle.fft.rfftfreq(4, d=0.5).tolist()
        [0.0, 0.5, 1.0]
    """
    return _frequencies(0, n // 2 + 1, n, d, dtype)


def _axes_of(x: Tensor, axes: int | Sequence[int] | None) -> list[int]:
    if axes is None:
        return list(range(x.ndim))
    return [axes] if isinstance(axes, int) else list(axes)


def fftshift(x: Tensor, axes: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """Move the frequency 0 from the front of a spectrum to its middle.

    Args:
        x: any tensor.
        axes: an axis or several; all if None.
        name: not used.

    Raises:
        IndexError: if an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.fft.fftshift(paddle.fft.fftfreq(4, d=0.25)).tolist()
        [-2.0, -1.0, 0.0, 1.0]
    """
    chosen = _axes_of(x, axes)
    return roll(x, [x.shape[axis] // 2 for axis in chosen], chosen)


def ifftshift(
    x: Tensor, axes: int | Sequence[int] | None = None, name: str | None = None
) -> Tensor:
    """Undo `fftshift`: move the frequency 0 from the middle to the front.

    Args:
        x: any tensor.
        axes: an axis or several; all if None.
        name: not used.

    Raises:
        IndexError: if an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.fft.ifftshift(paddle.to_tensor([-1.0, 0.0, 1.0])).tolist()
        [0.0, 1.0, -1.0]
    """
    chosen = _axes_of(x, axes)
    return roll(x, [-(x.shape[axis] // 2) for axis in chosen], chosen)
