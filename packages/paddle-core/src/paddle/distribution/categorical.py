"""The categorical distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import Tensor

from ._arguments import parameters_from_data, sample_shape
from .distribution import Distribution

__all__ = ["Categorical"]


class Categorical(Distribution):
    """One of the categories 0, 1, ..., k - 1.

    As in release 2.6, `logits` has two readings: `sample`, `entropy` and `kl_divergence` take the
    softmax of it, `probs` and `log_prob` divide it by its sum. Logarithms of probabilities suit
    the former, probabilities the latter.

    Args:
        logits: weights in the last axis; a list, tuple, array or tensor.
        name: kept as an attribute.

    Raises:
        TypeError: for another type of `logits`.

    Examples:
        >>> import paddle
        >>> categorical = paddle.distribution.Categorical(paddle.to_tensor([0.2, 0.2, 0.6]))
        >>> categorical.probs(paddle.to_tensor([2, 0])).tolist()
        [0.6000000238418579, 0.20000000298023224]
        >>> round(float(categorical.entropy()), 4)
        1.0795
    """

    def __init__(self, logits: Any, name: str | None = None) -> None:
        (self.logits,) = parameters_from_data(logits)
        self.dtype = self.logits.dtype
        self.name = "Categorical" if name is None else name
        super().__init__(self.logits.shape[:-1])

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw int64 categories with the probabilities softmax(logits).

        Examples:
            >>> import paddle
            >>> paddle.distribution.Categorical([[0.0, 100.0]] * 3).sample([2]).tolist()
            [[1, 1, 1], [1, 1, 1]]
        """
        sizes = sample_shape(shape)
        count = 1
        for size in sizes:
            count *= size
        batch = list(self.batch_shape)
        if count == 0:
            return paddle.zeros([*sizes, *batch], "int64")
        with paddle.no_grad():
            weights = F.softmax(self.logits)
            rows = weights.reshape([-1, weights.shape[-1]]) if len(batch) > 1 else weights
            drawn = paddle.multinomial(rows, count, replacement=True)
            if batch:
                drawn = drawn.transpose([1, 0])
            return drawn.reshape([*sizes, *batch])

    def entropy(self) -> Tensor:
        """The entropy of softmax(logits) in nats.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Categorical([1.0, 1.0]).entropy()), 4)
            0.6931
        """
        logs = F.log_softmax(self.logits)
        return -(paddle.exp(logs) * logs).sum(-1)

    def probs(self, value: Tensor) -> Tensor:
        """The probabilities logits / sum(logits) of the categories `value`.

        Args:
            value: integers. For logits of shape [k] of any shape; otherwise of the shape of the
                batch and one more axis, or of that axis alone, which every distribution shares.

        Raises:
            ValueError: if the shape of `value` does not fit.
            IndexError: if there is no such category.

        Examples:
            >>> import paddle
            >>> two = paddle.distribution.Categorical([[1.0, 3.0], [1.0, 1.0]])
            >>> two.probs(paddle.to_tensor([0, 1])).tolist()
            [[0.25, 0.75], [0.5, 0.5]]
        """
        weights = self.logits / self.logits.sum(-1, keepdim=True)
        rank = len(weights.shape)
        if rank == 1:
            return paddle.gather(weights, value.reshape([-1])).reshape(value.shape)
        if len(value.shape) == 1:
            value = value.reshape([1] * (rank - 1) + [-1])
            value = value.expand([*weights.shape[:-1], value.shape[-1]])
        return paddle.take_along_axis(weights, value, axis=-1)

    def prob(self, value: Tensor) -> Tensor:
        """The same as `probs`.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Categorical([1.0, 3.0]).prob(paddle.to_tensor([1])).tolist()
            [0.75]
        """
        return self.probs(value)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of `probs`.

        Examples:
            >>> import paddle
            >>> categorical = paddle.distribution.Categorical([1.0, 3.0])
            >>> round(float(categorical.log_prob(paddle.to_tensor(0))), 4)
            -1.3863
        """
        return paddle.log(self.probs(value))
