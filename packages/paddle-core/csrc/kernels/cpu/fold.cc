// Windows of images as columns (unfold) and their sum back into images (fold).
#include "kernels/cpu/columns.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

// The windows over an image of the given size.
Patch patch_over(int64_t height, int64_t width, DimsView kernel, DimsView strides,
                 DimsView paddings, DimsView dilations) {
  Patch p;
  const int64_t sizes[2] = {height, width};
  for (size_t i = 0; i < 2; ++i) {
    const int64_t after = paddings[paddings.size() == 4 ? i + 2 : i];
    p.source[i + 1] = sizes[i];
    p.kernel[i + 1] = kernel[i];
    p.stride[i + 1] = strides[i];
    p.dilation[i + 1] = dilations[i];
    p.before[i + 1] = paddings[i];
    const int64_t window = dilations[i] * (kernel[i] - 1) + 1;
    p.result[i + 1] = (sizes[i] + paddings[i] + after - window) / strides[i] + 1;
  }
  return p;
}

Tensor converted(const TensorImpl& x, DType dtype) {
  Tensor copy = Tensor::empty(x.shape(), dtype);
  copy_elements(x, *copy);
  return copy;
}

// Adds columns [N, C * kernel, windows] into images; half floats add up in single precision.
void sum_columns(const TensorImpl& columns, const Patch& p, TensorImpl& images) {
  if (in_mask(images.dtype(), kHalfMask)) {
    Tensor wide = Tensor::empty(images.shape(), DType::kFloat32);
    sum_columns(*converted(columns, DType::kFloat32), p, *wide);
    return copy_elements(*wide, images);
  }
  const Tensor from = contiguous(columns);
  const int64_t channels = images.dim(1);
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(images.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int64_t n = 0; n < images.dim(0); ++n) {
      columns_to_image(p, channels,
                       from.data<T>() + n * channels * p.kernel_size() * p.result_size(),
                       images.data<T>() + n * channels * p.source_size());
    }
  });
}

}  // namespace

void unfold(const TensorImpl& x, DimsView kernel_sizes, DimsView strides, DimsView paddings,
            DimsView dilations, TensorImpl& out) {
  const Patch p = patch_over(x.dim(2), x.dim(3), kernel_sizes, strides, paddings, dilations);
  const Tensor from = contiguous(x);
  const int64_t channels = x.dim(1);
  visit_dtype<kFloatMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int64_t n = 0; n < x.dim(0); ++n) {
      image_to_columns(p, channels, from->template data<T>() + n * channels * p.source_size(),
                       out.data<T>() + n * channels * p.kernel_size() * p.result_size());
    }
  });
}

void unfold_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView kernel_sizes,
                 DimsView strides, DimsView paddings, DimsView dilations, TensorImpl& x_grad) {
  sum_columns(out_grad, patch_over(x.dim(2), x.dim(3), kernel_sizes, strides, paddings, dilations),
              x_grad);
}

void fold(const TensorImpl& x, DimsView output_sizes, DimsView kernel_sizes, DimsView strides,
          DimsView paddings, DimsView dilations, TensorImpl& out) {
  sum_columns(
      x, patch_over(output_sizes[0], output_sizes[1], kernel_sizes, strides, paddings, dilations),
      out);
}

}  // namespace pd::cpu
