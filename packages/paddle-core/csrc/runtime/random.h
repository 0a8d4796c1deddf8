// The random generator: Paddle's CPU stream, so that a seed gives the same numbers.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>
#include <string>

namespace pd {

class Generator {
 public:
  explicit Generator(uint64_t seed) { this->seed(seed); }

  void seed(uint64_t seed);
  uint64_t initial_seed() const { return seed_; }

  // The engine as text and back, for get_rng_state and set_rng_state.
  std::string state() const;
  void set_state(const std::string& state);

  std::mt19937_64& engine() { return engine_; }
  std::mutex& mutex() { return mutex_; }

 private:
  uint64_t seed_ = 0;
  std::mt19937_64 engine_;
  std::mutex mutex_;
};

// The generator of the CPU, which every random operator draws from.
Generator& default_generator();

}  // namespace pd
