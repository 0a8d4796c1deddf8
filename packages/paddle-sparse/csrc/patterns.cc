// Kernels on the coordinates of sparse tensors.
#include <algorithm>
#include <numeric>

#include "kernels.h"
#include "rows.h"

namespace paddle::kernels {
namespace {

int64_t volume_of(DimsView shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

// positions * size + axis, for some of the positions.
template <class T>
void flatten_axis(std::span<const T> axis, int64_t size, std::span<int64_t> positions) {
  for (size_t i = 0; i < axis.size(); ++i) {
    positions[i] = positions[i] * size + static_cast<int64_t>(axis[i]);
  }
}

// Splits positions into what is left of an axis and the index along it. Neighbours mostly share
// the former, which saves the division.
void split_off(std::span<int64_t> left, int64_t size, int64_t* index) {
  int64_t quotient = 0;
  for (int64_t& position : left) {
    int64_t rest = position - quotient * size;
    if (rest < 0 || rest >= size) {
      quotient = position / size;
      rest = position - quotient * size;
    }
    position = quotient;
    *index++ = rest;
  }
}

template <class T>
void check_axis(std::span<const T> axis, int64_t dimension, int64_t size) {
  bool good = true;
  for (const T index : axis) good &= static_cast<uint64_t>(index) < static_cast<uint64_t>(size);
  for (size_t i = 0; !good && i < axis.size(); ++i) {
    require(axis[i] >= 0 && axis[i] < size, PD_OUT_OF_RANGE, "index ", axis[i], " of dimension ",
            dimension, " is outside of its size ", size);
  }
}

}  // namespace

// Row-major position of every column of `indices` in a tensor of `shape`.
void sparse_flatten(const Tensor& indices, DimsView shape, Tensor& out) {
  const Tensor dense = indices.contiguous();
  const std::span<int64_t> positions = out.span<int64_t>();
  visit<int32_t, int64_t>(dense.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::span<const T> all = dense.span<const T>();
    parallel_for(0, out.numel(), kGrain, [&](int64_t first, int64_t last) {
      const auto begin = static_cast<size_t>(first);
      const auto count = static_cast<size_t>(last - first);
      const std::span<int64_t> part = positions.subspan(begin, count);
      std::fill(part.begin(), part.end(), 0);
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        const auto line = all.subspan(axis * positions.size() + begin, count);
        check_axis(line, static_cast<int64_t>(axis), shape[axis]);
        flatten_axis(line, shape[axis], part);
      }
    });
  });
}

void sparse_unflatten(const Tensor& positions, DimsView shape, Tensor& out) {
  const Tensor dense = positions.contiguous();
  const std::span<const int64_t> from = dense.span<int64_t>();
  check_range(from, volume_of(shape), "positions");
  parallel_for(0, dense.numel(), kGrain, [&](int64_t first, int64_t last) {
    std::vector<int64_t> left(from.begin() + first, from.begin() + last);
    for (size_t axis = shape.size(); axis-- > 0;) {
      int64_t* to = out.data<int64_t>() + static_cast<int64_t>(axis * from.size()) + first;
      if (axis == 0) {
        std::copy(left.begin(), left.end(), to);
      } else {
        split_off(left, shape[axis], to);
      }
    }
  });
}

// The distinct positions in ascending order, and where each one of the input went.
void sparse_unique(const Tensor& positions, Tensor& out, Tensor& index) {
  const Tensor dense = positions.contiguous();
  const std::span<const int64_t> from = dense.span<int64_t>();
  const std::vector<int64_t> order = sorted_order(from);
  index = Tensor::empty(dense.shape(), DType::kInt64);
  int64_t* places = index.data<int64_t>();
  std::vector<int64_t> distinct;
  for (const int64_t at : order) {
    const auto i = static_cast<size_t>(at);
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
    const int64_t batch = batches == 1 ? 0 : row / size;
    ++pointers[static_cast<size_t>(row + batch + 1)];
  }
  for (int64_t batch = 0; batch < batches; ++batch) {
    const auto first = pointers.begin() + batch * (size + 1);
    std::partial_sum(first, first + size + 1, first);
  }
}

void sparse_sort_rows(const Tensor& rows, int64_t size, Tensor& crows, Tensor& order) {
  const Tensor dense = rows.contiguous();
  const Grouping grouping(dense.span<const int64_t>(), size, "rows");
  std::copy(grouping.starts().begin(), grouping.starts().end(), crows.data<int64_t>());
  std::copy(grouping.order().begin(), grouping.order().end(), order.data<int64_t>());
}

}  // namespace paddle::kernels
