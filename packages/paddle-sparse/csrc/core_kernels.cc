// Kernels of operators of the core on sparse tensors: those that map 0 to 0 work on the stored
// elements. They call the operator again on these, so that its gradient is at work as well.
#include "layouts.h"

namespace paddle {
namespace {

constexpr const char* kElementwise[] = {
    "abs",   "asin", "asinh", "assign", "atan", "atanh", "cast", "ceil", "expm1",  "floor", "isnan",
    "log1p", "relu", "relu6", "round",  "sign", "sin",   "sinh", "sqrt", "square", "tan",   "tanh",
};

PD_Status map_elements(PD_Call* raw, void* context) {
  return guard([&] {
    const KernelCall call(raw);
    const Op op(static_cast<const PD_Op*>(context));
    const Tensor x = call.in(0);
    const bool is_coo = x.layout() == layouts().coo.number();
    std::vector<Tensor> parts;
    for (size_t i = 0; i < x.num_components(); ++i) parts.push_back(x.component(i));
    parts.back() = op.call_raw(parts.back(), call.raw_attrs());
    Tensor out = Tensor::composite(is_coo ? layouts().coo : layouts().csr, x.shape(),
                                   parts.back().dtype(), parts);
    out.set_coalesced(x.coalesced());
    call.set_out(0, out);
  });
}

}  // namespace

void register_core_kernels() {
  for (const char* name : kElementwise) {
    const Op op(name);
    void* context = const_cast<PD_Op*>(op.handle());
    register_kernel(op, layouts().coo, kAllMask, map_elements, context);
    register_kernel(op, layouts().csr, kAllMask, map_elements, context);
  }
}

}  // namespace paddle
