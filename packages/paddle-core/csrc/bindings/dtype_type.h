// The Python type `paddle.dtype` and its twelve objects.
#pragma once

#include <nanobind/nanobind.h>

#include "tensor/dtype.h"

namespace pd::python {

void bind_dtypes(nanobind::module_& module);

}  // namespace pd::python
