// The table of the C ABI, and what the bindings give it of Python.
#pragma once

#include <exception>

#include "paddle/c_api.h"
#include "tensor/tensor.h"

namespace pd {

// What the capsule `paddle._core.c_api` holds.
const PD_Api* capi_table();

// Python objects are void* here: only the bindings know Python.
struct PythonHooks {
  void* (*tensor_to_python)(const Tensor& tensor);  // a new reference; null with a Python error set
  Tensor (*tensor_from_python)(void* object);       // an undefined tensor for any other object
  void (*raise)(const std::exception_ptr& error);   // sets the Python error
};
void set_python_hooks(const PythonHooks& hooks);

}  // namespace pd
