"""Between layouts: what `Tensor.to_dense`, `Tensor.to_sparse_coo` and their kin do."""

from __future__ import annotations

import math

from paddle import Tensor
from paddle.tensor.to_string import data_to_string

from . import _layouts, _sparse
from ._operators import ops

__all__ = ["to_dense", "to_sparse_coo", "to_sparse_csr", "tensor_to_string"]


def to_dense(x: Tensor) -> Tensor:
    """The dense tensor of the same shape; elements at one position are added, absent ones are 0."""
    if not _layouts.is_sparse(x):
        return x
    count = math.prod(_layouts.sparse_shape(x))
    flat = ops.sparse_scatter_add(_layouts.elements(x), _layouts.positions_of(x), count)
    return flat.reshape(x.shape)


def _nonzero_positions(x: Tensor, sparse_dim: int) -> Tensor:
    """Flat positions over the first dimensions where any element behind them is not 0."""
    present = x.detach() != 0
    if sparse_dim < x.ndim:
        present = present.any(axis=list(range(sparse_dim, x.ndim)))
    return present.flatten().nonzero().flatten()


def to_sparse_coo(x: Tensor, sparse_dim: int | None = None) -> Tensor:
    """A COO tensor with coordinates for the first `sparse_dim` dimensions (all by default)."""
    if _layouts.is_coo(x):
        return x
    rank = x.ndim if sparse_dim is None else sparse_dim
    if _layouts.is_csr(x):
        if rank != x.ndim:
            raise ValueError(
                f"to_sparse_coo: sparse_dim of a CSR tensor must be {x.ndim}, not {rank}"
            )
        flat = _layouts.positions_of(x)
        return _layouts.coo(ops.sparse_unflatten(flat, x.shape), _layouts.elements(x), x.shape)
    if not 1 <= rank <= x.ndim:
        raise ValueError(
            f"to_sparse_coo: sparse_dim must be in [1, {x.ndim}] for a tensor of shape {x.shape}, "
            f"but is {rank}"
        )
    positions = _nonzero_positions(x, rank)
    rows = x.reshape([math.prod(x.shape[:rank]), *x.shape[rank:]])
    values = ops.sparse_gather(rows, positions)
    indices = ops.sparse_unflatten(positions, x.shape[:rank])
    return _layouts.coo(indices, values, x.shape, True)


def to_sparse_csr(x: Tensor) -> Tensor:
    """A CSR tensor of the same elements; `x` has two dimensions, or three with a batch in front."""
    if _layouts.is_csr(x):
        return x
    if x.ndim not in (2, 3):
        raise ValueError(
            f"to_sparse_csr: SparseCsrTensor only support 2-D or 3-D Tensor, not {x.shape}"
        )
    if _layouts.is_coo(x):
        if _layouts.sparse_rank(x) != x.ndim:
            raise ValueError("to_sparse_csr: a tensor with dense dimensions has no CSR form")
        ordered = _layouts.coalesced(x)
        indices, values = _sparse.components(ordered)
        return _layouts.csr_from_positions(
            _layouts.positions_of(ordered), values, x.shape, indices.dtype
        )
    positions = _nonzero_positions(x, x.ndim)
    values = ops.sparse_gather(x.reshape([x.size]), positions)
    return _layouts.csr_from_positions(positions, values, x.shape)


def tensor_to_string(x: Tensor) -> str:
    """The printed form of a sparse tensor, as Paddle prints it."""
    names = ("indices", "values") if _layouts.is_coo(x) else ("crows", "cols", "values")
    head = (
        f"Tensor(shape={x.shape}, dtype={x.dtype}, place={x.place}, stop_gradient={x.stop_gradient}"
    )
    parts = [head]
    for name, part in zip(names, _sparse.components(x), strict=True):
        start = f"       {name}="
        parts.append(start + data_to_string(part, len(start)))
    return ", \n".join(parts) + ")"
