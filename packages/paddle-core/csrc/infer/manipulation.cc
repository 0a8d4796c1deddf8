// Shape rules of joins, rearrangements and less common views.
#include "infer/manipulation.h"

#include <algorithm>
#include <numeric>

#include "infer/common.h"
#include "infer/views.h"

namespace pd::infer {

namespace {

// Whether the strides of x are known (they are not while a program is recorded).
bool has_strides(const TensorMeta& x) { return x.strides.size() == x.shape.size(); }

int64_t rank_of(const TensorMeta& x) { return static_cast<int64_t>(x.shape.size()); }

size_t axis_of(const TensorMeta& x, int64_t axis, const char* what = "axis") {
  require(!x.shape.empty(), what, " is ", axis, ", but a 0-d tensor has no axis");
  return static_cast<size_t>(normalize_axis(axis, rank_of(x), what));
}

// A view of x that has the same elements so far.
TensorMeta view_of(const TensorMeta& x) {
  TensorMeta out;
  set_meta(out, x.shape, x.dtype, x.place);
  if (has_strides(x)) out.strides = x.strides;
  out.offset = x.offset;
  return out;
}

void narrow(TensorMeta& view, size_t axis, int64_t start, int64_t count) {
  view.shape[axis] = count;
  if (count > 0 && !view.strides.empty()) view.offset += start * view.strides[axis];
}

}  // namespace

void view_shape(const TensorMeta& x, DimsView dims, TensorMeta& out) {
  reshape(x, dims, out);
  const bool decided = has_strides(x) && is_known(x.shape) && is_known(out.shape);
  require(!decided || has_strides(out), "x of shape ", x.shape, " and strides ",
          ShapeText{x.strides}, " cannot be viewed as the shape ", ShapeText{dims},
          "; reshape copies where a view is not possible");
}

void view_dtype(const TensorMeta& x, DType dtype, TensorMeta& out) {
  out = view_of(x);
  out.dtype = dtype;
  const int64_t from = size_of(x.dtype), to = size_of(dtype);
  if (from == to) return;
  require(!x.shape.empty(), "a 0-d tensor cannot be viewed as ", dtype,
          ", whose elements have another size");
  const size_t last = x.shape.size() - 1;
  const int64_t size = x.shape[last];
  if (size != kUnknownDim) {
    require(size * from % to == 0, "the last axis has ", size * from,
            " bytes, which are no whole number of elements of ", dtype);
    out.shape[last] = size * from / to;
  }
  if (out.strides.empty()) return;
  require(x.strides[last] == 1 || size <= 1, "the last axis of x has stride ", x.strides[last],
          ", but has to be contiguous to be viewed as ", dtype);
  require(x.offset * from % to == 0, "x starts ", x.offset * from,
          " bytes into its memory, where no element of ", dtype, " can start");
  out.offset = x.offset * from / to;
  for (size_t axis = 0; axis < last; ++axis) {
    require(x.strides[axis] * from % to == 0, "axis ", axis, " of x has a stride of ",
            x.strides[axis] * from, " bytes, which elements of ", dtype, " cannot have");
    out.strides[axis] = x.strides[axis] * from / to;
  }
  out.strides[last] = 1;
}

void split_with_num(const TensorMeta& x, int64_t num, int64_t axis, MetaOutputs& out) {
  const int64_t size = x.shape.empty() ? 0 : x.shape[axis_of(x, axis)];
  require(num > 0, "num_or_sections is ", num, ", but must be positive");
  require(num <= (int64_t{1} << 24), "num_or_sections ", num, " is too large");
  require(size == kUnknownDim || size % num == 0, "axis ", axis, " of x has size ", size,
          ", which cannot be split into ", num, " equal parts");
  if (size != kUnknownDim) return split(x, Dims(static_cast<size_t>(num), size / num), axis, out);
  out.clear();
  for (int64_t i = 0; i < num; ++i) {
    out.push_back(view_of(x));
    out.back().strides.clear();
  }
}

void tensor_unfold(const TensorMeta& x, int64_t axis, int64_t size, int64_t step, TensorMeta& out) {
  require(step > 0, "step is ", step, ", but must be positive");
  require(size >= 0, "size is ", size, ", but must not be negative");
  TensorMeta view = view_of(x);
  if (x.shape.empty()) {
    normalize_axis(axis, 0);
    require(size <= 1, "size ", size, " is larger than a 0-d tensor");
    view.shape.push_back(size);
    if (has_strides(x)) view.strides.push_back(1);
    out = std::move(view);
    return;
  }
  const size_t position = axis_of(x, axis);
  const int64_t length = x.shape[position];
  require(length == kUnknownDim || size <= length, "size ", size, " is larger than axis ", axis,
          " with size ", length);
  require(x.shape.size() < kMaxRank, "x has ", x.shape.size(), " axes and cannot get one more");
  view.shape[position] = length == kUnknownDim ? kUnknownDim : (length - size) / step + 1;
  view.shape.push_back(size);
  if (has_strides(x)) {
    const int64_t stride = view.strides[position];
    const bool moves = view.shape[position] > 1;
    view.strides[position] = moves ? stride * step : 1;
    view.strides.push_back(stride);
  }
  out = std::move(view);
}

void concat(MetaList x, int64_t axis, TensorMeta& out) {
  require(!x.empty(), "x is an empty list");
  const TensorMeta& first = *x[0];
  const size_t position = axis_of(first, axis);
  out = {};
  set_meta(out, first.shape, first.dtype, first.place);
  for (size_t i = 1; i < x.size(); ++i) {
    const TensorMeta& other = *x[i];
    require(other.dtype == first.dtype, "x[", i, "] is ", other.dtype, ", but x[0] is ",
            first.dtype);
    require(other.shape.size() == first.shape.size(), "x[", i, "] has the shape ", other.shape,
            ", which cannot be joined to the shape ", first.shape);
    for (size_t k = 0; k < first.shape.size(); ++k) {
      const int64_t a = out.shape[k], b = other.shape[k];
      if (k == position) {
        out.shape[k] = add_sizes(a, b);
        continue;
      }
      require(a == b || a == kUnknownDim || b == kUnknownDim, "x[", i, "] has the shape ",
              other.shape, ", which cannot be joined to the shape ", first.shape, " along axis ",
              axis);
      out.shape[k] = known_of(a, b);
    }
  }
}

void concat_grad(const TensorMeta& out_grad, MetaList x, int64_t axis, MetaOutputs& x_grad) {
  const size_t position = axis_of(out_grad, axis);
  x_grad.clear();
  int64_t start = 0;
  for (const TensorMeta* part : x) {
    x_grad.push_back(view_of(out_grad));
    TensorMeta& grad = x_grad.back();
    require(part->shape.size() == out_grad.shape.size(), "a part has the shape ", part->shape,
            ", the whole ", out_grad.shape);
    const int64_t size = part->shape[position];
    const int64_t whole = out_grad.shape[position];
    const bool fits = size == kUnknownDim || whole == kUnknownDim || size <= whole - start;
    require(fits, "the parts are larger than the whole of shape ", out_grad.shape);
    narrow(grad, position, start, size);
    start += std::max<int64_t>(size, 0);
    if (num_elements(grad.shape) == 0) grad.offset = out_grad.offset;
  }
}

void stack(MetaList x, int64_t axis, TensorMeta& out) {
  require(!x.empty(), "x is an empty list");
  TensorMeta joined = {};
  set_meta(joined, x[0]->shape, x[0]->dtype, x[0]->place);
  for (size_t i = 1; i < x.size(); ++i) {
    TensorMeta next = {};
    require(x[i]->dtype == joined.dtype, "x[", i, "] is ", x[i]->dtype, ", but x[0] is ",
            joined.dtype);
    binary_same(joined, *x[i], next);
    joined = std::move(next);
  }
  require(joined.shape.size() < kMaxRank, "x has ", joined.shape.size(),
          " axes and cannot get one more");
  const int64_t position = normalize_axis(axis, rank_of(joined) + 1);
  joined.shape.insert(static_cast<size_t>(position), static_cast<int64_t>(x.size()));
  out = std::move(joined);
}

void tile(const TensorMeta& x, DimsView repeat_times, TensorMeta& out) {
  const size_t rank = std::max(x.shape.size(), repeat_times.size());
  require(rank <= kMaxRank, "repeat_times has ", repeat_times.size(), " entries, at most ",
          kMaxRank, " are possible");
  Dims shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    const size_t x_missing = rank - x.shape.size(), r_missing = rank - repeat_times.size();
    const int64_t size = i < x_missing ? 1 : x.shape[i - x_missing];
    const int64_t times = i < r_missing ? 1 : repeat_times[i - r_missing];
    require(times >= 0, "repeat_times ", ShapeText{repeat_times}, " has the negative count ",
            times);
    shape[i] = multiply_sizes(size, times);
  }
  num_elements(shape);
  set_meta(out, shape, x.dtype, x.place);
}

void flip(const TensorMeta& x, DimsView axis, TensorMeta& out) {
  if (!axis.empty()) reduction_axes(axis, rank_of(x));
  unchanged(x, out);
}

void roll(const TensorMeta& x, DimsView shifts, DimsView axis, TensorMeta& out) {
  const size_t expected = axis.empty() ? 1 : axis.size();
  require(shifts.size() == expected, "shifts has ", shifts.size(), " entries, but there are ",
          expected, " axes to roll");
  for (int64_t item : axis) axis_of(x, item);
  unchanged(x, out);
}

void slice_scatter(const TensorMeta& x, const TensorMeta& value, DimsView axes, DimsView starts,
                   DimsView ends, DimsView steps, TensorMeta& out) {
  TensorMeta view;
  slice_view(x, axes, starts, ends, steps, {}, view);
  require_same_dtype(x, value);
  require(expands_to(value.shape, view.shape), "value has the shape ", value.shape,
          ", which does not fit the slice of shape ", view.shape);
  unchanged(x, out);
}

void fill_diagonal_tensor(const TensorMeta& x, const TensorMeta& y, int64_t offset, int64_t dim1,
                          int64_t dim2, TensorMeta& out) {
  TensorMeta view;
  diagonal(x, offset, dim1, dim2, view);
  require_same_dtype(x, y);
  require(view.shape.size() == y.shape.size() && expands_to(y.shape, view.shape),
          "y has the shape ", y.shape, ", but the diagonal has the shape ", view.shape);
  unchanged(x, out);
}

void as_real(const TensorMeta& x, TensorMeta& out) {
  unchanged_real(x, out);
  require(x.shape.size() < kMaxRank, "x has ", x.shape.size(), " axes and cannot get one more");
  out.shape.push_back(2);
}

void as_complex(const TensorMeta& x, TensorMeta& out) {
  const bool is_pair = !x.shape.empty() && (x.shape.back() == 2 || x.shape.back() == kUnknownDim);
  require(is_pair, "x of shape ", x.shape, " does not end with an axis of size 2");
  unchanged_complex(x, out);
  out.shape.pop_back();
}

void shape(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, Dims{rank_of(x)}, DType::kInt32, x.place);
}

void numel(const TensorMeta& x, TensorMeta& out) { set_meta(out, {}, DType::kInt64, x.place); }

void is_empty(const TensorMeta& x, TensorMeta& out) { set_meta(out, {}, DType::kBool, x.place); }

}  // namespace pd::infer
