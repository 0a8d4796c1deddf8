// Shape rules of matrix decompositions and of systems of equations.
#include "infer/linalg.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "infer/common.h"
#include "infer/manipulation.h"

namespace pd::infer {

namespace {

// A tensor seen as a stack of matrices.
struct Matrices {
  DimsView batch;
  int64_t rows;
  int64_t cols;

  int64_t smaller() const {
    if (rows == 0 || cols == 0) return 0;
    if (rows == kUnknownDim || cols == kUnknownDim) return kUnknownDim;
    return std::min(rows, cols);
  }
};

Matrices matrices_of(const TensorMeta& x, const char* name = "x") {
  const size_t rank = x.shape.size();
  require(rank >= 2, name, " must have at least two axes, got the shape ", x.shape);
  const Matrices m{DimsView(x.shape.data(), rank - 2), x.shape[rank - 2], x.shape[rank - 1]};
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();  // LAPACK counts in 32 bits
  require(m.rows <= kMost && m.cols <= kMost, "matrices of ", name, " must not be longer than ",
          kMost, " rows or columns, got the shape ", x.shape);
  return m;
}

Matrices square_matrices_of(const TensorMeta& x, const char* name = "x") {
  const Matrices m = matrices_of(x, name);
  require(m.rows == m.cols || m.rows == kUnknownDim || m.cols == kUnknownDim, name,
          " must hold square matrices, got the shape ", x.shape);
  return m;
}

Dims with_batch(DimsView batch, std::initializer_list<int64_t> sizes) {
  Dims shape(batch);
  for (const int64_t size : sizes) shape.push_back(size);
  return shape;
}

// The solution of a system with square matrices `a`; batches broadcast.
void solve_with(const TensorMeta& a, const char* a_name, const TensorMeta& b, const char* b_name,
                TensorMeta& out) {
  require_same_dtype(a, b);
  const Matrices left = square_matrices_of(a, a_name);
  const Matrices right = matrices_of(b, b_name);
  const int64_t size = known_of(left.rows, left.cols);
  require(size == right.rows || size == kUnknownDim || right.rows == kUnknownDim, b_name,
          " must have as many rows as ", a_name, ", got the shapes ", b.shape, " and ", a.shape);
  const Dims batch = broadcast_shapes(left.batch, right.batch);
  set_meta(out, with_batch(batch, {known_of(right.rows, size), right.cols}), b.dtype, b.place);
}

void require_triangle(const std::string& uplo) {
  require(uplo == "L" || uplo == "U", "UPLO must be 'L' or 'U', got '", uplo, "'");
}

}  // namespace

void matrix_transpose(const TensorMeta& x, TensorMeta& out) {
  const size_t rank = x.shape.size();
  require(rank >= 2, "x must have at least two axes, got the shape ", x.shape);
  Dims perm(rank);
  std::iota(perm.begin(), perm.end(), 0);
  std::swap(perm[rank - 2], perm[rank - 1]);
  transpose(x, perm, out);
}

void square(const TensorMeta& x, TensorMeta& out) {
  square_matrices_of(x);
  unchanged(x, out);
}

void solve(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  solve_with(x, "x", y, "y", out);
}

void cholesky_solve(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  solve_with(y, "y", x, "x", out);
}

void det(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, square_matrices_of(x).batch, x.dtype, x.place);
}

void slogdet(const TensorMeta& x, TensorMeta& sign, TensorMeta& logabsdet) {
  const Matrices m = square_matrices_of(x);
  set_meta(sign, m.batch, x.dtype, x.place);
  set_meta(logabsdet, m.batch, real_of(x.dtype), x.place);
}

void lu(const TensorMeta& x, TensorMeta& out, TensorMeta& pivots, TensorMeta& infos) {
  const Matrices m = matrices_of(x);
  unchanged(x, out);
  set_meta(pivots, with_batch(m.batch, {m.smaller()}), DType::kInt32, x.place);
  set_meta(infos, m.batch, DType::kInt32, x.place);
}

void permutation_matrix(const TensorMeta& pivots, const TensorMeta& like, TensorMeta& out) {
  const Matrices m = matrices_of(like, "like");
  Dims shape = with_batch(m.batch, {m.smaller()});
  const bool fits = pivots.shape.size() == shape.size() && expands_to(pivots.shape, shape) &&
                    expands_to(shape, pivots.shape);
  require(fits, "pivots must have the shape ", shape, " for matrices of shape ", like.shape,
          ", got ", pivots.shape);
  set_meta(out, with_batch(m.batch, {m.rows, m.rows}), like.dtype, like.place);
}

void qr(const TensorMeta& x, const std::string& mode, TensorMeta& q, TensorMeta& r) {
  const Matrices m = matrices_of(x);
  require(mode == "reduced" || mode == "complete" || mode == "r", "QR received unrecognized mode '",
          mode, "' but expected one of 'reduced' (default), 'r', or 'complete'");
  const int64_t inner = mode == "complete" ? m.rows : m.smaller();
  set_meta(q, mode == "r" ? Dims{0} : with_batch(m.batch, {m.rows, inner}), x.dtype, x.place);
  set_meta(r, with_batch(m.batch, {inner, m.cols}), x.dtype, x.place);
}

void svd(const TensorMeta& x, bool full_matrices, TensorMeta& u, TensorMeta& s, TensorMeta& vh) {
  const Matrices m = matrices_of(x);
  const int64_t k = m.smaller();
  set_meta(u, with_batch(m.batch, {m.rows, full_matrices ? m.rows : k}), x.dtype, x.place);
  set_meta(s, with_batch(m.batch, {k}), real_of(x.dtype), x.place);
  set_meta(vh, with_batch(m.batch, {full_matrices ? m.cols : k, m.cols}), x.dtype, x.place);
}

void svd_values(const TensorMeta& x, TensorMeta& out) {
  const Matrices m = matrices_of(x);
  set_meta(out, with_batch(m.batch, {m.smaller()}), real_of(x.dtype), x.place);
}

void eigh(const TensorMeta& x, const std::string& uplo, TensorMeta& w, TensorMeta& v) {
  eigvalsh(x, uplo, w);
  unchanged(x, v);
}

void eigvalsh(const TensorMeta& x, const std::string& uplo, TensorMeta& out) {
  const Matrices m = square_matrices_of(x);
  require_triangle(uplo);
  set_meta(out, with_batch(m.batch, {m.rows}), real_of(x.dtype), x.place);
}

void eig(const TensorMeta& x, TensorMeta& w, TensorMeta& v) {
  eigvals(x, w);
  unchanged_complex(x, v);
}

void eigvals(const TensorMeta& x, TensorMeta& out) {
  const Matrices m = square_matrices_of(x);
  set_meta(out, with_batch(m.batch, {m.rows}), complex_of(x.dtype), x.place);
}

void pinv(const TensorMeta& x, const TensorMeta& rcond, bool hermitian, TensorMeta& out) {
  const Matrices m = hermitian ? square_matrices_of(x) : matrices_of(x);
  require(rcond.dtype == DType::kFloat64, "rcond must be float64, but is ", rcond.dtype);
  const Dims limits = with_batch(m.batch, {1});
  require(expands_to(rcond.shape, limits), "rcond of shape ", rcond.shape,
          " cannot be broadcast to ", limits);
  set_meta(out, with_batch(m.batch, {m.cols, m.rows}), x.dtype, x.place);
}

void lstsq(const TensorMeta& x, const TensorMeta& y, const std::string& driver,
           TensorMeta& solution, TensorMeta& rank, TensorMeta& singular_values) {
  require_same_dtype(x, y);
  const Matrices a = matrices_of(x);
  const Matrices b = matrices_of(y, "y");
  const bool same_batch = a.batch.size() == b.batch.size() && expands_to(a.batch, b.batch) &&
                          expands_to(b.batch, a.batch);
  require(same_batch, "the leading axes of x and y differ, in the shapes ", x.shape, " and ",
          y.shape);
  require_same_size(a.rows, b.rows, "rows of x and y");
  const bool has_values = driver == "gelsd" || driver == "gelss";
  require(has_values || driver == "gels" || driver == "gelsy",
          "driver must be 'gels', 'gelsy', 'gelsd' or 'gelss', got '", driver, "'");
  set_meta(solution, with_batch(a.batch, {a.cols, b.cols}), x.dtype, x.place);
  set_meta(rank, driver == "gels" ? Dims{0} : Dims(a.batch), DType::kInt32, x.place);
  set_meta(singular_values, has_values ? with_batch(a.batch, {a.smaller()}) : Dims{0},
           real_of(x.dtype), x.place);
}

}  // namespace pd::infer
