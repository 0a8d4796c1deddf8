// The names of BLAS and LAPACK functions, and how many threads they may use.
#pragma once

#define PD_CAT_(a, b) a##b
#define PD_CAT(a, b) PD_CAT_(a, b)
#define PD_BLAS(name) PD_CAT(PD_BLAS_PREFIX, name)

namespace pd::cpu {

// BLAS runs on the calling thread alone, except while one of these exists: then large calls of it
// use all threads. Inside a parallel region it changes nothing.
class BlasThreads {
 public:
  BlasThreads();
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  bool active_ = false;
};

// Called before any use of BLAS: takes its own thread pool out of play.
void keep_blas_single_threaded();

}  // namespace pd::cpu
