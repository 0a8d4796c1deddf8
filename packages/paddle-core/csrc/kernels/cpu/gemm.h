// Matrix products of strided matrices: the one door to BLAS and oneDNN for everything that
// multiplies.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace pd::cpu {

// A matrix somewhere in memory; strides count elements and may be anything but must not overlap in
// an output.
template <class T>
struct Matrix {
  T* data;
  int64_t rows, cols;
  int64_t row_stride, col_stride;

  Matrix transposed() const { return {data, cols, rows, col_stride, row_stride}; }
  template <class U = T>
  operator Matrix<const U>() const {
    return {data, rows, cols, row_stride, col_stride};
  }
};

enum class Accumulate : bool { kNo, kYes };

// c = a b, or c += a b. T is float, double, complex or an integer; runs on all threads when it is
// large and not called from a parallel region. An empty inner dimension gives zeros.
template <class T>
void gemm(Matrix<const T> a, Matrix<const T> b, Matrix<T> c,
          Accumulate accumulate = Accumulate::kNo);

}  // namespace pd::cpu
