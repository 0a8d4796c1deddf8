// Activation functions and their fused gradients.
#include "kernels/cpu/complex_math.h"
#include "kernels/cpu/simd/loops.h"
#include "kernels/cpu/simd/vmath.h"
#include "kernels/cpu/simd/vspecial.h"
#include "kernels_activation.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kCheap = 1 << 15;
constexpr int64_t kCostly = cpu::kCostlyGrain;

// NaN stays NaN.
template <class T>
struct Relu {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x < T(0) ? Vec<T>{} : x; }
};
template <class T>
struct ReluGrad {
  PD_INLINE Vec<T> operator()(Vec<T> y, Vec<T> upstream) const {
    return y > T(0) ? upstream : Vec<T>{};
  }
};
template <class T>
struct Between {
  T low, high;
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return at_most(at_least(x, low), high); }
};
template <class T>
struct LeakyRelu {
  T slope;
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x < T(0) ? x * slope : x; }
};
template <class T>
struct Gate {
  T low, high, inside, outside;
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    return (x > low) & (x < high) ? upstream * inside : upstream * outside;
  }
};

// slope x above zero, factor (exp(rate x) - 1) below.
template <class T>
struct ExpLinear {
  T slope, factor, rate;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    return x > T(0) ? x * slope : PD_ISA::expm1(x * rate) * factor;
  }
};
template <class T>
struct ExpLinearGrad {
  T slope, factor, rate;
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    return upstream * (x > T(0) ? splat<Vec<T>>(slope) : PD_ISA::exp(x * rate) * factor);
  }
};

template <class T>
struct GeluErf {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return gelu_erf(x); }
};
template <class T>
struct GeluTanh {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return gelu_tanh(x); }
};
template <class T>
struct GeluErfGrad {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    const Vec<T> half = splat<Vec<T>>(T(0.5));
    const Vec<T> cumulative = fma(half, PD_ISA::erf(x * T(0.7071067811865476)), half);
    const Vec<T> density = T(0.3989422804014327) * PD_ISA::exp(x * x * T(-0.5));
    return upstream * fma(x, density, cumulative);
  }
};
template <class T>
struct GeluTanhGrad {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    constexpr T kScale = T(0.7978845608028654), kCubic = T(0.044715);
    const Vec<T> z = x * x, one = splat<Vec<T>>(1);
    const Vec<T> t = PD_ISA::tanh(kScale * x * fma(z, kCubic, one));
    const Vec<T> slope = kScale * fma(z, T(3) * kCubic, one);
    return upstream * T(0.5) * (one + t + x * fma(-t, t, one) * slope);
  }
};

template <class T>
struct Sigmoid {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return PD_ISA::sigmoid(x); }
};
template <class T>
struct SigmoidGrad {
  PD_INLINE Vec<T> operator()(Vec<T> y, Vec<T> upstream) const { return upstream * y * (T(1) - y); }
};
template <class T>
struct LogSigmoid {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return -PD_ISA::softplus(-x); }
};
template <class T>
struct Silu {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x * PD_ISA::sigmoid(x); }
};
template <class T>
struct SiluGrad {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> upstream) const {
    const Vec<T> s = PD_ISA::sigmoid(x);
    return upstream * s * fma(x, T(1) - s, splat<Vec<T>>(1));
  }
};
template <class T>
struct Mish {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x * PD_ISA::tanh(PD_ISA::softplus(x)); }
};
template <class T>
struct HardSwish {
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    return x * at_most(at_least(x + T(3), T(0)), T(6)) * T(1.0 / 6);
  }
};
template <class T>
struct HardSigmoid {
  T slope, offset;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    return at_most(at_least(x * slope + offset, T(0)), T(1));
  }
};
template <class T>
struct HardShrink {
  T threshold;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    return (x <= threshold) & (x >= -threshold) ? Vec<T>{} : x;
  }
};
template <class T>
struct SoftShrink {
  T threshold;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    const Vec<T> above = x > threshold ? x - threshold : x * T(0);
    return x < -threshold ? x + threshold : above;
  }
};
template <class T>
struct TanhShrink {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x - PD_ISA::tanh(x); }
};
template <class T>
struct ThresholdedRelu {
  T threshold;
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x <= threshold ? Vec<T>{} : x; }
};
template <class T>
struct Softplus {
  T beta, threshold;
  PD_INLINE Vec<T> operator()(Vec<T> x) const {
    const Vec<T> scaled = x * beta;
    return scaled > threshold ? x : PD_ISA::softplus(scaled) / beta;
  }
};
template <class T>
struct Softsign {
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x / (T(1) + PD_ISA::abs(x)); }
};
template <class T>
struct Prelu {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> weight) const { return x > T(0) ? x : x * weight; }
};

}  // namespace

void relu(const TensorImpl& x, TensorImpl& out) {
  map_unary<kIntMask | kFloatMask, Relu>(x, out, kCheap);
}
void relu_grad(const TensorImpl& y, const TensorImpl& upstream, TensorImpl& out) {
  map_binary<kFloatMask, ReluGrad>(y, upstream, out, kCheap);
}
void relu6(const TensorImpl& x, TensorImpl& out) {
  map_unary<kFloatMask, Between>(x, out, kCheap, 0.0, 6.0);
}
void leaky_relu(const TensorImpl& x, double negative_slope, TensorImpl& out) {
  map_unary<kFloatMask, LeakyRelu>(x, out, kCheap, negative_slope);
}
void gate(const TensorImpl& x, const TensorImpl& upstream, double low, double high, double inside,
          double outside, TensorImpl& out) {
  map_binary<kFloatMask, Gate>(x, upstream, out, kCheap, low, high, inside, outside);
}

void elu(const TensorImpl& x, double alpha, TensorImpl& out) {
  map_unary<kFloatMask, ExpLinear>(x, out, kCostly, 1.0, alpha, 1.0);
}
void celu(const TensorImpl& x, double alpha, TensorImpl& out) {
  require(alpha != 0, "alpha must not be 0");
  map_unary<kFloatMask, ExpLinear>(x, out, kCostly, 1.0, alpha, 1.0 / alpha);
}
void selu(const TensorImpl& x, double scale, double alpha, TensorImpl& out) {
  map_unary<kFloatMask, ExpLinear>(x, out, kCostly, scale, scale * alpha, 1.0);
}
void exp_linear_grad(const TensorImpl& x, const TensorImpl& upstream, double slope, double factor,
                     double rate, TensorImpl& out) {
  map_binary<kFloatMask, ExpLinearGrad>(x, upstream, out, kCostly, slope, factor, rate);
}

void gelu(const TensorImpl& x, bool approximate, TensorImpl& out) {
  if (approximate) return map_unary<kFloatMask, GeluTanh>(x, out, kCostly);
  map_unary<kFloatMask, GeluErf>(x, out, kCostly);
}
void gelu_grad(const TensorImpl& x, const TensorImpl& upstream, bool approximate, TensorImpl& out) {
  if (approximate) return map_binary<kFloatMask, GeluTanhGrad>(x, upstream, out, kCostly);
  map_binary<kFloatMask, GeluErfGrad>(x, upstream, out, kCostly);
}

void sigmoid(const TensorImpl& x, TensorImpl& out) {
  if (is_complex(x.dtype())) return cpu::complex_unary(cpu::ComplexUnary::kSigmoid, x, out);
  map_unary<kFloatMask, Sigmoid>(x, out, kCostly);
}
void sigmoid_grad(const TensorImpl& y, const TensorImpl& upstream, TensorImpl& out) {
  if (is_complex(y.dtype())) {
    return cpu::complex_binary(cpu::ComplexBinary::kSigmoidGrad, y, upstream, out);
  }
  map_binary<kFloatMask, SigmoidGrad>(y, upstream, out, kCheap);
}
void silu_grad(const TensorImpl& x, const TensorImpl& upstream, TensorImpl& out) {
  map_binary<kFloatMask, SiluGrad>(x, upstream, out, kCostly);
}

#define PD_PLAIN(name, Functor, grain) \
  void name(const TensorImpl& x, TensorImpl& out) { map_unary<kFloatMask, Functor>(x, out, grain); }
PD_PLAIN(log_sigmoid, LogSigmoid, kCostly)
PD_PLAIN(silu, Silu, kCostly)
PD_PLAIN(mish, Mish, kCostly)
PD_PLAIN(hardswish, HardSwish, kCheap)
PD_PLAIN(tanhshrink, TanhShrink, kCostly)
PD_PLAIN(softsign, Softsign, kCheap)
#undef PD_PLAIN

void hardsigmoid(const TensorImpl& x, double slope, double offset, TensorImpl& out) {
  map_unary<kFloatMask, HardSigmoid>(x, out, kCheap, slope, offset);
}
void hardtanh(const TensorImpl& x, double min, double max, TensorImpl& out) {
  map_unary<kFloatMask, Between>(x, out, kCheap, min, max);
}
void hardshrink(const TensorImpl& x, double threshold, TensorImpl& out) {
  map_unary<kFloatMask, HardShrink>(x, out, kCheap, threshold);
}
void softshrink(const TensorImpl& x, double threshold, TensorImpl& out) {
  require(threshold >= 0, "threshold must be at least 0, got ", threshold);
  map_unary<kFloatMask, SoftShrink>(x, out, kCheap, threshold);
}
void thresholded_relu(const TensorImpl& x, double threshold, TensorImpl& out) {
  map_unary<kFloatMask, ThresholdedRelu>(x, out, kCheap, threshold);
}
void softplus(const TensorImpl& x, double beta, double threshold, TensorImpl& out) {
  map_unary<kFloatMask, Softplus>(x, out, kCostly, beta, threshold);
}
void prelu(const TensorImpl& x, const TensorImpl& weight, TensorImpl& out) {
  map_binary<kFloatMask, Prelu>(x, weight, out, kCheap);
}

}  // namespace pd::PD_ISA
