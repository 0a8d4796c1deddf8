"""Probability distributions, transforms of them, and divergences between them."""

from __future__ import annotations

from . import transform
from .bernoulli import Bernoulli
from .beta import Beta
from .categorical import Categorical
from .cauchy import Cauchy
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential_family import ExponentialFamily
from .geometric import Geometric
from .gumbel import Gumbel
from .independent import Independent
from .kl import kl_divergence, register_kl
from .laplace import Laplace
from .lognormal import LogNormal
from .multinomial import Multinomial
from .normal import Normal
from .transform import *
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

__all__ = [
    "Bernoulli",
    "Beta",
    "Categorical",
    "Cauchy",
    "Dirichlet",
    "Distribution",
    "ExponentialFamily",
    "Geometric",
    "Gumbel",
    "Independent",
    "Laplace",
    "LogNormal",
    "Multinomial",
    "Normal",
    "TransformedDistribution",
    "Uniform",
    "kl_divergence",
    "register_kl",
    *transform.__all__,
]
