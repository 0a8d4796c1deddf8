// The Python types of places.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/convert.h"
#include "tensor/place.h"

namespace pd::python {

void bind_places(nanobind::module_& module);
Place to_place(PyObject* object, ArgumentPlace place);
PyObject* place_to_python(Place place);

}  // namespace pd::python
