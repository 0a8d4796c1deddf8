// What the slots share: handles, attributes, and errors on their way across the border.
#pragma once

#include <exception>
#include <string>

#include "dispatch/op.h"
#include "paddle/c_api.h"
#include "tensor/tensor.h"

// A shape rule's view of its call.
struct PD_InferCall {
  const pd::OpCall& call;
  pd::SmallVector<pd::TensorMeta, 1>& outputs;
};

namespace pd::capi {

// ---- handles ----

inline TensorImpl& impl_of(PD_Tensor* handle) { return *reinterpret_cast<TensorImpl*>(handle); }
inline const TensorImpl& impl_of(const PD_Tensor* handle) {
  return *reinterpret_cast<const TensorImpl*>(handle);
}
inline PD_Tensor* handle_of(TensorImpl* impl) { return reinterpret_cast<PD_Tensor*>(impl); }
inline PD_Tensor* give(Tensor tensor) { return handle_of(tensor.detach()); }
inline Tensor shared(PD_Tensor* handle) {
  return Tensor::share(reinterpret_cast<TensorImpl*>(handle));
}
// A Tensor is one pointer, so that a row of them is a row of handles.
static_assert(sizeof(Tensor) == sizeof(PD_Tensor*));
inline PD_Tensor* const* handles_of(std::span<const Tensor> tensors) {
  return reinterpret_cast<PD_Tensor* const*>(tensors.data());
}
inline PD_Tensor* const* handles_of(std::span<TensorImpl* const> tensors) {
  return reinterpret_cast<PD_Tensor* const*>(tensors.data());
}
inline const OpDef& op_of(const PD_Op* handle) { return *reinterpret_cast<const OpDef*>(handle); }
inline const PD_Op* handle_of(const OpDef& op) { return reinterpret_cast<const PD_Op*>(&op); }
inline OpCall& call_of(PD_Call* handle) { return *reinterpret_cast<OpCall*>(handle); }
inline const OpCall& call_of(const PD_Call* handle) {
  return *reinterpret_cast<const OpCall*>(handle);
}

// ---- numbers, shapes, attributes ----

DType dtype_of_number(int32_t number);
Place place_of(PD_Place place);
DTypeMask mask_of_numbers(uint64_t mask);
Dims dims_of(const int64_t* sizes, size_t rank);
Attr attr_of(const PD_Attr& attr);
// Borrows from `attr`.
PD_Attr raw_attr(const Attr& attr);

// ---- errors ----

// Keeps the failure that is being handled for error_text and rethrow; returns its status.
PD_Status keep_failure() noexcept;
PD_Status keep_failure(PD_Status status, std::string text);
const char* failure_text();
// Before a callback runs: forgets an older failure.
void forget_failure();
// Throws what a failed callback left behind.
[[noreturn]] void rethrow(PD_Status status);

// Runs the body of a slot and turns its exceptions into a status.
template <class F>
PD_Status guard(F&& body) noexcept {
  try {
    body();
    return PD_OK;
  } catch (...) {
    return keep_failure();
  }
}

// Calls back into an extension and turns a failed status into an exception.
template <class F>
void call_back(F&& callback) {
  forget_failure();
  const PD_Status status = callback();
  if (status != PD_OK) rethrow(status);
}

}  // namespace pd::capi
