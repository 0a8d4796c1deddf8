// Cumulative sums, products and extremes along an axis, with their gradients.
#include <algorithm>
#include <cmath>
#include <complex>

#include "kernels/cpu/map.h"
#include "kernels_cumulative.h"
#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kWideFloatMask = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);

// A contiguous tensor as [outer, n, inner], scanned along n.
struct Layout3 {
  int64_t outer = 1, n = 1, inner = 1;
};

Layout3 layout_of(const TensorImpl& x, std::optional<int64_t> axis) {
  Layout3 layout;
  if (!axis || x.rank() == 0) {
    layout.n = x.numel();
    return layout;
  }
  const int64_t at = *axis < 0 ? *axis + x.rank() : *axis;
  for (int64_t i = 0; i < at; ++i) layout.outer *= x.dim(i);
  layout.n = x.dim(at);
  for (int64_t i = at + 1; i < x.rank(); ++i) layout.inner *= x.dim(i);
  return layout;
}

// Lines that are scanned side by side at most.
constexpr int64_t kLines = 256;

// Calls f(first element, number of lines, step) for blocks of neighbouring lines: line j of a block
// has the elements first + j + i * step.
template <class F>
void for_each_block(const Layout3& layout, F&& f) {
  const int64_t blocks = (layout.inner + kLines - 1) / kLines;
  const int64_t work = std::max<int64_t>(1, layout.n * std::min(layout.inner, kLines));
  const int64_t grain = std::max<int64_t>(1, (int64_t{1} << 15) / work);
  parallel_for(0, layout.outer * blocks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const int64_t column = b % blocks * kLines;
      const int64_t first = b / blocks * layout.n * layout.inner + column;
      f(first, std::min(kLines, layout.inner - column), layout.inner);
    }
  });
}

// Sums of short floats are kept in double.
template <class T>
using Accumulator =
    std::conditional_t<std::is_same_v<T, float>, double,
                       std::conditional_t<std::is_same_v<T, complex64>, complex128,
                                          std::conditional_t<std::is_integral_v<T>, uint64_t, T>>>;

struct Add {
  template <class A>
  static A apply(A acc, A x) {
    return acc + x;
  }
  static constexpr int kIdentity = 0;
};
struct Times {
  template <class A>
  static A apply(A acc, A x) {
    return acc * x;
  }
  static constexpr int kIdentity = 1;
};

// One line at a time the running value stays in a register. Where it is wider than the elements,
// four of them are combined before it is needed, so that it is waited for once in four.
template <class T, class Op>
void scan_line(const T* x, T* y, int64_t n, int64_t step, bool reverse) {
  using A = Accumulator<T>;
  A acc(Op::kIdentity);
  int64_t i = 0;
  if constexpr (!std::is_same_v<A, T>) {
    const int64_t forward = reverse ? -step : step;
    const T* from = reverse ? x + (n - 1) * step : x;
    T* to = reverse ? y + (n - 1) * step : y;
    for (; i + 4 <= n; i += 4, from += 4 * forward, to += 4 * forward) {
      const A first = static_cast<A>(from[0]);
      const A two = Op::template apply<A>(first, static_cast<A>(from[forward]));
      const A third = static_cast<A>(from[2 * forward]);
      const A last = Op::template apply<A>(third, static_cast<A>(from[3 * forward]));
      to[0] = static_cast<T>(Op::template apply<A>(acc, first));
      to[forward] = static_cast<T>(Op::template apply<A>(acc, two));
      to[2 * forward] =
          static_cast<T>(Op::template apply<A>(acc, Op::template apply<A>(two, third)));
      acc = Op::template apply<A>(acc, Op::template apply<A>(two, last));
      to[3 * forward] = static_cast<T>(acc);
    }
  }
  for (; i < n; ++i) {
    const int64_t at = (reverse ? n - 1 - i : i) * step;
    acc = Op::template apply<A>(acc, static_cast<A>(x[at]));
    y[at] = static_cast<T>(acc);
  }
}

template <class T, class Op>
void scan_block(const T* x, T* y, int64_t n, int64_t lines, int64_t step, bool reverse) {
  using A = Accumulator<T>;
  if (lines == 1) return scan_line<T, Op>(x, y, n, step, reverse);
  A acc[kLines];
  std::fill_n(acc, lines, A(Op::kIdentity));
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = (reverse ? n - 1 - i : i) * step;
#pragma omp simd
    for (int64_t j = 0; j < lines; ++j) {
      acc[j] = Op::template apply<A>(acc[j], static_cast<A>(x[at + j]));
      y[at + j] = static_cast<T>(acc[j]);
    }
  }
}

Tensor converted(const TensorImpl& x, DType dtype) {
  if (x.dtype() == dtype) return contiguous(x);
  Tensor result = Tensor::empty(x.shape(), dtype, x.place());
  copy_elements(x, *result);
  return result;
}

DType compute_dtype(DType dtype) { return in_mask(dtype, kHalfMask) ? DType::kFloat32 : dtype; }

// Calls f with a contiguous tensor of the given dtype to fill, which then reaches out.
template <class F>
void through(TensorImpl& out, DType dtype, F&& f) {
  if (out.dtype() == dtype && out.is_contiguous()) return f(out.raw_data());
  const Tensor result = Tensor::empty(out.shape(), dtype, out.place());
  f(result->raw_data());
  copy_elements(*result, out);
}

template <class Op>
void scan(const TensorImpl& x, std::optional<int64_t> axis, bool reverse, TensorImpl& out) {
  const DType dtype = compute_dtype(out.dtype());
  const Tensor data = converted(x, dtype);
  const Layout3 layout = layout_of(x, axis);
  through(out, dtype, [&](void* memory) {
    visit_dtype<static_cast<DTypeMask>(kIntMask | kWideFloatMask | kComplexMask)>(
        dtype, [&](auto tag) {
          using T = typename decltype(tag)::type;
          for_each_block(layout, [&](int64_t first, int64_t lines, int64_t step) {
            T* to = static_cast<T*>(memory) + first;
            scan_block<T, Op>(data.data<T>() + first, to, layout.n, lines, step, reverse);
          });
        });
  });
}

template <class T>
bool replaces(T x, T best, bool greatest) {
  if (best != best) return x != x;
  return x != x || (greatest ? x >= best : x <= best);
}

template <class T, class I>
void extremes_of_line(const T* x, T* y, I* indices, int64_t n, int64_t step, bool greatest) {
  int64_t best = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (replaces(x[i * step], x[best * step], greatest)) best = i;
    y[i * step] = x[best * step];
    indices[i * step] = static_cast<I>(best);
  }
}

void extremes(const TensorImpl& x, int64_t axis, bool greatest, TensorImpl& out,
              TensorImpl& indices) {
  const DType dtype = compute_dtype(x.dtype());
  const Tensor data = converted(x, dtype);
  const Layout3 layout = layout_of(x, axis);
  const Tensor values = Tensor::empty(x.shape(), dtype, x.place());
  visit_dtype<static_cast<DTypeMask>(kIntMask | kWideFloatMask)>(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    visit_dtype<static_cast<DTypeMask>(mask_of(DType::kInt32) | mask_of(DType::kInt64))>(
        indices.dtype(), [&](auto index_tag) {
          using I = typename decltype(index_tag)::type;
          for_each_block(layout, [&](int64_t first, int64_t lines, int64_t step) {
            for (int64_t at = first; at < first + lines; ++at) {
              extremes_of_line(data.data<T>() + at, values.data<T>() + at, indices.data<I>() + at,
                               layout.n, step, greatest);
            }
          });
        });
  });
  copy_elements(*values, out);
}

// Zero elements are left out of the running products, so that nothing is divided by zero: up to
// the first zero the gradient is a sum of products over x, at it the zero itself is skipped, and
// behind it everything is zero.
template <class T>
void product_line_gradient(const T* x, const T* y, const T* upstream, T* grad, int64_t n,
                           int64_t step) {
  const auto conjugate = [](const T& v) {
    if constexpr (is_complex_v<T>) {
      return std::conj(v);
    } else {
      return v;
    }
  };
  int64_t zero = 0;
  while (zero < n && x[zero * step] != T(0)) ++zero;
  T later(0);
  for (int64_t i = zero; i-- > 0;) {
    later += upstream[i * step] * conjugate(y[i * step]);
    grad[i * step] = later / conjugate(x[i * step]);
  }
  if (zero == n) return;
  T product = zero > 0 ? y[(zero - 1) * step] : T(1);
  T sum = upstream[zero * step] * conjugate(product);
  for (int64_t i = zero + 1; i < n; ++i) {
    product *= x[i * step];
    sum += upstream[i * step] * conjugate(product);
    grad[i * step] = T(0);
  }
  grad[zero * step] = sum;
}

// Running log(sum(exp)): the largest element so far is kept apart.
template <class T>
void log_sum_line(const T* x, T* y, int64_t n, int64_t step) {
  double top = -HUGE_VAL, sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double v = static_cast<double>(x[i * step]);
    if (v > top) {
      sum = sum * std::exp(top - v) + 1;
      top = v;
    } else if (v == top && std::isinf(v)) {
      sum += v > 0 ? 1 : 0;
    } else {
      sum += std::exp(v - top);
    }
    y[i * step] = static_cast<T>(top + std::log(sum));
  }
}

// With S_i the sum over j >= i of upstream_j exp(y_i - y_j), whose exponents are never positive,
// the gradient is exp(x_i - y_i) S_i.
template <class T>
void log_sum_line_gradient(const T* x, const T* y, const T* upstream, T* grad, int64_t n,
                           int64_t step) {
  double later = 0;
  for (int64_t i = n; i-- > 0;) {
    const double here = static_cast<double>(y[i * step]);
    if (i + 1 < n) later *= std::exp(here - static_cast<double>(y[(i + 1) * step]));
    later += static_cast<double>(upstream[i * step]);
    const double share = std::isinf(here) ? 0 : std::exp(static_cast<double>(x[i * step]) - here);
    grad[i * step] = static_cast<T>(share * later);
  }
}

// f(x, y, upstream, out) per line; y and upstream may be x itself where f does not read them.
template <DTypeMask kMask, class F>
void for_each_line(const TensorImpl& x, const TensorImpl& y, const TensorImpl& upstream,
                   std::optional<int64_t> axis, TensorImpl& out, F&& f) {
  const DType dtype = compute_dtype(out.dtype());
  const Tensor a = converted(x, dtype), b = converted(y, dtype), c = converted(upstream, dtype);
  const Layout3 layout = layout_of(x, axis);
  through(out, dtype, [&](void* memory) {
    visit_dtype<kMask>(dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for_each_block(layout, [&](int64_t first, int64_t lines, int64_t step) {
        for (int64_t at = first; at < first + lines; ++at) {
          f(a.data<T>() + at, b.data<T>() + at, c.data<T>() + at, static_cast<T*>(memory) + at,
            layout.n, step);
        }
      });
    });
  });
}

}  // namespace

void cumsum(const TensorImpl& x, std::optional<int64_t> axis, std::optional<DType>, bool reverse,
            TensorImpl& out) {
  scan<Add>(x, axis, reverse, out);
}

void cumprod(const TensorImpl& x, std::optional<int64_t> axis, std::optional<DType>,
             TensorImpl& out) {
  scan<Times>(x, axis, false, out);
}

void cumprod_grad(const TensorImpl& x, const TensorImpl& y, const TensorImpl& upstream,
                  std::optional<int64_t> axis, TensorImpl& out) {
  for_each_line<static_cast<DTypeMask>(kWideFloatMask | kComplexMask)>(
      x, y, upstream, axis, out,
      [](const auto* a, const auto* b, const auto* c, auto* to, int64_t n, int64_t step) {
        product_line_gradient(a, b, c, to, n, step);
      });
}

void cummax(const TensorImpl& x, int64_t axis, DType, TensorImpl& out, TensorImpl& indices) {
  extremes(x, axis, true, out, indices);
}

void cummin(const TensorImpl& x, int64_t axis, DType, TensorImpl& out, TensorImpl& indices) {
  extremes(x, axis, false, out, indices);
}

void logcumsumexp(const TensorImpl& x, std::optional<int64_t> axis, std::optional<DType>,
                  TensorImpl& out) {
  for_each_line<kWideFloatMask>(x, x, x, axis, out,
                                [](const auto* a, const auto*, const auto*, auto* to, int64_t n,
                                   int64_t step) { log_sum_line(a, to, n, step); });
}

void logcumsumexp_grad(const TensorImpl& x, const TensorImpl& y, const TensorImpl& upstream,
                       std::optional<int64_t> axis, TensorImpl& out) {
  for_each_line<kWideFloatMask>(x, y, upstream, axis, out,
                                [](const auto* a, const auto* b, const auto* c, auto* to, int64_t n,
                                   int64_t step) { log_sum_line_gradient(a, b, c, to, n, step); });
}

}  // namespace pd::cpu
