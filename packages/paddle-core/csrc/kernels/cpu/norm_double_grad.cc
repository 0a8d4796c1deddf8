// Second derivatives of the normalisations, in double precision: rarely called, so that one plain
// implementation serves layer, RMS, batch, group and instance norm.
//
// With unit = (x - mean) * s and flow = out_grad * scale, the first derivative is
//   x_grad = s * P(flow),  P(v) = v - mean(v) - unit * mean(v * unit),
//   scale_grad = sum(out_grad * unit),  bias_grad = sum(out_grad).
// The functions below are the derivatives of sum(a * x_grad) + sum(b * scale_grad) + sum(c *
// bias_grad).
#include <cmath>
#include <string>
#include <vector>

#include "infer/norm.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

// A contiguous tensor of up to four axes; strides say where an element's statistics and scale
// stand.
struct NormView {
  int64_t sizes[4] = {1, 1, 1, 1};
  int64_t set_strides[4] = {0, 0, 0, 0};
  int64_t scale_strides[4] = {0, 0, 0, 0};
  int64_t sets = 1;
  int64_t scales = 1;
  bool centred = true;    // the mean is taken off
  bool constant = false;  // statistics are running ones, not those of x

  // Calls f(element, set, scale).
  template <class F>
  void each(F&& f) const {
    int64_t at = 0;
    for (int64_t i = 0; i < sizes[0]; ++i) {
      for (int64_t j = 0; j < sizes[1]; ++j) {
        for (int64_t k = 0; k < sizes[2]; ++k) {
          for (int64_t l = 0; l < sizes[3]; ++l, ++at) {
            f(size_t(at), size_t(offset(set_strides, i, j, k, l)),
              size_t(offset(scale_strides, i, j, k, l)));
          }
        }
      }
    }
  }
  int64_t set_size() const { return sets ? sizes[0] * sizes[1] * sizes[2] * sizes[3] / sets : 0; }

 private:
  static int64_t offset(const int64_t* strides, int64_t i, int64_t j, int64_t k, int64_t l) {
    return i * strides[0] + j * strides[1] + k * strides[2] + l * strides[3];
  }
};

int64_t spatial_size(const TensorImpl& x, bool channels_last) {
  int64_t size = 1;
  for (int64_t axis = 1; axis < x.rank(); ++axis) size *= x.dim(axis);
  const int64_t channels = x.dim(channels_last ? x.rank() - 1 : 1);
  return channels ? size / channels : 0;
}

NormView view_of_groups(const TensorImpl& x, int64_t groups, bool channels_last) {
  const int64_t batch = x.dim(0);
  const int64_t channels = x.dim(channels_last ? x.rank() - 1 : 1);
  const int64_t width = groups ? channels / groups : 0;
  const int64_t spatial = spatial_size(x, channels_last);
  if (channels_last) {
    return {{batch, spatial, groups, width},
            {groups, 0, 1, 0},
            {0, 0, width, 1},
            batch * groups,
            channels};
  }
  return {{batch, groups, width, spatial},
          {groups, 1, 0, 0},
          {0, width, 1, 0},
          batch * groups,
          channels};
}

NormView view_of_batch(const TensorImpl& x, bool channels_last) {
  NormView view = view_of_groups(x, x.dim(channels_last ? x.rank() - 1 : 1), channels_last);
  view.set_strides[0] = 0;
  view.sets = view.scales;
  return view;
}

NormView view_of_rows(const TensorImpl& x, int64_t begin_norm_axis) {
  NormView view;
  const int64_t begin = normalize_axis(begin_norm_axis, x.rank());
  for (int64_t axis = 0; axis < x.rank(); ++axis) view.sizes[axis < begin ? 0 : 1] *= x.dim(axis);
  view.set_strides[0] = 1;
  view.scale_strides[1] = 1;
  view.sets = view.sizes[0];
  view.scales = view.sizes[1];
  return view;
}

class Doubles {
 public:
  explicit Doubles(const TensorImpl& x) : hold_(Tensor::empty(x.shape(), DType::kFloat64)) {
    copy_elements(x, *hold_);
  }
  double operator[](size_t i) const { return hold_.data<double>()[i]; }
  double& operator[](size_t i) { return hold_.data<double>()[i]; }
  void copy_to(TensorImpl& out) const { copy_elements(*hold_, out); }

  static Doubles zeros_like(const TensorImpl& x) {
    return Doubles(Tensor::zeros(x.shape(), DType::kFloat64));
  }

 private:
  explicit Doubles(Tensor hold) : hold_(std::move(hold)) {}
  Tensor hold_;
};

// The mean over each set of value(element, set, scale).
template <class F>
std::vector<double> set_means(const NormView& view, F&& value) {
  std::vector<double> means(static_cast<size_t>(view.sets));
  view.each([&](size_t i, size_t set, size_t scale) { means[set] += value(i, set, scale); });
  for (double& mean : means) mean /= double(view.set_size());
  return means;
}

struct DoubleGradInputs {
  const TensorImpl& x;
  const TensorImpl* scale;
  const TensorImpl* mean;
  std::vector<double> inverse;
  const TensorImpl& out_grad;
  const TensorImpl& x_grad_grad;
  const TensorImpl& scale_grad_grad;
  const TensorImpl* bias_grad_grad;
};

struct DoubleGradOutputs {
  TensorImpl& x_grad;
  TensorImpl& scale_grad;
  TensorImpl& out_grad_grad;
};

void double_grad(const NormView& view, const DoubleGradInputs& in, const DoubleGradOutputs& out) {
  const Doubles x(in.x), g(in.out_grad), a(in.x_grad_grad), b(in.scale_grad_grad);
  const Doubles mean = in.mean ? Doubles(*in.mean) : Doubles::zeros_like(in.x);
  const Doubles scale = in.scale ? Doubles(*in.scale) : Doubles(in.scale_grad_grad);
  const Doubles c =
      in.bias_grad_grad ? Doubles(*in.bias_grad_grad) : Doubles::zeros_like(out.scale_grad);
  const std::vector<double>& s = in.inverse;

  const auto unit = [&](size_t i, size_t set) {
    return (x[i] - (in.mean ? mean[set] : 0.0)) * s[set];
  };
  const auto weight = [&](size_t k) { return in.scale ? scale[k] : 1.0; };
  const auto flow = [&](size_t i, size_t k) { return g[i] * weight(k); };
  const auto mean_of = [&](auto&& value) {
    return view.constant ? std::vector<double>(size_t(view.sets)) : set_means(view, value);
  };
  const auto centre_of = [&](auto&& value) {
    return view.centred ? mean_of(value) : std::vector<double>(size_t(view.sets));
  };

  const auto a_mean = centre_of([&](size_t i, size_t, size_t) { return a[i]; });
  const auto a_unit = mean_of([&](size_t i, size_t set, size_t) { return a[i] * unit(i, set); });
  const auto flow_mean = centre_of([&](size_t i, size_t, size_t k) { return flow(i, k); });
  const auto flow_unit =
      mean_of([&](size_t i, size_t set, size_t k) { return flow(i, k) * unit(i, set); });
  const auto a_flow = mean_of([&](size_t i, size_t, size_t k) { return a[i] * flow(i, k); });

  // What the loss does with `unit`, before unit's own dependence on x.
  const auto unit_grad = [&](size_t i, size_t set, size_t k) {
    return b[k] * g[i] - s[set] * (a[i] * flow_unit[set] + flow(i, k) * a_unit[set]);
  };
  const auto q_mean = centre_of(unit_grad);
  const auto q_unit =
      mean_of([&](size_t i, size_t set, size_t k) { return unit_grad(i, set, k) * unit(i, set); });

  Doubles x_grad = Doubles::zeros_like(out.x_grad);
  Doubles scale_grad = Doubles::zeros_like(out.scale_grad);
  Doubles g_grad = Doubles::zeros_like(out.out_grad_grad);
  view.each([&](size_t i, size_t set, size_t k) {
    const double projected = a[i] - a_mean[set] - unit(i, set) * a_unit[set];
    const double through_s =
        a_flow[set] - a_mean[set] * flow_mean[set] - a_unit[set] * flow_unit[set];
    g_grad[i] = weight(k) * s[set] * projected + b[k] * unit(i, set) + c[k];
    scale_grad[k] += g[i] * s[set] * projected;
    x_grad[i] = s[set] * (unit_grad(i, set, k) - q_mean[set] - unit(i, set) * q_unit[set]) -
                s[set] * s[set] * unit(i, set) * through_s;
  });
  x_grad.copy_to(out.x_grad);
  scale_grad.copy_to(out.scale_grad);
  g_grad.copy_to(out.out_grad_grad);
}

std::vector<double> elements(const TensorImpl& x) {
  const Doubles values(x);
  std::vector<double> result(static_cast<size_t>(x.numel()));
  for (size_t i = 0; i < result.size(); ++i) result[i] = values[i];
  return result;
}

std::vector<double> inverse_roots(const TensorImpl& variance, double epsilon) {
  std::vector<double> result = elements(variance);
  for (double& v : result) v = 1 / std::sqrt(v + epsilon);
  return result;
}

}  // namespace

void batch_norm_double_grad(const TensorImpl& x, const TensorImpl* scale,
                            const TensorImpl& saved_mean, const TensorImpl& saved_variance,
                            const TensorImpl& out_grad, const TensorImpl& x_grad_grad,
                            const TensorImpl& scale_grad_grad, const TensorImpl& bias_grad_grad,
                            bool is_test, const std::string& data_format, bool use_global_stats,
                            bool trainable_statistics, TensorImpl& x_grad, TensorImpl& scale_grad,
                            TensorImpl& out_grad_grad) {
  NormView view = view_of_batch(x, infer::norm_channels_last(x.meta(), data_format));
  view.constant = use_global_stats || (is_test && !trainable_statistics);
  if (!view.constant && view.set_size() == 1) {  // the forward passes x through
    fill(x_grad, 0.0);
    fill(scale_grad, 0.0);
    return copy_elements(x_grad_grad, out_grad_grad);
  }
  double_grad(view,
              {x, scale, &saved_mean, elements(saved_variance), out_grad, x_grad_grad,
               scale_grad_grad, &bias_grad_grad},
              {x_grad, scale_grad, out_grad_grad});
}

void layer_norm_double_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl& mean,
                            const TensorImpl& variance, const TensorImpl& out_grad,
                            const TensorImpl& x_grad_grad, const TensorImpl& scale_grad_grad,
                            const TensorImpl& bias_grad_grad, double epsilon,
                            int64_t begin_norm_axis, TensorImpl& x_grad, TensorImpl& scale_grad,
                            TensorImpl& out_grad_grad) {
  double_grad(view_of_rows(x, begin_norm_axis),
              {x, scale, &mean, inverse_roots(variance, epsilon), out_grad, x_grad_grad,
               scale_grad_grad, &bias_grad_grad},
              {x_grad, scale_grad, out_grad_grad});
}

void rms_norm_double_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl& inv_rms,
                          const TensorImpl& out_grad, const TensorImpl& x_grad_grad,
                          const TensorImpl& scale_grad_grad, int64_t begin_norm_axis,
                          TensorImpl& x_grad, TensorImpl& scale_grad, TensorImpl& out_grad_grad) {
  NormView view = view_of_rows(x, begin_norm_axis);
  view.centred = false;
  double_grad(
      view, {x, scale, nullptr, elements(inv_rms), out_grad, x_grad_grad, scale_grad_grad, nullptr},
      {x_grad, scale_grad, out_grad_grad});
}

void group_norm_double_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl& mean,
                            const TensorImpl& variance, const TensorImpl& out_grad,
                            const TensorImpl& x_grad_grad, const TensorImpl& scale_grad_grad,
                            const TensorImpl& bias_grad_grad, double epsilon, int64_t groups,
                            const std::string& data_format, TensorImpl& x_grad,
                            TensorImpl& scale_grad, TensorImpl& out_grad_grad) {
  double_grad(view_of_groups(x, groups, infer::norm_channels_last(x.meta(), data_format)),
              {x, scale, &mean, inverse_roots(variance, epsilon), out_grad, x_grad_grad,
               scale_grad_grad, &bias_grad_grad},
              {x_grad, scale_grad, out_grad_grad});
}

void instance_norm_double_grad(const TensorImpl& x, const TensorImpl* scale,
                               const TensorImpl& saved_mean, const TensorImpl& saved_variance,
                               const TensorImpl& out_grad, const TensorImpl& x_grad_grad,
                               const TensorImpl& scale_grad_grad, const TensorImpl& bias_grad_grad,
                               TensorImpl& x_grad, TensorImpl& scale_grad,
                               TensorImpl& out_grad_grad) {
  double_grad(view_of_groups(x, x.dim(1), false),
              {x, scale, &saved_mean, elements(saved_variance), out_grad, x_grad_grad,
               scale_grad_grad, &bias_grad_grad},
              {x_grad, scale_grad, out_grad_grad});
}

}  // namespace pd::cpu
