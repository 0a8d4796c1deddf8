// Products of two sparse matrices, row by row, and the transpose of one.
#include <bit>
#include <numeric>

#include "kernels.h"
#include "rows.h"

namespace paddle::kernels {
namespace {

// A set of columns, as bits.
class ColumnSet {
 public:
  explicit ColumnSet(int64_t width) : words_(static_cast<size_t>(width + 63) / 64) {}

  // Whether the column is new.
  bool add(int64_t col) {
    uint64_t& word = words_[static_cast<size_t>(col) >> 6];
    const uint64_t bit = uint64_t{1} << (col & 63);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }
  void remove(int64_t col) { words_[static_cast<size_t>(col) >> 6] = 0; }
  int64_t words() const { return static_cast<int64_t>(words_.size()); }

  // Calls f for every column in ascending order and empties the set.
  template <class F>
  void drain(F&& f) {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t word = words_[i]; word != 0; word &= word - 1) {
        f(static_cast<int64_t>(i * 64) + std::countr_zero(word));
      }
      words_[i] = 0;
    }
  }
  int64_t drain_count() {
    int64_t count = 0;
    for (uint64_t& word : words_) count += std::popcount(std::exchange(word, 0));
    return count;
  }

 private:
  std::vector<uint64_t> words_;
};

// Calls f(p, q) for every product of elements in a row of x y.
template <class F>
void for_each_product(const CompressedRows& x, const CompressedRows& y, int64_t row, F&& f) {
  for (int64_t p = x.begin(row); p < x.end(row); ++p) {
    const int64_t k = x.cols()[p];
    const int64_t last = y.end(k);
    for (int64_t q = y.begin(k); q < last; ++q) f(p, q);
  }
}

int64_t products_in(const CompressedRows& x, const CompressedRows& y, int64_t row) {
  int64_t count = 0;
  for (int64_t p = x.begin(row); p < x.end(row); ++p) {
    count += y.end(x.cols()[p]) - y.begin(x.cols()[p]);
  }
  return count;
}

// Rows with so few products are cheaper to sort than to read from a whole set.
bool is_short(int64_t products, const ColumnSet& set) { return products * 8 < set.words(); }

int64_t row_size(const CompressedRows& x, const CompressedRows& y, int64_t row, ColumnSet& set) {
  if (!is_short(products_in(x, y, row), set)) {
    for_each_product(x, y, row, [&](int64_t, int64_t q) { set.add(y.cols()[q]); });
    return set.drain_count();
  }
  int64_t count = 0;
  for_each_product(x, y, row, [&](int64_t, int64_t q) { count += set.add(y.cols()[q]); });
  for_each_product(x, y, row, [&](int64_t, int64_t q) { set.remove(y.cols()[q]); });
  return count;
}

// One row of the product at a time; `sums` is zero between rows.
template <class T>
class RowProduct {
 public:
  explicit RowProduct(int64_t width) : set_(width), sums_(static_cast<size_t>(width)) {}

  void write(const CompressedRows& x, const CompressedRows& y, int64_t row, const T* a, const T* b,
             int64_t* cols, T* values) {
    const auto put = [&](int64_t col) {
      *cols++ = col;
      *values++ = std::exchange(sums_[static_cast<size_t>(col)], T(0));
    };
    T* sums = sums_.data();
    if (!is_short(products_in(x, y, row), set_)) {
      for_each_product(x, y, row, [&](int64_t p, int64_t q) {
        set_.add(y.cols()[q]);
        sums[y.cols()[q]] += a[p] * b[q];
      });
      return set_.drain(put);
    }
    few_.clear();
    for_each_product(x, y, row, [&](int64_t p, int64_t q) {
      if (set_.add(y.cols()[q])) few_.push_back(y.cols()[q]);
      sums[y.cols()[q]] += a[p] * b[q];
    });
    std::sort(few_.begin(), few_.end());
    for (const int64_t col : few_) {
      set_.remove(col);
      put(col);
    }
  }

 private:
  ColumnSet set_;
  std::vector<T> sums_;
  std::vector<int64_t> few_;
};

// The sizes of the product's rows, summed up.
Tensor product_rows(const CompressedRows& x, const CompressedRows& y, int64_t width,
                    int64_t grain) {
  Tensor crows = new_indices(x.rows() + 1);
  int64_t* ends = crows.data<int64_t>();
  ends[0] = 0;
  parallel_for(0, x.rows(), grain, [&](int64_t first, int64_t last) {
    ColumnSet set(width);
    for (int64_t row = first; row < last; ++row) ends[row + 1] = row_size(x, y, row, set);
  });
  std::partial_sum(ends, ends + x.rows() + 1, ends);
  return crows;
}

int64_t all_products(const CompressedRows& x, const CompressedRows& y) {
  int64_t count = 0;
  for (int64_t row = 0; row < x.rows(); ++row) count += products_in(x, y, row);
  return count;
}

}  // namespace

void sparse_row_product(const Tensor& x_values, const Tensor& y_values, const Tensor& x_crows,
                        const Tensor& x_cols, const Tensor& y_crows, const Tensor& y_cols,
                        int64_t width, Tensor& out, Tensor& crows, Tensor& cols) {
  const CompressedRows y(y_crows, y_cols, width, "y");
  const CompressedRows x(x_crows, x_cols, y.rows(), "x");
  const Tensor x_elements = x_values.contiguous();
  const Tensor y_elements = y_values.contiguous();
  // Enough rows that clearing a piece's sums does not count.
  const int64_t grain =
      std::max(rows_per_piece(all_products(x, y), x.rows()), std::max<int64_t>(x.rows() / 64, 1));
  crows = product_rows(x, y, width, grain);
  const int64_t* starts = crows.data<int64_t>();
  cols = new_indices(starts[x.rows()]);
  out = Tensor::empty(cols.shape(), x_elements.dtype());
  visit<float, double>(x_elements.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* a = x_elements.data<T>();
    const T* b = y_elements.data<T>();
    parallel_for(0, x.rows(), grain, [&](int64_t first, int64_t last) {
      RowProduct<T> product(width);
      for (int64_t row = first; row < last; ++row) {
        product.write(x, y, row, a, b, cols.data<int64_t>() + starts[row],
                      out.data<T>() + starts[row]);
      }
    });
  });
}

// A counting sort by column: several parts of the rows count and place theirs side by side.
void sparse_transpose_rows(const Tensor& crows, const Tensor& cols, int64_t width,
                           Tensor& out_crows, Tensor& out_cols, Tensor& order) {
  const CompressedRows x(crows, cols, width, "x");
  const int64_t parts =
      std::clamp<int64_t>(x.count() / std::max<int64_t>(4 * width, 4 * kGrain), 1, 8);
  const auto first_row = [&](int64_t part) { return part * x.rows() / parts; };
  std::vector<int64_t> places(static_cast<size_t>(parts * width));
  parallel_for(0, parts, 1, [&](int64_t first, int64_t last) {
    for (int64_t part = first; part < last; ++part) {
      int64_t* counts = places.data() + part * width;
      for (int64_t row = first_row(part); row < first_row(part + 1); ++row) {
        for (int64_t p = x.begin(row); p < x.end(row); ++p) ++counts[x.cols()[p]];
      }
    }
  });
  int64_t* starts = out_crows.data<int64_t>();
  int64_t total = 0;
  for (int64_t col = 0; col < width; ++col) {
    starts[col] = total;
    for (int64_t part = 0; part < parts; ++part) {
      total += std::exchange(places[static_cast<size_t>(part * width + col)], total);
    }
  }
  starts[width] = total;
  int64_t* rows = out_cols.data<int64_t>();
  int64_t* sources = order.data<int64_t>();
  parallel_for(0, parts, 1, [&](int64_t first, int64_t last) {
    for (int64_t part = first; part < last; ++part) {
      int64_t* next = places.data() + part * width;
      for (int64_t row = first_row(part); row < first_row(part + 1); ++row) {
        for (int64_t p = x.begin(row); p < x.end(row); ++p) {
          const int64_t at = next[x.cols()[p]]++;
          rows[at] = row;
          sources[at] = p;
        }
      }
    }
  });
}

}  // namespace paddle::kernels
