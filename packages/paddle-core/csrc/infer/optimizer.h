// Shape rules of the optimiser steps: they only check, since the steps write their inputs.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace pd::infer {

using MetaList = std::span<const TensorMeta* const>;

void sgd_(MetaList params, MetaList grads, MetaList master_params, const TensorMeta& lr,
          std::span<const double> lr_ratios, std::span<const double> l2);
void momentum_(MetaList params, MetaList grads, MetaList velocities, MetaList master_params,
               const TensorMeta& lr, std::span<const double> lr_ratios, std::span<const double> l2);
void adam_(MetaList params, MetaList grads, MetaList moment1, MetaList moment2, MetaList beta1_pow,
           MetaList beta2_pow, MetaList master_params, const TensorMeta& lr,
           std::span<const double> lr_ratios, std::span<const double> decays);
void adamax_(MetaList params, MetaList grads, MetaList moment, MetaList inf_norm,
             MetaList beta1_pow, MetaList master_params, const TensorMeta& lr,
             std::span<const double> lr_ratios, std::span<const double> l2);
void adadelta_(MetaList params, MetaList grads, MetaList avg_squared_grad,
               MetaList avg_squared_update, MetaList master_params, const TensorMeta& lr,
               std::span<const double> lr_ratios, std::span<const double> l2);
void rmsprop_(MetaList params, MetaList grads, MetaList mean_square, MetaList moment,
              MetaList mean_grad, MetaList master_params, const TensorMeta& lr,
              std::span<const double> lr_ratios, std::span<const double> l2);
void multi_squared_norm(MetaList xs, TensorMeta& out);
void multi_scale(MetaList xs, const TensorMeta& factor, SmallVector<TensorMeta, 1>& out);
void squared_l2_norm(const TensorMeta& x, TensorMeta& out);
void check_finite_and_unscale(MetaList x, const TensorMeta& scale, TensorMeta& found_infinite);
void update_loss_scaling(MetaList x, const TensorMeta& found_infinite,
                         const TensorMeta& prev_loss_scaling, const TensorMeta& in_good_steps,
                         const TensorMeta& in_bad_steps);

}  // namespace pd::infer
