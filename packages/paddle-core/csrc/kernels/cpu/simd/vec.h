// Fixed-width vectors over the compiler's vector extensions; the width follows the instruction set.
//
// Kernels over these types are compiled once per instruction set with -DPD_ISA=v2|v3|v4. Everything
// lives in pd::PD_ISA, so that the copies never meet in the linker.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
// GCC 12 takes the intrinsics' own undefined vectors for a mistake of the caller.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#ifndef PD_ISA
#define PD_ISA base
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define PD_SIMD_AVX512 1
#elif defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
#define PD_SIMD_AVX2 1
#elif defined(__SSE4_1__)
#define PD_SIMD_SSE4 1
#endif

#if defined(PD_SIMD_AVX512) || defined(PD_SIMD_AVX2)
#define PD_SIMD_FMA 1
#endif

#define PD_INLINE [[gnu::always_inline]] inline

namespace pd::PD_ISA {

#if defined(PD_SIMD_AVX512)
inline constexpr int kVecBytes = 64;
#elif defined(PD_SIMD_AVX2)
inline constexpr int kVecBytes = 32;
#else
inline constexpr int kVecBytes = 16;
#endif

template <class T, int kBytes>
struct VecType {
  typedef T type __attribute__((vector_size(kBytes)));
};

template <class T>
using Vec = typename VecType<T, kVecBytes>::type;
template <class T>
using HalfVec = typename VecType<T, kVecBytes / 2>::type;

using F32 = Vec<float>;
using F64 = Vec<double>;
using I32 = Vec<int32_t>;
using I64 = Vec<int64_t>;
using U32 = Vec<uint32_t>;
using U64 = Vec<uint64_t>;

template <class V>
using Elem = std::remove_cvref_t<decltype(V{}[0])>;
template <class V>
inline constexpr int kLanes = sizeof(V) / sizeof(Elem<V>);
template <class V>
inline constexpr bool kIsF32 = std::is_same_v<Elem<V>, float>;
// The vector of integers as wide as V's elements, which comparisons of V give.
template <class V>
using IntOf = std::conditional_t<sizeof(Elem<V>) == 4, I32, I64>;
template <class V>
using UintOf = std::conditional_t<sizeof(Elem<V>) == 4, U32, U64>;

// ---- moving data ----

template <class V>
PD_INLINE V load(const Elem<V>* p) {
  V v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

template <class V>
PD_INLINE void store(Elem<V>* p, V v) {
  __builtin_memcpy(p, &v, sizeof v);
}

template <class V>
PD_INLINE V splat(Elem<V> x) {
  return x - V{};
}

// The first n lanes from memory, `fill` in the others; 0 <= n < kLanes.
template <class V>
PD_INLINE V load_partial(const Elem<V>* p, int64_t n, Elem<V> fill = {}) {
#if defined(PD_SIMD_AVX512)
  if constexpr (std::is_same_v<Elem<V>, float>) {
    return (V)_mm512_mask_loadu_ps((__m512)splat<V>(fill), (__mmask16)((1u << n) - 1), p);
  } else if constexpr (std::is_same_v<Elem<V>, double>) {
    return (V)_mm512_mask_loadu_pd((__m512d)splat<V>(fill), (__mmask8)((1u << n) - 1), p);
  }
#endif
  V v = splat<V>(fill);
  for (int64_t i = 0; i < n; ++i) v[i] = p[i];
  return v;
}

template <class V>
PD_INLINE void store_partial(Elem<V>* p, V v, int64_t n) {
#if defined(PD_SIMD_AVX512)
  if constexpr (std::is_same_v<Elem<V>, float>) {
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v);
    return;
  } else if constexpr (std::is_same_v<Elem<V>, double>) {
    _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1), (__m512d)v);
    return;
  }
#endif
  for (int64_t i = 0; i < n; ++i) p[i] = v[i];
}

// Writes around the caches, to memory aligned to the vector's size; fence_streams() afterwards.
template <class V>
PD_INLINE void stream(Elem<V>* p, V v) {
#if defined(PD_SIMD_AVX512)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(p), (__m512i)v);
#elif defined(PD_SIMD_AVX2)
  _mm256_stream_si256(reinterpret_cast<__m256i*>(p), (__m256i)v);
#elif defined(PD_SIMD_SSE4)
  _mm_stream_si128(reinterpret_cast<__m128i*>(p), (__m128i)v);
#else
  store<V>(p, v);
#endif
}

PD_INLINE void fence_streams() {
#if defined(PD_SIMD_AVX512) || defined(PD_SIMD_AVX2) || defined(PD_SIMD_SSE4)
  _mm_sfence();
#endif
}

// The same bits seen as another vector type of the same size.
template <class To, class From>
PD_INLINE To as(From v) {
  static_assert(sizeof(To) == sizeof(From));
  return (To)v;
}

// Two half-width vectors make one; used by every conversion that changes the element's size.
template <class T>
struct Halves {
  HalfVec<T> lo, hi;
};

template <class T>
PD_INLINE Halves<T> split(Vec<T> v) {
  Halves<T> h;
  __builtin_memcpy(&h, &v, sizeof v);
  return h;
}

template <class T>
PD_INLINE Vec<T> join(HalfVec<T> lo, HalfVec<T> hi) {
  const Halves<T> h{lo, hi};
  Vec<T> v;
  __builtin_memcpy(&v, &h, sizeof v);
  return v;
}

struct Wide {
  F64 lo, hi;
};

PD_INLINE Wide widen(F32 x) {
#if defined(PD_SIMD_AVX512)
  const __m512 v = (__m512)x;
  return {(F64)_mm512_cvtps_pd(_mm512_castps512_ps256(v)),
          (F64)_mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1))};
#elif defined(PD_SIMD_AVX2)
  const __m256 v = (__m256)x;
  return {(F64)_mm256_cvtps_pd(_mm256_castps256_ps128(v)),
          (F64)_mm256_cvtps_pd(_mm256_extractf128_ps(v, 1))};
#else
  const Halves<float> h = split<float>(x);
  return {__builtin_convertvector(h.lo, F64), __builtin_convertvector(h.hi, F64)};
#endif
}

PD_INLINE F32 narrow(Wide x) {
#if defined(PD_SIMD_AVX512)
  return (F32)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)x.lo)),
                                 _mm512_cvtpd_ps((__m512d)x.hi), 1);
#elif defined(PD_SIMD_AVX2)
  return (F32)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)x.lo)),
                                   _mm256_cvtpd_ps((__m256d)x.hi), 1);
#else
  return join<float>(__builtin_convertvector(x.lo, HalfVec<float>),
                     __builtin_convertvector(x.hi, HalfVec<float>));
#endif
}

// ---- lane-wise helpers ----

template <class V, class F>
PD_INLINE V per_lane(V x, F&& f) {
  for (int i = 0; i < kLanes<V>; ++i) x[i] = f(x[i]);
  return x;
}

template <class V, class F>
PD_INLINE V per_lane(V x, V y, F&& f) {
  for (int i = 0; i < kLanes<V>; ++i) x[i] = f(x[i], y[i]);
  return x;
}

// Whether any lane of a comparison's result is set.
template <class M>
PD_INLINE bool any(M mask) {
#if defined(PD_SIMD_AVX512)
  if constexpr (sizeof(Elem<M>) == 4) {
    return _mm512_movepi32_mask((__m512i)mask) != 0;
  } else {
    return _mm512_movepi64_mask((__m512i)mask) != 0;
  }
#elif defined(PD_SIMD_AVX2)
  return _mm256_movemask_epi8((__m256i)mask) != 0;
#elif defined(PD_SIMD_SSE4)
  return _mm_movemask_epi8((__m128i)mask) != 0;
#else
  Elem<M> all{};
  for (int i = 0; i < kLanes<M>; ++i) all |= mask[i];
  return all != 0;
#endif
}

template <class V>
PD_INLINE V select(IntOf<V> mask, V yes, V no) {
  return mask ? yes : no;
}

template <class V>
inline constexpr Elem<UintOf<V>> kSignBit = Elem<UintOf<V>>{1} << (8 * sizeof(Elem<V>) - 1);

template <class V>
PD_INLINE V abs(V x) {
  return as<V>(as<UintOf<V>>(x) & ~kSignBit<V>);
}

template <class V>
PD_INLINE V copysign(V magnitude, V sign) {
  using U = UintOf<V>;
  return as<V>((as<U>(magnitude) & ~kSignBit<V>) | (as<U>(sign) & kSignBit<V>));
}

template <class V>
PD_INLINE IntOf<V> is_nan(V x) {
  return x != x;
}

// The limits are ordered so that NaN passes through.
template <class V>
PD_INLINE V at_most(V x, Elem<V> limit) {
  return x > limit ? splat<V>(limit) : x;
}
template <class V>
PD_INLINE V at_least(V x, Elem<V> limit) {
  return x < limit ? splat<V>(limit) : x;
}

// NaN in either operand gives NaN.
template <class V>
PD_INLINE V maximum(V x, V y) {
  return is_nan(x) ? x : (x > y ? x : y);
}
template <class V>
PD_INLINE V minimum(V x, V y) {
  return is_nan(x) ? x : (x < y ? x : y);
}

// NaN only where both operands are NaN.
template <class V>
PD_INLINE V fmax(V x, V y) {
  return is_nan(y) ? x : (x > y ? x : y);
}
template <class V>
PD_INLINE V fmin(V x, V y) {
  return is_nan(y) ? x : (x < y ? x : y);
}

// ---- what needs an instruction of its own ----

#if defined(PD_SIMD_AVX512)
#define PD_SIMD_UNARY(name, f32, f64)            \
  PD_INLINE F32 name(F32 x) { return (F32)f32; } \
  PD_INLINE F64 name(F64 x) { return (F64)f64; }
PD_SIMD_UNARY(sqrt, _mm512_sqrt_ps((__m512)x), _mm512_sqrt_pd((__m512d)x))
PD_SIMD_UNARY(floor, _mm512_roundscale_ps((__m512)x, 9), _mm512_roundscale_pd((__m512d)x, 9))
PD_SIMD_UNARY(ceil, _mm512_roundscale_ps((__m512)x, 10), _mm512_roundscale_pd((__m512d)x, 10))
PD_SIMD_UNARY(trunc, _mm512_roundscale_ps((__m512)x, 11), _mm512_roundscale_pd((__m512d)x, 11))
#undef PD_SIMD_UNARY
PD_INLINE F32 fma(F32 a, F32 b, F32 c) {
  return (F32)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}
PD_INLINE F64 fma(F64 a, F64 b, F64 c) {
  return (F64)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
#elif defined(PD_SIMD_AVX2)
#define PD_SIMD_UNARY(name, f32, f64)            \
  PD_INLINE F32 name(F32 x) { return (F32)f32; } \
  PD_INLINE F64 name(F64 x) { return (F64)f64; }
PD_SIMD_UNARY(sqrt, _mm256_sqrt_ps((__m256)x), _mm256_sqrt_pd((__m256d)x))
PD_SIMD_UNARY(floor, _mm256_round_ps((__m256)x, 9), _mm256_round_pd((__m256d)x, 9))
PD_SIMD_UNARY(ceil, _mm256_round_ps((__m256)x, 10), _mm256_round_pd((__m256d)x, 10))
PD_SIMD_UNARY(trunc, _mm256_round_ps((__m256)x, 11), _mm256_round_pd((__m256d)x, 11))
#undef PD_SIMD_UNARY
PD_INLINE F32 fma(F32 a, F32 b, F32 c) {
  return (F32)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
PD_INLINE F64 fma(F64 a, F64 b, F64 c) {
  return (F64)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
#else
#if defined(PD_SIMD_SSE4)
#define PD_SIMD_UNARY(name, f32, f64)            \
  PD_INLINE F32 name(F32 x) { return (F32)f32; } \
  PD_INLINE F64 name(F64 x) { return (F64)f64; }
PD_SIMD_UNARY(sqrt, _mm_sqrt_ps((__m128)x), _mm_sqrt_pd((__m128d)x))
PD_SIMD_UNARY(floor, _mm_round_ps((__m128)x, 9), _mm_round_pd((__m128d)x, 9))
PD_SIMD_UNARY(ceil, _mm_round_ps((__m128)x, 10), _mm_round_pd((__m128d)x, 10))
PD_SIMD_UNARY(trunc, _mm_round_ps((__m128)x, 11), _mm_round_pd((__m128d)x, 11))
#undef PD_SIMD_UNARY
#else
template <class V>
PD_INLINE V sqrt(V x) {
  return per_lane(x, [](Elem<V> e) { return static_cast<Elem<V>>(__builtin_sqrt(e)); });
}
template <class V>
PD_INLINE V floor(V x) {
  return per_lane(x, [](Elem<V> e) { return static_cast<Elem<V>>(__builtin_floor(e)); });
}
template <class V>
PD_INLINE V ceil(V x) {
  return per_lane(x, [](Elem<V> e) { return static_cast<Elem<V>>(__builtin_ceil(e)); });
}
template <class V>
PD_INLINE V trunc(V x) {
  return per_lane(x, [](Elem<V> e) { return static_cast<Elem<V>>(__builtin_trunc(e)); });
}
#endif
// Without the instruction the product is rounded; callers must not need the difference.
template <class V>
PD_INLINE V fma(V a, V b, V c) {
  return a * b + c;
}
#endif

template <class V>
PD_INLINE V fma(V a, V b, Elem<V> c) {
  return fma(a, b, splat<V>(c));
}
template <class V>
PD_INLINE V fma(V a, Elem<V> b, V c) {
  return fma(a, splat<V>(b), c);
}

// Half away from zero: the largest value below one half never carries an exact integer up.
template <class V>
PD_INLINE V round(V x) {
  constexpr Elem<V> kBelowHalf = kIsF32<V> ? 0x1.fffffep-2 : 0x1.fffffffffffffp-2;
  return trunc(x + copysign(splat<V>(kBelowHalf), x));
}

// n / (d + lost) for d in [1, 1e9] and lost below d's last place: nearly correctly rounded.
template <class V>
PD_INLINE V divide_tame(V n, V d, V lost) {
#if defined(PD_SIMD_FMA)
  V r = Elem<V>{1} / d;
#if defined(PD_SIMD_AVX512)
  if constexpr (kIsF32<V>) r = (V)_mm512_rcp14_ps((__m512)d);
#endif
  const V q = n * r;
  return fma(fma(-lost, q, fma(-d, q, n)), r, q);
#else
  return n / (d + lost);
#endif
}

// ---- horizontal ----

template <class V>
PD_INLINE Elem<V> sum_lanes(V v) {
  Elem<V> e[kLanes<V>];
  store<V>(e, v);
  for (int step = kLanes<V> / 2; step > 0; step /= 2) {
    for (int i = 0; i < step; ++i) e[i] += e[i + step];
  }
  return e[0];
}

template <class V, class F>
PD_INLINE Elem<V> fold_lanes(V v, F&& f) {
  Elem<V> r = v[0];
  for (int i = 1; i < kLanes<V>; ++i) r = f(r, v[i]);
  return r;
}

}  // namespace pd::PD_ISA
