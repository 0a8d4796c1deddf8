"""Layers of the activations of sparse tensors."""

from __future__ import annotations

from paddle import Tensor
from paddle.nn import Layer

from . import functional as F

__all__ = ["LeakyReLU", "ReLU", "ReLU6", "Softmax"]


class ReLU(Layer):
    """Layer of `paddle.sparse.nn.functional.relu`: `max(x, 0)` of the stored elements.

    Args:
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-1.0, 2.0], [3])
        >>> paddle.sparse.nn.ReLU()(x).values().tolist()
        [0.0, 2.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x)


class ReLU6(Layer):
    """Layer of `paddle.sparse.nn.functional.relu6`: `min(max(x, 0), 6)` of the stored elements.

    Args:
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-1.0, 8.0], [3])
        >>> paddle.sparse.nn.ReLU6()(x).values().tolist()
        [0.0, 6.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.relu6(x)


class LeakyReLU(Layer):
    """Layer of `paddle.sparse.nn.functional.leaky_relu`.

    Args:
        negative_slope: factor of negative elements.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 2]], [-1.0, 2.0], [3])
        >>> paddle.sparse.nn.LeakyReLU(0.5)(x).values().tolist()
        [-0.5, 2.0]
    """

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None:
        super().__init__()
        self._negative_slope = negative_slope
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.leaky_relu(x, self._negative_slope)

    def extra_repr(self) -> str:
        return f"negative_slope={self._negative_slope}"


class Softmax(Layer):
    """Layer of `paddle.sparse.nn.functional.softmax`.

    Args:
        axis: the dimension; only the last one (-1) of a CSR tensor.
        name: not used.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 2, 3], [0, 2, 1], [1.0, 1.0, 5.0], [2, 3])
        >>> paddle.sparse.nn.Softmax()(x).values().tolist()
        [0.5, 0.5, 1.0]
    """

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.softmax(x, self._axis)
