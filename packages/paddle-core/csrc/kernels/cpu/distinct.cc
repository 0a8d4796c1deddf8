// unique and unique_consecutive: the distinct elements of a tensor, or slices along an axis.
#include <algorithm>
#include <numeric>

#include "kernels/cpu/rows.h"
#include "kernels/cpu/sort_keys.h"
#include "kernels/cpu/views.h"
#include "kernels_indexing.h"

namespace pd::cpu {
namespace {

// NaN is larger than all numbers and equal to itself.
template <class T>
int compare(T x, T y) {
  if constexpr (is_half_v<T>) {
    return compare(static_cast<float>(x), static_cast<float>(y));
  } else {
    if (x < y) return -1;
    if (y < x) return 1;
    if (x == y) return 0;
    return (x != x ? 1 : 0) - (y != y ? 1 : 0);
  }
}

// The tensor as rows to be told apart: elements, or slices along an axis brought to the front.
struct Items {
  Tensor table;  // contiguous
  int64_t count;
  int64_t width;
  Dims shape;  // of the table; the first size is the count
  int64_t axis;

  Items(const TensorImpl& x, DimsView axes) : axis(0) {
    if (axes.empty()) {
      table = contiguous(x);
      count = x.numel();
      width = 1;
      shape = Dims{count};
      return;
    }
    axis = normalize_axis(axes[0], x.rank());
    TensorMeta moved = x.meta();
    const auto from = static_cast<size_t>(axis);
    std::rotate(moved.shape.begin(), moved.shape.begin() + from, moved.shape.begin() + from + 1);
    std::rotate(moved.strides.begin(), moved.strides.begin() + from,
                moved.strides.begin() + from + 1);
    table = contiguous(*view_with(x, moved));
    shape = moved.shape;
    count = shape[0];
    width = count == 0 ? 1 : x.numel() / count;
  }

  template <class T>
  int compare_rows(int64_t a, int64_t b) const {
    const T* data = table->data<T>();
    for (int64_t k = 0; k < width; ++k) {
      const int order = compare(data[a * width + k], data[b * width + k]);
      if (order != 0) return order;
    }
    return 0;
  }

  // The chosen rows, with the axis back in its place.
  Tensor pick(const std::vector<int64_t>& rows) const {
    Dims picked = shape;
    picked[0] = static_cast<int64_t>(rows.size());
    const Tensor result = Tensor::empty(picked, table.dtype(), table->place());
    take_rows(table->raw_data(), {1, count, width}, rows.data(), picked[0], size_of(table.dtype()),
              result->raw_data());
    TensorMeta moved = result->meta();
    const auto to = static_cast<size_t>(axis);
    std::rotate(moved.shape.begin(), moved.shape.begin() + 1, moved.shape.begin() + to + 1);
    std::rotate(moved.strides.begin(), moved.strides.begin() + 1, moved.strides.begin() + to + 1);
    return contiguous(*view_with(*result, moved));
  }
};

struct Groups {
  std::vector<int64_t> first;     // of every group
  std::vector<int64_t> group_of;  // every item
  std::vector<int64_t> sizes;
};

// Groups neighbours in `order` that are equal.
template <class T>
Groups group_neighbours(const Items& items, const std::vector<int64_t>& order) {
  Groups groups;
  groups.group_of.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const bool starts = i == 0 || items.compare_rows<T>(order[i - 1], order[i]) != 0;
    if (starts) {
      groups.first.push_back(order[i]);
      groups.sizes.push_back(0);
    }
    ++groups.sizes.back();
    groups.group_of[static_cast<size_t>(order[i])] = static_cast<int64_t>(groups.first.size()) - 1;
  }
  return groups;
}

Tensor to_tensor(const std::vector<int64_t>& values, bool wanted, DType dtype, Place place) {
  const int64_t count = wanted ? static_cast<int64_t>(values.size()) : 0;
  require(dtype == DType::kInt64 || count <= INT32_MAX, "there are too many elements for int32");
  const Tensor wide = Tensor::empty(Dims{count}, DType::kInt64, place);
  std::copy_n(values.data(), count, wide.data<int64_t>());
  if (dtype == DType::kInt64) return wide;
  const Tensor narrowed = Tensor::empty(Dims{count}, dtype, place);
  copy_elements(*wide, *narrowed);
  return narrowed;
}

// The items' numbers in the order of their values, equal ones in their own order.
template <class T>
std::vector<int64_t> sorted_order(const Items& items) {
  std::vector<int64_t> order(static_cast<size_t>(items.count));
  if (items.width == 1 && items.count < int64_t{1} << 32) {
    std::vector<KeyedIndex<UnsignedOf<sizeof(T)>>> keyed(order.size()), spare;
    const T* data = items.table->data<T>();
    for (size_t i = 0; i < keyed.size(); ++i) {
      keyed[i] = {order_key(data[i]), static_cast<uint32_t>(i)};
    }
    sort_by_key(keyed, spare);
    for (size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].index;
    return order;
  }
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return items.compare_rows<T>(a, b) < 0; });
  return order;
}

Groups group_items(const Items& items, bool sorted) {
  Groups groups;
  visit_dtype<kBoolMask | kIntMask | kFloatMask>(items.table.dtype(), [&]<class T>(Type<T>) {
    if (sorted) {
      groups = group_neighbours<T>(items, sorted_order<T>(items));
      return;
    }
    std::vector<int64_t> order(static_cast<size_t>(items.count));
    std::iota(order.begin(), order.end(), 0);
    groups = group_neighbours<T>(items, order);
  });
  return groups;
}

}  // namespace

void unique(const TensorImpl& x, bool return_index, bool return_inverse, bool return_counts,
            DimsView axis, DType dtype, Tensor& out, Tensor& indices, Tensor& inverse,
            Tensor& counts) {
  const Items items(x, axis);
  const Groups groups = group_items(items, true);
  out = items.pick(groups.first);
  indices = to_tensor(groups.first, return_index, dtype, x.place());
  inverse = to_tensor(groups.group_of, return_inverse, dtype, x.place());
  counts = to_tensor(groups.sizes, return_counts, dtype, x.place());
}

void unique_consecutive(const TensorImpl& x, bool return_inverse, bool return_counts, DimsView axis,
                        DType dtype, Tensor& out, Tensor& inverse, Tensor& counts) {
  const Items items(x, axis);
  const Groups groups = group_items(items, false);
  out = items.pick(groups.first);
  inverse = to_tensor(groups.group_of, return_inverse, dtype, x.place());
  counts = to_tensor(groups.sizes, return_counts, dtype, x.place());
}

}  // namespace pd::cpu
