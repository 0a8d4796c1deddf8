// Counts of elements: histogram and bincount.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/cpu/convert.h"
#include "kernels/cpu/rows.h"
#include "kernels/cpu/views.h"
#include "kernels_indexing.h"

namespace pd::cpu {

void histogram(const TensorImpl& input, int64_t bins, double min, double max, TensorImpl& out) {
  const Tensor source = contiguous(input);
  pd::fill(out, 0);
  int64_t* counts = out.data<int64_t>();
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64) | mask_of(DType::kFloat32) |
              mask_of(DType::kFloat64)>(input.dtype(), [&]<class T>(Type<T>) {
    const T* data = source->data<T>();
    const T* end = data + input.numel();
    T low = convert<T>(min), high = convert<T>(max);
    if (low == high && data != end) {
      const auto [smallest, largest] = std::minmax_element(data, end);
      low = *smallest;
      high = *largest;
    }
    if (low == high) {
      low = plus(low, static_cast<T>(-1));
      high = plus(high, T(1));
    }
    require(std::isfinite(static_cast<double>(low)) && std::isfinite(static_cast<double>(high)),
            "the range of the elements is not finite; give min and max");
    const double width = static_cast<double>(high) - static_cast<double>(low);
    for (; data != end; ++data) {
      if (!(*data >= low && *data <= high)) continue;
      const double share = (static_cast<double>(*data) - static_cast<double>(low)) / width;
      const auto bin = static_cast<int64_t>(share * static_cast<double>(bins));
      ++counts[std::min(bin, bins - 1)];
    }
  });
}

void bincount(const TensorImpl& x, const TensorImpl* weights, int64_t minlength, Tensor& out) {
  int64_t largest = -1;
  const Indices values(x, std::numeric_limits<int64_t>::max(), ErrorKind::kInvalidArgument, false,
                       "x");
  for (int64_t i = 0; i < values.count(); ++i) largest = std::max(largest, values.data()[i]);
  const Dims shape{std::max(largest + 1, minlength)};
  if (!weights) {
    out = Tensor::zeros(shape, DType::kInt64, x.place());
    for (int64_t i = 0; i < values.count(); ++i) ++out.data<int64_t>()[values.data()[i]];
    return;
  }
  const Tensor share = Tensor::empty(weights->shape(), DType::kFloat64);
  copy_elements(*weights, *share);
  const Tensor sums = Tensor::zeros(shape, DType::kFloat64, x.place());
  for (int64_t i = 0; i < values.count(); ++i) {
    sums.data<double>()[values.data()[i]] += share.data<double>()[i];
  }
  const bool keeps = is_float(weights->dtype());
  out = Tensor::empty(shape, keeps ? weights->dtype() : DType::kFloat64, x.place());
  copy_elements(*sums, *out);
}

}  // namespace pd::cpu
