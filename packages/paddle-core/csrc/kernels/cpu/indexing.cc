// Kernels that read and write elements chosen by index tensors or masks.
#include "infer/indexing.h"

#include <algorithm>
#include <optional>

#include "dispatch/attr_access.h"
#include "kernels/cpu/rows.h"
#include "kernels/cpu/strided_loop.h"
#include "kernels/cpu/views.h"
#include "kernels_indexing.h"

namespace pd::cpu {
namespace {

constexpr ErrorKind kValue = ErrorKind::kInvalidArgument;
constexpr ErrorKind kRange = ErrorKind::kOutOfRange;

void take_at_axis(const TensorImpl& x, const Indices& index, int64_t axis, TensorImpl& out) {
  const Tensor source = contiguous(x);
  const RowBlocks shape = RowBlocks::at_axis(x.shape(), axis);
  through_contiguous(out, [&](TensorImpl& target) {
    take_rows(source->raw_data(), shape, index.data(), index.count(), size_of(x.dtype()),
              target.raw_data());
  });
}

// out += updates at positions along an axis.
void add_at_axis(const TensorImpl& updates, const Indices& index, int64_t axis, TensorImpl& out) {
  const Tensor source = widened(updates);
  const RowBlocks shape = RowBlocks::at_axis(out.shape(), axis);
  sum_wide(out, [&](TensorImpl& target) {
    add_rows(source->raw_data(), shape, index.data(), index.count(), target.dtype(),
             target.raw_data());
  });
}

// Row numbers, where rows are cut behind the axes that are indexed.
struct RowNumbers {
  RowBlocks shape;                     // one block
  Tensor numbers = {};                 // int64
  std::optional<Indices> single = {};  // one index tensor already holds the numbers

  const int64_t* data() const { return single ? single->data() : numbers->data<int64_t>(); }
  int64_t count() const { return single ? single->count() : numbers.numel(); }

  // Goes one axis further: number * size + value, for `count` values.
  void append(const int64_t* values, int64_t count, int64_t size) {
    if (!numbers) {
      numbers = Tensor::empty(Dims{count}, DType::kInt64);
      std::copy_n(values, count, numbers.data<int64_t>());
      return;
    }
    int64_t* to = numbers.data<int64_t>();
    for (int64_t i = 0; i < count; ++i) to[i] = to[i] * size + values[i];
  }
};

RowBlocks rows_behind(DimsView shape, size_t indexed) {
  RowBlocks result;
  for (size_t i = 0; i < shape.size(); ++i) (i < indexed ? result.rows : result.width) *= shape[i];
  return result;
}

RowNumbers nd_rows(const TensorImpl& x, const TensorImpl& index, ErrorKind kind) {
  const Tensor table = contiguous(index);
  const auto depth = static_cast<size_t>(index.dim(index.rank() - 1));
  RowNumbers result{rows_behind(x.shape(), depth)};
  int64_t count = 1;
  for (int64_t axis = 0; axis + 1 < index.rank(); ++axis) count *= index.dim(axis);
  if (depth == 0 || count == 0) result.numbers = Tensor::zeros(Dims{count}, DType::kInt64);
  for (size_t k = 0; k < depth && count > 0; ++k) {
    const Tensor column = Tensor::view_of(*table, Dims{count}, Dims{static_cast<int64_t>(depth)},
                                          table->offset() + static_cast<int64_t>(k));
    const Indices values(*column, x.shape()[k], kind);
    result.append(values.data(), count, x.shape()[k]);
  }
  return result;
}

Dims without_last(DimsView shape, size_t count) {
  return Dims(shape.begin(), shape.end() - static_cast<ptrdiff_t>(count));
}

// Row numbers of index tensors that broadcast to `joint`; they may count from the end.
RowNumbers joint_rows(const TensorImpl& x, std::span<TensorImpl* const> indices, DimsView joint) {
  RowNumbers result{rows_behind(x.shape(), indices.size())};
  if (indices.size() == 1) {
    result.single.emplace(*indices[0], x.dim(0), kValue, true);
    return result;
  }
  const int64_t count = num_elements(joint);
  if (count == 0) result.numbers = Tensor::empty(Dims{0}, DType::kInt64);
  for (size_t k = 0; k < indices.size() && count > 0; ++k) {
    const int64_t size = x.shape()[k];
    const Indices values(*indices[k], size, kValue, true);
    if (values.count() == count) {
      result.append(values.data(), count, size);
      continue;
    }
    Tensor full = Tensor::empty(indices[k]->shape(), DType::kInt64);
    std::copy_n(values.data(), values.count(), full.data<int64_t>());
    full = contiguous(*expand_to(*full, joint));
    result.append(full.data<int64_t>(), count, size);
  }
  return result;
}

void take(const TensorImpl& x, const RowNumbers& rows, TensorImpl& out) {
  const Tensor source = contiguous(x);
  through_contiguous(out, [&](TensorImpl& target) {
    take_rows(source->raw_data(), rows.shape, rows.data(), rows.count(), size_of(x.dtype()),
              target.raw_data());
  });
}

void add(const TensorImpl& updates, const RowNumbers& rows, TensorImpl& out) {
  const Tensor source = widened(updates);
  sum_wide(out, [&](TensorImpl& target) {
    add_rows(source->raw_data(), rows.shape, rows.data(), rows.count(), target.dtype(),
             target.raw_data());
  });
}

void put(const TensorImpl& updates, const RowNumbers& rows, TensorImpl& out) {
  const Tensor source = contiguous(updates);
  const Tensor target = contiguous(out);
  put_rows(source->raw_data(), rows.shape, rows.data(), rows.count(), size_of(out.dtype()),
           target->raw_data());
  if (target.get() != &out) copy_elements(*target, out);
}

}  // namespace

void gather(const TensorImpl& x, const TensorImpl& index, int64_t axis, TensorImpl& out) {
  axis = normalize_axis(axis, x.rank());
  take_at_axis(x, Indices(index, x.dim(axis), kRange), axis, out);
}

void gather_grad(const TensorImpl& out_grad, const TensorImpl&, const TensorImpl& index,
                 int64_t axis, TensorImpl& x_grad) {
  axis = normalize_axis(axis, x_grad.rank());
  const Indices values(index, x_grad.dim(axis), kRange);
  pd::fill(x_grad, 0);
  add_at_axis(out_grad, values, axis, x_grad);
}

void index_select(const TensorImpl& x, const TensorImpl& index, int64_t axis, TensorImpl& out) {
  axis = normalize_axis(axis, x.rank());
  take_at_axis(x, Indices(index, x.dim(axis), kValue), axis, out);
}

void gather_nd(const TensorImpl& x, const TensorImpl& index, TensorImpl& out) {
  take(x, nd_rows(x, index, kValue), out);
}

void scatter(const TensorImpl& x, const TensorImpl& index, const TensorImpl& updates,
             bool overwrite, TensorImpl& out) {
  RowNumbers rows{rows_behind(x.shape(), 1)};
  rows.single.emplace(index, x.dim(0), kRange);
  copy_elements(x, out);
  if (overwrite) return put(updates, rows, out);
  put(*Tensor::zeros(updates.shape(), updates.dtype()), rows, out);
  add(updates, rows, out);
}

void scatter_nd_add(const TensorImpl& x, const TensorImpl& index, const TensorImpl& updates,
                    TensorImpl& out) {
  const RowNumbers rows = nd_rows(x, index, kRange);
  copy_elements(x, out);
  add(updates, rows, out);
}

void index_sample(const TensorImpl& x, const TensorImpl& index, TensorImpl& out) {
  const Indices values(index, x.dim(1), kValue);
  const int64_t count = index.dim(1);
  RowNumbers rows{rows_behind(x.shape(), 2)};
  rows.append(values.data(), values.count(), x.dim(1));
  int64_t* numbers = rows.numbers.data<int64_t>();
  for (int64_t i = 0; i < rows.count(); ++i) numbers[i] += i / count * x.dim(1);
  take(x, rows, out);
}

void index_add(const TensorImpl& x, const TensorImpl& index, const TensorImpl& add_value,
               int64_t axis, TensorImpl& out) {
  axis = normalize_axis(axis, x.rank());
  const Indices values(index, x.dim(axis), kValue);
  copy_elements(x, out);
  add_at_axis(add_value, values, axis, out);
}

void index_get(const TensorImpl& x, std::span<TensorImpl* const> indices, TensorImpl& out) {
  const size_t trailing = x.shape().size() - indices.size();
  take(x, joint_rows(x, indices, without_last(out.shape(), trailing)), out);
}

void index_put(const TensorImpl& x, std::span<TensorImpl* const> indices, const TensorImpl& value,
               bool accumulate, TensorImpl& out) {
  TensorMeta chosen;
  infer::index_get(x.meta(), metas_of(indices), chosen);
  const size_t trailing = x.shape().size() - indices.size();
  const RowNumbers rows = joint_rows(x, indices, without_last(chosen.shape, trailing));
  copy_elements(x, out);
  if (rows.count() == 0) return;
  const Tensor updates = expand_to(value, chosen.shape);
  if (accumulate) {
    add(*updates, rows, out);
  } else {
    put(*updates, rows, out);
  }
}

void masked_select(const TensorImpl& x, const TensorImpl& mask, Tensor& out) {
  const Tensor source = contiguous(x), chosen = contiguous(mask);
  const bool* keep = chosen.data<bool>();
  const int64_t count = std::count(keep, keep + x.numel(), true);
  out = Tensor::empty(Dims{count}, x.dtype(), x.place());
  with_row_type(size_of(x.dtype()), [&]<class T>(Type<T>) {
    if constexpr (!std::is_void_v<T>) {
      const T* from = static_cast<const T*>(source->raw_data());
      T* to = static_cast<T*>(out->raw_data());
      // Without a branch on the mask: what is not chosen is written over.
      for (int64_t i = 0, chosen_so_far = 0; chosen_so_far < count; ++i) {
        to[chosen_so_far] = from[i];
        chosen_so_far += keep[i];
      }
    }
  });
}

void masked_select_grad(const TensorImpl& out_grad, const TensorImpl&, const TensorImpl& mask,
                        TensorImpl& x_grad) {
  require(mask.dtype() == DType::kBool && mask.shape() == x_grad.shape(), "mask has shape ",
          mask.shape(), " and dtype ", mask.dtype(), ", but must be bool of shape ",
          x_grad.shape());
  require(out_grad.dtype() == x_grad.dtype(), "out_grad has dtype ", out_grad.dtype(),
          ", but x has ", x_grad.dtype());
  const Tensor source = contiguous(out_grad), chosen = contiguous(mask);
  const bool* keep = chosen.data<bool>();
  const int64_t numel = mask.numel(), size = size_of(out_grad.dtype());
  const int64_t count = std::count(keep, keep + numel, true);
  require(count == out_grad.numel(), "the mask chooses ", count, " elements, but out_grad has ",
          out_grad.numel());
  through_contiguous(x_grad, [&](TensorImpl& target) {
    const char* from = static_cast<const char*>(source->raw_data());
    char* to = static_cast<char*>(target.raw_data());
    pd::fill(target, 0);
    for (int64_t i = 0; i < numel; ++i) {
      if (!keep[i]) continue;
      std::memcpy(to + i * size, from, static_cast<size_t>(size));
      from += size;
    }
  });
}

namespace {

template <class T>
void select_run(T* out, const bool* condition, const T* x, const T* y, const Offsets<4>& step,
                int64_t count) {
  if (step[0] == 1 && step[1] == 1 && step[2] == 1 && step[3] == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = condition[i] ? x[i] : y[i];
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    out[i * step[0]] = condition[i * step[1]] ? x[i * step[2]] : y[i * step[3]];
  }
}

struct Word16 {
  uint64_t parts[2];
};

template <class F>
void with_element(int64_t bytes, F&& f) {
  if (bytes == 1) return f(Type<uint8_t>{});
  if (bytes == 2) return f(Type<uint16_t>{});
  if (bytes == 4) return f(Type<uint32_t>{});
  if (bytes == 8) return f(Type<uint64_t>{});
  f(Type<Word16>{});
}

}  // namespace

void where(const TensorImpl& condition, const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  const Tensor c = expand_to(condition, out.shape());
  const Tensor a = expand_to(x, out.shape()), b = expand_to(y, out.shape());
  const auto nest =
      plan_loops<4>(out.shape(), {out.strides(), c->strides(), a->strides(), b->strides()});
  with_element(size_of(out.dtype()), [&]<class T>(Type<T>) {
    T* target = out.data<T>();
    run_loops(nest, [&](const Offsets<4>& at, const Offsets<4>& step, int64_t count) {
      select_run(target + at[0], c.data<bool>() + at[1], a.data<T>() + at[2], b.data<T>() + at[3],
                 step, count);
    });
  });
}

void masked_fill(const TensorImpl& x, const TensorImpl& mask, const TensorImpl& value,
                 TensorImpl& out) {
  const Tensor one = Tensor::view_of(value, {}, {}, value.offset());
  where(mask, *one, x, out);
}

void nonzero(const TensorImpl& condition, Tensor& out) {
  const Tensor flags = Tensor::empty(condition.shape(), DType::kBool);
  copy_elements(condition, *flags);
  const bool* flag = flags.data<bool>();
  const int64_t rank = condition.rank(), numel = condition.numel();
  const int64_t count = std::count(flag, flag + numel, true);
  out = Tensor::empty(Dims{count, rank}, DType::kInt64, condition.place());
  int64_t* row = out.data<int64_t>();
  for (int64_t i = 0; i < numel; ++i) {
    if (!flag[i]) continue;
    for (int64_t axis = rank, rest = i; axis-- > 0; rest /= condition.dim(axis)) {
      row[axis] = rest % condition.dim(axis);
    }
    row += rank;
  }
}

void repeat_index(const TensorImpl& repeats, Tensor& out) {
  const Tensor source = contiguous(repeats);
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(
      repeats.dtype(), [&]<class T>(Type<T>) {
        const T* counts = source->data<T>();
        int64_t total = 0;
        for (int64_t i = 0; i < repeats.numel(); ++i) {
          require(counts[i] >= 0, "repeats has the negative count ", int64_t{counts[i]});
          require(!__builtin_add_overflow(total, int64_t{counts[i]}, &total),
                  "repeats sums to too many elements");
        }
        out = Tensor::empty(Dims{total}, DType::kInt64, repeats.place());
        int64_t* to = out.data<int64_t>();
        for (int64_t i = 0; i < repeats.numel(); ++i) to = std::fill_n(to, counts[i], i);
      });
}

void shard_index(const TensorImpl& input, int64_t index_num, int64_t nshards, int64_t shard_id,
                 int64_t ignore_value, TensorImpl& out) {
  const Tensor source = contiguous(input);
  const int64_t shard_size = (index_num - 1) / nshards + 1;
  const Indices ids(*source, index_num, kValue, false, "input");
  through_contiguous(out, [&](TensorImpl& target) {
    visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(
        out.dtype(), [&]<class T>(Type<T>) {
          for (int64_t i = 0; i < ids.count(); ++i) {
            const int64_t id = ids.data()[i];
            const bool here = id / shard_size == shard_id;
            target.data<T>()[i] = static_cast<T>(here ? id % shard_size : ignore_value);
          }
        });
  });
}

}  // namespace pd::cpu
