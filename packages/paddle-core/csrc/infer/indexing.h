// Shape rules of operators that read and write chosen elements.
#pragma once

#include <span>
#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

using MetaList = std::span<const TensorMeta* const>;

void gather(const TensorMeta& x, const TensorMeta& index, int64_t axis, TensorMeta& out);
void gather_grad(const TensorMeta& out_grad, const TensorMeta& x, const TensorMeta& index,
                 int64_t axis, TensorMeta& x_grad);
void index_select(const TensorMeta& x, const TensorMeta& index, int64_t axis, TensorMeta& out);
void gather_nd(const TensorMeta& x, const TensorMeta& index, TensorMeta& out);
void scatter(const TensorMeta& x, const TensorMeta& index, const TensorMeta& updates,
             TensorMeta& out);
void scatter_nd_add(const TensorMeta& x, const TensorMeta& index, const TensorMeta& updates,
                    TensorMeta& out);
void index_sample(const TensorMeta& x, const TensorMeta& index, TensorMeta& out);
void index_add(const TensorMeta& x, const TensorMeta& index, const TensorMeta& add_value,
               int64_t axis, TensorMeta& out);
void index_get(const TensorMeta& x, MetaList indices, TensorMeta& out);
void index_put(const TensorMeta& x, MetaList indices, const TensorMeta& value, TensorMeta& out);
void take_along_axis(const TensorMeta& arr, const TensorMeta& indices, int64_t axis,
                     TensorMeta& out);
void put_along_axis(const TensorMeta& arr, const TensorMeta& indices, const TensorMeta& values,
                    int64_t axis, const std::string& reduce, TensorMeta& out);
void masked_select(const TensorMeta& x, const TensorMeta& mask, TensorMeta& out);
void masked_fill(const TensorMeta& x, const TensorMeta& mask, const TensorMeta& value,
                 TensorMeta& out);
void where(const TensorMeta& condition, const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void nonzero(const TensorMeta& condition, TensorMeta& out);
void unique(const TensorMeta& x, DimsView axis, DType dtype, TensorMeta& out, TensorMeta& indices,
            TensorMeta& inverse, TensorMeta& counts);
void unique_consecutive(const TensorMeta& x, DimsView axis, DType dtype, TensorMeta& out,
                        TensorMeta& inverse, TensorMeta& counts);
void repeat_index(const TensorMeta& repeats, TensorMeta& out);
void shard_index(const TensorMeta& input, int64_t index_num, int64_t nshards, int64_t shard_id,
                 TensorMeta& out);
void histogram(const TensorMeta& input, int64_t bins, double min, double max, TensorMeta& out);
void bincount(const TensorMeta& x, const TensorMeta* weights, int64_t minlength, TensorMeta& out);

}  // namespace pd::infer
