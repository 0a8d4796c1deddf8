// The caching allocator: freed blocks are kept per size class and handed out again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pd {

inline constexpr size_t kAlignment = 64;

// A block of at least `bytes`, aligned to kAlignment; throws kResourceExhausted.
void* allocate(size_t bytes);
void deallocate(void* block, size_t bytes) noexcept;

struct MemoryStats {
  int64_t allocated;  // bytes in blocks that are in use
  int64_t peak_allocated;
  int64_t reserved;  // bytes held from the system
  int64_t peak_reserved;
};
MemoryStats memory_stats();
void reset_peak_memory_stats();

// Counts what a thread allocates and frees while `memory_tally` points to it.
struct MemoryTally {
  int64_t allocations = 0;
  int64_t frees = 0;
  int64_t allocated = 0;  // bytes
  int64_t freed = 0;
};
[[gnu::tls_model("initial-exec")]] inline thread_local MemoryTally* memory_tally = nullptr;

void release_cached_memory();

}  // namespace pd
