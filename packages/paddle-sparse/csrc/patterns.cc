// Kernels on the coordinates of sparse tensors.
#include <algorithm>
#include <numeric>

#include "grouping.h"
#include "kernels.h"

namespace paddle::kernels {
namespace {

int64_t volume_of(DimsView shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

template <class T>
void flatten_axis(std::span<const T> axis, int64_t dimension, int64_t size,
                  std::span<int64_t> out) {
  for (size_t i = 0; i < axis.size(); ++i) {
    const auto index = static_cast<int64_t>(axis[i]);
    require(index >= 0 && index < size, PD_OUT_OF_RANGE, "index ", index, " of dimension ",
            dimension, " is outside of its size ", size);
    out[i] = out[i] * size + index;
  }
}

// The order in which positions ascend, equal ones in their first order: sorted by 11 bits at a
// time, in linear time.
std::vector<size_t> sorted_order(Indices positions) {
  constexpr int kBits = 11;
  std::vector<size_t> order(positions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (std::is_sorted(positions.begin(), positions.end())) return order;
  const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
  const auto least = static_cast<uint64_t>(*low);
  const uint64_t range = static_cast<uint64_t>(*high) - least;
  std::vector<size_t> next(order.size());
  for (int shift = 0; shift < 64 && (range >> shift) != 0; shift += kBits) {
    const auto digit = [&](size_t i) {
      return ((static_cast<uint64_t>(positions[i]) - least) >> shift) & ((1u << kBits) - 1);
    };
    std::array<size_t, (1u << kBits) + 1> starts = {};
    for (const size_t i : order) ++starts[digit(i) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const size_t i : order) next[starts[digit(i)]++] = i;
    order.swap(next);
  }
  return order;
}

Tensor from_vector(const std::vector<int64_t>& values) {
  const int64_t count = static_cast<int64_t>(values.size());
  Tensor result = Tensor::empty({&count, 1}, DType::kInt64);
  std::copy(values.begin(), values.end(), result.data<int64_t>());
  return result;
}

}  // namespace

// Row-major position of every column of `indices` in a tensor of `shape`.
void sparse_flatten(const Tensor& indices, DimsView shape, Tensor& out) {
  const Tensor dense = indices.contiguous();
  const std::span<int64_t> positions = out.span<int64_t>();
  std::fill(positions.begin(), positions.end(), 0);
  visit<int32_t, int64_t>(dense.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::span<const T> all = dense.span<T>();
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      flatten_axis(all.subspan(axis * positions.size(), positions.size()),
                   static_cast<int64_t>(axis), shape[axis], positions);
    }
  });
}

void sparse_unflatten(const Tensor& positions, DimsView shape, Tensor& out) {
  const Tensor dense = positions.contiguous();
  const std::span<const int64_t> from = dense.span<int64_t>();
  check_range(from, volume_of(shape), "positions");
  int64_t* to = out.data<int64_t>();
  for (size_t i = 0; i < from.size(); ++i) {
    int64_t left = from[i];
    for (size_t axis = shape.size(); axis-- > 0;) {
      to[axis * from.size() + i] = left % shape[axis];
      left /= shape[axis];
    }
  }
}

// The distinct positions in ascending order, and where each one of the input went.
void sparse_unique(const Tensor& positions, Tensor& out, Tensor& index) {
  const Tensor dense = positions.contiguous();
  const std::span<const int64_t> from = dense.span<int64_t>();
  const std::vector<size_t> order = sorted_order(from);
  index = Tensor::empty(dense.shape(), DType::kInt64);
  int64_t* places = index.data<int64_t>();
  std::vector<int64_t> distinct;
  for (const size_t i : order) {
    if (distinct.empty() || distinct.back() != from[i]) distinct.push_back(from[i]);
    places[i] = static_cast<int64_t>(distinct.size()) - 1;
  }
  out = from_vector(distinct);
}

// The row of every stored element; rows of later matrices of a batch follow those of earlier ones.
void sparse_row_indices(const Tensor& crows, const Tensor& cols, int64_t rows, Tensor& out) {
  const Tensor dense = crows.contiguous();
  const std::span<int64_t> to = out.span<int64_t>();
  const int64_t batches = dense.numel() / (rows + 1);
  (void)cols;  // its length is that of the output
  visit<int32_t, int64_t>(dense.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* pointers = dense.data<T>();
    size_t at = 0;
    for (int64_t batch = 0; batch < batches; ++batch, pointers += rows + 1) {
      require(pointers[0] == 0, "crows of matrix ", batch, " must start with 0, not with ",
              pointers[0]);
      for (int64_t row = 0; row < rows; ++row) {
        const auto count = static_cast<int64_t>(pointers[row + 1] - pointers[row]);
        require(count >= 0, "crows must not decrease, but ", pointers[row + 1], " follows ",
                pointers[row]);
        require(static_cast<size_t>(count) <= to.size() - at, "crows count more than the ",
                to.size(), " stored elements");
        std::fill_n(to.begin() + static_cast<int64_t>(at), count, batch * rows + row);
        at += static_cast<size_t>(count);
      }
    }
    require(at == to.size(), "crows count ", at, " stored elements, but there are ", to.size());
  });
}

void sparse_row_pointers(const Tensor& rows, int64_t batches, int64_t size, Tensor& out) {
  const Tensor dense = rows.contiguous();
  const std::span<const int64_t> from = dense.span<int64_t>();
  check_range(from, batches * size, "rows");
  require(std::is_sorted(from.begin(), from.end()), "rows must be in ascending order");
  const std::span<int64_t> pointers = out.span<int64_t>();
  std::fill(pointers.begin(), pointers.end(), 0);
  for (const int64_t row : from) {
    ++pointers[static_cast<size_t>(row + row / size + 1)];
  }
  for (int64_t batch = 0; batch < batches; ++batch) {
    const auto first = pointers.begin() + batch * (size + 1);
    std::partial_sum(first, first + size + 1, first);
  }
}

// Where the product of two sparse matrices can be other than zero, row by row.
void sparse_product_pattern(const Tensor& x_rows, const Tensor& x_cols, const Tensor& y_rows,
                            const Tensor& y_cols, int64_t m, int64_t k, int64_t n, Tensor& rows,
                            Tensor& cols) {
  const Tensor inner = x_cols.contiguous();
  const Tensor outer = y_cols.contiguous();
  const Indices x_columns = inner.span<const int64_t>();
  const Indices y_columns = outer.span<const int64_t>();
  const Tensor x_rows_dense = x_rows.contiguous();
  const Tensor y_rows_dense = y_rows.contiguous();
  const Grouping x(x_rows_dense.span<const int64_t>(), m, "x");
  const Grouping y(y_rows_dense.span<const int64_t>(), k, "y");
  check_range(x_columns, k, "x");
  check_range(y_columns, n, "y");
  std::vector<int64_t> last_row(static_cast<size_t>(n), -1);
  std::vector<int64_t> out_rows;
  std::vector<int64_t> out_cols;
  for (int64_t row = 0; row < m; ++row) {
    const auto first = static_cast<int64_t>(out_cols.size());
    for (const int64_t p : x.of(row)) {
      for (const int64_t q : y.of(x_columns[static_cast<size_t>(p)])) {
        const int64_t col = y_columns[static_cast<size_t>(q)];
        if (std::exchange(last_row[static_cast<size_t>(col)], row) != row) out_cols.push_back(col);
      }
    }
    std::sort(out_cols.begin() + first, out_cols.end());
    out_rows.resize(out_cols.size(), row);
  }
  rows = from_vector(out_rows);
  cols = from_vector(out_cols);
}

}  // namespace paddle::kernels
