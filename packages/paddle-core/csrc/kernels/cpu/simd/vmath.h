// Exponentials, logarithms and their kin on vectors, in float32 and float64.
//
// Polynomials are minimax fits (Remez) over the reduced ranges; reductions follow Cody and Waite,
// "Software Manual for the Elementary Functions" (1980).
#pragma once

#include <cmath>
#include <limits>

#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

template <class V>
inline constexpr Elem<V> kInf = std::numeric_limits<Elem<V>>::infinity();
template <class V>
inline constexpr Elem<V> kNan = std::numeric_limits<Elem<V>>::quiet_NaN();

// c0 + c1 x + c2 x^2 + ... by Horner's rule.
template <class V>
PD_INLINE V poly(V, Elem<V> c0) {
  return splat<V>(c0);
}
template <class V, class... C>
PD_INLINE V poly(V x, Elem<V> c0, C... rest) {
  return fma(x, poly(x, static_cast<Elem<V>>(rest)...), c0);
}

// Adding and subtracting this rounds to the nearest integer; the integer is in the low bits
// between.
template <class V>
inline constexpr Elem<V> kRounder = kIsF32<V> ? 0x1.8p23 : 0x1.8p52;
template <class V>
inline constexpr int kMantissaBits = kIsF32<V> ? 23 : 52;
template <class V>
inline constexpr int kBias = kIsF32<V> ? 127 : 1023;

template <class V>
PD_INLINE V round_even(V x) {
  return (x + kRounder<V>)-kRounder<V>;
}

// 2^n for an integral n in the range of normal exponents.
template <class V>
PD_INLINE V pow2(V n) {
  return as<V>(as<UintOf<V>>(n + (kRounder<V> + kBias<V>)) << kMantissaBits<V>);
}

// v * 2^n, rounded once, for |n| up to twice the largest exponent.
template <class V>
PD_INLINE V scale_pow2(V v, V n) {
#if defined(PD_SIMD_AVX512)
  if constexpr (kIsF32<V>) {
    return (V)_mm512_scalef_ps((__m512)v, (__m512)n);
  } else {
    return (V)_mm512_scalef_pd((__m512d)v, (__m512d)n);
  }
#else
  const V half = round_even(n * Elem<V>{0.5});
  return v * pow2(half) * pow2(n - half);
#endif
}

// x = n ln2 + r with |r| <= ln2 / 2.
template <class V>
struct ExpParts {
  V n, r;
};

template <class V>
PD_INLINE ExpParts<V> reduce_ln2(V x) {
  constexpr double kLog2E = 1.4426950408889634;
  const V n = fma(x, splat<V>(kLog2E), kRounder<V>) - kRounder<V>;
  if constexpr (kIsF32<V>) {
    return {n, fma(n, 2.12194440e-4f, fma(n, -0.693359375f, x))};
  } else {
    return {n, fma(n, -1.90821492927058770002e-10, fma(n, -6.93147180369123816490e-01, x))};
  }
}

// exp(r) - 1 for |r| <= ln2 / 2.
template <class V>
PD_INLINE V expm1_poly(V r) {
  V q;
  if constexpr (kIsF32<V>) {
    q = poly(r, 0.49999997f, 0.166665435f, 0.0416672006f, 0.00836654659f, 0.0013882512f);
  } else {
    q = poly(r, 0.5, 0.16666666666666677, 0.041666666666666505, 0.008333333333321655,
             0.0013888888888962593, 0.00019841269886072572, 2.4801587172254654e-05,
             2.7557244255040605e-06, 2.755740275550185e-07, 2.5109024164952782e-08,
             2.087533440309867e-09);
  }
  return fma(r * r, q, r);
}

// Arguments beyond these give infinity, or zero.
template <class V>
inline constexpr Elem<V> kExpHigh = kIsF32<V> ? 89.0 : 710.0;
template <class V>
inline constexpr Elem<V> kExpLow = kIsF32<V> ? -104.0 : -746.0;

template <class V>
PD_INLINE V exp(V x) {
  const auto [n, r] = reduce_ln2(at_least(at_most(x, kExpHigh<V>), kExpLow<V>));
  return scale_pow2(expm1_poly(r) + Elem<V>{1}, n);
}

// exp(x) - 1 for x whose exponential is finite and not denormal.
template <class V>
PD_INLINE V expm1_tame(V x) {
  const auto [n, r] = reduce_ln2(x);
  const V p = expm1_poly(r);
  const V half_scale = pow2(n - Elem<V>{1});
  const V y = fma(half_scale, p, half_scale - Elem<V>{0.5});
  return select<V>(n == Elem<V>{0}, p, y + y);
}

template <class V>
PD_INLINE V expm1(V x) {
  const Elem<V> low = kIsF32<V> ? -18 : -40;
  return copysign(expm1_tame(at_least(at_most(x, kExpHigh<V>), low)), x);
}

// expm1(2|x|) / (expm1(2|x|) + 2) keeps its accuracy down to zero.
template <class V>
PD_INLINE V tanh(V x) {
  const V a = abs(x);
  const V e = expm1_tame(at_most(a + a, Elem<V>{kIsF32<V> ? 20 : 44}));
  const V d = e + Elem<V>{2};
  return copysign(divide_tame(e, d, e - (d - Elem<V>{2})), x);
}

template <class V>
PD_INLINE V sigmoid(V x) {
  const V e = exp(-abs(x));
  const V d = e + Elem<V>{1};
  return divide_tame(select<V>(x < Elem<V>{0}, e, splat<V>(1)), d, e - (d - Elem<V>{1}));
}

// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), for positive finite x.
template <class V>
struct LogParts {
  V k, f;
};

template <class V>
PD_INLINE LogParts<V> reduce_log(V x) {
  using U = UintOf<V>;
  using E = Elem<U>;
  constexpr E kSqrtHalf = kIsF32<V> ? 0x3f3504f3u : static_cast<E>(0x3fe6a09e667f3bcdu);
  constexpr E kOne = kIsF32<V> ? 0x3f800000u : static_cast<E>(0x3ff0000000000000u);
  constexpr Elem<V> kSmallest = std::numeric_limits<Elem<V>>::min();
  const IntOf<V> denormal = x < kSmallest;
  const U bits =
      as<U>(select<V>(denormal, x * Elem<V>(kIsF32<V> ? 0x1p23 : 0x1p52), x)) + (kOne - kSqrtHalf);
  const V mantissa = as<V>((bits & ((E{1} << kMantissaBits<V>)-1)) + kSqrtHalf);
  // The biased exponent, placed under the exponent of 2^23 (2^52), is that much more than it.
  constexpr Elem<V> kPlace = kIsF32<V> ? 0x1p23 : 0x1p52;
  const V biased = as<V>((bits >> kMantissaBits<V>) | __builtin_bit_cast(E, kPlace));
  const V offset = select<V>(denormal, splat<V>(kPlace + kBias<V> + kMantissaBits<V>),
                             splat<V>(kPlace + kBias<V>));
  return {biased - offset, mantissa - Elem<V>{1}};
}

// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)).
template <class V>
PD_INLINE V log_tail(V f) {
  if constexpr (kIsF32<V>) {
    const V p = poly(f, 0.333333313f, -0.250008196f, 0.200012267f, -0.166233569f, 0.142017558f,
                     -0.13160184f, 0.127615958f, -0.0763451532f);
    return f * f * fma(f, p, -0.5f);
  } else {
    // In s = f / (2 + f): log(1 + f) = 2 atanh(s); Tang, ACM TOMS 16 (1990).
    const V s = f / (f + 2.0);
    const V z = s * s;
    const V r = z * poly(z, 0.6666666666666666, 0.4000000000000625, 0.28571428569086293,
                         0.22222222646735107, 0.18181775670466777, 0.15387090538815748,
                         0.13250123118346363, 0.1325128327215835);
    const V h = 0.5 * f * f;
    return fma(s, h + r, -h);
  }
}

// What a logarithm gives outside the positive finite numbers.
template <class V>
PD_INLINE V log_special(V x, V y) {
  const V finite = select<V>(x < kInf<V>, y, x);
  const V zero_or_less = select<V>(x == Elem<V>{0}, splat<V>(-kInf<V>), splat<V>(kNan<V>));
  return select<V>(x <= Elem<V>{0}, zero_or_less, finite);
}

template <class V>
inline constexpr Elem<V> kLn2High = kIsF32<V> ? 0.693359375 : 6.93147180369123816490e-01;
template <class V>
inline constexpr Elem<V> kLn2Low = kIsF32<V> ? -2.12194440e-4 : 1.90821492927058770002e-10;

template <class V>
PD_INLINE V log(V x) {
  const auto [k, f] = reduce_log(x);
  const V low = fma(k, kLn2Low<V>, log_tail(f));
  return log_special(x, fma(k, kLn2High<V>, f + low));
}

// The logarithm to a base b: `scale` is 1 / ln b, `step` is log_b(2), each in two parts.
template <class V>
PD_INLINE V log_base(V x, Elem<V> scale, Elem<V> scale_low, Elem<V> step, Elem<V> step_low) {
  const auto [k, f] = reduce_log(x);
  const V tail = fma(f, scale_low, fma(log_tail(f), scale, k * step_low));
  return log_special(x, fma(k, step, fma(f, scale, tail)));
}

template <class V>
PD_INLINE V log2(V x) {
  if constexpr (kIsF32<V>) {
    return log_base(x, 1.44269502f, 1.92596303e-8f, 1.0f, 0.0f);
  } else {
    return log_base(x, 1.4426950408889634, 2.0355273740931033e-17, 1.0, 0.0);
  }
}

template <class V>
PD_INLINE V log10(V x) {
  if constexpr (kIsF32<V>) {
    return log_base(x, 0.434294492f, -1.01030501e-8f, 0.301025391f, 4.60503898e-6f);
  } else {
    return log_base(x, 0.4342944819032518, 1.098319650216765e-17, 0.301029995663157,
                    8.241712586023572e-13);
  }
}

// The rounding error of 1 + x re-enters as a correction, as in W. Kahan's formula.
template <class V>
PD_INLINE V log1p(V x) {
  const V u = x + Elem<V>{1};
  const auto [k, f_u] = reduce_log(u);
  const V error = select<V>(x > Elem<V>{1}, Elem<V>{1} - (u - x), x - (u - Elem<V>{1}));
  const IntOf<V> near = k == Elem<V>{0};
  const V f = select<V>(near, x, f_u);
  const V correction = select<V>(near, V{}, error / u);
  const V low = fma(k, kLn2Low<V>, log_tail(f) + correction);
  const V y = log_special(u, fma(k, kLn2High<V>, f + low));
  return select<V>(x == Elem<V>{0}, x, y);
}

// log(1 + exp(x)) without overflow.
template <class V>
PD_INLINE V softplus(V x) {
  const V positive = select<V>(x < Elem<V>{0}, V{}, x);
  return positive + log1p(exp(-abs(x)));
}

template <class V>
PD_INLINE V rsqrt(V x) {
  return Elem<V>{1} / sqrt(x);
}

// f(x) in float32 through f in float64, for functions that are rarely called.
template <class F>
PD_INLINE F32 through_f64(F32 x, F&& f) {
  const Wide w = widen(x);
  return narrow({f(w.lo), f(w.hi)});
}

template <class F>
PD_INLINE F32 through_f64(F32 x, F32 y, F&& f) {
  const Wide a = widen(x), b = widen(y);
  return narrow({f(a.lo, b.lo), f(a.hi, b.hi)});
}

PD_INLINE F64 sinh(F64 x) {
  const F64 a = abs(x);
  const F64 e = expm1_tame(at_most(a, 700.0));
  const F64 small = 0.5 * (e + e / (e + 1.0));
  const F64 root = exp(0.5 * a);
  return copysign(select<F64>(a > 700.0, 0.5 * root * root, small), x);
}

PD_INLINE F64 cosh(F64 x) {
  const F64 a = abs(x);
  const F64 e = exp(at_most(a, 700.0));
  const F64 root = exp(0.5 * a);
  return select<F64>(a > 700.0, 0.5 * root * root, 0.5 * e + 0.5 / e);
}

PD_INLINE F64 asinh(F64 x) {
  const F64 a = abs(x);
  const F64 t = at_most(a, 0x1p500);
  const F64 small = log1p(t + t * t / (1.0 + sqrt(fma(t, t, 1.0))));
  return copysign(select<F64>(a > 0x1p28, log(a) + 0.6931471805599453, small), x);
}

PD_INLINE F64 acosh(F64 x) {
  const F64 t = x - 1.0;
  return select<F64>(x > 0x1p28, log(x) + 0.6931471805599453, log1p(t + sqrt(t) * sqrt(t + 2.0)));
}

PD_INLINE F64 atanh(F64 x) {
  const F64 a = abs(x);
  return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}

#define PD_SIMD_THROUGH_F64(name)                         \
  PD_INLINE F32 name(F32 x) {                             \
    return through_f64(x, [](F64 v) { return name(v); }); \
  }
PD_SIMD_THROUGH_F64(sinh)
PD_SIMD_THROUGH_F64(cosh)
PD_SIMD_THROUGH_F64(asinh)
PD_SIMD_THROUGH_F64(acosh)
PD_SIMD_THROUGH_F64(atanh)

}  // namespace pd::PD_ISA
