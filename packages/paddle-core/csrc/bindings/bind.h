// The parts of the module `paddle._core`.
#pragma once

#include <nanobind/nanobind.h>

namespace pd::python {

void bind_autograd(nanobind::module_& module);
void bind_modes(nanobind::module_& module);
void bind_profiler(nanobind::module_& module);
void bind_programs(nanobind::module_& module);
void bind_runtime(nanobind::module_& module);

}  // namespace pd::python
