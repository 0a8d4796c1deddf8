// Counting sort of stored elements by row.
#include "grouping.h"

namespace paddle {

void check_range(Indices indices, int64_t size, const char* name) {
  for (const int64_t index : indices) {
    require(index >= 0 && index < size, PD_OUT_OF_RANGE, name, ": index ", index,
            " is outside of a dimension of size ", size);
  }
}

Grouping::Grouping(Indices rows, int64_t num_rows, const char* name)
    : starts_(static_cast<size_t>(num_rows) + 1), order_(rows.size()) {
  check_range(rows, num_rows, name);
  for (const int64_t row : rows) ++starts_[static_cast<size_t>(row) + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  std::vector<int64_t> next(starts_.begin(), starts_.end() - 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    order_[static_cast<size_t>(next[static_cast<size_t>(rows[i])]++)] = static_cast<int64_t>(i);
  }
}

}  // namespace paddle
