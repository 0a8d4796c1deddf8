// Shape rules of the convolutions, and the geometry that their kernels work from.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

// A convolution from `source` to `result`; the transposed one runs the other way. Sizes may be
// unknown while a program is recorded.
struct ConvGeometry {
  bool channels_last = false;
  int64_t batch = 0;
  int64_t source_channels = 0;
  int64_t result_channels = 0;
  int64_t groups = 1;
  Dims source, result, kernel;  // spatial sizes
  Dims stride, dilation, pad_before, pad_after;

  size_t spatial_rank() const { return kernel.size(); }
};

// What a convolution is called with besides its tensors.
struct ConvAttrs {
  DimsView strides;
  DimsView paddings;  // per axis, or before and after each axis
  const std::string& padding_algorithm;
  DimsView dilations;
  int64_t groups;
  const std::string& data_format;
};

ConvGeometry conv_geometry(const TensorMeta& input, const TensorMeta& filter,
                           const ConvAttrs& attrs);
ConvGeometry conv_transpose_geometry(const TensorMeta& x, const TensorMeta& filter,
                                     const ConvAttrs& attrs, DimsView output_padding,
                                     DimsView output_size);

// Whether channels stand last; throws for a name that does not fit the number of axes.
bool is_channels_last(const std::string& data_format, size_t rank);
// Brings paddings to before/after pairs for the sizes of one call; SAME also resets dilations to 1.
void resolve_padding(DimsView sizes, DimsView kernel, DimsView strides, DimsView paddings,
                     const std::string& algorithm, Dims& dilation, Dims& before, Dims& after);
// One value per spatial axis, each in [low, 2^31).
void check_spatial(DimsView values, size_t rank, int64_t low, const char* name);

void conv(const TensorMeta& input, const TensorMeta& filter, DimsView strides, DimsView paddings,
          const std::string& padding_algorithm, DimsView dilations, int64_t groups,
          const std::string& data_format, TensorMeta& out);
void conv_grad_input(const TensorMeta& input, const TensorMeta& filter, const TensorMeta& out_grad,
                     DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                     DimsView dilations, int64_t groups, const std::string& data_format,
                     TensorMeta& input_grad);
void conv_grad_filter(const TensorMeta& input, const TensorMeta& filter, const TensorMeta& out_grad,
                      DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                      DimsView dilations, int64_t groups, const std::string& data_format,
                      TensorMeta& filter_grad);

void conv_transpose(const TensorMeta& x, const TensorMeta& filter, DimsView strides,
                    DimsView paddings, DimsView output_padding, DimsView output_size,
                    const std::string& padding_algorithm, DimsView dilations, int64_t groups,
                    const std::string& data_format, TensorMeta& out);
void conv_transpose_grad_x(const TensorMeta& x, const TensorMeta& filter,
                           const TensorMeta& out_grad, DimsView strides, DimsView paddings,
                           DimsView output_padding, DimsView output_size,
                           const std::string& padding_algorithm, DimsView dilations, int64_t groups,
                           const std::string& data_format, TensorMeta& x_grad);
void conv_transpose_grad_filter(const TensorMeta& x, const TensorMeta& filter,
                                const TensorMeta& out_grad, DimsView strides, DimsView paddings,
                                DimsView output_padding, DimsView output_size,
                                const std::string& padding_algorithm, DimsView dilations,
                                int64_t groups, const std::string& data_format,
                                TensorMeta& filter_grad);

}  // namespace pd::infer
