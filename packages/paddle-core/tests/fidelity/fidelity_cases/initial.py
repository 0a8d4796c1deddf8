"""Initial values of layers, and initializers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
from paddle import nn

from fidelity_cases.common import Scenario, sample, seeded


def _described(parameters: Iterable[Any]) -> list[Any]:
    return [[parameter.name, list(parameter.shape), sample(parameter)] for parameter in parameters]


LAYERS: dict[str, Callable[[], Any]] = {
    "Linear": lambda: nn.Linear(6, 4),
    "Conv1D": lambda: nn.Conv1D(3, 8, 5),
    "Conv2D": lambda: nn.Conv2D(3, 8, 5),
    "Conv2D_groups": lambda: nn.Conv2D(4, 8, 3, groups=2),
    "Conv3D": lambda: nn.Conv3D(2, 4, 3),
    "Conv2DTranspose": lambda: nn.Conv2DTranspose(3, 8, 5),
    "Embedding": lambda: nn.Embedding(10, 4),
    "Embedding_padding": lambda: nn.Embedding(10, 4, padding_idx=2),
    "LayerNorm": lambda: nn.LayerNorm(4),
    "GroupNorm": lambda: nn.GroupNorm(2, 4),
    "BatchNorm1D": lambda: nn.BatchNorm1D(4),
    "BatchNorm2D": lambda: nn.BatchNorm2D(4),
    "InstanceNorm2D": lambda: nn.InstanceNorm2D(4),
    "PReLU": lambda: nn.PReLU(3),
    "Bilinear": lambda: nn.Bilinear(3, 4, 5),
    "Sequential": lambda: nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2)),
}


def _build(make: Callable[[], Any]) -> Any:
    with paddle.utils.unique_name.guard():
        layer = make()
        return [list(layer.state_dict()), _described(layer.state_dict().values()), repr(layer)]


INITIALIZERS: dict[str, Callable[[], Any]] = {
    "Constant": lambda: nn.initializer.Constant(0.25),
    "Normal": lambda: nn.initializer.Normal(1.0, 2.0),
    "Uniform": lambda: nn.initializer.Uniform(-3.0, 1.0),
    "XavierUniform": lambda: nn.initializer.XavierUniform(),
    "XavierUniform_fans": lambda: nn.initializer.XavierUniform(fan_in=3, fan_out=7),
    "XavierNormal": lambda: nn.initializer.XavierNormal(),
    "KaimingUniform": lambda: nn.initializer.KaimingUniform(),
    "KaimingUniform_leaky": lambda: nn.initializer.KaimingUniform(
        negative_slope=0.2, nonlinearity="leaky_relu"
    ),
    "KaimingNormal": lambda: nn.initializer.KaimingNormal(),
    "TruncatedNormal": lambda: nn.initializer.TruncatedNormal(0.5, 2.0),
    "Orthogonal": lambda: nn.initializer.Orthogonal(),
    "Dirac": lambda: nn.initializer.Dirac(),
}

SHAPES = {"matrix": [6, 4], "wide": [3, 5], "filter": [8, 3, 5, 5], "sequence": [4, 3, 5]}

# A truncated normal passes through erfinv, an orthogonal matrix through QR.
TOLERANCES = {"TruncatedNormal": 5e-6, "Orthogonal": 5e-6}


def _parameter(make: Callable[[], Any], shape: list[int]) -> list[Any]:
    return sample(paddle.create_parameter(shape, "float32", default_initializer=make()))


def scenarios() -> Iterable[Scenario]:
    """Layers by themselves, then initializers on several shapes."""
    for name, make in LAYERS.items():
        yield Scenario(f"layer.{name}", partial(seeded, partial(_build, make)), 4e-7)
    for name, make in INITIALIZERS.items():
        for label, shape in SHAPES.items():
            if name == "Dirac" and len(shape) == 2:
                continue
            yield Scenario(
                f"initializer.{name}.{label}",
                partial(seeded, partial(_parameter, make, shape)),
                TOLERANCES.get(name, 4e-7),
            )
