"""Distributions against SciPy in float64: densities, moments, samples, gradients, divergences."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import distribution as D
from paddle.distribution import constraint, kl, variable
from scipy import integrate, stats

COUNT = 20_000
LEVEL = 1e-4  # of the tests; seeds are fixed, so a pass stays a pass


@pytest.fixture(autouse=True)
def _seed() -> None:
    paddle.seed(2024)


def tensor(value: Any, **options: Any) -> Any:
    return paddle.to_tensor(value, dtype="float64", **options)


@dataclass(frozen=True)
class Case:
    """A distribution here and in SciPy, with values of its support."""

    name: str
    make: Callable[..., Any]
    parameters: tuple[Any, ...]
    peer: Any
    values: Any
    peer_entropy: Any = None
    reparametrized: bool = field(default=True)

    def build(self, *, grad: bool = False) -> tuple[Any, list[Any]]:
        parameters = [tensor(value, stop_gradient=not grad) for value in self.parameters]
        return self.make(*parameters), parameters


LOC = np.array([0.5, -1.0])
SCALE = np.array([1.5, 0.4])
PROBS = np.array([0.3, 0.85])
REAL = np.array([[0.2, -0.7], [1.4, -3.0]])
UNIT = np.array([[0.2, 0.7], [0.45, 0.9]])
CASES = [
    Case("normal", D.Normal, (LOC, SCALE), stats.norm(LOC, SCALE), REAL),
    Case("lognormal", D.LogNormal, (LOC, SCALE), stats.lognorm(SCALE, scale=np.exp(LOC)), UNIT * 3),
    Case(
        "uniform",
        D.Uniform,
        (LOC, LOC + SCALE),
        stats.uniform(LOC, SCALE),
        LOC + UNIT * 0.9 * SCALE,
    ),
    Case(
        "bernoulli",
        D.Bernoulli,
        (PROBS,),
        stats.bernoulli(PROBS),
        np.array([[0.0, 1.0], [1.0, 0.0]]),
        reparametrized=False,
    ),
    Case(
        "beta",
        D.Beta,
        (np.array([0.5, 2.0]), np.array([1.5, 4.0])),
        stats.beta([0.5, 2.0], [1.5, 4.0]),
        UNIT,
        reparametrized=False,
    ),
    Case("cauchy", D.Cauchy, (LOC, SCALE), stats.cauchy(LOC, SCALE), REAL),
    Case(
        "geometric",
        D.Geometric,
        (PROBS,),
        stats.geom(PROBS, -1),
        np.array([[0.0, 3.0], [5.0, 1.0]]),
        reparametrized=False,
    ),
    Case("gumbel", D.Gumbel, (LOC, SCALE), stats.gumbel_r(LOC, SCALE), REAL),
    Case("laplace", D.Laplace, (LOC, SCALE), stats.laplace(LOC, SCALE), REAL),
]
WITH_CDF = ("bernoulli", "cauchy", "geometric", "gumbel", "laplace")
DISCRETE = ("bernoulli", "geometric")
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def peer_log_density(case: Case, values: Any) -> Any:
    method = case.peer.logpmf if case.name in DISCRETE else case.peer.logpdf
    return method(values)


@each_case
def test_density_moments_and_entropy(case: Case) -> None:
    ours, _ = case.build()
    values = tensor(case.values)
    expected = peer_log_density(case, case.values)
    np.testing.assert_allclose(ours.log_prob(values).numpy(), expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.prob(values).numpy(), np.exp(expected), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.entropy().numpy(), case.peer.entropy(), rtol=1e-9, atol=1e-12)
    assert ours.log_prob(values).dtype == paddle.float64
    assert ours.batch_shape == (2,)
    assert ours.event_shape == ()
    if case.name == "cauchy":
        for name in ("mean", "variance", "stddev"):
            with pytest.raises(ValueError, match="no"):
                getattr(ours, name)
        return
    np.testing.assert_allclose(ours.mean.numpy(), case.peer.mean(), rtol=1e-9)
    np.testing.assert_allclose(ours.variance.numpy(), case.peer.var(), rtol=1e-9)
    if hasattr(ours, "stddev"):
        np.testing.assert_allclose(ours.stddev.numpy(), case.peer.std(), rtol=1e-9)


@pytest.mark.parametrize("case", [case for case in CASES if case.name in WITH_CDF], ids=str)
def test_cumulative_probabilities(case: Case) -> None:
    ours, _ = case.build()
    found = ours.cdf(tensor(case.values)).numpy()
    np.testing.assert_allclose(found, case.peer.cdf(case.values), rtol=1e-9, atol=1e-12)


def test_laplace_quantiles_invert_the_cdf() -> None:
    laplace = D.Laplace(tensor(LOC), tensor(SCALE))
    quantiles = laplace.icdf(tensor(UNIT))
    np.testing.assert_allclose(quantiles.numpy(), stats.laplace(LOC, SCALE).ppf(UNIT), rtol=1e-9)
    np.testing.assert_allclose(laplace.cdf(quantiles).numpy(), UNIT, rtol=1e-9)


@each_case
def test_samples_follow_the_distribution(case: Case) -> None:
    ours, _ = case.build()
    drawn = ours.sample([COUNT])
    assert drawn.shape == [COUNT, 2]
    assert drawn.stop_gradient
    for column in range(2):
        values = drawn.numpy()[:, column]
        parameters = [value[column] for value in case.parameters]
        peer = case.peer.dist(*_of_column(case, column))
        if case.name in DISCRETE:
            _check_counts(values.astype(int), peer)
        else:
            assert stats.kstest(values, peer.cdf).pvalue > LEVEL, parameters


def _of_column(case: Case, column: int) -> list[Any]:
    given = [*case.peer.args, *case.peer.kwds.values()]
    values = [np.broadcast_to(value, 2)[column] for value in given]
    if case.name == "lognormal":
        return [values[0], 0.0, values[1]]
    return values


def _check_counts(values: Any, peer: Any) -> None:
    observed = np.bincount(values)
    expected = peer.pmf(np.arange(len(observed))) * len(values)
    enough = expected > 5
    scale = observed[enough].sum() / expected[enough].sum()
    assert stats.chisquare(observed[enough], expected[enough] * scale).pvalue > LEVEL


def _finite_differences(value: Callable[..., float], parameters: list[Any]) -> list[Any]:
    step = 1e-6
    slopes = []
    for place, parameter in enumerate(parameters):
        slope = np.zeros_like(parameter)
        for index in np.ndindex(parameter.shape):
            results = []
            for sign in (1, -1):
                moved = [np.array(one) for one in parameters]
                moved[place][index] += sign * step
                results.append(value(*moved))
            slope[index] = (results[0] - results[1]) / (2 * step)
        slopes.append(slope)
    return slopes


def _check_gradients(value: Callable[..., Any], parameters: list[Any]) -> None:
    inputs = [tensor(one, stop_gradient=False) for one in parameters]
    gradients = paddle.grad(value(*inputs), inputs, allow_unused=True)
    expected = _finite_differences(lambda *args: float(value(*map(tensor, args))), parameters)
    for found, wanted in zip(gradients, expected, strict=True):
        found = np.zeros_like(wanted) if found is None else found.numpy()
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@each_case
def test_gradients(case: Case) -> None:
    values = tensor(case.values)
    _check_gradients(lambda *args: case.make(*args).log_prob(values).sum(), list(case.parameters))
    _check_gradients(lambda *args: case.make(*args).entropy().sum(), list(case.parameters))


@pytest.mark.parametrize("case", [case for case in CASES if case.reparametrized], ids=str)
def test_samples_are_differentiable(case: Case) -> None:
    def total(*args: Any) -> Any:
        paddle.seed(7)
        return paddle.tanh(case.make(*args).rsample([4])).sum()

    _check_gradients(total, list(case.parameters))


def test_relaxed_bernoulli() -> None:
    def total(probs: Any) -> Any:
        paddle.seed(7)
        return paddle.nn.functional.sigmoid(D.Bernoulli(probs).rsample([4], 0.5)).sum()

    _check_gradients(total, [PROBS])
    cold = paddle.nn.functional.sigmoid(D.Bernoulli(tensor(PROBS)).rsample([COUNT], 1e-3))
    np.testing.assert_allclose(cold.numpy().mean(0), PROBS, atol=0.02)


def test_bernoulli_at_the_ends() -> None:
    certain = D.Bernoulli(tensor([0.0, 1.0]))
    assert certain.sample([3]).tolist() == [[0.0, 1.0]] * 3
    np.testing.assert_allclose(certain.entropy().numpy(), 0, atol=1e-13)
    np.testing.assert_allclose(certain.log_prob(tensor([0.0, 1.0])).numpy(), 0, atol=1e-13)


# Distributions of vectors.

ALPHA = np.array([[0.5, 1.0, 3.0], [2.0, 4.0, 0.7]])
WEIGHTS = np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
LOGITS = np.array([[0.3, -1.0, 2.0], [1.0, 1.5, 0.2]])


def test_dirichlet() -> None:
    points = np.array([[0.2, 0.3, 0.5], [0.1, 0.2, 0.7]])
    ours = D.Dirichlet(tensor(ALPHA))
    peers = [stats.dirichlet(alpha) for alpha in ALPHA]
    expected = [peer.logpdf(point) for peer, point in zip(peers, points, strict=True)]
    np.testing.assert_allclose(ours.log_prob(tensor(points)).numpy(), expected, rtol=1e-9)
    np.testing.assert_allclose(ours.entropy().numpy(), [peer.entropy() for peer in peers])
    np.testing.assert_allclose(ours.mean.numpy(), [peer.mean() for peer in peers])
    np.testing.assert_allclose(ours.variance.numpy(), [peer.var() for peer in peers])
    assert (ours.batch_shape, ours.event_shape) == ((2,), (3,))
    drawn = ours.sample([COUNT]).numpy()
    np.testing.assert_allclose(drawn.sum(-1), 1)
    for row, alpha in enumerate(ALPHA):
        for column, shape in enumerate(alpha):
            marginal = stats.beta(shape, alpha.sum() - shape)
            assert stats.kstest(drawn[:, row, column], marginal.cdf).pvalue > LEVEL
    _check_gradients(lambda alpha: D.Dirichlet(alpha).log_prob(tensor(points)).sum(), [ALPHA])
    _check_gradients(lambda alpha: D.Dirichlet(alpha).entropy().sum(), [ALPHA])


def test_tiny_concentrations_give_corners() -> None:
    drawn = D.Dirichlet(tensor([1e-3, 1e-3])).sample([100]).numpy()
    np.testing.assert_allclose(drawn.sum(-1), 1)
    assert np.isfinite(drawn).all()


def test_categorical_has_two_readings_of_logits() -> None:
    weights = np.abs(LOGITS)
    ours = D.Categorical(tensor(weights))
    softmax = np.exp(weights) / np.exp(weights).sum(-1, keepdims=True)
    shares = weights / weights.sum(-1, keepdims=True)
    np.testing.assert_allclose(ours.entropy().numpy(), -(softmax * np.log(softmax)).sum(-1))
    index = np.array([[0, 2], [1, 1]])
    expected = np.take_along_axis(shares, index, -1)
    np.testing.assert_allclose(ours.probs(paddle.to_tensor(index)).numpy(), expected)
    np.testing.assert_allclose(ours.log_prob(paddle.to_tensor(index)).numpy(), np.log(expected))
    np.testing.assert_allclose(ours.prob(paddle.to_tensor([2, 0])).numpy(), shares[:, [2, 0]])
    drawn = ours.sample([COUNT])
    assert drawn.dtype == paddle.int64
    for row in range(2):
        observed = np.bincount(drawn.numpy()[:, row], minlength=3)
        assert stats.chisquare(observed, softmax[row] * COUNT).pvalue > LEVEL
    single = D.Categorical(tensor(weights[0]))
    assert single.sample([2, 3]).shape == [2, 3]
    assert single.sample([]).shape == []
    assert single.sample([0]).shape == [0]
    values = paddle.to_tensor([[0, 1], [2, 0]])
    np.testing.assert_allclose(single.probs(values).numpy(), shares[0][values.numpy()])
    with pytest.raises(IndexError):
        single.probs(paddle.to_tensor([3]))
    with pytest.raises(ValueError, match=r"dimension|rank|axes"):
        ours.probs(paddle.to_tensor(1))
    _check_gradients(lambda logits: D.Categorical(logits).entropy().sum(), [LOGITS])


def test_multinomial() -> None:
    counts = np.array([[2.0, 3.0, 5.0], [9.0, 1.0, 0.0]])
    ours = D.Multinomial(10, tensor(WEIGHTS * 4))
    peers = [stats.multinomial(10, weights) for weights in WEIGHTS]
    expected = [peer.logpmf(count) for peer, count in zip(peers, counts, strict=True)]
    np.testing.assert_allclose(ours.log_prob(tensor(counts)).numpy(), expected, rtol=1e-9)
    np.testing.assert_allclose(ours.entropy().numpy(), [peer.entropy() for peer in peers])
    np.testing.assert_allclose(ours.mean.numpy(), 10 * WEIGHTS)
    np.testing.assert_allclose(ours.variance.numpy(), 10 * WEIGHTS * (1 - WEIGHTS))
    drawn = ours.sample([2000]).numpy()
    assert (drawn.sum(-1) == 10).all()
    np.testing.assert_allclose(drawn.mean(0), 10 * WEIGHTS, atol=0.15)
    np.testing.assert_allclose(drawn.var(0), 10 * WEIGHTS * (1 - WEIGHTS), rtol=0.15)


def test_independent_adds_up_axes() -> None:
    base = D.Normal(tensor(REAL), tensor(REAL**2 + 1))
    ours = D.Independent(base, 1)
    values = tensor(REAL + 1)
    assert (ours.batch_shape, ours.event_shape) == ((2,), (2,))
    np.testing.assert_allclose(ours.log_prob(values), base.log_prob(values).numpy().sum(-1))
    np.testing.assert_allclose(ours.entropy(), base.entropy().numpy().sum(-1))
    assert ours.mean is base.mean
    np.testing.assert_allclose(ours.variance, base.variance.numpy())
    assert ours.sample([3]).shape == [3, 2, 2]
    assert not D.Independent(D.Normal(*base_parameters()), 1).rsample().stop_gradient


def base_parameters() -> list[Any]:
    return [tensor(LOC, stop_gradient=False), tensor(SCALE)]


# Divergences.


def _numeric_divergence(p: Any, q: Any, low: float, high: float) -> float:
    def integrand(x: float) -> float:
        log_p, log_q = float(p.log_prob(tensor(x))), float(q.log_prob(tensor(x)))
        return float(np.exp(log_p)) * (log_p - log_q)

    return float(integrate.quad(integrand, low, high, limit=200)[0])


CONTINUOUS_PAIRS = [
    (D.Normal, (0.5, 1.5), (-0.2, 0.8), (-12.0, 12.0)),
    (D.LogNormal, (0.1, 0.5), (-0.2, 0.8), (1e-9, 30.0)),
    (D.Laplace, (0.5, 1.5), (-0.2, 0.8), (-40.0, 40.0)),
    (D.Beta, (2.0, 3.0), (1.5, 4.0), (1e-9, 1 - 1e-9)),
    (D.Uniform, (0.2, 0.7), (0.0, 1.0), (0.2 + 1e-9, 0.7 - 1e-9)),
    (D.Cauchy, (0.5, 1.5), (-0.2, 0.8), (-np.inf, np.inf)),
]


@pytest.mark.parametrize("pair", CONTINUOUS_PAIRS, ids=lambda pair: pair[0].__name__)
def test_divergences_against_integrals(pair: Any) -> None:
    cls, first, second, limits = pair
    p, q = cls(*map(tensor, first)), cls(*map(tensor, second))
    expected = _numeric_divergence(p, q, *limits)
    np.testing.assert_allclose(float(D.kl_divergence(p, q)), expected, rtol=1e-5)
    np.testing.assert_allclose(float(p.kl_divergence(q)), expected, rtol=1e-5)
    np.testing.assert_allclose(float(D.kl_divergence(p, p)), 0, atol=1e-12)
    if cls is not D.Uniform:
        _check_gradients(
            lambda a, b: D.kl_divergence(cls(a, b), q), [np.array(first[0]), np.array(first[1])]
        )


def test_divergences_of_discrete_distributions() -> None:
    p, q = PROBS, np.array([0.5, 0.6])
    bernoulli = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    found = D.kl_divergence(D.Bernoulli(tensor(p)), D.Bernoulli(tensor(q)))
    np.testing.assert_allclose(found.numpy(), bernoulli, rtol=1e-9)
    count = np.arange(2000)[:, None]
    mass, other = p * (1 - p) ** count, q * (1 - q) ** count
    kept = (mass > 0) & (other > 0)
    terms = mass[kept] * np.log(mass[kept] / other[kept])
    terms = np.bincount(np.nonzero(kept)[1], terms)
    found = D.kl_divergence(D.Geometric(tensor(p)), D.Geometric(tensor(q)))
    np.testing.assert_allclose(found.numpy(), p * terms, rtol=1e-9)  # of one trial
    first, second = tensor(LOGITS), tensor(LOGITS[::-1].copy())
    found = D.kl_divergence(D.Categorical(first), D.Categorical(second))
    soft = np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True)
    expected = (soft * np.log(soft / soft[::-1])).sum(-1, keepdims=True)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9)


def test_divergence_of_dirichlets_by_samples_and_by_its_beta_case() -> None:
    p, q = D.Dirichlet(tensor([2.0, 3.0])), D.Dirichlet(tensor([1.5, 4.0]))
    beta = D.kl_divergence(D.Beta(tensor(2.0), tensor(3.0)), D.Beta(tensor(1.5), tensor(4.0)))
    np.testing.assert_allclose(float(D.kl_divergence(p, q)), float(beta), rtol=1e-12)
    p, q = D.Dirichlet(tensor(ALPHA[1])), D.Dirichlet(tensor(ALPHA[1] + 1))
    drawn = p.sample([COUNT])
    estimate = (p.log_prob(drawn) - q.log_prob(drawn)).numpy()
    error = 5 * estimate.std() / np.sqrt(COUNT)
    assert abs(float(D.kl_divergence(p, q)) - estimate.mean()) < error


def test_uniform_outside_of_the_other_is_infinitely_far() -> None:
    wide, narrow = D.Uniform(0.0, [2.0, 1.0]), D.Uniform(0.0, 1.0)
    assert D.kl_divergence(wide, narrow).tolist() == [float("inf"), 0.0]


def test_bregman_divergence_and_entropy() -> None:
    p, q = D.Beta(tensor(2.0), tensor(3.0)), D.Beta(tensor(1.5), tensor(4.0))
    np.testing.assert_allclose(
        float(kl._exponential_family(p, q)), float(D.kl_divergence(p, q)), rtol=1e-12
    )
    p, q = D.Dirichlet(tensor(ALPHA)), D.Dirichlet(tensor(ALPHA + 1))
    np.testing.assert_allclose(
        kl._exponential_family(p, q).numpy(), D.kl_divergence(p, q).numpy(), rtol=1e-12
    )
    rate = tensor([2.0, 0.5], stop_gradient=False)
    exponential = Exponential(rate)
    np.testing.assert_allclose(exponential.entropy().numpy(), 1 - np.log([2.0, 0.5]))
    (slope,) = paddle.grad(exponential.entropy().sum(), [rate])
    np.testing.assert_allclose(slope.numpy(), [-0.5, -2.0])
    found = D.kl_divergence(exponential, Exponential(tensor([1.0, 1.0])))
    np.testing.assert_allclose(found.numpy(), np.log([2.0, 0.5]) + 1 / np.array([2.0, 0.5]) - 1)


class Exponential(D.ExponentialFamily):
    """An exponential family of a user."""

    def __init__(self, rate: Any) -> None:
        self.rate = rate
        super().__init__(rate.shape)

    @property
    def _natural_parameters(self) -> tuple[Any, ...]:
        return (-self.rate,)

    def _log_normalizer(self, *parameters: Any) -> Any:
        return -paddle.log(-parameters[0])

    @property
    def _mean_carrier_measure(self) -> float:
        return 0.0


def test_the_most_specific_formula_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kl, "_FORMULAS", {})

    class Base(D.Distribution):
        pass

    class Derived(Base):
        pass

    def register(first: type, second: type, value: float) -> None:
        D.register_kl(first, second)(lambda p, q: value)

    register(Base, Base, 1.0)
    assert D.kl_divergence(Derived(), Derived()) == 1.0
    register(Derived, Base, 2.0)
    assert D.kl_divergence(Derived(), Derived()) == 2.0
    assert D.kl_divergence(Base(), Derived()) == 1.0
    register(Base, Derived, 3.0)
    with pytest.warns(RuntimeWarning, match="ambiguous"):
        assert D.kl_divergence(Derived(), Derived()) == 2.0
    register(Derived, Derived, 4.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert D.kl_divergence(Derived(), Derived()) == 4.0


def test_divergences_that_are_not_registered() -> None:
    normal = D.Normal(0.0, 1.0)
    for other in (D.Cauchy(0.0, 1.0), D.LogNormal(0.0, 1.0), D.Gumbel(0.0, 1.0)):
        with pytest.raises(NotImplementedError, match="no divergence"):
            D.kl_divergence(normal, other)
    with pytest.raises(NotImplementedError, match="no divergence"):
        D.kl_divergence(D.Beta(1.0, 1.0), D.Bernoulli(0.5))
    with pytest.raises(TypeError, match="subclasses"):
        D.register_kl(int, D.Normal)


# Parameters, shapes, errors.


def test_parameters_are_broadcast() -> None:
    normal = D.Normal(paddle.zeros([2]), paddle.ones([3, 1]))
    assert normal.batch_shape == (3, 2)
    assert normal.sample([4]).shape == [4, 3, 2]
    drawn = normal.sample([COUNT]).numpy()
    assert abs(np.corrcoef(drawn[:, 0, 0], drawn[:, 1, 0])[0, 1]) < 0.05
    assert D.Normal(np.zeros((2, 3)), [1.0, 1.0, 1.0]).loc.dtype == paddle.float64
    assert D.Normal([1, 2], 1).scale.tolist() == [1.0, 1.0]
    assert D.Beta(1.0, paddle.ones([4])).batch_shape == (4,)
    assert D.Uniform(0.0, 1.0).sample(paddle.to_tensor([2, 3])).shape == [2, 3]


def test_seeds_of_single_calls() -> None:
    for distribution in (D.Normal(0.0, 1.0), D.Uniform(0.0, 1.0)):
        first = distribution.sample([3], seed=5).tolist()
        assert distribution.sample([3], seed=5).tolist() == first


def test_default_dtype() -> None:
    paddle.set_default_dtype("float64")
    try:
        assert D.Laplace(0.0, 1.0).loc.dtype == paddle.float64
        assert D.Normal(0.0, 1.0).loc.dtype == paddle.float32
    finally:
        paddle.set_default_dtype("float32")


BAD_CALLS: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "normal string": (TypeError, lambda: D.Normal("a", 1.0)),
    "normal mixture": (ValueError, lambda: D.Normal(paddle.ones([1]), [1.0])),
    "normal shapes": (ValueError, lambda: D.Normal([1.0, 2.0], [1.0, 2.0, 3.0])),
    "uniform none": (TypeError, lambda: D.Uniform(None, 1.0)),
    "bernoulli int": (TypeError, lambda: D.Bernoulli(1)),
    "bernoulli range": (ValueError, lambda: D.Bernoulli(1.5)),
    "beta list": (TypeError, lambda: D.Beta([1.0], 2.0)),
    "beta dtypes": (ValueError, lambda: D.Beta(paddle.ones([1]), tensor([1.0]))),
    "cauchy list": (TypeError, lambda: D.Cauchy([1.0], 2.0)),
    "cauchy value": (TypeError, lambda: D.Cauchy(0.0, 1.0).log_prob(0.3)),
    "dirichlet list": (TypeError, lambda: D.Dirichlet([1.0, 2.0])),
    "dirichlet scalar": (ValueError, lambda: D.Dirichlet(paddle.ones([]))),
    "dirichlet negative": (ValueError, lambda: D.Dirichlet(-paddle.ones([2])).sample()),
    "geometric zero": (ValueError, lambda: D.Geometric(0.0)),
    "geometric list": (TypeError, lambda: D.Geometric([0.5])),
    "geometric float count": (TypeError, lambda: D.Geometric(0.5).cdf(0.5)),
    "gumbel string": (TypeError, lambda: D.Gumbel("a", 1.0)),
    "laplace none": (TypeError, lambda: D.Laplace(None, 1.0)),
    "categorical string": (TypeError, lambda: D.Categorical("a")),
    "multinomial zero": (ValueError, lambda: D.Multinomial(0, paddle.ones([2]))),
    "multinomial float": (ValueError, lambda: D.Multinomial(2.5, paddle.ones([2]))),
    "multinomial scalar": (ValueError, lambda: D.Multinomial(2, paddle.ones([]))),
    "multinomial list": (TypeError, lambda: D.Multinomial(2, [0.5, 0.5])),
    "multinomial value": (TypeError, lambda: D.Multinomial(2, paddle.ones([2])).log_prob(1.0)),
    "independent int": (TypeError, lambda: D.Independent(3, 1)),
    "independent rank": (ValueError, lambda: D.Independent(D.Normal([0.0], 1.0), 2)),
    "independent zero": (ValueError, lambda: D.Independent(D.Normal([0.0], 1.0), 0)),
    "sample int": (TypeError, lambda: D.Normal(0.0, 1.0).sample(3)),
    "sample string": (ValueError, lambda: D.Normal(0.0, 1.0).sample("a")),
    "value shape": (ValueError, lambda: D.Normal([0.0, 1.0], 1.0).log_prob(paddle.ones([3]))),
    "no gradient": (NotImplementedError, lambda: D.Beta(1.0, 1.0).rsample()),
    "mean": (NotImplementedError, lambda: D.Distribution().mean),
    "variance": (NotImplementedError, lambda: D.Categorical([1.0]).variance),
    "base sample": (NotImplementedError, lambda: D.Distribution().sample()),
    "base density": (NotImplementedError, lambda: D.Distribution().prob(paddle.ones([]))),
    "base entropy": (NotImplementedError, lambda: D.Distribution().entropy()),
    "family entropy": (NotImplementedError, lambda: D.ExponentialFamily().entropy()),
    "constraint": (NotImplementedError, lambda: constraint.Constraint()(1.0)),
    "no constraint": (TypeError, lambda: variable.Variable().constraint(1.0)),
    "stack axis": (
        ValueError,
        lambda: variable.Stack([variable.real], 1).constraint(paddle.ones([2])),
    ),
    "stack size": (
        ValueError,
        lambda: variable.Stack([variable.real], 0).constraint(paddle.ones([2])),
    ),
    "independent axes": (
        ValueError,
        lambda: variable.Independent(variable.real, 2).constraint(paddle.ones([2])),
    ),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_errors(name: str) -> None:
    error, call = BAD_CALLS[name]
    with pytest.raises(error):
        call()


def test_programs_record_distributions() -> None:
    paddle.enable_static()
    try:
        main = paddle.static.Program()
        with paddle.static.program_guard(main, paddle.static.Program()):
            loc = paddle.static.data("loc", [2], "float64")
            scale = paddle.static.data("scale", [2], "float64")
            probs = paddle.static.data("probs", [2], "float64")
            normal = D.Normal(loc, scale)
            other = D.Normal(loc + 1, scale * 2)
            value = loc + 0.5
            fetched = [
                normal.log_prob(value),
                normal.entropy(),
                D.kl_divergence(normal, other),
                normal.sample([500]),
                D.Bernoulli(probs).entropy(),
                D.Laplace(loc, scale).cdf(value),
                D.Beta(scale, scale).log_prob(probs),
            ]
        feed = {"loc": LOC, "scale": SCALE, "probs": PROBS}
        results = paddle.static.Executor().run(main, feed=feed, fetch_list=fetched)
    finally:
        paddle.disable_static()
    peer = stats.norm(LOC, SCALE)
    np.testing.assert_allclose(results[0], peer.logpdf(LOC + 0.5))
    np.testing.assert_allclose(results[1], peer.entropy())
    expected = np.log(2) + (SCALE**2 + 1) / (8 * SCALE**2) - 0.5
    np.testing.assert_allclose(results[2], expected)
    assert stats.kstest(results[3][:, 0], stats.norm(LOC[0], SCALE[0]).cdf).pvalue > LEVEL
    np.testing.assert_allclose(results[4], stats.bernoulli(PROBS).entropy())
    np.testing.assert_allclose(results[5], stats.laplace(LOC, SCALE).cdf(LOC + 0.5))
    np.testing.assert_allclose(results[6], stats.beta(SCALE, SCALE).logpdf(PROBS))
