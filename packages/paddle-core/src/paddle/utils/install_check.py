"""Checks of what is installed: versions, other packages, and whether paddle itself works."""

from __future__ import annotations

import importlib
import re
from types import ModuleType

from ..version import api_version

__all__ = ["parse_version", "require_version", "run_check", "try_import"]

_FORM = re.compile(r"\d+(\.\d+){0,3}")


def parse_version(text: str) -> tuple[int, ...]:
    """The four numbers of a version; those that are left out are 0."""
    numbers = [int(part) for part in text.split(".")]
    return (*numbers, *[0] * (4 - len(numbers)))


def require_version(min_version: str, max_version: str | None = None) -> None:
    """Check that the release of PaddlePaddle's API that this package offers is in a range.

    Args:
        min_version: the lowest release, like "2.4" or "2.6.2".
        max_version: the highest release; None: any later one.

    Raises:
        TypeError: if a version is no string.
        ValueError: if a version is not made of one to four numbers.
        Exception: if the release is outside of the range.

    Examples:
        >>> import paddle
        >>> paddle.utils.require_version("2.4")
    """
    for name, version in (("min_version", min_version), ("max_version", max_version)):
        if version is None and name == "max_version":
            continue
        if not isinstance(version, str):
            raise TypeError(f"{name} must be a str, but got {type(version)}")
        if not _FORM.fullmatch(version):
            raise ValueError(f"{name} must be one to four numbers like 2.6.2, but got {version!r}")
    current = parse_version(api_version)
    lowest = parse_version(min_version)
    if current < lowest or (max_version is not None and current > parse_version(max_version)):
        wanted = (
            f"at least {min_version}" if max_version is None else f"{min_version}-{max_version}"
        )
        raise Exception(f"VersionError: release {wanted} is required, but this is {api_version}")


def try_import(module_name: str, err_msg: str | None = None) -> ModuleType:
    """Import a module that may be missing.

    Args:
        module_name: its name.
        err_msg: text of the error; None: which package to install.

    Raises:
        ImportError: if it is not installed.

    Examples:
        >>> import paddle
        >>> paddle.utils.try_import("json").dumps([1])
        '[1]'
    """
    try:
        return importlib.import_module(module_name)
    except ImportError as error:
        message = f"{module_name} is needed here: pip install {module_name}"
        raise ImportError(err_msg or message) from error


def run_check() -> None:
    """Train a layer for a step, eagerly and in a program, and print that it works.

    Raises:
        RuntimeError: if a result is wrong.

    Examples:
        >>> import paddle
        >>> paddle.utils.run_check()
        Running verify PaddlePaddle program ...
        PaddlePaddle works well on 1 CPU.
        PaddlePaddle is installed successfully! Let's start deep learning with PaddlePaddle now.
    """
    print("Running verify PaddlePaddle program ...")
    _check_step()
    _check_program()
    print("PaddlePaddle works well on 1 CPU.")
    print(
        "PaddlePaddle is installed successfully! Let's start deep learning with PaddlePaddle now."
    )


def _check_step() -> None:
    import paddle

    weight = paddle.full([2, 3], 0.5)
    weight.stop_gradient = False
    loss = paddle.matmul(paddle.ones([4, 2]), weight).sum()
    (gradient,) = paddle.grad(loss, [weight])
    if float(loss) != 12.0 or gradient is None or gradient.tolist() != [[4.0] * 3] * 2:
        raise RuntimeError("a matrix product or its gradient is wrong; the installation is broken")


def _check_program() -> None:
    import numpy

    import paddle

    dynamic = paddle.in_dynamic_mode()
    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program, paddle.static.Program()):
            x = paddle.static.data("x", [2, 2])
            doubled = x + x
        feed = {"x": numpy.ones([2, 2], "float32")}
        (result,) = paddle.static.Executor().run(program, feed=feed, fetch_list=[doubled])
    finally:
        if dynamic:
            paddle.disable_static()
    if result.tolist() != [[2.0, 2.0], [2.0, 2.0]]:
        raise RuntimeError("a recorded program gives a wrong result; the installation is broken")
