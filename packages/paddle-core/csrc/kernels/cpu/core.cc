// Kernels of the operators behind gradients and assignment.
#include "ops.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

// `x` under more dimensions: new leading ones and stride 0 where it is repeated.
Tensor broadcast_view(const TensorImpl& x, DimsView shape) {
  Dims strides(shape.size(), 0);
  for (size_t i = shape.size(), k = x.shape().size(); i-- > 0 && k-- > 0;) {
    if (x.shape()[k] != 1) strides[i] = x.strides()[k];
  }
  return Tensor::view_of(x, shape, strides, x.offset());
}

}  // namespace

// Sums over the axes along which `like` was broadcast.
void reduce_to(const TensorImpl& x, const TensorImpl& like, TensorImpl& out) {
  if (x.shape() == like.shape()) return copy_elements(x, out);
  const int64_t lead = x.rank() - like.rank();
  Dims axes;
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    if (axis < lead || (like.dim(axis - lead) == 1 && x.dim(axis) != 1)) axes.push_back(axis);
  }
  const Tensor sum =
      axes.empty() ? contiguous(x) : ops::sum(shallow_copy(x), axes, x.dtype(), true);
  copy_elements(*Tensor::view_of(*sum, out.shape(), contiguous_strides(out.shape()), sum->offset()),
                out);
}

void set_value(const TensorImpl& x, const TensorImpl& value, TensorImpl& out) {
  copy_elements(*broadcast_view(value, x.shape()), out);
}

void mean_share(const TensorImpl& x, const TensorImpl& whole, TensorImpl& out) {
  const double share = static_cast<double>(x.numel()) / static_cast<double>(whole.numel());
  copy_elements(*ops::scale(shallow_copy(x), Scalar(share)), out);
}

void as_strided_scatter(const TensorImpl& x, const TensorImpl& value, DimsView shape,
                        DimsView strides, int64_t offset, TensorImpl& out) {
  copy_elements(x, out);
  const Tensor window = Tensor::view_of(out, shape, strides, out.offset() + offset);
  copy_elements(value, *window);
}

}  // namespace pd::cpu
