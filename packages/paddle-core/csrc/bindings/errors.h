// Errors between C++ and Python.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include "runtime/error.h"

namespace pd::python {

// Sets the Python error for the exception that is being handled.
void set_python_error();

// Runs `f`, which gives an object or null; a C++ exception becomes a Python error and null.
template <class F>
PyObject* guarded(F&& f) noexcept {
  try {
    return f();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

// The same for functions that give 0 or -1.
template <class F>
int guarded_status(F&& f) noexcept {
  try {
    f();
    return 0;
  } catch (...) {
    set_python_error();
    return -1;
  }
}

// Throws the Python error that a CPython call has just set.
[[noreturn]] inline void throw_python_error() { throw nanobind::python_error(); }
inline PyObject* checked(PyObject* object) {
  if (!object) throw_python_error();
  return object;
}

// The interpreter lock is free while this lives.
class ReleaseGil {
 public:
  explicit ReleaseGil(bool release = true) : state_(release ? PyEval_SaveThread() : nullptr) {}
  ~ReleaseGil() {
    if (state_) PyEval_RestoreThread(state_);
  }
  ReleaseGil(const ReleaseGil&) = delete;
  ReleaseGil& operator=(const ReleaseGil&) = delete;

 private:
  PyThreadState* state_;
};

class AcquireGil {
 public:
  AcquireGil() : state_(PyGILState_Ensure()) {}
  ~AcquireGil() { PyGILState_Release(state_); }
  AcquireGil(const AcquireGil&) = delete;
  AcquireGil& operator=(const AcquireGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace pd::python
