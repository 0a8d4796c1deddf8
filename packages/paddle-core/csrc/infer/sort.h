// Shape rules of sorting and searching.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

void argsort(const TensorMeta& x, int64_t axis, TensorMeta& out, TensorMeta& indices);
void topk(const TensorMeta& x, int64_t k, int64_t axis, TensorMeta& out, TensorMeta& indices);
void kthvalue(const TensorMeta& x, int64_t k, int64_t axis, bool keepdim, TensorMeta& out,
              TensorMeta& indices);
void place_along_axis(const TensorMeta& values, const TensorMeta& indices, const TensorMeta& like,
                      int64_t axis, TensorMeta& out);
void searchsorted(const TensorMeta& sorted_sequence, const TensorMeta& values, bool out_int32,
                  TensorMeta& out);

}  // namespace pd::infer
