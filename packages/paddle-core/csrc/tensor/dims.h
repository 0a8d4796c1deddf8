// Shapes and strides: up to six dimensions without a heap allocation. A size of -1 is not known
// yet.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>

#include "runtime/small_vector.h"

namespace pd {

using Dims = SmallVector<int64_t, 6>;
using DimsView = std::span<const int64_t>;
inline constexpr int64_t kUnknownDim = -1;
inline constexpr size_t kMaxRank = 64;

// Prints a shape as Paddle's messages do: [2, 3].
struct ShapeText {
  DimsView dims;
};
std::ostream& operator<<(std::ostream& out, ShapeText shape);
inline std::ostream& operator<<(std::ostream& out, const Dims& dims) {
  return out << ShapeText{dims};
}

// Number of elements; -1 when a size is unknown. Throws kInvalidArgument on overflow or a size
// below -1.
int64_t num_elements(DimsView shape);
bool is_known(DimsView shape);

Dims contiguous_strides(DimsView shape);

// How far a strided window reaches below and above its first element, in the unit of the strides.
// Sizes of 0 count as 1. Throws kInvalidArgument on overflow.
struct Reach {
  int64_t lowest = 0;
  int64_t highest = 0;
};
Reach strided_reach(DimsView shape, DimsView strides);

// Maps an axis in [-rank, rank) to [0, rank). A 0-d tensor has the axes -1 and 0.
// Throws kInvalidArgument naming `what`.
int64_t normalize_axis(int64_t axis, int64_t rank, const char* what = "axis");

}  // namespace pd
