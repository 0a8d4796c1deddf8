// Images written out as columns, one per window position, and added back.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/parallel.h"

namespace pd::cpu {

// Sizes of a window sliding over a channels-first image, the spatial axes padded to three.
struct Patch {
  int64_t source[3] = {1, 1, 1}, result[3] = {1, 1, 1}, kernel[3] = {1, 1, 1};
  int64_t stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1}, before[3] = {0, 0, 0};

  int64_t source_size() const { return source[0] * source[1] * source[2]; }
  int64_t result_size() const { return result[0] * result[1] * result[2]; }
  int64_t kernel_size() const { return kernel[0] * kernel[1] * kernel[2]; }
  // Where the kernel's tap of a result lies along an axis.
  int64_t at(int axis, int64_t result_index, int64_t tap) const {
    return result_index * stride[axis] - before[axis] + tap * dilation[axis];
  }
};

// Calls f(column offset, image offset or -1) for every result position under one kernel tap.
template <class F>
void for_each_tap_position(const Patch& p, int64_t tap, F&& f) {
  const int64_t kw = tap % p.kernel[2];
  const int64_t kh = tap / p.kernel[2] % p.kernel[1];
  const int64_t kd = tap / p.kernel[2] / p.kernel[1];
  int64_t column = 0;
  for (int64_t d = 0; d < p.result[0]; ++d) {
    const int64_t z = p.at(0, d, kd);
    for (int64_t h = 0; h < p.result[1]; ++h) {
      const int64_t y = p.at(1, h, kh);
      const bool row_inside = z >= 0 && z < p.source[0] && y >= 0 && y < p.source[1];
      const int64_t row = (z * p.source[1] + y) * p.source[2];
      for (int64_t w = 0; w < p.result[2]; ++w, ++column) {
        const int64_t x = p.at(2, w, kw);
        f(column, row_inside && x >= 0 && x < p.source[2] ? row + x : -1);
      }
    }
  }
}

// Row (channel, tap) of `columns` holds what that tap sees at each result position.
template <class T>
void image_to_columns(const Patch& p, int64_t channels, const T* image, T* columns) {
  const int64_t taps = p.kernel_size();
  parallel_for(0, channels * taps, 1, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const T* from = image + row / taps * p.source_size();
      T* to = columns + row * p.result_size();
      for_each_tap_position(p, row % taps, [&](int64_t column, int64_t at) {
        to[column] = at < 0 ? T(0) : from[at];
      });
    }
  });
}

template <class T>
void columns_to_image(const Patch& p, int64_t channels, const T* columns, T* image) {
  const int64_t taps = p.kernel_size();
  parallel_for(0, channels, 1, [&](int64_t first, int64_t last) {
    for (int64_t c = first; c < last; ++c) {
      T* to = image + c * p.source_size();
      std::fill_n(to, p.source_size(), T(0));
      for (int64_t tap = 0; tap < taps; ++tap) {
        const T* from = columns + (c * taps + tap) * p.result_size();
        for_each_tap_position(p, tap, [&](int64_t column, int64_t at) {
          if (at >= 0) to[at] += from[column];
        });
      }
    }
  });
}

}  // namespace pd::cpu
