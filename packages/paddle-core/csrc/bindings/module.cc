// The module `paddle._core`.
#include "bindings/bind.h"
#include "bindings/dtype_type.h"
#include "bindings/errors.h"
#include "bindings/operator_type.h"
#include "bindings/place_type.h"
#include "bindings/python_tensor.h"
#include "capi/table.h"
#include "register_all.h"

namespace nb = nanobind;

namespace {

void bind_c_api(nb::module_& module) {
  using namespace pd::python;
  pd::set_python_hooks({
      [](const pd::Tensor& tensor) -> void* { return guarded([&] { return wrap(tensor); }); },
      [](void* object) {
        pd::TensorImpl* impl = unwrap(static_cast<PyObject*>(object));
        return impl ? pd::Tensor::share(impl) : pd::Tensor();
      },
      [](const std::exception_ptr& error) {
        guarded_status([&] { std::rethrow_exception(error); });
      },
  });
  auto* table = const_cast<PD_Api*>(pd::capi_table());
  module.attr("c_api") = nb::steal(checked(PyCapsule_New(table, PD_CAPSULE_NAME, nullptr)));
}

}  // namespace

NB_MODULE(_core, module) {
  using namespace pd::python;
  nb::set_leak_warnings(false);  // tensors may be reachable from C++ graphs at exit
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const pd::Error&) {
      set_python_error();
    }
  });
  pd::register_all_ops();
  bind_dtypes(module);
  bind_places(module);
  if (!init_tensor_type(module.ptr())) throw_python_error();
  bind_operators(module);
  bind_autograd(module);
  bind_modes(module);
  bind_profiler(module);
  bind_programs(module);
  bind_runtime(module);
  bind_c_api(module);
}
