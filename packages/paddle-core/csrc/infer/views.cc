// Shape rules of views: shape, strides and offset of the result.
#include "infer/views.h"

#include <algorithm>
#include <vector>

#include "infer/common.h"

namespace pd::infer {
namespace {

void start_from(const TensorMeta& x, TensorMeta& out) {
  out.dtype = x.dtype;
  out.place = x.place;
  out.offset = x.offset;
}

void add_axis(TensorMeta& out, int64_t size, int64_t stride) {
  out.shape.push_back(size);
  out.strides.push_back(stride);
}

int64_t axis_of(int64_t axis, const TensorMeta& x, const char* what = "axis") {
  return normalize_axis(axis, static_cast<int64_t>(x.shape.size()), what);
}

// Strides of `shape` over the same elements in the same order; false when only a copy can do it.
// Groups of axes of x that lie in memory as one are cut anew.
bool viewed_strides(const TensorMeta& x, const Dims& shape, Dims& strides) {
  strides = Dims(shape.size(), 1);
  if (num_elements(x.shape) <= 0) {
    strides = contiguous_strides(shape);
    return true;
  }
  int64_t left = static_cast<int64_t>(shape.size()) - 1;
  int64_t group = 1;
  int64_t base = 0;
  bool open = false;
  for (size_t i = x.shape.size(); i-- > 0;) {
    if (x.shape[i] == 1) continue;
    if (!open) base = x.strides[i];
    group *= x.shape[i];
    // The next axis to the left that is no 1 continues the group when its stride says so.
    size_t k = i;
    while (k > 0 && x.shape[k - 1] == 1) --k;
    const bool continues = k > 0 && x.strides[k - 1] == x.shape[i] * x.strides[i];
    open = continues;
    if (continues) continue;
    int64_t step = base;
    int64_t filled = 1;
    while (left >= 0 && (filled < group || shape[static_cast<size_t>(left)] == 1)) {
      strides[static_cast<size_t>(left)] = step;
      step *= shape[static_cast<size_t>(left)];
      filled *= shape[static_cast<size_t>(left)];
      --left;
    }
    if (filled != group) return false;
    group = 1;
  }
  return true;
}

void view_as(const TensorMeta& x, Dims shape, TensorMeta& out) {
  start_from(x, out);
  Dims strides;
  if (is_known(x.shape) && is_known(shape) && x.strides.size() == x.shape.size() &&
      viewed_strides(x, shape, strides)) {
    out.strides = std::move(strides);
  }
  out.shape = std::move(shape);
}

// The axes in [0, rank), each at most once.
std::vector<bool> axis_set(DimsView axes, int64_t rank, const char* what) {
  std::vector<bool> chosen(static_cast<size_t>(rank));
  for (int64_t axis : axes) {
    const auto at = static_cast<size_t>(normalize_axis(axis, rank, what));
    if (at < chosen.size()) chosen[at] = true;
  }
  return chosen;
}

}  // namespace

void reshape(const TensorMeta& x, DimsView shape, TensorMeta& out) {
  require(shape.size() <= kMaxRank, "shape has ", shape.size(), " dimensions; at most ", kMaxRank,
          " are supported");
  Dims result;
  std::optional<size_t> free;
  int64_t known = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t size = shape[i];
    if (size == -1) {
      require(!free, "only one size of the shape ", ShapeText{shape}, " can be -1");
      free = i;
      result.push_back(kUnknownDim);
      continue;
    }
    require(size >= 0, "the shape ", ShapeText{shape}, " has a negative size");
    if (size == 0 && num_elements(x.shape) != 0) {  // keeps the size that x has there
      require(i < x.shape.size(), "size 0 at dimension ", i, " of the shape ", ShapeText{shape},
              " stands for the size of x there, but x has shape ", x.shape);
      size = x.shape[i];
    }
    result.push_back(size);
    known = multiply_sizes(known, size);
  }
  const int64_t total = num_elements(x.shape);
  if (total != kUnknownDim && known != kUnknownDim) {
    if (free) {
      require(known > 0 ? total % known == 0 : total == 0, "x of shape ", x.shape, " has ", total,
              " elements and cannot be reshaped to ", ShapeText{shape});
      result[*free] = known > 0 ? total / known : 0;
    }
    require(num_elements(result) == total, "x of shape ", x.shape, " has ", total,
            " elements and cannot be reshaped to ", ShapeText{shape});
  }
  view_as(x, std::move(result), out);
}

void reshape_like(const TensorMeta& x, const TensorMeta& like, TensorMeta& out) {
  const int64_t from = num_elements(x.shape);
  const int64_t to = num_elements(like.shape);
  require(from == to || from == kUnknownDim || to == kUnknownDim, "x of shape ", x.shape,
          " cannot be reshaped to ", like.shape);
  view_as(x, like.shape, out);
}

void flatten(const TensorMeta& x, int64_t start_axis, int64_t stop_axis, TensorMeta& out) {
  const int64_t start = axis_of(start_axis, x, "start_axis");
  const int64_t stop = axis_of(stop_axis, x, "stop_axis");
  require(start <= stop, "start_axis is ", start_axis, ", which lies behind stop_axis ", stop_axis);
  Dims shape(x.shape.begin(), x.shape.begin() + start);
  int64_t size = 1;
  for (int64_t i = start; i <= stop && i < static_cast<int64_t>(x.shape.size()); ++i) {
    size = multiply_sizes(size, x.shape[static_cast<size_t>(i)]);
  }
  shape.push_back(size);
  for (size_t i = static_cast<size_t>(stop) + 1; i < x.shape.size(); ++i) {
    shape.push_back(x.shape[i]);
  }
  view_as(x, std::move(shape), out);
}

void squeeze(const TensorMeta& x, DimsView axis, TensorMeta& out) {
  const auto chosen = axis_set(axis, static_cast<int64_t>(x.shape.size()), "axis");
  start_from(x, out);
  for (size_t i = 0; i < x.shape.size(); ++i) {
    const bool drop = x.shape[i] == 1 && (axis.empty() || chosen[i]);
    if (!drop) add_axis(out, x.shape[i], x.strides[i]);
  }
}

void unsqueeze(const TensorMeta& x, DimsView axis, TensorMeta& out) {
  start_from(x, out);
  out.shape = x.shape;
  out.strides = x.strides;
  for (int64_t given : axis) {  // one after the other, each in the result so far
    const auto rank = static_cast<int64_t>(out.shape.size()) + 1;
    require(rank <= static_cast<int64_t>(kMaxRank), "the result has more than ", kMaxRank,
            " dimensions");
    const auto at = static_cast<size_t>(normalize_axis(given, rank));
    const int64_t step = at < out.shape.size() ? out.shape[at] * out.strides[at] : 1;
    out.shape.insert(at, 1);
    out.strides.insert(at, step);
  }
}

namespace {

void check_permutation(const TensorMeta& x, DimsView perm) {
  require(perm.size() == x.shape.size(), "perm ", ShapeText{perm}, " has ", perm.size(),
          " entries for a tensor of rank ", x.shape.size());
  std::vector<bool> seen(perm.size());
  for (int64_t axis : perm) {
    const auto at = static_cast<size_t>(axis_of(axis, x, "an entry of perm"));
    require(!seen[at], "perm ", ShapeText{perm}, " names an axis twice");
    seen[at] = true;
  }
}

}  // namespace

void transpose(const TensorMeta& x, DimsView perm, TensorMeta& out) {
  check_permutation(x, perm);
  start_from(x, out);
  for (int64_t axis : perm) {
    const auto at = static_cast<size_t>(axis_of(axis, x));
    add_axis(out, x.shape[at], x.strides[at]);
  }
}

void transpose_back(const TensorMeta& x, DimsView perm, TensorMeta& out) {
  check_permutation(x, perm);
  start_from(x, out);
  out.shape = x.shape;
  out.strides = x.strides;
  for (size_t i = 0; i < perm.size(); ++i) {
    const auto at = static_cast<size_t>(axis_of(perm[i], x));
    out.shape[at] = x.shape[i];
    out.strides[at] = x.strides[i];
  }
}

void expand(const TensorMeta& x, DimsView shape, TensorMeta& out) {
  require(shape.size() <= kMaxRank && shape.size() >= x.shape.size(), "x of shape ", x.shape,
          " cannot be expanded to ", ShapeText{shape}, ", which has fewer dimensions");
  start_from(x, out);
  const size_t lead = shape.size() - x.shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t from = i < lead ? 1 : x.shape[i - lead];
    const int64_t stride = i < lead ? 0 : x.strides[i - lead];
    const int64_t to = shape[i] == -1 ? from : shape[i];
    require(to >= 0 && (i >= lead || shape[i] != -1), "the shape ", ShapeText{shape},
            " has a size that is negative or stands for a size that x of shape ", x.shape,
            " does not have");
    require(from == to || from == 1 || from == kUnknownDim || to == kUnknownDim, "x of shape ",
            x.shape, " cannot be expanded to ", ShapeText{shape}, ": dimension ", i, " is ", from,
            ", not 1");
    add_axis(out, to, from == to ? stride : 0);
  }
}

void expand_as(const TensorMeta& x, const TensorMeta& like, TensorMeta& out) {
  Dims shape = like.shape;
  expand(x, shape, out);
  out.shape = std::move(shape);
}

namespace {

struct SliceRange {
  int64_t start;
  int64_t count;
  int64_t step;
};

// Bounds are clipped as in Python; the end of a slice with a negative step may be below zero.
SliceRange slice_range(int64_t size, int64_t start, int64_t end, int64_t step) {
  require(step != 0, "the step of a slice must not be zero");
  if (size == kUnknownDim) return {start, kUnknownDim, step};
  auto clip = [&](int64_t at) {
    if (at < 0) at += size;
    return step > 0 ? std::clamp<int64_t>(at, 0, size) : std::clamp<int64_t>(at, -1, size - 1);
  };
  start = clip(start);
  end = step < 0 && end == -1 ? -1 : clip(end);
  const int64_t span = step > 0 ? end - start : start - end;
  const int64_t stride = step > 0 ? step : -step;
  return {start, span > 0 ? (span - 1) / stride + 1 : 0, step};
}

}  // namespace

void slice_view(const TensorMeta& x, DimsView axes, DimsView starts, DimsView ends, DimsView steps,
                DimsView decrease_axes, TensorMeta& out) {
  require(axes.size() == starts.size() && axes.size() == ends.size() && axes.size() == steps.size(),
          "axes, starts, ends and steps have ", axes.size(), ", ", starts.size(), ", ", ends.size(),
          " and ", steps.size(), " entries");
  TensorMeta sliced = x;
  for (size_t i = 0; i < axes.size(); ++i) {
    require(!x.shape.empty(), "a 0-d tensor has no axis to slice");
    const auto axis = static_cast<size_t>(axis_of(axes[i], x));
    const SliceRange range = slice_range(sliced.shape[axis], starts[i], ends[i], steps[i]);
    if (range.count > 0) sliced.offset += range.start * x.strides[axis];
    sliced.shape[axis] = range.count;
    int64_t stride = 0;
    sliced.strides[axis] =
        __builtin_mul_overflow(x.strides[axis], range.step, &stride) ? x.strides[axis] : stride;
  }
  const auto dropped =
      axis_set(decrease_axes, static_cast<int64_t>(x.shape.size()), "decrease_axes");
  start_from(sliced, out);
  for (size_t i = 0; i < x.shape.size(); ++i) {
    if (!dropped[i]) {
      add_axis(out, sliced.shape[i], sliced.strides[i]);
      continue;
    }
    require(sliced.shape[i] == 1 || sliced.shape[i] == kUnknownDim, ErrorKind::kOutOfRange,
            "the index along axis ", i, " is out of range for size ", x.shape[i]);
  }
}

void slice_view_grad(const TensorMeta& grad, const TensorMeta& like, DimsView axes, DimsView starts,
                     DimsView ends, DimsView steps, DimsView decrease_axes, TensorMeta& out) {
  TensorMeta slice;
  TensorMeta source = like;
  source.strides = contiguous_strides(like.shape);
  slice_view(source, axes, starts, ends, steps, decrease_axes, slice);
  require(slice.shape == grad.shape || !is_known(slice.shape) || !is_known(grad.shape),
          "grad has shape ", grad.shape, ", but the slice has shape ", slice.shape);
  set_meta(out, like.shape, grad.dtype, grad.place);
}

void split(const TensorMeta& x, DimsView sections, int64_t axis, SmallVector<TensorMeta, 1>& out) {
  require(!x.shape.empty(), "a 0-d tensor has no axis to split");
  const auto at = static_cast<size_t>(axis_of(axis, x));
  int64_t start = 0;
  for (int64_t size : sections) {
    require(size >= 0, "sections ", ShapeText{sections}, " has a negative size");
    TensorMeta part;
    start_from(x, part);
    part.shape = x.shape;
    part.strides = x.strides;
    part.shape[at] = size;
    part.offset += size > 0 ? start * x.strides[at] : 0;
    start = add_sizes(start, size);
    out.push_back(std::move(part));
  }
  require(start == x.shape[at] || x.shape[at] == kUnknownDim, "sections ", ShapeText{sections},
          " add up to ", start, ", but axis ", axis, " has size ", x.shape[at]);
}

void unbind(const TensorMeta& x, int64_t axis, SmallVector<TensorMeta, 1>& out) {
  require(!x.shape.empty(), "a 0-d tensor has no axis to unbind");
  const auto at = static_cast<size_t>(axis_of(axis, x));
  require(x.shape[at] != kUnknownDim, ErrorKind::kPreconditionNotMet, "the size of axis ", axis,
          " is not known while a program is recorded");
  for (int64_t i = 0; i < x.shape[at]; ++i) {
    TensorMeta part;
    start_from(x, part);
    part.shape = x.shape;
    part.strides = x.strides;
    part.shape.erase(at);
    part.strides.erase(at);
    part.offset += i * x.strides[at];
    out.push_back(std::move(part));
  }
}

void as_strided(const TensorMeta& x, DimsView shape, DimsView stride, int64_t offset,
                TensorMeta& out) {
  check_shape(shape);
  require(shape.size() == stride.size(), "shape and stride have ", shape.size(), " and ",
          stride.size(), " entries");
  require(offset >= 0, "offset is ", offset, ", but must not be negative");
  require(!shape.empty() || x.offset >= 0, "shape is empty");
  start_from(x, out);
  require(!__builtin_add_overflow(x.offset, offset, &out.offset), "offset ", offset,
          " is too large");
  for (size_t i = 0; i < shape.size(); ++i) add_axis(out, shape[i], stride[i]);
}

void as_strided_grad(const TensorMeta& grad, const TensorMeta& like, DimsView shape, DimsView stride,
                     int64_t offset, TensorMeta& out) {
  require(Dims(shape) == grad.shape && shape.size() == stride.size(), "grad has shape ", grad.shape,
          ", but the window has shape ", ShapeText{shape});
  require(offset >= 0, "offset is ", offset, ", but must not be negative");
  set_meta(out, like.shape, grad.dtype, grad.place);
}

void diagonal(const TensorMeta& x, int64_t offset, int64_t axis1, int64_t axis2, TensorMeta& out) {
  require(x.shape.size() >= 2, "x has shape ", x.shape, ", but needs at least two dimensions");
  const auto first = static_cast<size_t>(axis_of(axis1, x, "axis1"));
  const auto second = static_cast<size_t>(axis_of(axis2, x, "axis2"));
  require(first != second, "axis1 and axis2 are the same axis: ", axis1, " and ", axis2);
  start_from(x, out);
  for (size_t i = 0; i < x.shape.size(); ++i) {
    if (i != first && i != second) add_axis(out, x.shape[i], x.strides[i]);
  }
  const int64_t rows = x.shape[first];
  const int64_t columns = x.shape[second];
  if (rows == kUnknownDim || columns == kUnknownDim) return add_axis(out, kUnknownDim, 1);
  const int64_t far = std::max(rows, columns);
  const int64_t shift = std::clamp(offset, -far, far);
  const int64_t count =
      std::max<int64_t>(0, shift >= 0 ? std::min(rows, columns - shift) : std::min(rows + shift, columns));
  if (count > 0) out.offset += shift >= 0 ? shift * x.strides[second] : -shift * x.strides[first];
  add_axis(out, count, x.strides[first] + x.strides[second]);
}

void diagonal_grad(const TensorMeta& grad, const TensorMeta& like, int64_t offset, int64_t axis1,
                   int64_t axis2, TensorMeta& out) {
  TensorMeta source = like;
  source.strides = contiguous_strides(like.shape);
  TensorMeta line;
  diagonal(source, offset, axis1, axis2, line);
  require(line.shape == grad.shape || !is_known(like.shape), "grad has shape ", grad.shape,
          ", but the diagonal has shape ", line.shape);
  set_meta(out, like.shape, grad.dtype, grad.place);
}

}  // namespace pd::infer
