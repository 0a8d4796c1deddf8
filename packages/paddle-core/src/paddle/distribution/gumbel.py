"""The Gumbel distribution."""

from __future__ import annotations

import math

import numpy as np

import paddle
from paddle import Tensor

from ._arguments import broadcast, tensor_from_real, value_tensor
from .transform import AffineTransform, Transform, Type
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

__all__ = ["Gumbel"]


class _StandardQuantile(Transform):
    """From probabilities to the quantiles of the standard distribution."""

    _type = Type.BIJECTION

    def _forward(self, x: Tensor) -> Tensor:
        return -paddle.log(-paddle.log(x))

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.exp(-paddle.exp(-y))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        logs = -paddle.log(x)
        return logs - paddle.log(logs)


class Gumbel(TransformedDistribution):
    r"""The Gumbel distribution of maxima: :math:`e^{-z - e^{-z}} / scale`, z = (x - loc) / scale.

    Args:
        loc: the most likely value, a number or tensor.
        scale: a number or tensor.

    Raises:
        TypeError: for another type of parameter.
        ValueError: if dtypes or shapes do not fit.

    Examples:
        >>> import paddle
        >>> gumbel = paddle.distribution.Gumbel(0.0, 1.0)
        >>> round(float(gumbel.mean), 4), round(float(gumbel.entropy()), 4)
        (0.5772, 1.5772)
    """

    def __init__(self, loc: float | Tensor, scale: float | Tensor) -> None:
        self.loc, self.scale = broadcast(
            tensor_from_real(loc, "loc"), tensor_from_real(scale, "scale")
        )
        limits = np.finfo(self.loc.dtype.name)  # 0 and 1 would give infinite samples
        base = Uniform(
            paddle.full_like(self.loc, float(limits.tiny)),
            paddle.full_like(self.loc, 1 - float(limits.eps)),
        )
        super().__init__(base, [_StandardQuantile(), AffineTransform(self.loc, self.scale)])

    @property
    def mean(self) -> Tensor:
        """The mean, loc + scale * 0.5772...

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(1.0, 1.0).mean), 4)
            1.5772
        """
        return self.loc + self.scale * float(np.euler_gamma)

    @property
    def variance(self) -> Tensor:
        """The variance, (pi * scale) ** 2 / 6.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(1.0, 1.0).variance), 4)
            1.6449
        """
        return self.scale * self.scale * (math.pi * math.pi / 6)

    @property
    def stddev(self) -> Tensor:
        """The standard deviation.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(1.0, 1.0).stddev), 4)
            1.2825
        """
        return paddle.sqrt(self.variance)

    def prob(self, value: float | Tensor) -> Tensor:
        """The density at `value`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(0.0, 1.0).prob(0.0)), 4)
            0.3679
        """
        return paddle.exp(self.log_prob(value))

    def log_prob(self, value: float | Tensor) -> Tensor:
        """The logarithm of the density at `value`.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Gumbel(0.0, 1.0).log_prob(0.0))
            -1.0
        """
        distance = self._distance(value)
        return -distance - paddle.exp(-distance) - paddle.log(self.scale)

    def cdf(self, value: float | Tensor) -> Tensor:
        """The probability of at most `value`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(0.0, 1.0).cdf(0.0)), 4)
            0.3679
        """
        return paddle.exp(-paddle.exp(-self._distance(value)))

    def _distance(self, value: float | Tensor) -> Tensor:
        return (value_tensor(value, self.loc) - self.loc) / self.scale

    def entropy(self) -> Tensor:
        """The entropy, log(scale) + 1.5772...

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Gumbel(0.0, 1.0).entropy()), 4)
            1.5772
        """
        return paddle.log(self.scale) + (1 + float(np.euler_gamma))
