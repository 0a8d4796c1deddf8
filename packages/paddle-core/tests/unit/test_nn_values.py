"""Layers, losses, optimizers and schedulers compute what the reference release computes."""

from __future__ import annotations

import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from nn_cases import CASES, evaluate

RECORDED = np.load(pathlib.Path(__file__).parent / "recorded" / "nn.npz")


def recorded(name: str) -> list[np.ndarray]:
    values = []
    while f"{name}/{len(values)}" in RECORDED:
        values.append(RECORDED[f"{name}/{len(values)}"])
    return values


def test_every_case_is_recorded():
    assert {key.rsplit("/", 1)[0] for key in RECORDED} == set(CASES)


# Rounding grows with every step of an optimizer, and in the logarithm of a draw near one.
RELATIVE = {"optimizer": 1e-4, "activation.gumbel_softmax": 5e-4}


@pytest.mark.parametrize("name", CASES)
def test_values_agree_with_the_recorded_ones(name):
    expected, found = recorded(name), evaluate(name)
    assert len(found) == len(expected)
    relative = RELATIVE.get(name, RELATIVE.get(name.split(".")[0], 2e-5))
    # Some gradients vanish but for rounding, such as those of a bias before a normalisation.
    largest = max(np.abs(value).max() for value in expected)
    for i, (value, wanted) in enumerate(zip(found, expected, strict=True)):
        assert value.shape == wanted.shape, f"{name}[{i}]"
        assert value.dtype == wanted.dtype, f"{name}[{i}]"
        np.testing.assert_allclose(
            value, wanted, rtol=relative, atol=2e-6 * largest, err_msg=f"{name}[{i}]"
        )
