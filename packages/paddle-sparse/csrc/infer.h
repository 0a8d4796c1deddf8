// Shape rules of the sparse operators.
#pragma once

#include "paddle/ext.hpp"

namespace paddle::infer {

void flatten(const TensorMeta& indices, DimsView shape, TensorMeta& out);
void unflatten(const TensorMeta& positions, DimsView shape, TensorMeta& out);
void unique(const TensorMeta& positions, TensorMeta& out, TensorMeta& index);
void row_indices(const TensorMeta& crows, const TensorMeta& cols, int64_t rows, TensorMeta& out);
void row_pointers(const TensorMeta& rows, int64_t batches, int64_t size, TensorMeta& out);
void pattern_union(const TensorMeta& x_positions, const TensorMeta& y_positions,
                   TensorMeta& positions, TensorMeta& x_index, TensorMeta& y_index);
void sort_rows(const TensorMeta& rows, int64_t size, TensorMeta& crows, TensorMeta& order);
void transpose_rows(const TensorMeta& crows, const TensorMeta& cols, int64_t width,
                    TensorMeta& out_crows, TensorMeta& out_cols, TensorMeta& order);

void gather(const TensorMeta& values, const TensorMeta& positions, TensorMeta& out);
void scatter_add(const TensorMeta& values, const TensorMeta& positions, int64_t rows,
                 TensorMeta& out);
void matmul(const TensorMeta& values, const TensorMeta& y, const TensorMeta& rows,
            const TensorMeta& cols, int64_t m, TensorMeta& out);
void sampled_matmul(const TensorMeta& x, const TensorMeta& y, const TensorMeta& rows,
                    const TensorMeta& cols, TensorMeta& out);
void add(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_crows,
         const TensorMeta& x_cols, const TensorMeta& y_crows, const TensorMeta& y_cols,
         int64_t width, TensorMeta& out, TensorMeta& crows, TensorMeta& cols, TensorMeta& x_index,
         TensorMeta& y_index);
void row_product(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_crows,
                 const TensorMeta& x_cols, const TensorMeta& y_crows, const TensorMeta& y_cols,
                 int64_t width, TensorMeta& out, TensorMeta& crows, TensorMeta& cols);
void product(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_rows,
             const TensorMeta& x_cols, const TensorMeta& y_rows, const TensorMeta& y_cols,
             const TensorMeta& rows, const TensorMeta& cols, TensorMeta& out);
void softmax(const TensorMeta& values, const TensorMeta& groups, TensorMeta& out);

}  // namespace paddle::infer
