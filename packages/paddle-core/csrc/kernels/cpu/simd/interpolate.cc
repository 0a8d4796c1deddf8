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

// The tensor with one axis resized; runs of `inner` elements behind the axis move together.
template <class A>
Tensor resized(const TensorImpl& x, const AxisResize& resize) {
  Dims shape = x.shape();
  const size_t axis = static_cast<size_t>(resize.axis);
  shape[axis] = resize.result;
  Tensor out = Tensor::empty(shape, x.dtype());
  const DimsView sizes = x.shape();
  const int64_t outer = product(sizes.first(axis));
  const int64_t inner = product(sizes.subspan(axis + 1));
  parallel_for(0, outer * resize.result, rows_per_task(inner), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const Taps& taps = resize.taps[size_t(row % resize.result)];
      const A* from = x.data<A>() + row / resize.result * resize.source * inner;
      A* to = out.data<A>() + row * inner;
      for (int k = 0; k < resize.count; ++k) {
        const A weight = A(taps.weight[k]);
        const A* source = from + taps.at[k] * inner;
        if (k == 0) {
          for_lanes(inner, [=](int64_t j) { to[j] = weight * source[j]; });
        } else {
          for_lanes(inner, [=](int64_t j) { to[j] += weight * source[j]; });
        }
      }
    }
  });
  return out;
}

// The transpose of `resized`: gradients flow back to where they were read.
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
  Tensor result = converted(x, math_dtype(x.dtype()));
  with_math_type(x.dtype(), [&](auto zero) {
    for (const AxisResize& resize :
         resizes_of(x, size, scale, mode, align_corners, align_mode, data_format)) {
      result = resized<decltype(zero)>(*result, resize);
    }
  });
  copy_elements(*result, out);
}

void interpolate_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView size,
                      std::span<const double> scale, const std::string& mode, bool align_corners,
                      int64_t align_mode, const std::string& data_format, TensorImpl& x_grad) {
  Tensor result = converted(out_grad, math_dtype(x.dtype()));
  with_math_type(x.dtype(), [&](auto zero) {
    const std::vector<AxisResize> resizes =
        resizes_of(x, size, scale, mode, align_corners, align_mode, data_format);
    for (size_t i = resizes.size(); i-- > 0;)
      result = unresized<decltype(zero)>(*result, resizes[i]);
  });
  copy_elements(*result, x_grad);
}

}  // namespace pd::PD_ISA
