"""Kullback-Leibler divergences, chosen by the types of both distributions."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TypeVar

import paddle
import paddle.nn.functional as F
from paddle import Tensor

from ._arguments import sum_rightmost
from .bernoulli import Bernoulli
from .beta import Beta
from .categorical import Categorical
from .cauchy import Cauchy
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential_family import ExponentialFamily, log_normalizer_slopes
from .geometric import Geometric
from .laplace import Laplace
from .lognormal import LogNormal
from .normal import Normal
from .uniform import Uniform

__all__ = ["kl_divergence", "register_kl"]

Formula = TypeVar("Formula", bound=Callable[..., Tensor])

_FORMULAS: dict[tuple[type, type], Callable[..., Tensor]] = {}


def kl_divergence(p: Distribution, q: Distribution) -> Tensor:
    r"""The Kullback-Leibler divergence :math:`\int p(x) \log (p(x) / q(x)) dx` in nats.

    The formula is the one registered for the most specific base classes of both types.

    Args:
        p: a distribution.
        q: a distribution.

    Returns:
        A tensor of the common batch shape; for `Categorical` with one more axis, of size 1.

    Raises:
        NotImplementedError: if no formula is registered.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import Beta, kl_divergence
        >>> round(float(kl_divergence(Beta(0.5, 0.5), Beta(0.3, 0.7))), 4)
        0.2119
    """
    return _formula_for(type(p), type(q))(p, q)


def register_kl(
    cls_p: type[Distribution], cls_q: type[Distribution]
) -> Callable[[Formula], Formula]:
    """A decorator of the function that computes `kl_divergence(p, q)` for two types.

    Args:
        cls_p: type of p.
        cls_q: type of q.

    Raises:
        TypeError: if one of them is no class of distributions.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import Gumbel, kl_divergence, register_kl
        >>> @register_kl(Gumbel, Gumbel)
        ... def by_samples(p, q):
        ...     x = p.sample([100])
        ...     return (p.log_prob(x) - q.log_prob(x)).mean(0)
        >>> float(kl_divergence(Gumbel(0.0, 1.0), Gumbel(0.0, 1.0)))
        0.0
        >>> del paddle.distribution.kl._FORMULAS[Gumbel, Gumbel]
    """
    for cls in (cls_p, cls_q):
        if not isinstance(cls, type) or not issubclass(cls, Distribution):
            raise TypeError(f"cls_p and cls_q must be subclasses of Distribution, but got {cls!r}")

    def register(formula: Formula) -> Formula:
        _FORMULAS[cls_p, cls_q] = formula
        return formula

    return register


def _formula_for(p: type, q: type) -> Callable[..., Tensor]:
    distances = {
        pair: (p.__mro__.index(pair[0]), q.__mro__.index(pair[1]))
        for pair in _FORMULAS
        if issubclass(p, pair[0]) and issubclass(q, pair[1])
    }
    if not distances:
        raise NotImplementedError(
            f"no divergence is registered for {p.__name__} and {q.__name__}; see register_kl"
        )
    by_p = min(distances, key=lambda pair: distances[pair])
    by_q = min(distances, key=lambda pair: distances[pair][::-1])
    if _FORMULAS[by_p] is not _FORMULAS[by_q]:
        names = [tuple(cls.__name__ for cls in pair) for pair in (by_p, by_q)]
        warnings.warn(
            f"the divergence of {p.__name__} and {q.__name__} is ambiguous: both {names[0]} and "
            f"{names[1]} are registered; the first is taken",
            RuntimeWarning,
            stacklevel=3,
        )
    return _FORMULAS[by_p]


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    success = F.log_sigmoid(p.logits) - F.log_sigmoid(q.logits)
    failure = F.log_sigmoid(-p.logits) - F.log_sigmoid(-q.logits)
    return p.probs * success + (1 - p.probs) * failure


@register_kl(Beta, Beta)
def _beta(p: Beta, q: Beta) -> Tensor:
    return _dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Tensor:
    log_p, log_q = F.log_softmax(p.logits), F.log_softmax(q.logits)
    return (paddle.exp(log_p) * (log_p - log_q)).sum(-1, keepdim=True)


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Cauchy, q: Cauchy) -> Tensor:
    # Chyzak and Nielsen, 2019.
    squares = paddle.square(p.scale + q.scale) + paddle.square(p.loc - q.loc)
    return paddle.log(squares / (4 * p.scale * q.scale))


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Dirichlet, q: Dirichlet) -> Tensor:
    alpha, beta = p.concentration, q.concentration
    slopes = paddle.digamma(alpha) - paddle.digamma(alpha.sum(-1, keepdim=True))
    return q._log_normalizer(beta) - p._log_normalizer(alpha) + ((alpha - beta) * slopes).sum(-1)


@register_kl(ExponentialFamily, ExponentialFamily)
def _exponential_family(p: ExponentialFamily, q: ExponentialFamily) -> Tensor:
    """The Bregman divergence of the log-normaliser."""
    if type(p) is not type(q):
        raise NotImplementedError(
            f"no divergence is registered for {type(p).__name__} and {type(q).__name__}"
        )
    parameters, result, slopes = log_normalizer_slopes(p)
    result = q._log_normalizer(*q._natural_parameters) - result
    for mine, its, slope in zip(parameters, q._natural_parameters, slopes, strict=True):
        result = result - sum_rightmost((its - mine) * slope, len(q.event_shape))
    return result


@register_kl(Geometric, Geometric)
def _geometric(p: Geometric, q: Geometric) -> Tensor:
    """As in release 2.6, the divergence of a single trial, which is `p.probs` times that of p."""
    failing_p, failing_q = 1 - p.probs, 1 - q.probs
    success = p.probs * (paddle.log(p.probs) - paddle.log(q.probs))
    return success + failing_p * (paddle.log(failing_p) - paddle.log(failing_q))


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Tensor:
    ratio = p.scale / q.scale
    distance = abs(p.loc - q.loc)
    return ratio * paddle.exp(-distance / p.scale) + distance / q.scale - paddle.log(ratio) - 1


@register_kl(LogNormal, LogNormal)
def _lognormal(p: LogNormal, q: LogNormal) -> Tensor:
    return _normal(p._base, q._base)


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio = paddle.square(p.scale / q.scale)
    distance = paddle.square((p.loc - q.loc) / q.scale)
    return 0.5 * (ratio + distance - 1 - paddle.log(ratio))


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Tensor:
    """Infinite, unless the interval of q contains that of p."""
    contained = paddle.logical_and(q.low <= p.low, p.high <= q.high)
    ratio = paddle.log((q.high - q.low) / (p.high - p.low))
    return paddle.where(contained, ratio, paddle.full_like(ratio, float("inf")))
