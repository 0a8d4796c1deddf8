"""What is compared with release 2.6.2: the same calls run here and there, results as JSON values.

`record_reference.py` runs them on the reference and stores the results; `test_fidelity.py` runs
them on this project. A result is built of dicts, lists, strings, numbers and None, where None in
the stored result means that the reference refuses the call only because it lacks a kernel, so that
any outcome is fine.
"""

from __future__ import annotations

from fidelity_cases import (
    alignment,
    distributions,
    errors,
    initial,
    optimizers,
    printing,
    promotion,
    recurrent,
    schedules,
    streams,
    training,
)
from fidelity_cases.common import Scenario

SCENARIOS: tuple[Scenario, ...] = tuple(
    scenario
    for family in (
        streams,
        distributions,
        initial,
        training,
        schedules,
        optimizers,
        promotion,
        printing,
        errors,
        recurrent,
        alignment,
    )
    for scenario in family.scenarios()
)
