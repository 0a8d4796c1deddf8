// Decompositions with columns: lu, qr, singular values, eigenvalues, and what is made of them.
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/cpu/lapack.h"
#include "kernels/cpu/matrices.h"
#include "kernels/cpu/strided_loop.h"
#include "kernels_linalg.h"

namespace pd::cpu {
namespace {

using lapack::LeastSquares;
using lapack::Real;

void require_converged(int info, const char* what, int64_t index) {
  require(info == 0, "the ", what, " of matrix ", index,
          " of the input did not converge; does it contain infinity or NaN?");
}

// LAPACK may not return, or end the process, when it meets NaN.
template <class T>
void require_finite(const T* data, int64_t count, int64_t index,
                    ErrorKind kind = ErrorKind::kInvalidArgument) {
  require(all_finite(data, count), kind, "matrix ", index,
          " of the input contains infinity or NaN");
}

// The rows of r on and above the diagonal; the buffer holds reflectors below.
template <class T>
void copy_upper(Matrix<const T> from, Matrix<T> to) {
  for (int64_t i = 0; i < to.rows; ++i) {
    for (int64_t j = 0; j < to.cols; ++j) {
      to.data[i * to.row_stride + j] =
          j < i ? T(0) : from.data[i * from.row_stride + j * from.col_stride];
    }
  }
}

// One singular value decomposition after another in the same buffers.
template <class T>
class SvdBuffers {
 public:
  SvdBuffers(int64_t m, int64_t n, char job) : m_(m), n_(n), job_(job) {
    const int64_t k = std::min(m, n);
    columns_ = job == 'A' ? m : k;
    rows_ = job == 'A' ? n : k;
    a_ = scratch<T>(m * n);
    s_ = scratch<Real<T>>(k);
    if (job == 'N') return;
    u_ = scratch<T>(m * columns_);
    vt_ = scratch<T>(rows_ * n);
  }

  void compute(Matrix<const T> x, int64_t index) {
    copy_matrix(x, col_major(a_.get(), m_, n_));
    require_finite(a_.get(), m_ * n_, index);
    const int info = lapack::gesdd(job_, m_, n_, a_.get(), s_.get(), u_.get(), vt_.get());
    require_converged(info, "singular value decomposition", index);
  }
  Matrix<T> u() const { return col_major(u_.get(), m_, columns_); }
  Matrix<T> vt() const { return col_major(vt_.get(), rows_, n_); }
  const Real<T>* s() const { return s_.get(); }

 private:
  int64_t m_, n_;
  char job_;
  int64_t columns_, rows_;
  std::unique_ptr<T[]> a_, u_, vt_;
  std::unique_ptr<Real<T>[]> s_;
};

// Columns of the m x k matrix `left` times 1 / values[k] where the magnitude exceeds the limit.
template <class T>
void divide_columns(Matrix<T> left, const Real<T>* values, Real<T> limit) {
  for (int64_t k = 0; k < left.cols; ++k) {
    const Real<T> factor = std::abs(values[k]) > limit ? 1 / values[k] : 0;
    for (int64_t i = 0; i < left.rows; ++i) {
      left.data[i * left.row_stride + k * left.col_stride] *= factor;
    }
  }
}

// Every matrix of `out`, which is square.
template <class T>
void set_identity(TensorImpl& out) {
  fill(out, 0.0);
  const int64_t n = out.dim(out.rank() - 1);
  for (int64_t i = 0; n > 0 && i < out.numel() / n; ++i) out.data<T>()[i * n + i % n] = T(1);
}

// v s^-1 u^H, from the conjugate of the product of transposes.
template <class T>
void pinv_from_svd(const Stack<T>& matrices, const double* rcond, int64_t begin, int64_t end,
                   T* out) {
  const int64_t m = matrices.rows(), n = matrices.cols();
  SvdBuffers<T> svd(m, n, 'S');
  for (int64_t i = begin; i < end; ++i) {
    svd.compute(matrices[i], i);
    const auto limit = static_cast<Real<T>>(rcond[i] * svd.s()[0]);
    divide_columns(svd.vt().transposed(), svd.s(), limit);
    T* to = out + i * m * n;
    gemm<T>(svd.vt().transposed(), svd.u().transposed(), row_major(to, n, m));
    conjugate(to, m * n);
  }
}

template <class T>
void pinv_from_eigh(const Stack<T>& matrices, const double* rcond, int64_t begin, int64_t end,
                    T* out) {
  const int64_t n = matrices.rows();
  const auto v = scratch<T>(n * n), conjugated = scratch<T>(n * n);
  const auto w = scratch<Real<T>>(n);
  for (int64_t i = begin; i < end; ++i) {
    copy_matrix(matrices[i], col_major(v.get(), n, n));
    require_finite(v.get(), n * n, i);
    require_converged(lapack::syevd('V', 'L', n, v.get(), w.get()), "eigenvalues", i);
    std::copy(v.get(), v.get() + n * n, conjugated.get());
    conjugate(conjugated.get(), n * n);
    const Real<T> largest = std::max(std::abs(w[0]), std::abs(w[size_t(n - 1)]));
    divide_columns(col_major(v.get(), n, n), w.get(), static_cast<Real<T>>(rcond[i] * largest));
    gemm<T>(col_major<const T>(v.get(), n, n),
            col_major<const T>(conjugated.get(), n, n).transposed(),
            row_major(out + i * n * n, n, n));
  }
}

// Eigenvalues, and vectors unless `v` is null.
void eigenvalues(const TensorImpl& x, const std::string& uplo, TensorImpl& w, TensorImpl* v) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    if (x.numel() == 0) return;
    for_matrices(matrices.count(), 8 * cube(n, n), [&](int64_t begin, int64_t end) {
      const auto a = scratch<T>(n * n);
      for (int64_t i = begin; i < end; ++i) {
        copy_matrix(matrices[i], col_major(a.get(), n, n));
        require_finite(a.get(), n * n, i, ErrorKind::kPreconditionNotMet);
        const int info = lapack::syevd(v ? 'V' : 'N', uplo == "U" ? 'U' : 'L', n, a.get(),
                                       w.data<Real<T>>() + i * n);
        require_converged(info, "eigenvalues", i);
        if (v) {
          copy_matrix<T>(col_major(a.get(), n, n), row_major(v->data<T>() + i * n * n, n, n));
        }
      }
    });
  });
}

void general_eigenvalues(const TensorImpl& x, TensorImpl& w, TensorImpl* v) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    using Complex = std::complex<Real<T>>;
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    if (x.numel() == 0) return;
    for_matrices(matrices.count(), 25 * cube(n, n), [&](int64_t begin, int64_t end) {
      const auto a = scratch<T>(n * n);
      const auto vectors = scratch<Complex>(v ? n * n : 0);
      for (int64_t i = begin; i < end; ++i) {
        copy_matrix(matrices[i], col_major(a.get(), n, n));
        require_finite(a.get(), n * n, i);
        const int info =
            lapack::geev(n, a.get(), w.data<Complex>() + i * n, v ? vectors.get() : nullptr);
        require_converged(info, "eigenvalues", i);
        if (v) {
          copy_matrix<Complex>(col_major(vectors.get(), n, n),
                               row_major(v->data<Complex>() + i * n * n, n, n));
        }
      }
    });
  });
}

LeastSquares driver_of(const std::string& name) {
  if (name == "gels") return LeastSquares::kGels;
  if (name == "gelsd") return LeastSquares::kGelsd;
  return name == "gelss" ? LeastSquares::kGelss : LeastSquares::kGelsy;
}

}  // namespace

void reciprocal_or_zero(const TensorImpl& x, TensorImpl& out) {
  const auto nest = plan_loops<2>(x.shape(), {DimsView(out.strides()), DimsView(x.strides())});
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    T* to = out.data<T>();
    const T* from = x.data<T>();
    run_loops(nest, [&](const Offsets<2>& at, const Offsets<2>& step, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const T value = from[at[1] + i * step[1]];
        to[at[0] + i * step[0]] = value == T(0) ? T(0) : T(1) / value;
      }
    });
  });
}

void lu(const TensorImpl& x, TensorImpl& out, TensorImpl& pivots, TensorImpl& infos) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t m = matrices.rows(), n = matrices.cols(), k = std::min(m, n);
    for_matrices(matrices.count(), cube(m, n), [&](int64_t begin, int64_t end) {
      const auto a = scratch<T>(m * n);
      for (int64_t i = begin; i < end; ++i) {
        copy_matrix(matrices[i], col_major(a.get(), m, n));
        const int info = k == 0 ? 0 : lapack::getrf(m, n, a.get(), pivots.data<int>() + i * k);
        infos.data<int>()[i] = info;
        copy_matrix<T>(col_major(a.get(), m, n), row_major(out.data<T>() + i * m * n, m, n));
      }
    });
  });
}

void permutation_matrix(const TensorImpl& pivots, const TensorImpl&, TensorImpl& out) {
  fill(out, 0.0);
  const Tensor swaps = contiguous(pivots);
  const int64_t m = out.dim(out.rank() - 1), k = pivots.dim(pivots.rank() - 1);
  const int64_t count = m == 0 ? 0 : out.numel() / (m * m);
  visit_lapack(out.dtype(), [&]<class T>(Type<T>) {
    std::vector<int64_t> rows(static_cast<size_t>(m));
    for (int64_t i = 0; i < count; ++i) {
      std::iota(rows.begin(), rows.end(), 0);
      for (int64_t j = 0; j < k; ++j) {
        const int64_t other = swaps.data<int>()[i * k + j];
        require(other >= 1 && other <= m, "pivots must be in [1, ", m, "], got ", other);
        std::swap(rows[size_t(j)], rows[size_t(other - 1)]);
      }
      T* to = out.data<T>() + i * m * m;
      for (int64_t j = 0; j < m; ++j) to[rows[size_t(j)] * m + j] = T(1);
    }
  });
}

void qr(const TensorImpl& x, const std::string& mode, TensorImpl& q, TensorImpl& r) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t m = matrices.rows(), n = matrices.cols(), k = std::min(m, n);
    const int64_t inner = r.dim(r.rank() - 2);
    for_matrices(matrices.count(), 2 * cube(m, n), [&](int64_t begin, int64_t end) {
      const auto a = scratch<T>(m * std::max(n, inner));
      const auto tau = scratch<T>(k);
      for (int64_t i = begin; i < end; ++i) {
        copy_matrix(matrices[i], col_major(a.get(), m, n));
        if (k > 0) lapack::geqrf(m, n, a.get(), tau.get());
        copy_upper<T>(col_major(a.get(), m, n), row_major(r.data<T>() + i * inner * n, inner, n));
        if (mode == "r") continue;
        if (inner > 0) lapack::orgqr(m, inner, k, a.get(), tau.get());
        copy_matrix<T>(col_major(a.get(), m, inner),
                       row_major(q.data<T>() + i * m * inner, m, inner));
      }
    });
  });
}

void svd(const TensorImpl& x, bool full_matrices, TensorImpl& u, TensorImpl& s, TensorImpl& vh) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t m = matrices.rows(), n = matrices.cols(), k = std::min(m, n);
    if (k == 0) {  // without full_matrices these have no elements
      set_identity<T>(u);
      return set_identity<T>(vh);
    }
    const int64_t columns = u.dim(u.rank() - 1), rows = vh.dim(vh.rank() - 2);
    for_matrices(matrices.count(), 20 * cube(m, n), [&](int64_t begin, int64_t end) {
      SvdBuffers<T> buffers(m, n, full_matrices ? 'A' : 'S');
      for (int64_t i = begin; i < end; ++i) {
        buffers.compute(matrices[i], i);
        copy_matrix<T>(buffers.u(), row_major(u.data<T>() + i * m * columns, m, columns));
        copy_matrix<T>(buffers.vt(), row_major(vh.data<T>() + i * rows * n, rows, n));
        std::copy(buffers.s(), buffers.s() + k, s.data<Real<T>>() + i * k);
      }
    });
  });
}

void svd_values(const TensorImpl& x, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t m = matrices.rows(), n = matrices.cols(), k = std::min(m, n);
    if (k == 0) return;
    for_matrices(matrices.count(), 4 * cube(m, n), [&](int64_t begin, int64_t end) {
      SvdBuffers<T> buffers(m, n, 'N');
      for (int64_t i = begin; i < end; ++i) {
        buffers.compute(matrices[i], i);
        std::copy(buffers.s(), buffers.s() + k, out.data<Real<T>>() + i * k);
      }
    });
  });
}

void eigh(const TensorImpl& x, const std::string& uplo, TensorImpl& w, TensorImpl& v) {
  eigenvalues(x, uplo, w, &v);
}

void eigvalsh(const TensorImpl& x, const std::string& uplo, TensorImpl& out) {
  eigenvalues(x, uplo, out, nullptr);
}

void eig(const TensorImpl& x, TensorImpl& w, TensorImpl& v) { general_eigenvalues(x, w, &v); }

void eigvals(const TensorImpl& x, TensorImpl& out) { general_eigenvalues(x, out, nullptr); }

void pinv(const TensorImpl& x, const TensorImpl& rcond, bool hermitian, TensorImpl& out) {
  if (out.numel() == 0) return;
  Dims limits_shape = x.shape();
  limits_shape.pop_back();
  limits_shape.back() = 1;
  const Tensor limits = contiguous(*expand_to(rcond, limits_shape));
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const double work = 22 * cube(matrices.rows(), matrices.cols());
    for_matrices(matrices.count(), work, [&](int64_t begin, int64_t end) {
      const auto compute = hermitian ? pinv_from_eigh<T> : pinv_from_svd<T>;
      compute(matrices, limits.data<double>(), begin, end, out.data<T>());
    });
  });
}

void lstsq(const TensorImpl& x, const TensorImpl& y, double rcond, const std::string& driver,
           TensorImpl& solution, TensorImpl& rank, TensorImpl& singular_values) {
  for (TensorImpl* out : {&solution, &rank, &singular_values}) fill(*out, 0.0);
  if (x.numel() == 0) return;
  const auto kind = driver_of(driver);
  const bool has_rank = kind != LeastSquares::kGels;
  const bool has_values = kind == LeastSquares::kGelsd || kind == LeastSquares::kGelss;
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> left(x), right(y);
    const int64_t m = left.rows(), n = left.cols(), count = right.cols();
    const int64_t k = std::min(m, n), longer = std::max(m, n);
    for_matrices(left.count(), 4 * cube(m, n), [&](int64_t begin, int64_t end) {
      const auto a = scratch<T>(m * n), b = scratch<T>(longer * count);
      const auto s = scratch<Real<T>>(k);
      for (int64_t i = begin; i < end; ++i) {
        copy_matrix(left[i], col_major(a.get(), m, n));
        copy_matrix(right[i], {b.get(), m, count, 1, longer});
        require_finite(a.get(), m * n, i);
        int found = 0;
        const int info = lapack::least_squares(kind, m, n, count, a.get(), b.get(),
                                               static_cast<Real<T>>(rcond), s.get(), &found);
        require(info == 0, "matrix ", i, " of x has no full rank or its singular values did not ",
                "converge (driver '", driver, "')");
        copy_matrix<T>({b.get(), n, count, 1, longer},
                       row_major(solution.data<T>() + i * n * count, n, count));
        if (has_rank) rank.data<int>()[i] = found;
        if (has_values) std::copy_n(s.get(), k, singular_values.data<Real<T>>() + i * k);
      }
    });
  });
}

}  // namespace pd::cpu
