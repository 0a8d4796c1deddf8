// Splits a range over the threads of the one OpenMP team.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>

namespace pd {

// Threads that a parallel region may use here; 1 inside a region and in a forked child.
int num_threads();
void set_num_threads(int count);
bool in_parallel_region();

// Calls f(begin, end) on pieces of at least `grain` elements. An exception of any piece is
// rethrown.
template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain, F&& f) {
  const int64_t count = end - begin;
  if (count <= 0) return;
  const int64_t most = std::max<int64_t>(1, (count + grain - 1) / std::max<int64_t>(grain, 1));
  const int threads = static_cast<int>(std::min<int64_t>(num_threads(), most));
  if (threads <= 1 || in_parallel_region()) {
    f(begin, end);
    return;
  }
  std::exception_ptr error;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int piece = 0; piece < threads; ++piece) {
    const int64_t first = begin + count * piece / threads;
    const int64_t last = begin + count * (piece + 1) / threads;
    try {
      f(first, last);
    } catch (...) {
#pragma omp critical(pd_parallel_error)
      error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace pd
