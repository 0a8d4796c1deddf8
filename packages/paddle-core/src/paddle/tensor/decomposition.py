"""Decompositions of matrices, systems of equations, determinants and what is made of them.

Matrices are the last two axes of a tensor; all leading axes are batches.
"""

from __future__ import annotations

import math
from typing import Any

from .. import _C_ops
from .._core import Tensor, operator
from ..framework import finfo

__all__ = [
    "cholesky",
    "cholesky_solve",
    "cond",
    "det",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "householder_product",
    "inverse",
    "lstsq",
    "lu",
    "lu_unpack",
    "matrix_power",
    "matrix_rank",
    "pca_lowrank",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "triangular_solve",
]

_NORMS = ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf)


def _adjoint(x: Tensor) -> Tensor:
    return _C_ops.conj(_C_ops.matrix_transpose(x))


def _first_columns(x: Tensor, count: int) -> Tensor:
    return _C_ops.slice_view(x, [-1], [0], [count], [1])


def _first_rows(x: Tensor, count: int) -> Tensor:
    return _C_ops.slice_view(x, [-2], [0], [count], [1])


def _require_matrices(x: Tensor, operator_name: str) -> None:
    if x.ndim < 2:
        raise ValueError(
            f"{operator_name}: input should be a matrix or batches of matrices, but the dimension "
            f"of received input is {x.ndim}"
        )


# ---- factors -------------------------------------------------------------------------------------


@operator("cholesky")
def cholesky(x: Tensor, upper: bool = False, name: str | None = None) -> Tensor:
    """The Cholesky factor of Hermitian positive definite matrices: x = L L^H, or U^H U.

    Only the triangle that the factor occupies is read.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        upper: give U in place of L.
        name: unused.

    Returns:
        Tensor: of the shape of x; zeros in the other triangle.

    Raises:
        ValueError: if matrices are not square, or not positive definite.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[4.0, 2.0], [2.0, 5.0]])
        >>> paddle.linalg.cholesky(x).tolist()
        [[2.0, 0.0], [1.0, 2.0]]
    """


@operator("cholesky_solve")
def cholesky_solve(x: Tensor, y: Tensor, upper: bool = False, name: str | None = None) -> Tensor:
    """Solves A X = x, where y is the Cholesky factor of A.

    Args:
        x: right-hand sides, [..., N, K], float32, float64 or complex.
        y: the factor, [..., N, N], of the same dtype; leading axes broadcast.
        upper: whether y is the upper factor U of A = U^H U.
        name: unused.

    Returns:
        Tensor: X, [..., N, K].

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> factor = paddle.to_tensor([[2.0, 0.0], [1.0, 2.0]])
        >>> paddle.linalg.cholesky_solve(paddle.to_tensor([[8.0], [12.0]]), factor).tolist()
        [[1.0], [2.0]]
    """


def lu(
    x: Tensor, pivot: bool = True, get_infos: bool = False, name: str | None = None
) -> tuple[Tensor, ...]:
    """The LU decomposition with row swaps: P L U = x.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N].
        pivot: must be True.
        get_infos: give the third result too.
        name: unused.

    Returns:
        tuple: L (below the diagonal, ones on it left out) and U in one tensor of the shape of x;
        the int32 row that each row was swapped with, counted from 1, [..., min(M, N)]; and int32
        infos: 0, or the first element of U's diagonal that is zero. See `lu_unpack`.

    Raises:
        ValueError: without pivot, or for less than two axes.

    Examples:
        >>> import paddle
        >>> factors, pivots = paddle.linalg.lu(paddle.to_tensor([[1.0, 2.0], [4.0, 4.0]]))
        >>> factors.tolist(), pivots.tolist()
        ([[4.0, 4.0], [0.25, 1.0]], [2, 2])
    """
    if not pivot:
        raise ValueError("lu: only pivot=True is supported")
    factors, pivots, infos = _C_ops.lu(x)
    if not get_infos:
        return factors, pivots
    return factors, pivots, _C_ops.reshape(infos, [1]) if x.ndim == 2 else infos


def lu_unpack(
    x: Tensor,
    y: Tensor,
    unpack_ludata: bool = True,
    unpack_pivots: bool = True,
    name: str | None = None,
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """The matrices P, L and U of what `lu` gives.

    Args:
        x: factors in one tensor, [..., M, N].
        y: int32 pivots, [..., min(M, N)].
        unpack_ludata: give L and U; else they are None.
        unpack_pivots: give P; else it is None.
        name: unused.

    Returns:
        tuple: P [..., M, M], L [..., M, min(M, N)] and U [..., min(M, N), N].

    Raises:
        ValueError: if y does not fit x or is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [4.0, 4.0]])
        >>> p, l, u = paddle.linalg.lu_unpack(*paddle.linalg.lu(x))
        >>> paddle.linalg.multi_dot([p, l, u]).tolist()
        [[1.0, 2.0], [4.0, 4.0]]
    """
    _require_matrices(x, "lu_unpack")
    if y.dtype.name != "int32":
        raise ValueError(f"lu_unpack: the pivots y must be int32, but are {y.dtype.name}")
    permutation = _C_ops.permutation_matrix(y, x) if unpack_pivots else None
    if not unpack_ludata:
        return permutation, None, None
    rows, columns = x.shape[-2:]
    size = min(rows, columns)
    lower = _C_ops.tril(_first_columns(x, size), -1) + _C_ops.eye(rows, size, x.dtype)
    return permutation, lower, _C_ops.triu(_first_rows(x, size))


def qr(x: Tensor, mode: str = "reduced", name: str | None = None) -> Any:
    """The QR decomposition x = Q R with orthonormal columns of Q and upper triangular R.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N]; K = min(M, N).
        mode: "reduced": Q [..., M, K] and R [..., K, N]; "complete": Q [..., M, M] and
            R [..., M, N]; "r": only the reduced R.
        name: unused.

    Returns:
        tuple of Q and R, or R alone for mode "r". Gradients do not see the columns that "complete"
        adds.

    Raises:
        ValueError: for another mode or less than two axes.

    Examples:
        >>> import paddle
        >>> q, r = paddle.linalg.qr(paddle.to_tensor([[3.0, 1.0], [4.0, 2.0]]))
        >>> paddle.allclose(q @ r, paddle.to_tensor([[3.0, 1.0], [4.0, 2.0]])).item()
        True
    """
    if mode == "r":
        return _C_ops.qr(x, "r" if x.stop_gradient else "reduced")[1]
    return _C_ops.qr(x, mode)


def householder_product(x: Tensor, tau: Tensor, name: str | None = None) -> Tensor:
    """The first columns of a product of Householder reflectors.

    Column i of x, with a one in place of its element i and zeros above, is the vector v of the
    reflector I - tau[i] v v^H. Computed in blocked form (C. Puglisi, "Modification of the
    Householder method based on the compact WY representation", 1992).

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N] with M >= N.
        tau: of the same dtype, [..., K] with K <= N.
        name: unused.

    Returns:
        Tensor: of the shape of x.

    Raises:
        AssertionError: if shapes or dtypes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [1.0]])
        >>> paddle.linalg.householder_product(x, paddle.to_tensor([1.0])).tolist()
        [[0.0], [-1.0]]
    """
    if x.dtype != tau.dtype:
        raise AssertionError(f"householder_product: dtypes {x.dtype.name} and {tau.dtype.name}")
    if x.ndim < 2 or list(x.shape[:-2]) != list(tau.shape[:-1]) or tau.ndim != x.ndim - 1:
        raise AssertionError(f"householder_product: tau {tau.shape} does not fit x {x.shape}")
    rows, columns = x.shape[-2:]
    count = tau.shape[-1]
    if rows < columns or columns < count:
        raise AssertionError(
            f"householder_product: x {x.shape} needs at least as many rows as columns, and as many "
            f"columns as tau {tau.shape} has elements"
        )
    unit = _C_ops.eye(rows, count, x.dtype)
    v = _C_ops.tril(_first_columns(x, count), -1) + unit
    scale = _C_ops.unsqueeze(tau, [-1])
    products = _C_ops.triu(_C_ops.matmul(_adjoint(v), v), 1)
    start = scale * _adjoint(_first_rows(v, columns))
    weights = _C_ops.triangular_solve(scale * products, start, True, False, True)
    return _C_ops.eye(rows, columns, x.dtype) - _C_ops.matmul(v, weights)


# ---- singular values and eigenvalues -------------------------------------------------------------


@operator("svd")
def svd(
    x: Tensor, full_matrices: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The singular value decomposition x = U diag(S) VH.

    Singular vectors are only unique up to a sign or phase; gradients are meant for results that do
    not depend on it.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N]; K = min(M, N).
        full_matrices: give U [..., M, M] and VH [..., N, N] in place of [..., M, K] and
            [..., K, N].
        name: unused.

    Returns:
        tuple: U, the real S [..., K] in descending order, and VH, the adjoint of V.

    Raises:
        ValueError: for less than two axes, or if x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> u, s, vh = paddle.linalg.svd(paddle.to_tensor([[0.0, 2.0], [3.0, 0.0]]))
        >>> s.tolist()
        [3.0, 2.0]
    """


def _singular_values(x: Tensor) -> Tensor:
    return _C_ops.svd_values(x) if x.stop_gradient else _C_ops.svd(x)[1]


@operator("eigh")
def eigh(x: Tensor, UPLO: str = "L", name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of Hermitian (real symmetric) matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        UPLO: the triangle that is read, "L" or "U".
        name: unused.

    Returns:
        tuple: the real eigenvalues [..., N], ascending, and eigenvectors in columns, [..., N, N].

    Raises:
        ValueError: if matrices are not square or UPLO is another string.
        RuntimeError: if x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> w, v = paddle.linalg.eigh(paddle.to_tensor([[2.0, 0.0], [0.0, 1.0]]))
        >>> w.tolist()
        [1.0, 2.0]
    """


def eigvalsh(x: Tensor, UPLO: str = "L", name: str | None = None) -> Tensor:
    """Eigenvalues of Hermitian (real symmetric) matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        UPLO: the triangle that is read, "L" or "U".
        name: unused.

    Returns:
        Tensor: real, [..., N], ascending.

    Raises:
        ValueError: if matrices are not square or UPLO is another string.
        RuntimeError: if x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> paddle.linalg.eigvalsh(paddle.to_tensor([[2.0, 0.0], [0.0, 1.0]])).tolist()
        [1.0, 2.0]
    """
    return _C_ops.eigvalsh(x, UPLO) if x.stop_gradient else _C_ops.eigh(x, UPLO)[0]


@operator("eig")
def eig(x: Tensor, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and right eigenvectors of square matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        name: unused.

    Returns:
        tuple: complex eigenvalues [..., N], in no order, and eigenvectors of length 1 in columns,
        [..., N, N].

    Raises:
        ValueError: if matrices are not square, or x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> w, v = paddle.linalg.eig(paddle.to_tensor([[2.0, 1.0], [0.0, 1.0]]))
        >>> w.tolist()
        [(2+0j), (1+0j)]
    """


def eigvals(x: Tensor, name: str | None = None) -> Tensor:
    """Eigenvalues of square matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        name: unused.

    Returns:
        Tensor: complex, [..., N], in no order.

    Raises:
        ValueError: if matrices are not square, or x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> paddle.linalg.eigvals(paddle.to_tensor([[2.0, 1.0], [0.0, 1.0]])).tolist()
        [(2+0j), (1+0j)]
    """
    return _C_ops.eigvals(x) if x.stop_gradient else _C_ops.eig(x)[0]


def pca_lowrank(
    x: Tensor,
    q: int | None = None,
    center: bool = True,
    niter: int = 2,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The largest principal components of rows of observations, by a randomized method.

    After N. Halko, P. Martinsson and J. Tropp, "Finding structure with randomness" (2009),
    algorithms 4.4 and 5.1.

    Args:
        x: float32 or float64 tensor of shape [..., M, N].
        q: number of components, at most min(M, N); min(6, M, N) by default.
        center: subtract the means of columns first.
        niter: rounds of subspace iteration, which sharpen the result.
        name: unused.

    Returns:
        tuple: U [..., M, q], S [..., q] and V [..., N, q], so that U diag(S) V^T is near x.

    Raises:
        ValueError: for q or niter out of range, or less than two axes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])
        >>> u, s, v = paddle.linalg.pca_lowrank(x, q=1)
        >>> round(s.item() ** 2, 3)
        10.0
    """
    _require_matrices(x, "pca_lowrank")
    rows, columns = x.shape[-2:]
    if q is None:
        q = min(6, rows, columns)
    elif not 0 <= q <= min(rows, columns):
        raise ValueError(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)="
            f"{min(rows, columns)}"
        )
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    data = x - _C_ops.mean(x, [-2], True) if center else x
    if rows < columns:
        v, s, u = _low_rank_svd(_adjoint(data), q, niter)
        return u, s, v
    return _low_rank_svd(data, q, niter)


def _low_rank_svd(x: Tensor, q: int, niter: int) -> tuple[Tensor, Tensor, Tensor]:
    adjoint = _adjoint(x)
    sample = _C_ops.cast(_C_ops.gaussian([x.shape[-1], q], 0.0, 1.0, "float32"), x.dtype)
    basis = qr(_C_ops.matmul(x, sample))[0]
    for _ in range(niter):
        basis = qr(_C_ops.matmul(adjoint, basis))[0]
        basis = qr(_C_ops.matmul(x, basis))[0]
    u, s, vh = svd(_C_ops.matmul(_adjoint(basis), x))
    return _C_ops.matmul(basis, u), s, _adjoint(vh)


# ---- systems of equations ------------------------------------------------------------------------


def solve(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """Solves x X = y for square matrices x.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        y: of the same dtype, [..., N, K]; or vectors, of shape [N] or x.shape[:-1]. Leading axes
            broadcast.
        name: unused.

    Returns:
        Tensor: X, with one axis less where y holds vectors.

    Raises:
        ValueError: if the shapes do not fit, or a matrix is singular.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 4.0]])
        >>> paddle.linalg.solve(x, paddle.to_tensor([2.0, 2.0])).tolist()
        [1.0, 0.5]
    """
    if y.ndim == 1 or (y.ndim == x.ndim - 1 and list(y.shape) == list(x.shape[:-1])):
        return _C_ops.squeeze(_C_ops.solve(x, _C_ops.unsqueeze(y, [-1])), [-1])
    return _C_ops.solve(x, y)


@operator("triangular_solve")
def triangular_solve(
    x: Tensor,
    y: Tensor,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    name: str | None = None,
) -> Tensor:
    """Solves x X = y for triangular matrices x.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N]; one triangle is read.
        y: of the same dtype, [..., N, K]; leading axes broadcast.
        upper: whether the upper triangle is read, else the lower one.
        transpose: solve with the transpose of the triangle.
        unitriangular: take the diagonal for ones.
        name: unused.

    Returns:
        Tensor: X, [..., N, K]; infinity or NaN where the diagonal has zeros.

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[2.0, 1.0], [0.0, 4.0]])
        >>> paddle.linalg.triangular_solve(x, paddle.to_tensor([[3.0], [4.0]])).tolist()
        [[1.0], [1.0]]
    """


def lstsq(
    x: Tensor,
    y: Tensor,
    rcond: float | None = None,
    driver: str | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Least squares: the X that makes the columns of x X - y shortest.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N].
        y: of the same dtype, [..., M, K], with the same leading axes.
        rcond: singular values of at most rcond times the largest count as zero; by default
            max(M, N) times 1e-7 (single precision) or 1e-15.
        driver: "gelsy" (the default), "gelsd" and "gelss" (which find singular values), or "gels",
            which takes full rank for granted.
        name: unused.

    Returns:
        tuple: X [..., N, K]; the squared lengths of the columns of x X - y, [..., K], or an empty
        tensor unless M > N; the int32 ranks of x (empty for "gels"); the singular values
        [..., min(M, N)] (empty for "gels" and "gelsy").

    Raises:
        ValueError: if the shapes do not fit, for another driver, or if x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
        >>> y = paddle.to_tensor([[1.0], [3.0], [5.0]])
        >>> solution, residuals, rank, _ = paddle.linalg.lstsq(x, y)
        >>> solution.round().tolist(), rank.item()
        ([[1.0], [2.0]], 2)
    """
    for argument, label in ((x, "x"), (y, "y")):
        if argument.ndim < 2:
            raise ValueError(f"lstsq: {label} needs two axes or more, got {argument.ndim}")
    rows, columns = x.shape[-2:]
    if rcond is None:
        rcond = (1e-7 if _is_single(x) else 1e-15) * max(rows, columns)
    solution, rank, values = _C_ops.lstsq(x, y, float(rcond), driver or "gelsy")
    if rows > columns:
        distance = _C_ops.abs(_C_ops.matmul(x, solution) - y)
        residuals = _C_ops.sum(_C_ops.square(distance), [-2], None, False)
    else:
        residuals = _C_ops.empty([0], _C_ops.real(x).dtype if _is_complex(x) else x.dtype)
    return solution, residuals, rank, values


def _is_complex(x: Tensor) -> bool:
    return x.dtype.name in ("complex64", "complex128")


def _is_single(x: Tensor) -> bool:
    return x.dtype.name in ("float32", "complex64")


# ---- inverses and determinants -------------------------------------------------------------------


@operator("inverse")
def inverse(x: Tensor, name: str | None = None) -> Tensor:
    """The inverses of square matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        name: unused.

    Returns:
        Tensor: of the shape of x.

    Raises:
        ValueError: if matrices are not square, or one is singular.

    Examples:
        >>> import paddle
        >>> paddle.linalg.inv(paddle.to_tensor([[1.0, 1.0], [1.0, 2.0]])).tolist()
        [[2.0, -1.0], [-1.0, 1.0]]
    """


def pinv(
    x: Tensor, rcond: float | Tensor = 1e-15, hermitian: bool = False, name: str | None = None
) -> Tensor:
    """The Moore-Penrose inverses of matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N].
        rcond: singular values of at most rcond times the largest count as zero; a tensor has the
            shape [..., 1] or one that broadcasts to it.
        hermitian: take x for Hermitian, read its lower triangle and use eigenvalues, which is
            faster.
        name: unused.

    Returns:
        Tensor: of shape [..., N, M].

    Raises:
        ValueError: if the shapes do not fit, or x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> paddle.linalg.pinv(paddle.to_tensor([[2.0, 0.0], [0.0, 0.0]])).tolist()
        [[0.5, 0.0], [0.0, 0.0]]
    """
    if isinstance(rcond, Tensor):
        return _C_ops.pinv(x, _C_ops.cast(rcond, "float64"), hermitian)
    return _C_ops.pinv(x, _C_ops.full([], float(rcond), "float64"), hermitian)


@operator("det")
def det(x: Tensor, name: str | None = None) -> Tensor:
    """The determinants of square matrices.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        name: unused.

    Returns:
        Tensor: of shape [...]; 1 for matrices without elements.

    Raises:
        ValueError: if matrices are not square.

    Examples:
        >>> import paddle
        >>> paddle.linalg.det(paddle.to_tensor([[1.0, 2.0], [0.0, 4.0]])).item()
        4.0
    """


def slogdet(x: Tensor, name: str | None = None) -> Tensor:
    """The signs of determinants and the logarithms of their magnitudes.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        name: unused.

    Returns:
        Tensor: [2, ...]: the signs (numbers of magnitude 1 or 0), then the logarithms; 0 and -inf
        for a singular matrix.

    Raises:
        ValueError: if matrices are not square; in the backward pass also if one is singular.

    Examples:
        >>> import paddle
        >>> paddle.linalg.slogdet(paddle.to_tensor([[0.0, 1.0], [1.0, 0.0]])).tolist()
        [-1.0, 0.0]
    """
    sign, logabsdet = _C_ops.slogdet(x)
    return _C_ops.stack([sign, _C_ops.cast(logabsdet, sign.dtype)], 0)


def matrix_power(x: Tensor, n: int, name: str | None = None) -> Tensor:
    """The n-th powers of square matrices, by repeated squaring.

    Args:
        x: float32, float64 or complex tensor of shape [..., N, N].
        n: exponent; negative ones take powers of the inverse.
        name: unused.

    Returns:
        Tensor: of the shape of x.

    Raises:
        ValueError: if n is no integer, matrices are not square, or n < 0 and one is singular.

    Examples:
        >>> import paddle
        >>> paddle.linalg.matrix_power(paddle.to_tensor([[1.0, 1.0], [0.0, 1.0]]), 5).tolist()
        [[1.0, 5.0], [0.0, 1.0]]
    """
    if not isinstance(n, int):
        raise ValueError(
            f"(InvalidArgument) matrix_power(): argument (position 2) must be int, but got "
            f"{type(n).__name__}"
        )
    _require_matrices(x, "matrix_power")
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(f"matrix_power: matrices must be square, got the shape {x.shape}")
    if n == 0:
        unit = _C_ops.eye(x.shape[-1], x.shape[-1], x.dtype)
        return _C_ops.assign(_C_ops.expand(unit, x.shape))
    base = x if n > 0 else _C_ops.inverse(x)
    return _C_ops.assign(base) if abs(n) == 1 else _power(base, abs(n))


def _power(x: Tensor, n: int) -> Tensor:
    if n == 1:
        return x
    half = _power(x, n // 2)
    square = _C_ops.matmul(half, half)
    return _C_ops.matmul(square, x) if n % 2 else square


# ---- measures ------------------------------------------------------------------------------------


def matrix_rank(
    x: Tensor,
    tol: float | Tensor | None = None,
    hermitian: bool = False,
    name: str | None = None,
) -> Tensor:
    """The numbers of singular values above a limit.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N].
        tol: the limit, a number or a tensor that broadcasts with the leading axes of x; by default
            the dtype's epsilon times max(M, N) times the largest singular value.
        hermitian: take x for Hermitian, read its lower triangle and use eigenvalues, which is
            faster.
        name: unused.

    Returns:
        Tensor: int32, of shape [...].

    Raises:
        ValueError: for less than two axes, or if x contains infinity or NaN.

    Examples:
        >>> import paddle
        >>> paddle.linalg.matrix_rank(paddle.ones([3, 4])).item()
        1
    """
    _require_matrices(x, "matrix_rank")
    x = x.detach()
    values = _C_ops.abs(_C_ops.eigvalsh(x)) if hermitian else _C_ops.svd_values(x)
    if isinstance(tol, Tensor):
        limit = _C_ops.unsqueeze(_C_ops.cast(tol, values.dtype), [-1])
    elif tol is not None or values.shape[-1] == 0:
        limit = _C_ops.full([], float(tol or 0.0), values.dtype)
    else:
        precision = float(finfo(values.dtype).eps)
        limit = _C_ops.max(values, [-1], True) * (precision * max(x.shape[-2:]))
    above = _C_ops.cast(_C_ops.greater_than(values, limit), "int32")
    return _C_ops.sum(above, [-1], "int32", False)


def cond(x: Tensor, p: float | str | None = None, name: str | None = None) -> Tensor:
    """The condition numbers of matrices: the norm times the norm of the inverse.

    Args:
        x: float32, float64 or complex tensor of shape [..., M, N]; square matrices unless p is
            None, 2 or -2.
        p: which norm: None or 2 (ratio of the largest to the smallest singular value), -2 (the
            reverse), "fro", "nuc", 1, -1, inf or -inf.
        name: unused.

    Returns:
        Tensor: real, of shape [...].

    Raises:
        ValueError: for another p, empty or (where the inverse is needed) singular matrices.

    Examples:
        >>> import paddle
        >>> paddle.linalg.cond(paddle.to_tensor([[2.0, 0.0], [0.0, 4.0]])).item()
        2.0
    """
    _require_matrices(x, "cond")
    if p is not None and p not in _NORMS:
        raise ValueError(
            f"unsupported {p} for p, only supporting ('fro', 'nuc', 1, -1, 2, -2, inf, -inf) or "
            "none"
        )
    if 0 in x.shape[-2:]:
        raise ValueError(f"cond: matrices without elements, of shape {x.shape}, have no condition")
    if p in (None, 2, -2):
        values = _singular_values(x)
        largest = _C_ops.slice_view(values, [-1], [0], [1], [1], [-1])
        count = values.shape[-1]
        smallest = _C_ops.slice_view(values, [-1], [count - 1], [count], [1], [-1])
        return smallest / largest if p == -2 else largest / smallest
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(
            f"only support p is {p} when input is a square matrix or batches of square matrices"
        )
    return _matrix_norm(x, p) * _matrix_norm(_C_ops.inverse(x), p)


def _matrix_norm(x: Tensor, p: Any) -> Tensor:
    if p == "nuc":
        return _C_ops.sum(_singular_values(x), [-1], None, False)
    size = _C_ops.abs(x)
    if p == "fro":
        return _C_ops.p_norm(size, 2.0, [-2, -1], False)
    sums = _C_ops.sum(size, [-2] if abs(p) == 1 else [-1], None, False)
    extreme = _C_ops.max if p > 0 else _C_ops.min
    return extreme(sums, [-1], False)
