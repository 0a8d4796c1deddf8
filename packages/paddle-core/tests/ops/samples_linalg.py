"""Sample records of ops/linalg.yaml.

What is only unique up to a sign or phase (singular vectors, eigenvectors) is checked through
products that do not depend on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import scipy.linalg
from paddle import _C_ops, linalg
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(47)


def _real(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


def _complex(*shape: int) -> np.ndarray:
    return _real(*shape) + 1j * _real(*shape)


def _regular(*shape: int) -> np.ndarray:
    """Square matrices that are far from singular."""
    return _real(*shape) + 3 * np.eye(shape[-1])


def _adjoint(x: Any) -> Any:
    if isinstance(x, np.ndarray):
        return np.conj(np.swapaxes(x, -1, -2))
    return _C_ops.conj(_C_ops.matrix_transpose(x))


def _positive(x: Any) -> Any:
    """A Hermitian positive definite matrix made of any matrix."""
    unit = np.eye(x.shape[-1])
    return x @ _adjoint(x) + (
        unit if isinstance(x, np.ndarray) else paddle.to_tensor(unit, x.dtype)
    )


def _hermitian(x: Any) -> Any:
    return x + _adjoint(x)


def _batched(function: Any) -> Any:
    """The function of one matrix for stacks of them."""

    def call(x: np.ndarray, *args: Any) -> Any:
        if x.ndim == 2:
            return function(x, *args)
        parts = [call(item, *args) for item in x]
        if isinstance(parts[0], tuple):
            return tuple(np.stack(part) for part in zip(*parts, strict=True))
        return np.stack(parts)

    return call


def _lu(x: np.ndarray) -> Any:
    kind = "z" if x.dtype.kind == "c" else "d"
    factors, pivots, info = getattr(scipy.linalg.lapack, kind + "getrf")(x)
    return factors, pivots.astype("int32") + 1, np.int32(info)


def _cholesky(x: np.ndarray, upper: bool = False) -> np.ndarray:
    factor = np.linalg.cholesky(_positive(x))
    return _adjoint(factor) if upper else factor


def _triangle(x: np.ndarray, upper: bool, unit: bool) -> np.ndarray:
    x = np.triu(x) if upper else np.tril(x)
    return x * (1 - np.eye(x.shape[-1])) + np.eye(x.shape[-1]) if unit else x


def _triangular_solve(
    x: np.ndarray, y: np.ndarray, upper: bool = True, transpose: bool = False, unit: bool = False
) -> Any:
    a = _triangle(x, upper, unit)
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transpose else a, y)


def _cholesky_solve(x: np.ndarray, y: np.ndarray, upper: bool = False) -> Any:
    factor = np.triu(y) if upper else np.tril(y)
    product = _adjoint(factor) @ factor if upper else factor @ _adjoint(factor)
    return np.linalg.solve(product, x)


def _slogdet(x: np.ndarray) -> np.ndarray:
    return np.stack(np.linalg.slogdet(x))


def _cofactor(x: np.ndarray) -> np.ndarray:
    return np.linalg.det(x)[..., None, None] * np.swapaxes(np.linalg.inv(x), -1, -2)


# ---- results that do not depend on the phases of vectors -----------------------------------------


def _weighted_projection(v: Any) -> Any:
    weights: Any = np.arange(1.0, v.shape[-1] + 1)
    if not isinstance(v, np.ndarray):
        weights = paddle.to_tensor(weights, v.dtype)
    return (v * weights) @ _adjoint(v)


def _svd_products(svd: Any) -> Any:
    def call(x: Any, full_matrices: bool = False) -> Any:
        u, s, vh = svd(x, full_matrices)
        k = s.shape[-1]
        u, vh = u[..., :k], vh[..., :k, :]
        return s, _weighted_projection(u), _weighted_projection(_adjoint(vh)), u @ vh

    return call


def _eigh_products(eigh: Any) -> Any:
    def call(x: Any, uplo: str = "L") -> Any:
        w, v = eigh(_hermitian(x), uplo)
        return w, _weighted_projection(v)

    return call


def _eig_products(eig: Any) -> Any:
    def call(x: Any) -> Any:
        w, v = eig(x)
        size = abs(v)
        lengths = w[..., None, :] if isinstance(w, np.ndarray) else w.unsqueeze(-2)
        return (size * size * lengths).sum(-1), (w * w * w).sum(-1)

    return call


def _sorted_eigenvalues(eigvals: Any) -> Any:
    def call(x: Any) -> Any:
        w = eigvals(x)
        return w.sum(-1), (w * w).sum(-1), (w * w * w).sum(-1)

    return call


def _pinv(x: Any, rcond: Any = 1e-15, hermitian: bool = False) -> Any:
    return linalg.pinv(_hermitian(x) if hermitian else x, rcond, hermitian)


def _numpy_pinv(x: Any, rcond: Any = 1e-15, hermitian: bool = False) -> Any:
    limit = np.asarray(rcond)
    limit = np.broadcast_to(limit[..., 0] if limit.ndim else limit, x.shape[:-2])
    return np.linalg.pinv(_hermitian(x) if hermitian else x, limit, hermitian)


def _lstsq(x: Any, y: Any, driver: str | None = None) -> Any:
    solution, residuals, rank, _ = linalg.lstsq(x, y, driver=driver)
    return [solution, residuals] if driver == "gels" else [solution, residuals, rank]


def _numpy_lstsq(x: Any, y: Any, driver: str | None = None) -> Any:
    solution = np.linalg.pinv(x) @ y
    tall = x.shape[-2] > x.shape[-1]
    residuals = (abs(x @ solution - y) ** 2).sum(-2) if tall else np.zeros(0)
    rank = np.linalg.matrix_rank(x).astype("int32")
    return [solution, residuals] if driver == "gels" else [solution, residuals, rank]


_VALUES_ONLY = {"gradient": False}

RECORDS: list[Record] = [
    record(
        "matrix_transpose",
        _C_ops.matrix_transpose,
        lambda x: np.swapaxes(x, -1, -2),
        [sample(_real(2, 3)), sample(_complex(2, 0, 3))],
        errors=[Error(ValueError, "two axes", (_real(3),))],
    ),
    record(
        "reciprocal_or_zero",
        _C_ops.reciprocal_or_zero,
        lambda x: np.divide(1, x, out=np.zeros_like(x), where=x != 0),
        [sample(_regular(3, 3)), sample(_complex(2))],
    ),
    record(
        "cholesky",
        lambda x, upper=False: linalg.cholesky(_positive(x), upper),
        lambda x, upper=False: (
            _adjoint(np.linalg.cholesky(_positive(x)))
            if upper
            else np.linalg.cholesky(_positive(x))
        ),
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 4), True),
            sample(_complex(2, 2, 3, 3)),
            sample(_complex(3, 3), True),
            sample(_real(0, 0)),
            sample(_real(0, 2, 2)),
            sample(_real(80, 80)),
        ],
        tolerance=20,  # the product in float32 comes first
    ),
    record(
        "cholesky_solve",
        linalg.cholesky_solve,
        _cholesky_solve,
        [
            sample(_real(3, 2), _regular(3, 3)),
            sample(_real(2, 3, 2), _regular(3, 3), True),
            sample(_complex(3, 2), _complex(2, 3, 3) + 3 * np.eye(3), True),
            sample(_complex(3, 1), _complex(3, 3) + 3 * np.eye(3)),
            sample(_real(0, 2), _real(0, 0)),
        ],
        errors=[
            Error(ValueError, "cholesky_solve.*as many rows", (_real(2, 2), _regular(3, 3))),
            Error(ValueError, "cholesky_solve.*square", (_real(3, 2), _real(3, 2))),
        ],
        tolerance=10,
    ),
    record(
        "triangular_solve",
        linalg.triangular_solve,
        _triangular_solve,
        [
            sample(_regular(3, 3), _real(3, 2)),
            sample(_regular(2, 3, 3), _real(3, 2), False),
            sample(_regular(3, 3), _real(2, 3, 2), True, True),
            sample(_regular(3, 3), _real(3, 2), False, True, True),
            sample(_complex(1, 3, 3) + 3 * np.eye(3), _complex(2, 3, 2), True, True),
            sample(_complex(3, 3), _complex(3, 2), False, False, True),
            sample(_real(2, 0, 0), _real(2, 0, 3)),
        ],
        errors=[
            Error(ValueError, "triangular_solve.*as many rows", (_regular(3, 3), _real(2, 2))),
            Error(ValueError, "triangular_solve.*two axes", (_regular(3, 3), _real(3))),
        ],
        tolerance=10,
    ),
    record(
        "solve",
        linalg.solve,
        np.linalg.solve,
        [
            sample(_regular(3, 3), _real(3, 2)),
            sample(_regular(2, 3, 3), _real(3, 2)),
            sample(_regular(3, 3), _real(2, 2, 3, 1)),
            sample(_complex(3, 3) + 3 * np.eye(3), _complex(2, 3, 2)),
            sample(_real(0, 0), _real(0, 2)),
            sample(_real(0, 3, 3), _real(0, 3, 2)),
            sample(_regular(70, 70) + 9 * np.eye(70), _real(70, 3)),
        ],
        errors=[
            Error(ValueError, "solve.*singular", (np.ones((3, 3)), _real(3, 2))),
            Error(ValueError, "solve.*square", (_real(3, 2), _real(3, 2))),
            Error(ValueError, "solve.*as many rows", (_regular(3, 3), _real(2, 2))),
        ],
        tolerance=10,
    ),
    record(
        "inverse",
        linalg.inv,
        np.linalg.inv,
        [
            sample(_regular(3, 3)),
            sample(_regular(2, 2, 4, 4)),
            sample(_complex(3, 3) + 3 * np.eye(3)),
            sample(_real(0, 0)),
            sample(_real(0, 3, 3)),
        ],
        errors=[
            Error(ValueError, "inverse.*singular", (np.ones((2, 3, 3)),)),
            Error(ValueError, "inverse.*square", (_real(3, 2),)),
            Error(ValueError, "inverse.*singular", (np.full((2, 2), np.nan),)),
        ],
        tolerance=10,
    ),
    record(
        "det",
        linalg.det,
        np.linalg.det,
        [
            sample(_regular(3, 3)),
            sample(_regular(2, 2, 3, 3)),
            sample(_complex(2, 3, 3)),
            sample(np.array([[0.0, 1.0], [1.0, 2.0]])),
            sample(_real(1, 1)),
            sample(_real(2, 0, 0)),
        ],
        errors=[Error(ValueError, "det.*square", (_real(3, 2),))],
        tolerance=10,
    ),
    record(
        "cofactor",
        _C_ops.cofactor,
        _cofactor,
        [sample(_regular(3, 3)), sample(_complex(2, 3, 3)), sample(_real(1, 1))],
        tolerance=20,
    ),
    record(
        "slogdet",
        linalg.slogdet,
        _slogdet,
        [
            sample(_regular(3, 3)),
            sample(_regular(2, 2, 3, 3)),
            sample(_complex(2, 3, 3) + 2 * np.eye(3)),
            sample(np.array([[0.0, 1.0], [1.0, 2.0]])),
            sample(_real(2, 0, 0)),
        ],
        errors=[Error(ValueError, "slogdet.*square", (_real(3, 2),))],
        tolerance=10,
    ),
    record(
        "lu",
        _C_ops.lu,
        _batched(_lu),
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 3)),
            sample(_real(3, 5)),
            sample(_complex(2, 3, 3)),
            sample(_complex(4, 2)),
            sample(_complex(2, 4)),
        ],
        errors=[Error(ValueError, "lu.*two axes", (_real(3),))],
        tolerance=10,
    ),
    record(
        "permutation_matrix",
        _C_ops.permutation_matrix,
        lambda p, like: np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
        [sample(np.array([3, 3, 3], "int32"), _real(3, 3))],
        gradient=False,
        errors=[
            Error(ValueError, "pivots", (np.array([1, 4], "int32"), _real(2, 2))),
            Error(ValueError, "pivots", (np.array([1], "int32"), _real(2, 2))),
        ],
    ),
    record(
        "qr",
        linalg.qr,
        np.linalg.qr,
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 3)),
            sample(_real(3, 5)),
            sample(_complex(2, 3, 3)),
            sample(_complex(4, 2)),
            sample(_complex(2, 4)),
            sample(_real(3, 5), "complete"),
            sample(_real(2, 4, 3), "r"),
            sample(_real(0, 3)),
            sample(_real(3, 0)),
        ],
        errors=[
            Error(ValueError, "qr.*mode", (_real(3, 3), "full")),
            Error(ValueError, "qr.*two axes", (_real(3),)),
        ],
        tolerance=10,
    ),
    record(
        "svd",
        _svd_products(linalg.svd),
        _svd_products(np.linalg.svd),
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 3)),
            sample(_real(3, 5)),
            sample(_complex(2, 3, 3)),
            sample(_complex(4, 2)),
            sample(_complex(2, 4)),
            sample(_real(4, 2), True),
            sample(_complex(2, 3), True),
        ],
        errors=[Error(ValueError, "svd.*NaN", (np.full((2, 2), np.nan),))],
        tolerance=50,  # gaps between singular values of random matrices are small
    ),
    record(
        "svd_values",
        _C_ops.svd_values,
        lambda x: np.linalg.svd(x, compute_uv=False),
        [sample(_real(2, 4, 3)), sample(_complex(3, 5)), sample(_real(0, 3))],
        errors=[Error(ValueError, "svd_values.*infinity", (np.full((2, 2), np.inf),))],
        **_VALUES_ONLY,
    ),
    record(
        "eigh",
        _eigh_products(linalg.eigh),
        _eigh_products(np.linalg.eigh),
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 4), "U"),
            sample(_complex(2, 3, 3)),
            sample(_complex(3, 3), "U"),
            sample(_real(0, 0)),
        ],
        errors=[Error(RuntimeError, "eigh.*NaN", (np.full((2, 2), np.nan),))],
        tolerance=50,
    ),
    record(
        "eigvalsh",
        lambda x, uplo="L": linalg.eigvalsh(_hermitian(x), uplo),
        lambda x, uplo="L": np.linalg.eigvalsh(_hermitian(x), uplo),
        [sample(_real(3, 3)), sample(_complex(2, 3, 3), "U"), sample(_real(2, 0, 0))],
        errors=[Error(ValueError, "eigvalsh.*UPLO", (_real(2, 2), "X"))],
        tolerance=10,
    ),
    record(
        "eig",
        _eig_products(linalg.eig),
        _eig_products(np.linalg.eig),
        [sample(_real(3, 3)), sample(_real(2, 4, 4)), sample(_complex(2, 3, 3))],
        errors=[
            Error(ValueError, "eig.*NaN", (np.full((2, 2), np.nan),)),
            Error(ValueError, "eig.*square", (_real(3, 2),)),
        ],
        tolerance=50,
    ),
    record(
        "eigvals",
        _sorted_eigenvalues(linalg.eigvals),
        _sorted_eigenvalues(np.linalg.eigvals),
        [sample(_real(2, 4, 4)), sample(_complex(3, 3))],
        errors=[Error(ValueError, "eigvals.*NaN", (np.full((2, 2), np.nan),))],
        tolerance=20,
    ),
    record(
        "pinv",
        _pinv,
        _numpy_pinv,
        [
            sample(_real(3, 3)),
            sample(_real(2, 4, 3)),
            sample(_real(3, 5)),
            sample(_complex(2, 4, 2)),
            sample(_real(2, 3, 3), 1e-15, True),
            sample(_complex(3, 3), 1e-15, True),
            sample(_real(3, 0)),
        ],
        errors=[
            Error(ValueError, "pinv.*NaN", (np.full((2, 2), np.nan),)),
            Error(ValueError, "pinv.*two axes", (_real(3),)),
        ],
        tolerance=50,
    ),
    record(
        "lstsq",
        _lstsq,
        _numpy_lstsq,
        [
            sample(_real(4, 3), _real(4, 2)),
            sample(_real(2, 3, 5), _real(2, 3, 2), "gelsd"),
            sample(_complex(2, 4, 2), _complex(2, 4, 1), "gelss"),
            sample(_complex(4, 2), _complex(4, 2), "gels"),
            sample(_complex(4, 2), _complex(4, 2), "gelsd"),
            sample(_real(3, 3), _real(3, 3), "gelsy"),
        ],
        errors=[
            Error(ValueError, "lstsq.*rows", (_real(4, 3), _real(3, 2))),
            Error(ValueError, "lstsq.*driver", (_real(4, 3), _real(4, 2), "gel")),
            Error(ValueError, "lstsq.*NaN", (np.full((2, 2), np.nan), _real(2, 2))),
        ],
        tolerance=50,
    ),
]
