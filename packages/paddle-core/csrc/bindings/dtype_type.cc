// The Python type `paddle.dtype` and its twelve objects.
#include "bindings/dtype_type.h"

#include <nanobind/stl/string.h>

#include <array>
#include <string_view>

#include "bindings/convert.h"
#include "bindings/errors.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

// What the Python objects wrap; there is exactly one per dtype.
struct DTypeObject {
  DType dtype;
};

std::array<DTypeObject, kNumDTypes> dtypes;
std::array<PyObject*, kNumDTypes> dtype_objects = {};

std::optional<DType> dtype_named(std::string_view name) {
  if (name.starts_with("paddle.")) name.remove_prefix(7);
  for (const DTypeObject& candidate : dtypes) {
    if (name == name_of(candidate.dtype)) return candidate.dtype;
  }
  if (name == "uint16") return DType::kBFloat16;  // Paddle's storage name
  if (name == "bool_") return DType::kBool;
  if (name == "float") return DType::kFloat32;
  if (name == "int") return DType::kInt64;
  return std::nullopt;
}

// The name of a NumPy dtype (`.name`) or of a type such as numpy.float32 or bool (`__name__`).
std::optional<DType> dtype_of_named_object(PyObject* object) {
  const char* attribute = PyType_Check(object) ? "__name__" : "name";
  PyObject* name = PyObject_GetAttrString(object, attribute);
  if (!name) {
    PyErr_Clear();
    return std::nullopt;
  }
  const nb::object owner = nb::steal(name);
  if (!PyUnicode_Check(name)) return std::nullopt;
  return dtype_named(PyUnicode_AsUTF8(name));
}

}  // namespace

std::optional<DType> try_dtype(PyObject* object) {
  for (int i = 0; i < kNumDTypes; ++i) {
    if (object == dtype_objects[i]) return static_cast<DType>(i);
  }
  if (PyUnicode_Check(object)) return dtype_named(PyUnicode_AsUTF8(object));
  return dtype_of_named_object(object);
}

DType to_dtype(PyObject* object, ArgumentPlace place) {
  const std::optional<DType> dtype = try_dtype(object);
  if (dtype) return *dtype;
  const auto text = nb::steal(checked(PyObject_Repr(object)));
  fail(ErrorKind::kInvalidType, place.function, "(): argument '", place.argument,
       "' must be a data type (bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, "
       "float64, complex64, complex128), but got ",
       PyUnicode_AsUTF8(text.ptr()));
}

PyObject* dtype_to_python(DType dtype) { return Py_NewRef(dtype_objects[static_cast<int>(dtype)]); }

void bind_dtypes(nb::module_& module) {
  nb::class_<DTypeObject>(module, "dtype", "The type of a tensor's elements.")
      .def("__repr__", [](const DTypeObject& self) { return concat("paddle.", self.dtype); })
      .def_prop_ro("name", [](const DTypeObject& self) { return name_of(self.dtype); })
      .def_prop_ro("itemsize", [](const DTypeObject& self) { return size_of(self.dtype); })
      .def("__hash__", [](const DTypeObject& self) { return static_cast<int>(self.dtype); })
      .def(
          "__eq__",
          [](const DTypeObject& self, nb::handle other) {
            const std::optional<DType> dtype = try_dtype(other.ptr());
            return dtype && *dtype == self.dtype;
          },
          nb::arg("other").none())
      .def("__reduce__", [](const DTypeObject& self) {
        return nb::make_tuple(nb::module_::import_("paddle.framework.dtype").attr("dtype_named"),
                              nb::make_tuple(name_of(self.dtype)));
      });
  for (int i = 0; i < kNumDTypes; ++i) {
    dtypes[i].dtype = static_cast<DType>(i);
    dtype_objects[i] = nb::cast(&dtypes[i], nb::rv_policy::reference).release().ptr();
    module.attr(name_of(dtypes[i].dtype)) = nb::borrow(dtype_objects[i]);
  }
  module.def("_dtype", [](nb::object object) {
    return nb::steal(dtype_to_python(to_dtype(object.ptr(), {"dtype", "dtype", 0})));
  });
}

}  // namespace pd::python
