// Dropout, drawing from the generator exactly as Paddle does on the CPU.
#include <optional>
#include <string>

#include "kernels/cpu/simd/draw_mask.h"
#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

// What a kept element is multiplied by, in training and at inference.
float kept_scale(double p, bool is_test, const std::string& mode) {
  const float keep = 1.0f - static_cast<float>(p);
  if (mode == "upscale_in_train") return is_test ? 1.0f : 1.0f / keep;
  return is_test ? keep : 1.0f;
}

void apply_mask(const TensorImpl& x, const uint8_t* mask, double p, bool is_test,
                const std::string& mode, TensorImpl& out) {
  const Tensor dense = contiguous(x);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    const T* from = dense.data<T>();
    T* to = out.data<T>();
    // Paddle divides by the rounded 1 - p; other scales are products.
    const bool divides = mode == "upscale_in_train" && !is_test;
    const A factor = divides ? A(1.0f - static_cast<float>(p)) : A(kept_scale(p, is_test, mode));
    parallel_for(0, x.numel(), 16384, [=](int64_t first, int64_t last) {
      if (divides) {
        for_lanes(last - first, [=](int64_t j) {
          const A kept = A(from[first + j]) / factor;
          to[first + j] = T(mask[first + j] ? kept : A(0));
        });
      } else {
        for_lanes(last - first, [=](int64_t j) {
          const A kept = A(from[first + j]) * factor;
          to[first + j] = T(mask[first + j] ? kept : A(0));
        });
      }
    });
  });
}

}  // namespace

void dropout(const TensorImpl& x, const TensorImpl* seed_tensor, double p, bool is_test,
             const std::string& mode, int64_t seed, bool fix_seed, TensorImpl& out,
             TensorImpl& mask) {
  uint8_t* kept = mask.data<uint8_t>();
  if (is_test) {
    fill(mask, 1.0);
  } else if (p == 1.0) {
    fill(mask, 0.0);
  } else {
    const int64_t chosen = seed_tensor ? *seed_tensor->data<int32_t>() : fix_seed ? seed : 0;
    draw_mask(chosen, static_cast<float>(p), kept, x.numel());
  }
  apply_mask(x, kept, p, is_test, mode, out);
}

void dropout_grad(const TensorImpl& mask, const TensorImpl& out_grad, double p, bool is_test,
                  const std::string& mode, TensorImpl& x_grad) {
  const Tensor kept = contiguous(mask);
  apply_mask(out_grad, kept.data<uint8_t>(), p, is_test, mode, x_grad);
}

}  // namespace pd::PD_ISA
