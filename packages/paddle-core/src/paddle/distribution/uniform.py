"""The uniform distribution on an interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle
from paddle import Tensor

from ._arguments import cast_value, parameters_from_data
from .distribution import Distribution

__all__ = ["Uniform"]


class Uniform(Distribution):
    """The uniform distribution on the open interval from `low` to `high`.

    Args:
        low: lower bound; a number, list, tuple, array or tensor. If one bound is a tensor, so must
            be the other; their shapes are broadcast.
        high: upper bound, likewise.
        name: kept as an attribute.

    Raises:
        TypeError: for another type of bound.
        ValueError: for a tensor beside something else, or shapes that do not fit.

    Examples:
        >>> import paddle
        >>> uniform = paddle.distribution.Uniform(low=1.0, high=[2.0, 5.0])
        >>> uniform.prob(paddle.to_tensor([1.5, 6.0])).tolist()
        [1.0, 0.0]
    """

    def __init__(self, low: Any, high: Any, name: str | None = None) -> None:
        self.low, self.high = parameters_from_data(low, high)
        self.dtype = self.low.dtype
        self.name = "Uniform" if name is None else name
        super().__init__(self.low.shape)

    @property
    def mean(self) -> Tensor:
        """The middle of the interval.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Uniform(1.0, 3.0).mean)
            2.0
        """
        return (self.low + self.high) / 2

    @property
    def variance(self) -> Tensor:
        """A twelfth of the squared width.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Uniform(0.0, 6.0).variance)
            3.0
        """
        width = self.high - self.low
        return width * width / 12

    def sample(self, shape: Sequence[int] = (), seed: int = 0) -> Tensor:
        """Draw samples.

        Args:
            shape: how many; the result has this shape followed by `batch_shape`.
            seed: other than 0: draw from a generator of this seed.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Uniform(0.0, [1.0, 2.0]).sample([3]).shape
            [3, 2]
        """
        with paddle.no_grad():
            return self._draw(shape, seed)

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples as functions of the bounds.

        Examples:
            >>> import paddle
            >>> low = paddle.to_tensor([0.0], stop_gradient=False)
            >>> high = paddle.to_tensor([1.0], stop_gradient=False)
            >>> paddle.distribution.Uniform(low, high).rsample([8]).sum().backward()
            >>> float(low.grad + high.grad)
            8.0
        """
        return self._draw(shape, 0)

    def _draw(self, shape: Sequence[int], seed: int) -> Tensor:
        part = paddle.uniform(self._extend_shape(shape), self.dtype, 0.0, 1.0, seed)
        return part * (self.high - self.low) + self.low

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value`, -inf outside of the open interval.

        Examples:
            >>> import paddle
            >>> uniform = paddle.distribution.Uniform(0.0, 1.0)
            >>> uniform.log_prob(paddle.to_tensor([0.5, 1.0])).tolist()
            [0.0, -inf]
        """
        value = cast_value(value, self.low)
        inside = paddle.logical_and(self.low < value, value < self.high).astype(self.dtype)
        return paddle.log(inside) - paddle.log(self.high - self.low)

    def entropy(self) -> Tensor:
        """The entropy: the logarithm of the width.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Uniform(0.0, 2.0).entropy()), 4)
            0.6931
        """
        return paddle.log(self.high - self.low)
