"""Parameters as one vector, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable

from paddle._core import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters: Iterable[Tensor], name: str | None = None) -> Tensor:
    """All parameters, flattened and one after the other.

    Args:
        parameters: the parameters.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.utils.parameters_to_vector(paddle.nn.Linear(10, 15).parameters()).shape
        [165]
    """
    import paddle

    with paddle.no_grad():
        vector = paddle.concat([parameter.flatten() for parameter in parameters])
    vector.stop_gradient = False
    return vector


def vector_to_parameters(
    vec: Tensor, parameters: Iterable[Tensor], name: str | None = None
) -> None:
    """Set parameters from one vector, the inverse of `parameters_to_vector`.

    Args:
        vec: a 1-D tensor with as many elements as the parameters have.
        parameters: the parameters.
        name: not used.

    Raises:
        ValueError: the number of elements differs.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(1, 2, bias_attr=False)
        >>> paddle.nn.utils.vector_to_parameters(paddle.to_tensor([1.0, 2.0]), layer.parameters())
        >>> layer.weight.tolist()
        [[1.0, 2.0]]
    """
    targets = list(parameters)
    sizes = [math.prod(target.shape) for target in targets]
    if vec.numel().item() != sum(sizes):
        raise ValueError(f"vec must hold {sum(sizes)} elements, but it holds {vec.numel().item()}")
    start = 0
    data = vec.detach()
    for target, size in zip(targets, sizes, strict=True):
        target.set_value(data[start : start + size].reshape(target.shape))
        start += size


def _stride_column(param: Tensor) -> None:
    """Lay a matrix out by columns in memory; its values stay as they are.

    Examples:
        >>> import paddle
        >>> weight = paddle.nn.Linear(2, 3).weight
        >>> paddle.nn.utils.transform_parameters._stride_column(weight)
        >>> weight.strides
        [1, 2]
    """
    import paddle

    if param.ndim != 2:
        raise ValueError(f"_stride_column() takes a matrix, but the shape is {param.shape}")
    with paddle.no_grad():
        columns = param.detach().t().clone()
        param._become(columns.t())
