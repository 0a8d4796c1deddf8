// Turns functions of vectors into span functions, and applies them to tensors of every dtype.
#pragma once

#include "kernels/cpu/map.h"
#include "kernels/cpu/simd/half.h"
#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

inline constexpr cpu::HalfSpans kHalfSpans = {f16_to_f32, f32_to_f16, bf16_to_f32, f32_to_bf16};

// A bool is computed as the byte it is.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

// A functor F takes and returns Vec<T>; its state, if any, is what `params` points to.
template <class F>
PD_INLINE F functor(const void* params) {
  if constexpr (std::is_empty_v<F>) {
    return F{};
  } else {
    return *static_cast<const F*>(params);
  }
}

template <class T, class F>
void unary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  T* y = static_cast<T*>(out[0]);
  int64_t i = 0;
  for (; i + kLanes<V> <= n; i += kLanes<V>) store<V>(y + i, f(load<V>(x + i)));
  if (i < n) store_partial<V>(y + i, f(load_partial<V>(x + i, n - i)), n - i);
}

template <class T, class F>
void binary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  T* z = static_cast<T*>(out[0]);
  int64_t i = 0;
  for (; i + 2 * kLanes<V> <= n; i += 2 * kLanes<V>) {
    const V a = f(load<V>(x + i), load<V>(y + i));
    const V b = f(load<V>(x + i + kLanes<V>), load<V>(y + i + kLanes<V>));
    store<V>(z + i, a);
    store<V>(z + i + kLanes<V>, b);
  }
  if (i + kLanes<V> <= n) {
    store<V>(z + i, f(load<V>(x + i), load<V>(y + i)));
    i += kLanes<V>;
  }
  if (i < n) {
    const V b = load_partial<V>(y + i, n - i, T(1));
    store_partial<V>(z + i, f(load_partial<V>(x + i, n - i, T(1)), b), n - i);
  }
}

template <class T, class F>
void ternary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  const T* z = static_cast<const T*>(in[2]);
  T* r = static_cast<T*>(out[0]);
  int64_t i = 0;
  for (; i + kLanes<V> <= n; i += kLanes<V>) {
    store<V>(r + i, f(load<V>(x + i), load<V>(y + i), load<V>(z + i)));
  }
  if (i < n) {
    const V a = load_partial<V>(x + i, n - i), b = load_partial<V>(y + i, n - i);
    store_partial<V>(r + i, f(a, b, load_partial<V>(z + i, n - i)), n - i);
  }
}

// One element at a time, for what has no vector form; F maps T... to R.
template <class R, class T, class F>
void scalar_span1(const void* const* in, void* const* out, int64_t n, const void* params) {
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  R* y = static_cast<R*>(out[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) y[i] = f(x[i]);
}

template <class R, class T, class F>
void scalar_span2(const void* const* in, void* const* out, int64_t n, const void* params) {
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  R* z = static_cast<R*>(out[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) z[i] = f(x[i], y[i]);
}

PD_INLINE cpu::MapSpec spec_of(cpu::Span span, const void* functor, int64_t grain) {
  return {span, &kHalfSpans, functor, grain};
}

// Calls f(Type<T>) for the type that elements of `dtype` are computed in: float for half precision.
template <DTypeMask kMask, class F>
PD_INLINE void visit_compute(DType dtype, F&& f) {
  if constexpr ((kMask & kHalfMask) != 0) {
    if (in_mask(dtype, kMask & kHalfMask)) return f(Type<float>{});
  }
  visit_dtype<static_cast<DTypeMask>(kMask & ~kHalfMask)>(dtype, f);
}

// out = F<T>{args...}(x), element by element.
template <DTypeMask kMask, template <class> class F, class... Args>
void map_unary(const TensorImpl& x, TensorImpl& out, int64_t grain, Args... args) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    const F<T> f{static_cast<T>(args)...};
    cpu::map(spec_of(unary_span<T, F<T>>, &f, grain), {&x}, {&out});
  });
}

template <DTypeMask kMask, template <class> class F, class... Args>
void map_binary(const TensorImpl& x, const TensorImpl& y, TensorImpl& out, int64_t grain,
                Args... args) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    const F<T> f{static_cast<T>(args)...};
    cpu::map(spec_of(binary_span<T, F<T>>, &f, grain), {&x, &y}, {&out});
  });
}

template <DTypeMask kMask, template <class> class F, class... Args>
void map_ternary(const TensorImpl& x, const TensorImpl& y, const TensorImpl& z, TensorImpl& out,
                 int64_t grain, Args... args) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    const F<T> f{static_cast<T>(args)...};
    cpu::map(spec_of(ternary_span<T, F<T>>, &f, grain), {&x, &y, &z}, {&out});
  });
}

}  // namespace pd::PD_ISA
