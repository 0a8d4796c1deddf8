// The union of the patterns of two sparse tensors, and sums over it.
#include <type_traits>

#include "kernels.h"
#include "rows.h"

namespace paddle::kernels {
namespace {

struct NoValues {};

// The elements that are merged beside their columns.
template <class T>
struct Values {
  const T* x;
  const T* y;
  T* to;
  T factor;  // of y

  void take(int64_t i, int64_t j, bool from_x, bool from_y, int64_t at) const {
    const T first = from_x ? x[i] : T(0);
    const T second = from_y ? static_cast<T>(factor * y[j]) : T(0);
    to[at] = static_cast<T>(first + second);
  }
};
template <>
struct Values<NoValues> {
  void take(int64_t, int64_t, bool, bool, int64_t) const {}
};

// Merges two ascending runs; gives the place after the last one written. What is written to the
// index of the element that stays is written again when its turn comes.
template <class T>
int64_t merge_run(const int64_t* x, int64_t i, int64_t x_end, const int64_t* y, int64_t j,
                  int64_t y_end, int64_t at, int64_t* cols, int64_t* x_index, int64_t* y_index,
                  const Values<T>& values) {
  while (i < x_end && j < y_end) {
    const bool from_x = x[i] <= y[j];
    const bool from_y = y[j] <= x[i];
    cols[at] = from_x ? x[i] : y[j];
    x_index[i] = at;
    y_index[j] = at;
    values.take(i, j, from_x, from_y, at);
    i += from_x;
    j += from_y;
    ++at;
  }
  for (; i < x_end; ++i, ++at) {
    cols[at] = x[i];
    x_index[i] = at;
    values.take(i, j, true, false, at);
  }
  for (; j < y_end; ++j, ++at) {
    cols[at] = y[j];
    y_index[j] = at;
    values.take(i, j, false, true, at);
  }
  return at;
}

// Runs of both operands that are merged independently, one after the other.
struct Runs {
  std::vector<int64_t> x;  // where each run starts, and the end of the last one
  std::vector<int64_t> y;

  int64_t size() const { return static_cast<int64_t>(x.size()) - 1; }
  int64_t total() const { return x.back() + y.back(); }
};

struct Merged {
  std::vector<int64_t> starts;  // of the runs
  Tensor cols;
  Tensor x_index;
  Tensor y_index;
};

// Merges all runs, with room between them for what they may need at most, then closes the gaps.
template <class T>
Merged merge_runs(const int64_t* x_cols, const int64_t* y_cols, const Runs& runs, const T* x,
                  const T* y, T factor, Tensor* out) {
  constexpr bool kHasValues = !std::is_same_v<T, NoValues>;
  const Tensor cols = new_indices(runs.total());
  const Tensor sums = kHasValues ? Tensor::empty(cols.shape(), out->dtype()) : Tensor();
  Merged merged{std::vector<int64_t>(runs.x.size()),
                {},
                new_indices(runs.x.back()),
                new_indices(runs.y.back())};
  int64_t* x_index = merged.x_index.template data<int64_t>();
  int64_t* y_index = merged.y_index.template data<int64_t>();
  Values<T> values{};
  if constexpr (kHasValues) values = {x, y, sums.template data<T>(), factor};
  const int64_t grain = rows_per_piece(runs.total(), runs.size());
  const auto loose = [&](int64_t run) {
    return runs.x[static_cast<size_t>(run)] + runs.y[static_cast<size_t>(run)];
  };
  parallel_for(0, runs.size(), grain, [&](int64_t first, int64_t last) {
    for (int64_t run = first; run < last; ++run) {
      const auto r = static_cast<size_t>(run);
      const int64_t end =
          merge_run(x_cols, runs.x[r], runs.x[r + 1], y_cols, runs.y[r], runs.y[r + 1], loose(run),
                    cols.data<int64_t>(), x_index, y_index, values);
      merged.starts[r + 1] = end - loose(run);
    }
  });
  for (size_t r = 1; r < merged.starts.size(); ++r) merged.starts[r] += merged.starts[r - 1];
  merged.cols = new_indices(merged.starts.back());
  if constexpr (kHasValues) *out = Tensor::empty(merged.cols.shape(), sums.dtype());
  parallel_for(0, runs.size(), grain, [&](int64_t first, int64_t last) {
    for (int64_t run = first; run < last; ++run) {
      const auto r = static_cast<size_t>(run);
      const int64_t start = merged.starts[r];
      const int64_t count = merged.starts[r + 1] - start;
      const int64_t gap = loose(run) - start;
      std::copy_n(cols.data<int64_t>() + loose(run), count,
                  merged.cols.template data<int64_t>() + start);
      if constexpr (kHasValues) {
        std::copy_n(sums.template data<T>() + loose(run), count, out->template data<T>() + start);
      }
      for (int64_t p = runs.x[r]; p < runs.x[r + 1]; ++p) x_index[p] -= gap;
      for (int64_t p = runs.y[r]; p < runs.y[r + 1]; ++p) y_index[p] -= gap;
    }
  });
  return merged;
}

Runs runs_of(const CompressedRows& x, const CompressedRows& y) {
  Runs runs;
  for (int64_t row = 0; row <= x.rows(); ++row) {
    runs.x.push_back(row == x.rows() ? x.count() : x.begin(row));
    runs.y.push_back(row == y.rows() ? y.count() : y.begin(row));
  }
  return runs;
}

// Cuts two ascending lists at common values.
Runs runs_of(Indices x, Indices y) {
  const size_t pieces = std::clamp<size_t>((x.size() + y.size()) / kGrain, 1, 64);
  Runs runs{{0}, {0}};
  for (size_t piece = 1; piece < pieces && !x.empty(); ++piece) {
    const size_t cut = piece * x.size() / pieces;
    runs.x.push_back(static_cast<int64_t>(cut));
    runs.y.push_back(std::lower_bound(y.begin(), y.end(), x[cut]) - y.begin());
  }
  runs.x.push_back(static_cast<int64_t>(x.size()));
  runs.y.push_back(static_cast<int64_t>(y.size()));
  return runs;
}

bool ascends(Indices positions) {
  return std::adjacent_find(positions.begin(), positions.end(), std::greater_equal<>()) ==
         positions.end();
}

// The union of any positions: distinct ones in ascending order, and where those of x and y went.
Merged merge_any(Indices x, Indices y) {
  std::vector<int64_t> both(x.begin(), x.end());
  both.insert(both.end(), y.begin(), y.end());
  Merged merged{{},
                {},
                new_indices(static_cast<int64_t>(x.size())),
                new_indices(static_cast<int64_t>(y.size()))};
  std::vector<int64_t> distinct;
  for (const int64_t i : sorted_order(both)) {
    const int64_t position = both[static_cast<size_t>(i)];
    if (distinct.empty() || distinct.back() != position) distinct.push_back(position);
    const auto at = static_cast<int64_t>(distinct.size()) - 1;
    const auto count = static_cast<int64_t>(x.size());
    (i < count ? merged.x_index.data<int64_t>()[i] : merged.y_index.data<int64_t>()[i - count]) =
        at;
  }
  merged.cols = from_vector(distinct);
  return merged;
}

std::vector<int64_t> flattened(const CompressedRows& x, int64_t width) {
  std::vector<int64_t> positions(static_cast<size_t>(x.count()));
  for (int64_t row = 0; row < x.rows(); ++row) {
    for (int64_t p = x.begin(row); p < x.end(row); ++p) {
      positions[static_cast<size_t>(p)] = row * width + x.cols()[p];
    }
  }
  return positions;
}

// Rows in any order of columns, by way of flat positions.
Merged merge_any(const CompressedRows& x, const CompressedRows& y, int64_t width) {
  Merged merged = merge_any(flattened(x, width), flattened(y, width));
  merged.starts.assign(static_cast<size_t>(x.rows()) + 1, 0);
  for (int64_t& position : merged.cols.span<int64_t>()) {
    ++merged.starts[static_cast<size_t>(position / width) + 1];
    position %= width;
  }
  for (size_t r = 1; r < merged.starts.size(); ++r) merged.starts[r] += merged.starts[r - 1];
  return merged;
}

template <class T>
void add_at(const T* from, Indices index, T factor, T* to) {
  for (size_t i = 0; i < index.size(); ++i) {
    to[index[i]] = static_cast<T>(to[index[i]] + factor * from[i]);
  }
}

template <class F>
void visit_numbers(DType dtype, F&& f) {
  visit<uint8_t, int8_t, int16_t, int32_t, int64_t, float, double, std::complex<float>,
        std::complex<double>>(dtype, std::forward<F>(f));
}

}  // namespace

void sparse_union(const Tensor& x_positions, const Tensor& y_positions, Tensor& positions,
                  Tensor& x_index, Tensor& y_index) {
  const Tensor x_dense = x_positions.contiguous();
  const Tensor y_dense = y_positions.contiguous();
  const Indices x = x_dense.span<const int64_t>();
  const Indices y = y_dense.span<const int64_t>();
  const bool ready = ascends(x) && ascends(y);
  const NoValues none;
  Merged merged =
      ready ? merge_runs<NoValues>(x.data(), y.data(), runs_of(x, y), &none, &none, none, nullptr)
            : merge_any(x, y);
  positions = merged.cols;
  x_index = merged.x_index;
  y_index = merged.y_index;
}

void sparse_add(const Tensor& x_values, const Tensor& y_values, const Tensor& x_crows,
                const Tensor& x_cols, const Tensor& y_crows, const Tensor& y_cols, int64_t width,
                int64_t factor, Tensor& out, Tensor& crows, Tensor& cols, Tensor& x_index,
                Tensor& y_index) {
  const CompressedRows x(x_crows, x_cols, width, "x");
  const CompressedRows y(y_crows, y_cols, width, "y");
  const bool ready = x.ascending() && y.ascending();
  const Tensor x_elements = x_values.contiguous();
  const Tensor y_elements = y_values.contiguous();
  out = Tensor::empty({}, x_elements.dtype());
  Merged merged;
  visit_numbers(x_elements.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* a = x_elements.data<T>();
    const T* b = y_elements.data<T>();
    const T scale = static_cast<T>(factor);
    if (ready) {
      merged = merge_runs<T>(x.cols(), y.cols(), runs_of(x, y), a, b, scale, &out);
      return;
    }
    merged = merge_any(x, y, width);
    out = Tensor::empty(merged.cols.shape(), x_elements.dtype());
    std::fill_n(out.data<T>(), out.numel(), T(0));
    add_at(a, merged.x_index.span<const int64_t>(), T(1), out.data<T>());
    add_at(b, merged.y_index.span<const int64_t>(), scale, out.data<T>());
  });
  crows = from_vector(merged.starts);
  cols = merged.cols;
  x_index = merged.x_index;
  y_index = merged.y_index;
}

}  // namespace paddle::kernels
