// The test's extension: what Python calls to look at each part of the C ABI.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "guest.h"
#include "register.h"

namespace nb = nanobind;
using namespace paddle;

namespace {

struct Released {
  int count = 0;
} released;

// A tensor over memory of the extension, [0, 1, 2, ...].
Tensor borrowed(int64_t count) {
  auto* data = new float[static_cast<size_t>(count)];
  for (int64_t i = 0; i < count; ++i) data[i] = static_cast<float>(i);
  const PD_Deleter deleter = [](void* memory, size_t, void* context) {
    delete[] static_cast<float*>(memory);
    ++static_cast<Released*>(context)->count;
  };
  PD_Tensor* out = nullptr;
  check(api().tensor_from_memory(data, static_cast<size_t>(count) * sizeof(float), &count, nullptr,
                                 1, to_core(DType::kFloat32), {0, 0}, deleter, &released, &out));
  return Tensor::adopt(out);
}

std::vector<double> draws(uint64_t seed, size_t count) {
  Generator generator;
  generator.seed(seed);
  std::vector<double> result(count);
  generator.uniform(0.0, 1.0, result);
  return result;
}

Tensor through_dlpack(const Tensor& x) {
  void* managed = nullptr;
  check(api().dlpack_from_tensor(x.handle(), &managed));
  PD_Tensor* out = nullptr;
  check(api().dlpack_to_tensor(managed, &out));
  return Tensor::adopt(out);
}

int64_t parallel_sum(int64_t count, bool fails) {
  std::vector<int64_t> sums(64);
  std::atomic<size_t> next{0};
  parallel_for(0, count, 1, [&](int64_t begin, int64_t end) {
    require(!fails, PD_OUT_OF_RANGE, "a piece failed");
    int64_t& sum = sums[next++];
    for (int64_t i = begin; i < end; ++i) sum += i;
  });
  int64_t total = 0;
  for (const int64_t sum : sums) total += sum;
  return total;
}

nb::dict describe(const Tensor& x) {
  nb::dict result;
  result["rank"] = x.rank();
  result["shape"] = std::vector<int64_t>(x.shape().begin(), x.shape().end());
  result["strides"] = std::vector<int64_t>(x.strides().begin(), x.strides().end());
  result["numel"] = x.numel();
  result["dtype"] = name_of(x.dtype());
  result["layout"] = api().layout_name(x.layout());
  result["backend"] = api().backend_name(x.place().backend);
  result["contiguous"] = x.is_contiguous();
  result["requires_grad"] = x.requires_grad();
  result["version"] = x.version();
  return result;
}

// Registers a broken definition and returns what the core says.
void register_broken(const std::string& what) {
  static const PD_InferFn infer = [](PD_InferCall*, void*) { return PD_Status{PD_OK}; };
  OpSpec spec{"guest_broken"};
  spec.args = {{"x"}};
  spec.outputs = {{"out"}};
  spec.infer = infer;
  if (what == "name taken") spec.name = "guest_cube";
  if (what == "no outputs") spec.outputs.clear();
  if (what == "no shape rule") spec.infer = nullptr;
  if (what == "mask") spec.saved_inputs = 0b10;
  if (what == "no gradient") spec.differentiable = 0b1;
  if (what == "inplace") spec.inplace_input = 3;
  if (what == "autocast") spec.autocast = 7;
  if (what == "order") spec.args = {{"n", PD_ARG_INT}, {"x"}};
  register_op(spec);
}

std::string refusal_of(uintptr_t table, uint32_t major, uint32_t minor) {
  return refusal(*reinterpret_cast<const PD_Api*>(table), "abi-guest", {major, minor});
}

}  // namespace

NB_MODULE(_abi_guest, module) {
  initialize(module, "abi-guest");
  register_ops();
  register_by_hand();
  register_diagonal();
  module.attr("table_size") = sizeof(PD_Api);
  module.def("refusal_of", &refusal_of);
  module.def("describe", &describe);
  module.def("same", [](const Tensor& x) { return x; });
  module.def("make_diagonal", &make_diagonal);
  module.def("nest", [](const Tensor& x) {
    const Layout layout("guest_nest", 1);
    return Tensor::composite(layout, x.shape(), x.dtype(), {&x, 1});
  });
  module.def("component", [](const Tensor& x, size_t i) { return x.component(i); });
  module.def("borrowed", &borrowed);
  module.def("released", [] { return released.count; });
  module.def("draws", &draws);
  module.def("through_dlpack", &through_dlpack);
  module.def("parallel_sum", &parallel_sum);
  module.def("register_broken", &register_broken);
  module.def("call_missing", [] { Op("no_such_operator"); });
  module.def("sum_with_core", [](const Tensor& x) { return Op("sum")(x); });
  module.def("add_inplace",
             [](const Tensor& x, const Tensor& y) { return Op("add").call_inplace(x, y); });
  module.def("bad_call", [](const Tensor& x) { return Op("add")(x); });
  module.def("view_outside", [](const Tensor& x) {
    const Dims shape = {1000}, strides = {1};
    return x.view(shape, strides);
  });
  module.def("raise", [](int status, const std::string& text) { fail(status, text); });
  module.def("without_grad", [](const Tensor& x) {
    const GradMode off(false);
    return Op("multiply")(x, x);
  });
}
