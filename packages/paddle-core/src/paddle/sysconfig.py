"""Where the headers and libraries of the package are."""

from __future__ import annotations

import importlib.util
from pathlib import Path

__all__ = ["get_include", "get_lib"]


def _folder() -> Path:
    return Path(__file__).resolve().parent


def get_include() -> str:
    """The folder of the headers for extensions (`#include <paddle/c_api.h>`).

    Examples:
        >>> import os, paddle
        >>> os.path.isfile(os.path.join(paddle.sysconfig.get_include(), "paddle", "c_api.h"))
        True
    """
    installed = _folder() / "include"
    in_the_tree = _folder().parents[1] / "include"
    return str(installed if installed.is_dir() else in_the_tree)


def get_lib() -> str:
    """The folder of the package's compiled library.

    Examples:
        >>> import os, paddle
        >>> any(name.startswith("_core") for name in os.listdir(paddle.sysconfig.get_lib()))
        True
    """
    found = importlib.util.find_spec("paddle._core")
    if found is None or found.origin is None:
        raise ImportError("the compiled library of paddle is not installed")
    return str(Path(found.origin).parent)
