// Errors between C++ and Python.
#include "bindings/errors.h"

#include <new>
#include <string>

namespace pd::python {
namespace {

struct PythonKind {
  PyObject* type;
  const char* prefix;
};

PythonKind python_kind(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInvalidArgument:
      return {PyExc_ValueError, "(InvalidArgument) "};
    case ErrorKind::kInvalidType:
      return {PyExc_TypeError, "(InvalidType) "};
    case ErrorKind::kOutOfRange:
      return {PyExc_IndexError, "(OutOfRange) "};
    case ErrorKind::kNotFound:
      return {PyExc_RuntimeError, "(NotFound) "};
    case ErrorKind::kPreconditionNotMet:
      return {PyExc_RuntimeError, "(PreconditionNotMet) "};
    case ErrorKind::kUnimplemented:
      return {PyExc_NotImplementedError, "(Unimplemented) "};
    case ErrorKind::kResourceExhausted:
      return {PyExc_MemoryError, "(ResourceExhausted) "};
    case ErrorKind::kFatal:
      return {PyExc_SystemError, "(Fatal) "};
  }
  return {PyExc_RuntimeError, ""};
}

}  // namespace

void set_python_error() {
  try {
    throw;
  } catch (nanobind::python_error& error) {
    error.restore();
  } catch (const Error& error) {
    const PythonKind kind = python_kind(error.kind());
    PyErr_SetString(kind.type, (std::string(kind.prefix) + error.what()).c_str());
  } catch (const nanobind::builtin_exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an error of unknown type in native code");
  }
}

}  // namespace pd::python
