// Views that kernels take on their own tensors, and sums into them.
#pragma once

#include "infer/manipulation.h"
#include "tensor/tensor.h"

namespace pd::cpu {

inline Tensor view_with(const TensorImpl& base, const TensorMeta& meta) {
  return Tensor::view_of(base, meta.shape, meta.strides, meta.offset);
}

inline Tensor narrow(const TensorImpl& base, int64_t axis, int64_t start, int64_t count) {
  TensorMeta meta = base.meta();
  meta.shape[static_cast<size_t>(axis)] = count;
  if (count > 0) meta.offset += start * meta.strides[static_cast<size_t>(axis)];
  return view_with(base, meta);
}

// The tensor under a shape to which it can be broadcast.
inline Tensor expand_to(const TensorImpl& x, DimsView shape) {
  TensorMeta meta;
  infer::expand(x.meta(), shape, meta);
  return view_with(x, meta);
}

// Calls write(target) with a contiguous target: `out` itself, or a buffer that is copied there.
template <class F>
void through_contiguous(TensorImpl& out, F&& write) {
  if (out.is_contiguous()) return write(out);
  const Tensor buffer = Tensor::empty_like(out);
  write(*buffer);
  copy_elements(*buffer, out);
}

// Adds elements of `from` to `to`, of the same shape and dtype, where elements of `to` may overlap.
void add_elements(const TensorImpl& from, TensorImpl& to);

}  // namespace pd::cpu
