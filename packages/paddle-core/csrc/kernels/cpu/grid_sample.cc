// Sampling of images and volumes at given points, and its gradient.
#include <algorithm>
#include <cmath>
#include <string>

#include "kernels_alignment.h"
#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kTypes = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);

// A position in pixels, and its derivative by the coordinate of the grid.
template <class T>
struct Position {
  T at, slope;
};

struct Rules {
  bool nearest, border, reflection, align_corners;

  Rules(const std::string& mode, const std::string& padding_mode, bool aligned)
      : nearest(mode == "nearest"),
        border(padding_mode == "border"),
        reflection(padding_mode == "reflection"),
        align_corners(aligned) {}

  template <class T>
  Position<T> place(T coordinate, int64_t size) const {
    Position<T> p;
    if (align_corners) {
      p.slope = T(size - 1) / 2;
      p.at = (coordinate + 1) * p.slope;
    } else {
      p.slope = T(size) / 2;
      p.at = ((coordinate + 1) * T(size) - 1) / 2;
    }
    if (reflection) reflect(p, align_corners ? T(0) : T(-0.5), T(align_corners ? size - 1 : size));
    if (border || reflection) clip(p, size);
    return p;
  }

 private:
  // Folds the line at low and low + span.
  template <class T>
  static void reflect(Position<T>& p, T low, T span) {
    if (span == 0) {
      p = {T(0), T(0)};
      return;
    }
    const T distance = std::abs(p.at - low);
    if (p.at < low) p.slope = -p.slope;
    const T folds = std::floor(distance / span);
    const T rest = distance - folds * span;
    const bool odd = std::fmod(folds, T(2)) != 0;
    p.at = odd ? low + span - rest : low + rest;
    if (odd) p.slope = -p.slope;
  }

  template <class T>
  static void clip(Position<T>& p, int64_t size) {
    const T most = T(size - 1);
    if (!(p.at > 0 && p.at < most)) {
      p.slope = 0;
      p.at = p.at >= most ? most : T(0);
    }
  }
};

// Two or three spatial axes; axis 0 is the last one of x, as in the grid.
struct Geometry {
  int axes;
  int64_t batch, channels, pixels, points;
  int64_t size[3], stride[3];

  Geometry(const TensorImpl& x, const TensorImpl& grid)
      : axes(static_cast<int>(x.rank()) - 2),
        batch(x.dim(0)),
        channels(x.dim(1)),
        pixels(1),
        points(1) {
    for (int axis = 0; axis < axes; ++axis) {
      size[axis] = x.dim(x.rank() - 1 - axis);
      stride[axis] = pixels;
      pixels *= size[axis];
      points *= grid.dim(axis + 1);
    }
  }
};

// Which pixels a point reads: up to eight corners with weights.
template <class T>
class Point {
 public:
  Point(const Geometry& geometry, const Rules& rules, const T* coordinates) : geometry_(geometry) {
    for (int axis = 0; axis < geometry.axes; ++axis) {
      const Position<T> p = rules.place(coordinates[axis], geometry.size[axis]);
      const T low = rules.nearest ? std::nearbyint(p.at) : std::floor(p.at);
      // What is far outside, or no number, touches no pixel.
      const bool near = low >= T(-1) && low <= T(geometry.size[axis]);
      low_[axis] = near ? static_cast<int64_t>(low) : -2;
      rest_[axis] = near && !rules.nearest ? p.at - low : T(0);
      slope_[axis] = rules.nearest ? T(0) : p.slope;
    }
    corners_ = rules.nearest ? 1 : 1 << geometry.axes;
  }

  // Calls f(pixel, weight, corner) for every corner that is inside.
  template <class F>
  void for_corners(F&& f) const {
    for (int corner = 0; corner < corners_; ++corner) {
      int64_t pixel = 0;
      T weight = 1;
      bool inside = true;
      for (int axis = 0; axis < geometry_.axes; ++axis) {
        const int64_t at = low_[axis] + (corner >> axis & 1);
        inside = inside && at >= 0 && at < geometry_.size[axis];
        pixel += at * geometry_.stride[axis];
        weight *= along(axis, corner);
      }
      if (inside) f(pixel, weight, corner);
    }
  }

  // The derivative of a corner's weight by a coordinate of the grid.
  T weight_slope(int corner, int axis) const {
    T slope = (corner >> axis & 1) ? slope_[axis] : -slope_[axis];
    for (int other = 0; other < geometry_.axes; ++other) {
      if (other != axis) slope *= along(other, corner);
    }
    return slope;
  }

 private:
  T along(int axis, int corner) const {
    return (corner >> axis & 1) ? rest_[axis] : T(1) - rest_[axis];
  }

  const Geometry& geometry_;
  int corners_;
  int64_t low_[3];
  T rest_[3], slope_[3];
};

}  // namespace

void grid_sample(const TensorImpl& x, const TensorImpl& grid, const std::string& mode,
                 const std::string& padding_mode, bool align_corners, TensorImpl& out) {
  const Geometry g(x, grid);
  const Rules rules(mode, padding_mode, align_corners);
  const Tensor image = contiguous(x), places = contiguous(grid);
  visit_dtype<kTypes>(x.dtype(), [&]<class T>(Type<T>) {
    T* to = out.data<T>();
    parallel_for(0, g.batch * g.points, 256, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        const int64_t n = i / g.points, point = i % g.points;
        const Point<T> taps(g, rules, places.data<T>() + i * g.axes);
        const T* from = image.data<T>() + n * g.channels * g.pixels;
        T* target = to + n * g.channels * g.points + point;
        for (int64_t c = 0; c < g.channels; ++c) target[c * g.points] = T(0);
        taps.for_corners([&](int64_t pixel, T weight, int) {
          for (int64_t c = 0; c < g.channels; ++c) {
            target[c * g.points] += weight * from[c * g.pixels + pixel];
          }
        });
      }
    });
  });
}

void grid_sample_grad(const TensorImpl& x, const TensorImpl& grid, const TensorImpl& out_grad,
                      const std::string& mode, const std::string& padding_mode, bool align_corners,
                      TensorImpl& x_grad, TensorImpl& grid_grad) {
  const Geometry g(x, grid);
  const Rules rules(mode, padding_mode, align_corners);
  const Tensor image = contiguous(x), places = contiguous(grid), upstream = contiguous(out_grad);
  fill(x_grad, 0.0);
  visit_dtype<kTypes>(x.dtype(), [&]<class T>(Type<T>) {
    // Points of one image may share pixels, so that images are what threads divide.
    parallel_for(0, g.batch, 1, [&](int64_t first, int64_t last) {
      for (int64_t i = first * g.points; i < last * g.points; ++i) {
        const int64_t n = i / g.points, point = i % g.points;
        const Point<T> taps(g, rules, places.data<T>() + i * g.axes);
        const T* from = image.data<T>() + n * g.channels * g.pixels;
        const T* grad = upstream.data<T>() + n * g.channels * g.points + point;
        T* to = x_grad.data<T>() + n * g.channels * g.pixels;
        T* to_grid = grid_grad.data<T>() + i * g.axes;
        std::fill_n(to_grid, g.axes, T(0));
        taps.for_corners([&](int64_t pixel, T weight, int corner) {
          T product = 0;
          for (int64_t c = 0; c < g.channels; ++c) {
            to[c * g.pixels + pixel] += weight * grad[c * g.points];
            product += from[c * g.pixels + pixel] * grad[c * g.points];
          }
          for (int axis = 0; axis < g.axes; ++axis) {
            to_grid[axis] += product * taps.weight_slope(corner, axis);
          }
        });
      }
    });
  });
}

}  // namespace pd::cpu
