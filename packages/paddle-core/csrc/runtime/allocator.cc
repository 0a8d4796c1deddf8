// The caching allocator: a free list per size class, per thread for small blocks, shared for large.
#include "runtime/allocator.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "runtime/error.h"

namespace pd {
namespace {

// Classes are powers of two split into eight steps, so that at most an eighth of a block is unused.
constexpr int kStepBits = 3;
constexpr int kNumClasses = (64 - 6) << kStepBits;
constexpr size_t kSmallBytes = 16 * 1024;
constexpr int kMostSmallBlocks = 64;
constexpr size_t kHugePage = size_t{2} << 20;

struct SizeClass {
  int index;
  size_t bytes;
};

SizeClass size_class(size_t bytes) {
  const size_t units = std::max<size_t>(1, (bytes + kAlignment - 1) / kAlignment);
  const int log = std::bit_width(units) - 1;
  if (log < kStepBits) return {static_cast<int>(units), units * kAlignment};
  const int shift = log - kStepBits;
  const size_t steps = (units + (size_t{1} << shift) - 1) >> shift;  // 8 ... 16
  const size_t rounded = steps << shift;
  const int rounded_log = std::bit_width(rounded) - 1;
  const int rounded_shift = rounded_log - kStepBits;
  return {((rounded_log - kStepBits + 1) << kStepBits) +
              static_cast<int>((rounded >> rounded_shift) & ((1u << kStepBits) - 1)),
          rounded * kAlignment};
}

size_t class_bytes(int index) {
  constexpr int kSteps = 1 << kStepBits;
  if (index < kSteps) return static_cast<size_t>(index) * kAlignment;
  const int shift = (index >> kStepBits) - 1;
  return (static_cast<size_t>(kSteps + index % kSteps) << shift) * kAlignment;
}

std::atomic<int64_t> allocated_bytes{0};
std::atomic<int64_t> peak_allocated_bytes{0};
std::atomic<int64_t> reserved_bytes{0};
std::atomic<int64_t> peak_reserved_bytes{0};

void raise_peak(std::atomic<int64_t>& peak, int64_t value) {
  int64_t seen = peak.load(std::memory_order_relaxed);
  while (value > seen && !peak.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

void count(std::atomic<int64_t>& now, std::atomic<int64_t>& peak, int64_t change) {
  const int64_t value = now.fetch_add(change, std::memory_order_relaxed) + change;
  if (change > 0) raise_peak(peak, value);
}

void* system_allocate(size_t bytes) {
  const size_t alignment = bytes >= kHugePage ? kHugePage : kAlignment;
  void* block = nullptr;
  if (posix_memalign(&block, alignment, bytes) != 0) return nullptr;
  if (bytes >= kHugePage) madvise(block, bytes, MADV_HUGEPAGE);
  count(reserved_bytes, peak_reserved_bytes, static_cast<int64_t>(bytes));
  return block;
}

void system_free(void* block, size_t bytes) noexcept {
  std::free(block);
  count(reserved_bytes, peak_reserved_bytes, -static_cast<int64_t>(bytes));
}

class SharedCache {
 public:
  void* take(SizeClass size) {
    const std::lock_guard lock(mutex_);
    auto& list = lists_[size.index];
    if (list.empty()) return nullptr;
    void* block = list.back();
    list.pop_back();
    cached_bytes_ -= size.bytes;
    return block;
  }

  // False when keeping the block would hold more memory than the program ever used.
  bool give(void* block, SizeClass size) noexcept {
    const std::lock_guard lock(mutex_);
    const auto limit = static_cast<size_t>(peak_allocated_bytes.load(std::memory_order_relaxed));
    if (cached_bytes_ + size.bytes > std::max(limit, kSmallBytes * kMostSmallBlocks)) return false;
    try {
      lists_[size.index].push_back(block);
    } catch (const std::bad_alloc&) {
      return false;
    }
    cached_bytes_ += size.bytes;
    return true;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < kNumClasses; ++i) {
      for (void* block : lists_[i]) system_free(block, class_bytes(i));
      lists_[i].clear();
    }
    cached_bytes_ = 0;
  }

 private:
  std::mutex mutex_;
  std::array<std::vector<void*>, kNumClasses> lists_;
  size_t cached_bytes_ = 0;
};

// Never destroyed: tensors may be freed after the statics of this library are gone.
SharedCache& shared_cache() {
  static SharedCache* cache = new SharedCache;
  return *cache;
}

struct FreeBlock {
  FreeBlock* next;
};
constexpr int kNumSmallClasses = 72;  // up to kSmallBytes

struct ThreadCache {
  std::array<FreeBlock*, kNumSmallClasses> lists = {};
  std::array<int, kNumSmallClasses> counts = {};
};
[[gnu::tls_model("initial-exec")]] thread_local ThreadCache thread_cache;

// Gives a finished thread's blocks to the others.
struct ThreadCacheDrain {
  ~ThreadCacheDrain() {
    for (int i = 0; i < kNumSmallClasses; ++i) {
      while (FreeBlock* block = thread_cache.lists[i]) {
        thread_cache.lists[i] = block->next;
        const SizeClass size = {i, class_bytes(i)};
        if (!shared_cache().give(block, size)) system_free(block, size.bytes);
      }
      thread_cache.counts[i] = kMostSmallBlocks;  // what is freed later goes past this cache
    }
  }
};

void* take_block(SizeClass size) {
#if !defined(__SANITIZE_ADDRESS__)
  if (size.bytes <= kSmallBytes) {
    if (FreeBlock* block = thread_cache.lists[size.index]) {
      thread_cache.lists[size.index] = block->next;
      --thread_cache.counts[size.index];
      return block;
    }
  }
  if (void* block = shared_cache().take(size)) return block;
#endif
  if (void* block = system_allocate(size.bytes)) return block;
  release_cached_memory();
  return system_allocate(size.bytes);
}

bool keep_block(void* block, SizeClass size) noexcept {
#if defined(__SANITIZE_ADDRESS__)
  return false;
#else
  if (size.bytes <= kSmallBytes && thread_cache.counts[size.index] < kMostSmallBlocks) {
    static thread_local ThreadCacheDrain drain;
    thread_cache.lists[size.index] = new (block) FreeBlock{thread_cache.lists[size.index]};
    ++thread_cache.counts[size.index];
    return true;
  }
  return shared_cache().give(block, size);
#endif
}

}  // namespace

void* allocate(size_t bytes) {
  constexpr size_t kMostBytes = size_t{1} << 46;
  void* block = nullptr;
  const SizeClass size = size_class(std::min(bytes, kMostBytes));
  if (bytes < kMostBytes) block = take_block(size);
  require(block != nullptr, ErrorKind::kResourceExhausted, "out of memory: cannot allocate ", bytes,
          " bytes; ", allocated_bytes.load(), " bytes are in use");
  count(allocated_bytes, peak_allocated_bytes, static_cast<int64_t>(size.bytes));
  if (memory_tally) [[unlikely]] {
    ++memory_tally->allocations;
    memory_tally->allocated += static_cast<int64_t>(size.bytes);
  }
  return block;
}

void deallocate(void* block, size_t bytes) noexcept {
  const SizeClass size = size_class(bytes);
  allocated_bytes.fetch_sub(static_cast<int64_t>(size.bytes), std::memory_order_relaxed);
  if (memory_tally) [[unlikely]] {
    ++memory_tally->frees;
    memory_tally->freed += static_cast<int64_t>(size.bytes);
  }
  if (!keep_block(block, size)) system_free(block, size.bytes);
}

MemoryStats memory_stats() {
  return {allocated_bytes, peak_allocated_bytes, reserved_bytes, peak_reserved_bytes};
}

void reset_peak_memory_stats() {
  peak_allocated_bytes = allocated_bytes.load();
  peak_reserved_bytes = reserved_bytes.load();
}

void release_cached_memory() { shared_cache().clear(); }

}  // namespace pd
