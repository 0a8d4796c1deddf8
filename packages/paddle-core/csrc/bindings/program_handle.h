// What the Python class of programs wraps.
#pragma once

#include "interpreter/program.h"

namespace pd::python {

struct ProgramHandle {
  IntrusivePtr<Program> program;  // null: no program
};

}  // namespace pd::python
