// The Python type of tensors, written on the CPython API because every call goes through it.
#pragma once

#include <Python.h>

#include "tensor/tensor.h"

namespace pd::python {

struct PyTensor {
  PyObject_HEAD TensorImpl* impl;  // owned, or borrowed while the tensor owns this object
  PyObject* dict;
  PyObject* weak_references;
};

extern PyTypeObject* tensor_type;

// Creates `paddle.Tensor` and puts it into the module; false with a Python error set.
bool init_tensor_type(PyObject* module);

// A new reference to the one Python object of the tensor; None for an undefined one.
PyObject* wrap(const Tensor& tensor);

inline bool is_tensor(PyObject* object) { return PyObject_TypeCheck(object, tensor_type); }
// The tensor behind a Python object, borrowed; null when it is none.
inline TensorImpl* unwrap(PyObject* object) {
  return is_tensor(object) ? reinterpret_cast<PyTensor*>(object)->impl : nullptr;
}

}  // namespace pd::python
