"""The multinomial distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import paddle
import paddle.nn.functional as F
from paddle import Tensor

from ._arguments import broadcast, cast_value, sample_shape
from .categorical import Categorical
from .distribution import Distribution

__all__ = ["Multinomial"]


class Multinomial(Distribution):
    """How often each category comes up in `total_count` independent draws.

    Args:
        total_count: number of draws, a positive int.
        probs: weights of the categories in the last axis; they are divided by their sum.

    Raises:
        TypeError: if `probs` is no tensor.
        ValueError: if `total_count` is no positive int or `probs` has no axis.

    Examples:
        >>> import paddle
        >>> multinomial = paddle.distribution.Multinomial(10, paddle.to_tensor([0.2, 0.3, 0.5]))
        >>> multinomial.mean.tolist()
        [2.0, 3.0, 5.0]
        >>> float(multinomial.sample().sum())
        10.0
    """

    probs: Any  # an attribute here, a method of the base class

    def __init__(self, total_count: int, probs: Tensor) -> None:
        if not isinstance(total_count, int) or total_count < 1:
            raise ValueError(f"total_count must be a positive int, but got {total_count!r}")
        if not isinstance(probs, Tensor):
            raise TypeError(f"probs must be a Tensor, but got {type(probs)}")
        if not probs.shape:
            raise ValueError("probs must have at least one axis")
        self.total_count = total_count
        self.probs = probs / probs.sum(-1, keepdim=True)
        self._categorical = Categorical(_logs(self.probs))
        super().__init__(probs.shape[:-1], probs.shape[-1:])

    @property
    def mean(self) -> Tensor:
        """The expected counts.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Multinomial(4, paddle.ones([2])).mean.tolist()
            [2.0, 2.0]
        """
        return self.probs * self.total_count

    @property
    def variance(self) -> Tensor:
        """The variance of each count.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Multinomial(4, paddle.ones([2])).variance.tolist()
            [1.0, 1.0]
        """
        return self.total_count * self.probs * (1 - self.probs)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability of the counts `value`.

        Raises:
            TypeError: if `value` is no tensor.

        Examples:
            >>> import paddle
            >>> multinomial = paddle.distribution.Multinomial(2, paddle.ones([2]))
            >>> round(float(multinomial.log_prob(paddle.to_tensor([1.0, 1.0]))), 4)
            -0.6931
        """
        if not isinstance(value, Tensor):
            raise TypeError(f"value must be a Tensor, but got {type(value)}")
        logs, value = broadcast(_logs(self.probs), cast_value(value, self.probs))
        ways = paddle.lgamma(value.sum(-1) + 1) - paddle.lgamma(value + 1).sum(-1)
        return ways + (value * logs).sum(-1)

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw counts, in the dtype of `probs`.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Multinomial(5, paddle.ones([3, 2])).sample([4]).shape
            [4, 3, 2]
        """
        with paddle.no_grad():
            drawn = self._categorical.sample((self.total_count, *sample_shape(shape)))
            ones = F.one_hot(drawn, self.probs.shape[-1]).astype(self.probs.dtype)
            return ones.sum(0)

    def entropy(self) -> Tensor:
        """The entropy in nats, by adding up the distribution of each count.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Multinomial(1, paddle.ones([2])).entropy()), 4)
            0.6931
        """
        total = paddle.full([], float(self.total_count), self.probs.dtype)
        counts = paddle.arange(1, self.total_count + 1, dtype=self.probs.dtype)
        counts = counts.reshape([-1] + [1] * len(self.probs.shape))
        mass = paddle.exp(self._binomial_log_mass(total, counts))
        ways = (mass * paddle.lgamma(counts + 1)).sum([0, -1])
        return total * self._categorical.entropy() - paddle.lgamma(total + 1) + ways

    def _binomial_log_mass(self, total: Tensor, counts: Tensor) -> Tensor:
        logs = _logs(self.probs)
        rest = paddle.log1p(-paddle.exp(logs))
        ways = paddle.lgamma(total + 1) - paddle.lgamma(counts + 1)
        return ways - paddle.lgamma(total - counts + 1) + counts * logs + (total - counts) * rest


def _logs(probs: Tensor) -> Tensor:
    """Logarithms, with 0 and 1 moved inwards so that they stay finite."""
    epsilon = float(np.finfo(probs.dtype.name).eps)
    return paddle.log(probs.clip(epsilon, 1 - epsilon))
