// Reductions of contiguous rows and of columns on vectors.
#pragma once

#include <limits>

#include "kernels/cpu/reduce.h"
#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

struct Unchanged {
  template <class V>
  PD_INLINE V operator()(V x) const {
    return x;
  }
};

// ---- sums of floating-point numbers ----

// Float32 partial sums stay short and are added up in float64; float64 ones carry their errors.
template <class T>
class Total;

template <>
class Total<float> {
 public:
  PD_INLINE void add(F32 v) {
    const Wide w = widen(v);
    low_ += w.lo;
    high_ += w.hi;
  }
  PD_INLINE double value() const { return sum_lanes(low_ + high_); }

 private:
  F64 low_ = {}, high_ = {};
};

template <>
class Total<double> {
 public:
  PD_INLINE void add(F64 v) {
    const F64 next = sum_ + v;
    const F64 kept = next - sum_;
    lost_ += (sum_ - (next - kept)) + (v - kept);
    sum_ = next;
  }
  // An infinite sum has no meaningful error.
  PD_INLINE double value() const {
    const double sum = sum_lanes(sum_), lost = sum_lanes(lost_);
    return lost - lost == 0 ? sum + lost : sum;
  }

 private:
  F64 sum_ = {}, lost_ = {};
};

// The sum of f(x) over a row.
template <class T, class F = Unchanged>
PD_INLINE double sum_row(const T* x, int64_t n, F f = {}) {
  using V = Vec<T>;
  constexpr int64_t kUnit = 4 * kLanes<V>, kBlock = 8 * kUnit;
  const auto at = [&](int64_t i) { return f(load<V>(x + i)); };
  Total<T> total;
  int64_t i = 0;
  while (n - i >= kUnit) {
    V a{}, b{}, c{}, d{};
    const int64_t end = i + kBlock <= n ? i + kBlock : i + (n - i) / kUnit * kUnit;
    for (; i < end; i += kUnit) {
      a += at(i);
      b += at(i + kLanes<V>);
      c += at(i + 2 * kLanes<V>);
      d += at(i + 3 * kLanes<V>);
    }
    total.add((a + b) + (c + d));
  }
  V rest{};
  for (; i + kLanes<V> <= n; i += kLanes<V>) rest += at(i);
  if (i < n) {
    V last = f(load_partial<V>(x + i, n - i));
    for (int lane = 0; lane < kLanes<V>; ++lane) {
      if (lane >= n - i) last[lane] = 0;
    }
    rest += last;
  }
  total.add(rest);
  return total.value();
}

template <class T>
void sum_rows(const void* x, int64_t rows, int64_t n, void* acc) {
  for (int64_t r = 0; r < rows; ++r) {
    static_cast<T*>(acc)[r] = static_cast<T>(sum_row(static_cast<const T*>(x) + r * n, n));
  }
}

// Columns are at most this many at a time.
inline constexpr int64_t kMostColumns = 512;

template <class T>
void sum_columns(const void* x, int64_t rows, int64_t stride, int64_t columns, void* acc) {
  using V = Vec<T>;
  constexpr int64_t kShort = 16;
  double total[kMostColumns] = {};
  T partial[kMostColumns];
  const T* from = static_cast<const T*>(x);
  for (int64_t first = 0; first < rows; first += kShort) {
    const int64_t last = first + kShort < rows ? first + kShort : rows;
    int64_t c = 0;
    for (; c + kLanes<V> <= columns; c += kLanes<V>) {
      V sum = load<V>(from + first * stride + c);
      for (int64_t r = first + 1; r < last; ++r) sum += load<V>(from + r * stride + c);
      store<V>(partial + c, sum);
    }
    for (; c < columns; ++c) {
      partial[c] = 0;
      for (int64_t r = first; r < last; ++r) partial[c] += from[r * stride + c];
    }
    for (c = 0; c < columns; ++c) total[c] += static_cast<double>(partial[c]);
  }
  for (int64_t c = 0; c < columns; ++c) static_cast<T*>(acc)[c] = static_cast<T>(total[c]);
}

template <class T>
inline constexpr cpu::Reducer kSum = {sizeof(T),      sizeof(T),   sum_rows<T>,
                                      sum_columns<T>, sum_rows<T>, sum_columns<T>};

// ---- sums of integers, in int64 ----

template <class T>
void integer_sum_rows(const void* x, int64_t rows, int64_t n, void* acc) {
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = static_cast<const T*>(x) + r * n;
    uint64_t sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += static_cast<uint64_t>(row[i]);
    static_cast<uint64_t*>(acc)[r] = sum;
  }
}

template <class T>
void integer_sum_columns(const void* x, int64_t rows, int64_t stride, int64_t columns, void* acc) {
  uint64_t* sum = static_cast<uint64_t*>(acc);
  for (int64_t c = 0; c < columns; ++c) sum[c] = 0;
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = static_cast<const T*>(x) + r * stride;
    for (int64_t c = 0; c < columns; ++c) sum[c] += static_cast<uint64_t>(row[c]);
  }
}

template <class T>
inline constexpr cpu::Reducer kIntegerSum = {sizeof(T),
                                             sizeof(int64_t),
                                             integer_sum_rows<T>,
                                             integer_sum_columns<T>,
                                             integer_sum_rows<int64_t>,
                                             integer_sum_columns<int64_t>};

// ---- folds: maximum, minimum, product ----

// NaN wins.
template <class T>
struct MaxOf {
  static constexpr T kIdentity = std::numeric_limits<T>::has_infinity
                                     ? -std::numeric_limits<T>::infinity()
                                     : std::numeric_limits<T>::lowest();
  template <class V>
  PD_INLINE static V apply(V acc, V x) {
    if constexpr (std::is_integral_v<T>) {
      return x > acc ? x : acc;
    } else {
      return (x > acc) | (x != x) ? x : acc;
    }
  }
};
template <class T>
struct MinOf {
  static constexpr T kIdentity = std::numeric_limits<T>::has_infinity
                                     ? std::numeric_limits<T>::infinity()
                                     : std::numeric_limits<T>::max();
  template <class V>
  PD_INLINE static V apply(V acc, V x) {
    if constexpr (std::is_integral_v<T>) {
      return x < acc ? x : acc;
    } else {
      return (x < acc) | (x != x) ? x : acc;
    }
  }
};
template <class T>
struct ProductOf {
  static constexpr T kIdentity = 1;
  template <class V>
  PD_INLINE static V apply(V acc, V x) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::conditional_t<std::is_same_v<V, T>, uint64_t, V>;
      return static_cast<V>(static_cast<U>(acc) * static_cast<U>(x));
    } else {
      return acc * x;
    }
  }
};

template <class T, class Op>
PD_INLINE T fold_row(const T* x, int64_t n) {
  using V = Vec<T>;
  T result = Op::kIdentity;
  int64_t i = 0;
  if (n >= 4 * kLanes<V>) {
    V a = load<V>(x), b = load<V>(x + kLanes<V>), c = load<V>(x + 2 * kLanes<V>),
      d = load<V>(x + 3 * kLanes<V>);
    for (i = 4 * kLanes<V>; i + 4 * kLanes<V> <= n; i += 4 * kLanes<V>) {
      a = Op::apply(a, load<V>(x + i));
      b = Op::apply(b, load<V>(x + i + kLanes<V>));
      c = Op::apply(c, load<V>(x + i + 2 * kLanes<V>));
      d = Op::apply(d, load<V>(x + i + 3 * kLanes<V>));
    }
    T lanes[kLanes<V>];
    store<V>(lanes, Op::apply(Op::apply(a, b), Op::apply(c, d)));
    for (const T lane : lanes) result = Op::apply(result, lane);
  }
  for (; i < n; ++i) result = Op::apply(result, x[i]);
  return result;
}

template <class T, class Op>
void fold_rows(const void* x, int64_t rows, int64_t n, void* acc) {
  for (int64_t r = 0; r < rows; ++r) {
    static_cast<T*>(acc)[r] = fold_row<T, Op>(static_cast<const T*>(x) + r * n, n);
  }
}

template <class T, class Op>
void fold_columns(const void* x, int64_t rows, int64_t stride, int64_t columns, void* acc) {
  using V = Vec<T>;
  const T* from = static_cast<const T*>(x);
  T* to = static_cast<T*>(acc);
  int64_t c = 0;
  for (; c + kLanes<V> <= columns; c += kLanes<V>) {
    V v = splat<V>(Op::kIdentity);
    for (int64_t r = 0; r < rows; ++r) v = Op::apply(v, load<V>(from + r * stride + c));
    store<V>(to + c, v);
  }
  for (; c < columns; ++c) {
    T v = Op::kIdentity;
    for (int64_t r = 0; r < rows; ++r) v = Op::apply(v, from[r * stride + c]);
    to[c] = v;
  }
}

template <class T, class Op>
inline constexpr cpu::Reducer kFold = {sizeof(T),           sizeof(T),        fold_rows<T, Op>,
                                       fold_columns<T, Op>, fold_rows<T, Op>, fold_columns<T, Op>};

}  // namespace pd::PD_ISA
