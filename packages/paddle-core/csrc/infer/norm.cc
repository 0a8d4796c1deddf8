// Shape rules of the normalisations.
#include "infer/norm.h"

#include <algorithm>

#include "infer/common.h"

namespace pd::infer {

namespace {

DType statistics_dtype(DType x) { return in_mask(x, kHalfMask) ? DType::kFloat32 : x; }

bool same_shape(DimsView x, DimsView y) {
  return x.size() == y.size() && expands_to(x, y) && expands_to(y, x);
}

void require_shape(const TensorMeta& x, DimsView shape, const char* name) {
  require(same_shape(x.shape, shape), name, " must have the shape ", ShapeText{shape}, ", got ",
          x.shape);
}

int64_t size_of_shape(DimsView shape) {
  int64_t size = 1;
  for (const int64_t n : shape) size = multiply_sizes(size, n);
  return size;
}

// A scale or bias: so many elements in any shape, in the dtype of x or of its statistics.
void require_parameter(const TensorMeta* p, int64_t size, DType x, const char* name) {
  if (!p) return;
  require(p->dtype == x || p->dtype == statistics_dtype(x), name, " must have the dtype ",
          statistics_dtype(x), ", got ", p->dtype);
  const int64_t count = size_of_shape(p->shape);
  require(count == size || count == kUnknownDim || size == kUnknownDim, name, " must have ", size,
          " elements, got the shape ", p->shape);
}

void require_statistics(const TensorMeta& s, DimsView shape, DType x, const char* name) {
  require_shape(s, shape, name);
  require(s.dtype == statistics_dtype(x), name, " must have the dtype ", statistics_dtype(x),
          ", got ", s.dtype);
}

void require_like_x(const TensorMeta& g, const TensorMeta& x, const char* name) {
  require_shape(g, x.shape, name);
  require(g.dtype == x.dtype, name, " must have the dtype ", x.dtype, ", got ", g.dtype);
}

void set_statistics(const TensorMeta& x, DimsView shape, TensorMeta& first, TensorMeta& second) {
  set_meta(first, shape, statistics_dtype(x.dtype), x.place);
  set_meta(second, shape, statistics_dtype(x.dtype), x.place);
}

// The gradient of a parameter: like it, or a vector where there is none to be like.
void set_parameter_grad(const TensorMeta& x, const TensorMeta* p, int64_t size, TensorMeta& grad) {
  if (p) return unchanged(*p, grad);
  set_meta(grad, Dims{size}, statistics_dtype(x.dtype), x.place);
}

int64_t channels_of(const TensorMeta& x, const std::string& data_format) {
  return norm_channels_last(x, data_format) ? x.shape.back() : x.shape[1];
}

// The second derivatives' common checks and shapes.
void set_double_grad(const TensorMeta& x, const TensorMeta* scale, int64_t size,
                     const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                     const TensorMeta& scale_grad_grad, TensorMeta& x_grad, TensorMeta& scale_grad,
                     TensorMeta& out_grad_grad) {
  require_parameter(scale, size, x.dtype, "scale");
  require_like_x(out_grad, x, "out_grad");
  require_like_x(x_grad_grad, x, "x_grad_grad");
  require_parameter(&scale_grad_grad, size, x.dtype, "scale_grad_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, size, scale_grad);
  unchanged(x, out_grad_grad);
}

struct RowShape {
  int64_t rows;
  int64_t size;
};

RowShape row_shape(const TensorMeta& x, int64_t begin_norm_axis) {
  const int64_t rank = static_cast<int64_t>(x.shape.size());
  require(rank > 0, "x must have at least one axis");
  const size_t begin =
      static_cast<size_t>(normalize_axis(begin_norm_axis, rank, "begin_norm_axis"));
  const DimsView shape(x.shape.data(), x.shape.size());
  return {size_of_shape(shape.first(begin)), size_of_shape(shape.subspan(begin))};
}

Dims group_statistics_shape(const TensorMeta& x, int64_t groups, const std::string& data_format) {
  const int64_t channels = channels_of(x, data_format);
  require(groups >= 1, "groups must be at least 1, got ", groups);
  require(channels == kUnknownDim || channels % groups == 0, "the ", channels,
          " channels of x cannot be divided into ", groups, " groups");
  return Dims{x.shape[0], groups};
}

Dims instance_statistics_shape(const TensorMeta& x) {
  return Dims{multiply_sizes(x.shape[0], x.shape[1])};
}

}  // namespace

bool norm_channels_last(const TensorMeta& x, const std::string& data_format) {
  const size_t rank = x.shape.size();
  require(rank >= 2 && rank <= 5, "x must have 2 to 5 axes, got the shape ", x.shape);
  const auto one_of = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return data_format == name; });
  };
  const bool last = one_of({"NHWC", "NDHWC", "NLC"});
  require(last || one_of({"NCHW", "NCDHW", "NCL", "NC", "AnyLayout"}),
          "data_format must be NC, NCL, NCHW, NCDHW, NLC, NHWC or NDHWC, got \"", data_format, '"');
  return last;
}

void batch_norm(const TensorMeta& x, const TensorMeta& mean, const TensorMeta& variance,
                const TensorMeta* scale, const TensorMeta* bias, const std::string& data_format,
                TensorMeta& out, TensorMeta& saved_mean, TensorMeta& saved_variance) {
  const Dims shape{channels_of(x, data_format)};
  require_statistics(mean, shape, x.dtype, "mean");
  require_statistics(variance, shape, x.dtype, "variance");
  require_parameter(scale, shape[0], x.dtype, "scale");
  require_parameter(bias, shape[0], x.dtype, "bias");
  unchanged(x, out);
  set_statistics(x, shape, saved_mean, saved_variance);
}

void batch_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                     const TensorMeta& out_grad, const std::string& data_format, TensorMeta& x_grad,
                     TensorMeta& scale_grad, TensorMeta& bias_grad) {
  const Dims shape{channels_of(x, data_format)};
  require_statistics(saved_mean, shape, x.dtype, "saved_mean");
  require_statistics(saved_variance, shape, x.dtype, "saved_variance");
  require_parameter(scale, shape[0], x.dtype, "scale");
  require_parameter(bias, shape[0], x.dtype, "bias");
  require_like_x(out_grad, x, "out_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, shape[0], scale_grad);
  set_parameter_grad(x, bias, shape[0], bias_grad);
}

void batch_norm_double_grad(const TensorMeta& x, const TensorMeta* scale,
                            const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                            const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                            const TensorMeta& scale_grad_grad, const TensorMeta& bias_grad_grad,
                            const std::string& data_format, TensorMeta& x_grad,
                            TensorMeta& scale_grad, TensorMeta& out_grad_grad) {
  const Dims shape{channels_of(x, data_format)};
  require_statistics(saved_mean, shape, x.dtype, "saved_mean");
  require_statistics(saved_variance, shape, x.dtype, "saved_variance");
  require_parameter(&bias_grad_grad, shape[0], x.dtype, "bias_grad_grad");
  set_double_grad(x, scale, shape[0], out_grad, x_grad_grad, scale_grad_grad, x_grad, scale_grad,
                  out_grad_grad);
}

void layer_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                int64_t begin_norm_axis, TensorMeta& out, TensorMeta& mean, TensorMeta& variance) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_parameter(scale, shape.size, x.dtype, "scale");
  require_parameter(bias, shape.size, x.dtype, "bias");
  unchanged(x, out);
  set_statistics(x, Dims{shape.rows}, mean, variance);
}

void layer_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& mean, const TensorMeta& variance, const TensorMeta& out_grad,
                     int64_t begin_norm_axis, TensorMeta& x_grad, TensorMeta& scale_grad,
                     TensorMeta& bias_grad) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_statistics(mean, Dims{shape.rows}, x.dtype, "mean");
  require_statistics(variance, Dims{shape.rows}, x.dtype, "variance");
  require_parameter(scale, shape.size, x.dtype, "scale");
  require_parameter(bias, shape.size, x.dtype, "bias");
  require_like_x(out_grad, x, "out_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, shape.size, scale_grad);
  set_parameter_grad(x, bias, shape.size, bias_grad);
}

void layer_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& mean,
                            const TensorMeta& variance, const TensorMeta& out_grad,
                            const TensorMeta& x_grad_grad, const TensorMeta& scale_grad_grad,
                            const TensorMeta& bias_grad_grad, int64_t begin_norm_axis,
                            TensorMeta& x_grad, TensorMeta& scale_grad, TensorMeta& out_grad_grad) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_statistics(mean, Dims{shape.rows}, x.dtype, "mean");
  require_statistics(variance, Dims{shape.rows}, x.dtype, "variance");
  require_parameter(&bias_grad_grad, shape.size, x.dtype, "bias_grad_grad");
  set_double_grad(x, scale, shape.size, out_grad, x_grad_grad, scale_grad_grad, x_grad, scale_grad,
                  out_grad_grad);
}

void rms_norm(const TensorMeta& x, const TensorMeta* scale, int64_t begin_norm_axis,
              TensorMeta& out, TensorMeta& inv_rms) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_parameter(scale, shape.size, x.dtype, "scale");
  unchanged(x, out);
  set_meta(inv_rms, Dims{shape.rows}, statistics_dtype(x.dtype), x.place);
}

void rms_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& inv_rms,
                   const TensorMeta& out_grad, int64_t begin_norm_axis, TensorMeta& x_grad,
                   TensorMeta& scale_grad) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_statistics(inv_rms, Dims{shape.rows}, x.dtype, "inv_rms");
  require_parameter(scale, shape.size, x.dtype, "scale");
  require_like_x(out_grad, x, "out_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, shape.size, scale_grad);
}

void rms_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& inv_rms,
                          const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                          const TensorMeta& scale_grad_grad, int64_t begin_norm_axis,
                          TensorMeta& x_grad, TensorMeta& scale_grad, TensorMeta& out_grad_grad) {
  const RowShape shape = row_shape(x, begin_norm_axis);
  require_statistics(inv_rms, Dims{shape.rows}, x.dtype, "inv_rms");
  set_double_grad(x, scale, shape.size, out_grad, x_grad_grad, scale_grad_grad, x_grad, scale_grad,
                  out_grad_grad);
}

void group_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                int64_t groups, const std::string& data_format, TensorMeta& out, TensorMeta& mean,
                TensorMeta& variance) {
  const Dims shape = group_statistics_shape(x, groups, data_format);
  require_parameter(scale, channels_of(x, data_format), x.dtype, "scale");
  require_parameter(bias, channels_of(x, data_format), x.dtype, "bias");
  unchanged(x, out);
  set_statistics(x, shape, mean, variance);
}

void group_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                     const TensorMeta& mean, const TensorMeta& variance, const TensorMeta& out_grad,
                     int64_t groups, const std::string& data_format, TensorMeta& x_grad,
                     TensorMeta& scale_grad, TensorMeta& bias_grad) {
  const Dims shape = group_statistics_shape(x, groups, data_format);
  const int64_t channels = channels_of(x, data_format);
  require_statistics(mean, shape, x.dtype, "mean");
  require_statistics(variance, shape, x.dtype, "variance");
  require_parameter(scale, channels, x.dtype, "scale");
  require_parameter(bias, channels, x.dtype, "bias");
  require_like_x(out_grad, x, "out_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, channels, scale_grad);
  set_parameter_grad(x, bias, channels, bias_grad);
}

void group_norm_double_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta& mean,
                            const TensorMeta& variance, const TensorMeta& out_grad,
                            const TensorMeta& x_grad_grad, const TensorMeta& scale_grad_grad,
                            const TensorMeta& bias_grad_grad, int64_t groups,
                            const std::string& data_format, TensorMeta& x_grad,
                            TensorMeta& scale_grad, TensorMeta& out_grad_grad) {
  const Dims shape = group_statistics_shape(x, groups, data_format);
  const int64_t channels = channels_of(x, data_format);
  require_statistics(mean, shape, x.dtype, "mean");
  require_statistics(variance, shape, x.dtype, "variance");
  require_parameter(&bias_grad_grad, channels, x.dtype, "bias_grad_grad");
  set_double_grad(x, scale, channels, out_grad, x_grad_grad, scale_grad_grad, x_grad, scale_grad,
                  out_grad_grad);
}

void instance_norm(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                   TensorMeta& out, TensorMeta& saved_mean, TensorMeta& saved_variance) {
  norm_channels_last(x, "NCHW");
  require_parameter(scale, x.shape[1], x.dtype, "scale");
  require_parameter(bias, x.shape[1], x.dtype, "bias");
  unchanged(x, out);
  set_statistics(x, instance_statistics_shape(x), saved_mean, saved_variance);
}

void instance_norm_grad(const TensorMeta& x, const TensorMeta* scale, const TensorMeta* bias,
                        const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                        const TensorMeta& out_grad, TensorMeta& x_grad, TensorMeta& scale_grad,
                        TensorMeta& bias_grad) {
  norm_channels_last(x, "NCHW");
  require_statistics(saved_mean, instance_statistics_shape(x), x.dtype, "saved_mean");
  require_statistics(saved_variance, instance_statistics_shape(x), x.dtype, "saved_variance");
  require_parameter(scale, x.shape[1], x.dtype, "scale");
  require_parameter(bias, x.shape[1], x.dtype, "bias");
  require_like_x(out_grad, x, "out_grad");
  unchanged(x, x_grad);
  set_parameter_grad(x, scale, x.shape[1], scale_grad);
  set_parameter_grad(x, bias, x.shape[1], bias_grad);
}

void instance_norm_double_grad(const TensorMeta& x, const TensorMeta* scale,
                               const TensorMeta& saved_mean, const TensorMeta& saved_variance,
                               const TensorMeta& out_grad, const TensorMeta& x_grad_grad,
                               const TensorMeta& scale_grad_grad, const TensorMeta& bias_grad_grad,
                               TensorMeta& x_grad, TensorMeta& scale_grad,
                               TensorMeta& out_grad_grad) {
  norm_channels_last(x, "NCHW");
  require_statistics(saved_mean, instance_statistics_shape(x), x.dtype, "saved_mean");
  require_statistics(saved_variance, instance_statistics_shape(x), x.dtype, "saved_variance");
  require_parameter(&bias_grad_grad, x.shape[1], x.dtype, "bias_grad_grad");
  set_double_grad(x, scale, x.shape[1], out_grad, x_grad_grad, scale_grad_grad, x_grad, scale_grad,
                  out_grad_grad);
}

}  // namespace pd::infer
