"""Sample records of operators and the generic suites that run over them.

A record names an operator, its public function, a NumPy reference and samples; `suite(records)`
makes the tests. Domain packages use the same suites for their operators.
"""

from __future__ import annotations

from .records import ALL_FLOATS, FLOATS, Error, Record, Sample, record, sample
from .suite import make_suite
from .tables import core_operators

__all__ = [
    "ALL_FLOATS",
    "FLOATS",
    "Error",
    "Record",
    "Sample",
    "core_operators",
    "make_suite",
    "record",
    "sample",
]
