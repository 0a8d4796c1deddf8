// Shape rules of views, joins and rearrangements.
#pragma once

#include <optional>
#include <span>

#include "tensor/tensor.h"

namespace pd::infer {

using MetaList = std::span<const TensorMeta* const>;
using MetaOutputs = SmallVector<TensorMeta, 1>;

// --- helpers ---

// Strides that show the elements of `x` in another shape without a copy; empty where none do.
Dims reshaped_strides(const TensorMeta& x, DimsView shape);
// Whether the strides of x are known (they are not while a program is recorded).
inline bool has_strides(const TensorMeta& x) { return x.strides.size() == x.shape.size(); }

// A slice of an axis by Python's rules.
struct Slice {
  int64_t start;
  int64_t count;  // -1 when the size is unknown
  int64_t step;
};
Slice resolve_slice(int64_t size, int64_t start, int64_t end, int64_t step);

// --- views ---

void reshape(const TensorMeta& x, DimsView shape, TensorMeta& out);
void reshape_like(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);
void view_shape(const TensorMeta& x, DimsView dims, TensorMeta& out);
void view_dtype(const TensorMeta& x, DType dtype, TensorMeta& out);
void transpose(const TensorMeta& x, DimsView perm, TensorMeta& out);
void transpose_back(const TensorMeta& x, DimsView perm, TensorMeta& out);
void squeeze(const TensorMeta& x, std::optional<DimsView> axis, TensorMeta& out);
void unsqueeze(const TensorMeta& x, DimsView axis, TensorMeta& out);
void flatten(const TensorMeta& x, int64_t start_axis, int64_t stop_axis, TensorMeta& out);
void expand(const TensorMeta& x, DimsView shape, TensorMeta& out);
void expand_as(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);
void split(const TensorMeta& x, DimsView sections, int64_t axis, MetaOutputs& out);
void split_with_num(const TensorMeta& x, int64_t num, int64_t axis, MetaOutputs& out);
void unbind(const TensorMeta& x, int64_t axis, MetaOutputs& out);
void slice_view(const TensorMeta& x, DimsView axes, DimsView starts, DimsView ends, DimsView steps,
                DimsView decrease_axes, TensorMeta& out);
void as_strided(const TensorMeta& x, DimsView shape, DimsView strides, int64_t offset,
                TensorMeta& out);
void diagonal(const TensorMeta& x, int64_t offset, int64_t axis1, int64_t axis2, TensorMeta& out);
void tensor_unfold(const TensorMeta& x, int64_t axis, int64_t size, int64_t step, TensorMeta& out);

// --- copies ---

void concat(MetaList x, int64_t axis, TensorMeta& out);
void concat_grad(const TensorMeta& out_grad, MetaList x, int64_t axis, MetaOutputs& x_grad);
void stack(MetaList x, int64_t axis, TensorMeta& out);
void tile(const TensorMeta& x, DimsView repeat_times, TensorMeta& out);
void flip(const TensorMeta& x, DimsView axis, TensorMeta& out);
void roll(const TensorMeta& x, DimsView shifts, std::optional<DimsView> axis, TensorMeta& out);
void slice_scatter(const TensorMeta& x, const TensorMeta& value, DimsView axes, DimsView starts,
                   DimsView ends, DimsView steps, TensorMeta& out);
void fill_diagonal_tensor(const TensorMeta& x, const TensorMeta& y, int64_t offset, int64_t dim1,
                          int64_t dim2, TensorMeta& out);
void as_real(const TensorMeta& x, TensorMeta& out);
void as_complex(const TensorMeta& x, TensorMeta& out);
void shape(const TensorMeta& x, TensorMeta& out);
void numel(const TensorMeta& x, TensorMeta& out);
void is_empty(const TensorMeta& x, TensorMeta& out);

}  // namespace pd::infer
