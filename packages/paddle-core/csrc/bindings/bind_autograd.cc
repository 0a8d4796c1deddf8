// backward, grad, hooks, and nodes whose gradient is a Python function.
#include <memory>

#include "autograd/autograd.h"
#include "bindings/bind.h"
#include "bindings/shared_object.h"
#include "bindings/tensor_caster.h"
#include "dispatch/mode.h"
#include "tensor/layout.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

void require_tensor(const Tensor& tensor, const char* function) {
  require(static_cast<bool>(tensor), ErrorKind::kInvalidType, function, ": a Tensor is needed");
}

GradHook grad_hook(nb::object function) {
  return [hook = SharedObject(std::move(function))](const Tensor& grad) -> Tensor {
    const AcquireGil gil;
    const nb::object result = hook.get()(nb::cast(grad));
    if (result.is_none()) return {};
    TensorImpl* tensor = unwrap(result.ptr());
    require(tensor != nullptr, ErrorKind::kInvalidType,
            "a gradient hook must return a Tensor or None, but returned ",
            Py_TYPE(result.ptr())->tp_name);
    return Tensor::share(tensor);
  };
}

// A node of PyLayer: `backward` takes the list of gradients and returns one per input.
class PythonNode final : public Node {
 public:
  PythonNode(std::string name, nb::object backward)
      : Node(""), owned_name_(std::move(name)), backward_(std::move(backward)) {}

  void apply(std::span<Tensor> grads, std::span<Tensor> results) override {
    const AcquireGil gil;
    nb::list arguments;
    for (const Tensor& grad : grads) arguments.append(nb::cast(grad));
    const nb::object returned = backward_.get()(arguments);
    const nb::sequence sequence = nb::cast<nb::sequence>(returned);
    require(nb::len(sequence) == results.size(), owned_name_, ".backward returned ",
            nb::len(sequence), " gradients for ", results.size(), " input tensors");
    for (size_t i = 0; i < results.size(); ++i) results[i] = nb::cast<Tensor>(sequence[i]);
  }

 private:
  std::string owned_name_;
  SharedObject backward_;
};

// Connects the outputs to the inputs through a Python function.
void connect_python_node(const std::string& name, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& outputs, nb::object backward) {
  auto node = IntrusivePtr<PythonNode>::adopt(new PythonNode(name, std::move(backward)));
  Edges edges;
  for (const Tensor& input : inputs) {
    edges.push_back(input && is_differentiable(input.dtype()) ? gradient_edge(*input) : Edge{});
  }
  node->set_edges(std::move(edges));
  for (const Tensor& output : outputs) {
    require_tensor(output, "PyLayer");
    const uint32_t slot = node->add_slot(output->meta());
    if (is_differentiable(output.dtype())) connect(*output, node, slot);
  }
}

// What a pack hook returned.
class PythonPackedTensor final : public PackedTensor {
 public:
  PythonPackedTensor(SharedObject packed, SharedObject unpack)
      : packed_(std::move(packed)), unpack_(std::move(unpack)) {}

  Tensor unpack() override {
    const AcquireGil gil;
    const nb::object result = unpack_.get()(packed_.get());
    TensorImpl* tensor = unwrap(result.ptr());
    require(tensor != nullptr, ErrorKind::kInvalidType,
            "an unpack hook must return a Tensor, but returned ", Py_TYPE(result.ptr())->tp_name);
    return Tensor::share(tensor);
  }

 private:
  SharedObject packed_;
  SharedObject unpack_;
};

class PythonSavedTensorHooks final : public SavedTensorHooks {
 public:
  PythonSavedTensorHooks(nb::object pack, nb::object unpack)
      : pack_(std::move(pack)), unpack_(std::move(unpack)) {}

  std::unique_ptr<PackedTensor> pack(const Tensor& tensor) override {
    const AcquireGil gil;
    return std::make_unique<PythonPackedTensor>(SharedObject(pack_.get()(nb::cast(tensor))),
                                                unpack_);
  }

 private:
  SharedObject pack_;
  SharedObject unpack_;
};

struct SavedTensorHooksState {
  std::shared_ptr<SavedTensorHooks> hooks;  // null: none
};
thread_local std::shared_ptr<SavedTensorHooks> active_hooks;

// Makes the state the active one and returns the one before.
SavedTensorHooksState swap_saved_tensor_hooks(const SavedTensorHooksState& state) {
  SavedTensorHooksState before{std::exchange(active_hooks, state.hooks)};
  current_mode.saved_tensor_hooks = active_hooks.get();
  return before;
}

// The tensors that have the histories: of composite tensors the components with their elements.
std::vector<Tensor> owners(std::vector<Tensor> tensors) {
  for (Tensor& tensor : tensors) {
    if (tensor) tensor = Tensor::share(&gradient_owner(*tensor));
  }
  return tensors;
}

TensorImpl& hooked(const Tensor& tensor) {
  require_tensor(tensor, "register_hook");
  require(!tensor->is_composite(), ErrorKind::kUnimplemented,
          "register_hook: a hook on a sparse tensor belongs on its values()");
  return *tensor;
}

BackwardOptions options(bool retain_graph, bool create_graph, bool allow_unused) {
  return {retain_graph || create_graph, create_graph, allow_unused};
}

void backward(const std::vector<Tensor>& tensors, const std::vector<Tensor>& grads,
              bool retain_graph) {
  for (const Tensor& tensor : tensors) require_tensor(tensor, "backward");
  const ReleaseGil release;
  run_backward(owners(tensors), owners(grads), options(retain_graph, false, false));
}

std::vector<Tensor> grad(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& grad_outputs, bool retain_graph,
                         bool create_graph, bool allow_unused,
                         const std::vector<Tensor>& no_grad_inputs) {
  for (const Tensor& tensor : outputs) require_tensor(tensor, "grad");
  for (const Tensor& tensor : inputs) require_tensor(tensor, "grad");
  for (const Tensor& tensor : no_grad_inputs) require_tensor(tensor, "grad");
  const ReleaseGil release;
  std::vector<Tensor> results =
      run_grad(owners(outputs), owners(grad_outputs), owners(inputs), owners(no_grad_inputs),
               options(retain_graph, create_graph, allow_unused));
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = with_elements(*inputs[i], std::move(results[i]));
  }
  return results;
}

}  // namespace

void bind_autograd(nb::module_& module) {
  module.def("backward", &backward, nb::arg("tensors"), nb::arg("grads"), nb::arg("retain_graph"));
  module.def("grad", &grad, nb::arg("outputs"), nb::arg("inputs"), nb::arg("grad_outputs"),
             nb::arg("retain_graph"), nb::arg("create_graph"), nb::arg("allow_unused"),
             nb::arg("no_grad_inputs"));
  module.def("add_hook", [](const Tensor& tensor, nb::object hook) {
    return add_hook(hooked(tensor), grad_hook(std::move(hook)));
  });
  module.def("remove_hook", [](const Tensor& tensor, int64_t handle) {
    require_tensor(tensor, "remove_hook");
    return remove_hook(*tensor, handle);
  });
  module.def("add_leaf_hook", [](const Tensor& tensor, nb::object hook) {
    return add_leaf_hook(hooked(tensor), [shared = SharedObject(std::move(hook))] {
      const AcquireGil gil;
      shared.get()();
    });
  });
  module.def("remove_leaf_hook", [](const Tensor& tensor, int64_t handle) {
    require_tensor(tensor, "remove_hook");
    return remove_leaf_hook(*tensor, handle);
  });
  nb::class_<SavedTensorHooksState>(module, "SavedTensorHooks",
                                    "Where the backward pass keeps the tensors that it needs.")
      .def("__init__", [](SavedTensorHooksState* self, nb::object pack, nb::object unpack) {
        new (self) SavedTensorHooksState{
            std::make_shared<PythonSavedTensorHooks>(std::move(pack), std::move(unpack))};
      });
  module.def("swap_saved_tensor_hooks", &swap_saved_tensor_hooks, nb::arg("state"));
  module.def("connect_python_node", &connect_python_node, nb::arg("name"), nb::arg("inputs"),
             nb::arg("outputs"), nb::arg("backward"));
}

}  // namespace pd::python
