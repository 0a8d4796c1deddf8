// Frames of signals, added up at their places.
#include <algorithm>
#include <type_traits>

#include "kernels_fft.h"
#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kAddable = mask_of(DType::kInt32) | mask_of(DType::kInt64) |
                               mask_of(DType::kFloat32) | mask_of(DType::kFloat64) |
                               mask_of(DType::kComplex64) | mask_of(DType::kComplex128);
constexpr int64_t kGrain = 16384;

// Sums of integers wrap.
template <class T>
void add(T& sum, T value) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    sum = static_cast<T>(static_cast<Unsigned>(sum) + static_cast<Unsigned>(value));
  } else {
    sum += value;
  }
}

// The axes [a, b, rest...] of a tensor in the order [rest..., b, a], or [a, rest...] as [rest...,
// a].
Tensor first_axes_last(const TensorImpl& x, int64_t count) {
  Dims shape, strides;
  const auto push = [&](int64_t axis) {
    shape.push_back(x.dim(axis));
    strides.push_back(x.stride(axis));
  };
  for (int64_t axis = count; axis < x.rank(); ++axis) push(axis);
  for (int64_t axis = count - 1; axis >= 0; --axis) push(axis);
  return Tensor::view_of(x, shape, strides, x.offset());
}

// Frames [..., length, frames] of the signals [..., size].
void add_frames(const TensorImpl& frames, int64_t hop, TensorImpl& signals) {
  const Tensor from = contiguous(frames);
  const int64_t count = from.dim(from.rank() - 1), length = from.dim(from.rank() - 2);
  const int64_t size = signals.dim(signals.rank() - 1);
  const int64_t batch = size == 0 ? 0 : signals.numel() / size;
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, count * length));
  visit_dtype<kAddable>(signals.dtype(), [&]<class T>(Type<T>) {
    parallel_for(0, batch, grain, [&](int64_t begin, int64_t end) {
      for (int64_t item = begin; item < end; ++item) {
        T* to = signals.data<T>() + item * size;
        const T* source = from.data<T>() + item * count * length;
        std::fill(to, to + size, T());
        for (int64_t i = 0; i < length; ++i) {
          for (int64_t j = 0; j < count; ++j) add(to[j * hop + i], source[i * count + j]);
        }
      }
    });
  });
}

}  // namespace

void overlap_add(const TensorImpl& x, int64_t hop_length, int64_t axis, TensorImpl& out) {
  const Tensor frames = axis == 0 ? first_axes_last(x, 2) : shallow_copy(x);
  const Tensor result = axis == 0 ? first_axes_last(out, 1) : shallow_copy(out);
  if (result->is_contiguous()) return add_frames(*frames, hop_length, *result);
  Tensor dense = Tensor::empty(result.shape(), out.dtype());
  add_frames(*frames, hop_length, *dense);
  copy_elements(*dense, *result);
}

void frame_grad(const TensorImpl& out_grad, const TensorImpl&, int64_t hop_length, int64_t axis,
                TensorImpl& x_grad) {
  overlap_add(out_grad, hop_length, axis, x_grad);
}

}  // namespace pd::cpu
