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
  }
  int64_t source_size() const { return size[0] * size[1] * size[2]; }
  int64_t result_size() const { return int64_t(axis[0].size() * axis[1].size() * axis[2].size()); }
};

// One window: the source positions that a result position sees.
struct Window {
  const Layout& layout;
  Span d, h, w;

  double divisor() const { return double(d.divisor) * double(h.divisor) * double(w.divisor); }
  // Calls f(position) for runs of positions in a row.
  template <class F>
  void each(F&& f) const {
    for (int64_t z = d.begin; z < d.end; ++z) {
      for (int64_t y = h.begin; y < h.end; ++y) {
        const int64_t row = (z * layout.size[1] + y) * layout.size[2];
        for (int64_t x = w.begin; x < w.end; ++x) f(row + x);
      }
    }
  }
};

// Calls f(plane, result position, window) for all results; planes go to different threads.
template <class F>
void for_each_window(const Layout& l, F&& f) {
  const int64_t work = std::max<int64_t>(1, l.source_size() * l.inner);
  const int64_t grain = std::max<int64_t>(1, 16384 / work);
  parallel_for(0, l.planes, grain, [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      int64_t at = 0;
      for (const Span& d : l.axis[0]) {
        for (const Span& h : l.axis[1]) {
          for (const Span& w : l.axis[2]) f(plane, at++, Window{l, d, h, w});
        }
      }
    }
  });
}

// The position of the largest value (the first of equals, NaN above all); -1 in an empty window.
template <class T>
int64_t find_max(const Window& window, const T* x, int64_t inner) {
  Math<T> best = -std::numeric_limits<Math<T>>::infinity();
  int64_t found = -1;
  window.each([&](int64_t at) {
    const Math<T> value = Math<T>(x[at * inner]);
    if (found < 0 || value > best || (value != value && best == best)) {
      best = value;
      found = at;
    }
  });
  return found;
}

template <class T>
constexpr T kLowest = std::numeric_limits<T>::lowest();

// The values at the maxima of x (values = x gives max pooling itself).
template <class T>
void gather_max(const Layout& l, const T* x, const T* values, T empty, T* out, int32_t* mask) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_window(l, [&](int64_t plane, int64_t at, const Window& window) {
    for (int64_t c = 0; c < l.inner; ++c) {
      const int64_t found = find_max(window, x + plane * source + c, l.inner);
      const int64_t to = plane * result + at * l.inner + c;
      out[to] = found < 0 ? empty : values[plane * source + found * l.inner + c];
      if (mask) mask[to] = static_cast<int32_t>(found);
    }
  });
}

template <class T>
void average(const Layout& l, const T* x, T* out) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_window(l, [&](int64_t plane, int64_t at, const Window& window) {
    const Math<T> divisor = Math<T>(std::max(window.divisor(), 1.0));
    for (int64_t c = 0; c < l.inner; ++c) {
      const T* from = x + plane * source + c;
      Math<T> sum = 0;
      window.each([&](int64_t position) { sum += Math<T>(from[position * l.inner]); });
      out[plane * result + at * l.inner + c] = T(sum / divisor);
    }
  });
}

// Adds what flows back through every window to `grad`, which starts as zeros of the math type.
template <class T>
void spread(const Layout& l, bool is_max, const T* x, const T* out_grad, Math<T>* grad) {
  const int64_t source = l.source_size() * l.inner;
  const int64_t result = l.result_size() * l.inner;
  for_each_window(l, [&](int64_t plane, int64_t at, const Window& window) {
    const Math<T> divisor = Math<T>(std::max(window.divisor(), 1.0));
    for (int64_t c = 0; c < l.inner; ++c) {
      const Math<T> flow = Math<T>(out_grad[plane * result + at * l.inner + c]);
      Math<T>* to = grad + plane * source + c;
      if (is_max) {
        const int64_t found = find_max(window, x + plane * source + c, l.inner);
        if (found >= 0) to[found * l.inner] += flow;
      } else {
        const Math<T> share = flow / divisor;
        window.each([&](int64_t position) { to[position * l.inner] += share; });
      }
    }
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
      if (g.is_max) {
        const T empty = &x == &values ? T(kLowest<Math<T>>) : T(Math<T>(0));
        gather_max<T>(layout, keys.data<T>(), picked.data<T>(), empty, to, nullptr);
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
    const Tensor keys = g.is_max ? contiguous(x) : Tensor();
    const Tensor sums = Tensor::zeros(x.shape(), dtype_of_v<Math<T>>);
    spread<T>(layout, g.is_max, g.is_max ? keys.data<T>() : nullptr, grads.data<T>(),
              sums.data<Math<T>>());
    copy_elements(*sums, x_grad);
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
