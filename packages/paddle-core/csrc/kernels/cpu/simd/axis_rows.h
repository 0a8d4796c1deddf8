// Operators along one axis: tensors with that axis last, row by row in the math type, and the
// vector loops of softmax.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/cpu/simd/half.h"
#include "kernels/cpu/simd/rows.h"
#include "kernels/cpu/simd/vmath.h"

namespace pd::PD_ISA {

inline Tensor axis_last_view(const TensorImpl& x, int64_t axis) {
  Dims shape, strides;
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (i == axis) continue;
    shape.push_back(x.dim(i));
    strides.push_back(x.stride(i));
  }
  if (x.rank() > 0) {
    shape.push_back(x.dim(axis));
    strides.push_back(x.stride(axis));
  }
  return Tensor::view_of(x, shape, strides, x.offset());
}

inline Tensor axis_last(const TensorImpl& x, int64_t axis) {
  return contiguous(*axis_last_view(x, axis));
}

// Memory with the axis last that ends up in `out`.
class AxisResult {
 public:
  AxisResult(TensorImpl& out, int64_t axis) : view_(axis_last_view(out, axis)) {
    dense_ = view_->is_contiguous() ? view_ : Tensor::empty(view_.shape(), out.dtype());
  }
  template <class T>
  T* data() {
    return dense_.data<T>();
  }
  void finish() {
    if (!(dense_ == view_)) copy_elements(*dense_, *view_);
  }

 private:
  Tensor view_, dense_;
};

inline int64_t axis_size(const TensorImpl& x, int64_t axis) { return x.rank() ? x.dim(axis) : 1; }

// ---- rows of half floats pass through a buffer of floats ----

PD_INLINE void widen_row(const float16* from, float* to, int64_t n) {
  f16_to_f32(reinterpret_cast<const uint16_t*>(from), to, n);
}
PD_INLINE void widen_row(const bfloat16* from, float* to, int64_t n) {
  bf16_to_f32(reinterpret_cast<const uint16_t*>(from), to, n);
}
PD_INLINE void narrow_row(const float* from, float16* to, int64_t n) {
  f32_to_f16(from, reinterpret_cast<uint16_t*>(to), n);
}
PD_INLINE void narrow_row(const float* from, bfloat16* to, int64_t n) {
  f32_to_bf16(from, reinterpret_cast<uint16_t*>(to), n);
}

// One row to read: itself, or widened.
template <class T>
class RowReader {
 public:
  explicit RowReader(int64_t n) : n_(n) {
    if constexpr (is_half_v<T>) buffer_.resize(static_cast<size_t>(n));
  }
  const Math<T>* read(const T* row) {
    if constexpr (is_half_v<T>) {
      widen_row(row, buffer_.data(), n_);
      return buffer_.data();
    } else {
      return row;
    }
  }

 private:
  int64_t n_;
  std::vector<Math<T>> buffer_;
};

// One row to write: itself, or narrowed when done.
template <class T>
class RowWriter {
 public:
  explicit RowWriter(int64_t n) : n_(n) {
    if constexpr (is_half_v<T>) buffer_.resize(static_cast<size_t>(n));
  }
  Math<T>* begin(T* row) {
    if constexpr (is_half_v<T>) {
      return buffer_.data();
    } else {
      return row;
    }
  }
  void end(T* row) {
    if constexpr (is_half_v<T>) narrow_row(buffer_.data(), row, n_);
  }

 private:
  int64_t n_;
  std::vector<Math<T>> buffer_;
};

// ---- vector loops over one row ----

// Calls f(vector of x, index) over whole vectors and once over the padded rest.
template <class A, class F>
PD_INLINE void each_vector(const A* x, int64_t n, A fill, F&& f) {
  using V = Vec<A>;
  int64_t i = 0;
  for (; i + kLanes<V> <= n; i += kLanes<V>) f(load<V>(x + i), i, kLanes<V>);
  if (i < n) f(load_partial<V>(x + i, n - i, fill), i, static_cast<int>(n - i));
}

template <class A>
PD_INLINE void store_some(A* to, Vec<A> v, int count) {
  if (count == kLanes<Vec<A>>) {
    store<Vec<A>>(to, v);
  } else {
    store_partial<Vec<A>>(to, v, count);
  }
}

template <class A>
PD_INLINE Vec<A> load_some(const A* from, int count) {
  return count == kLanes<Vec<A>> ? load<Vec<A>>(from) : load_partial<Vec<A>>(from, count);
}

// NaN if there is one.
template <class A>
A row_max(const A* x, int64_t n) {
  using V = Vec<A>;
  constexpr A kLow = -std::numeric_limits<A>::infinity();
  V best = splat<V>(kLow);
  each_vector(x, n, kLow, [&](V v, int64_t, int) { best = maximum(best, v); });
  return fold_lanes(best, [](A a, A b) { return a != a || a > b ? a : b; });
}

// Writes exp(x - shift) to `to` (unless null) and gives the sum.
template <bool kStore, class A>
A row_exp(const A* x, int64_t n, A shift, A* to) {
  using V = Vec<A>;
  V sum{};
  each_vector(x, n, -std::numeric_limits<A>::infinity(), [&](V v, int64_t i, int count) {
    const V e = exp(v - shift);
    sum += e;
    if constexpr (kStore) store_some(to + i, e, count);
  });
  return sum_lanes(sum);
}

// log(sum(exp(x))) as the maximum and the log of the rest.
template <class A>
struct LogSum {
  A max, log;
};

template <class A>
LogSum<A> row_log_sum(const A* x, int64_t n) {
  const A max = row_max(x, n);
  return {max, std::log(row_exp<false>(x, n, max, static_cast<A*>(nullptr)))};
}

template <class A>
void row_softmax(const A* x, int64_t n, A* to) {
  const A sum = row_exp<true>(x, n, row_max(x, n), to);
  const A scale = A(1) / sum;
  for_lanes(n, [=](int64_t i) { to[i] *= scale; });
}

}  // namespace pd::PD_ISA
