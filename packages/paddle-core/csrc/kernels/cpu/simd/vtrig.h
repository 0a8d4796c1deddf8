// Trigonometric functions and their inverses on vectors, in float32 and float64.
#pragma once

#include "kernels/cpu/simd/vmath.h"

namespace pd::PD_ISA {

// x = q pi/2 + r with |r| <= pi/4 (a little more for large x), q known modulo 4.
template <class V>
struct TrigParts {
  V r;
  IntOf<V> q;
};

// Beyond this the reduction loses accuracy and lanes are computed one by one.
template <class V>
inline constexpr Elem<V> kTrigLimit = kIsF32<V> ? 3.0e4 : 1.0e6;

// pi/2 in three parts of 33 bits each, so that products with q are exact.
PD_INLINE TrigParts<F64> reduce_pio2(F64 x) {
  const F64 shifted = fma(x, splat<F64>(0.6366197723675814), kRounder<F64>);
  const F64 n = shifted - kRounder<F64>;
  F64 r = fma(n, -1.57079632673412561417e+00, x);
  r = fma(n, -6.07710050630396597660e-11, r);
  r = fma(n, -2.02226624879595063154e-21, r);
  return {r, as<I64>(shifted)};
}

PD_INLINE TrigParts<F32> reduce_pio2(F32 x) {
  const F32 shifted = fma(x, splat<F32>(0.636619772f), kRounder<F32>);
#if defined(PD_SIMD_FMA)
  const F32 n = shifted - kRounder<F32>;
  F32 r = fma(n, -1.57079637f, x);
  r = fma(n, 4.37113883e-8f, r);
  r = fma(n, 1.71512451e-15f, r);
  return {r, as<I32>(shifted)};
#else
  const Wide w = widen(x), n = widen(shifted - kRounder<F32>);
  const auto subtract = [](F64 v, F64 q) {
    return fma(q, -6.07710050650619224932e-11, fma(q, -1.57079632673412561417e+00, v));
  };
  return {narrow({subtract(w.lo, n.lo), subtract(w.hi, n.hi)}), as<I32>(shifted)};
#endif
}

template <class V>
PD_INLINE V sin_poly(V r) {
  const V z = r * r;
  V p;
  if constexpr (kIsF32<V>) {
    p = poly(z, -0.166666672f, 0.00833332911f, -0.0001983931f, 2.71810245e-6f);
  } else {
    p = poly(z, -0.16666666666666666, 0.008333333333333323, -0.00019841269841254763,
             2.7557319214044843e-06, -2.5052104876547934e-08, 1.6058362477867394e-10,
             -7.578505689177804e-13);
  }
  return fma(r * z, p, r);
}

template <class V>
PD_INLINE V cos_poly(V r) {
  const V z = r * r;
  V p;
  if constexpr (kIsF32<V>) {
    p = poly(z, 0.0416666456f, -0.00138873141f, 2.44329676e-5f);
  } else {
    p = poly(z, 0.041666666666666595, -0.0013888888888873017, 2.480158728882546e-05,
             -2.755731417149877e-07, 2.0875699754241667e-09, -1.1358478831066774e-11);
  }
  return fma(z, fma(z, p, Elem<V>{-0.5}), Elem<V>{1});
}

PD_INLINE F64 tan_poly(F64 r) {
  const F64 z = r * r;
  const F64 p = poly(z, 0.3333333333333338, 0.13333333333325734, 0.05396825397269237,
                     0.021869488405063628, 0.008863237829723411, 0.0035921018456606534,
                     0.0014560387173122278, 0.00058889850689975, 0.00024363090454261466,
                     8.38643177974336e-05, 6.666911258189846e-05, -2.4938201657887303e-05,
                     4.8057751321934975e-05, -2.3988540509856445e-05, 9.735707373888662e-06);
  return fma(r * z, p, r);
}

// y with the lanes that lie outside the reduction's range replaced by f in float64.
template <class V, class F>
PD_INLINE V mend_huge(V x, V y, F&& f) {
  const V a = abs(x);
  if (any(a <= kTrigLimit<V> ? IntOf<V>{} : ~IntOf<V>{})) [[unlikely]] {
    for (int i = 0; i < kLanes<V>; ++i) {
      if (!(a[i] <= kTrigLimit<V>)) y[i] = static_cast<Elem<V>>(f(static_cast<double>(x[i])));
    }
  }
  return y;
}

// sin(q pi/2 + r).
template <class V>
PD_INLINE V sin_quadrant(V r, IntOf<V> q) {
  using U = UintOf<V>;
  const V y = select<V>((q & 1) != 0, cos_poly(r), sin_poly(r));
  const U flip = as<U>(q & 2) << (8 * sizeof(Elem<V>) - 2);
  return as<V>(as<U>(y) ^ flip);
}

template <class V>
PD_INLINE V sin(V x) {
  const auto [r, q] = reduce_pio2(x);
  const V y = select<V>(x == Elem<V>{0}, x, sin_quadrant(r, q));
  return mend_huge(x, y, [](double v) { return std::sin(v); });
}

template <class V>
PD_INLINE V cos(V x) {
  const auto [r, q] = reduce_pio2(x);
  return mend_huge(x, sin_quadrant(r, q + 1), [](double v) { return std::cos(v); });
}

PD_INLINE F64 tan(F64 x) {
  const auto [r, q] = reduce_pio2(x);
  const F64 t = tan_poly(r);
  const F64 y = select<F64>((q & 1) != 0, -1.0 / t, t);
  return mend_huge(x, select<F64>(x == 0.0, x, y), [](double v) { return std::tan(v); });
}

PD_INLINE F32 tan(F32 x) {
  return through_f64(x, [](F64 v) { return tan(v); });
}

template <class V>
inline constexpr Elem<V> kPiHalf = kIsF32<V> ? 1.57079637f : 1.5707963267948966;
// What kPiHalf lacks.
template <class V>
inline constexpr Elem<V> kPiHalfLow = kIsF32<V> ? -4.37113883e-8f : 6.123233995736766e-17;

// atan(t) for 0 <= t <= 1.
template <class V>
PD_INLINE V atan_poly(V t) {
  const V z = t * t;
  V p;
  if constexpr (kIsF32<V>) {
    p = poly(z, -0.333332986f, 0.199985489f, -0.142642438f, 0.109521948f, -0.0840347782f,
             0.0579580776f, -0.0311783329f, 0.0109148668f, -0.00179368001f);
  } else {
    p = poly(z, -0.33333333333333326, 0.1999999999999751, -0.14285714285433498, 0.1111111109721212,
             -0.09090908714386711, 0.07692301339575201, -0.06666594130443891, 0.05881759854711589,
             -0.05259543118145556, 0.04744990533355568, -0.04285690420266188, 0.038176108836441874,
             -0.032695677893195864, 0.02598842823938414, -0.018397474697222655, 0.01110435906966692,
             -0.005457800756105773, 0.0020712007797612066, -0.000564465126183038,
             9.774232885950624e-05, -8.045612386162447e-06);
  }
  return fma(t * z, p, t);
}

template <class V>
PD_INLINE V atan(V x) {
  const V a = abs(x);
  const IntOf<V> steep = a > Elem<V>{1};
  const V p = atan_poly(select<V>(steep, Elem<V>{1} / a, a));
  return copysign(select<V>(steep, kPiHalf<V> - (p - kPiHalfLow<V>), p), x);
}

template <class V>
PD_INLINE V atan2(V y, V x) {
  const V ay = abs(y), ax = abs(x);
  const IntOf<V> steep = ay > ax;
  const V small = select<V>(steep, ax, ay), large = select<V>(steep, ay, ax);
  const V even = select<V>(large == Elem<V>{0}, V{}, splat<V>(1));
  const V p = atan_poly(select<V>(small == large, even, small / large));
  V angle = select<V>(steep, kPiHalf<V> - (p - kPiHalfLow<V>), p);
  const IntOf<V> left = as<IntOf<V>>(x) < 0;
  angle = select<V>(left, 2 * kPiHalf<V> - (angle - 2 * kPiHalfLow<V>), angle);
  angle = select<V>(is_nan(x), x, angle);
  return copysign(select<V>(is_nan(y), y, angle), y);
}

// (asin(s) - s) / s for 0 <= s <= 1/2, given z = s^2.
template <class V>
PD_INLINE V asin_poly(V z) {
  if constexpr (kIsF32<V>) {
    return z * poly(z, 0.166666597f, 0.0750050396f, 0.0445169583f, 0.0318077058f, 0.0144386543f,
                    0.0375163816f);
  } else {
    return z * poly(z, 0.1666666666666541, 0.07500000000336826, 0.04464285682826617,
                    0.030381959145607117, 0.022371757735165934, 0.017359710771461017,
                    0.013885166535108656, 0.01216971269470885, 0.00652564834214019,
                    0.019534962809491338, -0.01623514546441152, 0.03191992552255731);
  }
}

// asin(s) with s = sqrt(z) where `root` is set, s = a elsewhere; `rest` is what s leaves out.
template <class V>
struct AsinParts {
  V s, rest;
};

template <class V>
PD_INLINE AsinParts<V> asin_reduced(V a, IntOf<V> root) {
  const V z = select<V>(root, (Elem<V>{1} - a) * Elem<V>{0.5}, a * a);
  const V s = select<V>(root, sqrt(z), a);
  V rest = s * asin_poly(z);
#if defined(PD_SIMD_FMA)
  const V lost = fma(-s, s, z) / (s + s);
  rest = select<V>(root, select<V>(z > Elem<V>{0}, rest + lost, rest), rest);
#endif
  return {s, rest};
}

template <class V>
PD_INLINE V asin(V x) {
  const V a = abs(x);
  const IntOf<V> root = a > Elem<V>{0.5};
  const auto [s, rest] = asin_reduced(a, root);
  const V far = (kPiHalf<V> - 2 * s) - (2 * rest - kPiHalfLow<V>);
  return copysign(select<V>(root, far, s + rest), x);
}

template <class V>
PD_INLINE V acos(V x) {
  const V a = abs(x);
  const IntOf<V> root = a > Elem<V>{0.5};
  const auto [s, rest] = asin_reduced(a, root);
  const V near_one = 2 * (s + rest);
  const V near_minus_one = 2 * ((kPiHalf<V> - s) - (rest - kPiHalfLow<V>));
  const V ends = select<V>(x < Elem<V>{0}, near_minus_one, near_one);
  const V signed_s = copysign(s, x), signed_rest = copysign(rest, x);
  const V middle = kPiHalf<V> - (signed_s - (kPiHalfLow<V> - signed_rest));
  return select<V>(root, ends, middle);
}

}  // namespace pd::PD_ISA
