// Kernels that rearrange whole tensors, and the gradients of views.
#include "infer/manipulation.h"

#include <cstring>
#include <functional>

#include "kernels/cpu/strided_loop.h"
#include "kernels/cpu/views.h"
#include "kernels_manipulation.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kSummable = kIntMask | kFloatMask | kComplexMask;

template <class T>
void add_run(T* to, int64_t to_step, const T* from, int64_t from_step, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i * to_step] += from[i * from_step];
}

// Runs sum(gradient window) on a zeroed gradient; half floats are summed in float32.
void scatter_sum(const TensorImpl& grad, TensorImpl& out,
                 const std::function<Tensor(const TensorImpl&)>& window) {
  if (in_mask(out.dtype(), kHalfMask)) {
    const Tensor wide_grad = Tensor::empty(grad.shape(), DType::kFloat32);
    const Tensor wide_out = Tensor::zeros(out.shape(), DType::kFloat32);
    copy_elements(grad, *wide_grad);
    add_elements(*wide_grad, *window(*wide_out));
    return copy_elements(*wide_out, out);
  }
  const Tensor sum = out.is_contiguous() ? Tensor::share(&out) : Tensor::empty_like(out);
  fill(*sum, 0);
  add_elements(grad, *window(*sum));
  copy_elements(*sum, out);
}

// Axes of a tiled tensor in pairs (repeat, size), for x and its repetitions alike.
struct TilePairs {
  Dims shape;
  Dims x_strides;

  TilePairs(const TensorImpl& x, DimsView repeats) {
    const size_t x_rank = x.shape().size();
    const size_t rank = std::max(x_rank, repeats.size());
    for (size_t i = 0; i < rank; ++i) {
      const bool in_x = i >= rank - x_rank;
      const size_t axis = i - (rank - x_rank);
      shape.push_back(i < rank - repeats.size() ? 1 : repeats[i - (rank - repeats.size())]);
      shape.push_back(in_x ? x.shape()[axis] : 1);
      x_strides.push_back(0);
      x_strides.push_back(in_x ? x.strides()[axis] : 0);
    }
  }

  Tensor of_x(const TensorImpl& x) const {
    return Tensor::view_of(x, shape, x_strides, x.offset());
  }
  Tensor of_tiled(const TensorImpl& tiled) const {
    return Tensor::view_of(tiled, shape, contiguous_strides(shape), tiled.offset());
  }
};

int64_t wrapped_shift(int64_t shift, int64_t size) {
  const int64_t rest = shift % size;
  return rest < 0 ? rest + size : rest;
}

// Rolls along one axis: two blocks change places.
void roll_axis(const TensorImpl& x, int64_t axis, int64_t shift, TensorImpl& out) {
  const int64_t size = x.dim(axis);
  const int64_t head = wrapped_shift(shift, size);
  copy_elements(*narrow(x, axis, 0, size - head), *narrow(out, axis, head, size - head));
  if (head > 0) copy_elements(*narrow(x, axis, size - head, head), *narrow(out, axis, 0, head));
}

void roll_by(const TensorImpl& x, DimsView shifts, DimsView axes, int64_t sign, TensorImpl& out) {
  if (axes.empty()) {
    const Tensor flat = contiguous(x);
    const Dims line{x.numel()}, one{1};
    through_contiguous(out, [&](TensorImpl& target) {
      const Tensor to = Tensor::view_of(target, line, one, target.offset());
      roll_axis(*Tensor::view_of(*flat, line, one, flat->offset()), 0, sign * shifts[0], *to);
    });
    return;
  }
  Tensor current = Tensor::share(const_cast<TensorImpl*>(&x));
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = normalize_axis(axes[i], x.rank());
    const Tensor next = Tensor::empty_like(x);
    roll_axis(*current, axis, sign * wrapped_shift(shifts[i], x.dim(axis)), *next);
    current = next;
  }
  copy_elements(*current, out);
}

}  // namespace

void add_elements(const TensorImpl& from, TensorImpl& to) {
  require(from.shape() == to.shape() && from.dtype() == to.dtype(), "a gradient of shape ",
          from.shape(), " and dtype ", from.dtype(), " does not fit the shape ", to.shape(),
          " and the dtype ", to.dtype());
  if (to.numel() == 0) return;
  const auto nest = plan_loops<2>(to.shape(), {to.strides(), from.strides()});
  visit_dtype<kSummable>(to.dtype(), [&]<class T>(Type<T>) {
    if constexpr (is_half_v<T>) {
      fail(ErrorKind::kUnimplemented, "half floats are summed in float32");
    } else {
      T* target = to.data<T>();
      const T* source = from.data<T>();
      visit_runs(nest, 0, nest.numel(),
                 [&](const Offsets<2>& at, const Offsets<2>& step, int64_t count) {
                   add_run(target + at[0], step[0], source + at[1], step[1], count);
                 });
    }
  });
}

void slice_view_grad(const TensorImpl& out_grad, const TensorImpl&, DimsView axes, DimsView starts,
                     DimsView ends, DimsView steps, DimsView decrease_axes, TensorImpl& x_grad) {
  TensorMeta window;
  infer::slice_view(x_grad.meta(), axes, starts, ends, steps, decrease_axes, window);
  fill(x_grad, 0);
  copy_elements(out_grad, *view_with(x_grad, window));
}

void as_strided_grad(const TensorImpl& out_grad, const TensorImpl&, DimsView shape,
                     DimsView strides, int64_t offset, TensorImpl& x_grad) {
  scatter_sum(out_grad, x_grad, [&](const TensorImpl& base) {
    return Tensor::view_of(base, shape, strides, base.offset() + offset);
  });
}

void diagonal_grad(const TensorImpl& out_grad, const TensorImpl&, int64_t offset, int64_t axis1,
                   int64_t axis2, TensorImpl& x_grad) {
  TensorMeta window;
  infer::diagonal(x_grad.meta(), offset, axis1, axis2, window);
  fill(x_grad, 0);
  copy_elements(out_grad, *view_with(x_grad, window));
}

void tensor_unfold_grad(const TensorImpl& out_grad, const TensorImpl&, int64_t axis, int64_t size,
                        int64_t step, TensorImpl& x_grad) {
  scatter_sum(out_grad, x_grad, [&](const TensorImpl& base) {
    TensorMeta window;
    infer::tensor_unfold(base.meta(), axis, size, step, window);
    return view_with(base, window);
  });
}

void concat(std::span<TensorImpl* const> x, int64_t axis, TensorImpl& out) {
  const int64_t position = normalize_axis(axis, out.rank());
  int64_t start = 0;
  for (const TensorImpl* part : x) {
    const int64_t size = part->dim(position);
    copy_elements(*part, *narrow(out, position, start, size));
    start += size;
  }
}

void stack(std::span<TensorImpl* const> x, int64_t axis, TensorImpl& out) {
  const int64_t position = normalize_axis(axis, out.rank());
  for (size_t i = 0; i < x.size(); ++i) {
    TensorMeta slot = out.meta();
    slot.offset += static_cast<int64_t>(i) * out.stride(position);
    slot.shape.erase(static_cast<size_t>(position));
    slot.strides.erase(static_cast<size_t>(position));
    copy_elements(*x[i], *view_with(out, slot));
  }
}

void tile(const TensorImpl& x, DimsView repeat_times, TensorImpl& out) {
  const TilePairs pairs(x, repeat_times);
  through_contiguous(
      out, [&](TensorImpl& target) { copy_elements(*pairs.of_x(x), *pairs.of_tiled(target)); });
}

void tile_grad(const TensorImpl& out_grad, const TensorImpl&, DimsView repeat_times,
               TensorImpl& x_grad) {
  const Tensor grad = contiguous(out_grad);
  const Tensor layout = Tensor::empty_like(x_grad);
  const TilePairs pairs(*layout, repeat_times);
  scatter_sum(*pairs.of_tiled(*grad), x_grad,
              [&](const TensorImpl& base) { return pairs.of_x(base); });
}

void flip(const TensorImpl& x, DimsView axis, TensorImpl& out) {
  TensorMeta meta = x.meta();
  for (int64_t item : axis) {
    if (x.rank() == 0) continue;
    const auto i = static_cast<size_t>(normalize_axis(item, x.rank()));
    meta.offset += (meta.shape[i] - 1) * meta.strides[i];
    meta.strides[i] = -meta.strides[i];
  }
  copy_elements(*view_with(x, meta), out);
}

void roll(const TensorImpl& x, DimsView shifts, std::optional<DimsView> axis, TensorImpl& out) {
  roll_by(x, shifts, axis.value_or(DimsView()), 1, out);
}

void roll_back(const TensorImpl& x, DimsView shifts, std::optional<DimsView> axis,
               TensorImpl& out) {
  roll_by(x, shifts, axis.value_or(DimsView()), -1, out);
}

void slice_scatter(const TensorImpl& x, const TensorImpl& value, DimsView axes, DimsView starts,
                   DimsView ends, DimsView steps, TensorImpl& out) {
  TensorMeta window;
  copy_elements(x, out);
  infer::slice_view(out.meta(), axes, starts, ends, steps, {}, window);
  copy_elements(*expand_to(value, window.shape), *view_with(out, window));
}

void fill_diagonal_tensor(const TensorImpl& x, const TensorImpl& y, int64_t offset, int64_t dim1,
                          int64_t dim2, TensorImpl& out) {
  TensorMeta window;
  copy_elements(x, out);
  infer::diagonal(out.meta(), offset, dim1, dim2, window);
  copy_elements(*expand_to(y, window.shape), *view_with(out, window));
}

void as_real(const TensorImpl& x, TensorImpl& out) {
  const Tensor source = contiguous(x);
  const Tensor target = contiguous(out);
  std::memcpy(target->raw_data(), source->raw_data(),
              static_cast<size_t>(x.numel() * size_of(x.dtype())));
  if (target.get() != &out) copy_elements(*target, out);
}

void as_complex(const TensorImpl& x, TensorImpl& out) { as_real(x, out); }

void shape(const TensorImpl& x, TensorImpl& out) {
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    out.data<int32_t>()[axis] = static_cast<int32_t>(x.dim(axis));
  }
}

void numel(const TensorImpl& x, TensorImpl& out) { *out.data<int64_t>() = x.numel(); }

void is_empty(const TensorImpl& x, TensorImpl& out) { *out.data<bool>() = x.numel() == 0; }

}  // namespace pd::cpu
