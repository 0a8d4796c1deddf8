// Element-wise functions of one tensor.
#include "kernels/cpu/complex_math.h"
#include "kernels/cpu/simd/loops.h"
#include "kernels/cpu/simd/vmath.h"
#include "kernels/cpu/simd/vspecial.h"
#include "kernels/cpu/simd/vtrig.h"
#include "kernels_unary.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kCheap = 1 << 15;

Tensor as_float32(const TensorImpl& x) {
  Tensor converted = Tensor::empty(x.shape(), DType::kFloat32, x.place());
  copy_elements(x, *converted);
  return converted;
}

// A float function that also takes complex numbers, and integers by way of float32.
template <template <class> class F>
void map_float(const TensorImpl& x, TensorImpl& out, cpu::ComplexUnary complex_op, int64_t grain) {
  if (is_complex(x.dtype())) return cpu::complex_unary(complex_op, x, out);
  if (is_integer(x.dtype())) {
    return map_unary<mask_of(DType::kFloat32), F>(*as_float32(x), out, grain);
  }
  map_unary<kFloatMask, F>(x, out, grain);
}

#define PD_FUNCTOR(Functor, expression)                                \
  template <class T>                                                   \
  struct Functor {                                                     \
    PD_INLINE Vec<T> operator()(Vec<T> x) const { return expression; } \
  };

PD_FUNCTOR(Exp, PD_ISA::exp(x))
PD_FUNCTOR(Expm1, PD_ISA::expm1(x))
PD_FUNCTOR(Log, PD_ISA::log(x))
PD_FUNCTOR(Log2, PD_ISA::log2(x))
PD_FUNCTOR(Log10, PD_ISA::log10(x))
PD_FUNCTOR(Log1p, PD_ISA::log1p(x))
PD_FUNCTOR(Sqrt, PD_ISA::sqrt(x))
PD_FUNCTOR(Rsqrt, PD_ISA::rsqrt(x))
PD_FUNCTOR(Square, x* x)
PD_FUNCTOR(Reciprocal, T(1) / x)
PD_FUNCTOR(Sin, PD_ISA::sin(x))
PD_FUNCTOR(Cos, PD_ISA::cos(x))
PD_FUNCTOR(Tan, PD_ISA::tan(x))
PD_FUNCTOR(Asin, PD_ISA::asin(x))
PD_FUNCTOR(Acos, PD_ISA::acos(x))
PD_FUNCTOR(Atan, PD_ISA::atan(x))
PD_FUNCTOR(Sinh, PD_ISA::sinh(x))
PD_FUNCTOR(Cosh, PD_ISA::cosh(x))
PD_FUNCTOR(Tanh, PD_ISA::tanh(x))
PD_FUNCTOR(Asinh, PD_ISA::asinh(x))
PD_FUNCTOR(Acosh, PD_ISA::acosh(x))
PD_FUNCTOR(Atanh, PD_ISA::atanh(x))
PD_FUNCTOR(Erf, PD_ISA::erf(x))
PD_FUNCTOR(Erfinv, PD_ISA::erfinv(x))
PD_FUNCTOR(Floor, PD_ISA::floor(x))
PD_FUNCTOR(Ceil, PD_ISA::ceil(x))
PD_FUNCTOR(Round, PD_ISA::round(x))
#undef PD_FUNCTOR

template <class T>
struct Trunc {
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else {
      return PD_ISA::trunc(x);
    }
  }
};

template <class T>
struct Abs {
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    if constexpr (std::is_unsigned_v<T>) {
      return x;
    } else if constexpr (std::is_integral_v<T>) {
      return x < 0 ? -x : x;
    } else {
      return PD_ISA::abs(x);
    }
  }
};

// NaN stays NaN.
template <class T>
struct Sign {
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    const Vec<T> one = splat<Vec<T>>(1);
    if constexpr (std::is_unsigned_v<T>) {
      return x > 0 ? one : x;
    } else {
      const Vec<T> zero = x * T(0);
      return x > T(0) ? one : (x < T(0) ? -one : zero);
    }
  }
};

template <class T>
struct TanhGrad {
  PD_INLINE Vec<T> operator()(Vec<T> y, Vec<T> upstream) const {
    return upstream * fma(-y, y, splat<Vec<T>>(1));
  }
};

}  // namespace

#define PD_FLOAT_KERNEL(name, Functor, grain)                         \
  void name(const TensorImpl& x, TensorImpl& out) {                   \
    map_float<Functor>(x, out, cpu::ComplexUnary::k##Functor, grain); \
  }
PD_FLOAT_KERNEL(exp, Exp, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(expm1, Expm1, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(log, Log, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(log2, Log2, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(log10, Log10, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(log1p, Log1p, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(sqrt, Sqrt, kCheap)
PD_FLOAT_KERNEL(rsqrt, Rsqrt, kCheap)
PD_FLOAT_KERNEL(reciprocal, Reciprocal, kCheap)
PD_FLOAT_KERNEL(sin, Sin, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(cos, Cos, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(tan, Tan, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(asin, Asin, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(acos, Acos, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(atan, Atan, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(sinh, Sinh, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(cosh, Cosh, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(tanh, Tanh, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(asinh, Asinh, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(acosh, Acosh, cpu::kCostlyGrain)
PD_FLOAT_KERNEL(atanh, Atanh, cpu::kCostlyGrain)
#undef PD_FLOAT_KERNEL

void square(const TensorImpl& x, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_unary(cpu::ComplexUnary::kSquare, x, out);
  map_unary<kIntMask | kFloatMask, Square>(x, out, kCheap);
}

void abs(const TensorImpl& x, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_to_real(cpu::ComplexReal::kAbs, x, out);
  map_unary<kIntMask | kFloatMask, Abs>(x, out, kCheap);
}

void sign(const TensorImpl& x, TensorImpl& out) {
  map_unary<kIntMask | kFloatMask, Sign>(x, out, kCheap);
}

void sgn(const TensorImpl& x, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_unary(cpu::ComplexUnary::kSgn, x, out);
  sign(x, out);
}

void erf(const TensorImpl& x, TensorImpl& out) {
  map_unary<kFloatMask, Erf>(x, out, cpu::kCostlyGrain);
}
void erfinv(const TensorImpl& x, TensorImpl& out) {
  map_unary<kFloatMask, Erfinv>(x, out, cpu::kCostlyGrain);
}
void floor(const TensorImpl& x, TensorImpl& out) { map_unary<kFloatMask, Floor>(x, out, kCheap); }
void ceil(const TensorImpl& x, TensorImpl& out) { map_unary<kFloatMask, Ceil>(x, out, kCheap); }
void round(const TensorImpl& x, TensorImpl& out) { map_unary<kFloatMask, Round>(x, out, kCheap); }
void trunc(const TensorImpl& x, TensorImpl& out) {
  map_unary<kIntMask | kFloatMask, Trunc>(x, out, kCheap);
}

void tanh_grad(const TensorImpl& y, const TensorImpl& upstream, TensorImpl& out) {
  if (is_complex(y.dtype())) {
    return cpu::complex_binary(cpu::ComplexBinary::kTanhGrad, y, upstream, out);
  }
  map_binary<kFloatMask, TanhGrad>(y, upstream, out, kCheap);
}

}  // namespace pd::PD_ISA
