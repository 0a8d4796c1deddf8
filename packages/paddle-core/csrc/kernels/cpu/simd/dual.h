// Vectors, and vectors with a derivative (dual numbers), under the same names: a kernel written
// over Number<T, kPlanes> computes values with one plane, values and directional derivatives with
// two.
#pragma once

#include "kernels/cpu/simd/vec.h"
#include "kernels/cpu/simd/vmath.h"

namespace pd::PD_ISA {

template <class V>
struct Dual {
  V value, slope;

  Dual& operator+=(Dual y) { return *this = *this + y; }
  friend Dual operator+(Dual x, Dual y) { return {x.value + y.value, x.slope + y.slope}; }
  friend Dual operator-(Dual x, Dual y) { return {x.value - y.value, x.slope - y.slope}; }
  friend Dual operator*(Dual x, Dual y) {
    return {x.value * y.value, x.value * y.slope + x.slope * y.value};
  }
};

template <class T, int kPlanes>
using Number = std::conditional_t<kPlanes == 2, Dual<Vec<T>>, Vec<T>>;

// Where the values of a buffer lie, and with two planes their derivatives.
template <class T, int kPlanes>
struct Planes {
  T* at[kPlanes];

  Planes operator+(int64_t offset) const {
    Planes moved = *this;
    for (T*& p : moved.at) p += offset;
    return moved;
  }
  template <class U = T>
  operator Planes<const U, kPlanes>() const {
    Planes<const U, kPlanes> read;
    for (int i = 0; i < kPlanes; ++i) read.at[i] = at[i];
    return read;
  }
};

template <class V>
PD_INLINE V load_lanes(const Elem<V>* p, int64_t n) {
  return n == kLanes<V> ? load<V>(p) : load_partial<V>(p, n);
}

// The first n lanes; zeros in the others.
template <class T, int kPlanes>
PD_INLINE auto load_number(Planes<T, kPlanes> p, int64_t n) {
  using V = Vec<std::remove_const_t<T>>;
  if constexpr (kPlanes == 2) {
    return Dual<V>{load_lanes<V>(p.at[0], n), load_lanes<V>(p.at[1], n)};
  } else {
    return load_lanes<V>(p.at[0], n);
  }
}

template <class V>
PD_INLINE void store_lanes(Elem<V>* p, V x, int64_t n) {
  n == kLanes<V> ? store<V>(p, x) : store_partial<V>(p, x, n);
}

template <class T>
PD_INLINE void store_number(Planes<T, 1> p, Vec<T> x, int64_t n) {
  store_lanes<Vec<T>>(p.at[0], x, n);
}
template <class T>
PD_INLINE void store_number(Planes<T, 2> p, Dual<Vec<T>> x, int64_t n) {
  store_lanes<Vec<T>>(p.at[0], x.value, n);
  store_lanes<Vec<T>>(p.at[1], x.slope, n);
}

// sum + x y where all lanes of y are equal.
template <class T>
PD_INLINE Vec<T> add_product(Vec<T> sum, Vec<T> x, Planes<const T, 1> y) {
  return fma(x, splat<Vec<T>>(*y.at[0]), sum);
}
template <class T>
PD_INLINE Dual<Vec<T>> add_product(Dual<Vec<T>> sum, Dual<Vec<T>> x, Planes<const T, 2> y) {
  return sum + x * Dual<Vec<T>>{splat<Vec<T>>(*y.at[0]), splat<Vec<T>>(*y.at[1])};
}

template <class V>
PD_INLINE V one_minus(V x) {
  return Elem<V>(1) - x;
}
template <class V>
PD_INLINE Dual<V> one_minus(Dual<V> x) {
  return {one_minus(x.value), -x.slope};
}

template <class V>
PD_INLINE Dual<V> sigmoid(Dual<V> x) {
  const V y = sigmoid(x.value);
  return {y, y * one_minus(y) * x.slope};
}
template <class V>
PD_INLINE Dual<V> tanh(Dual<V> x) {
  const V y = tanh(x.value);
  return {y, one_minus(y * y) * x.slope};
}

// x where `sign` is positive, else zero.
template <class V>
PD_INLINE V where_positive(V sign, V x) {
  return select<V>(sign > Elem<V>(0), x, V{});
}
template <class V>
PD_INLINE Dual<V> where_positive(Dual<V> sign, Dual<V> x) {
  return {where_positive(sign.value, x.value), where_positive(sign.value, x.slope)};
}

}  // namespace pd::PD_ISA
