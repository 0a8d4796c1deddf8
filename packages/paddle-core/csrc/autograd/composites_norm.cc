// Composites of the normalisations' first derivatives: those of the normalisations written with
// means and products. Statistics are computed from x again, since gradients flow through them.
#include <functional>

#include "autograd/composite.h"
#include "autograd/formula.h"
#include "composites.h"
#include "infer/norm.h"

namespace pd::composite {
namespace {

using Grads = std::tuple<Tensor, Tensor, Tensor>;
using TensorFunction = std::function<Tensor(const Tensor&)>;

// x under a shape that has the sets to normalise on some axes, and the shape in which a scale or a
// bias fits to it.
struct View {
  Dims shape;
  Dims axes;
  Dims parameters;
};

Dims range(int64_t begin, int64_t end) {
  Dims axes;
  for (int64_t axis = begin; axis < end; ++axis) axes.push_back(axis);
  return axes;
}

View rows_view(const Tensor& x, int64_t begin_norm_axis) {
  const int64_t begin = normalize_axis(begin_norm_axis, x.rank());
  View view{x.shape(), range(begin, x.rank()), {}};
  for (int64_t axis = begin; axis < x.rank(); ++axis) view.parameters.push_back(x.dim(axis));
  return view;
}

View group_view(const Tensor& x, int64_t groups, bool channels_last) {
  const int64_t channels = channels_last ? x.dim(x.rank() - 1) : x.dim(1);
  const int64_t per_group = channels / groups;
  View view{{x.dim(0)}, {}, {1}};
  const auto add_channels = [&] {
    view.axes.push_back(static_cast<int64_t>(view.shape.size()) + 1);
    for (Dims* shape : {&view.shape, &view.parameters}) {
      shape->push_back(groups);
      shape->push_back(per_group);
    }
  };
  if (!channels_last) add_channels();
  for (int64_t axis = channels_last ? 1 : 2; axis < x.rank() - (channels_last ? 1 : 0); ++axis) {
    view.axes.push_back(static_cast<int64_t>(view.shape.size()));
    view.shape.push_back(x.dim(axis));
    view.parameters.push_back(1);
  }
  if (channels_last) add_channels();
  return view;
}

View batch_view(const Tensor& x, bool channels_last) {
  const int64_t channel = channels_last ? x.rank() - 1 : 1;
  View view{x.shape(), {}, {}};
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    view.parameters.push_back(axis == channel ? x.dim(axis) : 1);
    if (axis != channel) view.axes.push_back(axis);
  }
  return view;
}

// The derivatives of normalise(x) * scale + bias.
Grads affine_grads(const Tensor& x, const Tensor& scale, const Tensor& bias, const Tensor& out_grad,
                   const View& view, const TensorFunction& normalise) {
  const DType dtype = in_mask(x.dtype(), kHalfMask) ? DType::kFloat32 : x.dtype();
  std::vector<Tensor> variables = {variable(x)};
  Tensor out = normalise(ops::reshape(formula::cast(variables[0], dtype), view.shape));
  const auto parameter = [&](const Tensor& value) {
    variables.push_back(variable(value));
    return ops::reshape(formula::cast(variables.back(), dtype), view.parameters);
  };
  if (scale) out = out * parameter(scale);
  if (bias) out = out + parameter(ops::zeros_like(bias));
  out = ops::reshape(formula::cast(out, x.dtype()), x.shape());
  std::vector<Tensor> grads = gradients(out, out_grad, variables);
  return {grads[0], scale ? grads[1] : Tensor(), bias ? grads.back() : Tensor()};
}

// The number that was added to `spread` before 1 / sqrt(...) of it was saved.
Tensor epsilon_of(const Tensor& saved_inverse, const Tensor& spread) {
  const GradModeGuard no_grad(false);
  const Tensor inverse = ops::reshape(saved_inverse, spread.shape());
  return 1 / (inverse * inverse) - spread;
}

TensorFunction by_variance(const View& view, const TensorFunction& inverse_of) {
  return [&view, inverse_of](const Tensor& x) {
    const Tensor centered = x - ops::mean(x, view.axes, true);
    return centered * inverse_of(ops::mean(ops::square(centered), view.axes, true));
  };
}

TensorFunction by_variance(const View& view, double epsilon) {
  return by_variance(view, [epsilon](const Tensor& v) { return ops::rsqrt(v + epsilon); });
}

TensorFunction inverse_with_epsilon_of(const Tensor& saved_inverse) {
  return [&saved_inverse](const Tensor& spread) {
    return ops::rsqrt(spread + epsilon_of(saved_inverse, spread));
  };
}

}  // namespace

Grads layer_norm_grad(const Tensor& x, const Tensor& scale, const Tensor& bias, const Tensor&,
                      const Tensor&, const Tensor& out_grad, double epsilon,
                      int64_t begin_norm_axis) {
  const View view = rows_view(x, begin_norm_axis);
  return affine_grads(x, scale, bias, out_grad, view, by_variance(view, epsilon));
}

std::tuple<Tensor, Tensor> rms_norm_grad(const Tensor& x, const Tensor& scale,
                                         const Tensor& inv_rms, const Tensor& out_grad,
                                         int64_t begin_norm_axis) {
  const View view = rows_view(x, begin_norm_axis);
  const TensorFunction inverse_of = inverse_with_epsilon_of(inv_rms);
  const auto normalise = [&](const Tensor& rows) {
    return rows * inverse_of(ops::mean(ops::square(rows), view.axes, true));
  };
  auto [x_grad, scale_grad, none] = affine_grads(x, scale, {}, out_grad, view, normalise);
  return {x_grad, scale_grad};
}

Grads group_norm_grad(const Tensor& x, const Tensor& scale, const Tensor& bias, const Tensor&,
                      const Tensor&, const Tensor& out_grad, double epsilon, int64_t groups,
                      const std::string& data_format) {
  const View view = group_view(x, groups, infer::norm_channels_last(x->meta(), data_format));
  return affine_grads(x, scale, bias, out_grad, view, by_variance(view, epsilon));
}

Grads instance_norm_grad(const Tensor& x, const Tensor& scale, const Tensor& bias, const Tensor&,
                         const Tensor& saved_variance, const Tensor& out_grad) {
  const View view = group_view(x, x.dim(1), false);
  return affine_grads(x, scale, bias, out_grad, view,
                      by_variance(view, inverse_with_epsilon_of(saved_variance)));
}

Grads batch_norm_grad(const Tensor& x, const Tensor& scale, const Tensor& bias,
                      const Tensor& saved_mean, const Tensor& saved_variance,
                      const Tensor& out_grad, bool is_test, const std::string& data_format,
                      bool use_global_stats, bool trainable_statistics) {
  const View view = batch_view(x, infer::norm_channels_last(x->meta(), data_format));
  if (use_global_stats || (is_test && !trainable_statistics)) {
    const Tensor mean = ops::reshape(saved_mean, view.parameters);
    const Tensor inverse = ops::reshape(saved_variance, view.parameters);
    return affine_grads(x, scale, bias, out_grad, view,
                        [&](const Tensor& sets) { return (sets - mean) * inverse; });
  }
  if (x.numel() == saved_mean.numel()) {  // the forward passes x through
    return {ops::assign(out_grad), Tensor(), Tensor()};
  }
  return affine_grads(x, scale, bias, out_grad, view,
                      by_variance(view, inverse_with_epsilon_of(saved_variance)));
}

}  // namespace pd::composite
