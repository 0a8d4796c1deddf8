// Integer operations that need care: division by zero and overflow. Compiled once.
#pragma once

#include "tensor/tensor.h"

namespace pd::cpu {

enum class IntegerBinary { kDivide, kFloorDivide, kRemainder, kPow, kGcd, kLcm };

// x and y share an integer dtype. Division by zero throws kInvalidArgument.
void integer_binary(IntegerBinary op, const TensorImpl& x, const TensorImpl& y, TensorImpl& out);
// x to a power given as a real number, which is truncated.
void integer_pow(const TensorImpl& x, int64_t exponent, TensorImpl& out);

}  // namespace pd::cpu
