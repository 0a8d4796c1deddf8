"""Python's operators on tensors: which dtypes meet how, and what is refused."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import paddle
import pytest


def of(dtype: str) -> paddle.Tensor:
    return paddle.to_tensor([1, 2]).astype(dtype)


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("float16", "bfloat16", "float32"),
        ("float16", "float32", "float32"),
        ("float32", "float64", "float64"),
        ("float32", "complex64", "complex64"),
        ("float64", "complex64", "complex128"),
        ("int32", "float32", "int32"),
        ("float32", "int64", "float32"),
        ("int64", "float64", "int64"),
        ("int32", "int64", "int32"),
    ],
)
def test_arithmetic_of_tensors(left: str, right: str, result: str) -> None:
    for function in (operator.add, operator.sub, operator.mul):
        assert function(of(left), of(right)).dtype.name == result


def test_the_right_operand_is_cut_to_integers() -> None:
    x = paddle.to_tensor([1, 2])
    assert (x + paddle.to_tensor([1.7, 2.7])).tolist() == [2, 4]


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("int64", "int64", "float32"),
        ("bool", "int32", "float32"),
        ("float32", "float64", "float32"),
        ("float64", "float32", "float64"),
        ("float32", "complex64", "complex64"),
    ],
)
def test_division_of_tensors(left: str, right: str, result: str) -> None:
    assert (of(left) / of(right)).dtype.name == result


def test_comparison_follows_the_left_operand() -> None:
    assert (paddle.to_tensor([1, 2]) == paddle.to_tensor([1.5, 2.0])).tolist() == [True, True]
    assert (of("float32") < of("int64")).dtype.name == "bool"


@pytest.mark.parametrize(
    ("dtype", "number", "result"),
    [
        ("float32", 2, "float32"),
        ("float32", 2.5, "float32"),
        ("float16", 2.5, "float16"),
        ("int64", 2, "int64"),
        ("int64", 2.5, "float32"),
        ("int32", np.int64(2), "int32"),
        ("int64", np.float64(2.5), "float32"),
        ("int64", np.float32(2.0), "int64"),
        ("float32", 1j, "complex64"),
        ("float64", 1j, "complex128"),
    ],
)
def test_arithmetic_with_numbers(dtype: str, number: Any, result: str) -> None:
    assert (of(dtype) * number).dtype.name == result
    if not isinstance(number, np.generic):
        assert (number * of(dtype)).dtype.name == result


def test_reflected_operators() -> None:
    x = paddle.to_tensor([1.0, 4.0])
    assert (10 - x).tolist() == [9.0, 6.0]
    assert (8 / x).tolist() == [8.0, 2.0]
    assert (2**x).tolist() == [2.0, 16.0]
    assert (np.float32(1) + x).tolist() == [2.0, 5.0]


def test_integer_division_and_remainder_follow_the_divisor() -> None:
    x = paddle.to_tensor([-7, 7])
    assert (x // 2).tolist() == [-4, 3]
    assert (x % 3).tolist() == [2, 1]
    assert (x / 2).tolist() == [-3.5, 3.5]
    assert (x**2).dtype.name == "int64"
    assert (x % -3).tolist() == [-1, -2]


def test_bits_need_equal_integer_types() -> None:
    x = paddle.to_tensor([6, 3])
    assert (x & paddle.to_tensor([3, 1])).tolist() == [2, 1]
    assert (~paddle.to_tensor([True, False])).tolist() == [False, True]
    with pytest.raises(ValueError, match=r"bitwise_or|Tensor"):
        x | 1


@pytest.mark.parametrize("other", [None, "a", [1, 2], {}, object()])
def test_other_operands_are_refused(other: Any) -> None:
    x = paddle.ones([2])
    for function in (operator.add, operator.eq, operator.lt):
        with pytest.raises(ValueError, match="must be int, float, bool or Tensor"):
            function(x, other)


def test_broadcasting_errors_name_operator_and_shapes() -> None:
    with pytest.raises(ValueError, match=r"add.*\[2, 3\].*\[4\]"):
        paddle.ones([2, 3]) + paddle.ones([4])


def test_functions_do_not_mix_integers_and_floats() -> None:
    with pytest.raises(ValueError, match=r"int64 and float32|float32 and int64"):
        paddle.add(of("int64"), of("float32"))
    assert paddle.add(of("float32"), of("float64")).dtype.name == "float64"
    with pytest.raises(ValueError, match="argument 'y'"):
        paddle.add(of("float32"), 2)


def test_augmented_assignment_makes_a_new_tensor() -> None:
    x = paddle.ones([2])
    y = x
    y += 1
    assert x.tolist() == [1, 1]
    assert y.tolist() == [2, 2]


def test_matmul() -> None:
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    np.testing.assert_allclose((paddle.to_tensor(a) @ paddle.to_tensor(b)).numpy(), a @ b)


def test_integer_division_by_zero_raises() -> None:
    x = paddle.to_tensor([1, 2])
    with pytest.raises(ValueError, match="zero"):
        x // 0
    with pytest.raises(ValueError, match="zero"):
        x % 0
