// Gradients of views: zeros of the shape of the source with the window filled in.
#include <cstring>

#include "infer/views.h"
#include "kernels_views.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

void fill_zero(TensorImpl& out) {
  std::memset(out.raw_data(), 0, static_cast<size_t>(out.numel() * size_of(out.dtype())));
}

// Writes `grad` where the view described by `window` shows the contiguous `out`.
void fill_window(const TensorImpl& grad, const TensorMeta& window, TensorImpl& out) {
  fill_zero(out);
  if (grad.numel() == 0) return;
  const Tensor target = Tensor::view_of(out, window.shape, window.strides, window.offset);
  copy_elements(grad, *target);
}

}  // namespace

void slice_view_grad(const TensorImpl& grad, const TensorImpl&, DimsView axes, DimsView starts,
                     DimsView ends, DimsView steps, DimsView decrease_axes, TensorImpl& out) {
  TensorMeta window;
  infer::slice_view(out.meta(), axes, starts, ends, steps, decrease_axes, window);
  fill_window(grad, window, out);
}

void diagonal_grad(const TensorImpl& grad, const TensorImpl&, int64_t offset, int64_t axis1,
                   int64_t axis2, TensorImpl& out) {
  TensorMeta window;
  infer::diagonal(out.meta(), offset, axis1, axis2, window);
  fill_window(grad, window, out);
}

// Windows may show an element several times, so every element of `grad` is added by itself.
void as_strided_grad(const TensorImpl& grad, const TensorImpl&, DimsView shape, DimsView stride,
                     int64_t offset, TensorImpl& out) {
  fill_zero(out);
  if (grad.numel() == 0) return;
  const Tensor window = Tensor::view_of(out, shape, stride, out.offset() + offset);
  const Tensor dense = contiguous(grad);
  visit_dtype<kAllMask>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T* from = dense.data<T>();
    T* to = window.data<T>();
    Dims index(shape.size(), 0);
    int64_t at = 0;
    for (int64_t i = 0; i < dense.numel(); ++i) {
      if constexpr (is_half_v<T>) {
        to[at] = T(static_cast<float>(to[at]) + static_cast<float>(from[i]));
      } else {
        to[at] = static_cast<T>(to[at] + from[i]);
      }
      for (size_t axis = shape.size(); axis-- > 0;) {
        at += stride[axis];
        if (++index[axis] < shape[axis]) break;
        at -= stride[axis] * shape[axis];
        index[axis] = 0;
      }
    }
  });
}

}  // namespace pd::cpu
