// Shape rules of the convolutions.
#include "infer/conv.h"

#include <algorithm>

#include "infer/common.h"

namespace pd::infer {

namespace {

constexpr int64_t kLargest = (int64_t{1} << 31) - 1;

void require_floats(const TensorMeta& x, const TensorMeta& filter, const char* name) {
  require(is_float(x.dtype), name, " must have a floating dtype, got ", x.dtype);
  require_same_dtype(x, filter);
}

// Ranks, filter sizes and attributes that do not depend on the direction.
ConvGeometry start(const TensorMeta& x, const TensorMeta& filter, const ConvAttrs& attrs,
                   const char* name) {
  require_floats(x, filter, name);
  const size_t rank = x.shape.size();
  require(rank == 4 || rank == 5, name, " must have 4 or 5 axes, got the shape ", x.shape);
  require(filter.shape.size() == rank, "filter must have ", rank, " axes, as many as ", name,
          ", got the shape ", filter.shape);
  ConvGeometry g;
  g.channels_last = is_channels_last(attrs.data_format, rank);
  g.batch = x.shape[0];
  g.groups = attrs.groups;
  require(g.groups >= 1, "groups must be at least 1, got ", g.groups);
  for (size_t i = 0; i < rank; ++i) {
    require(filter.shape[i] != 0, "filter of shape ", filter.shape, " has no elements");
  }
  const size_t spatial = rank - 2;
  g.kernel = Dims(filter.shape.begin() + 2, filter.shape.end());
  check_spatial(attrs.strides, spatial, 1, "strides");
  check_spatial(attrs.dilations, spatial, 1, "dilations");
  g.stride = Dims(attrs.strides);
  g.dilation = Dims(attrs.dilations);
  return g;
}

Dims spatial_sizes(const TensorMeta& x, bool channels_last) {
  const size_t first = channels_last ? 1 : 2;
  return Dims(x.shape.begin() + first, x.shape.begin() + first + x.shape.size() - 2);
}

int64_t channels_of(const TensorMeta& x, bool channels_last) {
  return x.shape[channels_last ? x.shape.size() - 1 : 1];
}

void require_divisible(int64_t channels, int64_t groups, const char* what) {
  require(channels == kUnknownDim || channels % groups == 0, what, ", ", channels,
          ", must be a multiple of groups, ", groups);
}

int64_t extent(int64_t kernel, int64_t dilation) {
  return multiply_sizes(dilation, kernel - 1) + 1;
}

int64_t conv_size(int64_t size, int64_t before, int64_t after, int64_t window, int64_t stride) {
  if (size == kUnknownDim || window < 0) return kUnknownDim;
  const int64_t room = size + before + after - window;
  require(room >= 0, "a window of ", window, " is larger than the padded input of ",
          size + before + after);
  return room / stride + 1;
}

Dims tensor_shape(const ConvGeometry& g, int64_t channels, const Dims& spatial) {
  Dims shape{g.batch};
  if (!g.channels_last) shape.push_back(channels);
  for (const int64_t size : spatial) shape.push_back(size);
  if (g.channels_last) shape.push_back(channels);
  return shape;
}

void require_grad_shape(const TensorMeta& out_grad, const Dims& expected, DType dtype) {
  require(out_grad.dtype == dtype, "out_grad must have the dtype ", dtype, ", got ",
          out_grad.dtype);
  require(expands_to(out_grad.shape, expected) && expands_to(expected, out_grad.shape) &&
              out_grad.shape.size() == expected.size(),
          "out_grad must have the shape ", expected, ", got ", out_grad.shape);
}

void require_conv_grad(const TensorMeta& input, const TensorMeta& filter,
                       const TensorMeta& out_grad, const ConvAttrs& attrs) {
  const ConvGeometry g = conv_geometry(input, filter, attrs);
  require_grad_shape(out_grad, tensor_shape(g, g.result_channels, g.result), input.dtype);
}

void require_transpose_grad(const TensorMeta& x, const TensorMeta& filter,
                            const TensorMeta& out_grad, const ConvAttrs& attrs,
                            DimsView output_padding, DimsView output_size) {
  const ConvGeometry g = conv_transpose_geometry(x, filter, attrs, output_padding, output_size);
  require_grad_shape(out_grad, tensor_shape(g, g.source_channels, g.source), x.dtype);
}

// The size of a transposed convolution's output along one axis.
int64_t transposed_size(int64_t smallest, int64_t stride, int64_t dilation, size_t axis,
                        DimsView output_padding, DimsView output_size) {
  int64_t size = smallest;
  if (!output_padding.empty()) {
    const int64_t extra = output_padding[axis];
    require(extra >= 0 && extra < std::max(stride, dilation), "output_padding at axis ", axis,
            " must be in [0, ", std::max(stride, dilation), "), got ", extra);
    size = add_sizes(size, extra);
  }
  if (!output_size.empty() && output_size[axis] != kUnknownDim) {
    const int64_t wanted = output_size[axis];
    require(smallest == kUnknownDim || (wanted >= smallest && wanted < smallest + stride),
            "output_size at axis ", axis, " must be in [", smallest, ", ", smallest + stride,
            "), got ", wanted);
    size = wanted;
  }
  require(size == kUnknownDim || size > 0, "the output would have the size ", size, " at axis ",
          axis);
  return size;
}

}  // namespace

bool is_channels_last(const std::string& data_format, size_t rank) {
  const bool last = data_format == (rank == 4 ? "NHWC" : "NDHWC");
  // NCHW is what Paddle's three-dimensional operators default to as well.
  const bool first =
      data_format == "NCHW" || (rank == 5 && data_format == "NCDHW") || data_format == "AnyLayout";
  require(last || first, "data_format must be ", rank == 4 ? "NCHW or NHWC" : "NCDHW or NDHWC",
          ", got \"", data_format, '"');
  return last;
}

void check_spatial(DimsView values, size_t rank, int64_t low, const char* name) {
  require(values.size() == rank, name, " must have ", rank, " values, got ", ShapeText{values});
  for (const int64_t value : values) {
    require(value >= low && value <= kLargest, name, " must be at least ", low,
            " and below 2^31, got ", ShapeText{values});
  }
}

void resolve_padding(DimsView sizes, DimsView kernel, DimsView strides, DimsView paddings,
                     const std::string& algorithm, Dims& dilation, Dims& before, Dims& after) {
  const size_t rank = sizes.size();
  before = Dims(rank, 0);
  after = Dims(rank, 0);
  if (algorithm == "VALID") return;
  if (algorithm == "SAME") {
    for (size_t i = 0; i < rank; ++i) {
      dilation[i] = 1;
      if (sizes[i] == kUnknownDim || kernel[i] == kUnknownDim) continue;
      const int64_t results = (sizes[i] + strides[i] - 1) / strides[i];
      const int64_t total = std::max<int64_t>((results - 1) * strides[i] + kernel[i] - sizes[i], 0);
      before[i] = total / 2;
      after[i] = total - before[i];
    }
    return;
  }
  require(algorithm == "EXPLICIT", "padding_algorithm must be EXPLICIT, SAME or VALID, got \"",
          algorithm, '"');
  const bool pairs = paddings.size() == 2 * rank;
  require(pairs || paddings.size() == rank, "paddings must have ", rank, " or ", 2 * rank,
          " values, got ", ShapeText{paddings});
  check_spatial(paddings, paddings.size(), 0, "paddings");
  for (size_t i = 0; i < rank; ++i) {
    before[i] = pairs ? paddings[2 * i] : paddings[i];
    after[i] = pairs ? paddings[2 * i + 1] : paddings[i];
  }
}

ConvGeometry conv_geometry(const TensorMeta& input, const TensorMeta& filter,
                           const ConvAttrs& attrs) {
  ConvGeometry g = start(input, filter, attrs, "input");
  g.source_channels = channels_of(input, g.channels_last);
  g.result_channels = filter.shape[0];
  require_divisible(g.result_channels, g.groups, "the number of filters");
  const int64_t expected = multiply_sizes(filter.shape[1], g.groups);
  require(
      expected == g.source_channels || expected == kUnknownDim || g.source_channels == kUnknownDim,
      "input of shape ", input.shape, " has ", g.source_channels, " channels, but filter of shape ",
      filter.shape, " in ", g.groups, " groups takes ", expected);
  g.source = spatial_sizes(input, g.channels_last);
  resolve_padding(g.source, g.kernel, g.stride, attrs.paddings, attrs.padding_algorithm, g.dilation,
                  g.pad_before, g.pad_after);
  for (size_t i = 0; i < g.spatial_rank(); ++i) {
    const int64_t window =
        g.kernel[i] == kUnknownDim ? kUnknownDim : extent(g.kernel[i], g.dilation[i]);
    g.result.push_back(
        conv_size(g.source[i], g.pad_before[i], g.pad_after[i], window, g.stride[i]));
  }
  return g;
}

ConvGeometry conv_transpose_geometry(const TensorMeta& x, const TensorMeta& filter,
                                     const ConvAttrs& attrs, DimsView output_padding,
                                     DimsView output_size) {
  ConvGeometry g = start(x, filter, attrs, "x");
  const size_t spatial = g.spatial_rank();
  require(output_padding.empty() || output_padding.size() == spatial, "output_padding must have ",
          spatial, " values, got ", ShapeText{output_padding});
  require(output_size.empty() || output_size.size() == spatial, "output_size must have ", spatial,
          " values, got ", ShapeText{output_size});
  g.result_channels = channels_of(x, g.channels_last);
  require_same_size(g.result_channels, filter.shape[0],
                    "channels of x and the filter's first axis");
  require_divisible(g.result_channels, g.groups, "the number of channels of x");
  g.source_channels = multiply_sizes(filter.shape[1], g.groups);
  g.result = spatial_sizes(x, g.channels_last);
  resolve_padding(g.result, g.kernel, g.stride, attrs.paddings, attrs.padding_algorithm, g.dilation,
                  g.pad_before, g.pad_after);
  for (size_t i = 0; i < spatial; ++i) {
    int64_t smallest = kUnknownDim;
    require(g.result[i] != 0, "x of shape ", x.shape, " has an empty spatial axis");
    if (g.result[i] != kUnknownDim && g.kernel[i] != kUnknownDim) {
      smallest = multiply_sizes(g.result[i] - 1, g.stride[i]) - g.pad_before[i] - g.pad_after[i] +
                 extent(g.kernel[i], g.dilation[i]);
    }
    g.source.push_back(
        transposed_size(smallest, g.stride[i], g.dilation[i], i, output_padding, output_size));
  }
  return g;
}

void conv(const TensorMeta& input, const TensorMeta& filter, DimsView strides, DimsView paddings,
          const std::string& padding_algorithm, DimsView dilations, int64_t groups,
          const std::string& data_format, TensorMeta& out) {
  const ConvGeometry g = conv_geometry(
      input, filter, {strides, paddings, padding_algorithm, dilations, groups, data_format});
  set_meta(out, tensor_shape(g, g.result_channels, g.result), input.dtype, input.place);
}

void conv_grad_input(const TensorMeta& input, const TensorMeta& filter, const TensorMeta& out_grad,
                     DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                     DimsView dilations, int64_t groups, const std::string& data_format,
                     TensorMeta& input_grad) {
  require_conv_grad(input, filter, out_grad,
                    {strides, paddings, padding_algorithm, dilations, groups, data_format});
  unchanged(input, input_grad);
}

void conv_grad_filter(const TensorMeta& input, const TensorMeta& filter, const TensorMeta& out_grad,
                      DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                      DimsView dilations, int64_t groups, const std::string& data_format,
                      TensorMeta& filter_grad) {
  require_conv_grad(input, filter, out_grad,
                    {strides, paddings, padding_algorithm, dilations, groups, data_format});
  unchanged(filter, filter_grad);
}

void conv_transpose(const TensorMeta& x, const TensorMeta& filter, DimsView strides,
                    DimsView paddings, DimsView output_padding, DimsView output_size,
                    const std::string& padding_algorithm, DimsView dilations, int64_t groups,
                    const std::string& data_format, TensorMeta& out) {
  const ConvGeometry g = conv_transpose_geometry(
      x, filter, {strides, paddings, padding_algorithm, dilations, groups, data_format},
      output_padding, output_size);
  set_meta(out, tensor_shape(g, g.source_channels, g.source), x.dtype, x.place);
}

void conv_transpose_grad_x(const TensorMeta& x, const TensorMeta& filter,
                           const TensorMeta& out_grad, DimsView strides, DimsView paddings,
                           DimsView output_padding, DimsView output_size,
                           const std::string& padding_algorithm, DimsView dilations, int64_t groups,
                           const std::string& data_format, TensorMeta& x_grad) {
  require_transpose_grad(x, filter, out_grad,
                         {strides, paddings, padding_algorithm, dilations, groups, data_format},
                         output_padding, output_size);
  unchanged(x, x_grad);
}

void conv_transpose_grad_filter(const TensorMeta& x, const TensorMeta& filter,
                                const TensorMeta& out_grad, DimsView strides, DimsView paddings,
                                DimsView output_padding, DimsView output_size,
                                const std::string& padding_algorithm, DimsView dilations,
                                int64_t groups, const std::string& data_format,
                                TensorMeta& filter_grad) {
  require_transpose_grad(x, filter, out_grad,
                         {strides, paddings, padding_algorithm, dilations, groups, data_format},
                         output_padding, output_size);
  unchanged(filter, filter_grad);
}

}  // namespace pd::infer
