"""Sample records of operators and the generic suites that run over them.

A record names an operator, its public function, a NumPy reference and samples; `suite(records)`
makes the tests. Domain packages use the same suites for their operators.
"""

from __future__ import annotations

from .records import ALL_FLOATS, FLOATS, Error, Record, Sample, record, sample
from .suite import make_suite

__all__ = ["ALL_FLOATS", "FLOATS", "Error", "Record", "Sample", "make_suite", "record", "sample"]
