// Products with a matrix that is used many times: packed once into panels of a few vectors of
// columns, multiplied row by row, and handed on in registers.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/simd/dual.h"
#include "runtime/parallel.h"

namespace pd::PD_ISA {

// A matrix of depth rows; its columns are kGates groups of `units` columns. A panel holds kUnits
// vectors of units of every group, so that what belongs to one unit meets in one tile.
template <class T, int kPlanes, int kGates, int kUnits>
class Panels {
 public:
  static constexpr int64_t kLane = kLanes<Vec<T>>;
  static constexpr int kVecs = kGates * kUnits;
#if defined(PD_SIMD_AVX512)
  static constexpr int kAccumulators = 24;
#else
  static constexpr int kAccumulators = 12;
#endif
  static constexpr int kRows = kPlanes == 2 ? 2 : kAccumulators / kVecs;
  using N = Number<T, kPlanes>;

  // Element (k, column) stands at matrix + k * row_stride + column * col_stride.
  Panels(Planes<const T, kPlanes> matrix, int64_t depth, int64_t units, int64_t row_stride,
         int64_t col_stride)
      : depth_(depth), units_(units), count_((units + kUnits * kLane - 1) / (kUnits * kLane)) {
    for (auto& plane : packed_) plane.resize(static_cast<size_t>(count_ * panel_size()));
    parallel_for(0, count_, std::max<int64_t>(1, 16384 / panel_size()),
                 [&](int64_t first, int64_t last) {
                   for (int64_t p = first; p < last; ++p) pack(matrix, p, row_stride, col_stride);
                 });
  }

  // Calls f(row, unit, lanes, sums) for every row and every vector of units: sums[gate] is the row
  // of `a` times the columns of these units. A null `a` stands for zeros.
  template <class F>
  void multiply(const Planes<const T, kPlanes>* a, int64_t a_stride, int64_t rows, F&& f) const {
    const int64_t work = std::max<int64_t>(1, rows * panel_size());
    parallel_for(0, count_, std::max<int64_t>(1, 200000 / work), [&](int64_t first, int64_t last) {
      for (int64_t p = first; p < last; ++p) {
        for (int64_t row = 0; row < rows; row += kRows) {
          const int count = static_cast<int>(std::min<int64_t>(kRows, rows - row));
          N sums[kRows][kVecs] = {};
          if (a) run_tile(*a + row * a_stride, a_stride, panel(p), count, sums);
          for (int r = 0; r < count; ++r) hand_over(p, row + r, sums[r], f);
        }
      }
    });
  }

 private:
  int64_t panel_size() const { return depth_ * kVecs * kLane; }

  Planes<const T, kPlanes> panel(int64_t p) const {
    Planes<const T, kPlanes> at;
    for (int i = 0; i < kPlanes; ++i) at.at[i] = packed_[i].data() + p * panel_size();
    return at;
  }

  void pack(Planes<const T, kPlanes> matrix, int64_t p, int64_t row_stride, int64_t col_stride) {
    for (int plane = 0; plane < kPlanes; ++plane) {
      const T* from = matrix.at[plane];
      T* to = packed_[plane].data() + p * panel_size();
      for (int v = 0; v < kVecs; ++v) {
        const int64_t unit = (p * kUnits + v % kUnits) * kLane;
        const int64_t lanes = std::clamp<int64_t>(units_ - unit, 0, kLane);
        const int64_t column = v / kUnits * units_ + unit;
        for (int64_t lane = 0; lane < lanes; ++lane) {
          const T* source = from + (column + lane) * col_stride;
          T* target = to + v * kLane + lane;
          for (int64_t k = 0; k < depth_; ++k) target[k * kVecs * kLane] = source[k * row_stride];
        }
      }
    }
  }

  template <int kCount>
  PD_INLINE void tile(Planes<const T, kPlanes> a, int64_t a_stride, Planes<const T, kPlanes> b,
                      N (*sums)[kVecs]) const {
    N sum[kCount][kVecs] = {};
    for (int64_t k = 0; k < depth_; ++k) {
      N columns[kVecs];
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) columns[v] = load_number(b + (k * kVecs + v) * kLane, kLane);
#pragma GCC unroll 32
      for (int r = 0; r < kCount; ++r) {
        const Planes<const T, kPlanes> scale = a + (r * a_stride + k);
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) sum[r][v] = add_product<T>(sum[r][v], columns[v], scale);
      }
    }
    for (int r = 0; r < kCount; ++r) {
      for (int v = 0; v < kVecs; ++v) sums[r][v] = sum[r][v];
    }
  }

  [[gnu::noinline]] void run_tile(Planes<const T, kPlanes> a, int64_t a_stride,
                                  Planes<const T, kPlanes> b, int count, N (*sums)[kVecs]) const {
    [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) {
      ((count == kIndex + 1 ? tile<kIndex + 1>(a, a_stride, b, sums) : void()), ...);
    }(std::make_integer_sequence<int, kRows>());
  }

  template <class F>
  void hand_over(int64_t p, int64_t row, const N* sums, F&& f) const {
    for (int u = 0; u < kUnits; ++u) {
      const int64_t unit = (p * kUnits + u) * kLane;
      const int64_t lanes = std::min<int64_t>(kLane, units_ - unit);
      if (lanes <= 0) return;
      N of_unit[kGates];
      for (int g = 0; g < kGates; ++g) of_unit[g] = sums[g * kUnits + u];
      f(row, unit, lanes, of_unit);
    }
  }

  int64_t depth_, units_, count_;
  std::vector<T> packed_[kPlanes];
};

}  // namespace pd::PD_ISA
