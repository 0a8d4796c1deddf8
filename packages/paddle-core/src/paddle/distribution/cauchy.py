"""The Cauchy distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence

import paddle
from paddle import Tensor

from ._arguments import broadcast, cast_value, tensor_from_real
from .distribution import Distribution

__all__ = ["Cauchy"]


class Cauchy(Distribution):
    r"""The Cauchy distribution: :math:`1 / (\pi scale (1 + ((x - loc) / scale)^2))`.

    It has no mean and no variance; asking for them is a ValueError.

    Args:
        loc: median, a number or tensor.
        scale: half the distance between the quartiles, a number or tensor.
        name: ignored.

    Raises:
        TypeError: for another type of parameter.
        ValueError: if dtypes or shapes do not fit.

    Examples:
        >>> import paddle
        >>> cauchy = paddle.distribution.Cauchy(loc=0.1, scale=1.2)
        >>> round(float(cauchy.entropy()), 4)
        2.7133
    """

    def __init__(self, loc: float | Tensor, scale: float | Tensor, name: str | None = None) -> None:
        self.loc, self.scale = broadcast(
            tensor_from_real(loc, "loc"), tensor_from_real(scale, "scale")
        )
        self.dtype = self.loc.dtype
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> Tensor:
        """There is none.

        Raises:
            ValueError: always.
        """
        raise ValueError("a Cauchy distribution has no mean")

    @property
    def variance(self) -> Tensor:
        """There is none.

        Raises:
            ValueError: always.
        """
        raise ValueError("a Cauchy distribution has no variance")

    @property
    def stddev(self) -> Tensor:
        """There is none.

        Raises:
            ValueError: always.
        """
        raise ValueError("a Cauchy distribution has no standard deviation")

    def sample(self, shape: Sequence[int] = (), name: str | None = None) -> Tensor:
        """Draw samples.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Cauchy(0.0, 1.0).sample([2, 3]).shape
            [2, 3]
        """
        with paddle.no_grad():
            return self.rsample(shape)

    def rsample(self, shape: Sequence[int] = (), name: str | None = None) -> Tensor:
        """Draw samples as functions of `loc` and `scale`.

        Examples:
            >>> import paddle
            >>> loc = paddle.to_tensor([1.0], stop_gradient=False)
            >>> paddle.distribution.Cauchy(loc, paddle.ones([1])).rsample([4]).sum().backward()
            >>> loc.grad.tolist()
            [4.0]
        """
        uniform = paddle.uniform(self._extend_shape(shape), self.dtype, 0.0, 1.0)
        return self.loc + self.scale * paddle.tan(math.pi * (uniform - 0.5))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value`.

        Raises:
            TypeError: if `value` is no tensor.

        Examples:
            >>> import paddle
            >>> cauchy = paddle.distribution.Cauchy(0.0, 1.0)
            >>> round(float(cauchy.log_prob(paddle.to_tensor(0.0))), 4)
            -1.1447
        """
        distance = self._distance(value)
        return -paddle.log1p(distance * distance) - paddle.log(self.scale) - math.log(math.pi)

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of at most `value`.

        Raises:
            TypeError: if `value` is no tensor.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Cauchy(0.0, 1.0).cdf(paddle.to_tensor(1.0)))
            0.75
        """
        return paddle.atan(self._distance(value)) / math.pi + 0.5

    def _distance(self, value: Tensor) -> Tensor:
        if not isinstance(value, Tensor):
            raise TypeError(f"value must be a Tensor, but got {type(value)}")
        return (cast_value(value, self.loc) - self.loc) / self.scale

    def entropy(self) -> Tensor:
        r"""The entropy :math:`\log(4 \pi scale)`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Cauchy(0.0, 1.0).entropy()), 4)
            2.531
        """
        return paddle.log(self.scale) + math.log(4 * math.pi)
