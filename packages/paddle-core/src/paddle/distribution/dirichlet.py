"""The Dirichlet distribution."""

from __future__ import annotations

from collections.abc import Sequence

import paddle
from paddle import Tensor, _C_ops

from ._arguments import sample_shape, value_tensor
from .exponential_family import ExponentialFamily

__all__ = ["Dirichlet"]


class Dirichlet(ExponentialFamily):
    r"""The Dirichlet distribution on the simplex, with density proportional to
    :math:`\prod_i x_i^{\alpha_i - 1}`.

    Args:
        concentration: the positive exponents alpha in the last axis.

    Raises:
        TypeError: if `concentration` is no tensor.
        ValueError: if it has no axis.

    Examples:
        >>> import paddle
        >>> dirichlet = paddle.distribution.Dirichlet(paddle.to_tensor([1.0, 2.0, 3.0]))
        >>> round(float(dirichlet.entropy()), 4)
        -1.2443
        >>> round(float(dirichlet.prob(paddle.to_tensor([0.3, 0.5, 0.2]))), 4)
        1.2
    """

    def __init__(self, concentration: Tensor) -> None:
        if not isinstance(concentration, Tensor):
            raise TypeError(f"concentration must be a Tensor, but got {type(concentration)}")
        if not concentration.shape:
            raise ValueError("concentration must have at least one axis")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    @property
    def mean(self) -> Tensor:
        """The concentrations, divided by their sum.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Dirichlet(paddle.to_tensor([1.0, 3.0])).mean.tolist()
            [0.25, 0.75]
        """
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def variance(self) -> Tensor:
        """The variance of each coordinate.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Dirichlet(paddle.to_tensor([1.0, 1.0])).variance.tolist()
            [0.0833333358168602, 0.0833333358168602]
        """
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total * total * (total + 1))

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples, gamma variables divided by their sum.

        Raises:
            ValueError: if a concentration is not positive.

        Examples:
            >>> import paddle
            >>> drawn = paddle.distribution.Dirichlet(paddle.ones([3])).sample([4])
            >>> drawn.shape, bool(paddle.allclose(drawn.sum(-1), paddle.ones([4])))
            ([4, 3], True)
        """
        with paddle.no_grad():
            alpha = self.concentration.expand(sample_shape(shape) + tuple(self.concentration.shape))
            return _C_ops.dirichlet(alpha)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value`.

        Examples:
            >>> import paddle
            >>> dirichlet = paddle.distribution.Dirichlet(paddle.ones([3]))
            >>> round(float(dirichlet.log_prob(paddle.to_tensor([0.2, 0.2, 0.6]))), 4)
            0.6931
        """
        logs = paddle.log(value_tensor(value, self.concentration))
        powers = (logs * (self.concentration - 1)).sum(-1)
        return powers - self._log_normalizer(self.concentration)

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Dirichlet(paddle.ones([3])).entropy()), 4)
            -0.6931
        """
        alpha = self.concentration
        total = alpha.sum(-1)
        excess = (total - alpha.shape[-1]) * paddle.digamma(total)
        slopes = ((alpha - 1) * paddle.digamma(alpha)).sum(-1)
        return self._log_normalizer(alpha) + excess - slopes

    @property
    def _natural_parameters(self) -> tuple[Tensor, ...]:
        return (self.concentration,)

    def _log_normalizer(self, *parameters: Tensor) -> Tensor:
        (alpha,) = parameters
        return paddle.lgamma(alpha).sum(-1) - paddle.lgamma(alpha.sum(-1))
