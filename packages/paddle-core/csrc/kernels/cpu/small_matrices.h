// Factors of matrices that are so small that calling LAPACK takes longer than the arithmetic. The
// functions do what those of the same names in lapack.h do, by plain loops over columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "tensor/dtype.h"

namespace pd::cpu::small {

inline constexpr int64_t kMostRows = 16;
inline constexpr int64_t kMostSides = 64;

template <class T>
T conj(T value) {
  if constexpr (is_complex_v<T>) {
    return std::conj(value);
  } else {
    return value;
  }
}

// The magnitude by which LAPACK chooses a pivot.
template <class T>
auto pivot_size(T value) {
  return std::abs(std::real(value)) + std::abs(std::imag(value));
}

// a -= b * factor for `count` numbers.
template <class T>
void subtract(T* a, const T* b, T factor, int64_t count) {
  for (int64_t i = 0; i < count; ++i) a[i] -= b[i] * factor;
}

template <class T>
int getrf(int64_t m, int64_t n, T* a, int* pivots) {
  int info = 0;
  for (int64_t k = 0; k < std::min(m, n); ++k) {
    T* column = a + k * m;
    int64_t best = k;
    for (int64_t i = k + 1; i < m; ++i) {
      if (pivot_size(column[i]) > pivot_size(column[best])) best = i;
    }
    pivots[k] = static_cast<int>(best + 1);
    if (column[best] == T(0)) {
      if (info == 0) info = static_cast<int>(k + 1);
      continue;
    }
    if (best != k) {
      for (int64_t j = 0; j < n; ++j) std::swap(a[j * m + k], a[j * m + best]);
    }
    for (int64_t i = k + 1; i < m; ++i) column[i] /= column[k];
    for (int64_t j = k + 1; j < n; ++j) {
      subtract(a + j * m + k + 1, column + k + 1, a[j * m + k], m - k - 1);
    }
  }
  return info;
}

// The lower triangle l of a = l l^H.
template <class T>
int lower_potrf(int64_t n, T* a) {
  for (int64_t k = 0; k < n; ++k) {
    T* column = a + k * n;
    for (int64_t j = 0; j < k; ++j) {
      subtract(column + k, a + j * n + k, conj(a[j * n + k]), n - k);
    }
    const auto square = std::real(column[k]);
    if (square <= 0) return static_cast<int>(k + 1);
    const auto root = std::sqrt(square);
    column[k] = root;
    for (int64_t i = k + 1; i < n; ++i) column[i] /= root;
  }
  return 0;
}

template <class T>
int potrf(char uplo, int64_t n, T* a) {
  if (uplo == 'L') return lower_potrf(n, a);
  T turned[kMostRows * kMostRows];
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i <= j; ++i) turned[i * n + j] = conj(a[j * n + i]);
  }
  const int info = lower_potrf(n, turned);
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i <= j; ++i) a[j * n + i] = conj(turned[i * n + j]);
  }
  return info;
}

// x op(a) = b in the place of b, of m x n.
template <class T>
void trsm(char uplo, char trans, bool unit, int64_t m, int64_t n, const T* a, int64_t lda, T* b) {
  const auto element = [&](int64_t i, int64_t j) {
    if (trans == 'N') return a[j * lda + i];
    return trans == 'C' ? conj(a[i * lda + j]) : a[i * lda + j];
  };
  const bool ascending = (uplo == 'U') == (trans == 'N');
  for (int64_t step = 0; step < n; ++step) {
    const int64_t j = ascending ? step : n - 1 - step;
    T* column = b + j * m;
    for (int64_t k = ascending ? 0 : j + 1; k < (ascending ? j : n); ++k) {
      subtract(column, b + k * m, element(k, j), m);
    }
    if (unit) continue;
    const T diagonal = element(j, j);
    for (int64_t i = 0; i < m; ++i) column[i] /= diagonal;
  }
}

}  // namespace pd::cpu::small
