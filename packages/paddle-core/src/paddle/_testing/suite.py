"""Generic tests over records: values, layout, in-place, gradients, recording, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import paddle
from paddle import Tensor

from .records import Record, Sample

__all__ = ["make_suite"]

# Absolute and relative tolerance per dtype of the computation.
TOLERANCES = {
    "float16": 2e-3,
    "bfloat16": 2e-2,
    "float32": 2e-5,
    "float64": 1e-11,
    "complex64": 2e-5,
    "complex128": 1e-11,
}
STEP = 1e-6  # of finite differences in float64
GRADIENT_TOLERANCE = 2e-5


# ---- arguments ---------------------------------------------------------------------------------


def _is_floating(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind in "fc"


def _map(value: Any, function: Callable[[np.ndarray], Any]) -> Any:
    """Apply the function to every array in an argument."""
    if isinstance(value, np.ndarray):
        return function(value)
    if isinstance(value, list) and any(isinstance(item, np.ndarray) for item in value):
        return [function(item) for item in value]
    return value


def _map_sample(sample: Sample, function: Callable[[np.ndarray], Any]) -> Sample:
    args = tuple(_map(value, function) for value in sample.args)
    return Sample(args, {name: _map(value, function) for name, value in sample.kwargs.items()})


def _floating_arrays(sample: Sample) -> list[np.ndarray]:
    found: list[np.ndarray] = []

    def collect(array: np.ndarray) -> np.ndarray:
        if _is_floating(array):
            found.append(array)
        return array

    _map_sample(sample, collect)
    return found


def _to_tensor(array: np.ndarray, dtype: str) -> Tensor:
    tensor = paddle.to_tensor(array)
    if not _is_floating(array):
        return tensor
    is_complex = array.dtype.kind == "c"
    target = dtype
    if is_complex and not dtype.startswith("complex"):
        target = "complex128" if dtype == "float64" else "complex64"
    if not is_complex and dtype.startswith("complex"):
        target = "float64" if dtype == "complex128" else "float32"
    return tensor.astype(target)


def _tensors(sample: Sample, dtype: str) -> Sample:
    return _map_sample(sample, lambda array: _to_tensor(array, dtype))


def _rounded(sample: Sample, dtype: str) -> Sample:
    """The sample as the tensors of `dtype` hold it, in double precision."""

    def round_trip(array: np.ndarray) -> np.ndarray:
        if not _is_floating(array):
            return array
        wide = "complex128" if array.dtype.kind == "c" else "float64"
        return _to_tensor(array, dtype).astype(wide).numpy()

    return _map_sample(sample, round_trip)


def _strided(tensor: Tensor) -> Tensor:
    """The same elements with gaps between them."""
    if tensor.ndim == 0:
        return paddle.stack([tensor, tensor])[1]
    doubled = paddle.stack([tensor, tensor], axis=tensor.ndim)
    return doubled[..., 0]


# ---- comparing ---------------------------------------------------------------------------------


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _wide(tensor: Tensor) -> np.ndarray:
    if tensor.dtype.name in ("float16", "bfloat16", "float32"):
        tensor = tensor.astype("float64")
    elif tensor.dtype.name == "complex64":
        tensor = tensor.astype("complex128")
    return tensor.numpy()


def _assert_close(got: Tensor, want: np.ndarray, tolerance: float, what: str) -> None:
    want = np.asarray(want)
    assert list(got.shape) == list(want.shape), f"{what}: shape {got.shape}, not {want.shape}"
    values = _wide(got)
    if want.dtype.kind in "biu":
        np.testing.assert_array_equal(values, want, err_msg=what)
    else:
        scale = max(1.0, float(np.nanmax(np.abs(np.where(np.isfinite(want), want, 0)), initial=0)))
        np.testing.assert_allclose(
            values, want, rtol=tolerance, atol=tolerance * scale, err_msg=what
        )


def _call(record: Record, sample: Sample) -> list[Any]:
    return _as_list(record.function(*sample.args, **sample.kwargs))


# ---- the checks --------------------------------------------------------------------------------


def check_values(record: Record, sample: Sample, dtype: str) -> None:
    """The function gives what the reference gives."""
    assert record.reference is not None
    outputs = _call(record, _tensors(sample, dtype))
    exact = _rounded(sample, dtype)
    wanted = _as_list(record.reference(*exact.args, **exact.kwargs))
    assert len(outputs) == len(wanted), f"{len(outputs)} outputs, not {len(wanted)}"
    tolerance = TOLERANCES[dtype] * record.tolerance
    for i, (got, want) in enumerate(zip(outputs, wanted, strict=True)):
        _assert_close(got, want, tolerance, f"{record.op}{sample} {dtype}, output {i}")


def check_strided(record: Record, sample: Sample) -> None:
    """Elements with gaps between them give the same as contiguous ones."""
    plain = _tensors(sample, "float64")
    strided = Sample(
        tuple(_map_tensor(value, _strided) for value in plain.args),
        {name: _map_tensor(value, _strided) for name, value in plain.kwargs.items()},
    )
    for got, want in zip(_call(record, strided), _call(record, plain), strict=True):
        _assert_close(got, _wide(want), 1e-12 * record.tolerance, f"{record.op}{sample} strided")


def _map_tensor(value: Any, function: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Tensor):
        return function(value)
    if isinstance(value, list) and value and isinstance(value[0], Tensor):
        return [function(item) for item in value]
    return value


def check_inplace(record: Record, sample: Sample) -> None:
    """The in-place twin writes what the function returns."""
    assert record.inplace is not None
    tensors = _tensors(sample, "float64")
    (want,) = _call(record, tensors)
    target = tensors.args[0].clone()
    version = target.inplace_version
    got = record.inplace(target, *tensors.args[1:], **tensors.kwargs)
    assert got is target, "an in-place function returns its first argument"
    untouched = target.size == 0 or got.shape != tensors.args[0].shape
    assert target.inplace_version > version or untouched
    _assert_close(got, _wide(want), 1e-12, f"{record.op}_{sample}")


def _perturbed(sample: Sample, directions: list[np.ndarray], step: float) -> Sample:
    remaining: Iterator[np.ndarray] = iter(directions)

    def move(array: np.ndarray) -> np.ndarray:
        return np.asarray(array + step * next(remaining)) if _is_floating(array) else array

    return _map_sample(sample, move)


def _directions(arrays: Iterable[np.ndarray], random: np.random.Generator) -> list[np.ndarray]:
    result = []
    for array in arrays:
        direction = random.standard_normal(array.shape)
        if array.dtype.kind == "c":
            direction = direction + 1j * random.standard_normal(array.shape)
        result.append(np.asarray(direction))
    return result


def _differentiable(outputs: list[Any]) -> list[Tensor]:
    return [
        output
        for output in outputs
        if isinstance(output, Tensor) and output.dtype.name in ("float64", "complex128")
    ]


def _leaves(tensors: Sample) -> list[Tensor]:
    found: list[Tensor] = []

    def mark(tensor: Tensor) -> Tensor:
        if tensor.dtype.name in ("float64", "complex128"):
            tensor.stop_gradient = False
            found.append(tensor)
        return tensor

    for value in (*tensors.args, *tensors.kwargs.values()):
        _map_tensor(value, mark)
    return found


def _inner(a: Any, b: np.ndarray) -> float:
    return float(np.sum(np.real(np.conj(np.asarray(a)) * b)))


class _Projection:
    """The function followed by an inner product with fixed weights: one real number."""

    def __init__(self, record: Record, sample: Sample, random: np.random.Generator) -> None:
        self.record = record
        outputs = _differentiable(_call(record, _tensors(sample, "float64")))
        self.weights = _directions([output.numpy() for output in outputs], random)

    def value(self, sample: Sample) -> float:
        outputs = _differentiable(_call(self.record, _tensors(sample, "float64")))
        pairs = zip(outputs, self.weights, strict=True)
        return sum(_inner(output.numpy(), weight) for output, weight in pairs)

    def grads(self, sample: Sample, create_graph: bool = False) -> tuple[list[Tensor], list[Any]]:
        tensors = _tensors(sample, "float64")
        leaves = _leaves(tensors)
        outputs = _differentiable(_call(self.record, tensors))
        connected = [
            (output, paddle.to_tensor(weight))
            for output, weight in zip(outputs, self.weights, strict=True)
            if not output.stop_gradient
        ]
        grads = paddle.grad(
            [output for output, _ in connected],
            leaves,
            [weight for _, weight in connected],
            create_graph=create_graph,
            allow_unused=True,
        )
        return leaves, grads


def check_gradient(record: Record, sample: Sample) -> None:
    """Gradients agree with central differences along random directions."""
    random = np.random.default_rng(7)
    projection = _Projection(record, sample, random)
    directions = _directions(_floating_arrays(sample), random)
    ahead = projection.value(_perturbed(sample, directions, STEP))
    behind = projection.value(_perturbed(sample, directions, -STEP))
    numeric = (ahead - behind) / (2 * STEP)
    _, grads = projection.grads(sample)
    analytic = sum(
        _inner(grad.numpy(), direction)
        for grad, direction in zip(grads, directions, strict=True)
        if grad is not None
    )
    tolerance = GRADIENT_TOLERANCE * record.tolerance * max(1.0, abs(numeric))
    assert abs(numeric - analytic) <= tolerance, (
        f"{record.op}{sample}: derivative {analytic}, finite differences say {numeric}"
    )


def check_second_gradient(record: Record, sample: Sample) -> None:
    """Gradients of gradients agree with central differences of the gradients."""
    random = np.random.default_rng(11)
    projection = _Projection(record, sample, random)
    leaves, grads = projection.grads(sample, create_graph=True)
    arrays = _floating_arrays(sample)
    directions = _directions(arrays, random)
    weights = _directions(arrays, random)

    def weighted(at: Sample) -> float:
        _, values = projection.grads(at)
        pairs = zip(values, weights, strict=True)
        return sum(_inner(grad.numpy(), weight) for grad, weight in pairs if grad is not None)

    ahead = weighted(_perturbed(sample, directions, STEP))
    behind = weighted(_perturbed(sample, directions, -STEP))
    numeric = (ahead - behind) / (2 * STEP)
    connected = [
        (grad, paddle.to_tensor(weight))
        for grad, weight in zip(grads, weights, strict=True)
        if grad is not None and not grad.stop_gradient
    ]
    analytic = 0.0
    if connected:
        seconds = paddle.grad(
            [grad for grad, _ in connected],
            leaves,
            [weight for _, weight in connected],
            allow_unused=True,
        )
        analytic = sum(
            _inner(second.numpy(), direction)
            for second, direction in zip(seconds, directions, strict=True)
            if second is not None
        )
    tolerance = 10 * GRADIENT_TOLERANCE * record.tolerance * max(1.0, abs(numeric))
    assert abs(numeric - analytic) <= tolerance, (
        f"{record.op}{sample}: second derivative {analytic}, finite differences say {numeric}"
    )


def check_recording(record: Record, sample: Sample) -> None:
    """A recorded program gives what the function gives at once."""
    tensors = _tensors(sample, "float32")
    wanted = _call(record, tensors)
    program = paddle.static.Program()
    feed: dict[str, Tensor] = {}

    def symbol(tensor: Tensor) -> Tensor:
        name = f"input_{len(feed)}"
        feed[name] = tensor
        return paddle.static.data(name, tensor.shape, tensor.dtype)

    with paddle.static.program_guard(program):
        symbols = Sample(
            tuple(_map_tensor(value, symbol) for value in tensors.args),
            {name: _map_tensor(value, symbol) for name, value in tensors.kwargs.items()},
        )
        outputs = [output for output in _call(record, symbols) if isinstance(output, Tensor)]
    results = paddle.static.Executor().run(program, feed, outputs, return_numpy=False)
    wanted = [want for want in wanted if isinstance(want, Tensor)]
    for got, want in zip(results, wanted, strict=True):
        assert got.dtype == want.dtype
        _assert_close(got, _wide(want), 1e-6 * record.tolerance, f"{record.op}{sample} recorded")


def check_error(record: Record, index: int) -> None:
    """A bad call raises the exception with the words."""
    error = record.errors[index]
    tensors = _tensors(Sample(error.args, error.kwargs), "float32")
    with pytest.raises(error.kind, match=error.match):
        record.function(*tensors.args, **tensors.kwargs)


# ---- the suite ---------------------------------------------------------------------------------


def _cases(records: Iterable[Record], wanted: Callable[[Record], bool]) -> list[Any]:
    return [
        pytest.param(record, sample, id=f"{record.name}{sample}")
        for record in records
        if wanted(record)
        for sample in record.samples
    ]


def make_suite(records: list[Record]) -> dict[str, Callable[..., None]]:
    """The test functions over the records, by name, for a test module's globals().

    Args:
        records: what to test.

    Returns:
        Parametrised pytest functions.
    """
    values = [
        pytest.param(record, sample, dtype, id=f"{record.name}{sample}-{dtype}")
        for record in records
        if record.reference is not None
        for sample in record.samples
        for dtype in record.dtypes
    ]
    errors = [
        pytest.param(record, i, id=f"{record.name}-{i}")
        for record in records
        for i in range(len(record.errors))
    ]

    def has_floats(sample: Sample) -> bool:
        return any(array.size for array in _floating_arrays(sample))

    def gradient_cases(wanted: Callable[[Record], bool]) -> list[Any]:
        return [case for case in _cases(records, wanted) if has_floats(case.values[1])]

    strided = _cases(records, lambda r: r.strided and r.reference is not None)
    recorded = _cases(records, lambda r: r.recording and r.reference is not None)
    inplace = _cases(records, lambda r: r.inplace is not None)

    suites: dict[str, tuple[tuple[str, ...], list[Any], Callable[..., None]]] = {
        "test_values": (("record", "sample", "dtype"), values, check_values),
        "test_strided": (("record", "sample"), strided, check_strided),
        "test_inplace": (("record", "sample"), inplace, check_inplace),
        "test_gradient": (
            ("record", "sample"), gradient_cases(lambda r: r.gradient), check_gradient
        ),
        "test_second_gradient": (
            ("record", "sample"), gradient_cases(lambda r: r.second_gradient), check_second_gradient
        ),
        "test_recording": (("record", "sample"), recorded, check_recording),
        "test_errors": (("record", "index"), errors, check_error),
    }  # fmt: skip
    return {
        name: pytest.mark.parametrize(arguments, cases)(check)
        for name, (arguments, cases, check) in suites.items()
        if cases
    }
