"""The Laplace distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

import paddle
from paddle import Tensor

from ._arguments import broadcast, tensor_from_real, value_tensor
from .distribution import Distribution

__all__ = ["Laplace"]


class Laplace(Distribution):
    r"""The Laplace distribution: :math:`e^{-|x - loc| / scale} / (2 scale)`.

    Args:
        loc: mean, a number or tensor.
        scale: mean distance from it, a number or tensor.

    Raises:
        TypeError: for another type of parameter.
        ValueError: if dtypes or shapes do not fit.

    Examples:
        >>> import paddle
        >>> laplace = paddle.distribution.Laplace(0.0, 1.0)
        >>> round(float(laplace.log_prob(0.1)), 4)
        -0.7931
    """

    def __init__(self, loc: float | Tensor, scale: float | Tensor) -> None:
        self.loc, self.scale = broadcast(
            tensor_from_real(loc, "loc"), tensor_from_real(scale, "scale")
        )
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> Tensor:
        """The mean.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Laplace(3.0, 1.0).mean)
            3.0
        """
        return self.loc

    @property
    def stddev(self) -> Tensor:
        """The standard deviation, sqrt(2) * scale.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Laplace(3.0, 1.0).stddev), 4)
            1.4142
        """
        return math.sqrt(2) * self.scale

    @property
    def variance(self) -> Tensor:
        """The variance.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Laplace(3.0, 2.0).variance)
            8.0
        """
        return 2 * self.scale * self.scale

    def log_prob(self, value: float | Tensor) -> Tensor:
        """The logarithm of the density at `value`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Laplace(0.0, 1.0).log_prob(0.0)), 4)
            -0.6931
        """
        return -paddle.log(2 * self.scale) - abs(self._distance(value))

    def _distance(self, value: float | Tensor) -> Tensor:
        return (value_tensor(value, self.loc) - self.loc) / self.scale

    def entropy(self) -> Tensor:
        """The entropy 1 + log(2 * scale).

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Laplace(0.0, 1.0).entropy()), 4)
            1.6931
        """
        return 1 + paddle.log(2 * self.scale)

    def cdf(self, value: float | Tensor) -> Tensor:
        """The probability of at most `value`.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Laplace(1.0, 1.0).cdf(1.0))
            0.5
        """
        distance = self._distance(value)
        return 0.5 - 0.5 * paddle.sign(distance) * paddle.expm1(-abs(distance))

    def icdf(self, value: float | Tensor) -> Tensor:
        """The inverse of `cdf`, at a probability.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Laplace(1.0, 1.0).icdf(0.5))
            1.0
        """
        centred = value_tensor(value, self.loc) - 0.5
        return self.loc - self.scale * paddle.sign(centred) * paddle.log1p(-2 * abs(centred))

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Laplace(0.0, paddle.ones([2])).sample([3]).shape
            [3, 2]
        """
        with paddle.no_grad():
            return self.rsample(shape)

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples as functions of `loc` and `scale`.

        Examples:
            >>> import paddle
            >>> loc = paddle.to_tensor([1.0], stop_gradient=False)
            >>> paddle.distribution.Laplace(loc, paddle.ones([1])).rsample([4]).sum().backward()
            >>> loc.grad.tolist()
            [4.0]
        """
        dtype = self.loc.dtype
        lowest = -1 + float(np.finfo(dtype.name).eps)
        uniform = paddle.uniform(self._extend_shape(shape), dtype, lowest, 1.0)
        return self.loc - self.scale * paddle.sign(uniform) * paddle.log1p(-abs(uniform))
