// Element-wise arithmetic and functions of complex tensors, compiled once.
#include "kernels/cpu/complex_math.h"

#include <cmath>

#include "kernels/cpu/map.h"

namespace pd::cpu {
namespace {

template <class T>
using Unary = std::complex<T> (*)(const std::complex<T>&);
template <class T>
using ToReal = T (*)(const std::complex<T>&);
template <class T>
using Binary = std::complex<T> (*)(const std::complex<T>&, const std::complex<T>&);

template <class T, class R>
using Function = R (*)(const std::complex<T>&);

template <class T, class R>
void unary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const auto f = *static_cast<const Function<T, R>*>(params);
  const auto* x = static_cast<const std::complex<T>*>(in[0]);
  auto* y = static_cast<R*>(out[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = f(x[i]);
}

template <class T>
void binary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const auto f = *static_cast<const Binary<T>*>(params);
  const auto* x = static_cast<const std::complex<T>*>(in[0]);
  const auto* y = static_cast<const std::complex<T>*>(in[1]);
  auto* z = static_cast<std::complex<T>*>(out[0]);
  for (int64_t i = 0; i < n; ++i) z[i] = f(x[i], y[i]);
}

// exp(z) - 1 without cancellation near zero: W. Kahan, "Branch cuts" (1987).
template <class C>
C expm1(const C& z) {
  using T = typename C::value_type;
  const T half_sine = std::sin(z.imag() / 2);
  const T grown = std::expm1(z.real());
  return C(grown * std::cos(z.imag()) - 2 * half_sine * half_sine,
           std::exp(z.real()) * std::sin(z.imag()));
}

template <class C>
C log1p(const C& z) {
  using T = typename C::value_type;
  const T x = z.real(), y = z.imag();
  if (std::abs(x) > T(0.5) || std::abs(y) > T(0.5)) return std::log(T(1) + z);
  return C(T(0.5) * std::log1p(x * (x + 2) + y * y), std::atan2(y, T(1) + x));
}

template <class C>
C sigmoid(const C& z) {
  using T = typename C::value_type;
  return T(1) / (T(1) + std::exp(-z));
}

template <class C>
C sgn(const C& z) {
  const auto size = std::abs(z);
  return size == 0 ? C(0) : z / size;
}

// The part of the gradient across the direction of x, over |x|.
template <class C>
C sgn_grad(const C& x, const C& grad) {
  const auto size = std::abs(x);
  if (size == 0) return C(0);
  const C direction = x / size;
  return (grad - (grad * std::conj(direction)).real() * direction) / size;
}

template <class C>
C power(const C& x, const C& y) {
  if (y == C(0)) return C(1);
  return x == C(0) ? C(0) : std::pow(x, y);
}

template <class T>
Unary<T> unary_function(ComplexUnary op) {
  using C = std::complex<T>;
  using K = ComplexUnary;
  switch (op) {
    case K::kNegative:
      return [](const C& z) { return -z; };
    case K::kSquare:
      return [](const C& z) { return z * z; };
    case K::kReciprocal:
      return [](const C& z) { return T(1) / z; };
    case K::kSgn:
      return sgn<C>;
    case K::kConj:
      return [](const C& z) { return std::conj(z); };
    case K::kSqrt:
      return [](const C& z) { return std::sqrt(z); };
    case K::kRsqrt:
      return [](const C& z) { return T(1) / std::sqrt(z); };
    case K::kExp:
      return [](const C& z) { return std::exp(z); };
    case K::kExpm1:
      return expm1<C>;
    case K::kLog:
      return [](const C& z) { return std::log(z); };
    case K::kLog2:
      return [](const C& z) { return std::log(z) / T(0.6931471805599453); };
    case K::kLog10:
      return [](const C& z) { return std::log10(z); };
    case K::kLog1p:
      return log1p<C>;
    case K::kSin:
      return [](const C& z) { return std::sin(z); };
    case K::kCos:
      return [](const C& z) { return std::cos(z); };
    case K::kTan:
      return [](const C& z) { return std::tan(z); };
    case K::kAsin:
      return [](const C& z) { return std::asin(z); };
    case K::kAcos:
      return [](const C& z) { return std::acos(z); };
    case K::kAtan:
      return [](const C& z) { return std::atan(z); };
    case K::kSinh:
      return [](const C& z) { return std::sinh(z); };
    case K::kCosh:
      return [](const C& z) { return std::cosh(z); };
    case K::kTanh:
      return [](const C& z) { return std::tanh(z); };
    case K::kAsinh:
      return [](const C& z) { return std::asinh(z); };
    case K::kAcosh:
      return [](const C& z) { return std::acosh(z); };
    case K::kAtanh:
      return [](const C& z) { return std::atanh(z); };
    case K::kSigmoid:
      return sigmoid<C>;
    case K::kSilu:
      return [](const C& z) { return z * sigmoid(z); };
  }
  fail(ErrorKind::kUnimplemented, "no such function of complex tensors");
}

template <class T>
ToReal<T> real_function(ComplexReal op) {
  using C = std::complex<T>;
  switch (op) {
    case ComplexReal::kAbs:
      return [](const C& z) { return std::abs(z); };
    case ComplexReal::kAngle:
      return [](const C& z) { return std::arg(z); };
    case ComplexReal::kReal:
      return [](const C& z) { return z.real(); };
    case ComplexReal::kImag:
      return [](const C& z) { return z.imag(); };
  }
  fail(ErrorKind::kUnimplemented, "no such function of complex tensors");
}

template <class T>
Binary<T> binary_function(ComplexBinary op) {
  using C = std::complex<T>;
  switch (op) {
    case ComplexBinary::kAdd:
      return [](const C& x, const C& y) { return x + y; };
    case ComplexBinary::kSubtract:
      return [](const C& x, const C& y) { return x - y; };
    case ComplexBinary::kMultiply:
      return [](const C& x, const C& y) { return x * y; };
    case ComplexBinary::kDivide:
      return [](const C& x, const C& y) { return x / y; };
    case ComplexBinary::kPow:
      return [](const C& x, const C& y) { return power(x, y); };
    case ComplexBinary::kTanhGrad:
      return [](const C& y, const C& g) { return g * std::conj(T(1) - y * y); };
    case ComplexBinary::kSigmoidGrad:
      return [](const C& y, const C& g) { return g * std::conj(y * (T(1) - y)); };
    case ComplexBinary::kSgnGrad:
      return [](const C& x, const C& g) { return sgn_grad(x, g); };
  }
  fail(ErrorKind::kUnimplemented, "no such function of complex tensors");
}

template <class T>
void pow_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const auto exponent = *static_cast<const std::complex<T>*>(params);
  const auto* x = static_cast<const std::complex<T>*>(in[0]);
  auto* y = static_cast<std::complex<T>*>(out[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = power(x[i], exponent);
}

template <class T>
struct Scaling {
  std::complex<T> scale, bias;
  bool bias_after_scale;
};

template <class T>
void scale_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const auto& s = *static_cast<const Scaling<T>*>(params);
  const auto* x = static_cast<const std::complex<T>*>(in[0]);
  auto* y = static_cast<std::complex<T>*>(out[0]);
  for (int64_t i = 0; i < n; ++i) {
    y[i] = s.bias_after_scale ? x[i] * s.scale + s.bias : (x[i] + s.bias) * s.scale;
  }
}

template <class F>
void visit_part(DType dtype, F&& f) {
  visit_dtype<kComplexMask>(dtype, [&](auto tag) {
    using C = typename decltype(tag)::type;
    f(Type<typename C::value_type>{});
  });
}

MapSpec spec_of(Span span, const void* params) { return {span, nullptr, params, kCostlyGrain}; }

}  // namespace

void complex_unary(ComplexUnary op, const TensorImpl& x, TensorImpl& out) {
  visit_part(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Unary<T> f = unary_function<T>(op);
    map(spec_of(unary_span<T, std::complex<T>>, &f), {&x}, {&out});
  });
}

void complex_to_real(ComplexReal op, const TensorImpl& x, TensorImpl& out) {
  visit_part(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const ToReal<T> f = real_function<T>(op);
    map(spec_of(unary_span<T, T>, &f), {&x}, {&out});
  });
}

void complex_binary(ComplexBinary op, const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  visit_part(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Binary<T> f = binary_function<T>(op);
    map(spec_of(binary_span<T>, &f), {&x, &y}, {&out});
  });
}

void complex_pow(const TensorImpl& x, complex128 exponent, TensorImpl& out) {
  visit_part(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const std::complex<T> e(exponent);
    map(spec_of(pow_span<T>, &e), {&x}, {&out});
  });
}

void complex_scale(const TensorImpl& x, complex128 scale, complex128 bias, bool bias_after_scale,
                   TensorImpl& out) {
  visit_part(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Scaling<T> s{std::complex<T>(scale), std::complex<T>(bias), bias_after_scale};
    map(spec_of(scale_span<T>, &s), {&x}, {&out});
  });
}

}  // namespace pd::cpu
