// Shape rules of the test's operators.
#pragma once

#include "paddle/ext.hpp"

namespace paddle::infer {

inline void same(const TensorMeta& x, TensorMeta& out) { out = x; }

inline void select(const TensorMeta& x, const TensorMeta& where, TensorMeta& out) {
  require(x.shape == where.shape, "x and where must have one shape, but have ", ShapeText{x.shape},
          " and ", ShapeText{where.shape});
  require(where.dtype == DType::kBool, PD_INVALID_TYPE, "where must be bool, not ", where.dtype);
  out.shape = {-1};
  out.dtype = x.dtype;
}

}  // namespace paddle::infer
