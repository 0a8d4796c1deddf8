// Shape rules of scans that no other family has.
#include "infer/cumulative.h"

namespace pd::infer {

void cumulative_extremum(const TensorMeta& x, int64_t axis, DType dtype, TensorMeta& out,
                         TensorMeta& indices) {
  require(dtype == DType::kInt32 || dtype == DType::kInt64, "dtype must be int32 or int64, not ",
          dtype);
  normalize_axis(axis, static_cast<int64_t>(x.shape.size()));
  unchanged(x, out);
  set_meta(indices, x.shape, dtype, x.place);
}

}  // namespace pd::infer
