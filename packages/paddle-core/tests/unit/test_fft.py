"""Fourier transforms: values against SciPy in double precision, sizes, types, gradients, errors."""

from __future__ import annotations

import itertools
import re
import threading
from typing import Any

import numpy as np
import paddle
import pytest
import scipy.fft

_random = np.random.default_rng(23)

REAL_INPUT = ("rfft", "ihfft")
ONE_AXIS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
NORMS = ("backward", "ortho", "forward")


def _input(name: str, *shape: int) -> Any:
    real = _random.standard_normal(shape)
    if name.rstrip("2n") in REAL_INPUT:
        return real
    return real + 1j * _random.standard_normal(shape)


def _check(name: str, x: Any, *args: Any, **kwargs: Any) -> None:
    got = getattr(paddle.fft, name)(paddle.to_tensor(x), *args, **kwargs).numpy()
    want = getattr(scipy.fft, name)(x, *args, **kwargs)
    assert got.shape == want.shape
    assert got.dtype == want.dtype
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12 * np.abs(want).max())


@pytest.mark.parametrize("name", ONE_AXIS)
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("n", [None, 4, 7, 9, 12])
@pytest.mark.parametrize("axis", [-1, 0])
def test_one_axis(name: str, norm: str, n: int | None, axis: int) -> None:
    _check(name, _input(name, 7, 9), n=n, axis=axis, norm=norm)


@pytest.mark.parametrize("name", [f"{name}2" for name in ONE_AXIS])
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize(("s", "axes"), [(None, (-2, -1)), ((3, 8), (0, 2)), ((6, 5), (2, 1))])
def test_two_axes(name: str, norm: str, s: Any, axes: Any) -> None:
    _check(name, _input(name, 4, 5, 6), s=s, axes=axes, norm=norm)


@pytest.mark.parametrize("name", [f"{name}n" for name in ONE_AXIS])
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize(
    ("s", "axes"), [(None, None), ((3, 8), None), (None, (2, 0)), ((3, 4, 7), (0, 1, 2))]
)
def test_many_axes(name: str, norm: str, s: Any, axes: Any) -> None:
    _check(name, _input(name, 4, 5, 6), s=s, axes=axes, norm=norm)


@pytest.mark.parametrize("n", [1, 2, 3, 31, 127, 128, 1009, 2187, 4099, 65536])
def test_lengths(n: int) -> None:
    _check("fft", _input("fft", 2, n))
    _check("rfft", _input("rfft", 2, n))
    _check("irfft", _input("irfft", 2, n // 2 + 1), n=n)


@pytest.mark.parametrize("shape", [(600, 300), (3, 100000), (2, 3, 20000), (40000, 3)])
def test_work_that_threads_share(shape: tuple[int, ...]) -> None:
    for name, axis in itertools.product(("fft", "rfft"), range(len(shape))):
        _check(name, _input(name, *shape), axis=axis)


def test_results_do_not_depend_on_threads() -> None:
    x = paddle.to_tensor(_input("fft", 300, 256))
    before = paddle.get_flags("FLAGS_paddle_num_threads")
    results = []
    for count in (1, 2, 3):
        paddle.set_flags({"FLAGS_paddle_num_threads": count})
        results.append(paddle.fft.fft2(x).numpy())
    paddle.set_flags(before)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def test_many_lengths_from_many_threads() -> None:
    """More lengths than plans are kept, at the same time."""
    errors: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for n in range(first, first + 40):
                x = np.arange(n, dtype="float64")
                got = paddle.fft.rfft(paddle.to_tensor(x)).numpy()
                np.testing.assert_allclose(got, scipy.fft.rfft(x), atol=1e-9)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(first,)) for first in (2, 12, 22, 32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


@pytest.mark.parametrize(
    ("dtype", "result"),
    [
        ("float32", "complex64"),
        ("float64", "complex128"),
        ("int32", "complex64"),
        ("bool", "complex64"),
        ("complex64", "complex64"),
        ("complex128", "complex128"),
    ],
)
def test_dtypes(dtype: str, result: str) -> None:
    x = paddle.ones([2, 4]).astype(dtype)
    spectrum = paddle.fft.fft(x)
    assert spectrum.dtype.name == result
    assert spectrum.numpy()[0].tolist() == [4, 0, 0, 0]
    assert paddle.fft.irfft(x).dtype.name == ("float64" if result == "complex128" else "float32")


def test_integers_take_the_default_type() -> None:
    paddle.set_default_dtype("float64")
    try:
        assert paddle.fft.fft(paddle.arange(3)).dtype == paddle.complex128
        assert paddle.fft.fftfreq(3).dtype == paddle.float64
    finally:
        paddle.set_default_dtype("float32")


def test_single_precision_is_accurate() -> None:
    x = _random.standard_normal((4, 4096)).astype("float32")
    want = scipy.fft.fft(x.astype("float64"))
    got = paddle.fft.fft(paddle.to_tensor(x)).numpy()
    assert np.abs(got - want).max() < 1e-6 * np.abs(want).max()


def test_strided_inputs() -> None:
    x = _input("fft", 6, 8, 4)
    tensor = paddle.to_tensor(x)
    for axis in range(3):
        got = paddle.fft.fft(tensor[::2, ::-1].transpose([2, 0, 1]), axis=axis).numpy()
        want = scipy.fft.fft(x[::2, ::-1].transpose(2, 0, 1), axis=axis)
        np.testing.assert_allclose(got, want, atol=1e-12)
    wide = tensor[:1].expand([5, 8, 4])
    np.testing.assert_allclose(
        paddle.fft.fftn(wide).numpy(), scipy.fft.fftn(np.broadcast_to(x[:1], (5, 8, 4))), atol=1e-11
    )


def test_gradient_of_a_spectrum_s_energy() -> None:
    """By Parseval's theorem sum |X|^2 = n sum x^2, of which the gradient is 2 n x."""
    x = paddle.to_tensor(_random.standard_normal((3, 5)), stop_gradient=False)
    energy = (paddle.fft.fft(x).abs() ** 2).sum()
    (gradient,) = paddle.grad(energy, x, create_graph=True)
    np.testing.assert_allclose(gradient.numpy(), 10 * x.numpy(), rtol=1e-10)
    (second,) = paddle.grad((gradient**2).sum(), x)
    np.testing.assert_allclose(second.numpy(), 200 * x.numpy(), rtol=1e-9)


@pytest.mark.parametrize("name", ["rfft", "rfft2", "ihfft", "irfft", "hfft2"])
def test_gradients_against_differences(name: str) -> None:
    base = _input(name, 3, 4)
    weight = _random.standard_normal(getattr(scipy.fft, name)(base).shape)

    def loss(x: Any) -> Any:
        out = getattr(paddle.fft, name)(x)
        real = paddle.real(out) + paddle.imag(out) * 0.5 if out.is_complex() else out
        return (real * real * paddle.to_tensor(weight)).sum()

    x = paddle.to_tensor(base, stop_gradient=False)
    loss(x).backward()
    gradient = x.grad.numpy()
    for index, unit in itertools.product(np.ndindex(base.shape), (1e-6, 1e-6j)):
        if np.iscomplexobj(base) or not isinstance(unit, complex):
            shift = np.zeros_like(base)
            shift[index] = unit
            up, down = (float(loss(paddle.to_tensor(base + s))) for s in (shift, -shift))
            part = gradient[index].imag if isinstance(unit, complex) else gradient[index].real
            assert (up - down) / 2e-6 == pytest.approx(part, rel=1e-5, abs=1e-6)


def test_a_program_transforms() -> None:
    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program):
            x = paddle.static.data("x", [-1, 6], "float32")
            y = paddle.fft.irfft(paddle.fft.rfft(x, n=8), n=8)
        value = _random.standard_normal((3, 6)).astype("float32")
        (got,) = paddle.static.Executor().run(program, feed={"x": value}, fetch_list=[y])
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(got, np.pad(value, ((0, 0), (0, 2))), atol=1e-6)


@pytest.mark.parametrize("n", [1, 4, 5])
def test_frequencies(n: int) -> None:
    for name in ("fftfreq", "rfftfreq"):
        got = getattr(paddle.fft, name)(n, 0.5, dtype="float64").numpy()
        np.testing.assert_array_equal(got, getattr(scipy.fft, name)(n, 0.5))


@pytest.mark.parametrize("axes", [None, 0, -1, (0, 1), (1,)])
def test_shifts(axes: Any) -> None:
    x = np.arange(20).reshape(4, 5)
    for name in ("fftshift", "ifftshift"):
        got = getattr(paddle.fft, name)(paddle.to_tensor(x), axes).numpy()
        np.testing.assert_array_equal(got, getattr(scipy.fft, name)(x, axes))


X = paddle.ones([3, 4])


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: paddle.fft.fft(X, norm="foo"), ValueError, "Unexpected norm: foo"),
        (lambda: paddle.fft.fft(X, n=0), ValueError, "n(0), it should be positive"),
        (lambda: paddle.fft.fft(X, n=1.5), ValueError, "n(1.5)"),
        (lambda: paddle.fft.fft(X, axis=2), ValueError, "axis (2)"),
        (lambda: paddle.fft.fft(X, axis=[0]), ValueError, "axis ([0])"),
        (lambda: paddle.fft.fft(paddle.ones([])), ValueError, "axis (-1)"),
        (lambda: paddle.fft.fft(np.ones(3)), TypeError, "Expected Tensor"),
        (lambda: paddle.fft.fft2(X[0]), ValueError, "rank of the input (1)"),
        (lambda: paddle.fft.fft2(X, axes=(0, 1, 0)), ValueError, "sequence of 2 integers"),
        (lambda: paddle.fft.fft2(X, s=(2,)), ValueError, "sequence of 2 integers"),
        (lambda: paddle.fft.fftn(X, s=(2, 2), axes=(0,)), ValueError, "Length of s (2)"),
        (lambda: paddle.fft.fftn(X, s=(2, 3, 4)), ValueError, "larger than the rank"),
        (lambda: paddle.fft.fftn(X, axes=1), ValueError, "sequence of integers"),
        (lambda: paddle.fft.fftn(X, axes=(0, 7)), ValueError, "invalid value (7)"),
        (lambda: paddle.fft.fftn(X, axes=(0, 0)), ValueError, "axis"),
        (lambda: paddle.fft.fftn(X, s=(2, -1)), ValueError, "invalid value (-1)"),
        (lambda: paddle.fft.rfft(X.astype("complex64")), RuntimeError, "fft_r2c"),
        (lambda: paddle.fft.fft(X.astype("float16")), RuntimeError, "fft_r2c"),
        (lambda: paddle.fft.irfft(X[:, :1]), ValueError, "n-point (0)"),
        (lambda: paddle.fft.fft(X[:, :0]), ValueError, "n-point (0)"),
        (lambda: paddle.fft.fftfreq(0), ValueError, "should not be 0"),
        (lambda: paddle.fft.fftfreq(-1), ValueError, "positive"),
        (lambda: paddle.fft.fftfreq(2, dtype="int32"), ValueError, "floating"),
        (lambda: paddle.fft.fftshift(X, 5), IndexError, "range"),
    ],
)
def test_errors(call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=re.escape(text)):
        call()
