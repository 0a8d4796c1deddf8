// Counting sort of stored elements by row.
#include "grouping.h"

namespace paddle {

void check_range(Indices indices, int64_t size, const char* name) {
  parallel_for(0, static_cast<int64_t>(indices.size()), 65536, [&](int64_t first, int64_t last) {
    const Indices part =
        indices.subspan(static_cast<size_t>(first), static_cast<size_t>(last - first));
    bool good = true;
    for (const int64_t index : part) {
      good &= static_cast<uint64_t>(index) < static_cast<uint64_t>(size);
    }
    for (size_t i = 0; !good && i < part.size(); ++i) {
      require(part[i] >= 0 && part[i] < size, PD_OUT_OF_RANGE, name, ": index ", part[i],
              " is outside of a dimension of size ", size);
    }
  });
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
