// The Python types of places.
#include "bindings/place_type.h"

#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

#include "bindings/errors.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

// Each place class is a distinct type to Python, as in Paddle.
struct CPUPlace : Place {};
struct CUDAPlace : Place {
  explicit CUDAPlace(int device) : Place{Backend::kGPU, static_cast<int16_t>(device)} {}
};

std::string text_of(Place place) { return concat(place); }

std::optional<Place> place_named(std::string_view name) {
  if (name == "cpu" || name == "Place(cpu)") return Place{};
  if (!name.starts_with("gpu")) return std::nullopt;
  const std::string_view number = name.size() > 4 ? name.substr(4) : "0";
  if (number.find_first_not_of("0123456789") != std::string_view::npos || number.size() > 4) {
    return std::nullopt;
  }
  return Place{Backend::kGPU, static_cast<int16_t>(std::stoi(std::string(number)))};
}

}  // namespace

Place to_place(PyObject* object, ArgumentPlace where) {
  Place* place = nullptr;
  if (nb::try_cast(nb::handle(object), place) && place) return *place;
  if (PyUnicode_Check(object)) {
    if (const std::optional<Place> named = place_named(PyUnicode_AsUTF8(object))) return *named;
  }
  fail_argument(where, "a place such as paddle.CPUPlace() or 'cpu'", object);
}

PyObject* place_to_python(Place place) { return nb::cast(place).release().ptr(); }

void bind_places(nb::module_& module) {
  nb::class_<Place>(module, "Place", "Where a tensor's data lives.")
      .def(nb::init<>())
      .def("__repr__", &text_of)
      .def(
          "__eq__", [](const Place& a, const Place& b) { return a == b; }, nb::is_operator())
      .def("__hash__",
           [](const Place& p) { return static_cast<int>(p.backend) * 65536 + p.device; })
      .def("is_cpu_place", [](const Place& p) { return p.backend == Backend::kCPU; })
      .def("is_gpu_place", [](const Place& p) { return p.backend == Backend::kGPU; })
      .def("get_device_id", [](const Place& p) { return static_cast<int>(p.device); })
      .def("gpu_device_id", [](const Place& p) { return static_cast<int>(p.device); });
  nb::class_<CPUPlace, Place>(module, "CPUPlace", "The host's memory.").def(nb::init<>());
  nb::class_<CUDAPlace, Place>(module, "CUDAPlace", "The memory of one GPU.")
      .def(nb::init<int>(), nb::arg("id"));
  module.def("_to_place", [](nb::object object) {
    return nb::steal(place_to_python(to_place(object.ptr(), {"place", "place", 0})));
  });
}

}  // namespace pd::python
