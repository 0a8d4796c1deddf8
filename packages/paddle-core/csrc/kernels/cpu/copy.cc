// Copies between strided tensors: memcpy of runs, blocked transposition, conversion; and fill.
#include <cmath>
#include <cstring>

#include "kernels/cpu/convert.h"
#include "kernels/cpu/strided_loop.h"
#include "tensor/tensor.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pd {
namespace {

using cpu::kGrain;
using Nest = cpu::LoopNest<2>;  // tensor 0 is written, tensor 1 is read

constexpr size_t kTo = 0, kFrom = 1;

struct alignas(16) Word16 {
  uint64_t parts[2];
};

// Calls f(Type<T>{}) with an integer-like type of the element's size.
template <class F>
void visit_size(int64_t bytes, F&& f) {
  switch (bytes) {
    case 1:
      return f(Type<uint8_t>{});
    case 2:
      return f(Type<uint16_t>{});
    case 4:
      return f(Type<uint32_t>{});
    case 8:
      return f(Type<uint64_t>{});
    default:
      return f(Type<Word16>{});
  }
}

template <class T>
void copy_run(T* to, int64_t to_stride, const T* from, int64_t from_stride, int64_t count) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
  } else if (to_stride == 1 && from_stride == 0) {
    std::fill_n(to, count, *from);
  } else {
    for (int64_t i = 0; i < count; ++i) to[i * to_stride] = from[i * from_stride];
  }
}

// --- transposition ---

template <class T>
inline constexpr int64_t kTile = sizeof(T) >= 8 ? 16 : 32;

template <class T>
using Tile = T[kTile<T>][kTile<T>];

// to[c][r] = tile[r][c]
template <class T>
void write_transposed(const Tile<T>& tile, T* to, int64_t to_stride) {
  for (int64_t c = 0; c < kTile<T>; ++c) {
    for (int64_t r = 0; r < kTile<T>; ++r) to[c * to_stride + r] = tile[r][c];
  }
}

#if defined(__SSE2__)
template <>
void write_transposed(const Tile<uint32_t>& tile, uint32_t* to, int64_t to_stride) {
  for (int64_t c = 0; c < kTile<uint32_t>; c += 4) {
    for (int64_t r = 0; r < kTile<uint32_t>; r += 4) {
      __m128 rows[4];
      for (int i = 0; i < 4; ++i) {
        rows[i] =
            _mm_castsi128_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(&tile[r + i][c])));
      }
      _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
      for (int i = 0; i < 4; ++i) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + (c + i) * to_stride + r),
                         _mm_castps_si128(rows[i]));
      }
    }
  }
}
#endif

// A matrix that lies column by column in `from` and row by row in `to`.
template <class T>
struct Transposition {
  const T* from;
  T* to;
  int64_t rows, columns;  // of `to`
  int64_t from_stride;    // between columns of `to` in `from`; along rows it is 1
  int64_t to_stride;      // between rows of `to`; along columns it is 1

  // Whole tiles go through a buffer, so that both sides are touched in full cache lines.
  void run_rows(int64_t first, int64_t last) const {
    for (int64_t row = first; row < last; row += kTile<T>) {
      for (int64_t column = 0; column < columns; column += kTile<T>) {
        const int64_t height = std::min(kTile<T>, last - row);
        const int64_t width = std::min(kTile<T>, columns - column);
        run_tile(row, column, height, width);
      }
    }
  }

  void run_tile(int64_t row, int64_t column, int64_t height, int64_t width) const {
    const T* source = from + row + column * from_stride;
    T* target = to + row * to_stride + column;
    if (height < kTile<T> || width < kTile<T>) {
      for (int64_t r = 0; r < height; ++r) {
        for (int64_t c = 0; c < width; ++c) target[r * to_stride + c] = source[r + c * from_stride];
      }
      return;
    }
    alignas(64) Tile<T> tile;
    for (int64_t c = 0; c < kTile<T>; ++c) {
      std::memcpy(tile[c], source + c * from_stride, sizeof(tile[c]));
    }
    write_transposed<T>(tile, target, to_stride);
  }
};

// The axis that is contiguous in `from`, where copying along the last axis would jump.
size_t transposed_axis(const Nest& nest) {
  const size_t last = nest.rank() - 1;
  if (nest.rank() < 2 || nest.strides[kTo][last] != 1 || nest.strides[kFrom][last] == 1) {
    return last;
  }
  for (size_t axis = 0; axis < last; ++axis) {
    if (nest.strides[kFrom][axis] == 1 && nest.sizes[axis] >= 8 && nest.sizes[last] >= 8) {
      return axis;
    }
  }
  return last;
}

template <class T>
void transpose(const Nest& nest, size_t axis, T* to, const T* from) {
  const size_t last = nest.rank() - 1;
  Nest outer;
  for (size_t i = 0; i < last; ++i) {
    if (i == axis) continue;
    outer.sizes.push_back(nest.sizes[i]);
    for (size_t k : {kTo, kFrom}) outer.strides[k].push_back(nest.strides[k][i]);
  }
  const int64_t rows = nest.sizes[axis], columns = nest.sizes[last];
  const int64_t bands = (rows + kTile<T> - 1) / kTile<T>;
  const auto run_bands = [&](int64_t to_offset, int64_t from_offset, int64_t first,
                             int64_t last_band) {
    const Transposition<T> part{from + from_offset,        to + to_offset,         rows, columns,
                                nest.strides[kFrom][last], nest.strides[kTo][axis]};
    part.run_rows(first * kTile<T>, std::min(last_band * kTile<T>, rows));
  };
  const int64_t grain = std::max<int64_t>(1, kGrain / (columns * kTile<T>));
  parallel_for(0, outer.numel() * bands, grain, [&](int64_t begin, int64_t end) {
    while (begin < end) {
      const int64_t matrix = begin / bands, first = begin % bands;
      const int64_t stop = std::min(bands, first + (end - begin));
      cpu::visit_runs(outer, matrix, matrix + 1,
                      [&](const cpu::Offsets<2>& at, const cpu::Offsets<2>&, int64_t) {
                        run_bands(at[kTo], at[kFrom], first, stop);
                      });
      begin += stop - first;
    }
  });
}

// --- whole tensors ---

template <class T>
void copy_nest(const Nest& nest, T* to, const T* from) {
  if (nest.rank() > 1) {
    const size_t axis = transposed_axis(nest);
    if (axis != nest.rank() - 1) return transpose(nest, axis, to, from);
  }
  cpu::run_loops(nest, [&](const cpu::Offsets<2>& at, const cpu::Offsets<2>& step, int64_t count) {
    copy_run(to + at[kTo], step[kTo], from + at[kFrom], step[kFrom], count);
  });
}

void convert_nest(const Nest& nest, const TensorImpl& from, TensorImpl& to) {
  const cpu::ConvertRun run = cpu::conversion(from.dtype(), to.dtype());
  const char* source = static_cast<const char*>(from.raw_data());
  char* target = static_cast<char*>(to.raw_data());
  const int64_t from_size = size_of(from.dtype()), to_size = size_of(to.dtype());
  cpu::run_loops(nest, [&](const cpu::Offsets<2>& at, const cpu::Offsets<2>& step, int64_t count) {
    run(source + at[kFrom] * from_size, step[kFrom], target + at[kTo] * to_size, step[kTo], count);
  });
}

struct ByteRange {
  const char* begin;
  const char* end;
};

ByteRange bytes_of(const TensorImpl& x) {
  int64_t lowest = 0, highest = 0;
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    const int64_t reach = (x.dim(axis) - 1) * x.stride(axis);
    (reach < 0 ? lowest : highest) += reach;
  }
  const char* data = static_cast<const char*>(x.raw_data());
  return {data + lowest * size_of(x.dtype()), data + (highest + 1) * size_of(x.dtype())};
}

bool overlap(const TensorImpl& a, const TensorImpl& b) {
  const ByteRange x = bytes_of(a), y = bytes_of(b);
  return x.begin < y.end && y.begin < x.end;
}

bool same_window(const TensorImpl& a, const TensorImpl& b) {
  return a.raw_data() == b.raw_data() && a.dtype() == b.dtype() && a.strides() == b.strides();
}

}  // namespace

void copy_elements(const TensorImpl& from, TensorImpl& to) {
  require(from.shape() == to.shape(), "elements of shape ", from.shape(),
          " cannot be copied into the shape ", to.shape());
  if (to.numel() == 0 || same_window(from, to)) return;
  if (overlap(from, to)) {
    const Tensor buffer = Tensor::empty_like(from);
    copy_elements(from, *buffer);
    return copy_elements(*buffer, to);
  }
  const Nest nest = cpu::plan_loops<2>(to.shape(), {to.strides(), from.strides()});
  if (from.dtype() != to.dtype()) return convert_nest(nest, from, to);
  visit_size(size_of(to.dtype()), [&]<class T>(Type<T>) {
    copy_nest<T>(nest, static_cast<T*>(to.raw_data()), static_cast<const T*>(from.raw_data()));
  });
}

Tensor contiguous(const TensorImpl& x) {
  if (x.is_contiguous()) return Tensor::share(const_cast<TensorImpl*>(&x));
  Tensor result = Tensor::empty_like(x);
  copy_elements(x, *result);
  return result;
}

void fill(TensorImpl& out, double value) {
  if (out.numel() == 0) return;
  if (value == 0 && !std::signbit(value) && out.is_contiguous()) {
    std::memset(out.raw_data(), 0, static_cast<size_t>(out.numel() * size_of(out.dtype())));
    return;
  }
  const auto nest = cpu::plan_loops<1>(out.shape(), {DimsView(out.strides())});
  visit_dtype<kAllMask>(out.dtype(), [&]<class T>(Type<T>) {
    T* data = out.data<T>();
    const T element = cpu::convert<T>(value);
    cpu::run_loops(nest,
                   [&](const cpu::Offsets<1>& at, const cpu::Offsets<1>& step, int64_t count) {
                     for (int64_t i = 0; i < count; ++i) data[at[0] + i * step[0]] = element;
                   });
  });
}

}  // namespace pd
