// Shape rules of new tensors.
#include "infer/creation.h"

#include <algorithm>
#include <cmath>

#include "infer/common.h"
#include "infer/manipulation.h"

namespace pd::infer {

namespace {

constexpr int64_t kMostElements = int64_t{1} << 60;

// The size of a square matrix whose diagonal `offset` has `length` elements.
int64_t side_of(int64_t length, int64_t offset) {
  if (length == kUnknownDim) return kUnknownDim;
  require(offset > -kMostElements && offset < kMostElements, "offset ", offset, " is too large");
  return length + std::abs(offset);
}

int64_t integer_steps(int64_t start, int64_t end, int64_t step) {
  const __int128 distance = static_cast<__int128>(end) - start;
  const __int128 count = distance / step + (distance % step != 0 ? 1 : 0);
  require(count < kMostElements, "the range has too many elements");
  return static_cast<int64_t>(count);
}

// Counted in the precision that the elements have, as the reference does.
template <class T>
int64_t float_steps(const Scalar& start, const Scalar& end, const Scalar& step) {
  const T count = std::ceil(std::abs((end.to<T>() - start.to<T>()) / step.to<T>()));
  require(count < static_cast<T>(kMostElements), "the range has too many elements");
  return static_cast<int64_t>(count);
}

void check_size(int64_t size, const char* name) {
  require(size >= 0, name, " is ", size, ", but must not be negative");
}

void check_index_dtype(DType dtype) {
  require(dtype == DType::kInt32 || dtype == DType::kInt64, "dtype must be int32 or int64, not ",
          dtype);
}

void index_pairs(int64_t count, DType dtype, TensorMeta& out) {
  check_index_dtype(dtype);
  set_meta(out, Dims{2, count}, dtype, Place{});
  check_shape(out.shape);
}

}  // namespace

void full(DimsView shape, DType dtype, std::optional<Place> place, TensorMeta& out) {
  check_shape(shape);
  set_meta(out, shape, dtype, place.value_or(Place{}));
}

void arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype,
            TensorMeta& out) {
  require(!is_complex(dtype) && dtype != DType::kBool, "dtype must not be ", dtype);
  for (const Scalar& bound : {start, end, step}) {
    require(!bound.is_complex() && std::isfinite(bound.to<double>()),
            "start, end and step must be finite real numbers");
  }
  const double direction = step.to<double>();
  require(direction != 0, "step must not be 0");
  const double distance = end.to<double>() - start.to<double>();
  require(distance == 0 || (distance > 0) == (direction > 0), "start ", start.to<double>(),
          " does not reach end ", end.to<double>(), " in steps of ", direction);
  int64_t count = 0;
  if (is_integer(dtype)) {
    const int64_t whole = step.to<int64_t>();
    require(whole != 0, "step ", direction, " is 0 as a ", dtype);
    count = std::max<int64_t>(0, integer_steps(start.to<int64_t>(), end.to<int64_t>(), whole));
  } else if (dtype == DType::kFloat64) {
    count = float_steps<double>(start, end, step);
  } else {
    count = float_steps<float>(start, end, step);
  }
  set_meta(out, Dims{count}, dtype, Place{});
  check_shape(out.shape);
}

void linspace(int64_t num, DType dtype, TensorMeta& out) {
  require(num > 0, "num is ", num, ", but must be positive");
  require(!is_complex(dtype) && dtype != DType::kBool, "dtype must not be ", dtype);
  set_meta(out, Dims{num}, dtype, Place{});
  check_shape(out.shape);
}

void eye(int64_t num_rows, int64_t num_columns, DType dtype, TensorMeta& out) {
  check_size(num_rows, "num_rows");
  check_size(num_columns, "num_columns");
  set_meta(out, Dims{num_rows, num_columns}, dtype, Place{});
  check_shape(out.shape);
}

void matrices(const TensorMeta& x, TensorMeta& out) {
  require(x.shape.size() >= 2, "x of shape ", x.shape, " needs at least two axes");
  unchanged(x, out);
}

int64_t lower_triangle_size(int64_t rows, int64_t cols, int64_t offset) {
  // Row i has min(cols, max(0, i + offset + 1)) elements: empty rows, a slope, full rows.
  const auto clip = [&](__int128 row) { return std::clamp<__int128>(row, 0, rows); };
  const __int128 first = clip(-static_cast<__int128>(offset));
  const __int128 full = std::max(first, clip(static_cast<__int128>(cols) - offset - 1));
  const __int128 slope_rows = full - first;
  const __int128 slope = slope_rows * (first + offset + 1) + slope_rows * (slope_rows - 1) / 2;
  const __int128 total = slope + (rows - full) * cols;
  require(total < kMostElements, "the triangle has too many elements");
  return static_cast<int64_t>(total);
}

void tril_indices(int64_t rows, int64_t cols, int64_t offset, DType dtype, TensorMeta& out) {
  check_size(rows, "rows");
  check_size(cols, "cols");
  index_pairs(lower_triangle_size(rows, cols, offset), dtype, out);
}

void triu_indices(int64_t row, int64_t col, int64_t offset, DType dtype, TensorMeta& out) {
  check_size(row, "row");
  check_size(col, "col");
  require(offset > INT64_MIN, "offset ", offset, " is too small");
  const int64_t all = multiply_sizes(row, col);
  index_pairs(all - lower_triangle_size(row, col, offset - 1), dtype, out);
}

void diag(const TensorMeta& x, int64_t offset, TensorMeta& out) {
  require(x.shape.size() == 1, "x of shape ", x.shape, " is no vector");
  const int64_t side = side_of(x.shape[0], offset);
  set_meta(out, Dims{side, side}, x.dtype, x.place);
  num_elements(out.shape);
}

void diag_embed(const TensorMeta& input, int64_t offset, int64_t dim1, int64_t dim2,
                TensorMeta& out) {
  require(!input.shape.empty(), "input is a 0-d tensor, but needs at least one axis");
  const auto rank = static_cast<int64_t>(input.shape.size()) + 1;
  const int64_t rows = normalize_axis(dim1, rank, "dim1");
  const int64_t columns = normalize_axis(dim2, rank, "dim2");
  require(rows != columns, "dim1 and dim2 are both ", dim1);
  require(input.shape.size() < kMaxRank, "input has too many axes");
  const int64_t side = side_of(input.shape.back(), offset);
  Dims shape(input.shape.begin(), input.shape.end() - 1);
  shape.insert(static_cast<size_t>(std::min(rows, columns)), side);
  shape.insert(static_cast<size_t>(std::max(rows, columns)), side);
  num_elements(shape);
  set_meta(out, shape, input.dtype, input.place);
}

void fill_diagonal(const TensorMeta& x, int64_t offset, TensorMeta& out) {
  require(x.shape.size() >= 2, "x of shape ", x.shape, " needs at least two axes");
  for (size_t axis = 1; x.shape.size() > 2 && axis < x.shape.size(); ++axis) {
    require_same_size(x.shape[axis], x.shape[0], "all axes of x must be equally long");
  }
  require(offset > -kMostElements && offset < kMostElements, "offset ", offset, " is too large");
  unchanged(x, out);
}

void complex(const TensorMeta& real, const TensorMeta& imag, TensorMeta& out) {
  broadcast_complex(real, imag, out);
}

}  // namespace pd::infer
