"""Linear algebra."""

from __future__ import annotations

from .tensor.decomposition import (
    cholesky,
    cholesky_solve,
    cond,
    det,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    householder_product,
    lstsq,
    lu,
    lu_unpack,
    matrix_power,
    matrix_rank,
    pca_lowrank,
    pinv,
    qr,
    slogdet,
    solve,
    svd,
    triangular_solve,
)
from .tensor.decomposition import inverse as inv
from .tensor.linalg import corrcoef, cov, multi_dot, norm

__all__ = [
    "cholesky",
    "cholesky_solve",
    "cond",
    "corrcoef",
    "cov",
    "det",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "householder_product",
    "inv",
    "lstsq",
    "lu",
    "lu_unpack",
    "matrix_power",
    "matrix_rank",
    "multi_dot",
    "norm",
    "pca_lowrank",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "triangular_solve",
]
