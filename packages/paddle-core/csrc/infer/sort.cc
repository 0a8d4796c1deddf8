// Shape rules of sorting and searching.
#include "infer/sort.h"

#include "infer/common.h"

namespace pd::infer {
namespace {

int64_t axis_of(const TensorMeta& x, int64_t axis) {
  return normalize_axis(axis, static_cast<int64_t>(x.shape.size()));
}

// The size along the axis; a 0-d tensor is a row of one.
int64_t row_size(const TensorMeta& x, int64_t axis) {
  return x.shape.empty() ? 1 : x.shape[static_cast<size_t>(axis_of(x, axis))];
}

void require_k(int64_t k, int64_t size, int64_t axis) {
  require(k >= 1 && (size == kUnknownDim || k <= size), "k is ", k, ", but must be in [1, ", size,
          "], the size of axis ", axis);
}

}  // namespace

void argsort(const TensorMeta& x, int64_t axis, TensorMeta& out, TensorMeta& indices) {
  axis_of(x, axis);
  set_meta(out, x.shape, x.dtype, x.place);
  set_meta(indices, x.shape, DType::kInt64, x.place);
}

void topk(const TensorMeta& x, int64_t k, int64_t axis, TensorMeta& out, TensorMeta& indices) {
  require_k(k, row_size(x, axis), axis);
  Dims shape = x.shape;
  if (!shape.empty()) shape[static_cast<size_t>(axis_of(x, axis))] = k;
  set_meta(out, shape, x.dtype, x.place);
  set_meta(indices, shape, DType::kInt64, x.place);
}

void kthvalue(const TensorMeta& x, int64_t k, int64_t axis, bool keepdim, TensorMeta& out,
              TensorMeta& indices) {
  require_k(k, row_size(x, axis), axis);
  reduce_with_index(x, axis, keepdim, out, indices);
}

void place_along_axis(const TensorMeta& values, const TensorMeta& indices, const TensorMeta& like,
                      int64_t axis, TensorMeta& out) {
  require_integer_index(indices, "indices");
  require(values.shape == indices.shape, "values has shape ", values.shape, ", but indices has ",
          indices.shape);
  require(values.shape.size() == like.shape.size(), "values has shape ", values.shape,
          ", but like has ", like.shape);
  const int64_t at = axis_of(like, axis);
  for (size_t i = 0; i < like.shape.size(); ++i) {
    if (static_cast<int64_t>(i) == at) continue;
    require_same_size(values.shape[i], like.shape[i], "the sizes of values and like");
  }
  set_meta(out, like.shape, values.dtype, values.place);
}

void searchsorted(const TensorMeta& sorted_sequence, const TensorMeta& values, bool out_int32,
                  TensorMeta& out) {
  require(!sorted_sequence.shape.empty(), "sorted_sequence must have at least one dimension");
  if (sorted_sequence.shape.size() > 1) {
    require(values.shape.size() == sorted_sequence.shape.size(), "values has shape ", values.shape,
            ", but sorted_sequence has ", sorted_sequence.shape);
    for (size_t i = 0; i + 1 < values.shape.size(); ++i) {
      require_same_size(values.shape[i], sorted_sequence.shape[i],
                        "the leading sizes of values and sorted_sequence");
    }
  }
  const int64_t size = sorted_sequence.shape.back();
  require(!out_int32 || size <= std::numeric_limits<int32_t>::max(), "positions in a row of ", size,
          " values do not fit into int32");
  set_meta(out, values.shape, out_int32 ? DType::kInt32 : DType::kInt64, values.place);
}

}  // namespace pd::infer
