// Seeding and the state of the random generator.
#include "runtime/random.h"

#include <sstream>

#include "runtime/error.h"

namespace pd {

void Generator::seed(uint64_t seed) {
  seed_ = seed;
  std::seed_seq sequence{seed};
  engine_.seed(sequence);
}

std::string Generator::state() const {
  std::ostringstream out;
  out << seed_ << ' ' << engine_;
  return out.str();
}

void Generator::set_state(const std::string& state) {
  std::istringstream in(state);
  uint64_t seed = 0;
  std::mt19937_64 engine;
  in >> seed >> engine;
  require(!in.fail(), "set_rng_state: the text is not a generator state");
  seed_ = seed;
  engine_ = engine;
}

Generator& default_generator() {
  static Generator* generator = new Generator(std::random_device{}());
  return *generator;
}

}  // namespace pd
