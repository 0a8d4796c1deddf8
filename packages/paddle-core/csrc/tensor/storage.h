// A block of memory that tensors share, with the counter of writes into it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/intrusive_ptr.h"
#include "tensor/place.h"

namespace pd {

class Storage : public RefCounted {
 public:
  using Deleter = void (*)(void* data, size_t bytes, void* context);

  // Memory from the caching allocator.
  static IntrusivePtr<Storage> allocate(size_t bytes, Place place);
  // Memory of somebody else, given back through `deleter`.
  static IntrusivePtr<Storage> borrow(void* data, size_t bytes, Place place, Deleter deleter,
                                      void* context);
  static void destroy(Storage* storage) noexcept;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  Place place() const { return place_; }
  uint32_t version() const { return version_.load(std::memory_order_relaxed); }
  void bump_version() { version_.fetch_add(1, std::memory_order_relaxed); }

 private:
  Storage(void* data, size_t bytes, Place place, Deleter deleter, void* context)
      : data_(data), bytes_(bytes), place_(place), deleter_(deleter), context_(context) {}

  void* data_;
  size_t bytes_;
  Place place_;
  std::atomic<uint32_t> version_{0};
  Deleter deleter_;
  void* context_;
};

}  // namespace pd
