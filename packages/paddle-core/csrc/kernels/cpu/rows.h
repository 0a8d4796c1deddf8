// Copies and sums between chosen rows of two contiguous blocks of memory.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "runtime/error.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {

// Sums and products that wrap around instead of overflowing.
template <class T>
T plus(T x, T y) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
  } else {
    return x + y;
  }
}

template <class T>
T times(T x, T y) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
  } else {
    return x * y;
  }
}

struct Word16 {
  uint64_t parts[2];
};

// Calls f(rows of a fixed size) for the common small rows, which memcpy would be slow for.
template <class F>
void with_row_type(int64_t bytes, F&& f) {
  switch (bytes) {
    case 1:
      return f(Type<uint8_t>{});
    case 2:
      return f(Type<uint16_t>{});
    case 4:
      return f(Type<uint32_t>{});
    case 8:
      return f(Type<uint64_t>{});
    case 16:
      return f(Type<Word16>{});
    default:
      return f(Type<void>{});
  }
}

// Index values as int64, each checked to be in [0, size) before anything uses them.
class Indices {
 public:
  // Negative values count from the end where `from_end` allows them.
  Indices(const TensorImpl& index, int64_t size, ErrorKind kind, bool from_end = false,
          const char* name = "index");
  Indices(Indices&&) = default;
  Indices(const Indices&) = delete;

  const int64_t* data() const { return data_; }
  int64_t count() const { return count_; }

 private:
  Tensor source_;
  Tensor owned_;
  const int64_t* data_;
  int64_t count_;
};

// Blocks of rows: row r of block b is at (b * rows + r) * width.
struct RowBlocks {
  int64_t blocks = 1;
  int64_t rows = 1;
  int64_t width = 1;  // elements of a row

  // x cut at an axis: blocks before it, rows along it, a row is what lies behind it.
  static RowBlocks at_axis(DimsView shape, int64_t axis);
};

// to[b][i] = from[b][index[i]]; `to` has `count` rows a block.
void take_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
               int64_t element_size, void* to);
// to[b][index[i]] = from[b][i], in the order of i.
void put_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
              int64_t element_size, void* to);
// to[b][index[i]] += from[b][i], in the order of i. Not for bool and half floats.
void add_rows(const void* from, const RowBlocks& shape, const int64_t* index, int64_t count,
              DType dtype, void* to);

// Calls add(target) to sum into `out`, whose elements count already; half floats are summed in
// float32.
template <class F>
void sum_wide(TensorImpl& out, F&& add) {
  const bool half = in_mask(out.dtype(), kHalfMask);
  if (!half && out.is_contiguous()) return add(out);
  const Tensor buffer = Tensor::empty(out.shape(), half ? DType::kFloat32 : out.dtype());
  copy_elements(out, *buffer);
  add(*buffer);
  copy_elements(*buffer, out);
}

// A contiguous version of x in the dtype that sums of it are made in.
inline Tensor widened(const TensorImpl& x) {
  if (!in_mask(x.dtype(), kHalfMask)) return contiguous(x);
  const Tensor wide = Tensor::empty(x.shape(), DType::kFloat32);
  copy_elements(x, *wide);
  return wide;
}

}  // namespace pd::cpu
