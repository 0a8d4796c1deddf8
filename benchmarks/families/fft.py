"""Fourier transforms of one million numbers: of rows, and of the whole matrix."""

from __future__ import annotations

import numpy as np

from benchmarks.workload import Framework, Step, Workload, random_array

SIDE = 1024


def _complex(framework: Framework) -> object:
    values = random_array(SIDE, SIDE) + 1j * random_array(SIDE, SIDE)
    return framework.tensor(values.astype(np.complex64))


def _rows(framework: Framework) -> Step:
    x = _complex(framework)
    return lambda: framework.module.fft.fft(x)


def _real_rows(framework: Framework) -> Step:
    x = framework.tensor(random_array(SIDE, SIDE))
    return lambda: framework.module.fft.rfft(x)


def _matrix(framework: Framework) -> Step:
    x = _complex(framework)
    return lambda: framework.module.fft.fft2(x)


def _real_matrix(framework: Framework) -> Step:
    x = framework.tensor(random_array(SIDE, SIDE))
    return lambda: framework.module.fft.rfft2(x)


WORKLOADS = (
    Workload("fft.rows", 1.1, _rows),
    Workload("fft.real_rows", 1.1, _real_rows),
    Workload("fft.matrix", 1.1, _matrix),
    Workload("fft.real_matrix", 1.1, _real_matrix),
)
