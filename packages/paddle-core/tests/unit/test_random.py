"""Distributions of random operators, and the state of the generator."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from scipy import stats

COUNT = 20_000
LEVEL = 1e-4  # of the tests; seeds are fixed, so a pass stays a pass


@pytest.fixture(autouse=True)
def _seed() -> None:
    paddle.seed(2024)


@pytest.mark.parametrize(
    ("draw", "distribution"),
    [
        (lambda: paddle.uniform([COUNT], "float64", -2.0, 3.0), stats.uniform(-2, 5)),
        (lambda: paddle.randn([COUNT], "float64"), stats.norm),
        (lambda: paddle.normal(1.0, 2.0, [COUNT]), stats.norm(1, 2)),
        (lambda: paddle.zeros([COUNT], "float64").exponential_(2.0), stats.expon(scale=0.5)),
        (
            lambda: paddle._C_ops.truncated_gaussian([COUNT], 1.0, 2.0, "float64", 0),
            stats.truncnorm(-2, 2, 1, 2),
        ),
    ],
)
def test_continuous_distributions(draw: object, distribution: object) -> None:
    values = draw().numpy()  # type: ignore[operator]
    assert stats.kstest(values, distribution.cdf).pvalue > LEVEL  # type: ignore[attr-defined]


def test_counts() -> None:
    values = paddle.poisson(paddle.full([COUNT], 3.5, "float64")).numpy()
    observed = np.bincount(values.astype(int), minlength=12)[:12]
    expected = stats.poisson(3.5).pmf(np.arange(12)) * COUNT
    scale = observed.sum() / expected.sum()
    assert stats.chisquare(observed, expected * scale).pvalue > LEVEL


def test_multinomial_frequencies() -> None:
    weights = np.array([1.0, 0.0, 3.0, 6.0])
    drawn = paddle.multinomial(paddle.to_tensor(weights), COUNT, replacement=True).numpy()
    observed = np.bincount(drawn, minlength=4)
    assert observed[1] == 0
    keep = [0, 2, 3]
    assert stats.chisquare(observed[keep], weights[keep] / 10 * COUNT).pvalue > LEVEL


def test_multinomial_without_replacement_draws_each_once() -> None:
    drawn = paddle.multinomial(paddle.to_tensor([[1.0, 2.0, 0.0, 5.0]] * 50), 3).numpy()
    assert (np.sort(drawn, axis=1) == [0, 1, 3]).all()


def test_state_is_restored() -> None:
    state = paddle.get_rng_state()
    first = paddle.rand([5]).tolist()
    paddle.set_rng_state(state)
    assert paddle.rand([5]).tolist() == first
    with pytest.raises(ValueError, match="state"):
        paddle.set_rng_state([])


def test_a_seed_of_its_own_leaves_the_shared_stream_alone() -> None:
    state = paddle.get_rng_state()
    own = paddle.uniform([3], seed=7).tolist()
    assert own == paddle.uniform([3], seed=7).tolist()
    after = paddle.rand([2]).tolist()
    paddle.set_rng_state(state)
    assert paddle.rand([2]).tolist() == after
