"""The normal distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import paddle
from paddle import Tensor, _C_ops

from ._arguments import cast_value, parameters_from_data
from .distribution import Distribution

__all__ = ["Normal"]


class Normal(Distribution):
    r"""The normal distribution: :math:`e^{-(x - loc)^2 / (2 scale^2)} / (scale \sqrt{2 \pi})`.

    Args:
        loc: mean; a number, list, tuple, array or tensor. If one parameter is a tensor, so must be
            the other; their shapes are broadcast.
        scale: standard deviation, likewise.
        name: kept as an attribute.

    Raises:
        TypeError: for another type of parameter.
        ValueError: for a tensor beside something else, or shapes that do not fit.

    Examples:
        >>> import paddle
        >>> normal = paddle.distribution.Normal([0.0, 1.0], [1.0, 2.0])
        >>> normal.log_prob(paddle.to_tensor(0.0))
        Tensor(shape=[2], dtype=float32, place=Place(cpu), stop_gradient=True,
               [-0.91893852, -1.73708570])
    """

    def __init__(self, loc: Any, scale: Any, name: str | None = None) -> None:
        self.loc, self.scale = parameters_from_data(loc, scale)
        self.dtype = self.loc.dtype
        self.name = "Normal" if name is None else name
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> Tensor:
        """The mean.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Normal(3.0, 1.0).mean)
            3.0
        """
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The variance.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.Normal(3.0, 2.0).variance)
            4.0
        """
        return self.scale * self.scale

    def sample(self, shape: Sequence[int] = (), seed: int = 0) -> Tensor:
        """Draw samples.

        Args:
            shape: how many; the result has this shape followed by `batch_shape`.
            seed: other than 0: draw from a generator of this seed.

        Examples:
            >>> import paddle
            >>> paddle.distribution.Normal(0.0, 1.0).sample([2, 3]).shape
            [2, 3]
        """
        with paddle.no_grad():
            return self._draw(shape, seed)

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples as functions of `loc` and `scale`.

        Examples:
            >>> import paddle
            >>> loc = paddle.to_tensor([1.0], stop_gradient=False)
            >>> paddle.distribution.Normal(loc, paddle.ones([1])).rsample([4]).sum().backward()
            >>> loc.grad.tolist()
            [4.0]
        """
        return self._draw(shape, 0)

    def _draw(self, shape: Sequence[int], seed: int) -> Tensor:
        noise = _C_ops.gaussian(self._extend_shape(shape), 0.0, 1.0, self.dtype, seed)
        return noise * self.scale + self.loc

    def entropy(self) -> Tensor:
        r"""The entropy :math:`(1 + \log 2 \pi) / 2 + \log scale`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.Normal(0.0, 1.0).entropy()), 4)
            1.4189
        """
        constant = 0.5 + 0.5 * math.log(2 * math.pi)
        return constant + paddle.log(self.scale + paddle.zeros_like(self.loc))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value`, a tensor, which is cast to the dtype.

        Examples:
            >>> import paddle
            >>> normal = paddle.distribution.Normal(0.0, 1.0)
            >>> round(float(normal.log_prob(paddle.to_tensor(0.0))), 4)
            -0.9189
        """
        distance = (cast_value(value, self.loc) - self.loc) / self.scale
        return -0.5 * distance * distance - paddle.log(self.scale) - 0.5 * math.log(2 * math.pi)
