// Shape rules of new tensors.
#pragma once

#include <optional>

#include "dispatch/attr.h"
#include "tensor/tensor.h"

namespace pd::infer {

void full(DimsView shape, DType dtype, std::optional<Place> place, TensorMeta& out);
void arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype,
            TensorMeta& out);
void linspace(int64_t num, DType dtype, TensorMeta& out);
void eye(int64_t num_rows, int64_t num_columns, DType dtype, TensorMeta& out);
// Tensors whose last two axes are matrices.
void matrices(const TensorMeta& x, TensorMeta& out);
void tril_indices(int64_t rows, int64_t cols, int64_t offset, DType dtype, TensorMeta& out);
void triu_indices(int64_t row, int64_t col, int64_t offset, DType dtype, TensorMeta& out);
void diag(const TensorMeta& x, int64_t offset, TensorMeta& out);
void diag_embed(const TensorMeta& input, int64_t offset, int64_t dim1, int64_t dim2,
                TensorMeta& out);
void fill_diagonal(const TensorMeta& x, int64_t offset, TensorMeta& out);
void complex(const TensorMeta& real, const TensorMeta& imag, TensorMeta& out);

// Number of elements of a rows x cols matrix on or below its diagonal `offset`.
int64_t lower_triangle_size(int64_t rows, int64_t cols, int64_t offset);

}  // namespace pd::infer
