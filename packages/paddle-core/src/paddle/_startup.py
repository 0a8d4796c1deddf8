"""What happens before anything else is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

__all__ = ["check_environment", "package_path"]


def package_path(path: Iterable[str]) -> list[str]:
    """The folders named `paddle` on sys.path, so that packages in different places meet.

    The same as pkgutil.extend_path, which would cost a fifth of the time of `import paddle`.
    """
    folders = list(path)
    for entry in sys.path:
        folder = os.path.join(entry, "paddle")
        if folder not in folders and os.path.isdir(folder):
            folders.append(folder)
    return folders


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
