// The parts of the test's extension that are registered by hand.
#pragma once

#include "paddle/ext.hpp"

namespace paddle {

void register_by_hand();
void register_diagonal();
Tensor make_diagonal(const Tensor& values);

}  // namespace paddle
