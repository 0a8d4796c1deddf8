// Lends OpenBLAS the threads of OpenMP: a pool of its own beside them would fight for the cores.
#include "kernels/cpu/blas.h"

#include <omp.h>

#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/parallel.h"

#if PD_WITH_OPENBLAS
extern "C" {
void PD_BLAS(openblas_set_num_threads)(int count);
void PD_BLAS(openblas_set_threads_callback_function)(void (*)(int, void (*)(int, void*, int), int,
                                                              size_t, void*, int));
}
#endif

namespace pd::cpu {

#if PD_WITH_OPENBLAS
namespace {

using Job = void (*)(int index, void* data, int arg);

// Jobs of one call wait for each other, so each needs a thread: where OpenMP gives fewer than asked
// for (inside a parallel region), threads are made.
void run_jobs(int, Job job, int count, size_t size, void* data, int arg) {
  const auto run = [&](int i) { job(i, static_cast<char*>(data) + size_t(i) * size, arg); };
  bool done = false;
#pragma omp parallel num_threads(count)
  if (omp_get_num_threads() == count) {
    run(omp_get_thread_num());
#pragma omp master
    done = true;
  }
  if (done) return;
  std::vector<std::jthread> threads;
  for (int i = 1; i < count; ++i) threads.emplace_back(run, i);
  run(0);
}

std::mutex threads_mutex;  // held by whoever lets BLAS use all threads

}  // namespace

void keep_blas_single_threaded() {
  static std::once_flag once;
  std::call_once(once, [] {
    PD_BLAS(openblas_set_threads_callback_function)(run_jobs);
    PD_BLAS(openblas_set_num_threads)(1);
  });
}

BlasThreads::BlasThreads() {
  keep_blas_single_threaded();
  if (num_threads() == 1 || in_parallel_region()) return;
  active_ = threads_mutex.try_lock();
  if (active_) PD_BLAS(openblas_set_num_threads)(num_threads());
}

BlasThreads::~BlasThreads() {
  if (!active_) return;
  PD_BLAS(openblas_set_num_threads)(1);
  threads_mutex.unlock();
}
#else
void keep_blas_single_threaded() {}
BlasThreads::BlasThreads() = default;
BlasThreads::~BlasThreads() = default;
#endif

}  // namespace pd::cpu
