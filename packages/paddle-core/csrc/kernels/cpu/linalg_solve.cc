// Factors of square matrices and what follows from them: solutions, inverses, determinants.
//
// A row-major matrix is its own transpose in column-major order. Most kernels here let LAPACK work
// on that transpose in place, which gives the row-major result without a copy.
#include <limits>
#include <utility>

#include "kernels/cpu/lapack.h"
#include "kernels/cpu/matrices.h"
#include "kernels/cpu/small_matrices.h"
#include "kernels_linalg.h"

namespace pd::cpu {
namespace {

using lapack::Real;

// The factors p l u of the transpose of a square matrix.
template <class T>
class Factors {
 public:
  explicit Factors(int64_t n) : n_(n), lu_(scratch<T>(n * n)), pivots_(scratch<int>(n)) {}

  void compute(Matrix<const T> x) {
    copy_matrix(x, row_major(lu_.get(), n_, n_));
    lapack::getrf(n_, n_, lu_.get(), pivots_.get());
  }
  T diagonal(int64_t i) const { return lu_[size_t(i * (n_ + 1))]; }
  bool odd_permutation() const {
    bool odd = false;
    for (int64_t i = 0; i < n_; ++i) odd ^= pivots_[size_t(i)] != i + 1;
    return odd;
  }
  T determinant() const {
    T product(odd_permutation() ? -1 : 1);
    for (int64_t i = 0; i < n_; ++i) product *= diagonal(i);
    return product;
  }
  // Rows of the row-major n x count matrix b become the solutions of x b' = b.
  void solve_rows(int64_t count, T* b) const {
    lapack::trsm('U', 'N', false, count, n_, lu_.get(), n_, b);
    lapack::trsm('L', 'N', true, count, n_, lu_.get(), n_, b);
    for (int64_t i = n_; i-- > 0;) {
      const int64_t other = pivots_[size_t(i)] - 1;
      if (other != i) std::swap_ranges(b + i * count, b + (i + 1) * count, b + other * count);
    }
  }
  void invert(T* out) const {
    if (n_ > small::kMostRows) {
      std::copy(lu_.get(), lu_.get() + n_ * n_, out);
      lapack::getri(n_, out, pivots_.get());
      return;
    }
    std::fill(out, out + n_ * n_, T(0));
    for (int64_t i = 0; i < n_; ++i) out[i * (n_ + 1)] = T(1);
    solve_rows(n_, out);
  }
  // Zeros and NaN on the diagonal leave nothing to divide by.
  bool is_singular() const {
    for (int64_t i = 0; i < n_; ++i) {
      if (!(std::abs(diagonal(i)) > 0)) return true;
    }
    return false;
  }
  // Whether the smallest part of the diagonal is lost in the rounding of the largest.
  bool is_nearly_singular() const {
    Real<T> smallest = std::numeric_limits<Real<T>>::infinity(), largest = 0;
    for (int64_t i = 0; i < n_; ++i) {
      smallest = std::min(smallest, std::abs(diagonal(i)));
      largest = std::max(largest, std::abs(diagonal(i)));
    }
    return !(smallest > largest * Real<T>(n_) * std::numeric_limits<Real<T>>::epsilon());
  }

 private:
  int64_t n_;
  std::unique_ptr<T[]> lu_;
  std::unique_ptr<int[]> pivots_;
};

void require_invertible(bool singular, int64_t index) {
  require(!singular, "matrix ", index, " of the input is singular, so it is not invertible");
}

// A matrix in row-major order: itself where it is, otherwise a copy in `buffer`.
template <class T>
Matrix<const T> with_dense_rows(Matrix<const T> x, T* buffer) {
  if (x.col_stride == 1 && x.row_stride >= std::max<int64_t>(x.cols, 1)) return x;
  copy_matrix(x, row_major(buffer, x.rows, x.cols));
  return row_major<const T>(buffer, x.rows, x.cols);
}

// Copies the right-hand sides into `out` and calls f(x, right-hand sides) for every system.
template <class T, class F>
void for_systems(const TensorImpl& x, const TensorImpl& y, TensorImpl& out, F&& f) {
  copy_elements(*expand_to(y, out.shape()), out);
  const Tensor broadcast = broadcast_batch(x, out);
  const Stack<T> matrices(*broadcast);
  const int64_t n = matrices.rows(), count = out.dim(out.rank() - 1);
  if (out.numel() == 0) return;
  for_matrices(
      matrices.count(), cube(n, n) + double(n) * double(n) * double(count),
      [&](int64_t begin, int64_t end) { f(matrices, n, count, out.data<T>(), begin, end); });
}

template <class T>
void clear_triangle(bool above, int64_t n, T* rows) {
  for (int64_t i = 0; i < n; ++i) {
    T* row = rows + i * n;
    above ? std::fill(row + i + 1, row + n, T(0)) : std::fill(row, row + i, T(0));
  }
}

// x = u s vt of a matrix whose inverse does not exist or is lost in rounding: the cofactors are
// those of u and vt times the products of all singular values but one.
template <class T>
void cofactors_from_svd(Matrix<const T> x, T* out) {
  const int64_t n = x.rows;
  const auto a = scratch<T>(n * n), u = scratch<T>(n * n), vt = scratch<T>(n * n);
  const auto s = scratch<Real<T>>(n);
  copy_matrix(x, col_major(a.get(), n, n));
  if (!all_finite(a.get(), n * n) ||
      lapack::gesdd('A', n, n, a.get(), s.get(), u.get(), vt.get()) != 0) {
    std::fill(out, out + n * n, T(std::numeric_limits<Real<T>>::quiet_NaN()));
    return;
  }
  Factors<T> factors(n);
  factors.compute(col_major<const T>(u.get(), n, n));
  T sign = factors.determinant();
  factors.compute(col_major<const T>(vt.get(), n, n));
  sign *= factors.determinant();
  conjugate(&sign, 1);
  for (int64_t k = 0; k < n; ++k) {
    T product = sign;
    for (int64_t i = 0; i < n; ++i) {
      if (i != k) product *= s[size_t(i)];
    }
    for (int64_t i = 0; i < n; ++i) u[size_t(k * n + i)] *= product;
  }
  gemm<T>(col_major<const T>(u.get(), n, n), col_major<const T>(vt.get(), n, n),
          row_major(out, n, n));
  conjugate(out, n * n);
}

template <class T>
void cofactors(const Stack<T>& matrices, int64_t begin, int64_t end, T* out) {
  const int64_t n = matrices.rows();
  Factors<T> factors(n);
  for (int64_t i = begin; i < end; ++i) {
    T* to = out + i * n * n;
    factors.compute(matrices[i].transposed());
    if (factors.is_nearly_singular()) {
      cofactors_from_svd(matrices[i], to);
      continue;
    }
    const T determinant = factors.determinant();
    factors.invert(to);
    std::for_each(to, to + n * n, [&](T& value) { value *= determinant; });
  }
}

}  // namespace

void cholesky(const TensorImpl& x, bool upper, TensorImpl& out) {
  copy_elements(x, out);
  const int64_t n = out.dim(out.rank() - 1);
  if (out.numel() == 0) return;
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    for_matrices(out.numel() / (n * n), cube(n, n) / 3, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* a = out.data<T>() + i * n * n;
        const int info = lapack::potrf(upper ? 'L' : 'U', n, a);
        require(info == 0, "Cholesky decomposition was not successful: matrix ", i,
                " of the input is not positive definite, its leading minor of order ", info,
                " is not positive");
        clear_triangle(!upper, n, a);
      }
    });
  });
}

void cholesky_solve(const TensorImpl& x, const TensorImpl& y, bool upper, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    for_systems<T>(
        y, x, out,
        [&](const Stack<T>& matrices, int64_t n, int64_t count, T* b, int64_t begin, int64_t end) {
          const auto buffer = scratch<T>(n * n);
          const char uplo = upper ? 'L' : 'U';
          for (int64_t i = begin; i < end; ++i) {
            const Matrix<const T> a = with_dense_rows(matrices[i], buffer.get());
            T* rows = b + i * n * count;
            for (const char trans : {upper ? 'C' : 'N', upper ? 'N' : 'C'}) {
              lapack::trsm(uplo, trans, false, count, n, a.data, a.row_stride, rows);
            }
          }
        });
  });
}

void triangular_solve(const TensorImpl& x, const TensorImpl& y, bool upper, bool transpose,
                      bool unitriangular, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    for_systems<T>(
        x, y, out,
        [&](const Stack<T>& matrices, int64_t n, int64_t count, T* b, int64_t begin, int64_t end) {
          const auto buffer = scratch<T>(n * n);
          for (int64_t i = begin; i < end; ++i) {
            const Matrix<const T> a = with_dense_rows(matrices[i], buffer.get());
            lapack::trsm(upper ? 'L' : 'U', transpose ? 'T' : 'N', unitriangular, count, n, a.data,
                         a.row_stride, b + i * n * count);
          }
        });
  });
}

void solve(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    for_systems<T>(
        x, y, out,
        [](const Stack<T>& matrices, int64_t n, int64_t count, T* b, int64_t begin, int64_t end) {
          Factors<T> factors(n);
          for (int64_t i = begin; i < end; ++i) {
            factors.compute(matrices[i]);
            require_invertible(factors.is_singular(), i);
            factors.solve_rows(count, b + i * n * count);
          }
        });
  });
}

void inverse(const TensorImpl& x, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    for_matrices(matrices.count(), 2 * cube(n, n), [&](int64_t begin, int64_t end) {
      Factors<T> factors(n);
      for (int64_t i = begin; i < end; ++i) {
        factors.compute(matrices[i]);
        require_invertible(factors.is_singular(), i);
        factors.invert(out.data<T>() + i * n * n);
      }
    });
  });
}

void det(const TensorImpl& x, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    for_matrices(matrices.count(), cube(n, n), [&](int64_t begin, int64_t end) {
      Factors<T> factors(n);
      for (int64_t i = begin; i < end; ++i) {
        factors.compute(matrices[i]);
        out.data<T>()[i] = factors.determinant();
      }
    });
  });
}

void cofactor(const TensorImpl& x, TensorImpl& out) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    for_matrices(matrices.count(), 2 * cube(n, n), [&](int64_t begin, int64_t end) {
      cofactors(matrices, begin, end, out.data<T>());
    });
  });
}

void slogdet(const TensorImpl& x, TensorImpl& sign, TensorImpl& logabsdet) {
  visit_lapack(x.dtype(), [&]<class T>(Type<T>) {
    const Stack<T> matrices(x);
    const int64_t n = matrices.rows();
    for_matrices(matrices.count(), cube(n, n), [&](int64_t begin, int64_t end) {
      Factors<T> factors(n);
      for (int64_t i = begin; i < end; ++i) {
        factors.compute(matrices[i]);
        T unit(factors.odd_permutation() ? -1 : 1);
        Real<T> sum = 0;
        for (int64_t k = 0; k < n; ++k) {
          const T value = factors.diagonal(k);
          const Real<T> size = std::abs(value);
          unit *= size == 0 ? T(0) : value / size;
          sum += std::log(size);
        }
        sign.data<T>()[i] = unit;
        logabsdet.data<Real<T>>()[i] = sum;
      }
    });
  });
}

}  // namespace pd::cpu
