"""Distributions of transformed random variables."""

from __future__ import annotations

from collections.abc import Sequence

import paddle
from paddle import Tensor

from ._arguments import sum_rightmost
from .distribution import Distribution
from .independent import Independent
from .transform import ChainTransform, Transform, summed_jacobian

__all__ = ["TransformedDistribution"]


class TransformedDistribution(Distribution):
    """The distribution of t(X), with X from `base` and t the transforms, one after another.

    Args:
        base: a distribution; where a transform works on whole events, the last axes of its batch
            become part of the event.
        transforms: sequence of transforms. Where one broadcasts its input, the copies share a draw.

    Raises:
        TypeError: if the arguments are of other types.
        ValueError: if `base` has fewer axes than the transforms need.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import AffineTransform, Normal, TransformedDistribution
        >>> shift = AffineTransform(paddle.to_tensor(1.0), paddle.to_tensor(2.0))
        >>> shifted = TransformedDistribution(Normal(0.0, 1.0), [shift])
        >>> round(float(shifted.log_prob(paddle.to_tensor(1.0))), 4)
        -1.6121
    """

    def __init__(self, base: Distribution, transforms: Sequence[Transform]) -> None:
        if not isinstance(base, Distribution):
            raise TypeError(f"base must be a Distribution, but got {type(base)}")
        if not isinstance(transforms, Sequence):
            raise TypeError(f"transforms must be a sequence, but got {type(transforms)}")
        if not all(isinstance(one, Transform) for one in transforms):
            raise TypeError("transforms must all be Transforms")
        self._transforms = list(transforms)
        chain = ChainTransform(self._transforms)
        needed = chain._domain.event_rank
        missing = needed - len(base.event_shape)
        if missing > len(base.batch_shape):
            raise ValueError(
                f"the transforms need {needed} axes, but base has shape "
                f"{base.batch_shape + base.event_shape}"
            )
        self._base = Independent(base, missing) if missing > 0 else base
        shape = tuple(chain.forward_shape(self._base.batch_shape + self._base.event_shape))
        event_rank = chain._codomain.event_rank + max(-missing, 0)
        kept = len(shape) - event_rank
        super().__init__(shape[:kept], shape[kept:])

    def sample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw samples.

        Examples:
            >>> import paddle
            >>> from paddle.distribution import Normal, TanhTransform, TransformedDistribution
            >>> drawn = TransformedDistribution(Normal(0.0, 1.0), [TanhTransform()]).sample([99])
            >>> bool((abs(drawn) <= 1).all())
            True
        """
        with paddle.no_grad():
            return self._transformed(self._base.sample(shape))

    def rsample(self, shape: Sequence[int] = ()) -> Tensor:
        """Draw differentiable samples, if those of `base` are.

        Examples:
            >>> import paddle
            >>> from paddle.distribution import ExpTransform, Normal, TransformedDistribution
            >>> loc = paddle.to_tensor([0.0], stop_gradient=False)
            >>> normal = Normal(loc, paddle.full([1], 0.5))
            >>> TransformedDistribution(normal, [ExpTransform()]).rsample().stop_gradient
            False
        """
        return self._transformed(self._base.rsample(shape))

    def _transformed(self, x: Tensor) -> Tensor:
        for transform in self._transforms:
            x = transform.forward(x)
        return x

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density at `value`, by the change of variables.

        Examples:
            >>> import paddle
            >>> from paddle.distribution import ExpTransform, Normal, TransformedDistribution
            >>> lognormal = TransformedDistribution(Normal(0.0, 1.0), [ExpTransform()])
            >>> round(float(lognormal.log_prob(paddle.to_tensor(1.0))), 4)
            -0.9189
        """
        event_rank = len(self.event_shape)
        jacobians = []
        y = value
        for transform in reversed(self._transforms):
            x = transform.inverse(y)
            event_rank += transform._domain.event_rank - transform._codomain.event_rank
            jacobians.append(summed_jacobian(transform, x, event_rank))
            y = x
        result = sum_rightmost(self._base.log_prob(y), event_rank - len(self._base.event_shape))
        for jacobian in jacobians:
            result = result - jacobian
        return result
