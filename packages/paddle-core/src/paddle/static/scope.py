"""Scopes: where the tensors that outlive a run are found by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._core import Tensor

__all__ = ["Scope", "global_scope", "scope_guard"]


class ScopeTensor:
    """The elements of a scope's variable, to read and to write."""

    def __init__(self, variable: ScopeVariable) -> None:
        self._variable = variable

    def _elements(self) -> Tensor:
        if self._variable.tensor is None:
            raise RuntimeError(f"the variable {self._variable.name!r} holds no tensor yet")
        return self._variable.tensor

    def set(self, array: Any, place: Any = None) -> None:
        """Copy the elements of an array in; a variable that is in use keeps shape and dtype.

        Raises:
            ValueError: if the variable has another shape.
        """
        import numpy as np

        from .program import immediate

        with immediate():
            value = _core.tensor_from_array(np.array(array))
            tensor = self._variable.tensor
            if tensor is None:
                self._variable.tensor = value
                return
            if tensor.shape != value.shape:
                raise ValueError(
                    f"the variable {self._variable.name!r} has shape {tensor.shape}, but the "
                    f"array has shape {value.shape}"
                )
            tensor.set_value(value.astype(tensor.dtype))

    def shape(self) -> list[int]:
        """The sizes."""
        return list(self._elements().shape)

    def _dtype(self) -> Any:
        return self._elements().dtype

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = self._elements().numpy()
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return repr(self._variable.tensor)


class ScopeVariable:
    """A named place of a scope."""

    def __init__(self, name: str, tensor: Tensor | None = None) -> None:
        self.name = name
        self.tensor = tensor

    def get_tensor(self) -> ScopeTensor:
        """Its elements."""
        return ScopeTensor(self)


class Scope:
    """Variables by name. New parameters and other lasting tensors go into the current scope.

    Examples:
        >>> import paddle
        >>> import numpy as np
        >>> scope = paddle.static.global_scope()
        >>> scope.var("data").get_tensor().set(np.ones([1, 2]), paddle.CPUPlace())
        >>> np.array(scope.find_var("data").get_tensor())
        array([[1., 1.]])
    """

    def __init__(self) -> None:
        self._variables: dict[str, ScopeVariable] = {}

    def var(self, name: str) -> ScopeVariable:
        """The variable of this name, made where there is none."""
        return self._variables.setdefault(name, ScopeVariable(name))

    def find_var(self, name: str) -> ScopeVariable | None:
        """The variable of this name, or None."""
        return self._variables.get(name)

    def local_var_names(self) -> list[str]:
        """The names of all variables."""
        return list(self._variables)

    def erase(self, names: list[str]) -> None:
        """Forget variables; programs keep the tensors that they refer to."""
        for name in names:
            self._variables.pop(name, None)

    def _put(self, name: str, tensor: Tensor) -> None:
        self.var(name).tensor = tensor


_scopes = [Scope()]


def global_scope() -> Scope:
    """The current scope: the global one, or that of the innermost `scope_guard`.

    Examples:
        >>> import paddle
        >>> paddle.static.global_scope().find_var("nobody") is None
        True
    """
    return _scopes[-1]


@contextmanager
def scope_guard(scope: Scope) -> Iterator[None]:
    """Within a `with` block, new lasting tensors go into `scope` and are found there.

    Examples:
        >>> import paddle
        >>> new = paddle.static.Scope()
        >>> with paddle.static.scope_guard(new):
        ...     paddle.static.global_scope() is new
        True
    """
    if not isinstance(scope, Scope):
        raise TypeError(f"scope_guard needs a Scope, but got {type(scope).__name__}")
    _scopes.append(scope)
    try:
        yield
    finally:
        _scopes.pop()
