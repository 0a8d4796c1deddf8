"""What reaches domain packages from the core: imports of absent ones, and methods of tensors.

A domain package that is not installed is named in the error, with the command that installs it.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from ._core import Tensor

__all__ = ["attach", "guest"]

PACKAGES = ("audio", "distributed", "geometric", "inference", "sparse", "vision")


class AbsentPackages:
    """The last finder of modules: whoever comes here asks for a package that is not installed."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        top, _, module = name.partition(".")
        if top == "paddle" and module in PACKAGES:
            raise ModuleNotFoundError(
                f"No module named {name!r}: it is the package paddle-{module}, which is not "
                f"installed (pip install paddle-{module})",
                name=name,
            )


def guest(name: str) -> ModuleType:
    """Import a domain package when it is first needed.

    Raises:
        ModuleNotFoundError: if it is not installed; the text says how to install it.
    """
    return importlib.import_module(f"paddle.{name}")


# ---- methods of sparse tensors -----------------------------------------------------------------


def is_sparse(self: Tensor) -> bool:
    """Whether the tensor is sparse, in COO or CSR layout."""
    return self._layout_name in ("sparse_coo", "sparse_csr")


def is_sparse_coo(self: Tensor) -> bool:
    """Whether the tensor is sparse in COO layout: coordinates and values."""
    return self._layout_name == "sparse_coo"


def is_sparse_csr(self: Tensor) -> bool:
    """Whether the tensor is sparse in CSR layout: compressed rows, columns and values."""
    return self._layout_name == "sparse_csr"


def to_sparse_coo(self: Tensor, sparse_dim: int) -> Tensor:
    """The sparse tensor in COO layout with the same elements.

    Args:
        sparse_dim: the number of leading dimensions that get coordinates.

    Raises:
        ModuleNotFoundError: if paddle-sparse is not installed.
        ValueError: if `sparse_dim` is not in [1, ndim].
    """
    return guest("sparse").conversion.to_sparse_coo(self, sparse_dim)


def to_sparse_csr(self: Tensor) -> Tensor:
    """The sparse tensor in CSR layout with the same elements, of two or three dimensions.

    Raises:
        ModuleNotFoundError: if paddle-sparse is not installed.
        ValueError: for another number of dimensions.
    """
    return guest("sparse").conversion.to_sparse_csr(self)


def to_dense(self: Tensor) -> Tensor:
    """The dense tensor with the same elements; a dense tensor is returned as it is."""
    return guest("sparse").conversion.to_dense(self) if is_sparse(self) else self


def _part(tensor: Tensor, name: str, position: int, *layouts: str) -> Tensor:
    if tensor._layout_name not in layouts:
        kinds = {"sparse_coo": "SparseCooTensor", "sparse_csr": "SparseCsrTensor"}
        wanted = " or ".join(kinds[layout] for layout in layouts)
        raise ValueError(f"{name}: this method is only effective for {wanted}")
    return tensor._components()[position]


def indices(self: Tensor) -> Tensor:
    """The coordinates of a COO tensor, of shape [sparse_dim, nnz]."""
    return _part(self, "indices", 0, "sparse_coo")


def crows(self: Tensor) -> Tensor:
    """The compressed rows of a CSR tensor: where each row starts among the elements."""
    return _part(self, "crows", 0, "sparse_csr")


def cols(self: Tensor) -> Tensor:
    """The columns of the elements of a CSR tensor."""
    return _part(self, "cols", 1, "sparse_csr")


def values(self: Tensor) -> Tensor:
    """The stored elements of a sparse tensor; gradients flow through them."""
    return _part(self, "values", -1, "sparse_coo", "sparse_csr")


def nnz(self: Tensor) -> int:
    """The number of stored elements of a sparse tensor."""
    return _part(self, "nnz", -1, "sparse_coo", "sparse_csr").shape[0]


def coalesce(self: Tensor, name: str | None = None) -> Tensor:
    """A COO tensor with its coordinates sorted and elements at one place added."""
    return guest("sparse").coalesce(self)


def attach() -> None:
    """Put the methods onto `paddle.Tensor` and the finder behind all others."""
    for function in (
        is_sparse, is_sparse_coo, is_sparse_csr, to_sparse_coo, to_sparse_csr, to_dense, indices,
        crows, cols, values, nnz, coalesce,
    ):  # fmt: skip
        setattr(Tensor, function.__name__, function)
    sys.meta_path.append(AbsentPackages())
