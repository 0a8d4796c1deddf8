// Arrays in and out through the buffer protocol; NumPy itself is not needed for it.
#pragma once

#include <Python.h>

#include "tensor/tensor.h"

namespace pd::python {

// Whether the object is a numpy.ndarray.
bool is_array(PyObject* object);
// A tensor with a copy of the elements of an object that has the buffer protocol.
Tensor tensor_from_array(PyObject* array);
// A tensor over the same memory; throws when the buffer cannot be written to.
Tensor share_array(PyObject* array);

// The buffer slots of `paddle.Tensor`.
int get_buffer(PyObject* self, Py_buffer* view, int flags);
void release_buffer(PyObject* self, Py_buffer* view);

}  // namespace pd::python
