// A composite layout: a square matrix of which only the diagonal is stored. Operators of the core
// get kernels for it, which are compositions over the one component, and so differentiable.
#include "guest.h"

namespace paddle {
namespace {

const Layout& diagonal() {
  static const Layout layout("guest_diagonal", 1);
  return layout;
}

PD_Status absolute(PD_Call* raw, void*) {
  return guard([&] {
    const KernelCall call(raw);
    static const Op abs("abs");
    call.set_out(0, make_diagonal(abs(call.in(0).component(0))));
  });
}

// diagonal @ y scales the rows of y.
PD_Status product(PD_Call* raw, void*) {
  return guard([&] {
    const KernelCall call(raw);
    static const Op unsqueeze("unsqueeze");
    static const Op multiply("multiply");
    const Tensor x = call.in(0);
    const Tensor y = call.in(1);
    require(x.num_components() == 1 && y.num_components() == 0, PD_UNIMPLEMENTED,
            "only diagonal @ dense is written");
    call.set_out(0, multiply(unsqueeze(x.component(0), Dims{-1}), y));
  });
}

}  // namespace

Tensor make_diagonal(const Tensor& values) {
  require(values.rank() == 1, PD_INVALID_ARGUMENT,
          "values must have one dimension, but have shape ", ShapeText{values.shape()});
  const Dims shape = {values.dim(0), values.dim(0)};
  return Tensor::composite(diagonal(), shape, values.dtype(), {&values, 1});
}

void register_diagonal() {
  const DTypeMask dtypes = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
  register_kernel(Op("abs"), diagonal(), dtypes, absolute);
  register_kernel(Op("matmul"), diagonal(), dtypes, product);
}

}  // namespace paddle
