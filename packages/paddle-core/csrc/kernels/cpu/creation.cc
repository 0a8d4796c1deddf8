// Kernels that make tensors out of sizes and numbers.
#include "infer/creation.h"

#include <cmath>
#include <cstring>

#include "infer/manipulation.h"
#include "kernels/cpu/convert.h"
#include "kernels/cpu/strided_loop.h"
#include "kernels/cpu/views.h"
#include "kernels_creation.h"

namespace pd::cpu {
namespace {

// A number as an element; what does not fit wraps as in a cast.
template <class T>
T element_of(const Scalar& value) {
  return std::visit(
      [](auto number) {
        if constexpr (is_complex_v<decltype(number)> && !is_complex_v<T>) {
          return convert<T>(number.real());
        } else {
          return convert<T>(number);
        }
      },
      value.value());
}

void fill_with(TensorImpl& out, const Scalar& value) {
  if (out.numel() == 0) return;
  const auto nest = plan_loops<1>(out.shape(), {DimsView(out.strides())});
  visit_dtype<kAllMask>(out.dtype(), [&]<class T>(Type<T>) {
    T* data = out.data<T>();
    const T element = element_of<T>(value);
    run_loops(nest, [&](const Offsets<1>& at, const Offsets<1>& step, int64_t count) {
      if (step[0] == 1) {
        std::fill_n(data + at[0], count, element);
      } else {
        for (int64_t i = 0; i < count; ++i) data[at[0] + i * step[0]] = element;
      }
    });
  });
}

// Values in double, from both ends towards the middle, so that the last one is exact.
template <class T, class F>
void write_spaced(const Scalar& start, const Scalar& stop, int64_t num, T* data, F&& value) {
  const double first = start.to<double>(), last = stop.to<double>();
  const double step = num > 1 ? (last - first) / static_cast<double>(num - 1) : 0.0;
  for (int64_t i = 0; i < num; ++i) {
    const bool from_start = i < num / 2 || num == 1;
    const double position = from_start ? first + step * static_cast<double>(i)
                                       : last - step * static_cast<double>(num - i - 1);
    data[i] = convert<T>(value(position));
  }
}

constexpr DTypeMask kReal = kIntMask | kFloatMask;

template <class Index>
void write_tril(int64_t rows, int64_t cols, int64_t offset, int64_t count, Index* data) {
  int64_t at = 0;
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t width =
        static_cast<int64_t>(std::clamp<__int128>(static_cast<__int128>(i) + offset + 1, 0, cols));
    for (int64_t k = 0; k < width; ++k, ++at) {
      data[at] = static_cast<Index>(i);
      data[count + at] = static_cast<Index>(k);
    }
  }
}

template <class Index>
void write_triu(int64_t rows, int64_t cols, int64_t offset, int64_t count, Index* data) {
  int64_t at = 0;
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t first =
        static_cast<int64_t>(std::clamp<__int128>(static_cast<__int128>(i) + offset, 0, cols));
    for (int64_t k = first; k < cols; ++k, ++at) {
      data[at] = static_cast<Index>(i);
      data[count + at] = static_cast<Index>(k);
    }
  }
}

// Keeps columns [first(row), last(row)) of every matrix and zeroes the others.
template <class F>
void keep_band(const TensorImpl& x, TensorImpl& out, F&& band) {
  const Tensor source = contiguous(x);
  through_contiguous(out, [&](TensorImpl& target) {
    const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
    const int64_t size = size_of(x.dtype());
    const char* from = static_cast<const char*>(source->raw_data());
    char* to = static_cast<char*>(target.raw_data());
    const int64_t grain = std::max<int64_t>(1, kGrain / columns);
    parallel_for(0, x.numel() / columns, grain, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const auto [first, last] = band(row % rows, columns);
        const int64_t line = row * columns * size;
        const auto bytes = [size](int64_t count) { return static_cast<size_t>(count * size); };
        std::memset(to + line, 0, bytes(first));
        std::memmove(to + line + first * size, from + line + first * size, bytes(last - first));
        std::memset(to + line + last * size, 0, bytes(columns - last));
      }
    });
  });
}

int64_t clamp_column(int64_t row, int64_t diagonal, int64_t columns) {
  const __int128 column = static_cast<__int128>(row) + diagonal;
  return static_cast<int64_t>(std::clamp<__int128>(column, 0, columns));
}

}  // namespace

void assign(const TensorImpl& x, TensorImpl& out) { copy_elements(x, out); }

void full(DimsView, Scalar value, DType, std::optional<Place>, TensorImpl& out) {
  fill_with(out, value);
}

void full_like(const TensorImpl&, Scalar value, std::optional<DType>, TensorImpl& out) {
  fill_with(out, value);
}

void zeros_like(const TensorImpl&, std::optional<DType>, TensorImpl& out) { pd::fill(out, 0); }

void ones_like(const TensorImpl&, std::optional<DType>, TensorImpl& out) { fill_with(out, 1); }

// Memory that nobody has written may hold anything; zeros are something.
void empty(DimsView, DType, std::optional<Place>, TensorImpl&) {}

void empty_like(const TensorImpl&, std::optional<DType>, TensorImpl&) {}

void fill(const TensorImpl&, Scalar value, TensorImpl& out) { fill_with(out, value); }

void arange(Scalar start, Scalar, Scalar step, DType, TensorImpl& out) {
  visit_dtype<kReal>(out.dtype(), [&]<class T>(Type<T>) {
    // The reference adds up the step in the element type; half floats in float32.
    using Sum = std::conditional_t<is_half_v<T>, float,
                                   std::conditional_t<std::is_integral_v<T>, uint64_t, T>>;
    Sum value, increment;
    if constexpr (std::is_integral_v<T>) {
      value = static_cast<Sum>(start.to<int64_t>());
      increment = static_cast<Sum>(step.to<int64_t>());
    } else {
      value = start.to<Sum>();
      increment = step.to<Sum>();
    }
    T* data = out.data<T>();
    for (int64_t i = 0; i < out.numel(); ++i, value += increment) data[i] = static_cast<T>(value);
  });
}

void linspace(Scalar start, Scalar stop, int64_t num, DType, TensorImpl& out) {
  visit_dtype<kReal>(out.dtype(), [&]<class T>(Type<T>) {
    write_spaced(start, stop, num, out.data<T>(), [](double value) { return value; });
  });
}

void logspace(Scalar start, Scalar stop, int64_t num, double base, DType, TensorImpl& out) {
  visit_dtype<kReal>(out.dtype(), [&]<class T>(Type<T>) {
    write_spaced(start, stop, num, out.data<T>(),
                 [base](double value) { return std::pow(base, value); });
  });
}

void eye(int64_t num_rows, int64_t num_columns, DType, TensorImpl& out) {
  pd::fill(out, 0);
  const Dims diagonal{std::min(num_rows, num_columns)}, step{num_columns + 1};
  fill_with(*Tensor::view_of(out, diagonal, step, out.offset()), 1);
}

void tril(const TensorImpl& x, int64_t diagonal, TensorImpl& out) {
  keep_band(x, out, [diagonal](int64_t row, int64_t columns) {
    return std::pair{int64_t{0}, clamp_column(row + 1, diagonal, columns)};
  });
}

void triu(const TensorImpl& x, int64_t diagonal, TensorImpl& out) {
  keep_band(x, out, [diagonal](int64_t row, int64_t columns) {
    return std::pair{clamp_column(row, diagonal, columns), columns};
  });
}

void tril_indices(int64_t rows, int64_t cols, int64_t offset, DType, TensorImpl& out) {
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(out.dtype(), [&]<class T>(Type<T>) {
    write_tril(rows, cols, offset, out.dim(1), out.data<T>());
  });
}

void triu_indices(int64_t row, int64_t col, int64_t offset, DType, TensorImpl& out) {
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(out.dtype(), [&]<class T>(Type<T>) {
    write_triu(row, col, offset, out.dim(1), out.data<T>());
  });
}

void diag(const TensorImpl& x, int64_t offset, Scalar padding_value, TensorImpl& out) {
  TensorMeta window;
  infer::diagonal(out.meta(), offset, 0, 1, window);
  fill_with(out, padding_value);
  copy_elements(x, *view_with(out, window));
}

void diag_embed(const TensorImpl& input, int64_t offset, int64_t dim1, int64_t dim2,
                TensorImpl& out) {
  TensorMeta window;
  infer::diagonal(out.meta(), offset, dim1, dim2, window);
  pd::fill(out, 0);
  copy_elements(input, *view_with(out, window));
}

void fill_diagonal(const TensorImpl& x, Scalar value, int64_t offset, bool wrap, TensorImpl& out) {
  copy_elements(x, out);
  if (out.rank() > 2) {
    int64_t step = 0;
    for (int64_t stride : out.strides()) step += stride;
    const int64_t side = out.dim(0), shift = std::abs(offset);
    if (shift >= side) return;
    require(offset == 0, "offset must be 0 for a tensor of rank ", out.rank());
    return fill_with(*Tensor::view_of(out, Dims{side}, Dims{step}, out.offset()), value);
  }
  const int64_t rows = out.dim(0), columns = out.dim(1);
  for (int64_t row = 0; row < rows; row += columns + 1) {
    const Tensor block = narrow(out, 0, row, std::min(rows - row, columns + 1));
    TensorMeta window;
    infer::diagonal(block->meta(), offset, 0, 1, window);
    fill_with(*view_with(*block, window), value);
    if (!wrap) return;
  }
}

void complex(const TensorImpl& real, const TensorImpl& imag, TensorImpl& out) {
  TensorMeta parts = out.meta();
  parts.dtype = real_of(out.dtype());
  parts.offset *= 2;
  for (int64_t& stride : parts.strides) stride *= 2;
  Tensor target = Tensor::adopt(new TensorImpl);
  target->set_storage(out.storage());
  for (const TensorImpl* part : {&real, &imag}) {
    target->mutable_meta() = parts;
    target->refresh();
    copy_elements(*expand_to(*part, out.shape()), *target);
    ++parts.offset;
  }
}

}  // namespace pd::cpu
