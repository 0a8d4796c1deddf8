"""Initializers: how parameters are filled when they are created."""

from paddle.nn.initializer.initializer import (
    Assign,
    Bilinear,
    Constant,
    Dirac,
    Initializer,
    KaimingNormal,
    KaimingUniform,
    Normal,
    Orthogonal,
    TruncatedNormal,
    Uniform,
    XavierNormal,
    XavierUniform,
    calculate_gain,
    global_initializer,
    set_global_initializer,
)

__all__ = [
    "Bilinear",
    "Constant",
    "KaimingUniform",
    "KaimingNormal",
    "XavierNormal",
    "XavierUniform",
    "Assign",
    "Normal",
    "TruncatedNormal",
    "Uniform",
    "Orthogonal",
    "Dirac",
    "set_global_initializer",
    "calculate_gain",
    "Initializer",
    "global_initializer",
]
