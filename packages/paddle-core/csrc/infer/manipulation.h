// Shape rules of joins, rearrangements and less common views.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace pd::infer {

using MetaList = std::span<const TensorMeta* const>;
using MetaOutputs = SmallVector<TensorMeta, 1>;

void view_shape(const TensorMeta& x, DimsView dims, TensorMeta& out);
void view_dtype(const TensorMeta& x, DType dtype, TensorMeta& out);
void split_with_num(const TensorMeta& x, int64_t num, int64_t axis, MetaOutputs& out);
void tensor_unfold(const TensorMeta& x, int64_t axis, int64_t size, int64_t step, TensorMeta& out);

void concat(MetaList x, int64_t axis, TensorMeta& out);
void concat_grad(const TensorMeta& out_grad, MetaList x, int64_t axis, MetaOutputs& x_grad);
void stack(MetaList x, int64_t axis, TensorMeta& out);
void tile(const TensorMeta& x, DimsView repeat_times, TensorMeta& out);
void flip(const TensorMeta& x, DimsView axis, TensorMeta& out);
void roll(const TensorMeta& x, DimsView shifts, DimsView axis, TensorMeta& out);
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
