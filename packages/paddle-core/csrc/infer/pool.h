// Shape rules of pooling, and the geometry that its kernels work from.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

struct PoolAttrs {
  DimsView kernel_size;  // the output's sizes when adaptive
  DimsView strides;
  DimsView paddings;
  bool ceil_mode;
  bool exclusive;
  const std::string& data_format;
  const std::string& pooling_type;
  bool global_pooling;
  bool adaptive;
  const std::string& padding_algorithm;
};

struct PoolGeometry {
  bool channels_last = false;
  bool is_max = false;
  bool exclusive = false;
  bool adaptive = false;
  Dims source, result, kernel;  // spatial sizes
  Dims stride, pad_before;
};

PoolGeometry pool_geometry(const TensorMeta& x, const PoolAttrs& attrs);
PoolGeometry max_pool_geometry(const TensorMeta& x, DimsView kernel_size, DimsView strides,
                               DimsView paddings, bool global_pooling, bool adaptive,
                               bool ceil_mode);

void pool(const TensorMeta& x, DimsView kernel_size, DimsView strides, DimsView paddings,
          bool ceil_mode, bool exclusive, const std::string& data_format,
          const std::string& pooling_type, bool global_pooling, bool adaptive,
          const std::string& padding_algorithm, TensorMeta& out);
void pool_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView kernel_size,
               DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
               const std::string& data_format, const std::string& pooling_type, bool global_pooling,
               bool adaptive, const std::string& padding_algorithm, TensorMeta& x_grad);
void pool_gather(const TensorMeta& x, const TensorMeta& values, DimsView kernel_size,
                 DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
                 const std::string& data_format, const std::string& pooling_type,
                 bool global_pooling, bool adaptive, const std::string& padding_algorithm,
                 TensorMeta& out);
void max_pool_with_index(const TensorMeta& x, DimsView kernel_size, DimsView strides,
                         DimsView paddings, bool global_pooling, bool adaptive, bool ceil_mode,
                         TensorMeta& out, TensorMeta& mask);
void plane_scatter(const TensorMeta& x, const TensorMeta& values, const TensorMeta& indices,
                   TensorMeta& out);
void plane_gather(const TensorMeta& x, const TensorMeta& indices, TensorMeta& out);
void unpool(const TensorMeta& x, const TensorMeta& indices, DimsView ksize, DimsView strides,
            DimsView paddings, DimsView output_size, const std::string& data_format,
            TensorMeta& out);

}  // namespace pd::infer
