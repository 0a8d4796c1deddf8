// Kernels of the operators in ops/guest.yaml.
#include "kernels.h"

namespace paddle::kernels {

void guest_cube(const Tensor& x, double factor, Tensor& out) {
  const Tensor from = x.contiguous();
  Tensor to = out.contiguous();
  visit<float, double>(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* source = from.data<T>();
    T* target = to.data<T>();
    parallel_for(0, from.numel(), 1024, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        target[i] = static_cast<T>(factor) * source[i] * source[i] * source[i];
      }
    });
  });
  if (!out.is_contiguous()) out.copy_from(to);
}

void guest_select(const Tensor& x, const Tensor& where, Tensor& out) {
  const Tensor from = x.contiguous();
  const Tensor mask = where.contiguous();
  const std::span<const bool> wanted = mask.span<const bool>();
  const int64_t count = std::count(wanted.begin(), wanted.end(), true);
  out = Tensor::empty({&count, 1}, from.dtype());
  visit<float, double>(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* source = from.data<T>();
    T* target = out.data<T>();
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i]) *target++ = source[i];
    }
  });
}

}  // namespace paddle::kernels
