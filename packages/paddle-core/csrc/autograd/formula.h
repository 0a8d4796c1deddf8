// What gradient formulas are made of beside operators: arithmetic, comparisons, shapes.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dispatch/attr.h"
#include "tensor/tensor.h"

namespace pd {

// Each of these is one call of an operator (add, subtract, multiply, divide, scale).
Tensor operator+(const Tensor& x, const Tensor& y);
Tensor operator-(const Tensor& x, const Tensor& y);
Tensor operator*(const Tensor& x, const Tensor& y);
Tensor operator/(const Tensor& x, const Tensor& y);
Tensor operator-(const Tensor& x);

Tensor operator+(const Tensor& x, Scalar number);
Tensor operator-(const Tensor& x, Scalar number);
Tensor operator*(const Tensor& x, Scalar number);
Tensor operator/(const Tensor& x, Scalar number);

Tensor operator+(Scalar number, const Tensor& x);
Tensor operator-(Scalar number, const Tensor& x);
Tensor operator*(Scalar number, const Tensor& x);
Tensor operator/(Scalar number, const Tensor& x);

namespace formula {

// Bool tensors.
Tensor less_than(const Tensor& x, const Tensor& y);
Tensor less_equal(const Tensor& x, const Tensor& y);
Tensor greater_than(const Tensor& x, const Tensor& y);
Tensor greater_equal(const Tensor& x, const Tensor& y);
Tensor equal(const Tensor& x, const Tensor& y);
Tensor not_equal(const Tensor& x, const Tensor& y);

Tensor less_than(const Tensor& x, Scalar number);
Tensor less_equal(const Tensor& x, Scalar number);
Tensor greater_than(const Tensor& x, Scalar number);
Tensor greater_equal(const Tensor& x, Scalar number);
Tensor equal(const Tensor& x, Scalar number);
Tensor not_equal(const Tensor& x, Scalar number);

// x where the condition holds, zero times x elsewhere.
Tensor masked(const Tensor& x, const Tensor& condition);
Tensor pow(Scalar base, const Tensor& exponent);
// These give the tensor itself back where there is nothing to do.
Tensor conj(const Tensor& x);
Tensor reduce_to(const Tensor& x, const Tensor& like);
Tensor expand_as(const Tensor& x, const Tensor& like);
Tensor reshape_like(const Tensor& x, const Tensor& like);
Tensor cast(const Tensor& x, DType dtype);

// These throw kPreconditionNotMet where a size is not known while a program is recorded.
Dims shape(const Tensor& x);
int64_t size(const Tensor& x, int64_t axis);
int64_t numel(const Tensor& x);

// The element at an index, which counts from the end when negative.
int64_t at(DimsView values, int64_t index);
Tensor at(std::span<const Tensor> tensors, int64_t index);

#include "paddle/formula_values.inc"

}  // namespace formula
}  // namespace pd
