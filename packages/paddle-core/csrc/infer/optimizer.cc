// Shape rules of the optimiser steps.
#include "infer/optimizer.h"

#include <algorithm>

#include "infer/common.h"

namespace pd::infer {

namespace {

using Numbers = std::span<const double>;

void require_one_element(const TensorMeta& x, const char* name) {
  require(
      x.shape.empty() || (x.shape.size() == 1 && (x.shape[0] == 1 || x.shape[0] == kUnknownDim)),
      name, " must have one element, got the shape ", x.shape);
  require(x.dtype == DType::kFloat32 || x.dtype == DType::kFloat64, name,
          " must be float32 or float64, got ", x.dtype);
}

bool same_shape(DimsView x, DimsView y) {
  return x.size() == y.size() && expands_to(x, y) && expands_to(y, x);
}

void require_count(MetaList list, MetaList params, const char* name) {
  require(list.size() == params.size(), name, " must have ", params.size(),
          " tensors, as many as params, got ", list.size());
}

void require_numbers(Numbers values, MetaList params, const char* name) {
  require(values.empty() || values.size() == params.size(), name, " must be empty or have ",
          params.size(), " values, got ", values.size());
}

// Parameters, gradients, master copies and per-parameter numbers.
void check_step(MetaList params, MetaList grads, MetaList masters, const TensorMeta& lr,
                Numbers lr_ratios, Numbers extra) {
  require_count(grads, params, "grads");
  require_one_element(lr, "lr");
  require_numbers(lr_ratios, params, "lr_ratios");
  require_numbers(extra, params, "l2 or decays");
  if (!masters.empty()) require_count(masters, params, "master_params");
  for (size_t i = 0; i < params.size(); ++i) {
    const TensorMeta& p = *params[i];
    require(is_float(p.dtype), "params[", i, "] must have a floating dtype, got ", p.dtype);
    require(same_shape(grads[i]->shape, p.shape) && grads[i]->dtype == p.dtype, "grads[", i,
            "] must be ", p.dtype, " of shape ", p.shape, ", got ", grads[i]->dtype, " of shape ",
            grads[i]->shape);
    if (masters.empty()) continue;
    require(same_shape(masters[i]->shape, p.shape) && masters[i]->dtype == DType::kFloat32 &&
                in_mask(p.dtype, kHalfMask),
            "master_params[", i, "] must be float32 of shape ", p.shape,
            " beside a half parameter, got ", masters[i]->dtype, " of shape ", masters[i]->shape,
            " beside ", p.dtype);
  }
}

// A state has the shape of its parameter and the dtype in which the step is computed.
void check_state(MetaList states, MetaList params, MetaList masters, const char* name) {
  require_count(states, params, name);
  for (size_t i = 0; i < params.size(); ++i) {
    const DType dtype = masters.empty() ? params[i]->dtype : DType::kFloat32;
    require(same_shape(states[i]->shape, params[i]->shape) && states[i]->dtype == dtype, name, "[",
            i, "] must be ", dtype, " of shape ", params[i]->shape, ", got ", states[i]->dtype,
            " of shape ", states[i]->shape);
  }
}

void check_powers(MetaList powers, MetaList params, const char* name) {
  require_count(powers, params, name);
  for (const TensorMeta* power : powers) require_one_element(*power, name);
}

}  // namespace

void sgd_(MetaList params, MetaList grads, MetaList master_params, const TensorMeta& lr,
          Numbers lr_ratios, Numbers l2) {
  check_step(params, grads, master_params, lr, lr_ratios, l2);
}

void momentum_(MetaList params, MetaList grads, MetaList velocities, MetaList master_params,
               const TensorMeta& lr, Numbers lr_ratios, Numbers l2) {
  check_step(params, grads, master_params, lr, lr_ratios, l2);
  check_state(velocities, params, master_params, "state");
}

void adam_(MetaList params, MetaList grads, MetaList moment1, MetaList moment2, MetaList beta1_pow,
           MetaList beta2_pow, MetaList master_params, const TensorMeta& lr, Numbers lr_ratios,
           Numbers decays) {
  check_step(params, grads, master_params, lr, lr_ratios, decays);
  check_state(moment1, params, master_params, "moment1");
  check_state(moment2, params, master_params, "moment2");
  check_powers(beta1_pow, params, "beta1_pow");
  check_powers(beta2_pow, params, "beta2_pow");
}

void adamax_(MetaList params, MetaList grads, MetaList moment, MetaList inf_norm,
             MetaList beta1_pow, MetaList master_params, const TensorMeta& lr, Numbers lr_ratios,
             Numbers l2) {
  check_step(params, grads, master_params, lr, lr_ratios, l2);
  check_state(moment, params, master_params, "moment");
  check_state(inf_norm, params, master_params, "inf_norm");
  check_powers(beta1_pow, params, "beta1_pow");
}

void adadelta_(MetaList params, MetaList grads, MetaList avg_squared_grad,
               MetaList avg_squared_update, MetaList master_params, const TensorMeta& lr,
               Numbers lr_ratios, Numbers l2) {
  check_step(params, grads, master_params, lr, lr_ratios, l2);
  check_state(avg_squared_grad, params, master_params, "avg_squared_grad");
  check_state(avg_squared_update, params, master_params, "avg_squared_update");
}

void rmsprop_(MetaList params, MetaList grads, MetaList mean_square, MetaList moment,
              MetaList mean_grad, MetaList master_params, const TensorMeta& lr, Numbers lr_ratios,
              Numbers l2) {
  check_step(params, grads, master_params, lr, lr_ratios, l2);
  check_state(mean_square, params, master_params, "mean_square");
  check_state(moment, params, master_params, "moment");
  check_state(mean_grad, params, master_params, "mean_grad");
}

void multi_squared_norm(MetaList xs, TensorMeta& out) {
  const bool wide = std::any_of(xs.begin(), xs.end(),
                                [](const TensorMeta* x) { return x->dtype == DType::kFloat64; });
  for (const TensorMeta* x : xs) {
    require(is_float(x->dtype), "xs must have floating dtypes, got ", x->dtype);
  }
  set_meta(out, Dims{static_cast<int64_t>(xs.size())}, wide ? DType::kFloat64 : DType::kFloat32,
           xs.empty() ? Place{} : xs[0]->place);
}

void multi_scale(MetaList xs, const TensorMeta& factor, SmallVector<TensorMeta, 1>& out) {
  require(factor.dtype == DType::kFloat32 || factor.dtype == DType::kFloat64,
          "factor must be float32 or float64, got ", factor.dtype);
  const int64_t count = num_elements(factor.shape);
  require(factor.shape.size() <= 1 &&
              (count == 1 || count == kUnknownDim || count == static_cast<int64_t>(xs.size())),
          "factor must have one element or one per tensor, got the shape ", factor.shape);
  for (const TensorMeta* x : xs) {
    require(is_float(x->dtype), "xs must have floating dtypes, got ", x->dtype);
    TensorMeta meta;
    unchanged(*x, meta);
    out.push_back(meta);
  }
}

void squared_l2_norm(const TensorMeta& x, TensorMeta& out) {
  set_meta(out, Dims{}, x.dtype, x.place);
}

void check_finite_and_unscale(MetaList x, const TensorMeta& scale, TensorMeta& found_infinite) {
  require_one_element(scale, "scale");
  for (const TensorMeta* item : x) {
    require(is_float(item->dtype), "x must have floating dtypes, got ", item->dtype);
  }
  set_meta(found_infinite, Dims{1}, DType::kBool, scale.place);
}

void update_loss_scaling(MetaList x, const TensorMeta& found_infinite,
                         const TensorMeta& prev_loss_scaling, const TensorMeta& in_good_steps,
                         const TensorMeta& in_bad_steps) {
  require_one_element(prev_loss_scaling, "prev_loss_scaling");
  const auto require_flag = [](const TensorMeta& m, DType dtype, const char* name) {
    require(m.dtype == dtype && (m.shape.empty() || (m.shape.size() == 1 && m.shape[0] == 1)), name,
            " must be one ", dtype, ", got ", m.dtype, " of shape ", m.shape);
  };
  require_flag(found_infinite, DType::kBool, "found_infinite");
  require_flag(in_good_steps, DType::kInt32, "in_good_steps");
  require_flag(in_bad_steps, DType::kInt32, "in_bad_steps");
  for (const TensorMeta* item : x) {
    require(is_float(item->dtype), "x must have floating dtypes, got ", item->dtype);
  }
}

}  // namespace pd::infer
