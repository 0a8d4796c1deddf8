// The module `paddle.sparse._sparse`: registers the operators, and builds and takes apart tensors
// of the two layouts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "layouts.h"
#include "register.h"

namespace nb = nanobind;

namespace paddle {
namespace {

Tensor make_coo(const Tensor& indices, const Tensor& values, const Dims& shape, bool coalesced) {
  const std::array<Tensor, 2> parts = {indices, values};
  Tensor result = Tensor::composite(layouts().coo, shape, values.dtype(), parts);
  result.set_coalesced(coalesced);
  return result;
}

Tensor make_csr(const Tensor& crows, const Tensor& cols, const Tensor& values, const Dims& shape) {
  const std::array<Tensor, 3> parts = {crows, cols, values};
  return Tensor::composite(layouts().csr, shape, values.dtype(), parts);
}

std::vector<Tensor> components(const Tensor& x) {
  std::vector<Tensor> parts;
  for (size_t i = 0; i < x.num_components(); ++i) parts.push_back(x.component(i));
  return parts;
}

}  // namespace
}  // namespace paddle

NB_MODULE(_sparse, module) {
  using namespace paddle;
  initialize(module, "paddle-sparse");
  register_ops();
  register_core_kernels();
  module.attr("COO") = layouts().coo.number();
  module.attr("CSR") = layouts().csr.number();
  module.def("make_coo", &make_coo, nb::arg("indices"), nb::arg("values"), nb::arg("shape"),
             nb::arg("coalesced"));
  module.def("make_csr", &make_csr, nb::arg("crows"), nb::arg("cols"), nb::arg("values"),
             nb::arg("shape"));
  module.def("components", &components, nb::arg("x"));
  module.def("layout", [](const Tensor& x) { return x.layout(); }, nb::arg("x"));
  module.def("is_coalesced", [](const Tensor& x) { return x.coalesced(); }, nb::arg("x"));
}
