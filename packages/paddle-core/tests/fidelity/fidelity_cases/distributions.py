"""Samples and values of paddle.distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
from paddle import distribution as D

from fidelity_cases.common import Scenario, seeded, values_of


def _makers() -> dict[str, Callable[[], Any]]:
    t = paddle.to_tensor
    return {
        "normal": lambda: D.Normal([0.0, 1.0], [1.0, 2.0]),
        "lognormal": lambda: D.LogNormal([0.0, 1.0], [0.5, 0.2]),
        "uniform": lambda: D.Uniform([0.0, 1.0], [1.0, 4.0]),
        "bernoulli": lambda: D.Bernoulli(t([0.3, 0.8])),
        "beta": lambda: D.Beta(t([0.5, 2.0]), t([0.4, 3.0])),
        "dirichlet": lambda: D.Dirichlet(t([[0.3, 1.0, 2.5], [4.0, 0.1, 1.0]])),
        "categorical": lambda: D.Categorical(t([[0.1, 0.2, 0.7], [3.0, 1.0, 1.0]])),
        "multinomial": lambda: D.Multinomial(7, t([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])),
        "cauchy": lambda: D.Cauchy(t([0.0, 1.0]), t([1.0, 2.0])),
        "geometric": lambda: D.Geometric(t([0.2, 0.7])),
        "gumbel": lambda: D.Gumbel(t([0.0, 1.0]), t([1.0, 2.0])),
        "laplace": lambda: D.Laplace(t([0.0, 1.0]), t([1.0, 2.0])),
        "independent": lambda: D.Independent(D.Normal([0.0, 1.0], [1.0, 2.0]), 1),
        "transformed": lambda: D.TransformedDistribution(
            D.Normal([0.0, 1.0], [1.0, 2.0]), [D.TanhTransform(), D.ExpTransform()]
        ),
    }


def _samples(make: Callable[[], Any]) -> Any:
    return seeded(lambda: values_of(make().sample([5])))


def _relaxed() -> Any:
    bernoulli = D.Bernoulli(paddle.to_tensor([0.3, 0.8]))
    return seeded(lambda: values_of(bernoulli.rsample([5], 0.5)))


def _dirichlet_stream(dtype: str) -> Any:
    alpha = paddle.to_tensor([0.2, 0.9, 1.0, 8.0], dtype=dtype)
    return seeded(lambda: values_of(D.Dirichlet(alpha).sample([50])))


def _categorical_values() -> Any:
    """`logits` are divided by their sum for probabilities, and go through softmax for the rest."""
    p = D.Categorical(paddle.to_tensor([[1.0, 2.0, 5.0], [3.0, 1.0, 1.0]]))
    q = D.Categorical(paddle.to_tensor([[2.0, 2.0, 1.0], [1.0, 1.0, 4.0]]))
    index = paddle.to_tensor([[0, 2], [1, 1]])
    results = [p.probs(index), p.log_prob(index), p.entropy(), p.kl_divergence(q)]
    return [[list(result.shape), values_of(result)] for result in results]


def scenarios() -> Iterable[Scenario]:
    """Everything about distributions."""
    for name, make in _makers().items():
        yield Scenario(f"distribution.sample.{name}", partial(_samples, make), 2e-6)
    yield Scenario("distribution.relaxed_bernoulli", _relaxed, 2e-6)
    for dtype, tolerance in (("float32", 1e-6), ("float64", 1e-12)):
        yield Scenario(
            f"distribution.dirichlet_stream.{dtype}", partial(_dirichlet_stream, dtype), tolerance
        )
    yield Scenario("distribution.categorical", _categorical_values, 1e-6)
