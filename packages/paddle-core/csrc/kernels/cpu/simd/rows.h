// What row-wise kernels share: the math type of a dtype, sums over contiguous runs, operands
// brought to contiguous memory of the math type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "kernels/cpu/simd/vec.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::PD_ISA {

// Half floats are computed in single precision.
template <class T>
using Math = std::conditional_t<is_half_v<T>, float, T>;

constexpr DType math_dtype(DType dtype) {
  return in_mask(dtype, kHalfMask) ? DType::kFloat32 : dtype;
}

// Sums f(i) over [0, n) in four streams, whose additions do not wait for each other.
template <class A, class F>
PD_INLINE A sum_over(int64_t n, F&& f) {
  A a = 0, b = 0, c = 0, d = 0;
  const int64_t part = n / 4;
#pragma omp simd reduction(+ : a, b, c, d)
  for (int64_t i = 0; i < part; ++i) {
    a += f(i);
    b += f(i + part);
    c += f(i + 2 * part);
    d += f(i + 3 * part);
  }
  for (int64_t i = 4 * part; i < n; ++i) a += f(i);
  return (a + b) + (c + d);
}

// Two sums in one pass.
template <class A, class F>
PD_INLINE std::pair<A, A> sums_over(int64_t n, F&& f) {
  A a = 0, b = 0, c = 0, d = 0;
  const int64_t part = n / 2;
#pragma omp simd reduction(+ : a, b, c, d)
  for (int64_t i = 0; i < part; ++i) {
    const std::pair<A, A> low = f(i);
    const std::pair<A, A> high = f(i + part);
    a += low.first;
    b += low.second;
    c += high.first;
    d += high.second;
  }
  if (2 * part < n) {
    const std::pair<A, A> rest = f(n - 1);
    a += rest.first;
    b += rest.second;
  }
  return {a + c, b + d};
}

template <class F>
PD_INLINE void for_lanes(int64_t n, F&& f) {
#pragma omp simd
  for (int64_t i = 0; i < n; ++i) f(i);
}

inline Tensor converted(const TensorImpl& x, DType dtype) {
  if (x.dtype() == dtype) return contiguous(x);
  Tensor copy = Tensor::empty(x.shape(), dtype);
  copy_elements(x, *copy);
  return copy;
}

// An optional parameter (scale, bias) as a contiguous run of the math type; null where absent.
template <class A>
class Parameter {
 public:
  explicit Parameter(const TensorImpl* x) {
    if (x) hold_ = converted(*x, dtype_of_v<A>);
  }
  explicit operator bool() const { return static_cast<bool>(hold_); }
  const A* data() const { return hold_ ? hold_.data<A>() : nullptr; }
  A at(int64_t i, A otherwise) const { return hold_ ? hold_.data<A>()[i] : otherwise; }

 private:
  Tensor hold_;
};

// Contiguous memory of `dtype` that ends up in `out`: its own where it fits.
class Result {
 public:
  Result(TensorImpl& out, DType dtype)
      : out_(out), direct_(out.is_contiguous() && out.dtype() == dtype) {
    if (!direct_) hold_ = Tensor::empty(out.shape(), dtype);
  }
  template <class T>
  T* data() {
    return direct_ ? out_.data<T>() : hold_.data<T>();
  }
  void finish() {
    if (!direct_) copy_elements(*hold_, out_);
  }

 private:
  TensorImpl& out_;
  bool direct_;
  Tensor hold_;
};

template <class F>
void visit_float(DType dtype, F&& f) {
  visit_dtype<kFloatMask>(dtype, [&](auto type) { f(typename decltype(type)::type{}); });
}

// How many pieces to cut `rows` into for sums over rows; depends on the sizes only, so that results
// do not depend on the number of threads.
inline int64_t pieces_for(int64_t rows, int64_t row_size) {
  return std::max<int64_t>(1, std::min<int64_t>({rows * row_size / 32768, rows, 16}));
}

inline int64_t rows_per_task(int64_t row_size) {
  return std::max<int64_t>(1, 16384 / std::max<int64_t>(1, row_size));
}

}  // namespace pd::PD_ISA
