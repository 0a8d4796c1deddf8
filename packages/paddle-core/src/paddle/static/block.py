"""What a program consists of, to look at: its block, and the operations in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._core import Tensor

if TYPE_CHECKING:
    from .program import Program

__all__ = ["Block", "Operator"]


class Operator:
    """One recorded operation: its type, the names of its tensors, its attributes.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     y = paddle.static.data("x", [2]).tanh()
        >>> operator = main.global_block().ops[0]
        >>> operator.type, operator.input_arg_names
        ('tanh', ['x'])
    """

    def __init__(self, block: Block, described: dict[str, Any]) -> None:
        self.block = block
        self.type: str = described["type"]
        self._inputs: list[str] = [name for name in described["inputs"] if name is not None]
        self._outputs: list[str] = list(described["outputs"])
        self._attrs: dict[str, Any] = described["attrs"]

    @property
    def input_arg_names(self) -> list[str]:
        """The names of the tensors that it reads."""
        return list(self._inputs)

    @property
    def output_arg_names(self) -> list[str]:
        """The names of the tensors that it computes."""
        return list(self._outputs)

    @property
    def attr_names(self) -> list[str]:
        """The names of its attributes."""
        return list(self._attrs)

    def has_attr(self, name: str) -> bool:
        """Whether it has an attribute of this name."""
        return name in self._attrs

    def attr(self, name: str) -> Any:
        """The value of an attribute.

        Raises:
            ValueError: if it has none of this name.
        """
        if name not in self._attrs:
            raise ValueError(f"the operator {self.type} has no attribute {name!r}")
        return self._attrs[name]

    def all_attrs(self) -> dict[str, Any]:
        """All attributes by name."""
        return dict(self._attrs)

    def __repr__(self) -> str:
        attrs = "".join(f", {name}={value}" for name, value in self._attrs.items())
        outputs = f"{', '.join(self._outputs)} = " if self._outputs else ""
        return f"{outputs}{self.type}({', '.join(self._inputs)}{attrs})"


class Block:
    """The operations and tensors of a program; a program has one block.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        >>> block = main.global_block()
        >>> block.has_var("x"), block.var("x").shape
        (True, [2])
    """

    idx = 0
    parent_idx = -1

    def __init__(self, program: Program) -> None:
        self.program = program

    @property
    def ops(self) -> list[Operator]:
        """The operations in the order in which they run."""
        return [Operator(self, described) for described in self.program.operations()]

    @property
    def vars(self) -> dict[str, Tensor]:
        """All tensors by name: data, results, and what lives outside the program."""
        return {tensor.name: tensor for tensor in self.program.list_vars()}

    def has_var(self, name: str) -> bool:
        """Whether there is a tensor of this name."""
        return self.program._find(name) is not None

    def var(self, name: str) -> Tensor:
        """The tensor of this name.

        Raises:
            TypeError: if the name is no string.
            ValueError: if there is none.
        """
        if not isinstance(name, str):
            raise TypeError(f"a name is a string, but got {type(name).__name__}")
        found = self.program._find(name)
        if found is None:
            raise ValueError(f"var {name} not in this block")
        return found

    def all_parameters(self) -> list[Tensor]:
        """The parameters of the program."""
        return self.program.all_parameters()

    def iter_parameters(self) -> Any:
        """The parameters of the program, one after the other."""
        return iter(self.all_parameters())

    def create_parameter(self, **settings: Any) -> Any:
        """A new parameter; takes what `paddle.static.create_parameter` takes by keyword."""
        from ..framework.parameter import create_parameter
        from .program import program_guard

        with program_guard(self.program):
            return create_parameter(**settings)

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The program as text."""
        return str(self.program)

    def __str__(self) -> str:
        return str(self.program)
