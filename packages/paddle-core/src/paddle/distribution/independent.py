"""Batches of distributions read as one distribution of arrays."""

from __future__ import annotations

from collections.abc import Sequence

from paddle import Tensor

from ._arguments import sum_rightmost
from .distribution import Distribution

__all__ = ["Independent"]


class Independent(Distribution):
    """`base` with the last axes of its batch moved into the event.

    Args:
        base: a distribution.
        reinterpreted_batch_rank: how many axes move, at least 1.

    Raises:
        TypeError: if `base` is no distribution.
        ValueError: if the batch of `base` has fewer axes.

    Examples:
        >>> import paddle
        >>> normal = paddle.distribution.Normal(paddle.zeros([4, 3]), paddle.ones([4, 3]))
        >>> rows = paddle.distribution.Independent(normal, 1)
        >>> rows.batch_shape, rows.event_shape, rows.log_prob(paddle.zeros([3])).shape
        ((4,), (3,), [4])
    """

    def __init__(self, base: Distribution, reinterpreted_batch_rank: int) -> None:
        if not isinstance(base, Distribution):
            raise TypeError(f"base must be a Distribution, but got {type(base)}")
        rank = len(base.batch_shape)
        if not 0 < reinterpreted_batch_rank <= rank:
            raise ValueError(
                f"reinterpreted_batch_rank must be in [1, {rank}], but got "
                f"{reinterpreted_batch_rank}"
            )
        self._base = base
        self._reinterpreted_batch_rank = reinterpreted_batch_rank
        shape = base.batch_shape + base.event_shape
        kept = rank - reinterpreted_batch_rank
        super().__init__(shape[:kept], shape[kept:])

    @property
    def mean(self) -> Tensor:
        """The mean of `base`.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal([0.0, 1.0], 1.0)
            >>> paddle.distribution.Independent(normal, 1).mean.tolist()
            [0.0, 1.0]
        """
        return self._base.mean

    @property
    def variance(self) -> Tensor:
        """The variance of `base`.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal([0.0, 1.0], 2.0)
            >>> paddle.distribution.Independent(normal, 1).variance.tolist()
            [4.0, 4.0]
        """
        return self._base.variance

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal([0.0, 1.0], 1.0)
            >>> paddle.distribution.Independent(normal, 1).sample([3]).shape
            [3, 2]
        """
        return self._base.sample(shape)

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw differentiable samples.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal([0.0, 1.0], 1.0)
            >>> paddle.distribution.Independent(normal, 1).rsample([3]).shape
            [3, 2]
        """
        return self._base.rsample(shape)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density of a whole array.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal([0.0, 0.0], 1.0)
            >>> rows = paddle.distribution.Independent(normal, 1)
            >>> round(float(rows.log_prob(paddle.zeros([2]))), 4)
            -1.8379
        """
        return sum_rightmost(self._base.log_prob(value), self._reinterpreted_batch_rank)

    def entropy(self) -> Tensor:
        """The entropy in nats.

        Examples:
            >>> import paddle
            >>> uniform = paddle.distribution.Uniform(0.0, [1.0, 2.0])
            >>> round(float(paddle.distribution.Independent(uniform, 1).entropy()), 4)
            0.6931
        """
        return sum_rightmost(self._base.entropy(), self._reinterpreted_batch_rank)
