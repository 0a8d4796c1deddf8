// Stored elements grouped by their row.
#pragma once

#include <span>
#include <vector>

#include "paddle/ext.hpp"

namespace paddle {

using Indices = std::span<const int64_t>;

// Throws unless every index lies in [0, size).
void check_range(Indices indices, int64_t size, const char* name);

// The elements of row r are `order[starts[r]] ... order[starts[r + 1] - 1]`, in their first order.
class Grouping {
 public:
  Grouping(Indices rows, int64_t num_rows, const char* name);

  const std::vector<int64_t>& starts() const { return starts_; }
  const std::vector<int64_t>& order() const { return order_; }

  Indices of(int64_t row) const {
    const auto first = static_cast<size_t>(starts_[static_cast<size_t>(row)]);
    const auto last = static_cast<size_t>(starts_[static_cast<size_t>(row) + 1]);
    return Indices(order_).subspan(first, last - first);
  }

 private:
  std::vector<int64_t> starts_;
  std::vector<int64_t> order_;
};

}  // namespace paddle
