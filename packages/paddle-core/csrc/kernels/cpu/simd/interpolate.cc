// Resizing of one to three spatial axes, axis by axis, and its gradient.
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "infer/nn.h"
#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

// What one result position along an axis reads: up to four source positions with weights.
struct Taps {
  int64_t at[4] = {0, 0, 0, 0};
  double weight[4] = {0, 0, 0, 0};
};

struct AxisResize {
  int64_t axis;
  int64_t source, result;
  int count;
  std::vector<Taps> taps;
};

double cubic_near(double t) { return ((1.25 * t) - 2.25) * t * t + 1; }      // |t| <= 1
double cubic_far(double t) { return ((-0.75 * t + 3.75) * t - 6) * t + 3; }  // |t| in (1, 2)

Taps nearest_taps(int64_t i, double ratio, int64_t size, bool align_corners) {
  const int64_t at = static_cast<int64_t>(ratio * double(i) + (align_corners ? 0.5 : 0.0));
  return {{std::clamp<int64_t>(at, 0, size - 1)}, {1}};
}

Taps linear_taps(int64_t i, double ratio, int64_t size, bool half_pixel) {
  const double exact =
      half_pixel ? std::max(ratio * (double(i) + 0.5) - 0.5, 0.0) : ratio * double(i);
  const int64_t low = std::clamp<int64_t>(static_cast<int64_t>(exact), 0, size - 1);
  const double rest = std::clamp(exact - double(low), 0.0, 1.0);
  return {{low, std::min(low + 1, size - 1)}, {1 - rest, rest}};
}

Taps cubic_taps(int64_t i, double ratio, int64_t size, bool align_corners) {
  const double exact = align_corners ? ratio * double(i) : ratio * (double(i) + 0.5) - 0.5;
  const double low = std::floor(exact);
  const double t = exact - low;
  Taps taps{{}, {cubic_far(t + 1), cubic_near(t), cubic_near(1 - t), cubic_far(2 - t)}};
  for (int k = 0; k < 4; ++k) {
    taps.at[k] = std::clamp<int64_t>(static_cast<int64_t>(low) - 1 + k, 0, size - 1);
  }
  return taps;
}

// Where corners are aligned the ends meet; else a given scale, or the sizes, decide.
double ratio_of(int64_t source, int64_t result, double scale, bool align_corners) {
  if (align_corners) return result > 1 ? double(source - 1) / double(result - 1) : 0.0;
  return scale > 0 ? 1.0 / scale : double(source) / double(result);
}

AxisResize resize_of(int64_t axis, int64_t source, int64_t result, double scale,
                     const std::string& mode, bool align_corners, int64_t align_mode) {
  // The float ratio decides which source a position falls on, as in Paddle.
  const double ratio = static_cast<float>(ratio_of(source, result, scale, align_corners));
  AxisResize resize{axis, source, result, mode == "nearest" ? 1 : mode == "linear" ? 2 : 4, {}};
  resize.taps.reserve(static_cast<size_t>(result));
  for (int64_t i = 0; i < result; ++i) {
    if (mode == "nearest") {
      resize.taps.push_back(nearest_taps(i, ratio, source, align_corners));
    } else if (mode == "linear") {
      resize.taps.push_back(linear_taps(i, ratio, source, align_mode == 0 && !align_corners));
    } else {
      resize.taps.push_back(cubic_taps(i, ratio, source, align_corners));
    }
  }
  return resize;
}

std::vector<AxisResize> resizes_of(const TensorImpl& x, DimsView size,
                                   std::span<const double> scale, const std::string& mode,
                                   bool align_corners, int64_t align_mode,
                                   const std::string& data_format) {
  std::vector<AxisResize> resizes;
  const int64_t first = infer::first_spatial_axis(x.meta(), data_format);
  for (size_t i = 0; i < size.size(); ++i) {
    const int64_t axis = first + static_cast<int64_t>(i);
    resizes.push_back(resize_of(axis, x.dim(axis), size[i], scale.empty() ? 0.0 : scale[i], mode,
                                align_corners, align_mode));
  }
  return resizes;
}

int64_t product(DimsView sizes) {
  int64_t result = 1;
  for (const int64_t size : sizes) result *= size;
  return result;
}

// The taps of a last axis, tap by tap, so that neighbouring results are computed together.
template <class A>
class LineTaps {
 public:
  explicit LineTaps(const AxisResize& resize) : count_(resize.count), n_(resize.result) {
    for (int k = 0; k < count_; ++k) {
      for (const Taps& taps : resize.taps) {
        at_[k].push_back(static_cast<int32_t>(taps.at[k]));
        weight_[k].push_back(A(taps.weight[k]));
      }
    }
  }

  void resize_line(const A* from, A* to) const {
    switch (count_) {
      case 1:
        return apply(from, to, [this](const A* x, int64_t i) { return x[at_[0][size_t(i)]]; });
      case 2:
        return apply(from, to, [this](const A* x, int64_t i) { return sum<2>(x, i); });
      default:
        return apply(from, to, [this](const A* x, int64_t i) { return sum<4>(x, i); });
    }
  }

 private:
  template <class F>
  void apply(const A* from, A* to, F&& f) const {
    for_lanes(n_, [=](int64_t i) { to[i] = f(from, i); });
  }
  template <int kTaps>
  PD_INLINE A sum(const A* x, int64_t i) const {
    A total = 0;
    for (int k = 0; k < kTaps; ++k) total += weight_[k].data()[i] * x[at_[k].data()[i]];
    return total;
  }

  int count_;
  int64_t n_;
  std::vector<int32_t> at_[4];
  std::vector<A> weight_[4];
};

// A weighted sum of up to four rows of `inner` elements.
template <class A>
void blend_rows(const A* from, int64_t inner, const Taps& taps, int count, A* to) {
  const A *a = from + taps.at[0] * inner, *b = from + taps.at[1] * inner;
  const A *c = from + taps.at[2] * inner, *d = from + taps.at[3] * inner;
  const A wa = A(taps.weight[0]), wb = A(taps.weight[1]);
  const A wc = A(taps.weight[2]), wd = A(taps.weight[3]);
  if (count == 1) return (void)std::copy_n(a, inner, to);
  if (count == 2) return for_lanes(inner, [=](int64_t j) { to[j] = wa * a[j] + wb * b[j]; });
  for_lanes(inner, [=](int64_t j) { to[j] = wa * a[j] + wb * b[j] + (wc * c[j] + wd * d[j]); });
}

template <class A>
void resize_lines(const A* x, int64_t lines, const AxisResize& resize, A* out) {
  const LineTaps<A> taps(resize);
  parallel_for(0, lines, rows_per_task(resize.result), [&](int64_t first, int64_t last) {
    for (int64_t line = first; line < last; ++line) {
      taps.resize_line(x + line * resize.source, out + line * resize.result);
    }
  });
}

// The tensor with one axis resized; runs of `inner` elements behind the axis move together.
template <class A>
void resize_axis(const TensorImpl& x, const AxisResize& resize, TensorImpl& out) {
  const size_t axis = static_cast<size_t>(resize.axis);
  const DimsView sizes = x.shape();
  const int64_t outer = product(sizes.first(axis));
  const int64_t inner = product(sizes.subspan(axis + 1));
  if (inner == 1) return resize_lines(x.data<A>(), outer, resize, out.data<A>());
  parallel_for(0, outer * resize.result, rows_per_task(inner), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const Taps& taps = resize.taps[size_t(row % resize.result)];
      const A* from = x.data<A>() + row / resize.result * resize.source * inner;
      blend_rows(from, inner, taps, resize.count, out.data<A>() + row * inner);
    }
  });
}

// The last axis, whose elements move one by one, comes first: then there are fewest of them where
// the tensor grows. The last step writes into `out` itself where that is possible.
template <class A>
void resize_axes(Tensor x, const std::vector<AxisResize>& resizes, TensorImpl& out) {
  const bool direct = out.is_contiguous() && out.dtype() == x.dtype();
  for (size_t i = resizes.size(); i-- > 0;) {
    if (i == 0 && direct) return resize_axis<A>(*x, resizes[i], out);
    Dims shape = x.shape();
    shape[static_cast<size_t>(resizes[i].axis)] = resizes[i].result;
    const Tensor next = Tensor::empty(shape, x.dtype());
    resize_axis<A>(*x, resizes[i], *next);
    x = next;
  }
  copy_elements(*x, out);
}

// The transpose of `resize_axis`: gradients flow back to where they were read.
template <class A>
Tensor unresized(const TensorImpl& grad, const AxisResize& resize) {
  Dims shape = grad.shape();
  const size_t axis = static_cast<size_t>(resize.axis);
  shape[axis] = resize.source;
  Tensor out = Tensor::zeros(shape, grad.dtype());
  const DimsView sizes = grad.shape();
  const int64_t outer = product(sizes.first(axis));
  const int64_t inner = product(sizes.subspan(axis + 1));
  parallel_for(0, outer, rows_per_task(inner * resize.result), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      A* base = out.data<A>() + row * resize.source * inner;
      const A* from = grad.data<A>() + row * resize.result * inner;
      for (int64_t i = 0; i < resize.result; ++i, from += inner) {
        const Taps& taps = resize.taps[size_t(i)];
        for (int k = 0; k < resize.count; ++k) {
          const A weight = A(taps.weight[k]);
          A* to = base + taps.at[k] * inner;
          for_lanes(inner, [=](int64_t j) { to[j] += weight * from[j]; });
        }
      }
    }
  });
  return out;
}

template <class F>
void with_math_type(DType dtype, F&& f) {
  visit_float(dtype, [&](auto zero) { f(Math<decltype(zero)>{}); });
}

}  // namespace

void interpolate(const TensorImpl& x, DimsView size, std::span<const double> scale,
                 const std::string& mode, bool align_corners, int64_t align_mode,
                 const std::string& data_format, TensorImpl& out) {
  with_math_type(x.dtype(), [&](auto zero) {
    resize_axes<decltype(zero)>(
        converted(x, math_dtype(x.dtype())),
        resizes_of(x, size, scale, mode, align_corners, align_mode, data_format), out);
  });
}

void interpolate_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView size,
                      std::span<const double> scale, const std::string& mode, bool align_corners,
                      int64_t align_mode, const std::string& data_format, TensorImpl& x_grad) {
  Tensor result = converted(out_grad, math_dtype(x.dtype()));
  with_math_type(x.dtype(), [&](auto zero) {
    const std::vector<AxisResize> resizes =
        resizes_of(x, size, scale, mode, align_corners, align_mode, data_format);
    for (const AxisResize& resize : resizes) result = unresized<decltype(zero)>(*result, resize);
  });
  copy_elements(*result, x_grad);
}

}  // namespace pd::PD_ISA
