// Python objects to tensors and attributes and back.
#pragma once

#include <Python.h>

#include <optional>
#include <vector>

#include "bindings/python_tensor.h"
#include "dispatch/op.h"

namespace pd::python {

// Where a value was given, for messages: add(): argument 'y' (position 1).
struct ArgumentPlace {
  const char* function;
  const char* argument;
  int position;
};
[[noreturn]] void fail_argument(ArgumentPlace place, const char* wanted, PyObject* got);

// The attribute of the given kind; throws what fail_argument throws when it does not fit.
Attr to_attr(PyObject* object, ArgKind kind, bool optional, ArgumentPlace place);
PyObject* attr_to_python(const Attr& attr);

std::optional<DType> try_dtype(PyObject* object);
DType to_dtype(PyObject* object, ArgumentPlace place);
PyObject* dtype_to_python(DType dtype);  // a new reference
std::optional<Scalar> try_scalar(PyObject* object);
std::optional<int64_t> try_int(PyObject* object);

// A list or tuple of tensors, borrowed from the objects.
void append_tensors(PyObject* object, ArgumentPlace place, SmallVector<TensorImpl*, 8>& into);

// The single element of a tensor as a Python number.
PyObject* item(const TensorImpl& tensor, int64_t offset = 0);
// The number in a tensor of one element.
Scalar scalar_of(const TensorImpl& tensor);

void init_dtypes(PyObject* module);

}  // namespace pd::python
