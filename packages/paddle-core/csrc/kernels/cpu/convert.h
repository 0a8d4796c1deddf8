// Conversion of runs of elements from one data type to another.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "tensor/dtype.h"

namespace pd::cpu {

// A conversion that is defined for every value: what an integer cannot hold becomes the lowest
// value of the 32- or 64-bit integer that x86 converts through, and narrower integers take its low
// bits.
template <class To, class From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (is_complex_v<From> && is_complex_v<To>) {
    using Real = typename To::value_type;
    return To(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
  } else if constexpr (is_complex_v<From> && std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (is_complex_v<From>) {
    return convert<To>(value.real());
  } else if constexpr (is_complex_v<To>) {
    using Real = typename To::value_type;
    return To(convert<Real>(value), Real(0));
  } else if constexpr (is_half_v<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (is_half_v<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Wide = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
    constexpr Wide lowest = std::numeric_limits<Wide>::lowest();
    const bool fits = value >= static_cast<From>(lowest) && value < -static_cast<From>(lowest);
    return static_cast<To>(fits ? static_cast<Wide>(value) : lowest);
  } else {
    return static_cast<To>(value);
  }
}

// Converts `count` elements; strides count elements.
using ConvertRun = void (*)(const void* from, int64_t from_stride, void* to, int64_t to_stride,
                            int64_t count);
ConvertRun conversion(DType from, DType to);

}  // namespace pd::cpu
