// Shape rules of random operators.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

void random_of_shape(DimsView shape, DType dtype, TensorMeta& out);
void gaussian(DimsView shape, double std, DType dtype, TensorMeta& out);
void randint(int64_t low, int64_t high, DimsView shape, DType dtype, TensorMeta& out);
void randperm(int64_t n, DType dtype, TensorMeta& out);
void multinomial(const TensorMeta& x, int64_t num_samples, bool replacement, TensorMeta& out);
void dirichlet(const TensorMeta& alpha, TensorMeta& out);
void exponential(const TensorMeta& x, double lam, TensorMeta& out);

}  // namespace pd::infer
