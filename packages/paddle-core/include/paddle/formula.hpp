// What generated gradients of an extension are made of beside calls of operators.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "paddle/ext.hpp"

namespace paddle {

#define PADDLE_FORMULA inline
#include "paddle/formula_arithmetic.inc"
#undef PADDLE_FORMULA

namespace formula {

#include "paddle/formula_values.inc"

// These fail where a size is not known while a program is recorded.
inline int64_t require_known(int64_t size, const Tensor& x) {
  require(
      size >= 0, PD_PRECONDITION_NOT_MET,
      "this gradient needs sizes that are not known while the program is recorded; the shape is ",
      ShapeText{x.shape()}, ", give `data` its sizes");
  return size;
}
inline Dims shape(const Tensor& x) {
  for (const int64_t size : x.shape()) require_known(size, x);
  return dims(x.shape());
}
inline int64_t numel(const Tensor& x) { return require_known(x.numel(), x); }

// The element at an index, which counts from the end when negative.
template <class List>
auto at(const List& values, int64_t index) {
  const int64_t size = length(values);
  require(index >= -size && index < size, PD_OUT_OF_RANGE, "there is no element ", index,
          " in a list of ", size);
  return values[static_cast<size_t>(index < 0 ? index + size : index)];
}
inline int64_t size(const Tensor& x, int64_t axis) { return require_known(at(x.shape(), axis), x); }

}  // namespace formula
}  // namespace paddle
