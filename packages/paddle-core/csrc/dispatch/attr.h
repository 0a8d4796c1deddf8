// Attributes of operators: everything an operator takes that is not a tensor.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tensor/dims.h"
#include "tensor/dtype.h"
#include "tensor/place.h"

namespace pd {

// A Python number: bool, int, float or complex.
class Scalar {
 public:
  Scalar(bool value) : value_(value) {}
  Scalar(int value) : value_(static_cast<int64_t>(value)) {}
  Scalar(int64_t value) : value_(value) {}
  Scalar(double value) : value_(value) {}
  Scalar(std::complex<double> value) : value_(value) {}

  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_int() const { return std::holds_alternative<int64_t>(value_); }
  bool is_float() const { return std::holds_alternative<double>(value_); }
  bool is_complex() const { return std::holds_alternative<std::complex<double>>(value_); }

  // The number as a T; the imaginary part and the fraction are dropped, out-of-range floats
  // saturate.
  template <class T>
  T to() const;
  const auto& value() const { return value_; }
  friend bool operator==(const Scalar&, const Scalar&) = default;

 private:
  std::variant<bool, int64_t, double, std::complex<double>> value_;
};

using Attr = std::variant<std::monostate, bool, int64_t, double, std::complex<double>, DType, Place,
                          Dims, std::vector<double>, std::string>;

// A saturating conversion that is defined for every input (NaN becomes 0).
template <class T>
T saturate_cast(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (value != value) return T(0);
    constexpr double lowest = static_cast<double>(std::numeric_limits<T>::lowest());
    constexpr double highest = static_cast<double>(std::numeric_limits<T>::max());
    if (value <= lowest) return std::numeric_limits<T>::lowest();
    if (value >= highest) return std::numeric_limits<T>::max();
    return static_cast<T>(value);
  }
}

template <class T>
T Scalar::to() const {
  return std::visit(
      [](auto v) -> T {
        using V = decltype(v);
        if constexpr (is_complex_v<T>) {
          using R = typename T::value_type;
          if constexpr (std::is_same_v<V, std::complex<double>>) {
            return T(static_cast<R>(v.real()), static_cast<R>(v.imag()));
          } else {
            return T(static_cast<R>(v), R(0));
          }
        } else if constexpr (std::is_same_v<V, std::complex<double>>) {
          return Scalar(v.real()).to<T>();
        } else if constexpr (std::is_same_v<T, bool>) {
          return v != V(0);
        } else if constexpr (is_half_v<T>) {
          return T(static_cast<float>(v));
        } else if constexpr (std::is_same_v<V, double>) {
          return saturate_cast<T>(v);
        } else {
          return static_cast<T>(v);
        }
      },
      value_);
}

}  // namespace pd
