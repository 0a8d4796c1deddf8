"""The log-normal distribution."""

from __future__ import annotations

from typing import Any

import paddle
from paddle import Tensor

from .normal import Normal
from .transform import ExpTransform
from .transformed_distribution import TransformedDistribution

__all__ = ["LogNormal"]


class LogNormal(TransformedDistribution):
    """The distribution of exp(X) with X normal.

    Args:
        loc: mean of X, as for `Normal`.
        scale: standard deviation of X.

    Raises:
        TypeError: for another type of parameter.
        ValueError: for a tensor beside something else, or shapes that do not fit.

    Examples:
        >>> import paddle
        >>> lognormal = paddle.distribution.LogNormal(0.0, 1.0)
        >>> round(float(lognormal.log_prob(paddle.to_tensor(1.0))), 4)
        -0.9189
        >>> round(float(lognormal.mean), 4)
        1.6487
    """

    _base: Normal

    def __init__(self, loc: Any, scale: Any) -> None:
        base = Normal(loc, scale)
        self.loc = base.loc
        self.scale = base.scale
        super().__init__(base, [ExpTransform()])

    @property
    def mean(self) -> Tensor:
        r"""The mean :math:`e^{loc + scale^2 / 2}`.

        Examples:
            >>> import paddle
            >>> float(paddle.distribution.LogNormal(-0.5, 1.0).mean)
            1.0
        """
        return paddle.exp(self.loc + self._base.variance / 2)

    @property
    def variance(self) -> Tensor:
        r"""The variance :math:`(e^{scale^2} - 1) e^{2 loc + scale^2}`.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.LogNormal(-0.5, 1.0).variance), 4)
            1.7183
        """
        spread = self._base.variance
        return paddle.expm1(spread) * paddle.exp(2 * self.loc + spread)

    def entropy(self) -> Tensor:
        """The entropy in nats: that of X, and loc.

        Examples:
            >>> import paddle
            >>> round(float(paddle.distribution.LogNormal(1.0, 1.0).entropy()), 4)
            2.4189
        """
        return self._base.entropy() + self.loc
