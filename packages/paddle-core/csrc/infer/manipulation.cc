// Shape rules of views, joins and rearrangements.
#include "infer/manipulation.h"

#include <algorithm>
#include <numeric>

#include "infer/common.h"

namespace pd::infer {

namespace {

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

void erase_axis(TensorMeta& x, size_t axis) {
  x.shape.erase(axis);
  if (!x.strides.empty()) x.strides.erase(axis);
}

void reshape_to(const TensorMeta& x, Dims shape, TensorMeta& out) {
  set_meta(out, shape, x.dtype, x.place);
  out.offset = x.offset;
  if (has_strides(x) && is_known(x.shape) && is_known(shape)) {
    out.strides = reshaped_strides(x, shape);
  }
}

// The size that stands for -1, or -1 where it is not known.
int64_t inferred_size(const TensorMeta& x, DimsView asked, int64_t numel, int64_t others) {
  if (numel == kUnknownDim || others == kUnknownDim) return kUnknownDim;
  const bool divides = others == 0 ? numel == 0 : numel % others == 0;
  require(divides, "the ", numel, " elements of the shape ", x.shape,
          " cannot be arranged as the shape ", ShapeText{asked});
  return others == 0 ? 0 : numel / others;
}

Dims resolve_shape(const TensorMeta& x, DimsView asked, bool zero_copies) {
  require(asked.size() <= kMaxRank, "shape has ", asked.size(), " axes, at most ", kMaxRank,
          " are possible");
  Dims shape(asked);
  std::optional<size_t> unknown;
  for (size_t i = 0; i < shape.size(); ++i) {
    require(shape[i] >= -1, "shape ", ShapeText{asked}, " has the negative size ", shape[i]);
    if (shape[i] == 0 && zero_copies) {
      require(i < x.shape.size(), "shape ", ShapeText{asked}, " copies the size of axis ", i,
              ", which x of shape ", x.shape, " does not have");
      shape[i] = x.shape[i];
    } else if (shape[i] == -1) {
      require(!unknown, "shape ", ShapeText{asked}, " has -1 more than once");
      unknown = i;
    }
  }
  const int64_t numel = num_elements(x.shape);
  if (unknown) {
    shape[*unknown] = 1;
    shape[*unknown] = inferred_size(x, asked, numel, num_elements(shape));
  }
  const int64_t wanted = num_elements(shape);
  require(wanted == numel || wanted == kUnknownDim || numel == kUnknownDim, "the ", numel,
          " elements of the shape ", x.shape, " cannot be arranged as the shape ",
          ShapeText{asked});
  return shape;
}

// In shapes that users give, 0 stands for the size of x there. Of an empty x, where that does not
// fit, it is meant as it stands.
Dims resolve_user_shape(const TensorMeta& x, DimsView asked) {
  if (num_elements(x.shape) != 0) return resolve_shape(x, asked, true);
  bool fits = false;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] != 0) continue;
    if (i >= x.shape.size()) return resolve_shape(x, asked, false);
    fits |= x.shape[i] == 0;
  }
  return resolve_shape(x, asked, fits);
}

void check_perm(const TensorMeta& x, DimsView perm, Dims& axes) {
  require(perm.size() == x.shape.size(), "perm ", ShapeText{perm}, " has ", perm.size(),
          " axes, but x has ", x.shape.size());
  uint64_t seen = 0;
  for (int64_t item : perm) {
    const size_t axis = axis_of(x, item, "perm");
    require(!(seen >> axis & 1), "perm ", ShapeText{perm}, " names an axis twice");
    seen |= uint64_t{1} << axis;
    axes.push_back(static_cast<int64_t>(axis));
  }
}

Dims check_slice_args(const TensorMeta& x, DimsView axes, DimsView starts, DimsView ends,
                      DimsView steps) {
  const bool same =
      axes.size() == starts.size() && axes.size() == ends.size() && axes.size() == steps.size();
  require(same, "axes, starts, ends and steps have ", axes.size(), ", ", starts.size(), ", ",
          ends.size(), " and ", steps.size(), " entries, but should have equally many");
  Dims normalized;
  for (int64_t axis : axes) {
    const auto position = static_cast<int64_t>(axis_of(x, axis, "axes"));
    const bool repeated =
        std::find(normalized.begin(), normalized.end(), position) != normalized.end();
    require(!repeated, "axes ", ShapeText{axes}, " names an axis twice");
    normalized.push_back(position);
  }
  return normalized;
}

void take_slice(TensorMeta& view, size_t axis, const Slice& slice) {
  view.shape[axis] = slice.count;
  if (view.strides.empty()) return;
  if (slice.count > 0) view.offset += slice.start * view.strides[axis];
  view.strides[axis] *= slice.step;
}

int64_t resolve_index(int64_t size, int64_t index, size_t axis) {
  if (size == kUnknownDim) return index;
  require(index >= -size && index < size, ErrorKind::kOutOfRange, "index ", index,
          " is out of bounds for axis ", axis, " with size ", size);
  return index < 0 ? index + size : index;
}

}  // namespace

Dims reshaped_strides(const TensorMeta& x, DimsView shape) {
  if (num_elements(x.shape) <= 1) return contiguous_strides(shape);
  Dims sizes, steps;  // of x without the axes of size 1
  for (size_t i = 0; i < x.shape.size(); ++i) {
    if (x.shape[i] == 1) continue;
    sizes.push_back(x.shape[i]);
    steps.push_back(x.strides[i]);
  }
  // From the back: a group of axes that lie dense in x has to be a group of axes of the shape.
  Dims strides(shape.size(), 0);
  size_t to = shape.size();
  for (size_t last = sizes.size(); last > 0;) {
    size_t first = last - 1;
    int64_t group = sizes[first];
    while (first > 0 && steps[first - 1] == sizes[first] * steps[first]) group *= sizes[--first];
    int64_t filled = 1, step = steps[last - 1];
    while (to > 0 && (filled < group || shape[to - 1] == 1)) {
      --to;
      strides[to] = step;
      step *= shape[to];
      filled *= shape[to];
    }
    if (filled != group) return {};
    last = first;
  }
  return strides;
}

Slice resolve_slice(int64_t size, int64_t start, int64_t end, int64_t step) {
  require(step != 0, "the step of a slice must not be 0");
  if (size == kUnknownDim) return {start, kUnknownDim, step};
  const int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? size : size - 1;
  const auto clip = [&](int64_t bound) {
    return std::clamp(bound < 0 ? std::max(bound, -size - 1) + size : bound, lowest, highest);
  };
  const int64_t first = clip(start), last = clip(end);
  const int64_t distance = step > 0 ? last - first : first - last;
  // Without overflow for any step.
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : -static_cast<uint64_t>(step);
  const int64_t count =
      distance <= 0 ? 0 : static_cast<int64_t>((static_cast<uint64_t>(distance) - 1) / stride) + 1;
  return {first, count, count > 1 ? step : 1};
}

void reshape(const TensorMeta& x, DimsView shape, TensorMeta& out) {
  reshape_to(x, resolve_user_shape(x, shape), out);
}

void reshape_like(const TensorMeta& x, const TensorMeta& like, TensorMeta& out) {
  const int64_t have = num_elements(x.shape), want = num_elements(like.shape);
  require(have == want || have == kUnknownDim || want == kUnknownDim, "the ", have,
          " elements of the shape ", x.shape, " cannot be arranged as the shape ", like.shape);
  reshape_to(x, like.shape, out);
}

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

void transpose(const TensorMeta& x, DimsView perm, TensorMeta& out) {
  Dims axes;
  check_perm(x, perm, axes);
  out = view_of(x);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axes[i]);
    out.shape[i] = x.shape[axis];
    if (!out.strides.empty()) out.strides[i] = x.strides[axis];
  }
}

void transpose_back(const TensorMeta& x, DimsView perm, TensorMeta& out) {
  Dims axes;
  check_perm(x, perm, axes);
  Dims inverse(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    inverse[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
  }
  transpose(x, inverse, out);
}

void squeeze(const TensorMeta& x, std::optional<DimsView> axes, TensorMeta& out) {
  const DimsView axis = axes.value_or(DimsView());
  uint64_t chosen = axis.empty() ? ~uint64_t{0} : 0;
  for (int64_t item : axis) {
    if (x.shape.empty()) {
      normalize_axis(item, 0);
    } else {
      chosen |= uint64_t{1} << axis_of(x, item);
    }
  }
  out = view_of(x);
  for (size_t i = x.shape.size(); i-- > 0;) {
    const bool is_one = x.shape[i] == 1 || (x.shape[i] == kUnknownDim && !axis.empty());
    if ((chosen >> i & 1) && is_one) erase_axis(out, i);
  }
}

void unsqueeze(const TensorMeta& x, DimsView axis, TensorMeta& out) {
  require(x.shape.size() + axis.size() <= kMaxRank, "the result would have ",
          x.shape.size() + axis.size(), " axes, at most ", kMaxRank, " are possible");
  out = view_of(x);
  const bool strided = has_strides(x);
  for (int64_t item : axis) {
    const auto position = static_cast<size_t>(normalize_axis(item, rank_of(out) + 1));
    if (strided) {
      const bool inner = position < out.shape.size();
      out.strides.insert(position, inner ? out.shape[position] * out.strides[position] : 1);
    }
    out.shape.insert(position, 1);
  }
}

void flatten(const TensorMeta& x, int64_t start_axis, int64_t stop_axis, TensorMeta& out) {
  if (x.shape.empty()) {
    normalize_axis(start_axis, 0, "start_axis");
    normalize_axis(stop_axis, 0, "stop_axis");
    return reshape_to(x, Dims{1}, out);
  }
  const size_t start = axis_of(x, start_axis, "start_axis");
  const size_t stop = axis_of(x, stop_axis, "stop_axis");
  require(start <= stop, "start_axis ", start_axis, " stands behind stop_axis ", stop_axis);
  Dims shape(x.shape.begin(), x.shape.begin() + start);
  int64_t merged = 1;
  for (size_t i = start; i <= stop; ++i) merged = multiply_sizes(merged, x.shape[i]);
  shape.push_back(merged);
  for (size_t i = stop + 1; i < x.shape.size(); ++i) shape.push_back(x.shape[i]);
  reshape_to(x, shape, out);
}

void expand(const TensorMeta& x, DimsView shape, TensorMeta& out) {
  require(shape.size() >= x.shape.size(), "x of shape ", x.shape, " has more axes than the shape ",
          ShapeText{shape});
  require(shape.size() <= kMaxRank, "shape has ", shape.size(), " axes, at most ", kMaxRank,
          " are possible");
  const size_t missing = shape.size() - x.shape.size();
  const bool strided = has_strides(x);
  set_meta(out, shape, x.dtype, x.place);
  out.offset = x.offset;
  if (strided) out.strides.resize(shape.size(), 0);
  for (size_t i = 0; i < shape.size(); ++i) {
    require(shape[i] >= -1, "shape ", ShapeText{shape}, " has the negative size ", shape[i]);
    if (i < missing) {
      require(shape[i] != -1, "shape ", ShapeText{shape}, " has -1 for axis ", i,
              ", which x of shape ", x.shape, " does not have");
      continue;
    }
    const int64_t size = x.shape[i - missing];
    const bool fits = shape[i] == -1 || shape[i] == size || size == 1 || size == kUnknownDim;
    require(fits, "x of shape ", x.shape, " cannot be expanded to ", ShapeText{shape}, ": axis ", i,
            " has size ", size);
    if (shape[i] == -1) out.shape[i] = size;
    if (strided && out.shape[i] == size) out.strides[i] = x.strides[i - missing];
  }
  num_elements(out.shape);
}

void expand_as(const TensorMeta& x, const TensorMeta& like, TensorMeta& out) {
  if (is_known(like.shape)) return expand(x, like.shape, out);
  require(expands_to(x.shape, like.shape), "x of shape ", x.shape, " cannot be expanded to ",
          like.shape);
  set_meta(out, like.shape, x.dtype, x.place);
}

void split(const TensorMeta& x, DimsView sections, int64_t axis, MetaOutputs& out) {
  const size_t position = axis_of(x, axis);
  const int64_t size = x.shape[position];
  require(!sections.empty(), "sections is empty");
  Dims sizes(sections);
  std::optional<size_t> unknown;
  int64_t total = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    require(sizes[i] >= -1, "sections ", ShapeText{sections}, " has the negative size ", sizes[i]);
    if (sizes[i] == -1) {
      require(!unknown, "sections ", ShapeText{sections}, " has -1 more than once");
      unknown = i;
      continue;
    }
    require(!__builtin_add_overflow(total, sizes[i], &total), "sections ", ShapeText{sections},
            " is too large");
  }
  if (unknown && size != kUnknownDim) {
    require(total <= size, "sections ", ShapeText{sections}, " is larger than axis ", axis,
            " with size ", size);
    sizes[*unknown] = size - total;
    total = size;
  }
  require(total == size || size == kUnknownDim, "sections ", ShapeText{sections}, " sums to ",
          total, ", but axis ", axis, " of x has size ", size);
  out.clear();
  int64_t start = 0;
  for (int64_t part : sizes) {
    out.push_back(view_of(x));
    take_slice(out.back(), position, {start, part, 1});
    start += std::max<int64_t>(part, 0);
  }
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

void unbind(const TensorMeta& x, int64_t axis, MetaOutputs& out) {
  const size_t position = axis_of(x, axis);
  const int64_t size = x.shape[position];
  require(size != kUnknownDim, "axis ", axis,
          " of x is not known while the program is recorded, so the number of results is not");
  out.clear();
  for (int64_t i = 0; i < size; ++i) {
    out.push_back(view_of(x));
    take_slice(out.back(), position, {i, 1, 1});
    erase_axis(out.back(), position);
  }
}

void slice_view(const TensorMeta& x, DimsView axes, DimsView starts, DimsView ends, DimsView steps,
                DimsView decrease_axes, TensorMeta& out) {
  const Dims positions = check_slice_args(x, axes, starts, ends, steps);
  uint64_t dropped = 0;
  for (int64_t axis : decrease_axes) dropped |= uint64_t{1} << axis_of(x, axis, "decrease_axes");
  TensorMeta view = view_of(x);
  uint64_t indexed = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto axis = static_cast<size_t>(positions[i]);
    const int64_t size = x.shape[axis];
    if (dropped >> axis & 1) {
      take_slice(view, axis, {resolve_index(size, starts[i], axis), 1, 1});
      indexed |= uint64_t{1} << axis;
    } else {
      take_slice(view, axis, resolve_slice(size, starts[i], ends[i], steps[i]));
    }
  }
  require(dropped == indexed, "decrease_axes ", ShapeText{decrease_axes},
          " has an axis that is not among axes ", ShapeText{axes});
  if (num_elements(view.shape) == 0) view.offset = x.offset;
  for (size_t axis = x.shape.size(); axis-- > 0;) {
    if (dropped >> axis & 1) erase_axis(view, axis);
  }
  out = std::move(view);
}

void as_strided(const TensorMeta& x, DimsView shape, DimsView strides, int64_t offset,
                TensorMeta& out) {
  check_shape(shape);
  require(shape.size() == strides.size(), "shape has ", shape.size(), " axes and stride ",
          strides.size());
  require(offset >= 0, "offset is ", offset, ", but must not be negative");
  int64_t reach = offset;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t part = 0;
    const bool fits = shape[i] == 0 || (!__builtin_mul_overflow(shape[i] - 1, strides[i], &part) &&
                                        !__builtin_add_overflow(reach, part, &reach));
    require(fits, "a view of shape ", ShapeText{shape}, " and stride ", ShapeText{strides},
            " is too large");
  }
  set_meta(out, shape, x.dtype, x.place);
  out.strides = Dims(strides);
  out.offset = num_elements(shape) == 0 ? x.offset : x.offset + offset;
}

void diagonal(const TensorMeta& x, int64_t offset, int64_t axis1, int64_t axis2, TensorMeta& out) {
  require(x.shape.size() >= 2, "x of shape ", x.shape, " has no diagonal");
  const size_t rows_axis = axis_of(x, axis1, "axis1"), columns_axis = axis_of(x, axis2, "axis2");
  require(rows_axis != columns_axis, "axis1 and axis2 are both ", axis1);
  const int64_t rows = x.shape[rows_axis], columns = x.shape[columns_axis];
  const bool known = rows != kUnknownDim && columns != kUnknownDim;
  // Offsets beyond the matrix have an empty diagonal.
  const int64_t below = std::min(std::max<int64_t>(-std::max(offset, -INT64_MAX), 0), rows);
  const int64_t right = std::min(std::max<int64_t>(offset, 0), columns);
  const int64_t length = std::max<int64_t>(0, std::min(rows - below, columns - right));
  TensorMeta view = view_of(x);
  int64_t stride = 0;
  if (!view.strides.empty()) {
    stride = x.strides[rows_axis] + x.strides[columns_axis];
    if (length > 0) view.offset += below * x.strides[rows_axis] + right * x.strides[columns_axis];
  }
  erase_axis(view, std::max(rows_axis, columns_axis));
  erase_axis(view, std::min(rows_axis, columns_axis));
  view.shape.push_back(known ? length : kUnknownDim);
  if (has_strides(x)) view.strides.push_back(stride);
  out = std::move(view);
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
    take_slice(grad, position, {start, size, 1});
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

void roll(const TensorMeta& x, DimsView shifts, std::optional<DimsView> axis, TensorMeta& out) {
  const DimsView axes = axis.value_or(DimsView());
  const size_t expected = axes.empty() ? 1 : axes.size();
  require(shifts.size() == expected, "shifts has ", shifts.size(), " entries, but there are ",
          expected, " axes to roll");
  for (int64_t item : axes) axis_of(x, item);
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
