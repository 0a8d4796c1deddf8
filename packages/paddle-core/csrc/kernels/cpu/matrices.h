// Stacks of matrices as LAPACK's kernels read and write them.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/cpu/blas.h"
#include "kernels/cpu/gemm.h"
#include "kernels/cpu/views.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {

inline constexpr DTypeMask kLapackMask =
    mask_of(DType::kFloat32) | mask_of(DType::kFloat64) | kComplexMask;

template <class F>
void visit_lapack(DType dtype, F&& f) {
  visit_dtype<kLapackMask>(dtype, f);
}

template <class T>
Matrix<T> col_major(T* data, int64_t rows, int64_t cols) {
  return {data, rows, cols, 1, rows};
}
template <class T>
Matrix<T> row_major(T* data, int64_t rows, int64_t cols) {
  return {data, rows, cols, cols, 1};
}

// The last two axes of a tensor as matrices, the others as a count.
template <class T>
class Stack {
 public:
  explicit Stack(const TensorImpl& x)
      : data_(x.data<T>()), sizes_(x.shape()), strides_(x.strides()) {
    const auto pop = [](Dims& dims) {
      const int64_t last = dims.back();
      dims.pop_back();
      return last;
    };
    matrix_.cols = pop(sizes_);
    matrix_.rows = pop(sizes_);
    matrix_.col_stride = pop(strides_);
    matrix_.row_stride = pop(strides_);
    for (const int64_t size : sizes_) count_ *= size;
  }

  int64_t count() const { return count_; }
  int64_t rows() const { return matrix_.rows; }
  int64_t cols() const { return matrix_.cols; }
  Matrix<const T> operator[](int64_t index) const {
    Matrix<const T> m = matrix_;
    m.data = data_;
    for (size_t axis = sizes_.size(); axis-- > 0;) {
      m.data += index % sizes_[axis] * strides_[axis];
      index /= sizes_[axis];
    }
    return m;
  }

 private:
  const T* data_;
  Dims sizes_, strides_;
  Matrix<const T> matrix_{};
  int64_t count_ = 1;
};

// x with its batch axes broadcast to those of `out`.
inline Tensor broadcast_batch(const TensorImpl& x, const TensorImpl& out) {
  Dims shape = out.shape();
  const size_t rank = shape.size();
  shape[rank - 2] = x.dim(x.rank() - 2);
  shape[rank - 1] = x.dim(x.rank() - 1);
  return expand_to(x, shape);
}

template <class T>
void copy_matrix(Matrix<const T> from, Matrix<T> to) {
  if (to.col_stride != 1) from = from.transposed(), to = to.transposed();
  if (from.col_stride == 1) {
    for (int64_t i = 0; i < to.rows; ++i) {
      const T* row = from.data + i * from.row_stride;
      std::copy(row, row + to.cols, to.data + i * to.row_stride);
    }
    return;
  }
  constexpr int64_t kTile = 16;  // small squares stay in the cache while they are turned
  for (int64_t top = 0; top < to.rows; top += kTile) {
    const int64_t bottom = std::min(top + kTile, to.rows);
    for (int64_t left = 0; left < to.cols; left += kTile) {
      const int64_t right = std::min(left + kTile, to.cols);
      for (int64_t i = top; i < bottom; ++i) {
        const T* row = from.data + i * from.row_stride;
        for (int64_t j = left; j < right; ++j) {
          to.data[i * to.row_stride + j] = row[j * from.col_stride];
        }
      }
    }
  }
}

// Uninitialised memory.
template <class T>
std::unique_ptr<T[]> scratch(int64_t count) {
  return std::make_unique_for_overwrite<T[]>(size_t(std::max<int64_t>(count, 1)));
}

template <class T>
void conjugate(T* data, int64_t count) {
  if constexpr (is_complex_v<T>) {
    std::transform(data, data + count, data, [](const T& value) { return std::conj(value); });
  }
}

template <class T>
bool all_finite(const T* data, int64_t count) {
  return std::all_of(data, data + count, [](const T& value) {
    return std::isfinite(std::real(value)) && std::isfinite(std::imag(value));
  });
}

// Calls f(begin, end) for ranges of matrices, each of which takes about `work` multiplications:
// many go to different threads, a few large ones use all threads themselves.
template <class F>
void for_matrices(int64_t count, double work, F&& f) {
  constexpr double kLargeWork = 200.0 * 200 * 200;
  constexpr double kThreadWork = 16384;
  if (count < num_threads() && work >= kLargeWork) {
    const BlasThreads all;
    return f(int64_t{0}, count);
  }
  keep_blas_single_threaded();
  const auto grain = static_cast<int64_t>(kThreadWork / std::max(work, 1.0));
  parallel_for(0, count, std::max<int64_t>(grain, 1), f);
}

inline double cube(int64_t rows, int64_t cols) {
  return double(rows) * double(cols) * double(std::min(rows, cols));
}

}  // namespace pd::cpu
