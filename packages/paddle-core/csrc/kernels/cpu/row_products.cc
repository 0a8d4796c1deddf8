// Products along rows of complex numbers, and gradients of products, compiled once.
#include "kernels/cpu/row_products.h"

#include <algorithm>
#include <complex>

#include "kernels/cpu/map.h"
#include "kernels/cpu/reduce.h"
#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

int64_t row_grain(int64_t n) {
  return std::max<int64_t>(1, kCostlyGrain / std::max<int64_t>(n, 1));
}

template <class T>
T conjugate(const T& x) {
  if constexpr (is_complex_v<T>) {
    return std::conj(x);
  } else {
    return x;
  }
}

// Each element's gradient is the product of all others: those before it times those after it.
template <class T>
void product_gradient(const T* x, int64_t n, T upstream, T* grad) {
  T before(1);
  for (int64_t i = 0; i < n; ++i) {
    grad[i] = before;
    before *= x[i];
  }
  T after(1);
  for (int64_t i = n; i-- > 0;) {
    grad[i] = upstream * conjugate(grad[i] * after);
    after *= x[i];
  }
}

// The tensor's own axes behind rows_of's order, so that results can be copied back.
Tensor rows_view(const TensorImpl& out, DimsView axes) {
  Dims shape, strides;
  for (const bool reduced : {false, true}) {
    for (int64_t i = 0; i < out.rank(); ++i) {
      if ((std::find(axes.begin(), axes.end(), i) != axes.end()) != reduced) continue;
      shape.push_back(out.dim(i));
      strides.push_back(out.stride(i));
    }
  }
  return Tensor::view_of(out, shape, strides, out.offset());
}

Tensor widened(const TensorImpl& x) {
  if (!in_mask(x.dtype(), kHalfMask)) return contiguous(x);
  Tensor wide = Tensor::empty(x.shape(), DType::kFloat32, x.place());
  copy_elements(x, *wide);
  return wide;
}

}  // namespace

void complex_products(const TensorImpl& x, DimsView axes, void* out) {
  const Rows rows = rows_of(x, axes);
  visit_dtype<kComplexMask>(x.dtype(), [&](auto tag) {
    using C = typename decltype(tag)::type;
    const C* data = rows.data.data<C>();
    parallel_for(0, rows.rows, row_grain(rows.n), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        C product(1);
        for (int64_t i = 0; i < rows.n; ++i) product *= data[r * rows.n + i];
        static_cast<C*>(out)[r] = product;
      }
    });
  });
}

void product_gradients(const TensorImpl& x, const TensorImpl& upstream, DimsView axes,
                       TensorImpl& out) {
  const Tensor wide = widened(x), wide_upstream = widened(upstream);
  const Rows rows = rows_of(*wide, axes);
  const Tensor grads = Tensor::empty(rows.data.shape(), wide.dtype(), x.place());
  constexpr DTypeMask kMask = mask_of(DType::kFloat32) | mask_of(DType::kFloat64) | kComplexMask;
  visit_dtype<kMask>(wide.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = rows.data.data<T>();
    T* to = grads.data<T>();
    const T* from = wide_upstream.data<T>();
    parallel_for(0, rows.rows, row_grain(rows.n), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        product_gradient(data + r * rows.n, rows.n, from[r], to + r * rows.n);
      }
    });
  });
  copy_elements(*grads, *rows_view(out, axes));
}

}  // namespace pd::cpu
