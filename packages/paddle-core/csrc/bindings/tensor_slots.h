// The functions behind the type slots of `paddle.Tensor`, one group per file.
#pragma once

#include <Python.h>

namespace pd::python {

// tensor_operators.cc
void fill_number_slots(PyType_Slot*& next);
PyObject* compare_tensors(PyObject* self, PyObject* other, int operation);

// tensor_indexing.cc
PyObject* get_item(PyObject* self, PyObject* key);
int set_item(PyObject* self, PyObject* key, PyObject* value);

// tensor_properties.cc
extern PyGetSetDef tensor_properties[];
extern PyMethodDef tensor_methods[];

}  // namespace pd::python
