"""The Bernoulli distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import paddle
import paddle.nn.functional as F
from paddle import Tensor

from ._arguments import broadcast, cast_value, parameters_from_data, sample_shape
from .exponential_family import ExponentialFamily

__all__ = ["Bernoulli"]


class Bernoulli(ExponentialFamily):
    """1 with probability `probs`, else 0.

    Args:
        probs: probability of 1, in [0, 1]; a float, list, tuple, array or tensor.
        name: kept as an attribute.

    Attributes:
        probs: the probabilities.
        logits: the logarithms of their odds; 0 and 1 are moved inwards by the dtype's epsilon.

    Raises:
        TypeError: if `probs` is of another type, an int for instance.
        ValueError: if a probability is outside of [0, 1].

    Examples:
        >>> import paddle
        >>> bernoulli = paddle.distribution.Bernoulli(0.25)
        >>> bernoulli.prob(paddle.to_tensor([0.0, 1.0])).tolist()
        [0.75, 0.25]
    """

    probs: Any  # an attribute here, a method of the base class

    def __init__(self, probs: Any, name: str | None = None) -> None:
        self.name = "Bernoulli" if name is None else name
        self.probs = self._checked(probs)
        self.dtype = self.probs.dtype
        self.logits = _logits(self.probs)
        super().__init__(self.probs.shape)

    @staticmethod
    def _checked(probs: Any) -> Tensor:
        if isinstance(probs, int):
            raise TypeError("probs must be a float, list, tuple, array or Tensor, but got an int")
        (tensor,) = parameters_from_data(probs)
        if not isinstance(probs, Tensor):
            tensor = tensor.astype(paddle.get_default_dtype())
        if paddle.in_dynamic_mode() and not bool(paddle.all((tensor >= 0) & (tensor <= 1))):
            raise ValueError("probs must be in [0, 1]")
        return tensor

    @property
    def mean(self) -> Tensor:
        """The probability of 1.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Bernoulli(0.25).mean)
            0.25
        """
        return self.probs

    @property
    def variance(self) -> Tensor:
        """The variance, probs * (1 - probs).

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Bernoulli(0.25).variance)
            0.1875
        """
        return self.probs * (1 - self.probs)

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples of 0 and 1, in the dtype of `probs`.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Bernoulli(1.0).sample([3]).tolist()
            [1.0, 1.0, 1.0]
        """
        with paddle.no_grad():
            return paddle.bernoulli(self.probs.expand(self._extend_shape(shape)))

    def rsample(self, shape: Sequence[int] = (), temperature: float = 1.0) -> Tensor:
        """Draw relaxed samples, of which the sigmoid approaches `sample` as temperature falls.

        They are logistic noise plus `logits`, divided by the temperature (Maddison et al., 2017).

        Args:
            shape: how many.
            temperature: positive.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Bernoulli([0.2, 0.3]).rsample([4], 0.1).shape
            [4, 2]
        """
        limits = np.finfo(self.dtype.name)
        uniform = paddle.uniform(self._extend_shape(sample_shape(shape)), self.dtype, 0.0, 1.0)
        inside = uniform.clip(float(limits.tiny), float(1 - limits.epsneg))
        noise = paddle.log(inside) - paddle.log1p(-inside)
        return (noise + self.logits) / temperature

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of at most `value`.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Bernoulli(0.25).cdf(paddle.to_tensor([-1.0, 0.0, 1.0])).tolist()
            [0.0, 0.75, 1.0]
        """
        probs, value = broadcast(self.probs, cast_value(value, self.probs))
        zeros = paddle.zeros_like(probs)
        below_one = paddle.where(value < 0, zeros, 1 - probs)
        return paddle.where(value < 1, below_one, zeros + 1)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability of `value`, 0 or 1.

        Examples:
            >>> import paddle
            >>> bernoulli = paddle.distribution.Bernoulli(0.5)
            >>> round(float(bernoulli.log_prob(paddle.to_tensor(1.0))), 4)
            -0.6931
        """
        logits, value = broadcast(self.logits, cast_value(value, self.logits))
        return _log_likelihood(logits, value)

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Bernoulli(0.5).entropy()), 4)
            0.6931
        """
        return -_log_likelihood(self.logits, self.probs)


def _logits(probs: Tensor) -> Tensor:
    epsilon = float(np.finfo(probs.dtype.name).eps)
    inside = probs.clip(epsilon, 1 - epsilon)
    return paddle.log(inside) - paddle.log1p(-inside)


def _log_likelihood(logits: Tensor, value: Tensor) -> Tensor:
    return value * F.log_sigmoid(logits) + (1 - value) * F.log_sigmoid(-logits)
