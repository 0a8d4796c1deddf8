// Matrix products of blocks that fit the caches, on one thread: the inner loops of attention.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

// The left factor, read one number at a time: element (i, k) is
// data[i * row_stride + k * depth_stride].
template <class A>
struct LeftFactor {
  const A* data;
  int64_t row_stride, depth_stride;
};

// The sums of one tile stay in registers: 24 of 32 with AVX-512, 12 (8) of 16 elsewhere.
#if defined(PD_SIMD_AVX512)
inline constexpr int kTileRows = 6;
inline constexpr int kTileVecs = 4;
#elif defined(PD_SIMD_FMA)
inline constexpr int kTileRows = 6;
inline constexpr int kTileVecs = 2;
#else
inline constexpr int kTileRows = 4;
inline constexpr int kTileVecs = 2;
#endif

template <class A>
inline constexpr int64_t kTileColumns = int64_t{kTileVecs} * kLanes<Vec<A>>;

template <int kRows, int kVecs, class A>
void multiply_tile(LeftFactor<A> a, const A* b, int64_t b_stride, int64_t depth, A* c,
                   int64_t c_stride, bool accumulate) {
  using V = Vec<A>;
  constexpr int kStep = kLanes<V>;
  V sums[kRows][kVecs];
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVecs; ++j) {
      sums[i][j] = accumulate ? load<V>(c + i * c_stride + j * kStep) : V{};
    }
  }
  for (int64_t k = 0; k < depth; ++k) {
    V row[kVecs];
    for (int j = 0; j < kVecs; ++j) row[j] = load<V>(b + k * b_stride + j * kStep);
    for (int i = 0; i < kRows; ++i) {
      const V x = splat<V>(a.data[i * a.row_stride + k * a.depth_stride]);
      for (int j = 0; j < kVecs; ++j) sums[i][j] = fma(x, row[j], sums[i][j]);
    }
  }
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVecs; ++j) store<V>(c + i * c_stride + j * kStep, sums[i][j]);
  }
}

template <class A>
using TileFunction = void (*)(LeftFactor<A>, const A*, int64_t, int64_t, A*, int64_t, bool);

// The functions for 1, 2, ... kTileRows rows.
template <int kVecs, class A, int... kRows>
constexpr std::array<TileFunction<A>, sizeof...(kRows)> tile_functions(
    std::integer_sequence<int, kRows...>) {
  return {multiply_tile<kRows + 1, kVecs, A>...};
}

template <int kVecs, class A>
void multiply_columns(LeftFactor<A> a, int64_t rows, int64_t depth, const A* b, int64_t b_stride,
                      A* c, int64_t c_stride, bool accumulate) {
  static constexpr auto kTiles =
      tile_functions<kVecs, A>(std::make_integer_sequence<int, kTileRows>{});
  for (int64_t i = 0; i < rows; i += kTileRows) {
    const int64_t count = std::min<int64_t>(kTileRows, rows - i);
    const LeftFactor<A> part{a.data + i * a.row_stride, a.row_stride, a.depth_stride};
    kTiles[static_cast<size_t>(count - 1)](part, b, b_stride, depth, c + i * c_stride, c_stride,
                                           accumulate);
  }
}

// c = a b, or c += a b: `rows` by `vecs` vectors. b and c have rows of contiguous numbers.
template <class A>
void multiply_block(LeftFactor<A> a, int64_t rows, int64_t depth, const A* b, int64_t b_stride,
                    int64_t vecs, A* c, int64_t c_stride, bool accumulate) {
  constexpr int64_t kStep = kLanes<Vec<A>>;
  int64_t done = 0;
  const auto columns = [&]<int kVecs>(std::integral_constant<int, kVecs>) {
    for (; vecs - done >= kVecs; done += kVecs) {
      multiply_columns<kVecs>(a, rows, depth, b + done * kStep, b_stride, c + done * kStep,
                              c_stride, accumulate);
    }
  };
  if constexpr (kTileVecs == 4) columns(std::integral_constant<int, 4>{});
  columns(std::integral_constant<int, 2>{});
  columns(std::integral_constant<int, 1>{});
}

// The lanes of both vectors whose index has the bit kBit change places across the pair.
template <int kBit, class V, int... kLane>
PD_INLINE void exchange_lanes(V& low, V& high, std::integer_sequence<int, kLane...>) {
  constexpr int kCount = kLanes<V>;
  const V a = low;
  const V b = high;
  low = __builtin_shuffle(a, b, IntOf<V>{(kLane & kBit ? kCount + kLane - kBit : kLane)...});
  high = __builtin_shuffle(a, b, IntOf<V>{(kLane & kBit ? kCount + kLane : kLane + kBit)...});
}

template <int kBit, class V>
PD_INLINE void transpose_from(V (&rows)[kLanes<V>]) {
  if constexpr (kBit < kLanes<V>) {
    for (int i = 0; i < kLanes<V>; ++i) {
      if ((i & kBit) == 0) {
        exchange_lanes<kBit>(rows[i], rows[i + kBit], std::make_integer_sequence<int, kLanes<V>>{});
      }
    }
    transpose_from<2 * kBit>(rows);
  }
}

// to[k * to_stride + i] = from[i * from_stride + k] for i < rows and k < columns, both multiples of
// the vector's size.
template <class A>
void transpose_block(const A* from, int64_t from_stride, int64_t rows, int64_t columns, A* to,
                     int64_t to_stride) {
  using V = Vec<A>;
  constexpr int kStep = kLanes<V>;
  for (int64_t i = 0; i < rows; i += kStep) {
    for (int64_t k = 0; k < columns; k += kStep) {
      V square[kStep];
      for (int s = 0; s < kStep; ++s) square[s] = load<V>(from + (i + s) * from_stride + k);
      transpose_from<1>(square);
      for (int s = 0; s < kStep; ++s) store<V>(to + (k + s) * to_stride + i, square[s]);
    }
  }
}

}  // namespace pd::PD_ISA
