// Slots: Python objects and DLPack. What touches Python comes from the bindings as function
// pointers.
#include "capi/slots.h"
#include "capi/support.h"
#include "capi/table.h"
#include "tensor/dlpack.h"

namespace pd {
namespace {
PythonHooks hooks;
}  // namespace

void set_python_hooks(const PythonHooks& given) { hooks = given; }

namespace capi {

void* python_from_tensor(PD_Tensor* tensor) { return hooks.tensor_to_python(shared(tensor)); }

PD_Status python_to_tensor(void* object, PD_Tensor** out) {
  return guard([&] {
    Tensor tensor = hooks.tensor_from_python(object);
    require(static_cast<bool>(tensor), ErrorKind::kInvalidType, "the object is not a tensor");
    *out = give(std::move(tensor));
  });
}

void python_raise(PD_Status status) {
  try {
    rethrow(status);
  } catch (...) {
    hooks.raise(std::current_exception());
  }
}

PD_Status dlpack_from_tensor(PD_Tensor* tensor, void** out) {
  return guard([&] { *out = dlpack::export_versioned(shared(tensor)); });
}

PD_Status dlpack_to_tensor(void* managed, PD_Tensor** out) {
  return guard([&] {
    *out = give(dlpack::import_versioned(static_cast<dlpack::ManagedVersioned*>(managed)));
  });
}

}  // namespace capi
}  // namespace pd
