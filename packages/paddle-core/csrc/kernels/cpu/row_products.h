// Products along rows of complex numbers, and gradients of products, compiled once.
#pragma once

#include "tensor/tensor.h"

namespace pd::cpu {

// One product per kept element, in order.
void complex_products(const TensorImpl& x, DimsView axes, void* out);
// The gradient of the product over `axes`; exact where elements are zero.
void product_gradients(const TensorImpl& x, const TensorImpl& upstream, DimsView axes,
                       TensorImpl& out);

}  // namespace pd::cpu
