// Reductions over axes.
#include <algorithm>

#include "infer/common.h"
#include "kernels/cpu/row_products.h"
#include "kernels/cpu/simd/fold.h"
#include "kernels/cpu/simd/loops.h"
#include "kernels/cpu/simd/vspecial.h"
#include "kernels_reduction.h"
#include "runtime/parallel.h"

namespace pd::PD_ISA {
namespace {

using Axes = std::optional<DimsView>;

Dims axes_of(const TensorImpl& x, const Axes& axis) {
  return infer::reduction_axes(axis, x.rank());
}

Tensor converted(const TensorImpl& x, DType dtype) {
  if (x.dtype() == dtype) return contiguous(x);
  Tensor result = Tensor::empty(x.shape(), dtype, x.place());
  copy_elements(x, *result);
  return result;
}

bool is_half(DType dtype) { return in_mask(dtype, kHalfMask); }
DType compute_dtype(DType dtype) { return is_half(dtype) ? DType::kFloat32 : dtype; }

// Calls f(memory) with contiguous memory of the given dtype for the result, which then reaches out.
template <class F>
void through(TensorImpl& out, DType dtype, F&& f) {
  if (out.dtype() == dtype && out.is_contiguous()) return f(out.raw_data());
  const Tensor result = Tensor::empty(out.shape(), dtype, out.place());
  f(result->raw_data());
  copy_elements(*result, out);
}

template <template <class> class Op>
void fold(const TensorImpl& x, const Axes& axis, TensorImpl& out) {
  const DType dtype = compute_dtype(x.dtype());
  const Tensor data = converted(x, dtype);
  through(out, dtype, [&](void* acc) {
    visit_compute<kIntMask | kFloatMask>(dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      cpu::reduce_axes(kFold<T, Op<T>>, *data, axes_of(x, axis), acc);
    });
  });
}

// The sum over axes in float32, float64, their complex types, or int64.
DType sum_dtype(DType dtype) {
  if (is_integer(dtype) || dtype == DType::kBool) return DType::kInt64;
  return compute_dtype(dtype);
}

void sum_into(const TensorImpl& x, DimsView axes, void* acc) {
  const DType dtype = x.dtype();
  const DType real = real_of(compute_dtype(dtype));
  if (sum_dtype(dtype) == DType::kInt64) {
    return visit_dtype<kBoolMask | kIntMask>(dtype, [&](auto tag) {
      using T = Stored<typename decltype(tag)::type>;
      cpu::reduce_axes(kIntegerSum<T>, x, axes, acc);
    });
  }
  const Tensor data = converted(x, compute_dtype(dtype));
  const auto& reducer = real == DType::kFloat64 ? kSum<double> : kSum<float>;
  cpu::reduce_axes(reducer, *data, axes, acc, is_complex(dtype) ? 2 : 1);
}

template <class T>
void scale_array(void* data, int64_t n, double factor) {
  T* x = static_cast<T*>(data);
  for (int64_t i = 0; i < n; ++i) x[i] = static_cast<T>(x[i] * factor);
}

void divide_integers(void* data, int64_t n, int64_t count, bool truth) {
  int64_t* x = static_cast<int64_t*>(data);
  for (int64_t i = 0; i < n; ++i) x[i] = truth ? x[i] != 0 : x[i] / count;
}

// out[r] = f(row r, n) over the rows of x, for float32 and float64.
template <class F>
void for_rows(const TensorImpl& x, const Axes& axis, TensorImpl& out, F f) {
  const DType dtype = compute_dtype(x.dtype());
  const cpu::Rows rows = cpu::rows_of(*converted(x, dtype), axes_of(x, axis));
  const int64_t grain = std::max<int64_t>(1, cpu::kCostlyGrain / std::max<int64_t>(rows.n, 1));
  through(out, dtype, [&](void* memory) {
    visit_compute<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const T* data = rows.data.template data<T>();
      T* results = static_cast<T*>(memory);
      parallel_for(0, rows.rows, grain, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          results[r] = static_cast<T>(f(data + r * rows.n, rows.n));
        }
      });
    });
  });
}

template <class T>
double log_sum_exp(const T* x, int64_t n) {
  using V = Vec<T>;
  const T top = fold_row<T, MaxOf<T>>(x, n);
  if (top - top != 0) return top;
  return std::log(sum_row(x, n, [top](V v) { return PD_ISA::exp(v - top); })) + double(top);
}

template <class T>
double variance(const T* x, int64_t n, bool unbiased) {
  using V = Vec<T>;
  const double mean = sum_row(x, n) / static_cast<double>(n);
  const T center = static_cast<T>(mean);
  // What rounding the mean left over would count n times.
  const double rest = mean - static_cast<double>(center);
  const double squares = sum_row(x, n, [center](V v) { return (v - center) * (v - center); });
  const double divisor = static_cast<double>(unbiased && n > 1 ? n - 1 : n);
  const double total = squares - static_cast<double>(n) * rest * rest;
  return (total < 0 ? 0 : total) / divisor;
}

template <class T>
double norm(const T* x, int64_t n, double p) {
  using V = Vec<T>;
  if (p == 2) return std::sqrt(sum_row(x, n, [](V v) { return v * v; }));
  if (p == 1) return sum_row(x, n, [](V v) { return PD_ISA::abs(v); });
  if (p == 0) return sum_row(x, n, [](V v) { return v != T(0) ? splat<V>(1) : V{}; });
  if (p == std::numeric_limits<double>::infinity()) {
    T top = 0;
    for (int64_t i = 0; i < n; ++i) top = MaxOf<T>::apply(top, std::abs(x[i]));
    return top;
  }
  if (p == -std::numeric_limits<double>::infinity()) {
    T bottom = std::numeric_limits<T>::infinity();
    for (int64_t i = 0; i < n; ++i) bottom = MinOf<T>::apply(bottom, std::abs(x[i]));
    return bottom;
  }
  const V exponent = splat<V>(static_cast<T>(p));
  const double sum = sum_row(x, n, [&](V v) { return PD_ISA::pow(PD_ISA::abs(v), exponent); });
  return std::pow(sum, 1 / p);
}

// d norm / dx for one element.
template <class T>
T norm_slope(T x, T norm, double p) {
  const T sign = x > 0 ? T(1) : (x < 0 ? T(-1) : T(0));
  if (p == 0 || sign == 0) return 0;
  if (p == 1) return sign;
  if (p == 2) return norm == 0 ? T(0) : x / norm;
  if (std::isinf(p)) return std::abs(x) == norm ? sign : T(0);
  return static_cast<T>(sign * std::pow(std::abs(x) / norm, static_cast<T>(p - 1)));
}

template <class T>
struct NormGrad {
  double p;
  PD_INLINE Vec<T> operator()(Vec<T> x, Vec<T> y, Vec<T> upstream) const {
    if (p == 2) return y == T(0) ? Vec<T>{} : x * (upstream / y);
    for (int i = 0; i < kLanes<Vec<T>>; ++i) x[i] = norm_slope(x[i], y[i], p);
    return x * upstream;
  }
};

// The position of the first extreme element; the first NaN counts as one.
template <class T, class Op>
int64_t extreme_position(const T* x, int64_t n) {
  const T extreme = fold_row<T, Op>(x, n);
  for (int64_t i = 0; i < n; ++i) {
    if (x[i] == extreme || (extreme != extreme && x[i] != x[i])) return i;
  }
  return 0;
}

template <template <class> class Op>
void arg_extreme(const TensorImpl& x, std::optional<int64_t> axis, TensorImpl& out) {
  const DType dtype = compute_dtype(x.dtype());
  Axes axes;
  if (axis) axes = DimsView(&*axis, 1);
  const cpu::Rows rows = cpu::rows_of(*converted(x, dtype), axes_of(x, axes));
  const int64_t grain = std::max<int64_t>(1, cpu::kCostlyGrain / std::max<int64_t>(rows.n, 1));
  through(out, DType::kInt64, [&](void* memory) {
    visit_compute<kIntMask | kFloatMask>(dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const T* data = rows.data.template data<T>();
      parallel_for(0, rows.rows, grain, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          static_cast<int64_t*>(memory)[r] = extreme_position<T, Op<T>>(data + r * rows.n, rows.n);
        }
      });
    });
  });
}

// x != 0 as bytes.
Tensor truth_of(const TensorImpl& x) { return converted(x, DType::kBool); }

template <template <class> class Op>
void fold_truth(const TensorImpl& x, const Axes& axis, TensorImpl& out) {
  const Tensor truth = truth_of(x);
  through(out, DType::kBool, [&](void* acc) {
    cpu::reduce_axes(kFold<uint8_t, Op<uint8_t>>, *truth, axes_of(x, axis), acc);
  });
}

// As for bytes that are 0 or 1.
template <class T>
struct AllOf : MinOf<T> {
  static constexpr T kIdentity = 1;
};

// A reduced tensor seen with x's shape, the reduced axes repeated.
Tensor spread(const TensorImpl& reduced, const TensorImpl& x, const Axes& axis) {
  const Tensor dense = contiguous(reduced);
  const Dims axes = axes_of(x, axis);
  Dims strides(static_cast<size_t>(x.rank()), 0);
  int64_t step = 1;
  for (int64_t i = x.rank(); i-- > 0;) {
    if (std::find(axes.begin(), axes.end(), i) != axes.end()) continue;
    strides[static_cast<size_t>(i)] = step;
    step *= x.dim(i);
  }
  return Tensor::view_of(*dense, x.shape(), strides, dense->offset());
}

}  // namespace

void sum(const TensorImpl& x, Axes axis, std::optional<DType> dtype, bool, TensorImpl& out) {
  const Tensor data = dtype && *dtype != x.dtype() ? converted(x, *dtype) : contiguous(x);
  through(out, sum_dtype(data.dtype()), [&](void* acc) { sum_into(*data, axes_of(x, axis), acc); });
}

void mean(const TensorImpl& x, Axes axis, bool, TensorImpl& out) {
  const int64_t count = x.numel() / out.numel();
  const DType dtype = sum_dtype(x.dtype());
  through(out, dtype, [&](void* acc) {
    sum_into(x, axes_of(x, axis), acc);
    if (dtype == DType::kInt64) {
      require(count > 0, "the mean of no integers is not defined");
      return divide_integers(acc, out.numel(), count, x.dtype() == DType::kBool);
    }
    const int64_t n = out.numel() * (is_complex(dtype) ? 2 : 1);
    const double factor = 1.0 / static_cast<double>(count);
    real_of(dtype) == DType::kFloat64 ? scale_array<double>(acc, n, factor)
                                      : scale_array<float>(acc, n, factor);
  });
}

void max(const TensorImpl& x, Axes axis, bool, TensorImpl& out) { fold<MaxOf>(x, axis, out); }
void min(const TensorImpl& x, Axes axis, bool, TensorImpl& out) { fold<MinOf>(x, axis, out); }

void prod(const TensorImpl& x, Axes axis, bool, std::optional<DType> dtype, TensorImpl& out) {
  const Tensor data = dtype && *dtype != x.dtype() ? converted(x, *dtype) : contiguous(x);
  if (is_complex(data.dtype())) {
    return through(out, data.dtype(),
                   [&](void* acc) { cpu::complex_products(*data, axes_of(x, axis), acc); });
  }
  fold<ProductOf>(*data, axis, out);
}

void prod_grad(const TensorImpl& x, const TensorImpl& upstream, Axes axis, bool, TensorImpl& out) {
  cpu::product_gradients(x, upstream, axes_of(x, axis), out);
}

void any(const TensorImpl& x, Axes axis, bool, TensorImpl& out) { fold_truth<MaxOf>(x, axis, out); }
void all(const TensorImpl& x, Axes axis, bool, TensorImpl& out) { fold_truth<AllOf>(x, axis, out); }

void logsumexp(const TensorImpl& x, Axes axis, bool, TensorImpl& out) {
  for_rows(x, axis, out, [](const auto* row, int64_t n) { return log_sum_exp(row, n); });
}

void argmax(const TensorImpl& x, std::optional<int64_t> axis, bool, DType, TensorImpl& out) {
  arg_extreme<MaxOf>(x, axis, out);
}
void argmin(const TensorImpl& x, std::optional<int64_t> axis, bool, DType, TensorImpl& out) {
  arg_extreme<MinOf>(x, axis, out);
}

void p_norm(const TensorImpl& x, double p, Axes axis, bool, TensorImpl& out) {
  for_rows(x, axis, out, [p](const auto* row, int64_t n) { return norm(row, n, p); });
}

void p_norm_grad(const TensorImpl& x, const TensorImpl& y, const TensorImpl& upstream, double p,
                 Axes axis, bool, TensorImpl& out) {
  const Tensor norms = spread(y, x, axis), grads = spread(upstream, x, axis);
  visit_compute<kFloatMask>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const NormGrad<T> f{p};
    cpu::map(spec_of(ternary_span<T, NormGrad<T>>, &f, cpu::kCostlyGrain),
             {&x, norms.get(), grads.get()}, {&out});
  });
}

void var(const TensorImpl& x, Axes axis, bool unbiased, bool, TensorImpl& out) {
  for_rows(x, axis, out,
           [unbiased](const auto* row, int64_t n) { return variance(row, n, unbiased); });
}

}  // namespace pd::PD_ISA
