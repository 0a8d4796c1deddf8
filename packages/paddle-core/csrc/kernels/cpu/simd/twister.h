// The generator's stream as a value that can be copied, moved on and read in bulk.
//
// M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998); constants of the 64-bit
// variant (T. Nishimura, "Tables of 64-bit Mersenne Twisters", ACM TOMACS 10, 2000).
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>

#include "kernels/cpu/simd/vec.h"

namespace pd::PD_ISA {

class Twister {
 public:
  static constexpr int64_t kWords = 312;
  // Words of the state, and the position among them.
  static constexpr int64_t kSavedSize = kWords + 1;

  explicit Twister(const std::mt19937_64& engine) {
    std::stringstream text;
    text << engine;
    for (uint64_t& word : words_) text >> word;
    text >> position_;
  }
  explicit Twister(const int64_t* saved) {
    for (int64_t i = 0; i < kWords; ++i) words_[i] = static_cast<uint64_t>(saved[i]);
    position_ = saved[kWords];
  }

  void save(int64_t* to) const {
    for (int64_t i = 0; i < kWords; ++i) to[i] = static_cast<int64_t>(words_[i]);
    to[kWords] = position_;
  }
  void put_into(std::mt19937_64& engine) const {
    std::stringstream text;
    for (const uint64_t word : words_) text << word << ' ';
    text << position_;
    text >> engine;
  }

  void skip(int64_t draws) {
    position_ += draws;
    for (; position_ > kWords; position_ -= kWords) turn();
  }

  // to[i] = whether draw i is at least `threshold`.
  void draw_at_least(uint64_t threshold, uint8_t* to, int64_t count) {
    while (count > 0) {
      if (position_ == kWords) {
        turn();
        position_ = 0;
      }
      const int64_t part = std::min(count, kWords - position_);
      const uint64_t* words = words_ + position_;
#pragma omp simd
      for (int64_t i = 0; i < part; ++i) to[i] = tempered(words[i]) >= threshold;
      position_ += part;
      to += part;
      count -= part;
    }
  }

 private:
  static constexpr int64_t kMiddle = 156;

  static uint64_t tempered(uint64_t x) {
    x ^= (x >> 29) & 0x5555555555555555u;
    x ^= (x << 17) & 0x71d67fffeda60000u;
    x ^= (x << 37) & 0xfff7eee000000000u;
    return x ^ (x >> 43);
  }
  static uint64_t twisted(uint64_t high, uint64_t low, uint64_t middle) {
    const uint64_t x = (high & ~uint64_t{0x7fffffff}) | (low & 0x7fffffff);
    return middle ^ (x >> 1) ^ (-(x & 1) & 0xb5026f5aa96619e9u);
  }
  void turn() {
    uint64_t* const w = words_;
#pragma omp simd
    for (int64_t i = 0; i < kMiddle; ++i) w[i] = twisted(w[i], w[i + 1], w[i + kMiddle]);
#pragma omp simd safelen(64)
    for (int64_t i = kMiddle; i < kWords - 1; ++i) w[i] = twisted(w[i], w[i + 1], w[i - kMiddle]);
    w[kWords - 1] = twisted(w[kWords - 1], w[0], w[kMiddle - 1]);
  }

  uint64_t words_[kWords];
  int64_t position_;
};

// The smallest draw that becomes a float of at least p: uniform floats are draws divided by 2^64.
inline uint64_t drop_threshold(float p) {
  const float limit = p * 0x1p64f;
  uint64_t low = 0;
  uint64_t high = ~uint64_t{0};
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (static_cast<float>(middle) >= limit) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace pd::PD_ISA
