// Shape rules of reductions that no other family has.
#pragma once

#include "infer/common.h"

namespace pd::infer {

// The inverse of a reduction's shape: x repeated along the reduced axes of `like`, as a view.
void unreduce(const TensorMeta& x, const TensorMeta& like, std::optional<DimsView> axis,
              bool keepdim, TensorMeta& out);

}  // namespace pd::infer
