// Element-wise arithmetic and functions of complex tensors, compiled once.
#pragma once

#include "tensor/tensor.h"

namespace pd::cpu {

enum class ComplexUnary {
  kNegative,
  kSquare,
  kReciprocal,
  kSgn,
  kConj,
  kSqrt,
  kRsqrt,
  kExp,
  kExpm1,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kSigmoid,
  kSilu,
};
enum class ComplexReal { kAbs, kAngle, kReal, kImag };
enum class ComplexBinary {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPow,
  kTanhGrad,
  kSigmoidGrad,
  kSgnGrad
};

void complex_unary(ComplexUnary op, const TensorImpl& x, TensorImpl& out);
// Results of the real type.
void complex_to_real(ComplexReal op, const TensorImpl& x, TensorImpl& out);
void complex_binary(ComplexBinary op, const TensorImpl& x, const TensorImpl& y, TensorImpl& out);
void complex_pow(const TensorImpl& x, complex128 exponent, TensorImpl& out);
void complex_scale(const TensorImpl& x, complex128 scale, complex128 bias, bool bias_after_scale,
                   TensorImpl& out);

}  // namespace pd::cpu
