// Shape rules of views: shape, strides and offset of the result.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

void reshape(const TensorMeta& x, DimsView shape, TensorMeta& out);
void reshape_like(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);
void flatten(const TensorMeta& x, int64_t start_axis, int64_t stop_axis, TensorMeta& out);
void squeeze(const TensorMeta& x, DimsView axis, TensorMeta& out);
void unsqueeze(const TensorMeta& x, DimsView axis, TensorMeta& out);
void transpose(const TensorMeta& x, DimsView perm, TensorMeta& out);
void transpose_back(const TensorMeta& x, DimsView perm, TensorMeta& out);
void expand(const TensorMeta& x, DimsView shape, TensorMeta& out);
void expand_as(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);
void slice_view(const TensorMeta& x, DimsView axes, DimsView starts, DimsView ends, DimsView steps,
                DimsView decrease_axes, TensorMeta& out);
void slice_view_grad(const TensorMeta& grad, const TensorMeta& like, DimsView axes, DimsView starts,
                     DimsView ends, DimsView steps, DimsView decrease_axes, TensorMeta& out);
void split(const TensorMeta& x, DimsView sections, int64_t axis, SmallVector<TensorMeta, 1>& out);
void unbind(const TensorMeta& x, int64_t axis, SmallVector<TensorMeta, 1>& out);
void as_strided(const TensorMeta& x, DimsView shape, DimsView stride, int64_t offset,
                TensorMeta& out);
void as_strided_grad(const TensorMeta& grad, const TensorMeta& like, DimsView shape,
                     DimsView stride, int64_t offset, TensorMeta& out);
void diagonal(const TensorMeta& x, int64_t offset, int64_t axis1, int64_t axis2, TensorMeta& out);
void diagonal_grad(const TensorMeta& grad, const TensorMeta& like, int64_t offset, int64_t axis1,
                   int64_t axis2, TensorMeta& out);

}  // namespace pd::infer
