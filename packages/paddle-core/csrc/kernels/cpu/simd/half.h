// Conversions between float16, bfloat16 and float32, over whole spans.
#pragma once

#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

PD_INLINE float f16_to_f32(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
  // Shifted into place the exponent is 112 too small; the product mends it, denormals included.
  const float scaled =
      __builtin_bit_cast(float, static_cast<uint32_t>(h & 0x7fffu) << 13) * 0x1p112f;
  uint32_t bits = __builtin_bit_cast(uint32_t, scaled);
  if (scaled >= 65536.0f) bits |= 0x7f800000u;
  return __builtin_bit_cast(float, bits | sign);
}

PD_INLINE uint16_t f32_to_f16(float x) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, x);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
  if (magnitude < 0x38800000u) {
    // A denormal counts units of 2^-24: adding 0.5 leaves that count in the low bits, rounded.
    const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (__builtin_bit_cast(uint32_t, shifted) - 0x3f000000u));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

PD_INLINE float bf16_to_f32(uint16_t h) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(h) << 16);
}

PD_INLINE uint16_t f32_to_bf16(float x) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, x);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return static_cast<uint16_t>(x == x ? rounded : (bits >> 16) | 0x40u);
}

inline void f16_to_f32(const uint16_t* x, float* y, int64_t n) {
  int64_t i = 0;
#if defined(PD_SIMD_AVX512)
  for (; i + 16 <= n; i += 16) {
    const __m256i h = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + i));
    _mm512_storeu_ps(y + i, _mm512_cvtph_ps(h));
  }
#elif defined(PD_SIMD_AVX2)
  for (; i + 8 <= n; i += 8) {
    const __m128i h = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
    _mm256_storeu_ps(y + i, _mm256_cvtph_ps(h));
  }
#endif
  for (; i < n; ++i) y[i] = f16_to_f32(x[i]);
}

inline void f32_to_f16(const float* x, uint16_t* y, int64_t n) {
  int64_t i = 0;
#if defined(PD_SIMD_AVX512)
  for (; i + 16 <= n; i += 16) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(y + i),
                        _mm512_cvtps_ph(_mm512_loadu_ps(x + i), 0));
  }
#elif defined(PD_SIMD_AVX2)
  for (; i + 8 <= n; i += 8) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i), _mm256_cvtps_ph(_mm256_loadu_ps(x + i), 0));
  }
#endif
  for (; i < n; ++i) y[i] = f32_to_f16(x[i]);
}

inline void bf16_to_f32(const uint16_t* x, float* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = bf16_to_f32(x[i]);
}

inline void f32_to_bf16(const float* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = f32_to_bf16(x[i]);
}

}  // namespace pd::PD_ISA
