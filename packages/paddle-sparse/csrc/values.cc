// Kernels on the stored elements of sparse tensors.
#include <algorithm>
#include <cmath>

#include "grouping.h"
#include "kernels.h"

namespace paddle::kernels {
namespace {

constexpr int64_t kGrain = 4096;  // elements of work that are worth a thread

int64_t rows_per_thread(int64_t work_per_row) {
  return std::max<int64_t>(1, kGrain / std::max<int64_t>(work_per_row, 1));
}

template <class F>
void visit_all(DType dtype, F&& f) {
  visit<bool, uint8_t, int8_t, int16_t, int32_t, int64_t, float, double, std::complex<float>,
        std::complex<double>>(dtype, std::forward<F>(f));
}

int64_t row_length(const Tensor& values) {
  int64_t length = 1;
  for (int64_t axis = 1; axis < values.rank(); ++axis) length *= values.dim(axis);
  return length;
}

template <class T>
void add_row(const T* from, T* to, int64_t length) {
  for (int64_t i = 0; i < length; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      to[i] = to[i] || from[i];
    } else {
      to[i] = static_cast<T>(to[i] + from[i]);
    }
  }
}

}  // namespace

void sparse_gather(const Tensor& values, const Tensor& positions, Tensor& out) {
  const Tensor from = values.contiguous();
  const Tensor index = positions.contiguous();
  const Indices rows = index.span<const int64_t>();
  const int64_t length = row_length(from);
  check_range(rows, from.dim(0), "positions");
  visit_all(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* source = from.data<T>();
    const int64_t grain = rows_per_thread(length);
    parallel_for(0, index.numel(), grain, [&](int64_t first, int64_t last) {
      T* target = out.data<T>() + first * length;
      for (int64_t i = first; i < last; ++i) {
        const T* row = source + rows[static_cast<size_t>(i)] * length;
        if (length == 1) {
          *target++ = *row;
        } else {
          target = std::copy_n(row, length, target);
        }
      }
    });
  });
}

void sparse_scatter_add(const Tensor& values, const Tensor& positions, int64_t rows, Tensor& out) {
  const Tensor from = values.contiguous();
  const Tensor index = positions.contiguous();
  const Indices targets = index.span<const int64_t>();
  const int64_t length = row_length(from);
  check_range(targets, rows, "positions");
  visit_all(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* source = from.data<T>();
    T* target = out.data<T>();
    std::fill_n(target, rows * length, T{});
    for (const int64_t row : targets) {
      add_row(source, target + row * length, length);
      source += length;
    }
  });
}

// ---- products with dense matrices ------------------------------------------------------------

void sparse_matmul(const Tensor& values, const Tensor& y, const Tensor& rows, const Tensor& cols,
                   int64_t m, Tensor& out) {
  const Tensor elements = values.contiguous();
  const Tensor dense = y.contiguous();
  const Tensor row_index = rows.contiguous();
  const Tensor col_index = cols.contiguous();
  const Indices columns = col_index.span<const int64_t>();
  const Grouping grouping(row_index.span<const int64_t>(), m, "rows");
  check_range(columns, dense.dim(0), "cols");
  const int64_t n = dense.dim(1);
  const int64_t mean = elements.numel() / std::max<int64_t>(m, 1) + 1;
  visit<float, double>(elements.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* factors = elements.data<T>();
    const T* source = dense.data<T>();
    T* target = out.data<T>();
    parallel_for(0, m, rows_per_thread(mean * n), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        T* sum = target + row * n;
        std::fill_n(sum, n, T(0));
        for (const int64_t p : grouping.of(row)) {
          const T factor = factors[p];
          const T* line = source + columns[static_cast<size_t>(p)] * n;
          for (int64_t j = 0; j < n; ++j) sum[j] += factor * line[j];
        }
      }
    });
  });
}

void sparse_sampled_matmul(const Tensor& x, const Tensor& y, const Tensor& rows, const Tensor& cols,
                           Tensor& out) {
  const Tensor left = x.contiguous();
  const Tensor right = y.contiguous();
  const Tensor row_index = rows.contiguous();
  const Tensor col_index = cols.contiguous();
  const Indices row_of = row_index.span<const int64_t>();
  const Indices col_of = col_index.span<const int64_t>();
  check_range(row_of, left.dim(0), "rows");
  check_range(col_of, right.dim(0), "cols");
  const int64_t k = left.dim(1);
  visit<float, double>(left.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* a = left.data<T>();
    const T* b = right.data<T>();
    T* target = out.data<T>();
    parallel_for(0, out.numel(), rows_per_thread(k), [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        const T* u = a + row_of[static_cast<size_t>(p)] * k;
        const T* v = b + col_of[static_cast<size_t>(p)] * k;
        T sum = 0;
        for (int64_t i = 0; i < k; ++i) sum += u[i] * v[i];
        target[p] = sum;
      }
    });
  });
}

// ---- products of sparse matrices -------------------------------------------------------------

void sparse_product(const Tensor& x_values, const Tensor& y_values, const Tensor& x_rows,
                    const Tensor& x_cols, const Tensor& y_rows, const Tensor& y_cols,
                    const Tensor& rows, const Tensor& cols, int64_t m, int64_t k, int64_t n,
                    Tensor& out) {
  const Tensor x_elements = x_values.contiguous();
  const Tensor y_elements = y_values.contiguous();
  const std::array<Tensor, 6> patterns = {x_rows.contiguous(), x_cols.contiguous(),
                                          y_rows.contiguous(), y_cols.contiguous(),
                                          rows.contiguous(),   cols.contiguous()};
  const auto indices = [&](size_t i) { return Indices(patterns[i].span<const int64_t>()); };
  const Grouping x(indices(0), m, "x");
  const Grouping y(indices(2), k, "y");
  const Grouping wanted(indices(4), m, "rows");
  const Indices x_col = indices(1);
  const Indices y_col = indices(3);
  const Indices out_col = indices(5);
  check_range(x_col, k, "x");
  check_range(y_col, n, "y");
  check_range(out_col, n, "cols");
  const int64_t mean = (x_elements.numel() + out.numel()) / std::max<int64_t>(m, 1) + 1;
  visit<float, double>(x_elements.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* a = x_elements.data<T>();
    const T* b = y_elements.data<T>();
    T* target = out.data<T>();
    parallel_for(0, m, rows_per_thread(mean), [&](int64_t begin, int64_t end) {
      std::vector<T> sums(static_cast<size_t>(n), T(0));  // one row of the product
      const auto for_each_product = [&](int64_t row, auto&& f) {
        for (const int64_t p : x.of(row)) {
          for (const int64_t q : y.of(x_col[static_cast<size_t>(p)])) {
            f(sums[static_cast<size_t>(y_col[static_cast<size_t>(q)])], a[p] * b[q]);
          }
        }
      };
      for (int64_t row = begin; row < end; ++row) {
        for_each_product(row, [](T& sum, T product) { sum += product; });
        for (const int64_t p : wanted.of(row)) {
          target[p] = sums[static_cast<size_t>(out_col[static_cast<size_t>(p)])];
        }
        for_each_product(row, [](T& sum, T) { sum = T(0); });
      }
    });
  });
}

// ---- softmax ---------------------------------------------------------------------------------

void sparse_softmax(const Tensor& values, const Tensor& groups, int64_t num_groups, Tensor& out) {
  const Tensor from = values.contiguous();
  const Tensor index = groups.contiguous();
  require(num_groups >= 0, PD_INVALID_ARGUMENT, "num_groups must not be negative, but is ",
          num_groups);
  const Grouping grouping(index.span<const int64_t>(), num_groups, "groups");
  const int64_t mean = from.numel() / std::max<int64_t>(num_groups, 1) + 1;
  visit<float, double>(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* x = from.data<T>();
    T* y = out.data<T>();
    parallel_for(0, num_groups, rows_per_thread(mean), [&](int64_t begin, int64_t end) {
      for (int64_t group = begin; group < end; ++group) {
        const Indices members = grouping.of(group);
        T highest = -std::numeric_limits<T>::infinity();
        for (const int64_t p : members) highest = std::max(highest, x[p]);
        T sum = 0;
        for (const int64_t p : members) sum += y[p] = std::exp(x[p] - highest);
        for (const int64_t p : members) y[p] /= sum;
      }
    });
  });
}

}  // namespace paddle::kernels
