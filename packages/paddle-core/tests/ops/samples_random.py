"""Sample records of ops/random.yaml: what is refused. Values: tests/fidelity, test_random."""

from __future__ import annotations

import numpy as np
import paddle
from paddle import _C_ops
from paddle._testing import Error, Record, record

P = np.array([0.2, 0.5])

RECORDS: list[Record] = [
    record(
        "uniform",
        paddle.uniform,
        None,
        [],
        errors=[
            Error(ValueError, "uniform", ([2, -3],)),
            Error(RuntimeError, "int32", ([2], "int32")),
        ],
    ),
    record(
        "gaussian", paddle.normal, None, [], errors=[Error(ValueError, "std", (0.0, -1.0, [2]))]
    ),
    record(
        "truncated_gaussian",
        _C_ops.truncated_gaussian,
        None,
        [],
        errors=[Error(ValueError, "std", ([2], 0.0, -1.0, "float32", 0))],
    ),
    record(
        "randint",
        paddle.randint,
        None,
        [],
        errors=[
            Error(ValueError, "low", (5, 5, [2])),
            Error(ValueError, "fit", (0, 2**40, [2], "int32")),
        ],
    ),
    record("randperm", paddle.randperm, None, [], errors=[Error(ValueError, "n is 0", (0,))]),
    record(
        "bernoulli", paddle.bernoulli, None, [], errors=[Error(ValueError, "probability", (P * 3,))]
    ),
    record("poisson", paddle.poisson, None, [], errors=[Error(ValueError, "rate", (-P,))]),
    record(
        "multinomial",
        paddle.multinomial,
        None,
        [],
        errors=[
            Error(ValueError, "weights", (-P,)),
            Error(ValueError, "num_samples", (P, 3)),
            Error(ValueError, "add up to zero", (P * 0, 1)),
        ],
    ),
    record(
        "dirichlet",
        _C_ops.dirichlet,
        None,
        [],
        errors=[
            Error(ValueError, "positive", (-P,)),
            Error(ValueError, "axis", (np.array(1.0),)),
        ],
    ),
    record(
        "exponential", _C_ops.exponential, None, [], errors=[Error(ValueError, "lam", (P, -1.0))]
    ),
    record("uniform_like", _C_ops.uniform_like, None, []),
    record(
        "gaussian_like",
        _C_ops.gaussian_like,
        None,
        [],
        errors=[Error(ValueError, "std", (P, 0.0, -1.0, 0))],
    ),
]
