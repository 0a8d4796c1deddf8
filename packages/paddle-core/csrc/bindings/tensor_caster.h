// Lets nanobind functions take and return tensors; None is an undefined tensor.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/errors.h"
#include "bindings/python_tensor.h"

namespace nanobind::detail {

template <>
struct type_caster<pd::Tensor> {
  NB_TYPE_CASTER(pd::Tensor, const_name("paddle.Tensor"))

  bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
    if (source.is_none()) {
      value = pd::Tensor();
      return true;
    }
    pd::TensorImpl* impl = pd::python::unwrap(source.ptr());
    if (!impl) return false;
    value = pd::Tensor::share(impl);
    return true;
  }
  static handle from_cpp(const pd::Tensor& tensor, rv_policy, cleanup_list*) noexcept {
    return pd::python::guarded([&] { return pd::python::wrap(tensor); });
  }
};

}  // namespace nanobind::detail
