// The callable behind public operator functions.
#pragma once

#include <nanobind/nanobind.h>

namespace pd::python {

// Adds the decorators `operator` and `inplace` and the function `raw_operator`.
void bind_operators(nanobind::module_& module);

}  // namespace pd::python
