// Matrices in compressed rows, and sorting of positions.
#include "rows.h"

#include <array>
#include <atomic>
#include <numeric>

namespace paddle {

CompressedRows::CompressedRows(const Tensor& crows, const Tensor& cols, int64_t width,
                               const char* name)
    : kept_crows_(crows.contiguous()),
      kept_cols_(cols.contiguous()),
      crows_(kept_crows_.span<const int64_t>()),
      cols_(kept_cols_.span<const int64_t>()) {
  require(!crows_.empty() && crows_.front() == 0, name, ": crows must start with 0");
  require(std::is_sorted(crows_.begin(), crows_.end()), name, ": crows must not decrease");
  require(crows_.back() == count(), name, ": crows count ", crows_.back(),
          " stored elements, but there are ", count());
  check_range(cols_, width, name);
}

bool CompressedRows::ascending() const {
  std::atomic<bool> all{true};
  parallel_for(0, rows(), rows_per_piece(count(), rows()), [&](int64_t first, int64_t last) {
    bool good = true;
    for (int64_t row = first; row < last; ++row) {
      for (int64_t p = begin(row) + 1; p < end(row); ++p) good &= cols()[p - 1] < cols()[p];
    }
    if (!good) all = false;
  });
  return all;
}

Tensor from_vector(const std::vector<int64_t>& values) {
  Tensor result = new_indices(static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), result.data<int64_t>());
  return result;
}

// By 11 bits at a time, in linear time; a position travels with its index.
std::vector<int64_t> sorted_order(Indices positions) {
  constexpr int kBits = 11;
  struct Item {
    uint64_t key;
    int64_t index;
  };
  std::vector<int64_t> order(positions.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  if (std::is_sorted(positions.begin(), positions.end())) return order;
  const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
  const auto least = static_cast<uint64_t>(*low);
  const uint64_t range = static_cast<uint64_t>(*high) - least;
  std::vector<Item> items(order.size());
  std::vector<Item> next(order.size());
  for (size_t i = 0; i < items.size(); ++i) {
    items[i] = {static_cast<uint64_t>(positions[i]) - least, static_cast<int64_t>(i)};
  }
  for (int shift = 0; shift < 64 && (range >> shift) != 0; shift += kBits) {
    const auto digit = [shift](const Item& item) {
      return (item.key >> shift) & ((1u << kBits) - 1);
    };
    std::array<size_t, (1u << kBits) + 1> starts = {};
    for (const Item& item : items) ++starts[digit(item) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const Item& item : items) next[starts[digit(item)]++] = item;
    items.swap(next);
  }
  for (size_t i = 0; i < items.size(); ++i) order[i] = items[i].index;
  return order;
}

}  // namespace paddle
