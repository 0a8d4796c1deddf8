"""Random streams and dropout masks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from fidelity_cases.common import Scenario, digest, sample, seeded, values_of

LONG = 10_000


def _sampled(make: Callable[[], Any]) -> list[Any]:
    return seeded(lambda: sample(make()))


def _sampled_whole(make: Callable[[], Any]) -> list[Any]:
    return seeded(lambda: [sample(make()), digest(make())])


def _float_streams() -> Iterable[Scenario]:
    for dtype, tolerance in (("float32", 2e-7), ("float64", 1e-14)):
        makers: dict[str, Callable[[], Any]] = {
            "uniform": partial(paddle.uniform, [LONG], dtype, -2.0, 3.0),
            "rand": partial(paddle.rand, [LONG], dtype),
            "randn": partial(paddle.randn, [LONG], dtype),
            "uniform_": partial(lambda kind: paddle.zeros([9], kind).uniform_(-1.0, 1.0), dtype),
            "exponential_": partial(lambda kind: paddle.zeros([9], kind).exponential_(2.0), dtype),
        }
        for name, make in makers.items():
            yield Scenario(f"random.{name}.{dtype}", partial(_sampled, make), tolerance)
    yield Scenario("random.normal", partial(_sampled, lambda: paddle.normal(3.0, 2.0, [100])), 2e-7)
    yield Scenario("random.normal_of_tensors", partial(_sampled, _normal_of_tensors), 4e-7)
    logits = paddle.arange(4.0)
    yield Scenario(
        "random.gumbel_softmax", partial(_sampled, lambda: F.gumbel_softmax(logits)), 1e-5
    )


def _normal_of_tensors() -> Any:
    return paddle.normal(paddle.arange(4.0), paddle.full([4], 0.5))


def _integer_streams() -> Iterable[Scenario]:
    weights = paddle.to_tensor([[0.1, 0.2, 0.3, 0.4], [4.0, 3.0, 2.0, 1.0]])
    chance = paddle.full([LONG], 0.3)
    makers: dict[str, Callable[[], Any]] = {
        "randint": lambda: paddle.randint(0, 10, [LONG]),
        "randint_int32": lambda: paddle.randint(-5, 1000, [LONG], "int32"),
        "randint_wide": lambda: paddle.randint(-(2**31), 2**31 - 1, [LONG]),
        "randint_billion": lambda: paddle.randint(0, 10**9, [LONG]),
        "randperm": lambda: paddle.randperm(LONG),
        "randperm_odd": lambda: paddle.randperm(17, "int32"),
        "bernoulli": lambda: paddle.bernoulli(chance).astype("int64"),
        "bernoulli_float64": lambda: paddle.bernoulli(chance.astype("float64")).astype("int64"),
        "multinomial": lambda: paddle.multinomial(weights, 500, replacement=True),
        "multinomial_without_replacement": lambda: paddle.multinomial(weights, 4),
        "poisson": lambda: paddle.poisson(paddle.full([LONG], 3.5)).astype("int64"),
    }
    for name, make in makers.items():
        yield Scenario(f"random.{name}", partial(_sampled_whole, make))


def _mask(options: dict[str, Any]) -> list[Any]:
    kept = (F.dropout(paddle.ones([100, 20]), **options) != 0).astype("int64")
    return [values_of(kept[:1]), digest(kept)]


def _dropout() -> Iterable[Scenario]:
    options: dict[str, dict[str, Any]] = {
        "default": {},
        "p_0.1": {"p": 0.1},
        "p_0.9": {"p": 0.9},
        "axis": {"p": 0.3, "axis": 1},
        "downscale": {"p": 0.3, "mode": "downscale_in_infer"},
    }
    for name, given in options.items():
        yield Scenario(f"dropout.mask.{name}", partial(seeded, partial(_mask, given)))
    ones = paddle.ones([2, 4])
    for mode in ("upscale_in_train", "downscale_in_infer"):
        for training in (True, False):
            call = partial(F.dropout, ones, 0.3, None, training, mode)
            yield Scenario(f"dropout.values.{mode}.{training}", partial(_sampled, call), 1e-7)
    yield Scenario(
        "dropout.dropout2d", partial(_sampled, lambda: F.dropout2d(paddle.ones([2, 8, 1, 2]), 0.5))
    )
    yield Scenario(
        "dropout.alpha_dropout",
        partial(_sampled, lambda: F.alpha_dropout(paddle.ones([16]), 0.3)),
        1e-6,
    )


def _one_generator() -> Any:
    """Every function draws from one stream, and takes from it only what it needs."""

    def steps() -> list[Any]:
        drawn: list[Any] = []
        for draw in (
            lambda: paddle.randn([3]),
            lambda: paddle.randint(0, 10, [3]),
            lambda: paddle.randperm(5),
            lambda: F.dropout(paddle.ones([3]), 0.5),
            lambda: F.dropout(paddle.ones([3]), 0.5, training=False),
            lambda: F.dropout(paddle.ones([3]), 0.0),
            lambda: paddle.uniform([2], seed=7),
            lambda: paddle.rand([3]),
        ):
            drawn.append(values_of(draw()))
        state = paddle.get_rng_state()
        once = values_of(paddle.rand([3]))
        paddle.set_rng_state(state)
        return [*drawn, once, values_of(paddle.rand([3]))]

    return seeded(steps)


def _numpy_shuffles() -> Any:
    """Samplers shuffle with NumPy's generator, random_split with paddle's."""
    dataset = paddle.io.TensorDataset([paddle.arange(12)])
    np.random.seed(5)
    loader = paddle.io.DataLoader(dataset, shuffle=True, batch_size=5)
    batches = [values_of(batch[0]) for batch in loader]
    paddle.seed(5)
    parts = paddle.io.random_split(dataset, [8, 4])
    return [batches, [[int(index) for index in part.indices] for part in parts]]


def scenarios() -> Iterable[Scenario]:
    """Everything that draws random numbers."""
    yield from _float_streams()
    yield from _integer_streams()
    yield from _dropout()
    yield Scenario("random.one_generator", _one_generator, 1e-6)
    yield Scenario("random.shuffles", _numpy_shuffles)
