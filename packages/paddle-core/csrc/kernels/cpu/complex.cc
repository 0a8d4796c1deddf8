// Parts, conjugates and angles of complex tensors.
#include <cmath>

#include "kernels/cpu/complex_math.h"
#include "kernels/cpu/integer_math.h"
#include "kernels/cpu/map.h"
#include "kernels_elementwise.h"
#include "kernels_unary.h"

namespace pd::cpu {
namespace {

// pi where x is negative; NaN stays NaN.
template <class T>
void real_angle_span(const void* const* in, void* const* out, int64_t n, const void*) {
  const T* x = static_cast<const T*>(in[0]);
  T* y = static_cast<T*>(out[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] < 0 ? T(3.141592653589793) : x[i] * T(0);
}

// The gradient of atan2(im, re): (-im, re) / |z|^2, and 0 at the origin.
template <class T>
void angle_grad_span(const void* const* in, void* const* out, int64_t n, const void*) {
  const auto* x = static_cast<const std::complex<T>*>(in[0]);
  const T* upstream = static_cast<const T*>(in[1]);
  auto* y = static_cast<std::complex<T>*>(out[0]);
  for (int64_t i = 0; i < n; ++i) {
    const T size = std::norm(x[i]);
    const T g = size == 0 ? T(0) : upstream[i] / size;
    y[i] = {-x[i].imag() * g, x[i].real() * g};
  }
}

MapSpec spec_of(Span span) { return {span, nullptr, nullptr, kCostlyGrain}; }

}  // namespace

void conj(const TensorImpl& x, TensorImpl& out) {
  if (!is_complex(x.dtype())) return copy_elements(x, out);
  complex_unary(ComplexUnary::kConj, x, out);
}

void real(const TensorImpl& x, TensorImpl& out) { complex_to_real(ComplexReal::kReal, x, out); }
void imag(const TensorImpl& x, TensorImpl& out) { complex_to_real(ComplexReal::kImag, x, out); }

void angle(const TensorImpl& x, TensorImpl& out) {
  if (is_complex(x.dtype())) return complex_to_real(ComplexReal::kAngle, x, out);
  const bool wide = x.dtype() == DType::kFloat64;
  map(spec_of(wide ? real_angle_span<double> : real_angle_span<float>), {&x}, {&out});
}

void angle_grad(const TensorImpl& x, const TensorImpl& upstream, TensorImpl& out) {
  if (!is_complex(x.dtype())) return fill(out, 0);
  const bool wide = x.dtype() == DType::kComplex128;
  map(spec_of(wide ? angle_grad_span<double> : angle_grad_span<float>), {&x, &upstream}, {&out});
}

void sgn_grad(const TensorImpl& x, const TensorImpl& upstream, TensorImpl& out) {
  if (!is_complex(x.dtype())) return fill(out, 0);
  complex_binary(ComplexBinary::kSgnGrad, x, upstream, out);
}

void gcd(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  integer_binary(IntegerBinary::kGcd, x, y, out);
}
void lcm(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  integer_binary(IntegerBinary::kLcm, x, y, out);
}

}  // namespace pd::cpu
