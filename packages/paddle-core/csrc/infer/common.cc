// Shape rules that many families share.
#include "infer/common.h"

#include <algorithm>

namespace pd::infer {

namespace {

int64_t broadcast_size(DimsView x, DimsView y, int64_t a, int64_t b, size_t axis) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a == kUnknownDim || b == kUnknownDim) return known_of(a, b);
  fail(ErrorKind::kInvalidArgument, "the shapes ", ShapeText{x}, " and ", ShapeText{y},
       " of x and y cannot be broadcast at axis ", axis);
}

DType float_of(DType dtype) {
  return is_float(dtype) || is_complex(dtype) ? dtype : DType::kFloat32;
}

void reduce_to_dtype(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, DType dtype,
                     TensorMeta& out) {
  const Dims axes = reduction_axes(axis, static_cast<int64_t>(x.shape.size()));
  set_meta(out, reduced_shape(x.shape, axes, keepdim), dtype, x.place);
}

}  // namespace

Dims broadcast_shapes(DimsView x, DimsView y) {
  const size_t rank = std::max(x.size(), y.size());
  Dims shape(rank);
  for (size_t axis = 0; axis < rank; ++axis) {
    const size_t x_missing = rank - x.size(), y_missing = rank - y.size();
    const int64_t a = axis < x_missing ? 1 : x[axis - x_missing];
    const int64_t b = axis < y_missing ? 1 : y[axis - y_missing];
    shape[axis] = broadcast_size(x, y, a, b, axis);
  }
  return shape;
}

bool expands_to(DimsView from, DimsView to) {
  if (from.size() > to.size()) return false;
  const size_t missing = to.size() - from.size();
  for (size_t axis = 0; axis < from.size(); ++axis) {
    const int64_t a = from[axis], b = to[axis + missing];
    if (a != b && a != 1 && a != kUnknownDim && b != kUnknownDim) return false;
  }
  return true;
}

Dims reduction_axes(std::optional<DimsView> axis, int64_t rank) {
  Dims axes;
  if (!axis || axis->empty()) {
    for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
    return axes;
  }
  for (int64_t item : *axis) {
    const int64_t position = normalize_axis(item, rank);
    if (rank > 0) axes.push_back(position);
  }
  std::sort(axes.begin(), axes.end());
  const bool repeated = std::adjacent_find(axes.begin(), axes.end()) != axes.end();
  require(!repeated, "axis ", ShapeText{*axis}, " names an axis twice");
  return axes;
}

Dims reduced_shape(DimsView shape, DimsView axes, bool keepdim) {
  Dims result;
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool reduced = std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) != axes.end();
    if (!reduced) result.push_back(shape[i]);
    if (reduced && keepdim) result.push_back(1);
  }
  return result;
}

void require_same_size(int64_t x, int64_t y, const char* what) {
  require(x == y || x == kUnknownDim || y == kUnknownDim, what, ": the sizes ", x, " and ", y,
          " differ");
}

void require_same_dtype(const TensorMeta& x, const TensorMeta& y) {
  require(x.dtype == y.dtype, "the data types ", x.dtype, " and ", y.dtype,
          " of the inputs differ");
}

void require_integer_index(const TensorMeta& index, const char* name) {
  require(index.dtype == DType::kInt32 || index.dtype == DType::kInt64, name,
          " must be int32 or int64, but is ", index.dtype);
}

int64_t multiply_sizes(int64_t x, int64_t y) {
  if (x == 0 || y == 0) return 0;
  if (x == kUnknownDim || y == kUnknownDim) return kUnknownDim;
  int64_t product = 0;
  require(!__builtin_mul_overflow(x, y, &product), "the size ", x, " * ", y, " is too large");
  return product;
}

void set_meta(TensorMeta& out, DimsView shape, DType dtype, Place place) {
  out.shape.assign(shape.begin(), shape.end());
  out.dtype = dtype;
  out.place = place;
}

void check_shape(DimsView shape, bool allow_unknown) {
  require(shape.size() <= kMaxRank, "a shape has at most ", kMaxRank, " axes, not ", shape.size());
  for (int64_t size : shape) {
    require(size >= 0 || (allow_unknown && size == kUnknownDim), "the shape ", ShapeText{shape},
            " has the negative size ", size);
  }
  num_elements(shape);
}

void unchanged(const TensorMeta& x, TensorMeta& out) { set_meta(out, x.shape, x.dtype, x.place); }

void unchanged(const TensorMeta& x, TensorMeta& first, TensorMeta& second) {
  unchanged(x, first);
  unchanged(x, second);
}

void unchanged_bool(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, x.shape, DType::kBool, x.place);
}

void unchanged_int64(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, x.shape, DType::kInt64, x.place);
}

void unchanged_real(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, x.shape, real_of(x.dtype), x.place);
}

void unchanged_complex(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, x.shape, complex_of(x.dtype), x.place);
}

void unchanged_float(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, x.shape, float_of(x.dtype), x.place);
}

void unchanged_dtype(const TensorMeta& x, std::optional<DType> dtype, TensorMeta& out) {
  set_meta(out, x.shape, dtype.value_or(x.dtype), x.place);
}

void as_like(const TensorMeta&, const TensorMeta& like, TensorMeta& out) { unchanged(like, out); }

void binary_broadcast(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  require_same_dtype(x, y);
  set_meta(out, broadcast_shapes(x.shape, y.shape), x.dtype, x.place);
}

void broadcast_bool(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  binary_broadcast(x, y, out);
  out.dtype = DType::kBool;
}

void broadcast_complex(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  binary_broadcast(x, y, out);
  out.dtype = complex_of(x.dtype);
}

void broadcast_float(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  binary_broadcast(x, y, out);
  out.dtype = float_of(x.dtype);
}

void ternary_broadcast(const TensorMeta& x, const TensorMeta& y, const TensorMeta& z,
                       TensorMeta& out) {
  TensorMeta both;
  binary_broadcast(x, y, both);
  binary_broadcast(both, z, out);
  out.place = x.place;
}

void binary_same(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  require_same_dtype(x, y);
  require(x.shape.size() == y.shape.size(), "the shapes ", x.shape, " and ", y.shape,
          " of the inputs differ");
  unchanged(x, out);
  for (size_t axis = 0; axis < x.shape.size(); ++axis) {
    const int64_t a = x.shape[axis], b = y.shape[axis];
    require(a == b || a == kUnknownDim || b == kUnknownDim, "the shapes ", x.shape, " and ",
            y.shape, " of the inputs differ");
    out.shape[axis] = known_of(a, b);
  }
}

void reduce(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, x.dtype, out);
}

void reduce(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& first,
            TensorMeta& second) {
  reduce(x, axis, keepdim, first);
  reduce(x, axis, keepdim, second);
}

void reduce_bool(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, DType::kBool, out);
}

void reduce_int64(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                  TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, DType::kInt64, out);
}

void reduce_real(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, real_of(x.dtype), out);
}

void reduce_float(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                  TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, float_of(x.dtype), out);
}

void reduce_dtype(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                  std::optional<DType> dtype, TensorMeta& out) {
  reduce_to_dtype(x, axis, keepdim, dtype.value_or(x.dtype), out);
}

void reduce_sum(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                std::optional<DType> dtype, TensorMeta& out) {
  const bool widens = x.dtype == DType::kBool || x.dtype == DType::kInt32;
  reduce_to_dtype(x, axis, keepdim, dtype.value_or(widens ? DType::kInt64 : x.dtype), out);
}

void reduce_nonempty(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                     TensorMeta& out) {
  for (int64_t i : reduction_axes(axis, static_cast<int64_t>(x.shape.size()))) {
    require(x.shape[static_cast<size_t>(i)] != 0, "axis ", i, " of the shape ", x.shape,
            " is empty and has no result");
  }
  reduce(x, axis, keepdim, out);
}

void arg_reduce(const TensorMeta& x, std::optional<int64_t> axis, bool keepdim, DType dtype,
                TensorMeta& out) {
  require(dtype == DType::kInt32 || dtype == DType::kInt64, "dtype must be int32 or int64, not ",
          dtype);
  const DimsView one = axis ? DimsView(&*axis, 1) : DimsView();
  reduce_nonempty(x, one, keepdim, out);
  out.dtype = dtype;
}

void reduce_with_index(const TensorMeta& x, int64_t axis, bool keepdim, TensorMeta& values,
                       TensorMeta& indices) {
  reduce_nonempty(x, DimsView(&axis, 1), keepdim, values);
  set_meta(indices, values.shape, DType::kInt64, x.place);
}

void scan(const TensorMeta& x, std::optional<int64_t> axis, std::optional<DType> dtype,
          TensorMeta& out) {
  unchanged_dtype(x, dtype, out);
  if (axis) {
    const auto bound = std::max<int64_t>(static_cast<int64_t>(x.shape.size()), 1);
    require(*axis >= -bound && *axis < bound, ErrorKind::kOutOfRange, "axis must be in [", -bound,
            ", ", bound, "), but is ", *axis);
  } else {
    const int64_t numel = num_elements(x.shape);
    out.shape = Dims{numel};
  }
}

namespace {

void require_like(const TensorMeta& tensor, const TensorMeta& expected, const char* name) {
  require(tensor.shape == expected.shape || !is_known(tensor.shape) || !is_known(expected.shape),
          name, " has shape ", tensor.shape, ", but must have ", expected.shape);
  require(tensor.dtype == expected.dtype, name, " has dtype ", tensor.dtype, ", but must have ",
          expected.dtype);
}

}  // namespace

void real_grad(const TensorMeta& x, const TensorMeta& upstream, TensorMeta& out) {
  TensorMeta forward;
  unchanged_real(x, forward);
  require_like(upstream, forward, "upstream");
  unchanged(x, out);
}

void reduced_grad(const TensorMeta& x, const TensorMeta& upstream, std::optional<DimsView> axis,
                  bool keepdim, TensorMeta& out) {
  TensorMeta forward;
  reduce(x, axis, keepdim, forward);
  require_like(upstream, forward, "upstream");
  unchanged(x, out);
}

void reduced_grad(const TensorMeta& x, const TensorMeta& y, const TensorMeta& upstream,
                  std::optional<DimsView> axis, bool keepdim, TensorMeta& out) {
  require_like(y, upstream, "y");
  reduced_grad(x, upstream, axis, keepdim, out);
}

void scan_grad(const TensorMeta& x, const TensorMeta& y, const TensorMeta& upstream,
               std::optional<int64_t> axis, TensorMeta& out) {
  TensorMeta forward;
  scan(x, axis, std::nullopt, forward);
  require_like(y, forward, "y");
  require_like(upstream, forward, "upstream");
  unchanged(x, out);
}

}  // namespace pd::infer
