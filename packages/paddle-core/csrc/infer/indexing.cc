// Shape rules of operators that read and write chosen elements.
#include "infer/indexing.h"

#include <algorithm>
#include <cmath>

#include "infer/common.h"

namespace pd::infer {

namespace {

int64_t rank_of(const TensorMeta& x) { return static_cast<int64_t>(x.shape.size()); }

size_t axis_of(const TensorMeta& x, int64_t axis) {
  require(!x.shape.empty(), "axis is ", axis, ", but a 0-d tensor has no axis");
  return static_cast<size_t>(normalize_axis(axis, rank_of(x)));
}

// Sizes that an index of rank 0, of rank 1, or of shape [n, 1] puts in the place of an axis.
Dims index_sizes(const TensorMeta& index) {
  require_integer_index(index, "index");
  const bool column = index.shape.size() == 2 && (index.shape[1] == 1 || index.shape[1] == -1);
  require(index.shape.size() <= 1 || column, "index has the shape ", index.shape,
          ", but must be of rank 0 or 1 or of shape [n, 1]");
  return index.shape.empty() ? Dims{} : Dims{index.shape[0]};
}

Dims replace_axis(DimsView shape, size_t axis, DimsView sizes) {
  Dims result(shape.begin(), shape.begin() + axis);
  for (int64_t size : sizes) result.push_back(size);
  for (size_t i = axis + 1; i < shape.size(); ++i) result.push_back(shape[i]);
  return result;
}

void require_shape(DimsView have, DimsView want, const char* name) {
  require(have.size() == want.size() && expands_to(have, want) && expands_to(want, have), name,
          " has the shape ", ShapeText{have}, ", but should have ", ShapeText{want});
}

Dims nd_sizes(const TensorMeta& x, const TensorMeta& index) {
  require_integer_index(index, "index");
  require(!index.shape.empty(), "index is a 0-d tensor, but needs at least one axis");
  const int64_t depth = index.shape.back();
  require(depth != kUnknownDim, "the size of the last axis of index is not known");
  require(depth <= rank_of(x), "the last axis of index has size ", depth, ", but x has ",
          rank_of(x), " axes");
  Dims sizes(index.shape.begin(), index.shape.end() - 1);
  for (size_t i = static_cast<size_t>(depth); i < x.shape.size(); ++i) sizes.push_back(x.shape[i]);
  require(sizes.size() <= kMaxRank, "the result has too many axes");
  num_elements(sizes);
  return sizes;
}

Dims indexed_sizes(const TensorMeta& x, MetaList indices) {
  require(!indices.empty(), "indices is an empty list");
  require(indices.size() <= x.shape.size(), "there are ", indices.size(), " index tensors for the ",
          x.shape.size(), " axes of x");
  Dims sizes = indices[0]->shape;
  for (const TensorMeta* index : indices) {
    require(is_integer(index->dtype), "indices must be integers, not ", index->dtype);
    sizes = broadcast_shapes(sizes, index->shape);
  }
  for (size_t i = indices.size(); i < x.shape.size(); ++i) sizes.push_back(x.shape[i]);
  require(sizes.size() <= kMaxRank, "the result has too many axes");
  num_elements(sizes);
  return sizes;
}

// The indices may cover less than the array along the other axes.
void check_along(const TensorMeta& arr, const TensorMeta& indices, int64_t axis) {
  require_integer_index(indices, "indices");
  const size_t position = axis_of(arr, axis);
  require(indices.shape.size() == arr.shape.size(), "indices has ", indices.shape.size(),
          " axes, but arr has ", arr.shape.size());
  for (size_t i = 0; i < arr.shape.size(); ++i) {
    const bool fits =
        i == position || arr.shape[i] == kUnknownDim || indices.shape[i] <= arr.shape[i];
    require(fits, "indices of shape ", indices.shape, " reach beyond arr of shape ", arr.shape,
            " along axis ", i);
  }
}

// Lists everything (no axis) or slices along one axis.
void distinct(const TensorMeta& x, DimsView axis, DType dtype, TensorMeta& out) {
  require(dtype == DType::kInt32 || dtype == DType::kInt64, "dtype must be int32 or int64, not ",
          dtype);
  require(axis.size() <= 1, "axis must be one axis, not ", ShapeText{axis});
  if (axis.empty()) return set_meta(out, Dims{kUnknownDim}, x.dtype, x.place);
  unchanged(x, out);
  out.shape[axis_of(x, axis[0])] = kUnknownDim;
}

void unknown_list(DType dtype, Place place, TensorMeta& out) {
  set_meta(out, Dims{kUnknownDim}, dtype, place);
}

}  // namespace

void gather(const TensorMeta& x, const TensorMeta& index, int64_t axis, TensorMeta& out) {
  set_meta(out, replace_axis(x.shape, axis_of(x, axis), index_sizes(index)), x.dtype, x.place);
  num_elements(out.shape);
}

void gather_grad(const TensorMeta& out_grad, const TensorMeta& x, const TensorMeta& index,
                 int64_t axis, TensorMeta& x_grad) {
  TensorMeta gathered;
  gather(x, index, axis, gathered);
  require_shape(out_grad.shape, gathered.shape, "out_grad");
  set_meta(x_grad, x.shape, out_grad.dtype, x.place);
}

void index_select(const TensorMeta& x, const TensorMeta& index, int64_t axis, TensorMeta& out) {
  require(index.shape.size() == 1, "index has the shape ", index.shape, ", but must be of rank 1");
  gather(x, index, axis, out);
}

void gather_nd(const TensorMeta& x, const TensorMeta& index, TensorMeta& out) {
  set_meta(out, nd_sizes(x, index), x.dtype, x.place);
}

void scatter(const TensorMeta& x, const TensorMeta& index, const TensorMeta& updates,
             TensorMeta& out) {
  require_same_dtype(x, updates);
  require_shape(updates.shape, replace_axis(x.shape, axis_of(x, 0), index_sizes(index)), "updates");
  unchanged(x, out);
}

void scatter_nd_add(const TensorMeta& x, const TensorMeta& index, const TensorMeta& updates,
                    TensorMeta& out) {
  require_same_dtype(x, updates);
  require_shape(updates.shape, nd_sizes(x, index), "updates");
  unchanged(x, out);
}

void index_sample(const TensorMeta& x, const TensorMeta& index, TensorMeta& out) {
  require_integer_index(index, "index");
  require(x.shape.size() == 2 && index.shape.size() == 2, "x and index must be matrices, not of ",
          "the shapes ", x.shape, " and ", index.shape);
  require_same_size(x.shape[0], index.shape[0], "rows of x and index");
  set_meta(out, index.shape, x.dtype, x.place);
}

void index_add(const TensorMeta& x, const TensorMeta& index, const TensorMeta& add_value,
               int64_t axis, TensorMeta& out) {
  require(index.shape.size() == 1, "index has the shape ", index.shape, ", but must be of rank 1");
  require_same_dtype(x, add_value);
  require_shape(add_value.shape, replace_axis(x.shape, axis_of(x, axis), index_sizes(index)),
                "value");
  unchanged(x, out);
}

void index_get(const TensorMeta& x, MetaList indices, TensorMeta& out) {
  set_meta(out, indexed_sizes(x, indices), x.dtype, x.place);
}

void index_put(const TensorMeta& x, MetaList indices, const TensorMeta& value, TensorMeta& out) {
  require_same_dtype(x, value);
  const Dims sizes = indexed_sizes(x, indices);
  require(expands_to(value.shape, sizes), "value has the shape ", value.shape,
          ", which does not fit the chosen elements of shape ", sizes);
  unchanged(x, out);
}

void take_along_axis(const TensorMeta& arr, const TensorMeta& indices, int64_t axis,
                     TensorMeta& out) {
  check_along(arr, indices, axis);
  set_meta(out, indices.shape, arr.dtype, arr.place);
}

void put_along_axis(const TensorMeta& arr, const TensorMeta& indices, const TensorMeta& values,
                    int64_t axis, const std::string& reduce, TensorMeta& out) {
  constexpr const char* kReductions[] = {"assign", "add", "mul", "mean", "amin", "amax"};
  const bool known =
      std::find(std::begin(kReductions), std::end(kReductions), reduce) != std::end(kReductions);
  require(known, "reduce is '", reduce, "', but must be assign, add, mul, mean, amin or amax");
  const bool orders = reduce != "assign" && reduce != "add" && reduce != "mul";
  require(!orders || !is_complex(arr.dtype), "reduce ", reduce, " is not defined for ", arr.dtype);
  require(reduce == "assign" || arr.dtype != DType::kBool, "reduce ", reduce,
          " is not defined for bool");
  check_along(arr, indices, axis);
  require_same_dtype(arr, values);
  require_shape(values.shape, indices.shape, "values");
  unchanged(arr, out);
}

void masked_select(const TensorMeta& x, const TensorMeta& mask, TensorMeta& out) {
  require(mask.dtype == DType::kBool, "mask must be bool, not ", mask.dtype);
  require_shape(mask.shape, x.shape, "mask");
  unknown_list(x.dtype, x.place, out);
}

void masked_fill(const TensorMeta& x, const TensorMeta& mask, const TensorMeta& value,
                 TensorMeta& out) {
  require(mask.dtype == DType::kBool, "mask must be bool, not ", mask.dtype);
  require_same_dtype(x, value);
  require(num_elements(value.shape) == 1, "value has the shape ", value.shape,
          ", but must be one number");
  set_meta(out, broadcast_shapes(x.shape, mask.shape), x.dtype, x.place);
}

void where(const TensorMeta& condition, const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  require(condition.dtype == DType::kBool, "condition must be bool, not ", condition.dtype);
  binary_broadcast(x, y, out);
  out.shape = broadcast_shapes(condition.shape, out.shape);
}

void nonzero(const TensorMeta& condition, TensorMeta& out) {
  set_meta(out, Dims{kUnknownDim, rank_of(condition)}, DType::kInt64, condition.place);
}

void unique(const TensorMeta& x, DimsView axis, DType dtype, TensorMeta& out, TensorMeta& indices,
            TensorMeta& inverse, TensorMeta& counts) {
  unique_consecutive(x, axis, dtype, out, inverse, counts);
  unknown_list(dtype, x.place, indices);
}

void unique_consecutive(const TensorMeta& x, DimsView axis, DType dtype, TensorMeta& out,
                        TensorMeta& inverse, TensorMeta& counts) {
  distinct(x, axis, dtype, out);
  unknown_list(dtype, x.place, inverse);
  unknown_list(dtype, x.place, counts);
}

void repeat_index(const TensorMeta& repeats, TensorMeta& out) {
  require(repeats.shape.size() == 1, "repeats has the shape ", repeats.shape,
          ", but must be of rank 1");
  unknown_list(DType::kInt64, repeats.place, out);
}

void shard_index(const TensorMeta& input, int64_t index_num, int64_t nshards, int64_t shard_id,
                 TensorMeta& out) {
  require(index_num > 0, "index_num is ", index_num, ", but must be positive");
  require(nshards > 0, "nshards is ", nshards, ", but must be positive");
  require(shard_id >= 0 && shard_id < nshards, "shard_id ", shard_id, " is not in [0, ", nshards,
          ")");
  unchanged(input, out);
}

void histogram(const TensorMeta& input, int64_t bins, double min, double max, TensorMeta& out) {
  require(bins >= 1, "bins is ", bins, ", but must be at least 1");
  require(std::isfinite(min) && std::isfinite(max) && max >= min, "max ", max,
          " must be at least min ", min, ", and both finite");
  set_meta(out, Dims{bins}, DType::kInt64, input.place);
  check_shape(out.shape);
}

void bincount(const TensorMeta& x, const TensorMeta* weights, int64_t minlength, TensorMeta& out) {
  require(x.shape.size() == 1, "x has the shape ", x.shape, ", but must be of rank 1");
  require(minlength >= 0, "minlength is ", minlength, ", but must not be negative");
  set_meta(out, Dims{kUnknownDim}, DType::kInt64, x.place);
  if (!weights) return;
  require(weights->shape.size() == 1, "weights has the shape ", weights->shape,
          ", but must be of rank 1");
  require_same_size(x.shape[0], weights->shape[0], "x and weights");
  require(!is_complex(weights->dtype) && weights->dtype != DType::kBool, "weights is ",
          weights->dtype, ", but must be integers or floats");
  const bool is_double = weights->dtype == DType::kFloat64 || is_integer(weights->dtype);
  out.dtype = weights->dtype == DType::kFloat32 ? DType::kFloat32
              : is_double                       ? DType::kFloat64
                                                : weights->dtype;
}

}  // namespace pd::infer
