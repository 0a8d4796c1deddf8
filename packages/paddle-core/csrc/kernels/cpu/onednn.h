// oneDNN: the engine, one stream per thread, tensors as oneDNN memory and a cache of primitives.
#pragma once

#if PD_WITH_ONEDNN

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <oneapi/dnnl/dnnl.hpp>
#include <optional>
#include <unordered_map>
#include <utility>

#include "runtime/small_vector.h"
#include "tensor/tensor.h"

namespace pd::onednn {

const dnnl::engine& engine();
dnnl::stream& stream();  // of the calling thread

dnnl::memory::data_type data_type(DType dtype);
// Whether the processor multiplies bfloat16 in hardware (AVX-512 BF16 or AMX).
bool has_bfloat16();

// Memory of the caching allocator that lives as long as this object.
class Buffer {
 public:
  explicit Buffer(size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void* data() const { return data_; }

 private:
  size_t bytes_;
  void* data_;
};

using Key = SmallVector<int64_t, 40>;

struct KeyHash {
  size_t operator()(const Key& key) const noexcept;
};

// A primitive with its descriptor, both shared by all threads: execution takes the scratch memory
// from the caller.
template <class Primitive>
struct Prepared {
  typename Primitive::primitive_desc desc;
  Primitive primitive;

  explicit Prepared(typename Primitive::primitive_desc d) : desc(std::move(d)), primitive(desc) {}

  void run(std::unordered_map<int, dnnl::memory> args) const {
    const dnnl::memory::desc scratch = desc.scratchpad_desc();
    Buffer buffer(scratch.get_size());
    args.emplace(DNNL_ARG_SCRATCHPAD, dnnl::memory(scratch, engine(), buffer.data()));
    primitive.execute(stream(), args);
    stream().wait();
  }
};

// Keeps the most recently used entries. `make` runs without the lock, so two threads may both make
// an entry; the later one is dropped. An empty pointer (nothing fits this case) is remembered as
// well.
template <class Entry>
class Cache {
 public:
  template <class Make>
  std::shared_ptr<const Entry> get(const Key& key, Make&& make) {
    {
      std::lock_guard lock(mutex_);
      if (const auto found = index_.find(key); found != index_.end()) {
        order_.splice(order_.begin(), order_, found->second);
        return found->second->second;
      }
    }
    std::shared_ptr<const Entry> entry = make();
    std::lock_guard lock(mutex_);
    if (index_.contains(key)) return entry;
    order_.emplace_front(key, entry);
    index_.emplace(key, order_.begin());
    if (order_.size() > kCapacity) {
      index_.erase(order_.back().first);
      order_.pop_back();
    }
    return entry;
  }

 private:
  static constexpr size_t kCapacity = 512;
  std::mutex mutex_;
  std::list<std::pair<Key, std::shared_ptr<const Entry>>> order_;
  std::unordered_map<Key, typename decltype(order_)::iterator, KeyHash> index_;
};

// Attributes under which every primitive here is made.
dnnl::primitive_attr caller_scratchpad();

// `from` as `desc`: itself where it has that layout, else a reordered copy in `hold`.
dnnl::memory as_layout(const dnnl::memory& from, const dnnl::memory::desc& desc,
                       std::optional<Buffer>& hold);
void reorder(const dnnl::memory& from, const dnnl::memory& to);

inline dnnl::memory wrap(const dnnl::memory::desc& desc, const void* data) {
  return {desc, engine(), const_cast<void*>(data)};
}

}  // namespace pd::onednn

#endif
