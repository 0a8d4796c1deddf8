"""Layers as functions, which create their parameters in the program that is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._core import Tensor
from ..framework.param_attr import ParamAttr
from ..framework.parameter import Parameter, build_parameter
from ..utils import unique_name

__all__ = ["embedding", "fc"]


def _parameter(owner: str, shape: Sequence[int], dtype: Any, attr: Any, is_bias: bool) -> Any:
    found = ParamAttr._to_attr(attr)
    if found is None:
        return None
    return build_parameter(shape, dtype, found, owner, is_bias, None)


def fc(
    x: Tensor,
    size: int,
    num_flatten_dims: int = 1,
    weight_attr: Any = None,
    bias_attr: Any = None,
    activation: str | None = None,
    name: str | None = None,
) -> Tensor:
    """A fully connected layer: `x @ weight + bias`, and an activation.

    Args:
        x: a floating tensor with known sizes from the axis `num_flatten_dims` on.
        size: how many features the result has.
        num_flatten_dims: the axes from here on are flattened into one.
        weight_attr: the attributes of the weight, [features, size].
        bias_attr: the attributes of the bias, [size]; False for none.
        activation: the name of a function of `paddle.nn.functional`.
        name: the prefix of the parameters' names.

    Returns:
        The first `num_flatten_dims` axes of x and one of `size`.

    Raises:
        ValueError: if x has no axis left to map, or the number of features is not known.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 2, 3])
        ...     y = paddle.static.nn.fc(x, 4, activation="relu")
        >>> y.shape, [list(p.shape) for p in main.all_parameters()]
        ([-1, 4], [[6, 4], [4]])
    """
    import paddle
    from paddle.nn import functional as F

    axis = num_flatten_dims + x.ndim if num_flatten_dims < 0 else num_flatten_dims
    if not 0 < axis < x.ndim:
        raise ValueError(f"fc: num_flatten_dims={num_flatten_dims} does not fit {x.ndim} axes")
    features = x if axis == x.ndim - 1 else paddle.flatten(x, axis)
    if features.shape[-1] < 0:
        raise ValueError(f"fc: the number of features of x {x.shape} is not known")
    owner = name or unique_name.generate("fc")
    weight = _parameter(owner, [features.shape[-1], size], x.dtype, weight_attr, False)
    bias = _parameter(owner, [size], x.dtype, bias_attr, True)
    out = F.linear(features, weight, bias)
    return out if activation is None else getattr(F, activation)(out)


def embedding(
    input: Tensor,
    size: Sequence[int],
    is_sparse: bool = False,
    is_distributed: bool = False,
    padding_idx: int | None = None,
    param_attr: Any = None,
    dtype: Any = "float32",
) -> Tensor:
    """Rows of a table that is created with it; see `paddle.nn.functional.embedding`.

    Args:
        input: int32 or int64 indices.
        size: the number of rows and their length.
        is_sparse: accepted for compatibility; gradients are dense.
        is_distributed: must be False.
        padding_idx: the row whose results are zero.
        param_attr: the attributes of the table.
        dtype: its dtype.

    Raises:
        NotImplementedError: for a distributed table.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 5], "int64")
        ...     y = paddle.static.nn.embedding(x, [10, 4])
        >>> y.shape
        [-1, 5, 4]
    """
    from paddle.nn import functional as F

    if is_distributed:
        raise NotImplementedError("embedding: distributed tables are not supported")
    owner = unique_name.generate("embedding")
    table: Parameter = _parameter(owner, size, dtype, param_attr, False)
    return F.embedding(input, table, padding_idx, is_sparse)
