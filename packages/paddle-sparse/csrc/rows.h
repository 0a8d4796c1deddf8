// Matrices in compressed rows, as kernels read them: checked before any element is touched.
#pragma once

#include <algorithm>
#include <span>

#include "grouping.h"

namespace paddle {

// Elements of work that are worth a thread.
inline constexpr int64_t kGrain = 8192;

// Rows per piece of work, where a row is as long as the mean.
inline int64_t rows_per_piece(int64_t work, int64_t rows) {
  const int64_t mean = work / std::max<int64_t>(rows, 1) + 1;
  return std::max<int64_t>(1, kGrain / mean);
}

// Row r has the elements crows[r] ... crows[r + 1] - 1, at the columns that `cols` says.
class CompressedRows {
 public:
  CompressedRows(const Tensor& crows, const Tensor& cols, int64_t width, const char* name);

  int64_t rows() const { return static_cast<int64_t>(crows_.size()) - 1; }
  int64_t count() const { return static_cast<int64_t>(cols_.size()); }
  int64_t begin(int64_t row) const { return crows_[static_cast<size_t>(row)]; }
  int64_t end(int64_t row) const { return crows_[static_cast<size_t>(row) + 1]; }
  const int64_t* cols() const { return cols_.data(); }

  // Whether the columns of every row ascend, each once.
  bool ascending() const;

 private:
  Tensor kept_crows_;
  Tensor kept_cols_;
  Indices crows_;
  Indices cols_;
};

inline Tensor new_indices(int64_t count) { return Tensor::empty({&count, 1}, DType::kInt64); }
Tensor from_vector(const std::vector<int64_t>& values);

// The order in which positions ascend, equal ones in their first order.
std::vector<int64_t> sorted_order(Indices positions);

}  // namespace paddle
