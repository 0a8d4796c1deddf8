// Slots: memory, threads, random numbers.
#include "capi/slots.h"
#include "capi/support.h"
#include "runtime/allocator.h"
#include "runtime/parallel.h"
#include "runtime/random.h"

namespace pd::capi {

PD_Status memory_allocate(size_t bytes, void** out) {
  return guard([&] { *out = pd::allocate(bytes); });
}

void memory_free(void* block, size_t bytes) {
  if (block) pd::deallocate(block, bytes);
}

int32_t num_threads() { return pd::num_threads(); }

PD_Status parallel_for(int64_t begin, int64_t end, int64_t grain, PD_RangeFn body, void* context) {
  return guard([&] {
    pd::parallel_for(begin, end, grain, [&](int64_t first, int64_t last) {
      call_back([&] { return body(first, last, context); });
    });
  });
}

// ---- random numbers --------------------------------------------------------------------------

namespace {

Generator& generator_of(PD_Generator* handle) { return *reinterpret_cast<Generator*>(handle); }

template <class Draw, class T>
void draw(PD_Generator* handle, Draw distribution, T* out, size_t count) {
  Generator& generator = generator_of(handle);
  const std::lock_guard lock(generator.mutex());
  for (size_t i = 0; i < count; ++i) out[i] = distribution(generator.engine());
}

}  // namespace

PD_Generator* generator_default() { return reinterpret_cast<PD_Generator*>(&default_generator()); }

void generator_seed(PD_Generator* handle, uint64_t seed) {
  Generator& generator = generator_of(handle);
  const std::lock_guard lock(generator.mutex());
  generator.seed(seed);
}

void generator_bits(PD_Generator* generator, uint64_t* out, size_t count) {
  draw(generator, [](std::mt19937_64& engine) { return engine(); }, out, count);
}

void generator_uniform(PD_Generator* generator, double low, double high, double* out,
                       size_t count) {
  draw(generator, std::uniform_real_distribution<double>(low, high), out, count);
}

void generator_normal(PD_Generator* generator, double mean, double deviation, double* out,
                      size_t count) {
  draw(generator, std::normal_distribution<double>(mean, deviation), out, count);
}

}  // namespace pd::capi
