// Calls LAPACK's Fortran functions: declares them, asks for work space, checks its size.
#include "kernels/cpu/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernels/cpu/blas.h"
#include "kernels/cpu/small_matrices.h"
#include "runtime/error.h"

// The last arguments are the hidden lengths of the one-letter strings.
#define PD_DECLARE_COMMON(s, T)                                                                   \
  void PD_BLAS(s##getrf_)(const int* m, const int* n, T* a, const int* lda, int* pivots,          \
                          int* info);                                                             \
  void PD_BLAS(s##potrf_)(const char* uplo, const int* n, T* a, const int* lda, int* info,        \
                          size_t);                                                                \
  void PD_BLAS(s##getri_)(const int* n, T* a, const int* lda, const int* pivots, T* work,         \
                          const int* lwork, int* info);                                           \
  void PD_BLAS(s##trsm_)(const char* side, const char* uplo, const char* trans, const char* diag, \
                         const int* m, const int* n, const T* alpha, const T* a, const int* lda,  \
                         T* b, const int* ldb, size_t, size_t, size_t, size_t);                   \
  void PD_BLAS(s##gemm_)(const char* trans_a, const char* trans_b, const int* m, const int* n,    \
                         const int* k, const T* alpha, const T* a, const int* lda, const T* b,    \
                         const int* ldb, const T* beta, T* c, const int* ldc, size_t, size_t);    \
  void PD_BLAS(s##geqrf_)(const int* m, const int* n, T* a, const int* lda, T* tau, T* work,      \
                          const int* lwork, int* info);                                           \
  void PD_BLAS(s##gels_)(const char* trans, const int* m, const int* n, const int* count, T* a,   \
                         const int* lda, T* b, const int* ldb, T* work, const int* lwork,         \
                         int* info, size_t);
#define PD_DECLARE_REAL(s, T)                                                                      \
  PD_DECLARE_COMMON(s, T)                                                                          \
  void PD_BLAS(s##orgqr_)(const int* m, const int* n, const int* k, T* a, const int* lda,          \
                          const T* tau, T* work, const int* lwork, int* info);                     \
  void PD_BLAS(s##gesdd_)(const char* job, const int* m, const int* n, T* a, const int* lda, T* s, \
                          T* u, const int* ldu, T* vt, const int* ldvt, T* work, const int* lwork, \
                          int* iwork, int* info, size_t);                                          \
  void PD_BLAS(s##syevd_)(const char* job, const char* uplo, const int* n, T* a, const int* lda,   \
                          T* w, T* work, const int* lwork, int* iwork, const int* liwork,          \
                          int* info, size_t, size_t);                                              \
  void PD_BLAS(s##geev_)(const char* jobvl, const char* jobvr, const int* n, T* a, const int* lda, \
                         T* wr, T* wi, T* vl, const int* ldvl, T* vr, const int* ldvr, T* work,    \
                         const int* lwork, int* info, size_t, size_t);                             \
  void PD_BLAS(s##gelsy_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, int* pivots, const T* rcond, int* rank, T* work,   \
                          const int* lwork, int* info);                                            \
  void PD_BLAS(s##gelsd_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, T* s, const T* rcond, int* rank, T* work,          \
                          const int* lwork, int* iwork, int* info);                                \
  void PD_BLAS(s##gelss_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, T* s, const T* rcond, int* rank, T* work,          \
                          const int* lwork, int* info);
#define PD_DECLARE_COMPLEX(s, T, R)                                                                \
  PD_DECLARE_COMMON(s, T)                                                                          \
  void PD_BLAS(s##ungqr_)(const int* m, const int* n, const int* k, T* a, const int* lda,          \
                          const T* tau, T* work, const int* lwork, int* info);                     \
  void PD_BLAS(s##gesdd_)(const char* job, const int* m, const int* n, T* a, const int* lda, R* s, \
                          T* u, const int* ldu, T* vt, const int* ldvt, T* work, const int* lwork, \
                          R* rwork, int* iwork, int* info, size_t);                                \
  void PD_BLAS(s##heevd_)(const char* job, const char* uplo, const int* n, T* a, const int* lda,   \
                          R* w, T* work, const int* lwork, R* rwork, const int* lrwork,            \
                          int* iwork, const int* liwork, int* info, size_t, size_t);               \
  void PD_BLAS(s##geev_)(const char* jobvl, const char* jobvr, const int* n, T* a, const int* lda, \
                         T* w, T* vl, const int* ldvl, T* vr, const int* ldvr, T* work,            \
                         const int* lwork, R* rwork, int* info, size_t, size_t);                   \
  void PD_BLAS(s##gelsy_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, int* pivots, const R* rcond, int* rank, T* work,   \
                          const int* lwork, R* rwork, int* info);                                  \
  void PD_BLAS(s##gelsd_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, R* s, const R* rcond, int* rank, T* work,          \
                          const int* lwork, R* rwork, int* iwork, int* info);                      \
  void PD_BLAS(s##gelss_)(const int* m, const int* n, const int* count, T* a, const int* lda,      \
                          T* b, const int* ldb, R* s, const R* rcond, int* rank, T* work,          \
                          const int* lwork, R* rwork, int* info);

extern "C" {
PD_DECLARE_REAL(s, float)
PD_DECLARE_REAL(d, double)
PD_DECLARE_COMPLEX(c, pd::complex64, float)
PD_DECLARE_COMPLEX(z, pd::complex128, double)
}

namespace pd::cpu::lapack {
namespace {

template <class T>
struct Functions;

#define PD_FUNCTIONS_COMMON(s)                      \
  static constexpr auto getrf = PD_BLAS(s##getrf_); \
  static constexpr auto potrf = PD_BLAS(s##potrf_); \
  static constexpr auto getri = PD_BLAS(s##getri_); \
  static constexpr auto gemm = PD_BLAS(s##gemm_);   \
  static constexpr auto trsm = PD_BLAS(s##trsm_);   \
  static constexpr auto geqrf = PD_BLAS(s##geqrf_); \
  static constexpr auto gesdd = PD_BLAS(s##gesdd_); \
  static constexpr auto geev = PD_BLAS(s##geev_);   \
  static constexpr auto gels = PD_BLAS(s##gels_);   \
  static constexpr auto gelsy = PD_BLAS(s##gelsy_); \
  static constexpr auto gelsd = PD_BLAS(s##gelsd_); \
  static constexpr auto gelss = PD_BLAS(s##gelss_);
#define PD_FUNCTIONS_REAL(s, T)                       \
  template <>                                         \
  struct Functions<T> {                               \
    PD_FUNCTIONS_COMMON(s)                            \
    static constexpr auto orgqr = PD_BLAS(s##orgqr_); \
    static constexpr auto syevd = PD_BLAS(s##syevd_); \
  };
#define PD_FUNCTIONS_COMPLEX(s, T)                    \
  template <>                                         \
  struct Functions<T> {                               \
    PD_FUNCTIONS_COMMON(s)                            \
    static constexpr auto orgqr = PD_BLAS(s##ungqr_); \
    static constexpr auto syevd = PD_BLAS(s##heevd_); \
  };
PD_FUNCTIONS_REAL(s, float)
PD_FUNCTIONS_REAL(d, double)
PD_FUNCTIONS_COMPLEX(c, complex64)
PD_FUNCTIONS_COMPLEX(z, complex128)

// A size as LAPACK takes it, by address.
class Int {
 public:
  Int(int64_t value) : value_(static_cast<int>(value)) {}
  operator const int*() const { return &value_; }

 private:
  int value_;
};
Int leading(int64_t rows) { return std::max<int64_t>(rows, 1); }

template <class T>
int64_t size_of_work(T asked) {
  const double size = std::real(asked);
  require(size <= double(std::numeric_limits<int>::max()), ErrorKind::kUnimplemented,
          "the matrices are too large: LAPACK would need work space for ", size, " numbers");
  // The size comes rounded to the precision of T.
  const double slack = std::is_same_v<Real<T>, float> ? size * 1e-6 : 0.0;
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(size + slack)));
}

// Calls f(work, lwork) to ask for the size, then with that much.
template <class T, class F>
void with_work(F&& f) {
  T asked{};
  f(&asked, Int(-1));
  const int64_t size = size_of_work(asked);
  const auto work = std::make_unique_for_overwrite<T[]>(size_t(size));
  f(work.get(), Int(size));
}

// Work space for algorithms that go in blocks of columns, of at most 64.
template <class T, class F>
void with_block_work(int64_t columns, F&& f) {
  const int64_t size = std::max<int64_t>(columns, 1) * 64;
  require(size <= std::numeric_limits<int>::max(), ErrorKind::kUnimplemented, "matrices of ",
          columns, " columns are too large for LAPACK");
  const auto work = std::make_unique_for_overwrite<T[]>(size_t(size));
  f(work.get(), Int(size));
}

template <class R>
std::unique_ptr<R[]> buffer(int64_t size) {
  return std::make_unique_for_overwrite<R[]>(size_t(std::max<int64_t>(size, 1)));
}

}  // namespace

template <class T>
int getrf(int64_t m, int64_t n, T* a, int* pivots) {
  if (std::max(m, n) <= small::kMostRows) return small::getrf(m, n, a, pivots);
  int info = 0;
  Functions<T>::getrf(Int(m), Int(n), a, leading(m), pivots, &info);
  return info;
}

template <class T>
int potrf(char uplo, int64_t n, T* a) {
  if (n <= small::kMostRows) return small::potrf(uplo, n, a);
  int info = 0;
  Functions<T>::potrf(&uplo, Int(n), a, leading(n), &info, 1);
  return info;
}

template <class T>
int getri(int64_t n, T* lu, const int* pivots) {
  int info = 0;
  with_block_work<T>(n, [&](T* work, const int* lwork) {
    Functions<T>::getri(Int(n), lu, leading(n), pivots, work, lwork, &info);
  });
  return info;
}

namespace {

// A triangle a of n x n, and m rows that stand on its left.
template <class T>
struct Triangle {
  char uplo, trans;
  bool unit;
  const T* a;
  int64_t lda;
  int64_t m;

  const T* block(int64_t row, int64_t column) const { return a + column * lda + row; }
  // Whether the first columns of op(a) alone give the first columns of the result.
  bool ascending() const { return (uplo == 'U') == (trans == 'N'); }
};

template <class T>
void solve_block(const Triangle<T>& t, int64_t first, int64_t count, T* b) {
  const T one(1);
  const char side = 'R', diag = t.unit ? 'U' : 'N';
  Functions<T>::trsm(&side, &t.uplo, &t.trans, &diag, Int(t.m), Int(count), &one,
                     t.block(first, first), leading(t.lda), b + first * t.m, leading(t.m), 1, 1, 1,
                     1);
}

// Columns [to, to + count) of b minus those that are solved times their block of op(a).
template <class T>
void subtract_solved(const Triangle<T>& t, int64_t solved, int64_t solved_count, int64_t to,
                     int64_t count, T* b) {
  const T one(1), minus_one(-1);
  const char plain = 'N';
  const T* block = t.trans == 'N' ? t.block(solved, to) : t.block(to, solved);
  Functions<T>::gemm(&plain, &t.trans, Int(t.m), Int(count), Int(solved_count), &minus_one,
                     b + solved * t.m, leading(t.m), block, leading(t.lda), &one, b + to * t.m,
                     leading(t.m), 1, 1);
}

// Halves the triangle, so that most of the work is a matrix product, which BLAS does faster.
template <class T>
void solve_recursively(const Triangle<T>& t, int64_t first, int64_t count, T* b) {
  constexpr int64_t kLeaf = 64;
  if (count <= kLeaf) return solve_block(t, first, count, b);
  const int64_t half = count / 2, rest = count - half, middle = first + half;
  if (t.ascending()) {
    solve_recursively(t, first, half, b);
    subtract_solved(t, first, half, middle, rest, b);
    solve_recursively(t, middle, rest, b);
  } else {
    solve_recursively(t, middle, rest, b);
    subtract_solved(t, middle, rest, first, half, b);
    solve_recursively(t, first, half, b);
  }
}

}  // namespace

template <class T>
void trsm(char uplo, char trans, bool unit, int64_t m, int64_t n, const T* a, int64_t lda, T* b) {
  if (n <= small::kMostRows && m <= small::kMostSides) {
    return small::trsm(uplo, trans, unit, m, n, a, lda, b);
  }
  solve_recursively<T>({uplo, trans, unit, a, lda, m}, 0, n, b);
}

template <class T>
void geqrf(int64_t m, int64_t n, T* a, T* tau) {
  int info = 0;
  with_block_work<T>(n, [&](T* work, const int* lwork) {
    Functions<T>::geqrf(Int(m), Int(n), a, leading(m), tau, work, lwork, &info);
  });
}

template <class T>
void orgqr(int64_t m, int64_t columns, int64_t reflectors, T* a, const T* tau) {
  int info = 0;
  with_block_work<T>(columns, [&](T* work, const int* lwork) {
    Functions<T>::orgqr(Int(m), Int(columns), Int(reflectors), a, leading(m), tau, work, lwork,
                        &info);
  });
}

template <class T>
int gesdd(char job, int64_t m, int64_t n, T* a, Real<T>* s, T* u, T* vt) {
  const int64_t small = std::min(m, n), large = std::max(m, n);
  const Int ldvt = leading(job == 'A' ? n : small);
  const auto iwork = buffer<int>(8 * small);
  int info = 0;
  if constexpr (is_complex_v<T>) {
    const int64_t both =
        std::max(5 * small * small + 5 * small, 2 * large * small + 2 * small * small + small);
    const auto rwork = buffer<Real<T>>(job == 'N' ? 7 * small : both);
    with_work<T>([&](T* work, const int* lwork) {
      Functions<T>::gesdd(&job, Int(m), Int(n), a, leading(m), s, u, leading(m), vt, ldvt, work,
                          lwork, rwork.get(), iwork.get(), &info, 1);
    });
  } else {
    with_work<T>([&](T* work, const int* lwork) {
      Functions<T>::gesdd(&job, Int(m), Int(n), a, leading(m), s, u, leading(m), vt, ldvt, work,
                          lwork, iwork.get(), &info, 1);
    });
  }
  return info;
}

template <class T>
int syevd(char job, char uplo, int64_t n, T* a, Real<T>* w) {
  int info = 0;
  T work_size{};
  int iwork_size = 0;
  if constexpr (is_complex_v<T>) {
    Real<T> rwork_size = 0;
    Functions<T>::syevd(&job, &uplo, Int(n), a, leading(n), w, &work_size, Int(-1), &rwork_size,
                        Int(-1), &iwork_size, Int(-1), &info, 1, 1);
    const int64_t lwork = size_of_work(work_size), lrwork = size_of_work(rwork_size);
    const auto work = buffer<T>(lwork);
    const auto rwork = buffer<Real<T>>(lrwork);
    const auto iwork = buffer<int>(iwork_size);
    Functions<T>::syevd(&job, &uplo, Int(n), a, leading(n), w, work.get(), Int(lwork), rwork.get(),
                        Int(lrwork), iwork.get(), Int(iwork_size), &info, 1, 1);
  } else {
    Functions<T>::syevd(&job, &uplo, Int(n), a, leading(n), w, &work_size, Int(-1), &iwork_size,
                        Int(-1), &info, 1, 1);
    const int64_t lwork = size_of_work(work_size);
    const auto work = buffer<T>(lwork);
    const auto iwork = buffer<int>(iwork_size);
    Functions<T>::syevd(&job, &uplo, Int(n), a, leading(n), w, work.get(), Int(lwork), iwork.get(),
                        Int(iwork_size), &info, 1, 1);
  }
  return info;
}

namespace {

// LAPACK gives the pair of vectors of a complex pair of eigenvalues as real and imaginary part.
template <class R>
void unpack_vectors(int64_t n, const R* imaginary, const R* packed, std::complex<R>* v) {
  for (int64_t j = 0; j < n; ++j) {
    const R* real_part = packed + j * n;
    std::complex<R>* to = v + j * n;
    if (imaginary[j] == 0) {
      std::copy(real_part, real_part + n, to);
      continue;
    }
    for (int64_t i = 0; i < n; ++i) {
      to[i] = {real_part[i], real_part[n + i]};
      to[n + i] = std::conj(to[i]);
    }
    ++j;
  }
}

}  // namespace

template <class T>
int geev(int64_t n, T* a, std::complex<Real<T>>* w, std::complex<Real<T>>* v) {
  using R = Real<T>;
  const char none = 'N', job = v ? 'V' : 'N';
  int info = 0;
  if constexpr (is_complex_v<T>) {
    const auto rwork = buffer<R>(2 * n);
    with_work<T>([&](T* work, const int* lwork) {
      Functions<T>::geev(&none, &job, Int(n), a, leading(n), w, nullptr, Int(1), v, leading(n),
                         work, lwork, rwork.get(), &info, 1, 1);
    });
  } else {
    const auto parts = buffer<R>(2 * n);
    const auto packed = buffer<R>(v ? n * n : 1);
    R* imaginary = parts.get() + n;
    with_work<T>([&](T* work, const int* lwork) {
      Functions<T>::geev(&none, &job, Int(n), a, leading(n), parts.get(), imaginary, nullptr,
                         Int(1), packed.get(), leading(n), work, lwork, &info, 1, 1);
    });
    if (info != 0) return info;
    for (int64_t i = 0; i < n; ++i) w[i] = {parts[size_t(i)], imaginary[i]};
    if (v) unpack_vectors(n, imaginary, packed.get(), v);
  }
  return info;
}

namespace {

// min |a x - b| with a of m x n and `count` right-hand sides.
template <class T>
struct Problem {
  Int m, n, count, lda, ldb;
  T* a;
  T* b;
  Real<T> rcond;
  Real<T>* s;
  int* rank;
};

template <class T>
int gels(const Problem<T>& p) {
  const char plain = 'N';
  int info = 0;
  with_work<T>([&](T* work, const int* lwork) {
    Functions<T>::gels(&plain, p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, work, lwork, &info, 1);
  });
  return info;
}

template <class T>
int gelsy(const Problem<T>& p, int64_t columns) {
  std::vector<int> pivots(size_t(columns), 0);
  const auto rwork = buffer<Real<T>>(2 * columns);
  int info = 0;
  with_work<T>([&](T* work, const int* lwork) {
    if constexpr (is_complex_v<T>) {
      Functions<T>::gelsy(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, pivots.data(), &p.rcond,
                          p.rank, work, lwork, rwork.get(), &info);
    } else {
      Functions<T>::gelsy(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, pivots.data(), &p.rcond,
                          p.rank, work, lwork, &info);
    }
  });
  return info;
}

template <class T>
int gelss(const Problem<T>& p, int64_t values) {
  const auto rwork = buffer<Real<T>>(5 * values);
  int info = 0;
  with_work<T>([&](T* work, const int* lwork) {
    if constexpr (is_complex_v<T>) {
      Functions<T>::gelss(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, p.s, &p.rcond, p.rank, work,
                          lwork, rwork.get(), &info);
    } else {
      Functions<T>::gelss(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, p.s, &p.rcond, p.rank, work,
                          lwork, &info);
    }
  });
  return info;
}

template <class T>
int gelsd(const Problem<T>& p) {
  int info = 0;
  const auto call = [&](T* work, Int lwork, [[maybe_unused]] Real<T>* rwork, int* iwork) {
    if constexpr (is_complex_v<T>) {
      Functions<T>::gelsd(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, p.s, &p.rcond, p.rank, work,
                          lwork, rwork, iwork, &info);
    } else {
      Functions<T>::gelsd(p.m, p.n, p.count, p.a, p.lda, p.b, p.ldb, p.s, &p.rcond, p.rank, work,
                          lwork, iwork, &info);
    }
  };
  T work_size{};
  Real<T> rwork_size = 0;
  int iwork_size = 0;
  call(&work_size, Int(-1), &rwork_size, &iwork_size);
  const int64_t lwork = size_of_work(work_size);
  const auto work = buffer<T>(lwork);
  const auto rwork = buffer<Real<T>>(size_of_work(rwork_size));
  const auto iwork = buffer<int>(iwork_size);
  call(work.get(), Int(lwork), rwork.get(), iwork.get());
  return info;
}

}  // namespace

template <class T>
int least_squares(LeastSquares driver, int64_t m, int64_t n, int64_t count, T* a, T* b,
                  Real<T> rcond, Real<T>* s, int* rank) {
  const Problem<T> problem{m, n, count, leading(m), leading(std::max(m, n)), a, b, rcond, s, rank};
  switch (driver) {
    case LeastSquares::kGels:
      return gels(problem);
    case LeastSquares::kGelsy:
      return gelsy(problem, n);
    case LeastSquares::kGelsd:
      return gelsd(problem);
    case LeastSquares::kGelss:
      break;
  }
  return gelss(problem, std::min(m, n));
}

#define PD_LAPACK(T)                                                                      \
  template int getrf<T>(int64_t, int64_t, T*, int*);                                      \
  template int potrf<T>(char, int64_t, T*);                                               \
  template int getri<T>(int64_t, T*, const int*);                                         \
  template void trsm<T>(char, char, bool, int64_t, int64_t, const T*, int64_t, T*);       \
  template void geqrf<T>(int64_t, int64_t, T*, T*);                                       \
  template void orgqr<T>(int64_t, int64_t, int64_t, T*, const T*);                        \
  template int gesdd<T>(char, int64_t, int64_t, T*, Real<T>*, T*, T*);                    \
  template int syevd<T>(char, char, int64_t, T*, Real<T>*);                               \
  template int geev<T>(int64_t, T*, std::complex<Real<T>>*, std::complex<Real<T>>*);      \
  template int least_squares<T>(LeastSquares, int64_t, int64_t, int64_t, T*, T*, Real<T>, \
                                Real<T>*, int*);
PD_LAPACK(float)
PD_LAPACK(double)
PD_LAPACK(complex64)
PD_LAPACK(complex128)
#undef PD_LAPACK

}  // namespace pd::cpu::lapack
