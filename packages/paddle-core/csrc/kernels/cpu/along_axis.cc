// take_along_axis, put_along_axis with its reductions, and their gradients.
#include <algorithm>
#include <limits>

#include "kernels/cpu/rows.h"
#include "kernels/cpu/strided_loop.h"
#include "kernels/cpu/views.h"
#include "kernels_indexing.h"

namespace pd::cpu {
namespace {

// Strides of a tensor with the indexed axis standing still: its element is found through the index.
Dims fixed_strides(const TensorImpl& x, int64_t axis) {
  Dims strides = x.strides();
  strides[static_cast<size_t>(axis)] = 0;
  return strides;
}

// Pairs of positions: every index element with the element of `arr` that it names.
class Along {
 public:
  Along(const TensorImpl& arr, const TensorImpl& indices, int64_t axis)
      : axis_(normalize_axis(axis, arr.rank())),
        shape_(indices.shape()),
        values_(indices, arr.dim(axis_), ErrorKind::kOutOfRange, true, "indices") {}

  // f(offset in x, offset in y) for all elements of the indices, `x` being indexed along the axis
  // and `y` having the shape of the indices.
  template <class F>
  void visit(const TensorImpl& x, const TensorImpl& y, F&& f) const {
    const auto nest = plan(x, y);
    visit_runs(nest, 0, nest.numel(), runner(x, f));
  }
  // The same on all threads, for calls that do not meet in one element.
  template <class F>
  void visit_parallel(const TensorImpl& x, const TensorImpl& y, F&& f) const {
    run_loops(plan(x, y), runner(x, f));
  }

 private:
  LoopNest<3> plan(const TensorImpl& x, const TensorImpl& y) const {
    const Dims fixed = fixed_strides(x, axis_), dense = contiguous_strides(shape_);
    return plan_loops<3>(shape_, {dense, fixed, y.strides()});
  }

  template <class F>
  auto runner(const TensorImpl& x, F& f) const {
    return [this, &f, stride = x.stride(axis_)](const Offsets<3>& at, const Offsets<3>& step,
                                                int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const int64_t index = values_.data()[at[0] + i * step[0]];
        f(at[1] + i * step[1] + index * stride, at[2] + i * step[2]);
      }
    };
  }

  int64_t axis_;
  Dims shape_;
  Indices values_;
};

enum class Reduction { kAssign, kAdd, kMultiply, kMean, kMin, kMax };

Reduction reduction_of(const std::string& name) {
  if (name == "add") return Reduction::kAdd;
  if (name == "mul") return Reduction::kMultiply;
  if (name == "mean") return Reduction::kMean;
  if (name == "amin") return Reduction::kMin;
  return name == "amax" ? Reduction::kMax : Reduction::kAssign;
}

template <class T>
T neutral_of(Reduction reduction) {
  if constexpr (is_complex_v<T>) {
    return reduction == Reduction::kMultiply ? T(1) : T(0);
  } else {
    using Limits = std::numeric_limits<T>;
    const bool has_infinity = Limits::has_infinity;
    switch (reduction) {
      case Reduction::kMultiply:
        return T(1);
      case Reduction::kMin:
        return has_infinity ? Limits::infinity() : Limits::max();
      case Reduction::kMax:
        return has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
      default:
        return T(0);
    }
  }
}

template <class T>
T reduced(Reduction reduction, T x, T y) {
  switch (reduction) {
    case Reduction::kAssign:
      return y;
    case Reduction::kMultiply:
      return times(x, y);
    case Reduction::kMin:
    case Reduction::kMax:
      if constexpr (!is_complex_v<T>) {
        const bool takes = reduction == Reduction::kMin ? y < x : y > x;
        return takes || y != y ? y : x;
      }
      [[fallthrough]];
    default:
      return plus(x, y);
  }
}

// How often each element is named, itself included where `include_self` says so.
Tensor count_hits(const Along& along, const TensorImpl& arr, const TensorImpl& indices,
                  bool include_self) {
  const Tensor hits = Tensor::empty(arr.shape(), DType::kInt64);
  pd::fill(*hits, include_self ? 1 : 0);
  int64_t* count = hits.data<int64_t>();
  along.visit(*hits, indices, [count](int64_t at, int64_t) { ++count[at]; });
  return hits;
}

// Elements that nobody named keep their value: a mean over them would be over nothing.
template <class T>
void divide_by_hits(const int64_t* hits, int64_t count, T* sums) {
  for (int64_t i = 0; i < count; ++i) {
    if (hits[i] > 1) sums[i] = static_cast<T>(sums[i] / static_cast<T>(hits[i]));
  }
}

template <class T>
void put_values(const Along& along, const TensorImpl& indices, const TensorImpl& values,
                Reduction reduction, bool include_self, TensorImpl& out) {
  T* to = out.data<T>();
  const T* from = values.data<T>();
  if (!include_self && reduction != Reduction::kAssign) {
    const T neutral = neutral_of<T>(reduction);
    along.visit(out, values, [to, neutral](int64_t at, int64_t) { to[at] = neutral; });
  }
  if (reduction == Reduction::kAssign) {
    along.visit(out, values, [to, from](int64_t at, int64_t source) { to[at] = from[source]; });
    return;
  }
  along.visit(out, values, [to, from, reduction](int64_t at, int64_t source) {
    to[at] = reduced(reduction, to[at], from[source]);
  });
  if constexpr (!is_complex_v<T>) {
    if (reduction != Reduction::kMean) return;
    const Tensor hits = count_hits(along, out, indices, include_self);
    divide_by_hits(hits.data<int64_t>(), out.numel(), to);
  }
}

// A copy, float16 and bfloat16 as float32, others as they are. Contiguous.
Tensor computed(const TensorImpl& x) {
  const Tensor copy =
      Tensor::empty(x.shape(), in_mask(x.dtype(), kHalfMask) ? DType::kFloat32 : x.dtype());
  copy_elements(x, *copy);
  return copy;
}

// Product of what is not zero, and number of zeros, for every element of arr.
struct Products {
  std::vector<double> product;
  std::vector<int64_t> zeros;

  Products(const Along& along, const TensorImpl& arr, const TensorImpl& values, bool include_self)
      : product(static_cast<size_t>(arr.numel()), 1.0), zeros(static_cast<size_t>(arr.numel()), 0) {
    const double* own = arr.data<double>();
    for (int64_t i = 0; include_self && i < arr.numel(); ++i) take(i, own[i]);
    const double* other = values.data<double>();
    along.visit(arr, values, [&](int64_t at, int64_t from) { take(at, other[from]); });
  }

  void take(int64_t at, double factor) {
    const auto i = static_cast<size_t>(at);
    if (factor == 0) {
      ++zeros[i];
    } else {
      product[i] *= factor;
    }
  }
  // The product of all factors but this one.
  double without(int64_t at, double factor) const {
    const auto i = static_cast<size_t>(at);
    if (factor == 0) return zeros[i] == 1 ? product[i] : 0.0;
    return zeros[i] == 0 ? product[i] / factor : 0.0;
  }
};

Tensor as_double(const TensorImpl& x) {
  const Tensor copy = Tensor::empty(x.shape(), DType::kFloat64);
  copy_elements(x, *copy);
  return copy;
}

// What the gradients of mul, mean, amin and amax need, in double.
struct PutGrad {
  Reduction reduction;
  bool include_self;
  Along along;
  Tensor grad, arr, values, out;

  PutGrad(const TensorImpl& out_grad, const TensorImpl& arr_in, const TensorImpl& indices,
          const TensorImpl& values_in, const TensorImpl& out_in, int64_t axis,
          const std::string& reduce, bool self)
      : reduction(reduction_of(reduce)),
        include_self(self),
        along(arr_in, indices, axis),
        grad(as_double(out_grad)),
        arr(as_double(arr_in)),
        values(as_double(values_in)),
        out(as_double(out_in)) {
    require(out_grad.shape() == arr.shape() && out.shape() == arr.shape(), "out_grad has shape ",
            out_grad.shape(), " and out ", out.shape(), ", but both must have ", arr.shape());
    require(values.shape() == indices.shape(), "values has shape ", values.shape(),
            ", but indices has ", indices.shape());
  }

  // For every element of arr, the number of inputs that share its gradient (mean: all of them;
  // amin and amax: those that equal the result).
  Tensor sharers() const {
    if (reduction == Reduction::kMean) return count_hits(along, *arr, *values, include_self);
    const Tensor count = Tensor::zeros(arr.shape(), DType::kInt64);
    int64_t* ties = count.data<int64_t>();
    const double *own = arr.data<double>(), *other = values.data<double>();
    const double* result = out.data<double>();
    for (int64_t i = 0; include_self && i < arr.numel(); ++i) ties[i] += own[i] == result[i];
    along.visit(*arr, *values,
                [&](int64_t at, int64_t from) { ties[at] += other[from] == result[at]; });
    return count;
  }

  // factor(position in arr, own value) for one input.
  template <class F>
  void with_factor(F&& f) const {
    if (reduction == Reduction::kMultiply) {
      const Products products(along, *arr, *values, include_self);
      return f([&](int64_t at, double value) { return products.without(at, value); });
    }
    const Tensor shared = sharers();
    const int64_t* count = shared.data<int64_t>();
    const double* result = out.data<double>();
    const bool is_mean = reduction == Reduction::kMean;
    f([&](int64_t at, double value) {
      const bool takes = is_mean || value == result[at];
      return takes && count[at] > 0 ? 1.0 / static_cast<double>(count[at]) : 0.0;
    });
  }
};

}  // namespace

void take_along_axis(const TensorImpl& arr, const TensorImpl& indices, int64_t axis,
                     TensorImpl& out) {
  const Along along(arr, indices, axis);
  visit_dtype<kAllMask>(arr.dtype(), [&]<class T>(Type<T>) {
    const T* from = arr.data<T>();
    T* to = out.data<T>();
    along.visit_parallel(arr, out,
                         [from, to](int64_t at, int64_t target) { to[target] = from[at]; });
  });
}

void put_along_axis(const TensorImpl& arr, const TensorImpl& indices, const TensorImpl& values,
                    int64_t axis, const std::string& reduce, bool include_self, TensorImpl& out) {
  const Along along(arr, indices, axis);
  const Reduction reduction = reduction_of(reduce);
  const Tensor sums = computed(arr), updates = widened(values);
  visit_dtype<kAllMask & ~kHalfMask>(sums.dtype(), [&]<class T>(Type<T>) {
    put_values<T>(along, indices, *updates, reduction, include_self, *sums);
  });
  copy_elements(*sums, out);
}

void put_along_axis_grad(const TensorImpl& out_grad, const TensorImpl& arr,
                         const TensorImpl& indices, const TensorImpl& values, const TensorImpl& out,
                         int64_t axis, const std::string& reduce, bool include_self,
                         TensorImpl& arr_grad) {
  const PutGrad call(out_grad, arr, indices, values, out, axis, reduce, include_self);
  call.with_factor([&](auto&& factor) {
    double* grad = call.grad.data<double>();
    const double* own = call.arr.data<double>();
    for (int64_t i = 0; i < arr.numel(); ++i) grad[i] *= factor(i, own[i]);
  });
  copy_elements(*call.grad, arr_grad);
}

void put_along_axis_values_grad(const TensorImpl& out_grad, const TensorImpl& arr,
                                const TensorImpl& indices, const TensorImpl& values,
                                const TensorImpl& out, int64_t axis, const std::string& reduce,
                                bool include_self, TensorImpl& values_grad) {
  const PutGrad call(out_grad, arr, indices, values, out, axis, reduce, include_self);
  const Tensor result = Tensor::empty(values.shape(), DType::kFloat64);
  call.with_factor([&](auto&& factor) {
    const double *grad = call.grad.data<double>(), *other = call.values.data<double>();
    double* to = result.data<double>();
    call.along.visit(*call.arr, *call.values, [&](int64_t at, int64_t from) {
      to[from] = grad[at] * factor(at, other[from]);
    });
  });
  copy_elements(*result, values_grad);
}

}  // namespace pd::cpu
