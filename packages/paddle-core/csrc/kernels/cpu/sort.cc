// Sorting and searching along an axis.
#include <cstring>

#include "kernels/cpu/sort_keys.h"
#include "kernels_sort.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kOrdered = kBoolMask | kIntMask | kFloatMask;
constexpr int64_t kGrain = 8192;  // elements that are worth a thread

// A tensor as rows along one axis: row i starts at `start(i)` and its elements lie `step` apart.
struct Rows {
  int64_t size = 1;
  int64_t step = 1;
  int64_t count = 1;

  Rows(const TensorImpl& x, int64_t axis) {
    if (x.rank() == 0) return;
    axis = normalize_axis(axis, x.rank());
    size = x.dim(axis);
    for (int64_t i = axis + 1; i < x.rank(); ++i) step *= x.dim(i);
    count = size > 0 ? x.numel() / size : 0;
  }
  // Of a contiguous tensor whose rows have `row_size` elements.
  int64_t start(int64_t row, int64_t row_size) const {
    return row / step * step * row_size + row % step;
  }
  int64_t start(int64_t row) const { return start(row, size); }
};

void require_sortable(int64_t size) {
  require(size < int64_t{1} << 32, ErrorKind::kUnimplemented, "rows of ", size,
          " elements are too long to be sorted");
}

// Calls f(row, items, spare) for every row with its keys; `inverted` reverses the order.
template <class T, class F>
void for_each_row(const T* data, const Rows& rows, bool inverted, F&& f) {
  using Key = UnsignedOf<sizeof(T)>;
  require_sortable(rows.size);
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(rows.size, 1));
  parallel_for(0, rows.count, grain, [&](int64_t begin, int64_t end) {
    std::vector<KeyedIndex<Key>> items;
    std::vector<KeyedIndex<Key>> spare;
    for (int64_t row = begin; row < end; ++row) {
      items.resize(static_cast<size_t>(rows.size));
      const T* from = data + rows.start(row);
      for (int64_t i = 0; i < rows.size; ++i) {
        const Key key = order_key(from[i * rows.step]);
        items[static_cast<size_t>(i)] = {inverted ? static_cast<Key>(~key) : key,
                                         static_cast<uint32_t>(i)};
      }
      f(row, items, spare);
    }
  });
}

// The `k` first items of a row in `items`, in any order, the last of them at k - 1. Only elements
// that come before the k-th so far are kept, so that most are no more than looked at.
template <class T>
void select_items(const T* from, const Rows& rows, bool inverted, size_t k,
                  std::vector<KeyedIndex<UnsignedOf<sizeof(T)>>>& items) {
  using Key = UnsignedOf<sizeof(T)>;
  const auto count = static_cast<size_t>(rows.size);
  const size_t room = std::max<size_t>(64, 4 * k);
  const auto item_at = [&](size_t i) {
    const Key key = order_key(from[static_cast<int64_t>(i) * rows.step]);
    return KeyedIndex<Key>{inverted ? static_cast<Key>(~key) : key, static_cast<uint32_t>(i)};
  };
  const auto keep_first = [&] {
    const auto wanted = items.begin() + static_cast<ptrdiff_t>(k) - 1;
    std::nth_element(items.begin(), wanted, items.end());
    items.resize(k);
  };
  items.clear();
  size_t i = 0;
  for (; i < std::min(room, count); ++i) items.push_back(item_at(i));
  if (k == 0) return;
  keep_first();
  Key limit = items.back().key;
  for (; i < count; ++i) {
    const KeyedIndex<Key> item = item_at(i);
    if (item.key >= limit) continue;
    items.push_back(item);
    if (items.size() < room) continue;
    keep_first();
    limit = items.back().key;
  }
  keep_first();
}

// Calls f(row, items) for every row with its first `k` items as select_items() finds them.
template <class T, class F>
void for_each_selection(const T* data, const Rows& rows, bool inverted, int64_t k, F&& f) {
  require_sortable(rows.size);
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(rows.size, 1));
  parallel_for(0, rows.count, grain, [&](int64_t begin, int64_t end) {
    std::vector<KeyedIndex<UnsignedOf<sizeof(T)>>> items;
    for (int64_t row = begin; row < end; ++row) {
      select_items(data + rows.start(row), rows, inverted, static_cast<size_t>(k), items);
      f(row, items);
    }
  });
}

// Writes the chosen elements of a row and their positions into rows of `size` elements.
template <class T, class Items>
void write_row(const T* data, const Rows& rows, int64_t row, const Items& items, int64_t size,
               T* values, int64_t* indices) {
  const T* from = data + rows.start(row);
  const int64_t to = rows.start(row, size);
  for (int64_t i = 0; i < size; ++i) {
    const auto index = static_cast<int64_t>(items[static_cast<size_t>(i)].index);
    values[to + i * rows.step] = from[index * rows.step];
    indices[to + i * rows.step] = index;
  }
}

// A type in which elements of both types keep their order.
DType comparable_dtype(DType x, DType y) {
  if (x == y) return x;
  return in_mask(x, kFloatMask) || in_mask(y, kFloatMask) ? DType::kFloat64 : DType::kInt64;
}

Tensor contiguous_as(const TensorImpl& x, DType dtype) {
  if (x.dtype() == dtype) return contiguous(x);
  Tensor converted = Tensor::empty(x.shape(), dtype);
  copy_elements(x, *converted);
  return converted;
}

}  // namespace

void argsort(const TensorImpl& x, int64_t axis, bool descending, TensorImpl& out,
             TensorImpl& indices) {
  const Tensor dense = contiguous(x);
  const Rows rows(x, axis);
  visit_dtype<kOrdered>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for_each_row(dense.data<T>(), rows, descending, [&](int64_t row, auto& items, auto& spare) {
      sort_by_key(items, spare);
      write_row(dense.data<T>(), rows, row, items, rows.size, out.data<T>(),
                indices.data<int64_t>());
    });
  });
}

void topk(const TensorImpl& x, int64_t k, int64_t axis, bool largest, bool sorted, TensorImpl& out,
          TensorImpl& indices) {
  const Tensor dense = contiguous(x);
  const Rows rows(x, axis);
  visit_dtype<kIntMask | kFloatMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for_each_selection(dense.data<T>(), rows, largest, k, [&](int64_t row, auto& items) {
      if (sorted) std::sort(items.begin(), items.end());
      write_row(dense.data<T>(), rows, row, items, k, out.data<T>(), indices.data<int64_t>());
    });
  });
}

void kthvalue(const TensorImpl& x, int64_t k, int64_t axis, bool, TensorImpl& out,
              TensorImpl& indices) {
  const Tensor dense = contiguous(x);
  const Rows rows(x, axis);
  visit_dtype<kIntMask | kFloatMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for_each_selection(dense.data<T>(), rows, false, k, [&](int64_t row, auto& items) {
      const auto index = static_cast<int64_t>(items.back().index);
      out.data<T>()[row] = dense.data<T>()[rows.start(row) + index * rows.step];
      indices.data<int64_t>()[row] = index;
    });
  });
}

// The most frequent value, the smallest of several, at its last position.
void mode(const TensorImpl& x, int64_t axis, bool, TensorImpl& out, TensorImpl& indices) {
  const Tensor dense = contiguous(x);
  const Rows rows(x, axis);
  require(rows.size > 0, "x has shape ", x.shape(), ": axis ", axis, " has no elements");
  visit_dtype<kIntMask | kFloatMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for_each_row(dense.data<T>(), rows, false, [&](int64_t row, auto& items, auto& spare) {
      sort_by_key(items, spare);
      size_t best_end = 0;
      size_t best_count = 0;
      for (size_t begin = 0, end = 0; begin < items.size(); begin = end) {
        while (end < items.size() && items[end].key == items[begin].key) ++end;
        if (end - begin > best_count) {
          best_count = end - begin;
          best_end = end;
        }
      }
      const auto index = static_cast<int64_t>(items[best_end - 1].index);
      out.data<T>()[row] = dense.data<T>()[rows.start(row) + index * rows.step];
      indices.data<int64_t>()[row] = index;
    });
  });
}

void place_along_axis(const TensorImpl& values, const TensorImpl& indices, const TensorImpl&,
                      int64_t axis, TensorImpl& out) {
  std::memset(out.raw_data(), 0, static_cast<size_t>(out.numel() * size_of(out.dtype())));
  const Tensor from = contiguous(values);
  Tensor at = Tensor::empty(indices.shape(), DType::kInt64);
  copy_elements(indices, *at);
  const Rows to_rows(out, axis);
  const Rows from_rows(values, axis);
  visit_dtype<kAllMask>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int64_t row = 0; row < from_rows.count; ++row) {
      const int64_t source = from_rows.start(row);
      const int64_t target = to_rows.start(row);
      for (int64_t i = 0; i < from_rows.size; ++i) {
        const int64_t position = source + i * from_rows.step;
        const int64_t index = at.data<int64_t>()[position];
        require(index >= 0 && index < to_rows.size, ErrorKind::kOutOfRange, "index ", index,
                " is outside of axis ", axis, " with size ", to_rows.size);
        T& sum = out.data<T>()[target + index * to_rows.step];
        const T value = from.data<T>()[position];
        if constexpr (is_half_v<T>) {
          sum = T(static_cast<float>(sum) + static_cast<float>(value));
        } else {
          sum = static_cast<T>(sum + value);
        }
      }
    }
  });
}

void searchsorted(const TensorImpl& sorted_sequence, const TensorImpl& values, bool out_int32,
                  bool right, TensorImpl& out) {
  const DType dtype = comparable_dtype(sorted_sequence.dtype(), values.dtype());
  const Tensor sequence = contiguous_as(sorted_sequence, dtype);
  const Tensor wanted = contiguous_as(values, dtype);
  const int64_t size = sequence.shape().back();
  const int64_t per_row = sequence.rank() == 1 ? wanted.numel() : values.shape().back();
  constexpr DTypeMask kTypes = mask_of(DType::kInt32) | mask_of(DType::kInt64) |
                               mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
  visit_dtype<kTypes>(wanted.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    auto less = [](T a, T b) { return order_key(a) < order_key(b); };
    parallel_for(0, wanted.numel(), 1024, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* first = sequence.data<T>() + (sequence.rank() == 1 ? 0 : i / per_row * size);
        const T* last = first + size;
        const T value = wanted.data<T>()[i];
        const T* found = right ? std::upper_bound(first, last, value, less)
                               : std::lower_bound(first, last, value, less);
        if (out_int32) {
          out.data<int32_t>()[i] = static_cast<int32_t>(found - first);
        } else {
          out.data<int64_t>()[i] = found - first;
        }
      }
    });
  });
}

}  // namespace pd::cpu
