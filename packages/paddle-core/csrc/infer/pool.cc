// Shape rules of pooling.
#include "infer/pool.h"

#include <limits>

#include "infer/common.h"
#include "infer/conv.h"

namespace pd::infer {

namespace {

Dims spatial_sizes(const TensorMeta& x, bool channels_last) {
  const size_t first = channels_last ? 1 : 2;
  return Dims(x.shape.begin() + first, x.shape.begin() + first + x.shape.size() - 2);
}

Dims with_spatial(const TensorMeta& x, bool channels_last, const Dims& spatial) {
  Dims shape = x.shape;
  for (size_t i = 0; i < spatial.size(); ++i) shape[(channels_last ? 1 : 2) + i] = spatial[i];
  return shape;
}

int64_t pooled_size(int64_t size, int64_t kernel, int64_t before, int64_t after, int64_t stride,
                    bool ceil_mode) {
  if (size == kUnknownDim) return kUnknownDim;
  const int64_t room = size + before + after - kernel + (ceil_mode ? stride - 1 : 0);
  require(room >= 0, "a window of ", kernel, " is larger than the padded input of ",
          size + before + after);
  return room / stride + 1;
}

void require_shape_of(const TensorMeta& x, const TensorMeta& like, const char* name) {
  require(x.shape.size() == like.shape.size() && expands_to(x.shape, like.shape) &&
              expands_to(like.shape, x.shape),
          name, " must have the shape ", like.shape, ", got ", x.shape);
  require(x.dtype == like.dtype, name, " must have the dtype ", like.dtype, ", got ", x.dtype);
}

// Indices count the elements of one plane, whose number int32 has to hold where we make them.
int64_t plane_size(const Dims& spatial) {
  int64_t size = 1;
  for (const int64_t n : spatial) size = multiply_sizes(size, n);
  return size;
}

void require_indices(const TensorMeta& x, const TensorMeta& indices, const char* x_name) {
  const size_t rank = x.shape.size();
  require(rank == 4 || rank == 5, x_name, " must have 4 or 5 axes, got the shape ", x.shape);
  require_integer_index(indices, "indices");
  require(indices.shape.size() == rank, "indices must have ", rank, " axes, got the shape ",
          indices.shape);
  for (size_t axis = 0; axis < 2; ++axis) {
    require_same_size(x.shape[axis], indices.shape[axis], "batch and channel sizes");
  }
}

}  // namespace

PoolGeometry pool_geometry(const TensorMeta& x, const PoolAttrs& attrs) {
  const size_t rank = x.shape.size();
  require(rank == 4 || rank == 5, "x must have 4 or 5 axes, got the shape ", x.shape);
  require(attrs.pooling_type == "max" || attrs.pooling_type == "avg",
          "pooling_type must be max or avg, got \"", attrs.pooling_type, '"');
  PoolGeometry g;
  g.channels_last = is_channels_last(attrs.data_format, rank);
  g.is_max = attrs.pooling_type == "max";
  g.exclusive = attrs.exclusive;
  g.adaptive = attrs.adaptive && !attrs.global_pooling;
  g.source = spatial_sizes(x, g.channels_last);
  const size_t spatial = rank - 2;
  g.stride = Dims(spatial, 1);
  g.pad_before = Dims(spatial, 0);
  for (const int64_t size : g.source) {
    require(size != 0, "x of shape ", x.shape, " has an empty spatial axis");
  }
  if (attrs.global_pooling) {
    g.kernel = g.source;
    g.result = Dims(spatial, 1);
    return g;
  }
  check_spatial(attrs.kernel_size, spatial, 1, g.adaptive ? "output_size" : "kernel_size");
  g.kernel = Dims(attrs.kernel_size);
  if (g.adaptive) {
    g.result = g.kernel;
    return g;
  }
  check_spatial(attrs.strides, spatial, 1, "strides");
  g.stride = Dims(attrs.strides);
  Dims dilation(spatial, 1), after;
  resolve_padding(g.source, g.kernel, g.stride, attrs.paddings, attrs.padding_algorithm, dilation,
                  g.pad_before, after);
  for (size_t i = 0; i < spatial; ++i) {
    g.result.push_back(pooled_size(g.source[i], g.kernel[i], g.pad_before[i], after[i], g.stride[i],
                                   attrs.ceil_mode));
  }
  return g;
}

PoolGeometry max_pool_geometry(const TensorMeta& x, DimsView kernel_size, DimsView strides,
                               DimsView paddings, bool global_pooling, bool adaptive,
                               bool ceil_mode) {
  return pool_geometry(x, {kernel_size, strides, paddings, ceil_mode, true, "AnyLayout", "max",
                           global_pooling, adaptive, "EXPLICIT"});
}

void pool(const TensorMeta& x, DimsView kernel_size, DimsView strides, DimsView paddings,
          bool ceil_mode, bool exclusive, const std::string& data_format,
          const std::string& pooling_type, bool global_pooling, bool adaptive,
          const std::string& padding_algorithm, TensorMeta& out) {
  const PoolGeometry g =
      pool_geometry(x, {kernel_size, strides, paddings, ceil_mode, exclusive, data_format,
                        pooling_type, global_pooling, adaptive, padding_algorithm});
  set_meta(out, with_spatial(x, g.channels_last, g.result), x.dtype, x.place);
}

void pool_grad(const TensorMeta& x, const TensorMeta& out_grad, DimsView kernel_size,
               DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
               const std::string& data_format, const std::string& pooling_type, bool global_pooling,
               bool adaptive, const std::string& padding_algorithm, TensorMeta& x_grad) {
  TensorMeta out;
  pool(x, kernel_size, strides, paddings, ceil_mode, exclusive, data_format, pooling_type,
       global_pooling, adaptive, padding_algorithm, out);
  require_shape_of(out_grad, out, "out_grad");
  unchanged(x, x_grad);
}

void pool_gather(const TensorMeta& x, const TensorMeta& values, DimsView kernel_size,
                 DimsView strides, DimsView paddings, bool ceil_mode, bool exclusive,
                 const std::string& data_format, const std::string& pooling_type,
                 bool global_pooling, bool adaptive, const std::string& padding_algorithm,
                 TensorMeta& out) {
  require_shape_of(values, x, "values");
  pool(x, kernel_size, strides, paddings, ceil_mode, exclusive, data_format, pooling_type,
       global_pooling, adaptive, padding_algorithm, out);
}

void max_pool_with_index(const TensorMeta& x, DimsView kernel_size, DimsView strides,
                         DimsView paddings, bool global_pooling, bool adaptive, bool ceil_mode,
                         TensorMeta& out, TensorMeta& mask) {
  const PoolGeometry g =
      max_pool_geometry(x, kernel_size, strides, paddings, global_pooling, adaptive, ceil_mode);
  require(plane_size(g.source) <= std::numeric_limits<int32_t>::max(), "x of shape ", x.shape,
          " has planes too large for int32 indices");
  const Dims shape = with_spatial(x, false, g.result);
  set_meta(out, shape, x.dtype, x.place);
  set_meta(mask, shape, DType::kInt32, x.place);
}

void plane_scatter(const TensorMeta& x, const TensorMeta& values, const TensorMeta& indices,
                   TensorMeta& out) {
  require_indices(x, indices, "x");
  require(values.dtype == x.dtype, "values must have the dtype ", x.dtype, ", got ", values.dtype);
  require(values.shape.size() == indices.shape.size() && expands_to(values.shape, indices.shape) &&
              expands_to(indices.shape, values.shape),
          "values of shape ", values.shape, " and indices of shape ", indices.shape, " must agree");
  unchanged(x, out);
}

void plane_gather(const TensorMeta& x, const TensorMeta& indices, TensorMeta& out) {
  require_indices(x, indices, "x");
  set_meta(out, indices.shape, x.dtype, x.place);
}

void unpool(const TensorMeta& x, const TensorMeta& indices, DimsView ksize, DimsView strides,
            DimsView paddings, DimsView output_size, const std::string& data_format,
            TensorMeta& out) {
  require_indices(x, indices, "x");
  require(expands_to(indices.shape, x.shape) && expands_to(x.shape, indices.shape), "x of shape ",
          x.shape, " and indices of shape ", indices.shape, " must agree");
  require(!is_channels_last(data_format, x.shape.size()),
          "data_format must be channels-first, got \"", data_format, '"');
  const size_t spatial = x.shape.size() - 2;
  check_spatial(ksize, spatial, 1, "kernel_size");
  check_spatial(strides, spatial, 1, "strides");
  check_spatial(paddings, spatial, 0, "paddings");
  require(output_size.empty() || output_size.size() == spatial, "output_size must have ", spatial,
          " values, got ", ShapeText{output_size});
  Dims sizes;
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t size = x.shape[2 + i];
    int64_t result = kUnknownDim;
    if (!output_size.empty()) {
      result = output_size[i];
    } else if (size != kUnknownDim) {
      result = multiply_sizes(size - 1, strides[i]) - 2 * paddings[i] + ksize[i];
    }
    require(result == kUnknownDim || result > 0, "the output would have the size ", result,
            " at axis ", i + 2);
    sizes.push_back(result);
  }
  Dims shape = with_spatial(x, false, sizes);
  check_shape(shape, true);
  set_meta(out, shape, x.dtype, x.place);
}

}  // namespace pd::infer
