// Shape rules of scans that no other family has.
#pragma once

#include "infer/common.h"

namespace pd::infer {

// Running extremes and their positions along an axis.
void cumulative_extremum(const TensorMeta& x, int64_t axis, DType dtype, TensorMeta& out,
                         TensorMeta& indices);

}  // namespace pd::infer
