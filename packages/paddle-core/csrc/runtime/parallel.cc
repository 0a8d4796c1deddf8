// The thread count, and what changes in a forked child.
#include "runtime/parallel.h"

#include <omp.h>
#include <pthread.h>

#include <atomic>

namespace pd {
namespace {

std::atomic<int> thread_count{0};

// libgomp's threads do not exist in a forked child and waiting for them would hang.
const int fork_handler = pthread_atfork(nullptr, nullptr, [] { set_num_threads(1); });

}  // namespace

int num_threads() {
  int count = thread_count.load(std::memory_order_relaxed);
  if (count == 0) {
    count = std::max(1, omp_get_max_threads());
    thread_count.store(count, std::memory_order_relaxed);
  }
  return count;
}

void set_num_threads(int count) {
  count = std::max(1, count);
  thread_count.store(count, std::memory_order_relaxed);
  omp_set_num_threads(count);
}

bool in_parallel_region() { return omp_in_parallel(); }

}  // namespace pd
