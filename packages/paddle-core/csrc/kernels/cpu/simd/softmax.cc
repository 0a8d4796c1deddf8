// Softmax and log-softmax along an axis, and their gradients.
#include "kernels/cpu/simd/axis_rows.h"

namespace pd::PD_ISA {
namespace {

// Runs row(x, n, to) over all rows along the axis.
template <class Row>
void map_rows(const TensorImpl& x, int64_t axis_arg, TensorImpl& out, Row&& row_function) {
  const int64_t axis = normalize_axis(axis_arg, x.rank());
  const int64_t n = axis_size(x, axis);
  const Tensor from = axis_last(x, axis);
  AxisResult result(out, axis);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = result.data<T>();
    parallel_for(0, n ? x.numel() / n : 0, rows_per_task(n), [&](int64_t first, int64_t last) {
      RowReader<T> reader(n);
      RowWriter<T> writer(n);
      for (int64_t row = first; row < last; ++row) {
        row_function(reader.read(from.data<T>() + row * n), n, writer.begin(to + row * n));
        writer.end(to + row * n);
      }
    });
  });
  result.finish();
}

// The same with two inputs.
template <class Row>
void map_row_pairs(const TensorImpl& x, const TensorImpl& y, int64_t axis_arg, TensorImpl& out,
                   Row&& row_function) {
  const int64_t axis = normalize_axis(axis_arg, x.rank());
  const int64_t n = axis_size(x, axis);
  const Tensor a = axis_last(x, axis);
  const Tensor b = axis_last(y, axis);
  AxisResult result(out, axis);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = result.data<T>();
    parallel_for(0, n ? x.numel() / n : 0, rows_per_task(n), [&](int64_t first, int64_t last) {
      RowReader<T> read_a(n), read_b(n);
      RowWriter<T> writer(n);
      for (int64_t row = first; row < last; ++row) {
        row_function(read_a.read(a.data<T>() + row * n), read_b.read(b.data<T>() + row * n), n,
                     writer.begin(to + row * n));
        writer.end(to + row * n);
      }
    });
  });
  result.finish();
}

}  // namespace

void softmax(const TensorImpl& x, int64_t axis, TensorImpl& out) {
  map_rows(x, axis, out, [](auto* from, int64_t n, auto* to) { row_softmax(from, n, to); });
}

void log_softmax(const TensorImpl& x, int64_t axis, TensorImpl& out) {
  map_rows(x, axis, out, [](auto* from, int64_t n, auto* to) {
    const auto sum = row_log_sum(from, n);
    for_lanes(n, [=](int64_t i) { to[i] = (from[i] - sum.max) - sum.log; });
  });
}

// (grad - sum(grad * out)) * out
void softmax_grad(const TensorImpl& out, const TensorImpl& out_grad, int64_t axis,
                  TensorImpl& x_grad) {
  map_row_pairs(out, out_grad, axis, x_grad, [](auto* y, auto* g, int64_t n, auto* to) {
    using A = std::remove_cvref_t<decltype(*to)>;
    const A dot = sum_over<A>(n, [=](int64_t i) { return y[i] * g[i]; });
    for_lanes(n, [=](int64_t i) { to[i] = (g[i] - dot) * y[i]; });
  });
}

// grad - exp(out) * sum(grad)
void log_softmax_grad(const TensorImpl& out, const TensorImpl& out_grad, int64_t axis,
                      TensorImpl& x_grad) {
  map_row_pairs(out, out_grad, axis, x_grad, [](auto* y, auto* g, int64_t n, auto* to) {
    using A = std::remove_cvref_t<decltype(*to)>;
    const A sum = sum_over<A>(n, [=](int64_t i) { return g[i]; });
    each_vector(y, n, A(0), [&](Vec<A> v, int64_t i, int count) {
      const Vec<A> flow = load_some(g + i, count);
      store_some(to + i, flow - exp(v) * sum, count);
    });
  });
}

}  // namespace pd::PD_ISA
