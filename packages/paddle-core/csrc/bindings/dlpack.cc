// DLPack capsules.
#include "bindings/dlpack.h"

#include "bindings/errors.h"
#include "tensor/dlpack.h"

namespace pd::python {
namespace {

constexpr const char* kFresh = "dltensor";
constexpr const char* kUsed = "used_dltensor";
constexpr const char* kFreshVersioned = "dltensor_versioned";
constexpr const char* kUsedVersioned = "used_dltensor_versioned";

// A capsule that nobody consumed gives its tensor back.
template <class Managed>
void destroy_capsule(PyObject* capsule, const char* fresh) {
  if (!PyCapsule_IsValid(capsule, fresh)) return;
  auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, fresh));
  managed->deleter(managed);
}

template <class Managed>
Tensor consume(PyObject* capsule, const char* fresh, const char* used,
               Tensor (*import)(Managed* managed)) {
  Tensor tensor = import(static_cast<Managed*>(PyCapsule_GetPointer(capsule, fresh)));
  PyCapsule_SetName(capsule, used);
  return tensor;
}

}  // namespace

PyObject* to_dlpack(TensorImpl& tensor, bool versioned) {
  const Tensor shared = Tensor::share(&tensor);
  if (versioned) {
    return checked(PyCapsule_New(
        dlpack::export_versioned(shared), kFreshVersioned,
        [](PyObject* c) { destroy_capsule<dlpack::ManagedVersioned>(c, kFreshVersioned); }));
  }
  return checked(PyCapsule_New(dlpack::export_tensor(shared), kFresh,
                               [](PyObject* c) { destroy_capsule<dlpack::Managed>(c, kFresh); }));
}

Tensor from_dlpack(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, kFreshVersioned)) {
    return consume(capsule, kFreshVersioned, kUsedVersioned, dlpack::import_versioned);
  }
  require(PyCapsule_IsValid(capsule, kFresh),
          "from_dlpack: a DLPack capsule that was not used before is needed");
  return consume(capsule, kFresh, kUsed, dlpack::import_tensor);
}

}  // namespace pd::python
