"""Files of a program's parameters and of its optimizers' states."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from .._core import Tensor
from .program import Program, immediate

__all__ = ["load", "load_program_state", "save", "set_program_state"]


def save(program: Program, model_path: str, protocol: int = 4, **configs: Any) -> None:
    """Write the parameters of a program to `model_path.pdparams`, and the other lasting tensors,
    such as states of optimizers, to `model_path.pdopt`. The program itself is not written.

    Args:
        program: the program.
        model_path: the path without an ending; folders are made.
        protocol: the version of pickle, 2 to 4.

    Raises:
        ValueError: if the path names no file.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = paddle.static.nn.fc(x, 1)
        >>> path = os.path.join(tempfile.mkdtemp(), "model")
        >>> paddle.static.save(main, path)
        >>> len(paddle.static.load_program_state(path))
        2
    """
    import paddle

    if not os.path.basename(model_path):
        raise ValueError(f"save: the path {model_path!r} names no file")
    for part, ending in (("param", "pdparams"), ("opt", "pdopt")):
        state = {name: tensor.numpy() for name, tensor in program.state_dict(part).items()}
        paddle.save(state, f"{model_path}.{ending}", protocol=protocol)


def load_program_state(model_path: str, var_list: Sequence[Tensor] | None = None) -> dict[str, Any]:
    """The arrays that `save` wrote, by name.

    Args:
        model_path: the path given to `save`.
        var_list: only these tensors.

    Raises:
        ValueError: if there is no such file.
    """
    import paddle

    state: dict[str, Any] = {}
    if not os.path.isfile(f"{model_path}.pdparams"):
        raise ValueError(f"there is no file {model_path}.pdparams")
    for ending in ("pdparams", "pdopt"):
        if os.path.isfile(f"{model_path}.{ending}"):
            state.update(paddle.load(f"{model_path}.{ending}", return_numpy=True))
    if var_list is None:
        return state
    return {tensor.name: state[tensor.name] for tensor in var_list}


def set_program_state(program: Program, state_dict: dict[str, Any]) -> None:
    """Set the lasting tensors of a program whose names are in `state_dict`."""
    program.set_state_dict(state_dict)


def load(
    program: Program,
    model_path: str,
    executor: Any = None,
    var_list: Sequence[Tensor] | None = None,
) -> None:
    """Set the lasting tensors of a program to what `save` wrote.

    Args:
        program: the program.
        model_path: the path given to `save`.
        executor: not used.
        var_list: only these tensors.

    Raises:
        ValueError: if there is no such file.
        RuntimeError: if a parameter of the program is not in it.
    """
    state = load_program_state(model_path, var_list)
    if var_list is None:
        for parameter in program.all_parameters():
            if parameter.name not in state:
                raise RuntimeError(f"the file {model_path}.pdparams has no {parameter.name!r}")
    with immediate():
        program.set_state_dict(state)
