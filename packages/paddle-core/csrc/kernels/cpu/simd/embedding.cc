// Embedding: rows picked from a table, and their gradients added back into it.
#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

// Every index checked; -1 where it is the padding.
std::vector<int64_t> row_indices(const TensorImpl& x, int64_t rows, int64_t padding_idx) {
  const Tensor dense = contiguous(x);
  std::vector<int64_t> indices(static_cast<size_t>(x.numel()));
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(x.dtype(), [&](auto type) {
    const auto* from = dense->template data<typename decltype(type)::type>();
    for (size_t i = 0; i < indices.size(); ++i) {
      const int64_t index = from[i];
      const bool padding = padding_idx >= 0 && index == padding_idx;
      require(padding || (index >= 0 && index < rows), "x must lie in [0, ", rows, "), got ",
              index);
      indices[i] = padding ? -1 : index;
    }
  });
  return indices;
}

template <class T>
using Sum = std::conditional_t<is_half_v<T>, float, T>;

// Each thread owns a range of table rows, so that the order of the sums never changes.
template <class T>
void add_rows(const std::vector<int64_t>& indices, const T* from, int64_t rows, int64_t width,
              Sum<T>* to) {
  const int64_t work = std::max<int64_t>(1, static_cast<int64_t>(indices.size()) * width);
  const int64_t grain = std::max<int64_t>(1, rows * 32768 / work);
  parallel_for(0, rows, grain, [&](int64_t first, int64_t last) {
    std::fill(to + first * width, to + last * width, Sum<T>(0));
    for (size_t i = 0; i < indices.size(); ++i) {
      const int64_t row = indices[i];
      if (row < first || row >= last) continue;
      const T* source = from + static_cast<int64_t>(i) * width;
      Sum<T>* target = to + row * width;
      for_lanes(width, [=](int64_t j) { target[j] += Sum<T>(source[j]); });
    }
  });
}

}  // namespace

void embedding(const TensorImpl& x, const TensorImpl& weight, int64_t padding_idx, bool,
               TensorImpl& out) {
  const std::vector<int64_t> indices = row_indices(x, weight.dim(0), padding_idx);
  const Tensor table = contiguous(weight);
  const size_t bytes = static_cast<size_t>(weight.dim(1) * size_of(weight.dtype()));
  const auto* from = static_cast<const std::byte*>(table->raw_data());
  auto* to = static_cast<std::byte*>(out.raw_data());
  parallel_for(0, x.numel(), rows_per_task(weight.dim(1)), [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      const int64_t row = indices[size_t(i)];
      if (row < 0) {
        std::memset(to + size_t(i) * bytes, 0, bytes);
      } else {
        std::memcpy(to + size_t(i) * bytes, from + size_t(row) * bytes, bytes);
      }
    }
  });
}

void embedding_grad(const TensorImpl& x, const TensorImpl& weight, const TensorImpl& out_grad,
                    int64_t padding_idx, TensorImpl& weight_grad) {
  const std::vector<int64_t> indices = row_indices(x, weight.dim(0), padding_idx);
  const Tensor grads = contiguous(out_grad);
  visit_dtype<kFloatMask | kComplexMask>(weight.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    Result sums(weight_grad, dtype_of_v<Sum<T>>);
    add_rows<T>(indices, grads->template data<T>(), weight.dim(0), weight.dim(1),
                sums.template data<Sum<T>>());
    sums.finish();
  });
}

}  // namespace pd::PD_ISA
