// The two layouts of sparse tensors.
#pragma once

#include "paddle/ext.hpp"

namespace paddle {

struct Layouts {
  Layout coo{"sparse_coo", 2};  // indices, values
  Layout csr{"sparse_csr", 3};  // crows, cols, values
};

inline const Layouts& layouts() {
  static const Layouts instance;
  return instance;
}

// Gives operators of the core kernels for sparse tensors.
void register_core_kernels();

}  // namespace paddle
