// The history of memory that several tensors show: views, and bases written to through a view.
#pragma once

#include "autograd/autograd.h"

namespace pd {

// The gradient of `view` as a strided window on `base`.
IntrusivePtr<Node> make_view_node(TensorImpl& base, const TensorImpl& view);
// The gradient of `base` after `view` was written to by an operator with the gradient `write`,
// whose first edge is that of the view before.
IntrusivePtr<Node> make_written_base_node(TensorImpl& base, const TensorImpl& view,
                                          IntrusivePtr<Node> write);

}  // namespace pd
