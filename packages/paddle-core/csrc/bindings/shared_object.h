// A Python object that C++ keeps.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include <memory>

#include "bindings/errors.h"

namespace pd::python {

// A Python object that may be dropped by any thread.
class SharedObject {
 public:
  explicit SharedObject(nanobind::object object)
      : object_(object.release().ptr(), [](PyObject* owned) {
          if (!Py_IsInitialized()) return;
          const AcquireGil gil;
          Py_DECREF(owned);
        }) {}
  nanobind::handle get() const { return object_.get(); }

 private:
  std::shared_ptr<PyObject> object_;
};

}  // namespace pd::python
