// Comparisons, logic on truth values and on bits, tests of floating-point classes.
#include "kernels/cpu/simd/loops.h"
#include "kernels_compare.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kCheap = 1 << 15;

// How a comparison's result becomes one byte per element: R[i] is 0 or 1.
template <class T, class F>
void predicate_span(const void* const* in, void* const* out, int64_t n, const void*) {
  const T* x = static_cast<const T*>(in[0]);
  uint8_t* r = static_cast<uint8_t*>(out[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i]);
}

template <class T, class F>
void relation_span(const void* const* in, void* const* out, int64_t n, const void*) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  uint8_t* r = static_cast<uint8_t*>(out[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) r[i] = F{}(x[i], y[i]);
}

template <DTypeMask kMask, class F>
void map_relation(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    cpu::map(spec_of(relation_span<T, F>, nullptr, kCheap), {&x, &y}, {&out});
  });
}

template <DTypeMask kMask, class F>
void map_predicate(const TensorImpl& x, TensorImpl& out) {
  visit_compute<kMask>(x.dtype(), [&](auto tag) {
    using T = Stored<typename decltype(tag)::type>;
    cpu::map(spec_of(predicate_span<T, F>, nullptr, kCheap), {&x}, {&out});
  });
}

#define PD_RELATION(Functor, expression)                      \
  struct Functor {                                            \
    template <class T>                                        \
    PD_INLINE bool operator()(const T& x, const T& y) const { \
      return expression;                                      \
    }                                                         \
  };
PD_RELATION(Equal, x == y)
PD_RELATION(NotEqual, x != y)
PD_RELATION(Less, x < y)
PD_RELATION(LessEqual, x <= y)
PD_RELATION(And, (x != T(0)) & (y != T(0)))
PD_RELATION(Or, (x != T(0)) | (y != T(0)))
PD_RELATION(Xor, (x != T(0)) != (y != T(0)))
#undef PD_RELATION

struct Not {
  template <class T>
  PD_INLINE bool operator()(const T& x) const {
    return x == T(0);
  }
};

// |x| compared with infinity, as bits, so that no exception flag is raised.
template <class T>
PD_INLINE auto magnitude_bits(T x) {
  using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return static_cast<U>(__builtin_bit_cast(U, x) & (static_cast<U>(-1) >> 1));
}
template <class T>
PD_INLINE auto infinity_bits() {
  using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return sizeof(T) == 4 ? static_cast<U>(0x7f800000u) : static_cast<U>(0x7ff0000000000000u);
}

struct IsNan {
  template <class T>
  PD_INLINE bool operator()(T x) const {
    return magnitude_bits(x) > infinity_bits<T>();
  }
  template <class T>
  PD_INLINE bool operator()(const std::complex<T>& z) const {
    return (*this)(z.real()) | (*this)(z.imag());
  }
};
struct IsInf {
  template <class T>
  PD_INLINE bool operator()(T x) const {
    return magnitude_bits(x) == infinity_bits<T>();
  }
  template <class T>
  PD_INLINE bool operator()(const std::complex<T>& z) const {
    return (*this)(z.real()) | (*this)(z.imag());
  }
};
struct IsFinite {
  template <class T>
  PD_INLINE bool operator()(T x) const {
    return magnitude_bits(x) < infinity_bits<T>();
  }
  template <class T>
  PD_INLINE bool operator()(const std::complex<T>& z) const {
    return (*this)(z.real()) & (*this)(z.imag());
  }
};

template <class F>
void map_class(const TensorImpl& x, TensorImpl& out, bool of_integers) {
  if (is_differentiable(x.dtype())) return map_predicate<kFloatMask | kComplexMask, F>(x, out);
  fill(out, of_integers ? 1 : 0);
}

template <class T>
struct BitAnd {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const { return x & y; }
};
template <class T>
struct BitOr {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const { return x | y; }
};
template <class T>
struct BitXor {
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y) const { return x ^ y; }
};
template <class T>
struct BitXorWith {
  T mask;
  PD_INLINE Vec<T> operator()(Vec<T> x) const { return x ^ mask; }
};

constexpr DTypeMask kOrderedMask = kBoolMask | kIntMask | kFloatMask;
constexpr DTypeMask kBitsMask = kBoolMask | kIntMask;

}  // namespace

void equal(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kAllMask, Equal>(x, y, out);
}
void not_equal(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kAllMask, NotEqual>(x, y, out);
}
void less_than(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kOrderedMask, Less>(x, y, out);
}
void less_equal(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kOrderedMask, LessEqual>(x, y, out);
}
void greater_than(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kOrderedMask, Less>(y, x, out);
}
void greater_equal(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kOrderedMask, LessEqual>(y, x, out);
}

void logical_and(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kAllMask, And>(x, y, out);
}
void logical_or(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kAllMask, Or>(x, y, out);
}
void logical_xor(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_relation<kAllMask, Xor>(x, y, out);
}
void logical_not(const TensorImpl& x, TensorImpl& out) { map_predicate<kAllMask, Not>(x, out); }

void bitwise_and(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kBitsMask, BitAnd>(x, y, out, kCheap);
}
void bitwise_or(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kBitsMask, BitOr>(x, y, out, kCheap);
}
void bitwise_xor(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  map_binary<kBitsMask, BitXor>(x, y, out, kCheap);
}
void bitwise_not(const TensorImpl& x, TensorImpl& out) {
  map_unary<kBitsMask, BitXorWith>(x, out, kCheap, x.dtype() == DType::kBool ? 1 : -1);
}

void isnan(const TensorImpl& x, TensorImpl& out) { map_class<IsNan>(x, out, false); }
void isinf(const TensorImpl& x, TensorImpl& out) { map_class<IsInf>(x, out, false); }
void isfinite(const TensorImpl& x, TensorImpl& out) { map_class<IsFinite>(x, out, true); }

}  // namespace pd::PD_ISA
