// Shape rules of the losses.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

void cross_entropy_with_softmax(const TensorMeta& input, const TensorMeta& label, bool soft_label,
                                int64_t axis, TensorMeta& softmax, TensorMeta& loss);
void cross_entropy_with_softmax_grad(const TensorMeta& input, const TensorMeta& label,
                                     const TensorMeta& softmax, const TensorMeta& loss_grad,
                                     bool soft_label, int64_t axis, TensorMeta& input_grad);
void cross_entropy_with_softmax_double_grad(const TensorMeta& label, const TensorMeta& softmax,
                                            const TensorMeta& loss_grad,
                                            const TensorMeta& input_grad_grad, bool soft_label,
                                            int64_t axis, TensorMeta& input_grad,
                                            TensorMeta& loss_grad_grad);
void nll_loss(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
              const std::string& reduction, TensorMeta& out, TensorMeta& total_weight);
void nll_loss_grad(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
                   const TensorMeta& out_grad, const std::string& reduction,
                   TensorMeta& input_grad);
void nll_loss_only(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
                   const std::string& reduction, TensorMeta& out);
void logistic_loss(const TensorMeta& x, const TensorMeta& label, const TensorMeta* pos_weight,
                   TensorMeta& out);
void logistic_loss_grad(const TensorMeta& x, const TensorMeta& label, const TensorMeta* pos_weight,
                        const TensorMeta& out_grad, int64_t order, TensorMeta& x_grad);
void huber_loss(const TensorMeta& input, const TensorMeta& label, TensorMeta& out,
                TensorMeta& residual);
void kldiv_loss(const TensorMeta& x, const TensorMeta& label, const std::string& reduction,
                TensorMeta& out);
void kldiv_loss_grad(const TensorMeta& x, const TensorMeta& label, const TensorMeta& out_grad,
                     const std::string& reduction, TensorMeta& x_grad);

}  // namespace pd::infer
