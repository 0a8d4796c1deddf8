"""Checks that run before anything else is imported."""

from __future__ import annotations

import os

__all__ = ["check_environment"]


def check_environment() -> None:
    """Refuse to run where the distribution paddlepaddle put its files over ours.

    Raises:
        ImportError: if both are installed in one environment.
    """
    folder = os.path.dirname(__file__)
    if os.path.exists(os.path.join(folder, "base", "core.py")):
        raise ImportError(
            "paddlepaddle and paddle-core are installed in the same environment, and both are the "
            "package 'paddle'. Keep one of them: `pip uninstall paddlepaddle` and then "
            "`pip install --force-reinstall paddle-core`."
        )
