"""The examples' networks learn as they did when their curves were recorded."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def load(name: str) -> ModuleType:
    """Import a file of the examples."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The mean loss of the first epochs.
@pytest.mark.parametrize(
    ("network", "curve"),
    [
        ("mlp", [1.91531, 1.10244, 0.80295]),
        ("cnn", [1.57432, 0.50773]),
        ("vit", [2.07918, 1.45068]),
    ],
)
def test_digits(network: str, curve: list[float]) -> None:
    losses, _ = load("digits").train(network, epochs=len(curve))
    assert losses == pytest.approx(curve, rel=5e-3)


# The loss of the first steps, which begins near the logarithm of the number of characters.
@pytest.mark.parametrize(
    ("network", "curve"),
    [
        ("lstm", [4.51587, 4.44639, 4.32939, 4.11283, 3.74804]),
        ("transformer", [5.18101, 4.00296, 3.73258, 3.54332, 3.59496]),
    ],
)
def test_characters(network: str, curve: list[float]) -> None:
    losses, held_out, sample = load("characters").train(network, steps=len(curve))
    assert losses == pytest.approx(curve, rel=5e-3)
    assert held_out < curve[0]
    assert len(sample) == 80
