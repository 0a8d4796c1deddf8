// LAPACK for float, double and both complex types under one name each. Matrices are column-major.
//
// The functions return LAPACK's `info`: positive where the numbers do not allow a result. Work
// space is theirs. Sizes must fit into 32 bits, which shape rules check.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace pd::cpu::lapack {

template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using type = R;
};
template <class T>
using Real = typename RealOf<T>::type;

// Factors: p l u of m x n (pivots count from 1), cholesky of the triangle that `uplo` names.
template <class T>
int getrf(int64_t m, int64_t n, T* a, int* pivots);
template <class T>
int potrf(char uplo, int64_t n, T* a);
// The inverse in the place of the factors.
template <class T>
int getri(int64_t n, T* lu, const int* pivots);
// x op(a) = b for a triangle a, in the place of b, of m x n.
template <class T>
void trsm(char uplo, char trans, bool unit, int64_t m, int64_t n, const T* a, int64_t lda, T* b);

// Reflectors of m x n below the diagonal, r above; then the first `columns` columns of q.
template <class T>
void geqrf(int64_t m, int64_t n, T* a, T* tau);
template <class T>
void orgqr(int64_t m, int64_t columns, int64_t reflectors, T* a, const T* tau);

// Destroys a. `job` is 'N' (values only), 'S' or 'A' (all columns of u and rows of vt).
template <class T>
int gesdd(char job, int64_t m, int64_t n, T* a, Real<T>* s, T* u, T* vt);
// Eigenvalues of a Hermitian matrix, ascending, and with job 'V' the vectors in the place of a.
template <class T>
int syevd(char job, char uplo, int64_t n, T* a, Real<T>* w);
// Destroys a. `v` (n x n, or null for values only) gets vectors of length 1.
template <class T>
int geev(int64_t n, T* a, std::complex<Real<T>>* w, std::complex<Real<T>>* v);

// Least squares in the place of b (max(m, n) x count); destroys a. gels takes full rank for
// granted.
enum class LeastSquares { kGels, kGelsy, kGelsd, kGelss };
template <class T>
int least_squares(LeastSquares driver, int64_t m, int64_t n, int64_t count, T* a, T* b,
                  Real<T> rcond, Real<T>* s, int* rank);

}  // namespace pd::cpu::lapack
