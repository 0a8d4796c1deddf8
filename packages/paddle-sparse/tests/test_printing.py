"""Sparse tensors are printed as Paddle prints them."""

from __future__ import annotations

import numpy as np
import paddle


def test_coo() -> None:
    x = paddle.sparse.sparse_coo_tensor(
        [[0, 1, 2], [1, 2, 0]], [1.0, 2.0, 3.0], [3, 3], stop_gradient=False
    )
    expected = (
        "Tensor(shape=[3, 3], dtype=paddle.float32, place=Place(cpu), stop_gradient=False, \n"
        "       indices=[[0, 1, 2],\n"
        "                [1, 2, 0]], \n"
        "       values=[1., 2., 3.])"
    )
    assert repr(x) == expected
    assert str(x) == expected


def test_csr() -> None:
    x = paddle.sparse.sparse_csr_tensor([0, 1, 2, 3], [1, 2, 0], [1.0, 2.0, 3.5], [3, 3])
    assert repr(x) == (
        "Tensor(shape=[3, 3], dtype=paddle.float32, place=Place(cpu), stop_gradient=True, \n"
        "       crows=[0, 1, 2, 3], \n"
        "       cols=[1, 2, 0], \n"
        "       values=[1.        , 2.        , 3.50000000])"
    )


def test_dense_dimensions() -> None:
    x = paddle.sparse.sparse_coo_tensor([[0, 1]], np.arange(16.0).reshape(2, 2, 4))
    assert repr(x) == (
        "Tensor(shape=[2, 2, 4], dtype=paddle.float64, place=Place(cpu), stop_gradient=True, \n"
        "       indices=[[0, 1]], \n"
        "       values=[[[0. , 1. , 2. , 3. ],\n"
        "                [4. , 5. , 6. , 7. ]],\n"
        "\n"
        "               [[8. , 9. , 10., 11.],\n"
        "                [12., 13., 14., 15.]]])"
    )


def test_many_elements_are_summarised() -> None:
    diagonal = np.stack([np.arange(2000)] * 2)
    x = paddle.sparse.sparse_coo_tensor(diagonal, np.arange(2000.0), [2000, 2000])
    assert repr(x) == (
        "Tensor(shape=[2000, 2000], dtype=paddle.float64, place=Place(cpu), stop_gradient=True, \n"
        "       indices=[[0   , 1   , 2   , ..., 1997, 1998, 1999],\n"
        "                [0   , 1   , 2   , ..., 1997, 1998, 1999]], \n"
        "       values=[0.   , 1.   , 2.   , ..., 1997., 1998., 1999.])"
    )
