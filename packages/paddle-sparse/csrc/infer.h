// Shape rules of the sparse operators.
#pragma once

#include "paddle/ext.hpp"

namespace paddle::infer {

void flatten(const TensorMeta& indices, DimsView shape, TensorMeta& out);
void unflatten(const TensorMeta& positions, DimsView shape, TensorMeta& out);
void unique(const TensorMeta& positions, TensorMeta& out, TensorMeta& index);
void row_indices(const TensorMeta& crows, const TensorMeta& cols, int64_t rows, TensorMeta& out);
void row_pointers(const TensorMeta& rows, int64_t batches, int64_t size, TensorMeta& out);
void product_pattern(const TensorMeta& x_rows, const TensorMeta& x_cols, const TensorMeta& y_rows,
                     const TensorMeta& y_cols, TensorMeta& rows, TensorMeta& cols);

void gather(const TensorMeta& values, const TensorMeta& positions, TensorMeta& out);
void scatter_add(const TensorMeta& values, const TensorMeta& positions, int64_t rows,
                 TensorMeta& out);
void matmul(const TensorMeta& values, const TensorMeta& y, const TensorMeta& rows,
            const TensorMeta& cols, int64_t m, TensorMeta& out);
void sampled_matmul(const TensorMeta& x, const TensorMeta& y, const TensorMeta& rows,
                    const TensorMeta& cols, TensorMeta& out);
void product(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_rows,
             const TensorMeta& x_cols, const TensorMeta& y_rows, const TensorMeta& y_cols,
             const TensorMeta& rows, const TensorMeta& cols, TensorMeta& out);
void softmax(const TensorMeta& values, const TensorMeta& groups, TensorMeta& out);

}  // namespace paddle::infer
