"""Programs, and the mode in which operators are recorded into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakValueDictionary

from .. import _core
from .._core import Tensor
from ..framework.dtype import get_default_dtype
from ..utils import unique_name
from .block import Block
from .scope import global_scope

__all__ = [
    "InputSpec",
    "Program",
    "create_global_var",
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
        self._parameters: dict[str, Tensor] = {}
        self._states: dict[str, Tensor] = {}
        self._rates: list[tuple[Tensor, Callable[[], float]]] = []
        self.random_seed = 0
        self._use(_core.Program() if handle is None else handle)

    def _use(self, handle: _core.Program) -> None:
        self._handle = handle
        _programs[handle] = self

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
        copy._states = dict(self._states)
        copy._rates = list(self._rates)
        copy.random_seed = self.random_seed
        if for_test:
            values = list(range(copy._handle.num_values()))
            copy._use(copy._handle.pruned(values, False))
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

    # A program has one block.
    num_blocks = 1

    def global_block(self) -> Block:
        """The operations and tensors."""
        return Block(self)

    def current_block(self) -> Block:
        """The operations and tensors."""
        return Block(self)

    def block(self, index: int) -> Block:
        """The operations and tensors; the index is 0.

        Raises:
            IndexError: for another index.
        """
        return self.blocks[index]

    @property
    def blocks(self) -> list[Block]:
        """The one block."""
        return [Block(self)]

    def state_dict(self, mode: str = "all", scope: Any = None) -> dict[str, Tensor]:
        """The tensors that last from run to run, by name.

        Args:
            mode: "param" for the parameters, "opt" for the others, "all" for both.
            scope: not used.

        Raises:
            ValueError: for another mode.
        """
        if mode not in ("param", "opt", "all"):
            raise ValueError(f"the mode must be 'param', 'opt' or 'all', but is {mode!r}")
        parameters = {} if mode == "opt" else self._parameters
        return {**parameters, **({} if mode == "param" else self._states)}

    def set_state_dict(self, state_dict: Mapping[str, Any], scope: Any = None) -> None:
        """Set the lasting tensors whose names are in `state_dict`, to arrays or tensors.

        Raises:
            TypeError: if it is no dictionary.
            ValueError: if a shape differs.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"a dictionary is needed, but got {type(state_dict).__name__}")
        with immediate():
            for name, tensor in self.state_dict().items():
                if name in state_dict:
                    tensor.set_value(state_dict[name])

    def _find(self, name: str) -> Tensor | None:
        for tensors in (self._parameters, self._states):
            if name in tensors:
                return tensors[name]
        value = self._handle.find(name)
        return None if value < 0 else self._handle.tensor(value)


_programs: WeakValueDictionary[_core.Program, Program] = WeakValueDictionary()


def program_holding(tensor: Tensor) -> Program:
    """The program that a symbolic tensor belongs to."""
    return _programs[_core.program_of(tensor)]


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


def _remember(tensors: dict[str, Tensor], tensor: Tensor) -> None:
    program = default_main_program()
    program._handle.rename(program._handle.value_of(tensor), tensor.name)
    tensors[tensor.name] = tensor
    global_scope()._put(tensor.name, tensor)


def remember_parameter(parameter: Tensor) -> None:
    """Count a new parameter among those of the program that is being recorded, if there is one."""
    if not in_dynamic_mode():
        _remember(default_main_program()._parameters, parameter)


def shared_parameter(name: str | None, shape: Sequence[int], dtype: Any) -> Any:
    """The parameter of this name of the program that is being recorded, if there is one.

    Raises:
        ValueError: it has another shape or dtype.
    """
    known = None if name is None or in_dynamic_mode() else _mode.main[-1]._parameters.get(name)
    if known is not None and (known.shape != list(shape) or known.dtype != _core._dtype(dtype)):
        raise ValueError(
            f"the program has a parameter {name!r} of shape {known.shape} and dtype "
            f"{known.dtype}, but shape {list(shape)} and dtype {dtype} are asked for"
        )
    return known


def remember_state(tensor: Tensor) -> None:
    """Count a tensor among the lasting ones of the program that is being recorded, if there is
    one."""
    if not in_dynamic_mode():
        _remember(default_main_program()._states, tensor)


def lasting_tensor(shape: Sequence[int], value: Any, dtype: Any, name: str) -> Tensor:
    """A new tensor that lasts from run to run of the program that is being recorded."""
    import paddle

    with immediate():
        tensor = paddle.full(shape, value, dtype)
    tensor.name = name
    tensor.persistable = True
    remember_state(tensor)
    return tensor


def create_global_var(
    shape: Sequence[int],
    value: float,
    dtype: Any,
    persistable: bool = False,
    force_cpu: bool = False,
    name: str | None = None,
) -> Tensor:
    """A tensor that the program reads and writes and that lasts from run to run.

    Args:
        shape: its sizes.
        value: what it is filled with.
        dtype: its dtype.
        persistable: whether it says so; it lasts either way.
        force_cpu: accepted for compatibility.
        name: its name, made up by default.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     steps = paddle.static.create_global_var([1], 0, "int64", persistable=True)
        ...     paddle.increment(steps).name == steps.name
        True
        >>> executor = paddle.static.Executor()
        >>> [executor.run(main, fetch_list=[steps])[0].item() for _ in range(3)]
        [1, 2, 3]
    """
    tensor = lasting_tensor(shape, value, dtype, name or unique_name.generate("global_var"))
    tensor.persistable = persistable
    return tensor


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
