// Values as unsigned integers of the same order, and sorting of such keys.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "tensor/dtype.h"

namespace pd::cpu {

template <size_t Bytes>
using UnsignedOf = std::conditional_t<
    Bytes == 1, uint8_t,
    std::conditional_t<Bytes == 2, uint16_t, std::conditional_t<Bytes == 4, uint32_t, uint64_t>>>;

// The order of the keys is that of the values; every NaN is the largest, both zeros are equal.
template <class T>
UnsignedOf<sizeof(T)> order_key(T value) {
  using U = UnsignedOf<sizeof(T)>;
  constexpr U kSign = U(U(1) << (8 * sizeof(T) - 1));
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, uint8_t>) {
    return static_cast<U>(value);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<U>(static_cast<U>(value) ^ kSign);
  } else {
    bool is_nan = false;
    bool is_zero = false;
    if constexpr (is_half_v<T>) {
      const float wide = static_cast<float>(value);
      is_nan = std::isnan(wide);
      is_zero = wide == 0.0f;
    } else {
      is_nan = std::isnan(value);
      is_zero = value == T(0);
    }
    if (is_nan) return static_cast<U>(~U(0));
    if (is_zero) return kSign;
    const U bits = std::bit_cast<U>(value);
    return static_cast<U>(bits & kSign ? ~bits : bits | kSign);
  }
}

template <class Key>
struct KeyedIndex {
  Key key;
  uint32_t index;

  friend bool operator<(const KeyedIndex& a, const KeyedIndex& b) {
    return a.key < b.key || (a.key == b.key && a.index < b.index);
  }
};

// Sorts by key, equal keys in their order: by comparison when there are few, else by radix
// (least significant byte first), leaving out bytes that are the same in all keys.
template <class Key>
void sort_by_key(std::vector<KeyedIndex<Key>>& items, std::vector<KeyedIndex<Key>>& spare) {
  constexpr size_t kFew = 512;
  if (items.size() < kFew) {
    std::sort(items.begin(), items.end());
    return;
  }
  std::vector<std::array<uint32_t, 256>> counts(sizeof(Key));
  for (auto& count : counts) count.fill(0);
  for (const auto& item : items) {
    for (size_t byte = 0; byte < sizeof(Key); ++byte) {
      ++counts[byte][static_cast<uint8_t>(item.key >> (8 * byte))];
    }
  }
  spare.resize(items.size());
  for (size_t byte = 0; byte < sizeof(Key); ++byte) {
    auto& count = counts[byte];
    const auto first = static_cast<uint8_t>(items[0].key >> (8 * byte));
    if (count[first] == items.size()) continue;
    uint32_t start = 0;
    for (uint32_t& entry : count) start += std::exchange(entry, start);
    for (const auto& item : items) {
      spare[count[static_cast<uint8_t>(item.key >> (8 * byte))]++] = item;
    }
    items.swap(spare);
  }
}

}  // namespace pd::cpu
