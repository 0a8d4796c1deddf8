// Element types: their numbers, sizes, names and C++ types.
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <type_traits>

#include "runtime/error.h"

namespace pd {

enum class DType : uint8_t {
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kComplex64,
  kComplex128,
};
inline constexpr int kNumDTypes = 12;

using DTypeMask = uint16_t;
constexpr DTypeMask mask_of(DType dtype) { return DTypeMask(1u << static_cast<int>(dtype)); }
inline constexpr DTypeMask kBoolMask = mask_of(DType::kBool);
inline constexpr DTypeMask kIntMask = mask_of(DType::kUInt8) | mask_of(DType::kInt8) |
                                      mask_of(DType::kInt16) | mask_of(DType::kInt32) |
                                      mask_of(DType::kInt64);
inline constexpr DTypeMask kHalfMask = mask_of(DType::kFloat16) | mask_of(DType::kBFloat16);
inline constexpr DTypeMask kFloatMask =
    kHalfMask | mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
inline constexpr DTypeMask kComplexMask = mask_of(DType::kComplex64) | mask_of(DType::kComplex128);
inline constexpr DTypeMask kAllMask = kBoolMask | kIntMask | kFloatMask | kComplexMask;

constexpr bool in_mask(DType dtype, DTypeMask mask) { return (mask & mask_of(dtype)) != 0; }
constexpr bool is_integer(DType dtype) { return in_mask(dtype, kIntMask); }
constexpr bool is_float(DType dtype) { return in_mask(dtype, kFloatMask); }
constexpr bool is_complex(DType dtype) { return in_mask(dtype, kComplexMask); }
constexpr bool is_differentiable(DType dtype) { return in_mask(dtype, kFloatMask | kComplexMask); }

constexpr int64_t size_of(DType dtype) {
  constexpr int64_t kSizes[] = {1, 1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return kSizes[static_cast<int>(dtype)];
}
constexpr const char* name_of(DType dtype) {
  constexpr const char* kNames[] = {"bool",    "uint8",   "int8",      "int16",
                                    "int32",   "int64",   "float16",   "bfloat16",
                                    "float32", "float64", "complex64", "complex128"};
  return kNames[static_cast<int>(dtype)];
}
inline std::ostream& operator<<(std::ostream& out, DType dtype) { return out << name_of(dtype); }

// The real type of a complex type and the reverse; other types are their own.
constexpr DType real_of(DType dtype) {
  if (dtype == DType::kComplex64) return DType::kFloat32;
  return dtype == DType::kComplex128 ? DType::kFloat64 : dtype;
}
constexpr DType complex_of(DType dtype) {
  if (is_complex(dtype)) return dtype;
  return dtype == DType::kFloat64 ? DType::kComplex128 : DType::kComplex64;
}

// IEEE binary16; converts by rounding to nearest even.
struct float16 {
  uint16_t bits = 0;
  float16() = default;
  explicit float16(float value);
  explicit operator float() const;
};

// The upper half of a binary32; converts by rounding to nearest even.
struct bfloat16 {
  uint16_t bits = 0;
  bfloat16() = default;
  explicit bfloat16(float value) {
    uint32_t word = std::bit_cast<uint32_t>(value);
    const bool is_nan = (word & 0x7fffffffu) > 0x7f800000u;
    bits = is_nan ? uint16_t((word >> 16) | 0x40u)
                  : uint16_t((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(uint32_t(bits) << 16); }
};

inline float16::operator float() const {
  const uint32_t sign = uint32_t(bits & 0x8000u) << 16;
  const uint32_t magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) {  // infinity or NaN
    return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  }
  if (magnitude >= 0x400u) return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
  const float subnormal = float(magnitude) * 0x1p-24f;
  return sign ? -subnormal : subnormal;
}

inline float16::float16(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (word >> 16) & 0x8000u;
  const uint32_t magnitude = word & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {
    bits = uint16_t(sign | 0x7e00u);
  } else if (magnitude >= 0x477ff000u) {  // rounds to infinity
    bits = uint16_t(sign | 0x7c00u);
  } else if (magnitude >= 0x38800000u) {
    bits = uint16_t(sign | ((magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13));
  } else {  // subnormal: let the float adder round at 2^-24
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    bits = uint16_t(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
}

using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

template <class T>
inline constexpr bool is_complex_v = std::is_same_v<T, complex64> || std::is_same_v<T, complex128>;
template <class T>
inline constexpr bool is_half_v = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
struct dtype_of;
#define PD_DTYPE_OF(TYPE, VALUE)                 \
  template <>                                    \
  struct dtype_of<TYPE> {                        \
    static constexpr DType value = DType::VALUE; \
  };
PD_DTYPE_OF(bool, kBool)
PD_DTYPE_OF(uint8_t, kUInt8)
PD_DTYPE_OF(int8_t, kInt8)
PD_DTYPE_OF(int16_t, kInt16)
PD_DTYPE_OF(int32_t, kInt32)
PD_DTYPE_OF(int64_t, kInt64)
PD_DTYPE_OF(float16, kFloat16)
PD_DTYPE_OF(bfloat16, kBFloat16)
PD_DTYPE_OF(float, kFloat32)
PD_DTYPE_OF(double, kFloat64)
PD_DTYPE_OF(complex64, kComplex64)
PD_DTYPE_OF(complex128, kComplex128)
#undef PD_DTYPE_OF
template <class T>
inline constexpr DType dtype_of_v = dtype_of<T>::value;

template <class T>
struct Type {
  using type = T;
};

// Calls f(Type<T>{}) with the C++ type of `dtype`; only the types in `Mask` are instantiated.
template <DTypeMask Mask, class F>
decltype(auto) visit_dtype(DType dtype, F&& f) {
#define PD_VISIT(TYPE)                                                     \
  case dtype_of_v<TYPE>:                                                   \
    if constexpr (in_mask(dtype_of_v<TYPE>, Mask)) return f(Type<TYPE>{}); \
    break;
  switch (dtype) {
    PD_VISIT(bool)
    PD_VISIT(uint8_t)
    PD_VISIT(int8_t)
    PD_VISIT(int16_t)
    PD_VISIT(int32_t)
    PD_VISIT(int64_t)
    PD_VISIT(float16)
    PD_VISIT(bfloat16)
    PD_VISIT(float)
    PD_VISIT(double)
    PD_VISIT(complex64)
    PD_VISIT(complex128)
  }
#undef PD_VISIT
  fail(ErrorKind::kUnimplemented, "data type ", dtype, " is not supported here");
}

}  // namespace pd
