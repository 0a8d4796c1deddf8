// Shape rules of the operators behind gradients and assignment.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

void reduce_to(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);
void set_value(const TensorMeta& x, const TensorMeta& value, TensorMeta& out);
void as_strided_scatter(const TensorMeta& x, const TensorMeta& value, DimsView shape,
                        DimsView strides, int64_t offset, TensorMeta& out);

}  // namespace pd::infer
