"""The beta distribution."""

from __future__ import annotations

from collections.abc import Sequence

import paddle
from paddle import Tensor

from ._arguments import broadcast, tensor_from_real, value_tensor
from .dirichlet import Dirichlet
from .exponential_family import ExponentialFamily

__all__ = ["Beta"]


class Beta(ExponentialFamily):
    r"""The beta distribution on (0, 1), with density proportional to
    :math:`x^{\alpha - 1} (1 - x)^{\beta - 1}`.

    Args:
        alpha: positive number or tensor.
        beta: positive number or tensor; shapes are broadcast.

    Raises:
        TypeError: for another type of parameter.
        ValueError: if dtypes or shapes do not fit.

    Examples:
        >>> import paddle
        >>> beta = paddle.distribution.Beta(alpha=0.5, beta=0.5)
        >>> round(float(beta.mean), 4), round(float(beta.variance), 4)
        (0.5, 0.125)
        >>> round(float(beta.entropy()), 4)
        -0.2416
    """

    def __init__(self, alpha: float | Tensor, beta: float | Tensor) -> None:
        self.alpha, self.beta = broadcast(
            tensor_from_real(alpha, "alpha"), tensor_from_real(beta, "beta")
        )
        self._dirichlet = Dirichlet(paddle.stack([self.alpha, self.beta], -1))
        super().__init__(self._dirichlet.batch_shape)

    @property
    def mean(self) -> Tensor:
        """The mean alpha / (alpha + beta).

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Beta(1.0, 3.0).mean)
            0.25
        """
        return self.alpha / (self.alpha + self.beta)

    @property
    def variance(self) -> Tensor:
        """The variance.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Beta(1.0, 1.0).variance), 4)
            0.0833
        """
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total * total * (total + 1))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value` in (0, 1).

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Beta(1.0, 1.0).log_prob(paddle.to_tensor(0.3)))
            0.0
        """
        value = value_tensor(value, self.alpha)
        return self._dirichlet.log_prob(paddle.stack([value, 1 - value], -1))

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Beta(2.0, paddle.ones([3])).sample([4]).shape
            [4, 3]
        """
        return self._dirichlet.sample(shape)[..., 0]

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Beta(1.0, 1.0).entropy())
            0.0
        """
        return self._dirichlet.entropy()

    @property
    def _natural_parameters(self) -> tuple[Tensor, ...]:
        return (self.alpha, self.beta)

    def _log_normalizer(self, *parameters: Tensor) -> Tensor:
        alpha, beta = parameters
        return paddle.lgamma(alpha) + paddle.lgamma(beta) - paddle.lgamma(alpha + beta)
