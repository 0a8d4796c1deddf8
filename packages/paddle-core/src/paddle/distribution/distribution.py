"""The base class of distributions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle
from paddle import Tensor

from ._arguments import sample_shape

__all__ = ["Distribution"]


class Distribution:
    """A probability distribution, or a batch of independent ones.

    The shape of a sample is the shape that is asked for, followed by `batch_shape`, one entry per
    distribution of the batch, and `event_shape`, the shape of one outcome.

    Args:
        batch_shape: shape of the batch.
        event_shape: shape of one outcome.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import Distribution
        >>> class Fair(Distribution):
        ...     def sample(self, shape=()):
        ...         return paddle.randint(0, 2, self._extend_shape(shape))
        >>> Fair((3,)).sample([2]).shape
        [2, 3]
    """

    def __init__(self, batch_shape: Sequence[int] = (), event_shape: Sequence[int] = ()) -> None:
        self._batch_shape = tuple(batch_shape)
        self._event_shape = tuple(event_shape)

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the batch.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Normal([0.0, 1.0], 1.0).batch_shape
            (2,)
        """
        return self._batch_shape

    @property
    def event_shape(self) -> tuple[int, ...]:
        """The shape of one outcome.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Dirichlet(paddle.ones([4, 3])).event_shape
            (3,)
        """
        return self._event_shape

    @property
    def mean(self) -> Tensor:
        """The mean.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Normal(3.0, 1.0).mean)
            3.0
        """
        raise NotImplementedError(f"{type(self).__name__} has no mean")

    @property
    def variance(self) -> Tensor:
        """The variance.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Normal(3.0, 2.0).variance)
            4.0
        """
        raise NotImplementedError(f"{type(self).__name__} has no variance")

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw `shape` samples, through which no gradient flows.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Normal([0.0, 1.0], 1.0).sample([5]).shape
            [5, 2]
        """
        raise NotImplementedError(f"{type(self).__name__} cannot be sampled")

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw `shape` samples as differentiable functions of the parameters.

        Examples:
            >>> import paddle
            >>> scale = paddle.to_tensor([2.0], stop_gradient=False)
            >>> drawn = paddle.distribution.Normal(paddle.zeros([1]), scale).rsample([5])
            >>> drawn.stop_gradient
            False
        """
        raise NotImplementedError(f"{type(self).__name__} has no differentiable samples")

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Uniform(0.0, 2.0).entropy()), 4)
            0.6931
        """
        raise NotImplementedError(f"{type(self).__name__} has no entropy")

    def kl_divergence(self, other: Distribution) -> Tensor:
        """The Kullback-Leibler divergence of this distribution from `other`; see `kl_divergence`.

        Raises:
            NotImplementedError: if no formula is known for the two types.

        Examples:
            >>> import paddle
            >>> p = paddle.distribution.Normal(0.0, 1.0)
            >>> float(p.kl_divergence(paddle.distribution.Normal(1.0, 1.0)))
            0.5
        """
        from .kl import kl_divergence

        return kl_divergence(self, other)

    def prob(self, value: Tensor) -> Tensor:
        """The density or probability of `value`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Normal(0.0, 1.0).prob(paddle.to_tensor(0.0))), 4)
            0.3989
        """
        return paddle.exp(self.log_prob(value))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density or probability of `value`.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal(0.0, 1.0)
            >>> round(float(normal.log_prob(paddle.to_tensor(0.0))), 4)
            -0.9189
        """
        raise NotImplementedError(f"{type(self).__name__} has no density")

    def probs(self, value: Tensor) -> Tensor:
        """The same as `prob`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Normal(0.0, 1.0).probs(paddle.to_tensor(0.0))), 4)
            0.3989
        """
        return self.prob(value)

    def _extend_shape(self, shape: Any) -> tuple[int, ...]:
        """The shape of what `sample(shape)` gives."""
        return sample_shape(shape) + self._batch_shape + self._event_shape
