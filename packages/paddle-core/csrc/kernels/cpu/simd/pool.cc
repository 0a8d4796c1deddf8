// Pooling over two or three spatial axes, channels first or last.
#include "infer/pool.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

using infer::PoolAttrs;
using infer::PoolGeometry;

struct Span {
  int64_t begin, end;  // inside the source
  int64_t divisor;     // what this axis contributes to an average's divisor
};

// The window of every result position along one axis.
std::vector<Span> spans_of(const PoolGeometry& g, size_t axis) {
  const int64_t size = g.source[axis];
  std::vector<Span> spans;
  spans.reserve(static_cast<size_t>(g.result[axis]));
  for (int64_t i = 0; i < g.result[axis]; ++i) {
    if (g.adaptive) {
      const int64_t begin = i * size / g.result[axis];
      const int64_t end = ((i + 1) * size + g.result[axis] - 1) / g.result[axis];
      spans.push_back({begin, end, end - begin});
      continue;
    }
    const int64_t start = i * g.stride[axis] - g.pad_before[axis];
    const int64_t stop = std::min(start + g.kernel[axis], size + g.pad_before[axis]);
    const int64_t begin = std::clamp<int64_t>(start, 0, size);
    const int64_t end = std::clamp<int64_t>(stop, begin, size);
    spans.push_back({begin, end, g.exclusive ? end - begin : stop - start});
  }
  return spans;
}

// A tensor as planes of `source` positions with `inner` channels at each position.
struct Layout {
  std::vector<Span> axis[3];
  int64_t size[3] = {1, 1, 1};
  int64_t planes = 1;
  int64_t inner = 1;

  Layout(const PoolGeometry& g, const TensorImpl& x) {
    const size_t shift = 3 - g.kernel.size();
    for (size_t i = 0; i < shift; ++i) axis[i] = {{0, 1, 1}};
    for (size_t i = 0; i < g.kernel.size(); ++i) {
      axis[i + shift] = spans_of(g, i);
      size[i + shift] = g.source[i];
    }
    planes = x.dim(0) * (g.channels_last ? 1 : x.dim(1));
    inner = g.channels_last ? x.dim(x.rank() - 1) : 1;
    require(size[0] * size[1] <= std::numeric_limits<int32_t>::max(), "x of shape ", x.shape(),
            " has planes of too many rows");
  }
  int64_t source_size() const { return size[0] * size[1] * size[2]; }
  int64_t result_size() const { return int64_t(axis[0].size() * axis[1].size() * axis[2].size()); }
};

// Calls f(plane, first result position of a row, depth span, height span) for every row of results;
// planes go to different threads, each with a `make()` of its own that f gets last.
template <class Make, class F>
void for_each_result_row(const Layout& l, Make&& make, F&& f) {
  const int64_t work = std::max<int64_t>(1, l.source_size() * l.inner);
  parallel_for(0, l.planes, std::max<int64_t>(1, 16384 / work), [&](int64_t first, int64_t last) {
    auto buffers = make();
    for (int64_t plane = first; plane < last; ++plane) {
      int64_t at = 0;
      for (const Span& d : l.axis[0]) {
        for (const Span& h : l.axis[1]) {
          f(plane, at, d, h, buffers);
          at += static_cast<int64_t>(l.axis[2].size());
        }
      }
    }
  });
}

// A window is reduced in two steps: its rows to one row, lane by lane, then a span of that row.
template <class T>
class RowReduction {
  using A = Math<T>;

 public:
  explicit RowReduction(const Layout& l)
      : l_(l),
        width_(l.size[2] * l.inner),
        values_(static_cast<size_t>(width_)),
        rows_(values_.size()) {}

  // The sum of the rows.
  void sum(const T* x, const Span& d, const Span& h) {
    std::fill(values_.begin(), values_.end(), A(0));
    each_row(d, h, [&](int64_t row) {
      const T* from = x + row * width_;
      A* to = values_.data();
      for_lanes(width_, [=](int64_t i) { to[i] += A(from[i]); });
    });
  }
  // The maximum of the rows; NaN is above all.
  void max(const T* x, const Span& d, const Span& h) {
    std::fill(values_.begin(), values_.end(), -std::numeric_limits<A>::infinity());
    each_row(d, h, [&](int64_t row) {
      const T* from = x + row * width_;
      A* best = values_.data();
      for_lanes(width_, [=](int64_t i) { best[i] = larger(A(from[i]), best[i]); });
    });
  }
  // The same, and the row of the first such element.
  void max_with_row(const T* x, const Span& d, const Span& h) {
    std::fill(values_.begin(), values_.end(), -std::numeric_limits<A>::infinity());
    std::fill(rows_.begin(), rows_.end(), first_row(d, h));
    each_row(d, h, [&](int64_t row) {
      const T* from = x + row * width_;
      A* best = values_.data();
      int32_t* rows = rows_.data();
      const int32_t number = static_cast<int32_t>(row);
      for_lanes(width_, [=](int64_t i) {
        const A value = A(from[i]);
        const bool take = beats(value, best[i]);
        rows[i] = take ? number : rows[i];
        best[i] = take ? value : best[i];
      });
    });
  }

  A span_sum(const Span& w, int64_t channel) const {
    A total = 0;
    for (int64_t x = w.begin; x < w.end; ++x) total += values_[size_t(x * l_.inner + channel)];
    return total;
  }
  A span_max(const Span& w, int64_t channel) const {
    A best = -std::numeric_limits<A>::infinity();
    for (int64_t x = w.begin; x < w.end; ++x) {
      best = larger(values_[size_t(x * l_.inner + channel)], best);
    }
    return best;
  }
  // The source position of the span's maximum, the first of equals. The window is not empty.
  int64_t span_position(const Span& w, int64_t channel) const {
    size_t at = static_cast<size_t>(w.begin * l_.inner + channel);
    A best = values_[at];
    int32_t row = rows_[at];
    int64_t column = w.begin;
    for (int64_t x = w.begin + 1; x < w.end; ++x) {
      at += static_cast<size_t>(l_.inner);
      const A value = values_[at];
      const bool take = beats(value, best) | ((value == best) & (rows_[at] < row));
      best = take ? value : best;
      row = take ? rows_[at] : row;
      column = take ? x : column;
    }
    return row * l_.size[2] + column;
  }

  // The reverse of sum: adds shares to a span of a row, then that row to all rows of the window.
  void clear() { std::fill(values_.begin(), values_.end(), A(0)); }
  void add_to_span(const Span& w, int64_t channel, A share) {
    for (int64_t x = w.begin; x < w.end; ++x) values_[size_t(x * l_.inner + channel)] += share;
  }
  void add_to_rows(A* grad, const Span& d, const Span& h) const {
    each_row(d, h, [&](int64_t row) {
      A* to = grad + row * width_;
      const A* from = values_.data();
      for_lanes(width_, [=](int64_t i) { to[i] += from[i]; });
    });
  }

 private:
  // Without branches, so that the loops run on vectors.
  static bool beats(A value, A best) { return !(value <= best) & (best == best); }
  static A larger(A value, A best) { return beats(value, best) ? value : best; }

  int32_t first_row(const Span& d, const Span& h) const {
    return static_cast<int32_t>(d.begin * l_.size[1] + h.begin);
  }
  template <class F>
  void each_row(const Span& d, const Span& h, F&& f) const {
    for (int64_t z = d.begin; z < d.end; ++z) {
      for (int64_t y = h.begin; y < h.end; ++y) f(z * l_.size[1] + y);
    }
  }

  const Layout& l_;
  int64_t width_;
  std::vector<A> values_;
  std::vector<int32_t> rows_;
};

template <class T>
auto reduction_of(const Layout& l) {
  return [&l] { return RowReduction<T>(l); };
}

// Calls f(offset of the result in its plane, width span, channel) for one row of results.
template <class F>
void for_each_result(const Layout& l, int64_t first, F&& f) {
  int64_t to = first * l.inner;
  for (const Span& w : l.axis[2]) {
    for (int64_t c = 0; c < l.inner; ++c) f(to++, w, c);
  }
}

// Whether a window has no element at all: it lies in the padding.
bool is_empty(const Span& d, const Span& h, const Span& w) {
  return d.begin == d.end || h.begin == h.end || w.begin == w.end;
}

template <class T>
constexpr T kLowest = std::numeric_limits<T>::lowest();

template <class T>
void maximum_of_windows(const Layout& l, const T* x, T* out) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_result_row(
      l, reduction_of<T>(l),
      [&](int64_t plane, int64_t first, const Span& d, const Span& h, RowReduction<T>& rows) {
        rows.max(x + plane * source, d, h);
        for_each_result(l, first, [&](int64_t at, const Span& w, int64_t c) {
          const bool empty = is_empty(d, h, w);
          out[plane * result + at] = T(empty ? kLowest<Math<T>> : rows.span_max(w, c));
        });
      });
}

// The values at the maxima of x, and where those are; `empty` and -1 where a window is empty.
template <class T>
void gather_max(const Layout& l, const T* x, const T* values, T empty, T* out, int32_t* mask) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_result_row(
      l, reduction_of<T>(l),
      [&](int64_t plane, int64_t first, const Span& d, const Span& h, RowReduction<T>& rows) {
        rows.max_with_row(x + plane * source, d, h);
        const T* from = values + plane * source;
        for_each_result(l, first, [&](int64_t at, const Span& w, int64_t c) {
          const int64_t found = is_empty(d, h, w) ? -1 : rows.span_position(w, c);
          out[plane * result + at] = found < 0 ? empty : from[found * l.inner + c];
          if (mask) mask[plane * result + at] = static_cast<int32_t>(found);
        });
      });
}

template <class T>
Math<T> divisor_of(const Span& d, const Span& h, const Span& w) {
  const double divisor = double(d.divisor) * double(h.divisor) * double(w.divisor);
  return Math<T>(std::max(divisor, 1.0));
}

template <class T>
void average(const Layout& l, const T* x, T* out) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_result_row(
      l, reduction_of<T>(l),
      [&](int64_t plane, int64_t first, const Span& d, const Span& h, RowReduction<T>& rows) {
        rows.sum(x + plane * source, d, h);
        for_each_result(l, first, [&](int64_t at, const Span& w, int64_t c) {
          out[plane * result + at] = T(rows.span_sum(w, c) / divisor_of<T>(d, h, w));
        });
      });
}

// Writes what flows back through every window to `grad`.
template <class T>
void spread_max(const Layout& l, const T* x, const T* out_grad, Math<T>* grad) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_result_row(
      l, reduction_of<T>(l),
      [&](int64_t plane, int64_t first, const Span& d, const Span& h, RowReduction<T>& rows) {
        Math<T>* to = grad + plane * source;
        if (first == 0) std::fill_n(to, source, Math<T>(0));
        rows.max_with_row(x + plane * source, d, h);
        for_each_result(l, first, [&](int64_t at, const Span& w, int64_t c) {
          if (is_empty(d, h, w)) return;
          to[rows.span_position(w, c) * l.inner + c] += Math<T>(out_grad[plane * result + at]);
        });
      });
}

template <class T>
void spread_average(const Layout& l, const T* out_grad, Math<T>* grad) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_result_row(
      l, reduction_of<T>(l),
      [&](int64_t plane, int64_t first, const Span& d, const Span& h, RowReduction<T>& rows) {
        Math<T>* to = grad + plane * source;
        if (first == 0) std::fill_n(to, source, Math<T>(0));
        rows.clear();
        for_each_result(l, first, [&](int64_t at, const Span& w, int64_t c) {
          const Math<T> flow = Math<T>(out_grad[plane * result + at]);
          rows.add_to_span(w, c, flow / divisor_of<T>(d, h, w));
        });
        rows.add_to_rows(to, d, h);
      });
}

// Calls f on contiguous data of `out`, written back where the tensor is not contiguous.
template <class F>
void into_contiguous(TensorImpl& out, F&& f) {
  if (out.is_contiguous()) return f(out);
  Tensor dense = Tensor::empty_like(out);
  f(*dense);
  copy_elements(*dense, out);
}

// Positions of one plane given as indices; f(value offset, plane offset + index).
template <class F>
void for_each_index(const TensorImpl& indices, int64_t plane_size, F&& f) {
  const Tensor dense = contiguous(indices);
  const int64_t planes = dense->dim(0) * dense->dim(1);
  const int64_t per_plane = planes ? dense->numel() / planes : 0;
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(dense->dtype(), [&](auto type) {
    using I = typename decltype(type)::type;
    const I* at = dense->template data<I>();
    parallel_for(0, planes, std::max<int64_t>(1, 16384 / std::max<int64_t>(1, per_plane)),
                 [&](int64_t first, int64_t last) {
                   for (int64_t i = first * per_plane; i < last * per_plane; ++i) {
                     const int64_t index = at[i];
                     require(index >= 0 && index < plane_size, ErrorKind::kOutOfRange, "index ",
                             index, " is outside of a plane of ", plane_size, " elements");
                     f(i, i / per_plane * plane_size + index);
                   }
                 });
  });
}

int64_t plane_size_of(const TensorImpl& x) {
  int64_t size = 1;
  for (int64_t axis = 2; axis < x.rank(); ++axis) size *= x.dim(axis);
  return size;
}

}  // namespace

void pool_gather(const TensorImpl& x, const TensorImpl& values, DimsView kernel_size,
                 DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
                 const std::string& data_format, const std::string& pooling_type,
                 bool global_pooling, bool adaptive, const std::string& padding_algorithm,
                 TensorImpl& out) {
  const PoolGeometry g = infer::pool_geometry(
      x.meta(), {kernel_size, strides, paddings, ceil_mode, exclusive, data_format, pooling_type,
                 global_pooling, adaptive, padding_algorithm});
  const Tensor picked = contiguous(values);
  const Tensor keys = !g.is_max || &x == &values ? picked : contiguous(x);
  const Layout layout(g, x);
  into_contiguous(out, [&](TensorImpl& dense) {
    visit_float(x.dtype(), [&](auto zero) {
      using T = decltype(zero);
      T* to = dense.data<T>();
      if (g.is_max && &x == &values) {
        maximum_of_windows<T>(layout, picked.data<T>(), to);
      } else if (g.is_max) {
        gather_max<T>(layout, keys.data<T>(), picked.data<T>(), T(Math<T>(0)), to, nullptr);
      } else {
        average<T>(layout, picked.data<T>(), to);
      }
    });
  });
}

void pool(const TensorImpl& x, DimsView kernel_size, DimsView strides, DimsView paddings,
          bool ceil_mode, bool exclusive, const std::string& data_format,
          const std::string& pooling_type, bool global_pooling, bool adaptive,
          const std::string& padding_algorithm, TensorImpl& out) {
  pool_gather(x, x, kernel_size, strides, paddings, ceil_mode, exclusive, data_format, pooling_type,
              global_pooling, adaptive, padding_algorithm, out);
}

void pool_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView kernel_size,
               DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
               const std::string& data_format, const std::string& pooling_type, bool global_pooling,
               bool adaptive, const std::string& padding_algorithm, TensorImpl& x_grad) {
  const PoolGeometry g = infer::pool_geometry(
      x.meta(), {kernel_size, strides, paddings, ceil_mode, exclusive, data_format, pooling_type,
                 global_pooling, adaptive, padding_algorithm});
  const Layout layout(g, x);
  const Tensor grads = contiguous(out_grad);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Result sums(x_grad, dtype_of_v<Math<T>>);
    if (g.is_max) {
      spread_max<T>(layout, contiguous(x).data<T>(), grads.data<T>(), sums.data<Math<T>>());
    } else {
      spread_average<T>(layout, grads.data<T>(), sums.data<Math<T>>());
    }
    sums.finish();
  });
}

void max_pool_with_index(const TensorImpl& x, DimsView kernel_size, DimsView strides,
                         DimsView paddings, bool global_pooling, bool adaptive, bool ceil_mode,
                         TensorImpl& out, TensorImpl& mask) {
  const PoolGeometry g = infer::max_pool_geometry(x.meta(), kernel_size, strides, paddings,
                                                  global_pooling, adaptive, ceil_mode);
  const Tensor dense = contiguous(x);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    gather_max<T>(Layout(g, x), dense.data<T>(), dense.data<T>(), T(kLowest<Math<T>>),
                  out.data<T>(), mask.data<int32_t>());
  });
}

void plane_scatter(const TensorImpl& x, const TensorImpl& values, const TensorImpl& indices,
                   TensorImpl& out) {
  const Tensor from = contiguous(values);
  fill(out, 0.0);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = out.data<T>();
    for_each_index(indices, plane_size_of(x), [&](int64_t i, int64_t at) {
      to[at] = T(Math<T>(to[at]) + Math<T>(from.data<T>()[i]));
    });
  });
}

void plane_gather(const TensorImpl& x, const TensorImpl& indices, TensorImpl& out) {
  const Tensor from = contiguous(x);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = out.data<T>();
    for_each_index(indices, plane_size_of(x),
                   [&](int64_t i, int64_t at) { to[i] = from.data<T>()[at]; });
  });
}

void unpool(const TensorImpl& x, const TensorImpl& indices, DimsView, DimsView, DimsView, DimsView,
            const std::string&, TensorImpl& out) {
  const Tensor from = contiguous(x);
  fill(out, 0.0);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = out.data<T>();
    for_each_index(indices, plane_size_of(out),
                   [&](int64_t i, int64_t at) { to[at] = from.data<T>()[i]; });
  });
}

}  // namespace pd::PD_ISA
