// Shape rules of the remaining neural-network operators.
#include "infer/nn.h"

#include <algorithm>

#include "infer/common.h"
#include "infer/conv.h"
#include "infer/norm.h"

namespace pd::infer {

namespace {

bool same_shape(DimsView x, DimsView y) {
  return x.size() == y.size() && expands_to(x, y) && expands_to(y, x);
}

void require_like(const TensorMeta& x, DimsView shape, DType dtype, const char* name) {
  require(same_shape(x.shape, shape), name, " must have the shape ", ShapeText{shape}, ", got ",
          x.shape);
  require(x.dtype == dtype, name, " must have the dtype ", dtype, ", got ", x.dtype);
}

// An image tensor of four axes, and where its channels and rows stand.
struct ImageAxes {
  size_t channels, height, width;
};

ImageAxes image_axes(const TensorMeta& x, const std::string& data_format) {
  require(x.shape.size() == 4, "x must have 4 axes, got the shape ", x.shape);
  return is_channels_last(data_format, 4) ? ImageAxes{3, 1, 2} : ImageAxes{1, 2, 3};
}

int64_t divided(int64_t size, int64_t factor, const char* what) {
  if (size == kUnknownDim) return size;
  require(size % factor == 0, what, ", ", size, ", must be a multiple of ", factor);
  return size / factor;
}

void require_factor(int64_t factor, const char* name) {
  require(factor >= 1 && factor <= (int64_t{1} << 20), name, " must be in [1, 2^20], got ", factor);
}

void check_pad_mode(const TensorMeta& x, const PadPlan& plan, const std::string& mode) {
  require(mode == "constant" || mode == "reflect" || mode == "replicate" || mode == "circular",
          "mode must be constant, reflect, replicate or circular, got \"", mode, '"');
  if (mode == "constant") return;
  for (size_t axis = 0; axis < x.shape.size(); ++axis) {
    const int64_t size = x.shape[axis];
    const int64_t most = std::max(plan.before[axis], plan.after[axis]);
    if (size == kUnknownDim || most == 0) continue;
    require(size > 0, "x of shape ", x.shape, " has nothing to repeat at axis ", axis);
    require(mode != "reflect" || most < size, "reflect padding of ", most,
            " must be less than the size ", size, " at axis ", axis);
    require(mode != "circular" || most <= size, "circular padding of ", most,
            " must not exceed the size ", size, " at axis ", axis);
  }
}

void set_padded(const TensorMeta& x, const PadPlan& plan, TensorMeta& out) {
  Dims shape;
  for (size_t axis = 0; axis < x.shape.size(); ++axis) {
    shape.push_back(add_sizes(x.shape[axis], plan.before[axis] + plan.after[axis]));
  }
  check_shape(shape, true);
  set_meta(out, shape, x.dtype, x.place);
}

// Window counts of unfold along both axes. paddings: one, two (per axis) or four (top, left,
// bottom, right) values.
Dims unfold_counts(DimsView sizes, DimsView kernel, DimsView strides, DimsView paddings,
                   DimsView dilations) {
  check_spatial(kernel, 2, 1, "kernel_sizes");
  check_spatial(strides, 2, 1, "strides");
  check_spatial(dilations, 2, 1, "dilations");
  require(paddings.size() == 2 || paddings.size() == 4, "paddings must have 2 or 4 values, got ",
          ShapeText{paddings});
  check_spatial(paddings, paddings.size(), 0, "paddings");
  Dims counts;
  for (size_t i = 0; i < 2; ++i) {
    if (sizes[i] == kUnknownDim) {
      counts.push_back(kUnknownDim);
      continue;
    }
    const int64_t after = paddings[paddings.size() == 4 ? i + 2 : i];
    const int64_t window = dilations[i] * (kernel[i] - 1) + 1;
    const int64_t room = sizes[i] + paddings[i] + after - window;
    require(room >= 0, "a window of ", window, " is larger than the padded size ",
            sizes[i] + paddings[i] + after, " at spatial axis ", i);
    counts.push_back(room / strides[i] + 1);
  }
  return counts;
}

}  // namespace

PadPlan pad_plan(const TensorMeta& x, DimsView paddings) {
  const size_t rank = x.shape.size();
  check_spatial(paddings, 2 * rank, 0, "paddings");
  PadPlan plan;
  for (size_t axis = 0; axis < rank; ++axis) {
    plan.before.push_back(paddings[2 * axis]);
    plan.after.push_back(paddings[2 * axis + 1]);
  }
  return plan;
}

int64_t first_spatial_axis(const TensorMeta& x, const std::string& data_format) {
  require(x.shape.size() >= 3 && x.shape.size() <= 5, "x must have 3 to 5 axes, got the shape ",
          x.shape);
  return norm_channels_last(x, data_format) ? 1 : 2;
}

PadPlan pad3d_plan(const TensorMeta& x, DimsView paddings, const std::string& data_format) {
  const size_t first = static_cast<size_t>(first_spatial_axis(x, data_format));
  const size_t spatial = x.shape.size() - 2;
  check_spatial(paddings, 2 * spatial, 0, "paddings");
  PadPlan plan{Dims(x.shape.size(), 0), Dims(x.shape.size(), 0)};
  for (size_t i = 0; i < spatial; ++i) {
    const size_t axis = first + spatial - 1 - i;
    plan.before[axis] = paddings[2 * i];
    plan.after[axis] = paddings[2 * i + 1];
  }
  return plan;
}

void along_axis(const TensorMeta& x, int64_t axis, TensorMeta& out) {
  normalize_axis(axis, static_cast<int64_t>(x.shape.size()));
  unchanged(x, out);
}

void along_axis_grad(const TensorMeta& out, const TensorMeta& out_grad, int64_t axis,
                     TensorMeta& x_grad) {
  require_like(out_grad, out.shape, out.dtype, "out_grad");
  along_axis(out, axis, x_grad);
}

void embedding(const TensorMeta& x, const TensorMeta& weight, TensorMeta& out) {
  require_integer_index(x, "x");
  require(weight.shape.size() == 2, "weight must have 2 axes, got the shape ", weight.shape);
  Dims shape = x.shape;
  shape.push_back(weight.shape[1]);
  set_meta(out, shape, weight.dtype, weight.place);
}

void embedding_grad(const TensorMeta& x, const TensorMeta& weight, const TensorMeta& out_grad,
                    TensorMeta& weight_grad) {
  TensorMeta out;
  embedding(x, weight, out);
  require_like(out_grad, out.shape, out.dtype, "out_grad");
  unchanged(weight, weight_grad);
}

void dropout(const TensorMeta& x, const TensorMeta* seed_tensor, double p, const std::string& mode,
             TensorMeta& out, TensorMeta& mask) {
  require(p >= 0 && p <= 1, "p must be in [0, 1], got ", p);
  require(mode == "upscale_in_train" || mode == "downscale_in_infer",
          "mode must be upscale_in_train or downscale_in_infer, got \"", mode, '"');
  if (seed_tensor) {
    require(seed_tensor->dtype == DType::kInt32 && seed_tensor->shape.size() <= 1 &&
                (seed_tensor->shape.empty() || seed_tensor->shape[0] == 1),
            "seed_tensor must be one int32, got ", seed_tensor->dtype, " of shape ",
            seed_tensor->shape);
  }
  unchanged(x, out);
  set_meta(mask, x.shape, DType::kUInt8, x.place);
}

void dropout_grad(const TensorMeta& mask, const TensorMeta& out_grad, TensorMeta& x_grad) {
  require_like(mask, out_grad.shape, DType::kUInt8, "mask");
  unchanged(out_grad, x_grad);
}

void one_hot(const TensorMeta& x, int64_t num_classes, TensorMeta& out) {
  require(num_classes >= 1, "num_classes must be at least 1, got ", num_classes);
  Dims shape = x.shape;
  shape.push_back(num_classes);
  check_shape(shape, true);
  set_meta(out, shape, DType::kFloat32, x.place);
}

void pixel_shuffle(const TensorMeta& x, int64_t factor, const std::string& data_format,
                   TensorMeta& out) {
  const ImageAxes axes = image_axes(x, data_format);
  require_factor(factor, "upscale_factor");
  Dims shape = x.shape;
  shape[axes.channels] = divided(shape[axes.channels], factor * factor, "the number of channels");
  shape[axes.height] = multiply_sizes(shape[axes.height], factor);
  shape[axes.width] = multiply_sizes(shape[axes.width], factor);
  set_meta(out, shape, x.dtype, x.place);
}

void pixel_unshuffle(const TensorMeta& x, int64_t factor, const std::string& data_format,
                     TensorMeta& out) {
  const ImageAxes axes = image_axes(x, data_format);
  require_factor(factor, "downscale_factor");
  Dims shape = x.shape;
  shape[axes.channels] = multiply_sizes(shape[axes.channels], factor * factor);
  shape[axes.height] = divided(shape[axes.height], factor, "the height");
  shape[axes.width] = divided(shape[axes.width], factor, "the width");
  set_meta(out, shape, x.dtype, x.place);
}

void channel_shuffle(const TensorMeta& x, int64_t groups, const std::string& data_format,
                     TensorMeta& out) {
  require(groups >= 1, "groups must be at least 1, got ", groups);
  divided(x.shape[image_axes(x, data_format).channels], groups, "the number of channels");
  unchanged(x, out);
}

void pad(const TensorMeta& x, DimsView paddings, TensorMeta& out) {
  set_padded(x, pad_plan(x, paddings), out);
}

void pad_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView paddings,
              TensorMeta& x_grad) {
  TensorMeta out;
  pad(x, paddings, out);
  require_like(out_grad, out.shape, x.dtype, "out_grad");
  unchanged(x, x_grad);
}

void pad3d(const TensorMeta& x, DimsView paddings, const std::string& mode,
           const std::string& data_format, TensorMeta& out) {
  const PadPlan plan = pad3d_plan(x, paddings, data_format);
  check_pad_mode(x, plan, mode);
  set_padded(x, plan, out);
}

void pad3d_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView paddings,
                const std::string& mode, const std::string& data_format, TensorMeta& x_grad) {
  TensorMeta out;
  pad3d(x, paddings, mode, data_format, out);
  require_like(out_grad, out.shape, x.dtype, "out_grad");
  unchanged(x, x_grad);
}

void unfold(const TensorMeta& x, DimsView kernel_sizes, DimsView strides, DimsView paddings,
            DimsView dilations, TensorMeta& out) {
  require(x.shape.size() == 4, "x must have 4 axes, got the shape ", x.shape);
  const Dims counts =
      unfold_counts(DimsView(x.shape.data() + 2, 2), kernel_sizes, strides, paddings, dilations);
  const int64_t taps = multiply_sizes(kernel_sizes[0], kernel_sizes[1]);
  const Dims shape{x.shape[0], multiply_sizes(x.shape[1], taps),
                   multiply_sizes(counts[0], counts[1])};
  check_shape(shape, true);
  set_meta(out, shape, x.dtype, x.place);
}

void unfold_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView kernel_sizes,
                 DimsView strides, DimsView paddings, DimsView dilations, TensorMeta& x_grad) {
  TensorMeta out;
  unfold(x, kernel_sizes, strides, paddings, dilations, out);
  require_like(out_grad, out.shape, x.dtype, "out_grad");
  unchanged(x, x_grad);
}

void fold(const TensorMeta& x, DimsView output_sizes, DimsView kernel_sizes, DimsView strides,
          DimsView paddings, DimsView dilations, TensorMeta& out) {
  require(x.shape.size() == 3, "x must have 3 axes, got the shape ", x.shape);
  check_spatial(output_sizes, 2, 1, "output_sizes");
  const Dims counts = unfold_counts(output_sizes, kernel_sizes, strides, paddings, dilations);
  const int64_t taps = multiply_sizes(kernel_sizes[0], kernel_sizes[1]);
  const int64_t channels = divided(x.shape[1], taps, "the size of axis 1");
  const int64_t windows = multiply_sizes(counts[0], counts[1]);
  require(x.shape[2] == windows || x.shape[2] == kUnknownDim, "x of shape ", x.shape, " must hold ",
          windows, " windows on axis 2");
  const Dims shape{x.shape[0], channels, output_sizes[0], output_sizes[1]};
  check_shape(shape, true);
  set_meta(out, shape, x.dtype, x.place);
}

void interpolate(const TensorMeta& x, DimsView size, std::span<const double> scale,
                 const std::string& mode, const std::string& data_format, TensorMeta& out) {
  const size_t first = static_cast<size_t>(first_spatial_axis(x, data_format));
  const size_t spatial = x.shape.size() - 2;
  require(mode == "nearest" || mode == "linear" || mode == "bicubic",
          "mode must be nearest, linear or bicubic, got \"", mode, '"');
  check_spatial(size, spatial, 1, "size");
  require(scale.empty() || scale.size() == spatial, "scale must have ", spatial, " values, got ",
          scale.size());
  for (const double s : scale) require(s > 0, "scale must be positive, got ", s);
  Dims shape = x.shape;
  for (size_t i = 0; i < spatial; ++i) {
    require(shape[first + i] != 0, "x of shape ", x.shape, " has an empty spatial axis");
    shape[first + i] = size[i];
  }
  check_shape(shape, true);
  set_meta(out, shape, x.dtype, x.place);
}

void interpolate_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView size,
                      std::span<const double> scale, const std::string& mode,
                      const std::string& data_format, TensorMeta& x_grad) {
  TensorMeta out;
  interpolate(x, size, scale, mode, data_format, out);
  require_like(out_grad, out.shape, x.dtype, "out_grad");
  unchanged(x, x_grad);
}

}  // namespace pd::infer
