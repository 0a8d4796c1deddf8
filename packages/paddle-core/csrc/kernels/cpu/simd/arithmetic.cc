// Element-wise arithmetic of two or more tensors.
#include "kernels/cpu/complex_math.h"
#include "kernels/cpu/integer_math.h"
#include "kernels/cpu/simd/loops.h"
#include "kernels/cpu/simd/vspecial.h"
#include "kernels/cpu/simd/vtrig.h"
#include "kernels_elementwise.h"

namespace pd::PD_ISA {
namespace {

constexpr DTypeMask kNumberMask = kIntMask | kFloatMask;
constexpr int64_t kCheap = 1 << 15;

// Signed overflow wraps: sums and products of integers are computed without a sign.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

template <class T>
struct Add {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    using U = Vec<Wrapping<T>>;
    return as<Vec<T>>(as<U>(x) + as<U>(y));
  }
};
template <class T>
struct Subtract {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    using U = Vec<Wrapping<T>>;
    return as<Vec<T>>(as<U>(x) - as<U>(y));
  }
};
template <class T>
struct Multiply {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    using U = Vec<Wrapping<T>>;
    return as<Vec<T>>(as<U>(x) * as<U>(y));
  }
};
template <class T>
struct Divide {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const { return x / y; }
};

template <class T>
struct Maximum {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      return x > y ? x : y;
    } else {
      return PD_ISA::maximum(x, y);
    }
  }
};
template <class T>
struct Minimum {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      return x < y ? x : y;
    } else {
      return PD_ISA::minimum(x, y);
    }
  }
};
template <class T>
struct Fmax {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      return x > y ? x : y;
    } else {
      return PD_ISA::fmax(x, y);
    }
  }
};
template <class T>
struct Fmin {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      return x < y ? x : y;
    } else {
      return PD_ISA::fmin(x, y);
    }
  }
};

// The remainder is exact, so the quotient is mended where rounding carried it over an integer.
template <class T>
T python_remainder(T x, T y) {
  const T rest = std::fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

template <class T>
struct Remainder {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    return per_lane(x, y, [](T a, T b) { return python_remainder(a, b); });
  }
};

template <class T>
struct FloorDivide {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    return per_lane(x, y, [](T a, T b) {
      if (b == 0) return a / b;
      const T quotient = (a - python_remainder(a, b)) / b;
      return std::floor(quotient) + (quotient - std::floor(quotient) > T(0.5) ? T(1) : T(0));
    });
  }
};

template <class T>
struct Power {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const { return PD_ISA::pow(x, y); }
};

template <class T>
struct PowerTo {
  T exponent;
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return PD_ISA::pow(x, splat<Vec<T>>(exponent)); }
};
template <class T>
struct Square {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x * x; }
};
template <class T>
struct Cube {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x * x * x; }
};
template <class T>
struct Reciprocal {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return T(1) / x; }
};
template <class T>
struct Identity {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x; }
};
template <class T>
struct One {
  PD_INLINE Vec<T> operator()(Vec<T>) const { return splat<Vec<T>>(1); }
};

template <class T>
struct Heaviside {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    return x == T(0) ? y : (x > T(0) ? splat<Vec<T>>(1) : Vec<T>{});
  }
};
template <class T>
struct Atan2 {
  PD_INLINE Vec<T> operator()(Vec<T> y, Vec<T> x) const { return PD_ISA::atan2(y, x); }
};
template <class T>
struct Hypot {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    return per_lane(x, y, [](T a, T b) { return std::hypot(a, b); });
  }
};
template <class T>
struct NextAfter {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const {
    return per_lane(x, y, [](T a, T b) { return std::nextafter(a, b); });
  }
};
template <class T>
struct Lerp {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y, Vec<T> w) const { return x + w * (y - x); }
};

template <class T>
struct ScaleThenAdd {
  T scale, bias;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    using W = Wrapping<T>;
    using U = Vec<W>;
    return as<Vec<T>>(as<U>(x) * static_cast<W>(scale) + static_cast<W>(bias));
  }
};
template <class T>
struct AddThenScale {
  T scale, bias;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    using W = Wrapping<T>;
    using U = Vec<W>;
    return as<Vec<T>>((as<U>(x) + static_cast<W>(bias)) * static_cast<W>(scale));
  }
};

// NaN passes through.
template <class T>
struct Clip {
  T low, high;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    const Vec<T> above = x < low ? splat<Vec<T>>(low) : x;
    return above > high ? splat<Vec<T>>(high) : above;
  }
};
template <class T>
struct ClipGrad {
  T low, high;
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    return (x > low) & (x < high) ? upstream : Vec<T>{};
  }
};

template <class T>
T limit_of(const std::optional<Scalar>& limit, T none) {
  return limit ? limit->to<T>() : none;
}

template <class T>
inline constexpr T kLowest =
    std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                         : std::numeric_limits<T>::lowest();
template <class T>
inline constexpr T kHighest =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                         : std::numeric_limits<T>::max();

// Truth values: a product is "and", a sum is "or".
template <class T>
struct ScaleTruth {
  T scale, bias;
  bool bias_after_scale;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    return bias_after_scale ? (x & scale) | bias : (x | bias) & scale;
  }
};

}  // namespace

void add(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_binary(cpu::ComplexBinary::kAdd, x, y, out);
  map_binary<kNumberMask, Add>(x, y, out, kCheap);
}

void subtract(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_binary(cpu::ComplexBinary::kSubtract, x, y, out);
  map_binary<kNumberMask, Subtract>(x, y, out, kCheap);
}

void multiply(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_binary(cpu::ComplexBinary::kMultiply, x, y, out);
  map_binary<kBoolMask | kNumberMask, Multiply>(x, y, out, kCheap);
}

void divide(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_binary(cpu::ComplexBinary::kDivide, x, y, out);
  if (is_integer(x.dtype())) return cpu::integer_binary(cpu::IntegerBinary::kDivide, x, y, out);
  map_binary<kFloatMask, Divide>(x, y, out, kCheap);
}

void floor_divide(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_integer(x.dtype())) {
    return cpu::integer_binary(cpu::IntegerBinary::kFloorDivide, x, y, out);
  }
  map_binary<kFloatMask, FloorDivide>(x, y, out, cpu::kCostlyGrain);
}

void remainder(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_integer(x.dtype())) return cpu::integer_binary(cpu::IntegerBinary::kRemainder, x, y, out);
  map_binary<kFloatMask, Remainder>(x, y, out, cpu::kCostlyGrain);
}

void elementwise_pow(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_binary(cpu::ComplexBinary::kPow, x, y, out);
  if (is_integer(x.dtype())) return cpu::integer_binary(cpu::IntegerBinary::kPow, x, y, out);
  map_binary<kFloatMask, Power>(x, y, out, cpu::kCostlyGrain);
}

void pow(const TensorImpl& x, Scalar y, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_pow(x, y.to<complex128>(), out);
  if (is_integer(x.dtype())) return cpu::integer_pow(x, y.to<int64_t>(), out);
  const double exponent = y.to<double>();
  if (exponent == 0) return map_unary<kFloatMask, One>(x, out, kCheap);
  if (exponent == 1) return map_unary<kFloatMask, Identity>(x, out, kCheap);
  if (exponent == 2) return map_unary<kFloatMask, Square>(x, out, kCheap);
  if (exponent == 3) return map_unary<kFloatMask, Cube>(x, out, kCheap);
  if (exponent == -1) return map_unary<kFloatMask, Reciprocal>(x, out, kCheap);
  map_unary<kFloatMask, PowerTo>(x, out, cpu::kCostlyGrain, exponent);
}

void maximum(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kNumberMask, Maximum>(x, y, out, kCheap);
}

void minimum(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kNumberMask, Minimum>(x, y, out, kCheap);
}

void fmax(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kNumberMask, Fmax>(x, y, out, kCheap);
}

void fmin(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kNumberMask, Fmin>(x, y, out, kCheap);
}

void heaviside(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kNumberMask, Heaviside>(x, y, out, kCheap);
}

void atan2(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kFloatMask, Atan2>(x, y, out, cpu::kCostlyGrain);
}

void hypot(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kFloatMask, Hypot>(x, y, out, cpu::kCostlyGrain);
}

void nextafter(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<mask_of(DType::kFloat32) | mask_of(DType::kFloat64), NextAfter>(x, y, out,
                                                                             cpu::kCostlyGrain);
}

void lerp(const TensorImpl& x, const TensorImpl& y, const TensorImpl& weight, TensorImpl& out) {
  map_ternary<kFloatMask, Lerp>(x, y, weight, out, kCheap);
}

void scale(const TensorImpl& x, Scalar scale, Scalar bias, bool bias_after_scale, TensorImpl& out) {
  if (is_complex(x.dtype())) {
    return cpu::complex_scale(x, scale.to<complex128>(), bias.to<complex128>(), bias_after_scale,
                              out);
  }
  visit_compute<kBoolMask | kNumberMask>(x.dtype(), [&](auto tag) {
    using Type = typename decltype(tag)::type;
    using T = Stored<Type>;
    if constexpr (std::is_same_v<Type, bool>) {
      const ScaleTruth<T> f{scale.to<bool>(), bias.to<bool>(), bias_after_scale};
      cpu::map(spec_of(unary_span<T, ScaleTruth<T>>, &f, kCheap), {&x}, {&out});
    } else if (bias_after_scale) {
      const ScaleThenAdd<T> f{scale.to<T>(), bias.to<T>()};
      cpu::map(unary_spec<T>(f, kCheap), {&x}, {&out});
    } else {
      const AddThenScale<T> f{scale.to<T>(), bias.to<T>()};
      cpu::map(spec_of(unary_span<T, AddThenScale<T>>, &f, kCheap), {&x}, {&out});
    }
  });
}

void clip(const TensorImpl& x, std::optional<Scalar> min, std::optional<Scalar> max,
          TensorImpl& out) {
  visit_compute<kNumberMask>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Clip<T> f{limit_of(min, kLowest<T>), limit_of(max, kHighest<T>)};
    cpu::map(unary_spec<T>(f, kCheap), {&x}, {&out});
  });
}

void clip_grad(const TensorImpl& x, const TensorImpl& upstream, std::optional<Scalar> min,
               std::optional<Scalar> max, TensorImpl& out) {
  visit_compute<kFloatMask>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const ClipGrad<T> f{limit_of(min, kLowest<T>), limit_of(max, kHighest<T>)};
    cpu::map(spec_of(binary_span<T, ClipGrad<T>>, &f, kCheap), {&x, &upstream}, {&out});
  });
}

}  // namespace pd::PD_ISA
