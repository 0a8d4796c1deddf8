// Python objects to tensors and attributes and back.
#include "bindings/convert.h"

#include <array>
#include <cstring>

#include "bindings/dtype_type.h"
#include "bindings/errors.h"
#include "bindings/place_type.h"

namespace pd::python {

void fail_argument(ArgumentPlace place, const char* wanted, PyObject* got) {
  fail(ErrorKind::kInvalidArgument, place.function, "(): argument '", place.argument,
       "' (position ", place.position, ") must be ", wanted, ", but got ", Py_TYPE(got)->tp_name);
}

// ---- numbers ---------------------------------------------------------------------------------

Scalar scalar_of(const TensorImpl& tensor) {
  require(tensor.numel() == 1 && tensor.has_storage() && !tensor.is_composite(),
          "a tensor of shape ", tensor.shape(), " is not a single number");
  return visit_dtype<kAllMask>(tensor.dtype(), [&](auto type) -> Scalar {
    using T = typename decltype(type)::type;
    const T value = *tensor.data<T>();
    if constexpr (std::is_same_v<T, bool>) {
      return value;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<int64_t>(value);
    } else if constexpr (is_complex_v<T>) {
      return std::complex<double>(value.real(), value.imag());
    } else if constexpr (is_half_v<T>) {
      return static_cast<double>(static_cast<float>(value));
    } else {
      return static_cast<double>(value);
    }
  });
}

PyObject* item(const TensorImpl& tensor, int64_t offset) {
  const Dims none;
  const Tensor element = Tensor::view_of(tensor, none, none, tensor.offset() + offset);
  return attr_to_python(std::visit([](auto v) { return Attr(v); }, scalar_of(*element).value()));
}

std::optional<int64_t> try_int(PyObject* object) {
  if (PyLong_CheckExact(object)) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    require(overflow == 0, "an integer does not fit into 64 bits");
    return value;
  }
  if (const TensorImpl* tensor = unwrap(object)) {
    if (tensor->numel() != 1 || !tensor->has_storage()) return std::nullopt;
    const Scalar value = scalar_of(*tensor);
    if (!value.is_int() && !value.is_bool()) return std::nullopt;
    return value.to<int64_t>();
  }
  if (PyFloat_Check(object) || !PyIndex_Check(object)) return std::nullopt;
  PyObject* index = PyNumber_Index(object);
  if (!index) {
    PyErr_Clear();
    return std::nullopt;
  }
  const nanobind::object owner = nanobind::steal(index);
  return try_int(index);
}

std::optional<Scalar> try_scalar(PyObject* object) {
  if (PyFloat_Check(object)) return PyFloat_AS_DOUBLE(object);
  if (PyBool_Check(object)) return object == Py_True;
  if (PyLong_CheckExact(object)) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0) return static_cast<int64_t>(value);
    const double wide = PyLong_AsDouble(object);
    if (wide == -1.0 && PyErr_Occurred()) throw_python_error();
    return wide;
  }
  if (PyComplex_Check(object)) {
    return std::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
  }
  if (const TensorImpl* tensor = unwrap(object)) {
    if (tensor->numel() != 1 || !tensor->has_storage()) return std::nullopt;
    return scalar_of(*tensor);
  }
  // NumPy's numbers: objects with a dtype and an item() and no length.
  if (PyObject_HasAttrString(object, "dtype") && PyObject_HasAttrString(object, "item") &&
      !PySequence_Check(object)) {
    const auto number = nanobind::steal(checked(PyObject_CallMethod(object, "item", nullptr)));
    if (number.ptr() != object) return try_scalar(number.ptr());
  }
  return std::nullopt;
}

// ---- lists -----------------------------------------------------------------------------------

namespace {

bool is_list(PyObject* object) { return PyList_Check(object) || PyTuple_Check(object); }

Dims ints_of_tensor(const TensorImpl& tensor, ArgumentPlace place, PyObject* object) {
  if (!is_integer(tensor.dtype()) || tensor.rank() > 1) {
    fail_argument(place, "a list of integers", object);
  }
  require(tensor.has_storage(), ErrorKind::kPreconditionNotMet, place.function, "(): argument '",
          place.argument, "' is symbolic, but its numbers are needed now");
  Dims values;
  const Tensor dense = contiguous(tensor);
  visit_dtype<kIntMask>(dense.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    values.assign(dense.data<T>(), dense.data<T>() + dense.numel());
  });
  return values;
}

Dims to_ints(PyObject* object, ArgumentPlace place) {
  Dims values;
  if (is_list(object)) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i) {
      PyObject* element = PySequence_Fast_GET_ITEM(object, i);
      const std::optional<int64_t> value = try_int(element);
      if (!value) fail_argument(place, "a list of integers", element);
      values.push_back(*value);
    }
    return values;
  }
  if (const std::optional<int64_t> value = try_int(object)) {
    values.push_back(*value);
    return values;
  }
  if (const TensorImpl* tensor = unwrap(object)) return ints_of_tensor(*tensor, place, object);
  if (!PySequence_Check(object) || PyUnicode_Check(object)) {
    fail_argument(place, "a list of integers", object);
  }
  const auto list = nanobind::steal(checked(PySequence_List(object)));
  return to_ints(list.ptr(), place);
}

std::vector<double> to_floats(PyObject* object, ArgumentPlace place) {
  std::vector<double> values;
  if (const std::optional<Scalar> single = try_scalar(object)) {
    values.push_back(single->to<double>());
    return values;
  }
  if (!PySequence_Check(object) || PyUnicode_Check(object)) {
    fail_argument(place, "a list of numbers", object);
  }
  const auto list = nanobind::steal(checked(PySequence_List(object)));
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.ptr()); ++i) {
    const std::optional<Scalar> value = try_scalar(PyList_GET_ITEM(list.ptr(), i));
    if (!value || value->is_complex()) {
      fail_argument(place, "a list of numbers", PyList_GET_ITEM(list.ptr(), i));
    }
    values.push_back(value->to<double>());
  }
  return values;
}

Attr scalar_to_attr(const Scalar& scalar) {
  return std::visit([](auto value) { return Attr(value); }, scalar.value());
}

std::string to_text(PyObject* object, ArgumentPlace place) {
  if (!PyUnicode_Check(object)) fail_argument(place, "a string", object);
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object, &size);
  if (!text) throw_python_error();
  return {text, static_cast<size_t>(size)};
}

bool to_bool(PyObject* object, ArgumentPlace place) {
  if (object == Py_True) return true;
  if (object == Py_False) return false;
  const std::optional<Scalar> value = try_scalar(object);
  if (!value || value->is_float() || value->is_complex()) fail_argument(place, "a bool", object);
  return value->to<bool>();
}

double to_float(PyObject* object, ArgumentPlace place) {
  const std::optional<Scalar> value = try_scalar(object);
  if (!value || value->is_complex()) fail_argument(place, "a number", object);
  return value->to<double>();
}

}  // namespace

Attr to_attr(PyObject* object, ArgKind kind, bool optional, ArgumentPlace place) {
  if (object == Py_None) {
    if (optional) return std::monostate{};
    fail_argument(place, "given", object);
  }
  switch (kind) {
    case ArgKind::kBool:
      return to_bool(object, place);
    case ArgKind::kInt:
      if (const std::optional<int64_t> value = try_int(object)) return *value;
      fail_argument(place, "an integer", object);
    case ArgKind::kFloat:
      return to_float(object, place);
    case ArgKind::kString:
      return to_text(object, place);
    case ArgKind::kDType:
      return to_dtype(object, place);
    case ArgKind::kPlace:
      return to_place(object, place);
    case ArgKind::kScalar:
      if (const std::optional<Scalar> value = try_scalar(object)) return scalar_to_attr(*value);
      fail_argument(place, "a number", object);
    case ArgKind::kInts:
      return to_ints(object, place);
    case ArgKind::kFloats:
      return to_floats(object, place);
    case ArgKind::kTensor:
    case ArgKind::kTensorList:
      break;
  }
  fail_argument(place, "an attribute", object);
}

namespace {

struct ToPython {
  PyObject* operator()(std::monostate) const { return Py_NewRef(Py_None); }
  PyObject* operator()(bool value) const { return PyBool_FromLong(value); }
  PyObject* operator()(int64_t value) const { return PyLong_FromLongLong(value); }
  PyObject* operator()(double value) const { return PyFloat_FromDouble(value); }
  PyObject* operator()(std::complex<double> value) const {
    return PyComplex_FromDoubles(value.real(), value.imag());
  }
  PyObject* operator()(DType value) const { return dtype_to_python(value); }
  PyObject* operator()(Place value) const { return place_to_python(value); }
  PyObject* operator()(const Dims& values) const { return list(values); }
  PyObject* operator()(const std::vector<double>& values) const { return list(values); }
  PyObject* operator()(const std::string& value) const {
    return PyUnicode_FromStringAndSize(value.data(), static_cast<Py_ssize_t>(value.size()));
  }

  template <class Values>
  PyObject* list(const Values& values) const {
    PyObject* result = checked(PyList_New(static_cast<Py_ssize_t>(values.size())));
    for (size_t i = 0; i < values.size(); ++i) {
      PyList_SET_ITEM(result, static_cast<Py_ssize_t>(i), (*this)(values[i]));
    }
    return result;
  }
};

}  // namespace

PyObject* attr_to_python(const Attr& attr) { return checked(std::visit(ToPython{}, attr)); }

void append_tensors(PyObject* object, ArgumentPlace place, SmallVector<TensorImpl*, 8>& into) {
  if (TensorImpl* single = unwrap(object)) {
    into.push_back(single);
    return;
  }
  if (!is_list(object)) fail_argument(place, "a list or tuple of Tensors", object);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i) {
    PyObject* element = PySequence_Fast_GET_ITEM(object, i);
    TensorImpl* tensor = unwrap(element);
    if (!tensor) fail_argument(place, "a list or tuple of Tensors", element);
    into.push_back(tensor);
  }
}

}  // namespace pd::python
