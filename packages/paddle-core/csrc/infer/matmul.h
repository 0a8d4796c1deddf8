// Shape rules of the matrix products.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

void matmul(const TensorMeta& x, const TensorMeta& y, bool transpose_x, bool transpose_y,
            TensorMeta& out);
void matmul_grad_x(const TensorMeta& x, const TensorMeta& y, const TensorMeta& out_grad,
                   bool transpose_x, bool transpose_y, TensorMeta& x_grad);
void matmul_grad_y(const TensorMeta& x, const TensorMeta& y, const TensorMeta& out_grad,
                   bool transpose_x, bool transpose_y, TensorMeta& y_grad);
void bmm(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void mv(const TensorMeta& x, const TensorMeta& vec, TensorMeta& out);
void dot(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void addmm(const TensorMeta& input, const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void linear(const TensorMeta& x, const TensorMeta& weight, const TensorMeta* bias, TensorMeta& out);

}  // namespace pd::infer
