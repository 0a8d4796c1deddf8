// Visits the elements of several tensors of one shape and any strides in runs along one axis.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {

inline constexpr int64_t kGrain = 32768;  // elements that are worth a thread

// A loop nest over N tensors: sizes and strides (in elements), outermost axis first, no axis of
// size 1.
template <size_t N>
struct LoopNest {
  Dims sizes;
  std::array<Dims, N> strides;

  size_t rank() const { return sizes.size(); }
  int64_t numel() const {
    int64_t count = 1;
    for (int64_t size : sizes) count *= size;
    return count;
  }
};

namespace detail {

template <size_t N>
bool mergeable(const LoopNest<N>& nest, size_t outer, size_t inner) {
  for (const Dims& strides : nest.strides) {
    if (strides[outer] != nest.sizes[inner] * strides[inner]) return false;
  }
  return true;
}

// Whether axis a belongs outside of axis b: the first tensor that tells decides.
template <size_t N>
bool belongs_outside(const LoopNest<N>& nest, size_t a, size_t b) {
  for (const Dims& strides : nest.strides) {
    const int64_t x = std::abs(strides[a]), y = std::abs(strides[b]);
    if (x != y) return x > y;
  }
  return false;
}

template <size_t N>
void swap_axes(LoopNest<N>& nest, size_t a, size_t b) {
  std::swap(nest.sizes[a], nest.sizes[b]);
  for (Dims& strides : nest.strides) std::swap(strides[a], strides[b]);
}

}  // namespace detail

// Orders the axes by the strides of the first tensor and joins those that can be one.
template <size_t N>
LoopNest<N> plan_loops(DimsView shape, const std::array<DimsView, N>& strides) {
  LoopNest<N> nest;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    nest.sizes.push_back(shape[axis]);
    for (size_t i = 0; i < N; ++i) nest.strides[i].push_back(strides[i][axis]);
  }
  for (size_t i = 1; i < nest.rank(); ++i) {
    for (size_t k = i; k > 0 && detail::belongs_outside(nest, k, k - 1); --k) {
      detail::swap_axes(nest, k, k - 1);
    }
  }
  LoopNest<N> merged;
  for (size_t axis = 0; axis < nest.rank(); ++axis) {
    const bool joins = axis > 0 && detail::mergeable(nest, axis - 1, axis);
    if (joins) {
      merged.sizes.back() *= nest.sizes[axis];
    } else {
      merged.sizes.push_back(nest.sizes[axis]);
    }
    for (size_t i = 0; i < N; ++i) {
      if (joins) merged.strides[i].pop_back();
      merged.strides[i].push_back(nest.strides[i][axis]);
    }
  }
  return merged;
}

template <size_t N>
using Offsets = std::array<int64_t, N>;

// Calls f(offsets, strides, count) for the elements [begin, end) of the nest, counted in loop
// order.
template <size_t N, class F>
void visit_runs(const LoopNest<N>& nest, int64_t begin, int64_t end, F&& f) {
  if (begin >= end) return;
  if (nest.rank() == 0) return f(Offsets<N>{}, Offsets<N>{}, int64_t{1});
  const size_t inner = nest.rank() - 1;
  Dims position(nest.rank());
  Offsets<N> offsets{}, inner_strides{};
  for (size_t i = 0; i < N; ++i) inner_strides[i] = nest.strides[i][inner];
  int64_t rest = begin;
  for (size_t axis = nest.rank(); axis-- > 0;) {
    position[axis] = rest % nest.sizes[axis];
    rest /= nest.sizes[axis];
    for (size_t i = 0; i < N; ++i) offsets[i] += position[axis] * nest.strides[i][axis];
  }
  while (begin < end) {
    const int64_t count = std::min(nest.sizes[inner] - position[inner], end - begin);
    f(offsets, inner_strides, count);
    begin += count;
    for (size_t i = 0; i < N; ++i) offsets[i] -= position[inner] * inner_strides[i];
    position[inner] = 0;
    for (size_t axis = inner; axis-- > 0;) {
      for (size_t i = 0; i < N; ++i) offsets[i] += nest.strides[i][axis];
      if (++position[axis] < nest.sizes[axis]) break;
      for (size_t i = 0; i < N; ++i) offsets[i] -= nest.sizes[axis] * nest.strides[i][axis];
      position[axis] = 0;
    }
  }
}

// The same over all elements, on all threads.
template <size_t N, class F>
void run_loops(const LoopNest<N>& nest, F&& f) {
  parallel_for(0, nest.numel(), kGrain,
               [&](int64_t begin, int64_t end) { visit_runs(nest, begin, end, f); });
}

}  // namespace pd::cpu
