// Shape rules of the operators behind gradients and assignment.
#include "infer/core.h"

#include "infer/common.h"

namespace pd::infer {

void reduce_to(const TensorMeta& x, const TensorMeta& like, TensorMeta& out) {
  require(expands_to(like.shape, x.shape), "reduce_to: x of shape ", x.shape,
          " is no broadcast of the shape ", like.shape);
  out.shape = like.shape;
  out.dtype = x.dtype;
}

void set_value(const TensorMeta& x, const TensorMeta& value, TensorMeta& out) {
  require(expands_to(value.shape, x.shape), "set_value: a value of shape ", value.shape,
          " cannot be broadcast to the shape ", x.shape, " that it is assigned to");
  require(is_complex(x.dtype) || !is_complex(value.dtype),
          "set_value: a complex value cannot be assigned to a tensor of dtype ", x.dtype);
  out.shape = x.shape;
  out.dtype = x.dtype;
}

void as_strided_scatter(const TensorMeta& x, const TensorMeta& value, DimsView shape,
                        DimsView strides, int64_t offset, TensorMeta& out) {
  require(shape.size() == strides.size() && Dims(shape) == value.shape,
          "as_strided_scatter: value has shape ", value.shape, ", but the window has shape ",
          ShapeText{shape});
  require(x.dtype == value.dtype, "as_strided_scatter: value has dtype ", value.dtype, ", x ",
          x.dtype);
  require(offset >= 0, "as_strided_scatter: offset is ", offset);
  out.shape = x.shape;
  out.dtype = x.dtype;
}

}  // namespace pd::infer
