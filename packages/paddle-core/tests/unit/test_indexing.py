"""x[...] and x[...] = value agree with NumPy, and their gradients with finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

ARRAY = np.arange(60.0).reshape(3, 4, 5)

KEYS = (
    np.s_[1], np.s_[-1], np.s_[1, 2], np.s_[1, 2, 3], np.s_[...], np.s_[..., 1], np.s_[1, ..., 2],
    np.s_[:], np.s_[1:], np.s_[::-1], np.s_[::2, ::-2], np.s_[5:], np.s_[2:1], np.s_[-2:-1],
    np.s_[:, None], np.s_[None], np.s_[..., None], np.s_[1, None, 2], np.s_[None, 1, ..., None],
    np.s_[[0, 2]], np.s_[[0, 2], 1], np.s_[[0, 2], [1, 3]], np.s_[:, [1, 0, 3]],
    np.s_[[0, 1], :, [1, 2]], np.s_[:, [0, 1], [1, 2]], np.s_[1, :, [0, 1]],
    np.s_[[[0, 1], [2, 0]]],
    np.s_[:, 1:3, [0, 4]], np.s_[[0, 1], 1:3], np.s_[None, [0, 1]], np.s_[[True, False, True]],
    np.s_[True], np.s_[False], np.s_[:, np.array([True, False, True, True])],
    np.s_[np.arange(12).reshape(3, 4) % 2 == 0], np.s_[ARRAY > 30], np.s_[[-1, 0]], np.s_[[]],
    np.s_[1:1, [0, 1]], np.s_[::2, None, [0, 1]],
)  # fmt: skip


def as_key(key: Any) -> Any:
    """Index arrays as tensors."""
    if isinstance(key, tuple):
        return tuple(as_key(item) for item in key)
    return paddle.to_tensor(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_get(key: Any) -> None:
    got = paddle.to_tensor(ARRAY)[as_key(key)]
    want = ARRAY[key]
    assert got.shape == list(want.shape)
    np.testing.assert_array_equal(got.numpy(), want)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_set(key: Any) -> None:
    want = ARRAY.copy()
    value = -1.0 - np.arange(want[key].size).reshape(want[key].shape)
    got = paddle.to_tensor(ARRAY)
    got[as_key(key)] = paddle.to_tensor(value)
    want[key] = value
    np.testing.assert_array_equal(got.numpy(), want)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_set_number(key: Any) -> None:
    want = ARRAY.copy()
    got = paddle.to_tensor(ARRAY)
    got[as_key(key)] = 7
    want[key] = 7
    np.testing.assert_array_equal(got.numpy(), want)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_gradient_of_get(key: Any) -> None:
    x = paddle.to_tensor(ARRAY, stop_gradient=False)
    (x[as_key(key)] * 2).sum().backward()
    want = np.zeros_like(ARRAY)
    np.add.at(want, key, 2.0)
    np.testing.assert_array_equal(x.grad.numpy(), want)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_gradient_of_set(key: Any) -> None:
    x = paddle.to_tensor(ARRAY, stop_gradient=False)
    value = paddle.to_tensor(ARRAY[key] * 1.0, stop_gradient=False)
    y = x * 1.0
    y[as_key(key)] = value
    (y * 3).sum().backward()
    want = np.full_like(ARRAY, 3.0)
    want[key] = 0.0
    np.testing.assert_array_equal(x.grad.numpy(), want)
    np.testing.assert_array_equal(value.grad.numpy(), np.full(ARRAY[key].shape, 3.0))


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (5, IndexError),
        ((0, -5), IndexError),
        ((0, 0, 0, 0), IndexError),
        ([3], ValueError | IndexError),
        ((..., ...), ValueError),
        ("a", ValueError),
        (1.5, ValueError),
        ([True, False], IndexError),
        (np.s_[::0], ValueError),
    ],
    ids=str,
)
def test_bad_keys(key: Any, kind: Any) -> None:
    x = paddle.to_tensor(ARRAY)
    kinds = kind.__args__ if hasattr(kind, "__args__") else kind
    with pytest.raises(kinds):
        x[key]
    with pytest.raises(kinds):
        x[key] = 1.0


def test_bad_values() -> None:
    x = paddle.to_tensor(ARRAY)
    with pytest.raises(ValueError, match="broadcast"):
        x[0] = paddle.ones([3])
    with pytest.raises(ValueError, match="complex"):
        x[0] = paddle.to_tensor(1j)
    with pytest.raises(TypeError):
        del x[0]


def test_views_and_copies() -> None:
    x = paddle.to_tensor(ARRAY)
    view, gathered = x[1, ::2], x[[1]]
    x[1] = -1.0
    assert (view.numpy() == -1).all()
    assert not (gathered.numpy() == -1).any()


def test_overlapping_assignment_reads_before_it_writes() -> None:
    x = paddle.arange(6)
    x[1:] = x[:-1]
    assert x.tolist() == [0, 0, 1, 2, 3, 4]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_basic_index(data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
    array = np.arange(float(np.prod(shape))).reshape(shape)
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True))
    got = paddle.to_tensor(array)[key]
    np.testing.assert_array_equal(got.numpy(), array[key])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_integer_array_index(data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4))
    array = np.arange(float(np.prod(shape))).reshape(shape)
    key = data.draw(hnp.integer_array_indices(shape))
    got = paddle.to_tensor(array)[as_key(key)]
    np.testing.assert_array_equal(got.numpy(), array[key])
