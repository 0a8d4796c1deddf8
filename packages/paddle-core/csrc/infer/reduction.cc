// Shape rules of reductions that no other family has.
#include "infer/reduction.h"

#include <algorithm>

namespace pd::infer {

void unreduce(const TensorMeta& x, const TensorMeta& like, std::optional<DimsView> axis,
              bool keepdim, TensorMeta& out) {
  const Dims axes = reduction_axes(axis, static_cast<int64_t>(like.shape.size()));
  const Dims expected = reduced_shape(like.shape, axes, keepdim);
  require(expands_to(expected, x.shape) && expands_to(x.shape, expected), "the shape ", x.shape,
          " is not that of ", like.shape, " reduced, ", expected);
  set_meta(out, like.shape, x.dtype, x.place);
  out.offset = x.offset;
  if (x.strides.size() != x.shape.size()) return;
  size_t from = 0;
  for (size_t i = 0; i < like.shape.size(); ++i) {
    const bool reduced = std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) != axes.end();
    out.strides.push_back(reduced ? 0 : x.strides[from]);
    if (!reduced || keepdim) ++from;
  }
}

}  // namespace pd::infer
