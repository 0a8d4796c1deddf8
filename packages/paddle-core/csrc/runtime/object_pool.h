// Freed objects of one type are kept per thread and handed out again.
#pragma once

#include <cstddef>
#include <new>

namespace pd {

template <class T>
class ObjectPool {
 public:
  static void* take() {
#if !defined(__SANITIZE_ADDRESS__)
    if (FreeBlock* block = free_) {
      free_ = block->next;
      --count_;
      return block;
    }
#endif
    return ::operator new(kBytes);
  }

  static void give(void* memory) noexcept {
#if !defined(__SANITIZE_ADDRESS__)
    if (count_ < kMost) {
      free_ = new (memory) FreeBlock{free_};
      ++count_;
      return;
    }
#endif
    ::operator delete(memory);
  }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };
  static constexpr size_t kBytes = sizeof(T) < sizeof(FreeBlock) ? sizeof(FreeBlock) : sizeof(T);
  static constexpr int kMost = 1024;

  [[gnu::tls_model("initial-exec")]] static inline thread_local FreeBlock* free_ = nullptr;
  [[gnu::tls_model("initial-exec")]] static inline thread_local int count_ = 0;
};

}  // namespace pd
