// The names of composite layouts. Numbers are given out as layouts are registered.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tensor/place.h"
#include "tensor/tensor.h"

namespace pd {

// The same name with the same number of components gives the same layout.
Layout register_layout(std::string_view name, size_t num_components);
std::optional<Layout> find_layout(std::string_view name);
// "dense" for the first one; null for a number that was not given out.
const char* layout_name(Layout layout);

// A tensor made of components, which it shares: their gradients are its gradients.
Tensor make_composite(Layout layout, DimsView shape, DType dtype, std::vector<Tensor> components);
// A composite tensor's component that carries its elements, and their gradient: the last one.
inline Tensor& elements_of(TensorImpl& composite) {
  return composite.composite()->components.back();
}
// The tensor that has the history and the gradient of `x`: its elements where it is composite.
inline TensorImpl& gradient_owner(TensorImpl& x) { return x.is_composite() ? *elements_of(x) : x; }
// The composite tensor `x` with other elements; beside a dense `x`, or undefined, `elements`
// itself.
Tensor with_elements(const TensorImpl& x, Tensor elements);

}  // namespace pd
