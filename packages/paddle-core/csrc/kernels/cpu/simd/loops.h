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

// Fills y from whole(i), the vector of results from i on, and part(i, n) for fewer than a vector.
template <class T, bool kStream, class Whole, class Part>
PD_INLINE void fill_span(T* y, int64_t n, Whole whole, Part part) {
  using V = Vec<T>;
  int64_t i = 0;
  if constexpr (kStream) {
    const auto past = reinterpret_cast<uintptr_t>(y) % kVecBytes;
    if (past != 0) {
      const int64_t head = static_cast<int64_t>((kVecBytes - past) / sizeof(T));
      i = head < n ? head : n;
      store_partial<V>(y, part(0, i), i);
    }
    for (; i + kLanes<V> <= n; i += kLanes<V>) stream<V>(y + i, whole(i));
    fence_streams();
  } else {
    for (; i + kLanes<V> <= n; i += kLanes<V>) store<V>(y + i, whole(i));
  }
  if (i < n) store_partial<V>(y + i, part(i, n - i), n - i);
}

template <class T, class F, bool kStream = false>
void unary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  fill_span<T, kStream>(
      static_cast<T*>(out[0]), n, [&](int64_t i) { return f(load<V>(x + i)); },
      [&](int64_t i, int64_t count) { return f(load_partial<V>(x + i, count)); });
}

template <class T, class F, bool kStream = false>
void binary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  fill_span<T, kStream>(
      static_cast<T*>(out[0]), n, [&](int64_t i) { return f(load<V>(x + i), load<V>(y + i)); },
      [&](int64_t i, int64_t count) {
        return f(load_partial<V>(x + i, count, T(1)), load_partial<V>(y + i, count, T(1)));
      });
}

template <class T, class F>
void ternary_span(const void* const* in, void* const* out, int64_t n, const void* params) {
  using V = Vec<T>;
  const F f = functor<F>(params);
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  const T* z = static_cast<const T*>(in[2]);
  fill_span<T, false>(
      static_cast<T*>(out[0]), n,
      [&](int64_t i) { return f(load<V>(x + i), load<V>(y + i), load<V>(z + i)); },
      [&](int64_t i, int64_t count) {
        return f(load_partial<V>(x + i, count), load_partial<V>(y + i, count),
                 load_partial<V>(z + i, count));
      });
}

PD_INLINE cpu::MapSpec spec_of(cpu::Span span, const void* functor, int64_t grain) {
  return {span, &kHalfSpans, functor, grain};
}

// The spans of F; floats have one that writes around the caches, too.
template <class T, class F>
PD_INLINE cpu::MapSpec unary_spec(const F& f, int64_t grain) {
  cpu::MapSpec spec = spec_of(unary_span<T, F>, &f, grain);
  if constexpr (std::is_same_v<T, float>) spec.streaming = unary_span<T, F, true>;
  return spec;
}
template <class T, class F>
PD_INLINE cpu::MapSpec binary_spec(const F& f, int64_t grain) {
  cpu::MapSpec spec = spec_of(binary_span<T, F>, &f, grain);
  if constexpr (std::is_same_v<T, float>) spec.streaming = binary_span<T, F, true>;
  return spec;
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
    cpu::map(unary_spec<T>(f, grain), {&x}, {&out});
  });
}

template <DTypeMask kMask, template <class> class F, class... Args>
void map_binary(const TensorImpl& x, const TensorImpl& y, TensorImpl& out, int64_t grain,
                Args... args) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    const F<T> f{static_cast<T>(args)...};
    cpu::map(binary_spec<T>(f, grain), {&x, &y}, {&out});
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
