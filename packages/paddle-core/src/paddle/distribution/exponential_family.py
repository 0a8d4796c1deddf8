"""Distributions of the exponential family."""

from __future__ import annotations

import paddle
from paddle import Tensor

from .distribution import Distribution

__all__ = ["ExponentialFamily", "log_normalizer_slopes"]


def log_normalizer_slopes(family: ExponentialFamily) -> tuple[list[Tensor], Tensor, list[Tensor]]:
    """The natural parameters, the log-normaliser there, and its derivatives."""
    parameters = [_differentiable(one) for one in family._natural_parameters]
    value = family._log_normalizer(*parameters)
    slopes = paddle.grad(value.sum(), parameters, create_graph=True)
    return parameters, value, [slope for slope in slopes if slope is not None]


def _differentiable(parameter: Tensor) -> Tensor:
    if not parameter.stop_gradient:
        return parameter
    free = parameter.detach()
    free.stop_gradient = False
    return free


class ExponentialFamily(Distribution):
    r"""Base class of densities :math:`h(x) \exp(\theta \cdot t(x) - A(\theta))`.

    A subclass that defines `_natural_parameters`, `_log_normalizer` and `_mean_carrier_measure`
    (the mean of log h) gets `entropy`, and the divergence from others of its type, by
    differentiating A (Nielsen and Nock, 2010).

    Examples:
        >>> import paddle
        >>> class Exponential(paddle.distribution.ExponentialFamily):
        ...     def __init__(self, rate):
        ...         self.rate = rate
        ...         super().__init__(rate.shape)
        ...     @property
        ...     def _natural_parameters(self):
        ...         return (-self.rate,)
        ...     def _log_normalizer(self, x):
        ...         return -paddle.log(-x)
        ...     @property
        ...     def _mean_carrier_measure(self):
        ...         return 0.0
        >>> round(float(Exponential(paddle.to_tensor(2.0)).entropy()), 4)  # 1 - log(2)
        0.3069
    """

    @property
    def _natural_parameters(self) -> tuple[Tensor, ...]:
        raise NotImplementedError(f"{type(self).__name__} gives no natural parameters")

    def _log_normalizer(self, *parameters: Tensor) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} gives no log-normaliser")

    @property
    def _mean_carrier_measure(self) -> float | Tensor:
        raise NotImplementedError(f"{type(self).__name__} gives no mean carrier measure")

    def entropy(self) -> Tensor:
        """The entropy in nats, from the log-normaliser and its derivatives.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Beta(1.0, 1.0).entropy())
            0.0
        """
        carrier = self._mean_carrier_measure
        parameters, entropy, slopes = log_normalizer_slopes(self)
        for parameter, slope in zip(parameters, slopes, strict=True):
            products = parameter * slope
            extra = len(products.shape) - len(entropy.shape)
            entropy = entropy - (products.sum(list(range(-extra, 0))) if extra else products)
        return entropy - carrier
