"""Writes the recorded results of the reference release; run by hand, never by the tests.

The `paddle` imported here is paddlepaddle 2.6.2, in an environment of its own that also holds
NumPy 1 and scikit-learn:

    python packages/paddle-core/tests/fidelity/record_reference.py

It writes `reference_values.json`, and the files `reference_model.pdparams` and
`reference_model.pdopt` of a network after ten steps. With `--read FOLDER` it instead loads
`model.pdparams` and `model.pdopt` from there, as this project's `paddle.save` wrote them after the
same ten steps, and checks that training continues from them as recorded.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import sklearn.datasets  # noqa: F401

# isort: split
# The reference brings a zlib that breaks the loading of SciPy, so scikit-learn goes first.
import paddle

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from fidelity_cases import SCENARIOS, training  # noqa: E402


def record() -> None:
    """Run every scenario and store the results."""
    results = {scenario.name: scenario.run() for scenario in SCENARIOS}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in results.items()]
    (HERE / "reference_values.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    model, optimizer, _ = training.trained(10)
    paddle.save(model.state_dict(), str(HERE / "reference_model.pdparams"))
    paddle.save(optimizer.state_dict(), str(HERE / "reference_model.pdopt"))


def read(folder: Path) -> None:
    """Continue from files that this project wrote."""
    model, optimizer, _ = training.trained(0)
    model.set_state_dict(paddle.load(str(folder / "model.pdparams")))
    optimizer.set_state_dict(paddle.load(str(folder / "model.pdopt")))
    recorded = json.loads((HERE / "reference_values.json").read_text())["files.saved_model"]
    found = training.continued(model, optimizer)
    wanted = recorded["continued"]
    for key in ("losses", "predictions"):
        pairs = zip(found[key], wanted[key], strict=True)
        worst = max(abs(ours - theirs) / abs(theirs) for ours, theirs in pairs)
        print(f"{key}: largest relative difference {worst:.1e}")


if __name__ == "__main__":
    assert paddle.__version__ == "2.6.2", "run this with the reference's interpreter"
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--read", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.read:
        read(options.read)
    else:
        record()
