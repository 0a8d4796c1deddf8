"""What a benchmark is: a named piece of work, its target, and how each framework does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

Step = Callable[[], Any]


class Framework:
    """The few calls in which the frameworks differ, so that workloads can share the rest.

    Args:
        name: ``"torch"``, ``"scipy"``, or ``"paddle"`` for this project and paddlepaddle alike.
        module: the imported package.
    """

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self.module: Any = module

    @property
    def is_torch(self) -> bool:
        return self.name == "torch"

    @property
    def is_scipy(self) -> bool:
        return self.name == "scipy"

    def tensor(self, array: np.ndarray, *, dtype: str | None = None, grad: bool = False) -> Any:
        """A tensor with its own copy of ``array``; ``dtype`` is a name such as ``"bfloat16"``."""
        if self.is_torch:
            made = self.module.tensor(array)
            made = made.to(getattr(self.module, dtype)) if dtype else made
            return made.requires_grad_(grad)
        made = self.module.to_tensor(array)
        made = made.astype(dtype) if dtype else made
        made.stop_gradient = not grad
        return made

    def numpy(self, value: Any) -> np.ndarray:
        """``value`` as float64, whatever its dtype."""
        if self.is_scipy:
            return np.asarray(value, np.float64)
        if self.is_torch:
            return value.detach().to(self.module.float64).numpy()
        return value.detach().astype("float64").numpy()

    def drop_grad(self, value: Any) -> None:
        """Forget the gradient of a leaf."""
        if self.is_torch:
            value.grad = None
        else:
            value.clear_gradient(False)

    @property
    def functional(self) -> Any:
        return self.module.nn.functional


@dataclass(frozen=True)
class Workload:
    """One row of the table.

    Attributes:
        name: unique, dotted by family (``"elementwise.add"``).
        target: the greatest accepted ratio of our time to that of the faster peer.
        build: makes the step that is timed, with its inputs, once per process. A step returns a
            tensor, whose mean magnitude must agree between the frameworks.
        tolerance: how far those may differ, relatively.
        peers: the other frameworks that can do it.
    """

    name: str
    target: float
    build: Callable[[Framework], Step] = field(repr=False)
    tolerance: float = 1e-3
    peers: tuple[str, ...] = ("torch", "paddle")


def random_array(*shape: int, seed: int = 0) -> np.ndarray:
    """The same standard normal float32 values in every process."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
