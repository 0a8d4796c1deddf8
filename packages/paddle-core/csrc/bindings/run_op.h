// Running operators from the bindings, with the interpreter lock free while it pays.
#pragma once

#include "bindings/errors.h"
#include "bindings/python_tensor.h"
#include "dispatch/op.h"

namespace pd::python {

// Enough elements that taking the lock again costs nothing in comparison.
inline constexpr int64_t kReleaseElements = 4096;

inline bool is_long_call(const OpCall& call) {
  if (call.inputs().empty()) return true;
  for (const TensorImpl* input : call.inputs()) {
    if (input && (input->numel() >= kReleaseElements || input->is_composite())) return true;
  }
  return false;
}

inline void run_op(OpCall& call) {
  const ReleaseGil release(is_long_call(call));
  dispatch(call);
}

}  // namespace pd::python
