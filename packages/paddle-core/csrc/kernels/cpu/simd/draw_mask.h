// Masks of dropout, drawn exactly as Paddle draws them on the CPU.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>

#include "kernels/cpu/simd/vec.h"
#include "runtime/random.h"

namespace pd::PD_ISA {

inline void draw_mask(std::mt19937_64& engine, float p, uint8_t* mask, int64_t n) {
  std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
  for (int64_t i = 0; i < n; ++i) mask[i] = uniform(engine) >= p;
}

// A seed other than 0 gets an engine of its own; else the generator advances.
inline void draw_mask(int64_t seed, float p, uint8_t* mask, int64_t n) {
  if (seed != 0) {
    std::mt19937_64 engine(static_cast<uint64_t>(seed));
    return draw_mask(engine, p, mask, n);
  }
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  draw_mask(generator.engine(), p, mask, n);
}

}  // namespace pd::PD_ISA
