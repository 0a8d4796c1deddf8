// Shape rules of the remaining neural-network operators.
#pragma once

#include <span>
#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

// How many elements of padding stand before and after every axis.
struct PadPlan {
  Dims before, after;
};
PadPlan pad_plan(const TensorMeta& x, DimsView paddings);
PadPlan pad3d_plan(const TensorMeta& x, DimsView paddings, const std::string& data_format);
// The first spatial axis of a tensor with one to three of them.
int64_t first_spatial_axis(const TensorMeta& x, const std::string& data_format);

void along_axis(const TensorMeta& x, int64_t axis, TensorMeta& out);
void along_axis_grad(const TensorMeta& out, const TensorMeta& out_grad, int64_t axis,
                     TensorMeta& x_grad);
void embedding(const TensorMeta& x, const TensorMeta& weight, TensorMeta& out);
void embedding_grad(const TensorMeta& x, const TensorMeta& weight, const TensorMeta& out_grad,
                    TensorMeta& weight_grad);
void dropout(const TensorMeta& x, const TensorMeta* seed_tensor, double p, const std::string& mode,
             TensorMeta& out, TensorMeta& mask);
void dropout_grad(const TensorMeta& mask, const TensorMeta& out_grad, TensorMeta& x_grad);
void one_hot(const TensorMeta& x, int64_t num_classes, TensorMeta& out);
void pixel_shuffle(const TensorMeta& x, int64_t factor, const std::string& data_format,
                   TensorMeta& out);
void pixel_unshuffle(const TensorMeta& x, int64_t factor, const std::string& data_format,
                     TensorMeta& out);
void channel_shuffle(const TensorMeta& x, int64_t groups, const std::string& data_format,
                     TensorMeta& out);
void pad(const TensorMeta& x, DimsView paddings, TensorMeta& out);
void pad_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView paddings,
              TensorMeta& x_grad);
void pad3d(const TensorMeta& x, DimsView paddings, const std::string& mode,
           const std::string& data_format, TensorMeta& out);
void pad3d_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView paddings,
                const std::string& mode, const std::string& data_format, TensorMeta& x_grad);
void unfold(const TensorMeta& x, DimsView kernel_sizes, DimsView strides, DimsView paddings,
            DimsView dilations, TensorMeta& out);
void unfold_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView kernel_sizes,
                 DimsView strides, DimsView paddings, DimsView dilations, TensorMeta& x_grad);
void fold(const TensorMeta& x, DimsView output_sizes, DimsView kernel_sizes, DimsView strides,
          DimsView paddings, DimsView dilations, TensorMeta& out);
void interpolate(const TensorMeta& x, DimsView size, std::span<const double> scale,
                 const std::string& mode, const std::string& data_format, TensorMeta& out);
void interpolate_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView size,
                      std::span<const double> scale, const std::string& mode,
                      const std::string& data_format, TensorMeta& x_grad);

}  // namespace pd::infer
