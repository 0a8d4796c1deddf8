// Integer operations that need care: division by zero and overflow. Compiled once.
#include "kernels/cpu/integer_math.h"

#include "kernels/cpu/map.h"

namespace pd::cpu {
namespace {

template <class T>
using Wrapped = std::make_unsigned_t<T>;

// Arithmetic modulo 2^bits, never undefined.
template <class T>
T multiply(T x, T y) {
  return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}
template <class T>
T negate(T x) {
  return static_cast<T>(Wrapped<T>(0) - static_cast<Wrapped<T>>(x));
}

template <class T>
void require_nonzero(T y) {
  require(y != 0, "integer division by zero; y must not contain 0");
}

template <class T>
constexpr bool is_minus_one(T y) {
  return std::is_signed_v<T> && y == static_cast<T>(-1);
}

// Toward zero. The lowest value over -1 wraps.
template <class T>
T divide(T x, T y) {
  require_nonzero(y);
  return is_minus_one(y) ? negate(x) : static_cast<T>(x / y);
}

template <class T>
T floor_divide(T x, T y) {
  require_nonzero(y);
  if (is_minus_one(y)) return negate(x);
  const T quotient = static_cast<T>(x / y);
  const bool exact = static_cast<T>(quotient * y) == x;
  return static_cast<T>(quotient - T((x < 0) != (y < 0) && !exact));
}

// The sign of y.
template <class T>
T remainder(T x, T y) {
  require_nonzero(y);
  if (is_minus_one(y)) return 0;
  const T rest = static_cast<T>(x % y);
  return rest != 0 && (rest < 0) != (y < 0) ? static_cast<T>(rest + y) : rest;
}

// A negative exponent gives the truncated reciprocal power.
template <class T>
T power(T x, int64_t exponent) {
  if (exponent < 0) {
    if (x == 1) return 1;
    if (is_minus_one(x)) return exponent % 2 == 0 ? T(1) : x;
    return 0;
  }
  T result = 1;
  for (T base = x; exponent > 0; exponent >>= 1, base = multiply(base, base)) {
    if (exponent & 1) result = multiply(result, base);
  }
  return result;
}

template <class T>
Wrapped<T> magnitude(T x) {
  return static_cast<Wrapped<T>>(x < 0 ? negate(x) : x);
}

template <class T>
T gcd(T x, T y) {
  Wrapped<T> a = magnitude(x), b = magnitude(y);
  while (b != 0) {
    const Wrapped<T> rest = static_cast<Wrapped<T>>(a % b);
    a = b;
    b = rest;
  }
  return static_cast<T>(a);
}

template <class T>
T lcm(T x, T y) {
  const Wrapped<T> common = static_cast<Wrapped<T>>(gcd(x, y));
  if (common == 0) return 0;
  return static_cast<T>(multiply<uint64_t>(magnitude(x) / common, magnitude(y)));
}

template <class T>
using Function = T (*)(T, T);

template <class T>
Function<T> function_of(IntegerBinary op) {
  switch (op) {
    case IntegerBinary::kDivide:
      return divide<T>;
    case IntegerBinary::kFloorDivide:
      return floor_divide<T>;
    case IntegerBinary::kRemainder:
      return remainder<T>;
    case IntegerBinary::kPow:
      return [](T x, T y) { return power(x, static_cast<int64_t>(y)); };
    case IntegerBinary::kGcd:
      return gcd<T>;
    case IntegerBinary::kLcm:
      return lcm<T>;
  }
  fail(ErrorKind::kUnimplemented, "no such function of integers");
}

template <class T>
void binary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const auto f = *static_cast<const Function<T>*>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  T* z = static_cast<T*>(out[0]);
  for (int64_t i = 0; i < n; ++i) z[i] = f(x[i], y[i]);
}

template <class T>
void pow_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const int64_t exponent = *static_cast<const int64_t*>(params);
  const T* x = static_cast<const T*>(in[0]);
  T* y = static_cast<T*>(out[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = power(x[i], exponent);
}

}  // namespace

void integer_binary(IntegerBinary op, const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  visit_dtype<kIntMask>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Function<T> f = function_of<T>(op);
    map({binary_span<T>, nullptr, &f, kCostlyGrain}, {&x, &y}, {&out});
  });
}

void integer_pow(const TensorImpl& x, int64_t exponent, TensorImpl& out) {
  visit_dtype<kIntMask>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    map({pow_span<T>, nullptr, &exponent, kCostlyGrain}, {&x}, {&out});
  });
}

}  // namespace pd::cpu
