// Error function, its inverse, powers and GELU on vectors.
#pragma once

#include "kernels/cpu/simd/vmath.h"

namespace pd::PD_ISA {

// x + x P(x^2) near zero, 1 - exp(R(|x|)) beyond one, where R fits log(erfc).
template <class V>
PD_INLINE V erf(V x) {
  const V a = abs(x);
  const V t = at_most(a, Elem<V>{kIsF32<V> ? 4 : 6});
  const V z = x * x;
  V small, tail;
  if constexpr (kIsF32<V>) {
    small = poly(z, 0.128379166f, -0.37612626f, 0.112835854f, -0.0268538129f, 0.00518832868f,
                 -0.000801020418f, 7.85389784e-5f);
    tail = poly(t, 0.000188465827f, -1.12958026f, -0.633216441f, -0.108422078f, 0.0252103247f,
                -0.00420527952f, 0.000441471551f, -2.16975204e-5f);
  } else {
    small =
        poly(z, 0.1283791670955126, -0.3761263890318375, 0.11283791670954857, -0.0268661706450729,
             0.005223977624780927, -0.0008548326978745634, 0.00012055331037024358,
             -1.4925593509881671e-05, 1.6460972864896046e-06, -1.6350025728466822e-07,
             1.4657883229252725e-08, -1.1365678980088248e-09, 5.945283621085408e-11);
    tail = poly(t, 2.1283632593363394e-08, -1.1283794450287346, -0.6366180570587193,
                -0.10277925865913157, 0.019146662342576365, 0.00017179598413865176,
                -0.0016364193991214742, 0.0005139148713269346, 5.275114905530516e-05,
                -0.00013068650771360507, 7.524967619139254e-05, -2.8787592431646587e-05,
                8.360992486181296e-06, -1.916374854387971e-06, 3.4959770911380317e-07,
                -5.039212931132518e-08, 5.6252574994198925e-09, -4.693302588490003e-10,
                2.75393314460783e-11, -1.0130200815848515e-12, 1.7558581477372727e-14);
  }
  const auto [n, r] = reduce_ln2(tail);
  const V far = Elem<V>{1} - fma(expm1_poly(r), pow2(n), pow2(n));
  return select<V>(a <= Elem<V>{1}, fma(x, small, x), copysign(far, x));
}

// The normal quantile of M. J. Wichura, AS 241 (PPND16), taken at (1 + x) / 2 and rescaled.
PD_INLINE F64 erfinv(F64 x) {
  const F64 q = 0.5 * x, a = abs(x);
  const F64 u = fma(-q, q, splat<F64>(0.180625));
  const F64 central = poly(u, 3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427,
                           13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
                           33430.575583588128105, 2509.0809287301226727) /
                      poly(u, 1.0, 42.313330701600911252, 687.18700749205790830,
                           5394.1960214247511077, 21213.794301586595867, 39307.895800092710610,
                           28729.085735721942674, 5226.4952788528545610);
  const F64 w = sqrt(-log(0.5 * (1.0 - a)));
  const F64 m = w - 1.6;
  const F64 middle =
      poly(m, 1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
           3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
           0.0227238449892691845833, 7.74545014278341407640e-4) /
      poly(m, 1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
           0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4,
           1.05075007164441684324e-9);
  const F64 l = w - 5.0;
  const F64 last =
      poly(l, 6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
           0.296560571828504891230, 0.0265321895265761230930, 1.24266094738807843860e-3,
           2.71155556874348757815e-5, 2.01033439929228813265e-7) /
      poly(l, 1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
           7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
           2.04426310338993978564e-15);
  const F64 outer = copysign(select<F64>(w <= 5.0, middle, last), x);
  const F64 y = 0.7071067811865476 * select<F64>(a <= 0.85, q * central, outer);
  return select<F64>(a == 1.0, copysign(splat<F64>(kInf<F64>), x), y);
}

PD_INLINE F32 erfinv(F32 x) {
  return through_f64(x, [](F64 v) { return erfinv(v); });
}

// |x|^y for finite positive |x|, with the relative accuracy that float32 needs.
PD_INLINE F64 pow_positive(F64 x, F64 y) {
  const auto [k, f] = reduce_log(x);
  const F64 log2_x =
      fma(f,
          poly(f, 1.4426950408893546, -0.7213475204249672, 0.4808983465854316, -0.3606737659000732,
               0.2885390706866717, -0.24044872728000027, 0.20609526630305205, -0.1803504036307927,
               0.1604252375094739, -0.14412618625872853, 0.12914407661140478, -0.11962555916289991,
               0.12612360196267594, -0.1235208151515249, 0.06318184938172118),
          k);
  // The limits lie beyond float32's range and keep 2^n a normal float64.
  const F64 e = at_least(at_most(y * log2_x, 300.0), -300.0);
  const F64 n = round_even(e);
  const F64 p = poly(e - n, 0.9999999999616247, 0.6931471807287215, 0.2402265119874006,
                     0.055504103528401495, 0.009618027174329094, 0.0013333922853080273,
                     0.00015469316863698005, 1.5201900373394291e-05);
  return p * pow2(n);
}

// C's pow: every pairing of zeros, infinities, NaN and negative bases.
PD_INLINE F32 pow(F32 x, F32 y) {
  const F32 ax = abs(x), ay = abs(y);
  F32 r = through_f64(ax, y, [](F64 a, F64 b) { return pow_positive(a, b); });
  const I32 special = (ax == 0.0f) | !(ax < kInf<F32>) | !(ay < kInf<F32>);
  if (any(special)) [[unlikely]] {
    r = special ? per_lane(ax, y, [](float a, float b) { return std::pow(a, b); }) : r;
  }
  const I32 integral = (trunc(y) == y) | (ay >= 0x1p24f);
  const I32 odd = integral & (ay < 0x1p24f) & (trunc(0.5f * y) != 0.5f * y);
  const I32 negative = as<I32>(x) < 0;
  r = (negative & odd) ? -r : r;
  r = (negative & ~integral & (ax > 0.0f) & (ax < kInf<F32>)) ? splat<F32>(kNan<F32>) : r;
  return ((x == 1.0f) | (y == 0.0f)) ? splat<F32>(1.0f) : r;
}

PD_INLINE F64 pow(F64 x, F64 y) {
  return per_lane(x, y, [](double a, double b) { return std::pow(a, b); });
}

template <class V>
PD_INLINE V gelu_erf(V x) {
  const V half = Elem<V>{0.5} * x;
  return fma(half, erf(x * Elem<V>(0.7071067811865476)), half);
}

template <class V>
PD_INLINE V gelu_tanh(V x) {
  const V inner = Elem<V>(0.7978845608028654) * fma(Elem<V>(0.044715) * x * x, x, x);
  const V half = Elem<V>{0.5} * x;
  return fma(half, tanh(inner), half);
}

}  // namespace pd::PD_ISA
