// DLPack capsules.
#pragma once

#include "bindings/python_tensor.h"

namespace pd::python {

// A capsule over the tensor's memory, "dltensor" or "dltensor_versioned".
PyObject* to_dlpack(TensorImpl& tensor, bool versioned);
// A tensor over the memory of a capsule, which is used up by it.
Tensor from_dlpack(PyObject* capsule);

}  // namespace pd::python
