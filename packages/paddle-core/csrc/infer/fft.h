// Shape rules of Fourier transforms and of the frames of signals.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

// Points that a transform of `size` real points has up to the middle.
inline int64_t half_spectrum(int64_t size) {
  return size == kUnknownDim ? kUnknownDim : size / 2 + 1;
}

void fft_c2c(const TensorMeta& x, DimsView axes, const std::string& normalization, TensorMeta& out);
void fft_r2c(const TensorMeta& x, DimsView axes, const std::string& normalization, bool onesided,
             TensorMeta& out);
void fft_r2c_grad(const TensorMeta& upstream, const TensorMeta& x, DimsView axes,
                  const std::string& normalization, TensorMeta& out);
void fft_c2r(const TensorMeta& x, DimsView axes, const std::string& normalization,
             int64_t last_dim_size, TensorMeta& out);

void frame(const TensorMeta& x, int64_t frame_length, int64_t hop_length, int64_t axis,
           TensorMeta& out);
void frame_grad(const TensorMeta& upstream, const TensorMeta& x, int64_t hop_length, int64_t axis,
                TensorMeta& out);
void overlap_add(const TensorMeta& x, int64_t hop_length, int64_t axis, TensorMeta& out);

}  // namespace pd::infer
