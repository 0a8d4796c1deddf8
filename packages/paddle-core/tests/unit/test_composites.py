"""Functions that are made of several operators, against NumPy, SciPy and itertools."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import paddle
import pytest
from scipy.spatial.distance import cdist

RANDOM = np.random.default_rng(7)


@pytest.mark.parametrize("p", [0.0, 1.0, 2.0, 3.0, np.inf])
@pytest.mark.parametrize("rows", [3, 40])
def test_cdist(p: float, rows: int) -> None:
    x, y = RANDOM.normal(size=(rows, 5)), RANDOM.normal(size=(4, 5))
    x[0] = y[0]
    if p == 0.0:
        wanted = (x[:, None] != y[None]).sum(-1).astype("float64")
    elif p == np.inf:
        wanted = cdist(x, y, "chebyshev")
    else:
        wanted = cdist(x, y, "minkowski", p=p)
    found = paddle.cdist(paddle.to_tensor(x), paddle.to_tensor(y), p)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-7, atol=1e-6)


def test_cdist_broadcasts_and_differentiates() -> None:
    x = paddle.to_tensor(RANDOM.normal(size=(2, 1, 3, 4)), stop_gradient=False)
    y = paddle.to_tensor(RANDOM.normal(size=(5, 2, 4)))
    distances = paddle.cdist(x, y)
    assert distances.shape == [2, 5, 3, 2]
    distances.sum().backward()
    difference = x.numpy()[..., :, None, :] - y.numpy()[..., None, :, :]
    unit = difference / np.linalg.norm(difference, axis=-1, keepdims=True)
    np.testing.assert_allclose(x.grad.numpy(), unit.sum(axis=(1, 3))[:, None])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [({"p": -1.0}, "p must not be negative"), ({"compute_mode": "x"}, "compute_mode must be")],
)
def test_cdist_refuses(arguments: dict[str, Any], text: str) -> None:
    x = paddle.ones([2, 2])
    with pytest.raises(ValueError, match=text):
        paddle.cdist(x, x, **arguments)


@pytest.mark.parametrize("rowvar", [True, False])
@pytest.mark.parametrize("ddof", [True, False])
@pytest.mark.parametrize("weighted", ["", "f", "a", "fa"])
@pytest.mark.parametrize("shape", [(4, 6), (6,), (1, 6)])
def test_cov(shape: tuple[int, ...], weighted: str, ddof: bool, rowvar: bool) -> None:
    x = RANDOM.normal(size=shape)
    count = x.shape[-1] if rowvar or x.shape[0] == 1 or x.ndim == 1 else x.shape[0]
    weights = {}
    if "f" in weighted:
        weights["fweights"] = RANDOM.integers(1, 4, size=count)
    if "a" in weighted:
        weights["aweights"] = RANDOM.uniform(0.5, 2.0, size=count)
    wanted = np.cov(x, rowvar=rowvar or x.shape[0] == 1, ddof=int(ddof), **weights)
    tensors = {name: paddle.to_tensor(value) for name, value in weights.items()}
    found = paddle.linalg.cov(paddle.to_tensor(x), rowvar, ddof, **tensors)
    assert found.shape == list(wanted.shape)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-10)


def test_cov_refuses_weights_of_another_length() -> None:
    with pytest.raises(ValueError, match="aweights needs one number for each of the 3"):
        paddle.linalg.cov(paddle.ones([2, 3]), aweights=paddle.ones([2]))


@pytest.mark.parametrize("shape", [(3, 8), (8,)])
def test_corrcoef(shape: tuple[int, ...]) -> None:
    x = RANDOM.normal(size=shape)
    found = paddle.linalg.corrcoef(paddle.to_tensor(x))
    np.testing.assert_allclose(found.numpy(), np.corrcoef(x), rtol=1e-10)


@pytest.mark.parametrize("offset", [-1, 0, 2])
@pytest.mark.parametrize("dtype", ["float64", "int32"])
def test_trace(dtype: str, offset: int) -> None:
    x = RANDOM.integers(-9, 9, size=(3, 4, 5)).astype(dtype)
    found = paddle.trace(paddle.to_tensor(x), offset, 2, 1)
    assert found.dtype == paddle.to_tensor(x).dtype
    np.testing.assert_array_equal(found.numpy(), np.trace(x, offset, 2, 1))


@pytest.mark.parametrize("increasing", [True, False])
@pytest.mark.parametrize("n", [None, 0, 2, 5])
def test_vander(n: int | None, increasing: bool) -> None:
    x = RANDOM.normal(size=3)
    found = paddle.vander(paddle.to_tensor(x), n, increasing)
    np.testing.assert_allclose(found.numpy(), np.vander(x, n, increasing))


@pytest.mark.parametrize("r", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("repeated", [True, False])
def test_combinations(repeated: bool, r: int) -> None:
    x = [4, 7, 9, 1]
    choose = itertools.combinations_with_replacement if repeated else itertools.combinations
    wanted = [list(choice) for choice in choose(x, r)] if r else []
    assert paddle.combinations(paddle.to_tensor(x), r, repeated).tolist() == wanted
