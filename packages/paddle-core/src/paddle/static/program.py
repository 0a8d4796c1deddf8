"""Programs, and the mode in which operators are recorded into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._core import Tensor
from ..framework.dtype import get_default_dtype

__all__ = [
    "InputSpec",
    "Program",
    "data",
    "default_main_program",
    "default_startup_program",
    "disable_static",
    "enable_static",
    "in_dynamic_mode",
    "name_scope",
    "program_guard",
]


class Program:
    """Operators recorded on symbolic tensors, to be run by an `Executor`.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = x * 2.0
        >>> print(main)
        {
          %x = data : tensor<float32 [-1, 2]>
          %tmp_1 = constant : tensor<float32 []>
          %multiply_0.tmp_0 = multiply(%x, %tmp_1) : tensor<float32 [-1, 2]>
        }
    """

    def __init__(self, handle: _core.Program | None = None) -> None:
        self._handle = _core.Program() if handle is None else handle
        self._parameters: dict[str, Tensor] = {}
        self.random_seed = 0

    def __str__(self) -> str:
        return self._handle.text().rstrip("\n")

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The program as text."""
        return str(self)

    def clone(self, for_test: bool = False) -> Program:
        """A copy; later recording changes only one of the two. `for_test` drops writes to
        parameters."""
        copy = Program(self._handle.clone())
        copy._parameters = dict(self._parameters)
        copy.random_seed = self.random_seed
        if for_test:
            values = list(range(copy._handle.num_values()))
            copy._handle = copy._handle.pruned(values, False)
        return copy

    def operations(self) -> list[dict[str, Any]]:
        """The operations in order: type, names of inputs and outputs, attributes."""
        return self._handle.operations()

    def all_parameters(self) -> list[Tensor]:
        """The parameters that were created while the program was recorded."""
        return list(self._parameters.values())

    def list_vars(self) -> Iterator[Tensor]:
        """Every tensor of the program."""
        return (self._handle.tensor(i) for i in range(self._handle.num_values()))

    def _find(self, name: str) -> Tensor | None:
        if name in self._parameters:
            return self._parameters[name]
        value = self._handle.find(name)
        return None if value < 0 else self._handle.tensor(value)


class _Mode:
    """The programs that are recorded into, innermost last."""

    def __init__(self) -> None:
        self.main = [Program()]
        self.startup = [Program()]
        self.static = False


_mode = _Mode()
_NO_PROGRAM = _core.Program.none()


def _activate() -> None:
    recording = _mode.static or len(_mode.main) > 1
    _core.swap_program(_mode.main[-1]._handle if recording else _NO_PROGRAM)


def enable_static() -> None:
    """Record operators into the default main program from now on.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> paddle.in_dynamic_mode()
        False
        >>> paddle.disable_static()
    """
    _mode.static = True
    _activate()


def disable_static(place: Any = None) -> None:
    """Run operators at once from now on, which is the mode at the start.

    Examples:
        >>> import paddle
        >>> paddle.disable_static()
        >>> paddle.in_dynamic_mode()
        True
    """
    _mode.static = False
    _activate()


@contextmanager
def immediate() -> Iterator[None]:
    """Run operators at once within a `with` block, even while a program is recorded."""
    previous = _core.swap_program(_NO_PROGRAM)
    try:
        yield
    finally:
        _core.swap_program(previous)


def remember_parameter(parameter: Tensor) -> None:
    """Count a new parameter among those of the program that is being recorded, if there is one."""
    if not in_dynamic_mode():
        default_main_program()._parameters[parameter.name] = parameter


def in_dynamic_mode() -> bool:
    """Whether operators run at once instead of being recorded.

    Examples:
        >>> import paddle
        >>> paddle.in_dynamic_mode()
        True
    """
    return not (_mode.static or len(_mode.main) > 1)


def default_main_program() -> Program:
    """The program that operators are recorded into."""
    return _mode.main[-1]


def default_startup_program() -> Program:
    """The program of the initialisation, which is empty: parameters are set when created."""
    return _mode.startup[-1]


@contextmanager
def program_guard(main_program: Program, startup_program: Program | None = None) -> Iterator[None]:
    """Record operators into `main_program` within a `with` block.

    Args:
        main_program: where operators go.
        startup_program: given to `default_startup_program`.

    Raises:
        TypeError: if something else than a Program is given.
    """
    for program in (main_program, startup_program):
        if program is not None and not isinstance(program, Program):
            raise TypeError(f"a Program is needed, but got {type(program).__name__}")
    _mode.main.append(main_program)
    _mode.startup.append(startup_program or _mode.startup[-1])
    _activate()
    try:
        yield
    finally:
        _mode.main.pop()
        _mode.startup.pop()
        _activate()


@contextmanager
def name_scope(prefix: str | None = None) -> Iterator[None]:
    """Groups operators for readers of the source; names are unique without it."""
    yield


def data(name: str, shape: Sequence[int | None], dtype: Any = None, lod_level: int = 0) -> Tensor:
    """A symbolic tensor that is fed when the program runs.

    Args:
        name: the key of the feed.
        shape: sizes; None or -1 for those that are not known yet.
        dtype: the default floating type if None.
        lod_level: only 0.

    Returns:
        The symbolic tensor.

    Raises:
        ValueError: if the name is taken or a size is below -1.
    """
    if lod_level != 0:
        raise ValueError(f"only lod_level=0 is supported, but got {lod_level}")
    sizes = [-1 if size is None else int(size) for size in shape]
    handle = default_main_program()._handle
    return handle.data(name, sizes, get_default_dtype() if dtype is None else dtype)


class InputSpec:
    """Shape, dtype and name of an input.

    Examples:
        >>> import paddle
        >>> paddle.static.InputSpec([None, 784], "float32", "x")
        InputSpec(shape=(-1, 784), dtype=paddle.float32, name=x, stop_gradient=False)
    """

    def __init__(
        self,
        shape: Sequence[int | None],
        dtype: Any = "float32",
        name: str | None = None,
        stop_gradient: bool = False,
    ) -> None:
        self.shape = tuple(-1 if size is None else int(size) for size in shape)
        self.dtype = _core._dtype(dtype)
        self.name = name
        self.stop_gradient = stop_gradient

    @classmethod
    def from_tensor(cls, tensor: Tensor, name: str | None = None) -> InputSpec:
        """The specification of a tensor."""
        return cls(tensor.shape, tensor.dtype, name or tensor.name)

    @classmethod
    def from_numpy(cls, ndarray: Any, name: str | None = None) -> InputSpec:
        """The specification of an array."""
        return cls(ndarray.shape, ndarray.dtype, name)

    def batch(self, batch_size: int) -> InputSpec:
        """Put a batch dimension in front."""
        self.shape = (int(batch_size), *self.shape)
        return self

    def unbatch(self) -> InputSpec:
        """Take the first dimension away."""
        if not self.shape:
            raise ValueError("Not support to unbatch a InputSpec when len(shape) == 0.")
        self.shape = self.shape[1:]
        return self

    def __repr__(self) -> str:
        return (
            f"InputSpec(shape={self.shape}, dtype={self.dtype}, name={self.name}, "
            f"stop_gradient={self.stop_gradient})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InputSpec) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
