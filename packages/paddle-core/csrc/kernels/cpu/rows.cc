// Copies and sums between chosen rows of two contiguous blocks of memory.
#include "kernels/cpu/rows.h"

#include <algorithm>
#include <atomic>

#include "kernels/cpu/strided_loop.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kIndexTypes = mask_of(DType::kUInt8) | mask_of(DType::kInt8) |
                                  mask_of(DType::kInt16) | mask_of(DType::kInt32) |
                                  mask_of(DType::kInt64);

// T is the row's type, or void where its size is not a common one.
template <class T>
void copy_row(const char* from, int64_t source, char* to, int64_t target, int64_t bytes) {
  if constexpr (std::is_void_v<T>) {
    std::memcpy(to + target * bytes, from + source * bytes, static_cast<size_t>(bytes));
  } else {
    reinterpret_cast<T*>(to)[target] = reinterpret_cast<const T*>(from)[source];
  }
}

int64_t row_grain(int64_t row_bytes) { return std::max<int64_t>(1, 65536 / (row_bytes + 4)); }

template <class T>
void add_columns(const T* from, const RowBlocks& shape, const int64_t* index, int64_t count, T* to,
                 int64_t first, int64_t last) {
  for (int64_t i = 0; i < count; ++i) {
    T* target = to + index[i] * shape.width;
    const T* source = from + i * shape.width;
    for (int64_t k = first; k < last; ++k) target[k] = plus(target[k], source[k]);
  }
}

// Whether all values are in [0, size).
bool all_within(const int64_t* values, int64_t count, int64_t size) {
  std::atomic<bool> within = true;
  parallel_for(0, count, kGrain, [&](int64_t begin, int64_t end) {
    bool outside = false;
    for (int64_t i = begin; i < end; ++i) {
      outside |= static_cast<uint64_t>(values[i]) >= static_cast<uint64_t>(size);
    }
    if (outside) within.store(false, std::memory_order_relaxed);
  });
  return within;
}

}  // namespace

Indices::Indices(const TensorImpl& index, int64_t size, ErrorKind kind, bool from_end,
                 const char* name)
    : source_(contiguous(index)), count_(index.numel()) {
  if (index.dtype() != DType::kInt64) {
    owned_ = Tensor::empty(Dims{count_}, DType::kInt64);
    visit_dtype<kIndexTypes>(index.dtype(), [&]<class T>(Type<T>) {
      std::copy_n(source_->data<T>(), count_, owned_.data<int64_t>());
    });
  }
  data_ = (owned_ ? owned_ : source_)->data<int64_t>();
  if (all_within(data_, count_, size)) return;
  const auto [lowest, highest] = std::minmax_element(data_, data_ + count_);
  if (*lowest < (from_end ? -size : 0) || *highest >= size) {
    fail(kind, name, " ", *highest >= size ? *highest : *lowest,
         " is out of range for an axis of size ", size);
  }
  if (!owned_) owned_ = Tensor::empty(Dims{count_}, DType::kInt64);
  int64_t* owned = owned_.data<int64_t>();
  for (int64_t i = 0; i < count_; ++i) owned[i] = data_[i] + (data_[i] < 0 ? size : 0);
  data_ = owned;
}

RowBlocks RowBlocks::at_axis(DimsView shape, int64_t axis) {
  RowBlocks result;
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto position = static_cast<int64_t>(i);
    (position < axis ? result.blocks : position == axis ? result.rows : result.width) *= shape[i];
  }
  return result;
}

void take_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
               int64_t element_size, void* to) {
  if (count == 0) return;
  const int64_t bytes = shape.width * element_size;
  with_row_type(bytes, [&]<class T>(Type<T>) {
    parallel_for(0, shape.blocks * count, row_grain(bytes), [&](int64_t begin, int64_t end) {
      while (begin < end) {
        const int64_t block = begin / count, first = begin % count;
        const int64_t last = std::min(count, first + (end - begin));
        const char* source = static_cast<const char*>(from) + block * shape.rows * bytes;
        char* target = static_cast<char*>(to) + block * count * bytes;
        for (int64_t i = first; i < last; ++i) copy_row<T>(source, index[i], target, i, bytes);
        begin += last - first;
      }
    });
  });
}

void put_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
              int64_t element_size, void* to) {
  const int64_t bytes = shape.width * element_size;
  with_row_type(bytes, [&]<class T>(Type<T>) {
    parallel_for(0, shape.blocks, row_grain(count * bytes), [&](int64_t begin, int64_t end) {
      for (int64_t block = begin; block < end; ++block) {
        const char* source = static_cast<const char*>(from) + block * count * bytes;
        char* target = static_cast<char*>(to) + block * shape.rows * bytes;
        for (int64_t i = 0; i < count; ++i) copy_row<T>(source, i, target, index[i], bytes);
      }
    });
  });
}

void add_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
              DType dtype, void* to) {
  constexpr DTypeMask kSummable =
      kIntMask | mask_of(DType::kFloat32) | mask_of(DType::kFloat64) | kComplexMask;
  visit_dtype<kSummable>(dtype, [&]<class T>(Type<T>) {
    // Threads take blocks, and columns of blocks: the order of sums does not depend on them.
    const int64_t parts = std::clamp<int64_t>(shape.width / 64, 1, num_threads());
    const int64_t grain =
        std::max<int64_t>(1, kGrain / std::max<int64_t>(1, count * shape.width / parts));
    parallel_for(0, shape.blocks * parts, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t block = i / parts, part = i % parts;
        add_columns(static_cast<const T*>(from) + block * count * shape.width, shape, index, count,
                    static_cast<T*>(to) + block * shape.rows * shape.width,
                    shape.width * part / parts, shape.width * (part + 1) / parts);
      }
    });
  });
}

}  // namespace pd::cpu
