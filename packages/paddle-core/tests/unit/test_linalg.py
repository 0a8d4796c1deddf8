"""paddle.linalg: what its functions return, refuse and derive beyond the sample records."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import pytest
from paddle import linalg

FLOATS = ("float32", "float64", "complex64", "complex128")
random = np.random.default_rng(53)


def _matrix(*shape: int, dtype: str = "float64") -> np.ndarray:
    x = random.standard_normal(shape)
    if dtype.startswith("complex"):
        x = x + 1j * random.standard_normal(shape)
    return x.astype(dtype)


def _spd(n: int, dtype: str = "float64") -> np.ndarray:
    x = _matrix(n, n, dtype=dtype)
    return x @ x.conj().T + n * np.eye(n, dtype=dtype)


def _close(got: Any, want: Any, tolerance: float = 1e-10) -> None:
    np.testing.assert_allclose(got.numpy(), want, rtol=tolerance, atol=tolerance)


def _tolerance(dtype: str) -> float:
    return 1e-4 if dtype in ("float32", "complex64") else 1e-10


# Up to 16 rows take other kernels than larger matrices, which may use all threads.
@pytest.mark.parametrize("n", [2, 8, 16, 17, 230])
@pytest.mark.parametrize("dtype", FLOATS)
def test_factors_give_the_matrix_back(n: int, dtype: str) -> None:
    x, spd = _matrix(n, n, dtype=dtype), _spd(n, dtype=dtype)
    tensor, positive = paddle.to_tensor(x), paddle.to_tensor(spd)
    unit, scale = np.eye(n), _tolerance(dtype) * n
    factor, upper = linalg.cholesky(positive), linalg.cholesky(positive, upper=True)
    _close(factor @ factor.conj().T, spd, scale)
    _close(upper.conj().T @ upper, spd, scale)
    _close(linalg.inv(positive) @ positive, unit, scale)
    q, r = linalg.qr(tensor)
    _close(q @ r, x, scale)
    _close(q.conj().T @ q, unit, scale)
    u, s, vh = linalg.svd(tensor)
    _close((u * s) @ vh, x, scale)
    w, v = linalg.eigh(positive)
    _close((v * w) @ v.conj().T, spd, scale)
    w, v = linalg.eig(tensor)
    _close(tensor.astype(v.dtype) @ v, (v * w).numpy(), scale)
    p, lower, upper = linalg.lu_unpack(*linalg.lu(tensor))
    _close(p @ lower @ upper, x, scale)


@pytest.mark.parametrize("n", [2, 8, 16, 17, 230])
@pytest.mark.parametrize("sides", [1, 5, 90])
@pytest.mark.parametrize("dtype", FLOATS)
def test_solutions_give_the_right_hand_sides_back(n: int, sides: int, dtype: str) -> None:
    spd, y = _spd(n, dtype=dtype), _matrix(n, sides, dtype=dtype)
    positive, right, scale = paddle.to_tensor(spd), paddle.to_tensor(y), _tolerance(dtype) * n
    _close(positive @ linalg.solve(positive, right), y, scale)
    for upper in (False, True):
        factor = linalg.cholesky(positive, upper)
        _close(positive @ linalg.cholesky_solve(right, factor, upper), y, scale)
        triangle = np.triu(spd) if upper else np.tril(spd)
        for transpose in (False, True):
            solution = linalg.triangular_solve(positive, right, upper, transpose)
            _close(paddle.to_tensor(triangle.T if transpose else triangle) @ solution, y, scale)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3, 3), (2, 0, 0), (1, 1), (3, 2, 4, 4)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_shapes_and_dtypes(shape: tuple[int, ...], dtype: str) -> None:
    n = shape[-1]
    batch, values, square = list(shape[:-2]), list(shape[:-1]), list(shape)
    real = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    wide = {"float32": "complex64", "float64": "complex128"}.get(dtype, dtype)
    a = _matrix(*shape, dtype=dtype)
    x = paddle.to_tensor(a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(n).astype(dtype))

    def check(results: Any, *expected: tuple[list[int], str]) -> None:
        results = results if isinstance(results, (list, tuple)) else [results]
        assert [(result.shape, result.dtype.name) for result in results] == list(expected)

    for function in (linalg.cholesky, linalg.inv, linalg.pinv):
        check(function(x), (square, dtype))
    check(linalg.matrix_power(x, 3), (square, dtype))
    check(linalg.solve(x, x), (square, dtype))
    check(linalg.det(x), (batch, dtype))
    check(linalg.slogdet(x), ([2, *batch], dtype))
    check(linalg.matrix_rank(x), (batch, "int32"))
    check(linalg.eigvalsh(x), (values, real))
    check(linalg.eigvals(x), (values, wide))
    check(linalg.svd(x), (square, dtype), (values, real), (square, dtype))
    check(linalg.eigh(x), (values, real), (square, dtype))
    check(linalg.eig(x), (values, wide), (square, wide))
    check(linalg.qr(x), (square, dtype), (square, dtype))
    check(linalg.lu(x), (square, dtype), (values, "int32"))


def test_full_matrices_and_modes() -> None:
    x = paddle.to_tensor(_matrix(2, 4, 3))
    assert [t.shape for t in linalg.svd(x, full_matrices=True)] == [[2, 4, 4], [2, 3], [2, 3, 3]]
    assert [t.shape for t in linalg.svd(x)] == [[2, 4, 3], [2, 3], [2, 3, 3]]
    assert [t.shape for t in linalg.qr(x, mode="complete")] == [[2, 4, 4], [2, 4, 3]]
    q, r = linalg.qr(x, mode="complete")
    _close(q @ r, x.numpy())
    _close(linalg.qr(x, mode="r"), linalg.qr(x)[1].numpy())
    u, s, vh = linalg.svd(paddle.zeros([3, 0]), full_matrices=True)
    assert (u.tolist(), s.shape, vh.shape) == (np.eye(3).tolist(), [0], [0, 0])


# ---- matrices without a result -------------------------------------------------------------------

NAN = np.full((3, 3), np.nan)
INFINITE = np.full((3, 3), np.inf)
SINGULAR = np.ones((3, 3))


@pytest.mark.parametrize("x", [NAN, INFINITE])
@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (linalg.svd, ValueError),
        (linalg.eig, ValueError),
        (linalg.eigvals, ValueError),
        (linalg.eigh, RuntimeError),
        (linalg.eigvalsh, RuntimeError),
        (linalg.pinv, ValueError),
        (linalg.matrix_rank, ValueError),
        (linalg.cond, ValueError),
        (lambda x: linalg.lstsq(x, x, driver="gelsd"), ValueError),
    ],
)
def test_numbers_that_are_not_finite(function: Any, kind: type[Exception], x: Any) -> None:
    with pytest.raises(kind, match="infinity or NaN"):
        function(paddle.to_tensor(x))


def test_singular_matrices() -> None:
    x = paddle.to_tensor(SINGULAR)
    for function in (
        linalg.inv,
        lambda x: linalg.solve(x, x),
        lambda x: linalg.matrix_power(x, -2),
    ):
        with pytest.raises(ValueError, match="singular"):
            function(x)
    for p in ("fro", "nuc", 1, -1, np.inf, -np.inf):
        with pytest.raises(ValueError, match="singular"):
            linalg.cond(x, p)
    assert linalg.det(x).item() == 0
    assert linalg.slogdet(x).tolist() == [0, -np.inf]
    assert linalg.lu(x, get_infos=True)[2].tolist() == [2]
    assert np.isnan(linalg.det(paddle.to_tensor(NAN)).item())
    solved = linalg.triangular_solve(paddle.zeros([2, 2]), paddle.ones([2, 1]))
    assert not np.isfinite(solved.numpy()).any()


def test_matrices_that_are_not_positive() -> None:
    stack = paddle.to_tensor(np.stack([np.eye(3), np.diag([1.0, -1.0, 1.0])]))
    with pytest.raises(ValueError, match=r"matrix 1.*order 2"):
        linalg.cholesky(stack)
    assert np.isnan(linalg.cholesky(paddle.to_tensor(NAN)).numpy()).any()


def test_least_squares_of_singular_matrices() -> None:
    x = np.array([[1.0, 2, 3], [2, 4, 6], [1, 2, 3], [0, 1, 0]])
    y = _matrix(4, 2)
    for driver in (None, "gelsy", "gelsd", "gelss"):
        solution, residuals, rank, values = linalg.lstsq(
            paddle.to_tensor(x), paddle.to_tensor(y), driver=driver
        )
        want = np.linalg.pinv(x, 1e-10) @ y
        _close(solution, want)
        _close(residuals, ((x @ want - y) ** 2).sum(0))
        assert (rank.item(), rank.dtype.name) == (2, "int32")
        expected = [3] if driver in ("gelsd", "gelss") else [0]
        assert values.shape == expected
    assert linalg.lstsq(paddle.to_tensor(y), paddle.to_tensor(x), driver="gels")[2].shape == [0]
    cut = linalg.lstsq(paddle.to_tensor(np.diag([1.0, 0.1])), paddle.ones([2, 1], "float64"), 0.5)
    assert (cut[0].tolist(), cut[2].item()) == ([[1.0], [0.0]], 1)
    with pytest.raises(ValueError, match="gels"):
        linalg.lstsq(paddle.diag(paddle.to_tensor([1.0, 0.0])), paddle.ones([2, 1]), driver="gels")


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda x: linalg.cholesky(x[0]), ValueError),
        (lambda x: linalg.cholesky(x[:2]), ValueError),
        (lambda x: linalg.qr(x, mode="full"), ValueError),
        (lambda x: linalg.eigh(x, "X"), ValueError),
        (lambda x: linalg.lu(x, pivot=False), ValueError),
        (lambda x: linalg.matrix_power(x, 2.5), ValueError),
        (lambda x: linalg.matrix_power(x[:2], 2), ValueError),
        (lambda x: linalg.cond(x, 3), ValueError),
        (lambda x: linalg.cond(x[:2], "fro"), ValueError),
        (lambda x: linalg.cond(paddle.zeros([0, 0])), ValueError),
        (lambda x: linalg.lstsq(x, x[:2]), ValueError),
        (lambda x: linalg.lstsq(x, x[0]), ValueError),
        (lambda x: linalg.lstsq(x, x, driver="qr"), ValueError),
        (lambda x: linalg.householder_product(x, x[:2]), AssertionError),
        (lambda x: linalg.householder_product(x[:2], x[0]), AssertionError),
        (lambda x: linalg.householder_product(x, x[0].astype("float32")), AssertionError),
        (lambda x: linalg.pca_lowrank(x, q=4), ValueError),
        (lambda x: linalg.pca_lowrank(x, niter=-1), ValueError),
        (lambda x: linalg.lu_unpack(x, paddle.to_tensor([1, 2, 3], "int64")), ValueError),
        (lambda x: linalg.lu_unpack(x, paddle.to_tensor([1, 2, 4], "int32")), ValueError),
        (lambda x: linalg.solve(x, x.astype("float32")), ValueError),
        (lambda x: linalg.det(x.astype("int32")), RuntimeError),
        (lambda x: linalg.pinv(x, paddle.ones([2])), ValueError),
    ],
)
def test_refused_arguments(call: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        call(paddle.to_tensor(_spd(3)))


# ---- compositions --------------------------------------------------------------------------------


def test_solve_with_vectors() -> None:
    x, y = _matrix(2, 3, 3), _matrix(3)
    _close(linalg.solve(paddle.to_tensor(x), paddle.to_tensor(y)), np.linalg.inv(x) @ y)
    both = _matrix(2, 3)
    want = (np.linalg.inv(x) @ both[..., None])[..., 0]
    _close(linalg.solve(paddle.to_tensor(x), paddle.to_tensor(both)), want)


@pytest.mark.parametrize("dtype", FLOATS)
def test_householder_product(dtype: str) -> None:
    x, tau = _matrix(2, 5, 4, dtype=dtype), _matrix(2, 3, dtype=dtype)
    for batch in range(2):
        want = np.eye(5, dtype=dtype)
        for i in range(3):
            v = np.r_[np.zeros(i), 1, x[batch, i + 1 :, i]]
            want = want @ (np.eye(5) - tau[batch, i] * np.outer(v, v.conj()))
        got = linalg.householder_product(paddle.to_tensor(x), paddle.to_tensor(tau))[batch]
        _close(got, want[:, :4], _tolerance(dtype) * 10)


def test_householder_product_has_gradients() -> None:
    x, tau = _matrix(4, 3), _matrix(3)
    tensors = [paddle.to_tensor(v, stop_gradient=False) for v in (x, tau)]
    weights = paddle.to_tensor(_matrix(4, 3))

    def value(x: np.ndarray, tau: np.ndarray) -> float:
        q = linalg.householder_product(paddle.to_tensor(x), paddle.to_tensor(tau))
        return (q * weights).sum().item()

    (linalg.householder_product(*tensors) * weights).sum().backward()
    dx, dtau = _matrix(4, 3), _matrix(3)
    step = 1e-6
    slope = (value(x + step * dx, tau + step * dtau) - value(x - step * dx, tau - step * dtau)) / (
        2 * step
    )
    got = (tensors[0].grad.numpy() * dx).sum() + (tensors[1].grad.numpy() * dtau).sum()
    assert abs(got - slope) < 1e-6 * max(1, abs(slope))


@pytest.mark.parametrize("n", [-5, -1, 0, 1, 2, 3, 10])
def test_matrix_power(n: int) -> None:
    x = _matrix(2, 3, 3) + 2 * np.eye(3)
    _close(linalg.matrix_power(paddle.to_tensor(x), n) / 1e4, np.linalg.matrix_power(x, n) / 1e4)


def test_matrix_rank() -> None:
    x = np.stack([np.eye(3), np.ones((3, 3)), np.diag([1.0, 0.4, 0])])
    tensor = paddle.to_tensor(x)
    assert linalg.matrix_rank(tensor).tolist() == [3, 1, 2]
    assert linalg.matrix_rank(tensor, hermitian=True).tolist() == [3, 1, 2]
    assert linalg.matrix_rank(tensor, tol=0.5).tolist() == [3, 1, 1]
    tol = paddle.to_tensor([[0.5], [2.0]])
    assert linalg.matrix_rank(tensor, tol=tol).tolist() == [[3, 1, 1], [0, 1, 0]]
    assert linalg.matrix_rank(paddle.zeros([3, 4])).item() == 0
    assert linalg.matrix_rank(paddle.to_tensor(x, stop_gradient=False)).stop_gradient


@pytest.mark.parametrize("p", [None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", FLOATS)
def test_cond(p: Any, dtype: str) -> None:
    x = _matrix(2, 3, 3, dtype=dtype)
    _close(linalg.cond(paddle.to_tensor(x), p), np.linalg.cond(x, p), _tolerance(dtype) * 100)


def test_cond_has_gradients() -> None:
    x = paddle.to_tensor(np.diag([4.0, 2.0]), stop_gradient=False)
    linalg.cond(x).backward()
    _close(x.grad, [[0.5, 0], [0, -1]])


def test_pinv_limits() -> None:
    x = paddle.to_tensor(np.stack([np.diag([4.0, 1.0]), np.diag([2.0, 1.0])]))
    cut = linalg.pinv(x, rcond=paddle.to_tensor([[0.3], [0.3]]))
    assert cut.tolist() == [[[0.25, 0], [0, 0]], [[0.5, 0], [0, 1]]]
    assert linalg.pinv(x, 0.6, hermitian=True).tolist()[0] == [[0.25, 0], [0, 0]]


@pytest.mark.parametrize("shape", [(12, 5), (5, 12), (2, 9, 7)])
def test_pca_lowrank(shape: tuple[int, ...]) -> None:
    x = _matrix(*shape[:-1], 3) @ _matrix(3, shape[-1])
    u, s, v = linalg.pca_lowrank(paddle.to_tensor(x), q=3, center=False)
    turned = paddle.to_tensor(np.swapaxes(v.numpy(), -1, -2))
    _close((u * s.unsqueeze(-2)) @ turned, x)
    centred = x - x.mean(-2, keepdims=True)
    _, s, _ = linalg.pca_lowrank(paddle.to_tensor(x), q=3)
    _close(s, np.linalg.svd(centred, compute_uv=False)[..., :3])


def test_lu_unpack_leaves_out() -> None:
    factors, pivots = linalg.lu(paddle.to_tensor(_matrix(3, 3)))
    assert linalg.lu_unpack(factors, pivots, unpack_ludata=False)[1:] == (None, None)
    assert linalg.lu_unpack(factors, pivots, unpack_pivots=False)[0] is None


@pytest.mark.parametrize("dtype", FLOATS)
def test_norms_and_covariances(dtype: str) -> None:
    x = _matrix(3, 6, dtype=dtype)
    tensor, tolerance = paddle.to_tensor(x), _tolerance(dtype)
    _close(linalg.norm(tensor), np.linalg.norm(x), tolerance)
    _close(linalg.norm(tensor, 3, axis=1), np.linalg.norm(x, 3, axis=1), tolerance)
    _close(linalg.cov(tensor), np.cov(x), tolerance)
    _close(linalg.corrcoef(tensor), np.corrcoef(x), tolerance)
    weights = np.array([1.0, 2, 0.5, 1, 3, 1])
    got = linalg.cov(tensor, aweights=paddle.to_tensor(weights))
    _close(got, np.cov(x, aweights=weights), tolerance)
    _close(paddle.dist(tensor, tensor * 2), np.linalg.norm(x), tolerance)
    y = _matrix(6, 2, dtype=dtype)
    _close(linalg.multi_dot([tensor, paddle.to_tensor(y)]), x @ y, tolerance * 10)


# ---- gradients where formulas are delicate -------------------------------------------------------


def _gradient(function: Any, x: np.ndarray) -> np.ndarray:
    tensor = paddle.to_tensor(x, stop_gradient=False)
    function(tensor).backward()
    return tensor.grad.numpy()


def test_determinant_of_singular_matrices_has_a_gradient() -> None:
    x = _matrix(4, 2) @ _matrix(2, 4)
    x[0] += _matrix(4)  # rank 3
    cofactors = np.array(
        [
            [(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(x, i, 0), j, 1)) for j in range(4)]
            for i in range(4)
        ]
    )
    np.testing.assert_allclose(_gradient(linalg.det, x), cofactors, rtol=1e-9, atol=1e-12)
    assert (_gradient(linalg.det, np.zeros((3, 3))) == 0).all()


def test_zeros_have_no_reciprocal() -> None:
    x = paddle.to_tensor([0.0, 4.0], stop_gradient=False)
    out = paddle._C_ops.reciprocal_or_zero(x)
    out.sum().backward()
    assert (out.tolist(), x.grad.tolist()) == ([0, 0.25], [0, -0.0625])


def test_equal_singular_values_have_a_gradient() -> None:
    unit = np.eye(3)
    np.testing.assert_allclose(_gradient(lambda x: linalg.svd(x)[1].sum(), unit), unit, atol=1e-12)
    np.testing.assert_allclose(_gradient(lambda x: linalg.eigvalsh(x).sum(), unit), unit)
    np.testing.assert_allclose(_gradient(lambda x: linalg.pinv(x).sum(), unit), -np.ones((3, 3)))


def test_second_derivative_of_the_determinant() -> None:
    x = paddle.to_tensor(np.eye(2), stop_gradient=False)
    (first,) = paddle.grad(linalg.det(x), x, create_graph=True)
    (second,) = paddle.grad(first[0, 0], x)
    assert second.tolist() == [[0, 0], [0, 1]]


def test_results_do_not_depend_on_threads() -> None:
    x = paddle.to_tensor(_matrix(50, 6, 6) + 4 * np.eye(6))
    for function in (linalg.inv, linalg.det, lambda x: linalg.svd(x)[1]):
        whole = function(x).numpy()
        apart = np.stack([function(item).numpy() for item in x])
        np.testing.assert_array_equal(whole, apart)
