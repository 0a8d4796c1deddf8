// Shape rules of the normalisations.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

// Whether channels stand last; accepts two to five axes and every name of Paddle's layouts.
bool norm_channels_last(const TensorMeta& x, const std::string& data_format);

void batch_norm(const TensorMeta& x, const TensorMeta& mean, const TensorMeta& variance,
                const TensorMeta* scale, const TensorMeta* bias, const std::string& data_format,
                TensorMeta& out, TensorMeta& saved_mean, TensorMeta& saved_variance);
void batch_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                     const TensorMeta& out_grad, const std::string& data_format, TensorMeta& x_grad,
                     TensorMeta& scale_grad, TensorMeta& bias_grad);
void batch_norm_double_grad(const TensorMeta& x, const TensorMeta* scale,
                            const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                            const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                            const TensorMeta& scale_grad_grad, const TensorMeta& bias_grad_grad,
                            const std::string& data_format, TensorMeta& x_grad,
                            TensorMeta& scale_grad, TensorMeta& out_grad_grad);

void layer_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                int64_t begin_norm_axis, TensorMeta& out, TensorMeta& mean, TensorMeta& variance);
void layer_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& mean, const TensorMeta& variance, const TensorMeta& out_grad,
                     int64_t begin_norm_axis, TensorMeta& x_grad, TensorMeta& scale_grad,
                     TensorMeta& bias_grad);
void layer_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& mean,
                            const TensorMeta& variance, const TensorMeta& out_grad,
                            const TensorMeta& x_grad_grad, const TensorMeta& scale_grad_grad,
                            const TensorMeta& bias_grad_grad, int64_t begin_norm_axis,
                            TensorMeta& x_grad, TensorMeta& scale_grad, TensorMeta& out_grad_grad);

void rms_norm(const TensorMeta& x, const TensorMeta* scale, int64_t begin_norm_axis,
              TensorMeta& out, TensorMeta& inv_rms);
void rms_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& inv_rms,
                   const TensorMeta& out_grad, int64_t begin_norm_axis, TensorMeta& x_grad,
                   TensorMeta& scale_grad);
void rms_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& inv_rms,
                          const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                          const TensorMeta& scale_grad_grad, int64_t begin_norm_axis,
                          TensorMeta& x_grad, TensorMeta& scale_grad, TensorMeta& out_grad_grad);

void group_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                int64_t groups, const std::string& data_format, TensorMeta& out, TensorMeta& mean,
                TensorMeta& variance);
void group_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& mean, const TensorMeta& variance, const TensorMeta& out_grad,
                     int64_t groups, const std::string& data_format, TensorMeta& x_grad,
                     TensorMeta& scale_grad, TensorMeta& bias_grad);
void group_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& mean,
                            const TensorMeta& variance, const TensorMeta& out_grad,
                            const TensorMeta& x_grad_grad, const TensorMeta& scale_grad_grad,
                            const TensorMeta& bias_grad_grad, int64_t groups,
                            const std::string& data_format, TensorMeta& x_grad,
                            TensorMeta& scale_grad, TensorMeta& out_grad_grad);

void instance_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                   TensorMeta& out, TensorMeta& saved_mean, TensorMeta& saved_variance);
void instance_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                        const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                        const TensorMeta& out_grad, TensorMeta& x_grad, TensorMeta& scale_grad,
                        TensorMeta& bias_grad);
void instance_norm_double_grad(const TensorMeta& x, const TensorMeta* scale,
                               const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                               const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                               const TensorMeta& scale_grad_grad, const TensorMeta& bias_grad_grad,
                               TensorMeta& x_grad, TensorMeta& scale_grad,
                               TensorMeta& out_grad_grad);

}  // namespace pd::infer
