"""The geometric distribution."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np

import paddle
from paddle import Tensor

from ._arguments import cast_value, tensor_from_real
from .distribution import Distribution

__all__ = ["Geometric"]


class Geometric(Distribution):
    r"""The number k = 0, 1, ... of failures before the first success: :math:`p (1 - p)^k`.

    Args:
        probs: probability p of success in (0, 1], a number or tensor.

    Raises:
        TypeError: for another type of parameter.
        ValueError: if a probability is not in (0, 1].

    Examples:
        >>> import paddle
        >>> geometric = paddle.distribution.Geometric(0.5)
        >>> float(geometric.mean), float(geometric.pmf(2))
        (1.0, 0.125)
    """

    probs: Any  # an attribute here, a method of the base class

    def __init__(self, probs: float | Tensor) -> None:
        self.probs = tensor_from_real(probs, "probs", "float32")
        inside = (self.probs > 0) & (self.probs <= 1)
        if paddle.in_dynamic_mode() and not bool(inside.all()):
            raise ValueError("probs must be in (0, 1]")
        super().__init__(self.probs.shape)

    @property
    def mean(self) -> Tensor:
        """The mean (1 - p) / p.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Geometric(0.25).mean)
            3.0
        """
        return 1 / self.probs - 1

    @property
    def variance(self) -> Tensor:
        """The variance (1 - p) / p ** 2.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Geometric(0.5).variance)
            2.0
        """
        return (1 / self.probs - 1) / self.probs

    @property
    def stddev(self) -> Tensor:
        """The standard deviation.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Geometric(0.5).stddev), 4)
            1.4142
        """
        return paddle.sqrt(self.variance)

    def pmf(self, k: int | Tensor) -> Tensor:
        """The probability of `k`.

        Raises:
            TypeError: if `k` is neither an int nor a tensor.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Geometric(0.5).pmf(0))
            0.5
        """
        return paddle.pow(1 - self.probs, self._count(k)) * self.probs

    def log_pmf(self, k: int | Tensor) -> Tensor:
        """The logarithm of `pmf`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Geometric(0.5).log_pmf(1)), 4)
            -1.3863
        """
        return paddle.log(self.pmf(k))

    def log_prob(self, value: Tensor) -> Tensor:
        """The same as `log_pmf`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Geometric(0.5).log_prob(paddle.to_tensor(1.0))), 4)
            -1.3863
        """
        return self.log_pmf(value)

    def cdf(self, k: int | Tensor) -> Tensor:
        """The probability of at most `k`.

        Raises:
            TypeError: if `k` is neither an int nor a tensor.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Geometric(0.5).cdf(1))
            0.75
        """
        return 1 - paddle.pow(1 - self.probs, self._count(k) + 1)

    def _count(self, k: int | Tensor) -> Tensor:
        if isinstance(k, Tensor):
            return cast_value(k, self.probs)
        if not isinstance(k, numbers.Integral):
            raise TypeError(f"k must be an int or a Tensor, but got {type(k)}")
        return paddle.full([], float(k), self.probs.dtype)

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples, in the dtype of `probs`.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Geometric(paddle.full([2], 0.5)).sample([3]).shape
            [3, 2]
        """
        with paddle.no_grad():
            return self.rsample(shape)

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples, as `sample`; rounding makes their gradient zero.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Geometric(1.0).rsample([2]).tolist()
            [0.0, 0.0]
        """
        dtype = self.probs.dtype
        tiny = float(np.finfo(dtype.name).tiny)
        uniform = paddle.uniform(self._extend_shape(shape), dtype, tiny, 1.0)
        return paddle.floor(paddle.log(uniform) / paddle.log1p(-self.probs))

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Geometric(0.5).entropy()), 4)
            1.3863
        """
        failing = 1 - self.probs
        return -(self.probs * paddle.log(self.probs) + failing * paddle.log(failing)) / self.probs
