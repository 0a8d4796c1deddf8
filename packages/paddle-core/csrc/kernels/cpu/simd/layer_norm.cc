// Layer and RMS normalisation: every row has its own statistics, every column its scale and bias.
#include <cmath>
#include <vector>

#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

// x as rows of `size` elements; `rows` is what the statistics have elements for.
struct Rows {
  int64_t rows;
  int64_t size;

  Rows(const TensorImpl& x, int64_t begin_norm_axis) : rows(1), size(1) {
    const int64_t begin = normalize_axis(begin_norm_axis, x.rank());
    for (int64_t axis = 0; axis < x.rank(); ++axis) (axis < begin ? rows : size) *= x.dim(axis);
  }
};

template <class A>
A inverse_root(A variance, double epsilon) {
  return A(1) / std::sqrt(variance + A(epsilon));
}

template <class T>
void layer_norm_rows(Rows shape, const T* x, const Parameter<Math<T>>& scale,
                     const Parameter<Math<T>>& bias, double epsilon, T* out, Math<T>* mean,
                     Math<T>* variance) {
  using A = Math<T>;
  const int64_t n = shape.size;
  const A* w = scale.data();
  const A* b = bias.data();
  parallel_for(0, shape.rows, rows_per_task(n), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const T* from = x + row * n;
      T* to = out + row * n;
      const A m = sum_over<A>(n, [=](int64_t i) { return A(from[i]); }) / A(n);
      const A v = sum_over<A>(n,
                              [=](int64_t i) {
                                const A d = A(from[i]) - m;
                                return d * d;
                              }) /
                  A(n);
      const A s = inverse_root(v, epsilon);
      mean[row] = m;
      variance[row] = v;
      if (w && b) {
        for_lanes(n, [=](int64_t i) { to[i] = T((A(from[i]) - m) * s * w[i] + b[i]); });
      } else if (w) {
        for_lanes(n, [=](int64_t i) { to[i] = T((A(from[i]) - m) * s * w[i]); });
      } else if (b) {
        for_lanes(n, [=](int64_t i) { to[i] = T((A(from[i]) - m) * s + b[i]); });
      } else {
        for_lanes(n, [=](int64_t i) { to[i] = T((A(from[i]) - m) * s); });
      }
    }
  });
}

// Sums over rows of what `add(row, scale_sums, bias_sums)` adds, in pieces that are then added in
// order.
template <class A, class Add>
void sum_rows(Rows shape, A* scale_grad, A* bias_grad, Add&& add) {
  const int64_t pieces = pieces_for(shape.rows, shape.size);
  std::vector<A> sums(static_cast<size_t>(2 * pieces * shape.size));
  parallel_for(0, pieces, 1, [&](int64_t first, int64_t last) {
    for (int64_t piece = first; piece < last; ++piece) {
      A* scale_sums = sums.data() + 2 * piece * shape.size;
      const int64_t begin = shape.rows * piece / pieces;
      const int64_t end = shape.rows * (piece + 1) / pieces;
      for (int64_t row = begin; row < end; ++row) add(row, scale_sums, scale_sums + shape.size);
    }
  });
  for_lanes(shape.size, [&](int64_t i) { scale_grad[i] = 0; });
  if (bias_grad) for_lanes(shape.size, [&](int64_t i) { bias_grad[i] = 0; });
  for (int64_t piece = 0; piece < pieces; ++piece) {
    const A* part = sums.data() + 2 * piece * shape.size;
    for_lanes(shape.size, [=](int64_t i) { scale_grad[i] += part[i]; });
    if (bias_grad) for_lanes(shape.size, [=](int64_t i) { bias_grad[i] += part[shape.size + i]; });
  }
}

template <class T>
void layer_norm_grad_rows(Rows shape, const T* x, const Parameter<Math<T>>& scale,
                          const Math<T>* mean, const Math<T>* variance, const T* out_grad,
                          double epsilon, T* x_grad, Math<T>* scale_grad, Math<T>* bias_grad) {
  using A = Math<T>;
  const int64_t n = shape.size;
  const A* w = scale.data();
  sum_rows<A>(shape, scale_grad, bias_grad, [&](int64_t row, A* scale_sums, A* bias_sums) {
    const T* from = x + row * n;
    const T* g = out_grad + row * n;
    T* to = x_grad + row * n;
    const A m = mean[row];
    const A s = inverse_root(variance[row], epsilon);
    const auto flow = [=](int64_t i) { return w ? A(g[i]) * w[i] : A(g[i]); };
    const auto unit = [=](int64_t i) { return (A(from[i]) - m) * s; };
    const auto [sum, product] =
        sums_over<A>(n, [=](int64_t i) { return std::pair<A, A>{flow(i), flow(i) * unit(i)}; });
    const A c1 = sum / A(n);
    const A c2 = product / A(n);
    for_lanes(n, [=](int64_t i) {
      to[i] = T(s * (flow(i) - c1 - unit(i) * c2));
      scale_sums[i] += A(g[i]) * unit(i);
      bias_sums[i] += A(g[i]);
    });
  });
}

template <class T>
void rms_norm_rows(Rows shape, const T* x, const Parameter<Math<T>>& scale, double epsilon, T* out,
                   Math<T>* inv_rms) {
  using A = Math<T>;
  const int64_t n = shape.size;
  const A* w = scale.data();
  parallel_for(0, shape.rows, rows_per_task(n), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const T* from = x + row * n;
      T* to = out + row * n;
      const A squares = sum_over<A>(n, [=](int64_t i) { return A(from[i]) * A(from[i]); });
      const A s = inverse_root(squares / A(n), epsilon);
      inv_rms[row] = s;
      if (w) {
        for_lanes(n, [=](int64_t i) { to[i] = T(A(from[i]) * s * w[i]); });
      } else {
        for_lanes(n, [=](int64_t i) { to[i] = T(A(from[i]) * s); });
      }
    }
  });
}

template <class T>
void rms_norm_grad_rows(Rows shape, const T* x, const Parameter<Math<T>>& scale,
                        const Math<T>* inv_rms, const T* out_grad, T* x_grad, Math<T>* scale_grad) {
  using A = Math<T>;
  const int64_t n = shape.size;
  const A* w = scale.data();
  sum_rows<A>(shape, scale_grad, static_cast<A*>(nullptr), [&](int64_t row, A* scale_sums, A*) {
    const T* from = x + row * n;
    const T* g = out_grad + row * n;
    T* to = x_grad + row * n;
    const A s = inv_rms[row];
    const auto flow = [=](int64_t i) { return w ? A(g[i]) * w[i] : A(g[i]); };
    const A c = sum_over<A>(n, [=](int64_t i) { return flow(i) * A(from[i]) * s; }) / A(n);
    for_lanes(n, [=](int64_t i) {
      to[i] = T(s * (flow(i) - A(from[i]) * s * c));
      scale_sums[i] += A(g[i]) * A(from[i]) * s;
    });
  });
}

}  // namespace

void layer_norm(const TensorImpl& x, const TensorImpl* scale, const TensorImpl* bias,
                double epsilon, int64_t begin_norm_axis, TensorImpl& out, TensorImpl& mean,
                TensorImpl& variance) {
  const Tensor dense = contiguous(x);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    layer_norm_rows<T>(Rows(x, begin_norm_axis), dense.data<T>(), Parameter<A>(scale),
                       Parameter<A>(bias), epsilon, out.data<T>(), mean.data<A>(),
                       variance.data<A>());
  });
}

void layer_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl*,
                     const TensorImpl& mean, const TensorImpl& variance, const TensorImpl& out_grad,
                     double epsilon, int64_t begin_norm_axis, TensorImpl& x_grad,
                     TensorImpl& scale_grad, TensorImpl& bias_grad) {
  const Tensor dense = contiguous(x);
  const Tensor grads = contiguous(out_grad);
  const Tensor means = contiguous(mean);
  const Tensor variances = contiguous(variance);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    Result scale_sums(scale_grad, dtype_of_v<A>);
    Result bias_sums(bias_grad, dtype_of_v<A>);
    layer_norm_grad_rows<T>(Rows(x, begin_norm_axis), dense.data<T>(), Parameter<A>(scale),
                            means.data<A>(), variances.data<A>(), grads.data<T>(), epsilon,
                            x_grad.data<T>(), scale_sums.data<A>(), bias_sums.data<A>());
    scale_sums.finish();
    bias_sums.finish();
  });
}

void rms_norm(const TensorImpl& x, const TensorImpl* scale, double epsilon, int64_t begin_norm_axis,
              TensorImpl& out, TensorImpl& inv_rms) {
  const Tensor dense = contiguous(x);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    rms_norm_rows<T>(Rows(x, begin_norm_axis), dense.data<T>(), Parameter<A>(scale), epsilon,
                     out.data<T>(), inv_rms.data<A>());
  });
}

void rms_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl& inv_rms,
                   const TensorImpl& out_grad, int64_t begin_norm_axis, TensorImpl& x_grad,
                   TensorImpl& scale_grad) {
  const Tensor dense = contiguous(x);
  const Tensor grads = contiguous(out_grad);
  const Tensor inverse = contiguous(inv_rms);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    Result scale_sums(scale_grad, dtype_of_v<A>);
    rms_norm_grad_rows<T>(Rows(x, begin_norm_axis), dense.data<T>(), Parameter<A>(scale),
                          inverse.data<A>(), grads.data<T>(), x_grad.data<T>(),
                          scale_sums.data<A>());
    scale_sums.finish();
  });
}

}  // namespace pd::PD_ISA
