// What tensors remember of their history: edges, views, hooks, and the nodes of operators.
#include "autograd/autograd.h"

#include <atomic>

#include "autograd/grad_call.h"
#include "autograd/view_nodes.h"
#include "dispatch/layers.h"
#include "dispatch/mode.h"
#include "interpreter/program.h"
#include "tensor/layout.h"

namespace pd {

void (*python_object_releaser)(TensorImpl& impl) = nullptr;

// ---- nodes ----------------------------------------------------------------------------------

// A chain of a million nodes must not be destroyed by a million nested calls.
void Node::destroy(Node* node) noexcept {
  static thread_local std::vector<Node*>* pending = nullptr;
  if (pending) {
    pending->push_back(node);
    return;
  }
  std::vector<Node*> nodes = {node};
  pending = &nodes;
  while (!nodes.empty()) {
    Node* next = nodes.back();
    nodes.pop_back();
    delete next;
  }
  pending = nullptr;
}

uint32_t Node::add_slot(const TensorMeta& meta) {
  slots_.push_back(meta);
  return static_cast<uint32_t>(slots_.size() - 1);
}

Node::SlotHooks* Node::find_hooks(size_t slot) {
  const auto found = hooks_.find(slot);
  return found == hooks_.end() ? nullptr : &found->second;
}

// ---- history of tensors ----------------------------------------------------------------------

namespace {

// The view's node belongs to an older state of the shared memory.
bool is_stale_view(const TensorImpl& impl, const AutogradMeta& meta) {
  return meta.base && meta.node_version != impl.version() && (meta.base->bits() & kRequiresGrad);
}

void renew_view_node(TensorImpl& view, AutogradMeta& meta) {
  connect(view, make_view_node(*meta.base, view), 0);
}

}  // namespace

void connect(TensorImpl& impl, IntrusivePtr<Node> node, uint32_t slot) {
  AutogradMeta& meta = impl.ensure_autograd();
  if (meta.retains_grad) {
    if (meta.node) meta.node->hooks_of(meta.slot).retain = nullptr;
    node->hooks_of(slot).retain = &impl;
  }
  meta.node = std::move(node);
  meta.slot = slot;
  meta.node_version = impl.version();
  impl.set_requires_grad_bit(true);
}

Node* gradient_node(TensorImpl& impl) {
  AutogradMeta* meta = impl.autograd();
  if (!meta) return nullptr;
  if (is_stale_view(impl, *meta)) renew_view_node(impl, *meta);
  return meta->node.get();
}

Edge gradient_edge(TensorImpl& impl) {
  Node* node = gradient_node(impl);
  if (stop_gradient(impl)) return {};
  if (node) return {IntrusivePtr<Node>::share(node), impl.autograd()->slot, {}};
  return {nullptr, 0, Tensor::share(&impl)};
}

void set_stop_gradient(TensorImpl& impl, bool stop) {
  if (AutogradMeta* meta = stop ? impl.autograd() : nullptr) {
    if (meta->retains_grad && meta->node) meta->node->hooks_of(meta->slot).retain = nullptr;
    meta->retains_grad = false;
    meta->node.reset();
    meta->slot = 0;
  }
  impl.set_requires_grad_bit(!stop);
}

Tensor detach(const TensorImpl& impl) {
  if (!impl.is_composite()) return shallow_copy(impl);
  return with_elements(impl, shallow_copy(*impl.composite()->components.back()));
}

void remember_base(TensorImpl& view, TensorImpl& source) {
  AutogradMeta* of_source = source.autograd();
  AutogradMeta& meta = view.ensure_autograd();
  meta.base = of_source && of_source->base ? of_source->base : Tensor::share(&source);
  meta.node_version = view.version();
}

// ---- nodes of operators ----------------------------------------------------------------------

IntrusivePtr<OpNode> make_node(const OpCall& call, const Tensor& written) {
  auto node = IntrusivePtr<OpNode>::adopt(new OpNode(call.op()));
  node->save_inputs(call, written);
  return node;
}

// Puts the hooks' object in the place of the elements.
void OpNode::pack(Saved& saved, size_t index) {
  if (saved.tensor->is_symbolic()) return;
  SavedTensorHooks* const hooks = current_mode.saved_tensor_hooks;
  const ModeGuard<SavedTensorHooks*> off(&Mode::saved_tensor_hooks, nullptr);
  const GradModeGuard no_grad(false);
  if (!packed_) packed_ = std::make_unique<std::vector<std::unique_ptr<PackedTensor>>>();
  if (packed_->size() <= index) packed_->resize(index + 1);
  (*packed_)[index] = hooks->pack(saved.tensor);
  saved.tensor = Tensor::meta_only(saved.tensor->meta());
  saved.version = saved.tensor->version();
}

Tensor OpNode::load(const Saved& saved, size_t index) const {
  if (!packed_ || packed_->size() <= index || !(*packed_)[index]) return saved.tensor;
  const GradModeGuard no_grad(false);
  Tensor tensor = (*packed_)[index]->unpack();
  require(tensor.shape() == saved.tensor.shape() && tensor.dtype() == saved.tensor.dtype(),
          "the unpack hook of a tensor saved by ", name(), " returned a tensor of shape ",
          tensor.shape(), " and dtype ", tensor.dtype(), ", but what was packed has shape ",
          saved.tensor.shape(), " and dtype ", saved.tensor.dtype());
  return tensor;
}

void OpNode::save_inputs(const OpCall& call, const Tensor& written) {
  const auto inputs = call.inputs();
  list_sizes_.assign(call.list_sizes().begin(), call.list_sizes().end());
  attrs_.assign(call.attrs().begin(), call.attrs().end());
  Edges edges(inputs.size());
  inputs_.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    TensorImpl* input = inputs[i];
    if (!input) continue;
    if (is_differentiable(input->dtype()) && !is_shape_only(call, i)) {
      edges[i] = gradient_edge(*input);
    }
    const uint64_t bit = uint64_t{1} << argument_of_input(call.list_sizes(), i);
    const bool is_target = written && op_.inplace_input == static_cast<int>(i);
    if (op_.saved_inputs & bit) {
      inputs_[i].tensor = is_target ? written : shallow_copy(*input);
      inputs_[i].version = inputs_[i].tensor->version();
      inputs_[i].reads_elements = true;
      if (current_mode.saved_tensor_hooks) [[unlikely]]
        pack(inputs_[i], i);
    } else if (op_.saved_metas & bit) {
      inputs_[i].tensor =
          input->is_symbolic() ? shallow_copy(*input) : Tensor::meta_only(input->meta());
    }
  }
  set_edges(std::move(edges));
}

void OpNode::save_outputs(std::span<const Tensor> outputs) {
  outputs_.resize(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    add_slot(outputs[i]->meta());
    const size_t declared = std::min(i, op_.outputs.size() - 1);
    if (!(op_.saved_outputs >> declared & 1)) continue;
    outputs_[i] = {shallow_copy(*outputs[i]), outputs[i]->version(), true};
    if (current_mode.saved_tensor_hooks) [[unlikely]]
      pack(outputs_[i], inputs_.size() + i);
  }
}

void connect_outputs(const IntrusivePtr<OpNode>& node, OpCall& call) {
  node->save_outputs({call.outputs().data(), call.outputs().size()});
  for (size_t i = 0; i < call.outputs().size(); ++i) {
    TensorImpl& output = call.out(i);
    if (is_differentiable(output.dtype())) connect(output, node, static_cast<uint32_t>(i));
  }
}

void connect_written(TensorImpl& target, const IntrusivePtr<Node>& node) {
  AutogradMeta& meta = target.ensure_autograd();
  if (!meta.base || target.is_symbolic()) {
    connect(target, node, 0);
    return;
  }
  TensorImpl& base = *meta.base;
  connect(base, make_written_base_node(base, target, node), 0);
  renew_view_node(target, meta);
}

void check_writable(const OpDef& op, const TensorImpl& target) {
  const AutogradMeta* meta = target.autograd();
  const bool is_leaf = !(meta && meta->node);
  const bool leaf_of_view =
      meta && meta->base && !(meta->base->autograd() && meta->base->autograd()->node);
  if (current_mode.grad_enabled && !stop_gradient(target)) {
    require(!is_leaf && !(leaf_of_view && !stop_gradient(*meta->base)), op.name,
            "_: a leaf tensor that does not stop gradients cannot be written in place; use "
            "paddle.no_grad() or work on a copy (x.clone())");
  }
  for (int64_t axis = 0; axis < target.rank(); ++axis) {
    require(target.stride(axis) != 0 || target.dim(axis) <= 1, op.name,
            "_: several elements of the tensor of shape ", target.shape(),
            " share memory (it was expanded), so it cannot be written in place; use x.clone()");
  }
}

void OpNode::check_version(const Saved& saved, std::string_view argument) const {
  require(!saved.reads_elements || saved.tensor->version() == saved.version,
          ErrorKind::kPreconditionNotMet, "the gradient of ", name(), " needs its ", argument,
          " of shape ", saved.tensor->shape(),
          ", which an in-place operation has changed since: its "
          "version is ",
          saved.tensor->version(), ", expected ", saved.version,
          ". Use the operation that is not in place, or clone() the tensor first");
}

Tensor OpNode::unpack_input(size_t i, bool with_history) const {
  const Saved& saved = inputs_[i];
  if (!saved.tensor) return {};
  check_version(saved, op_.args[argument_of_input(list_sizes_, i)].name);
  const Edge& edge = edges()[i];
  const Tensor loaded = load(saved, i);
  if (!with_history || !edge || !saved.reads_elements) return loaded;
  if (edge.leaf) return edge.leaf;
  Tensor tensor = shallow_copy(*loaded);
  connect(*tensor, edge.node, edge.slot);
  return tensor;
}

Tensor OpNode::unpack_output(size_t i, bool with_history) {
  const Saved& saved = outputs_[i];
  if (!saved.tensor) return {};
  check_version(saved, op_.outputs[std::min(i, op_.outputs.size() - 1)].name);
  const Tensor loaded = load(saved, inputs_.size() + i);
  if (!with_history || !is_differentiable(loaded.dtype())) return loaded;
  Tensor tensor = shallow_copy(*loaded);
  connect(*tensor, IntrusivePtr<Node>::share(this), static_cast<uint32_t>(i));
  return tensor;
}

void OpNode::apply(std::span<Tensor> grads, std::span<Tensor> results) {
  require(!released_, ErrorKind::kFatal, "the graph of ", name(),
          " was backpropagated already and what it saved is released; call backward or grad with "
          "retain_graph=True the first time");
  require(op_.grad != nullptr, ErrorKind::kUnimplemented, "operator ", name(), " has no gradient");
  const bool with_history = current_mode.grad_enabled;
  SmallVector<Tensor, 3> inputs(inputs_.size());
  SmallVector<Tensor, 1> outputs(outputs_.size());
  SmallVector<bool, 8> wanted(inputs_.size());
  SmallVector<TensorMeta, 1> metas;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    inputs[i] = unpack_input(i, with_history);
    wanted[i] = static_cast<bool>(edges()[i]);
    require(!wanted[i] || (op_.differentiable >> argument_of_input(list_sizes_, i) & 1),
            ErrorKind::kUnimplemented, "operator ", name(), " has no gradient for its argument ",
            op_.args[argument_of_input(list_sizes_, i)].name,
            "; set its stop_gradient to True or use detach()");
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    outputs[i] = unpack_output(i, with_history);
    metas.push_back(slot_meta(i));
  }
  GradCall call(op_, grads, {inputs.data(), inputs.size()}, {outputs.data(), outputs.size()},
                {metas.data(), metas.size()}, {attrs_.data(), attrs_.size()},
                {list_sizes_.data(), list_sizes_.size()}, {wanted.data(), wanted.size()}, results);
  op_.grad(call, op_.grad_context);
}

void OpNode::release_saved() {
  inputs_.clear();
  outputs_.clear();
  packed_.reset();
  released_ = true;
}

// ---- hooks -----------------------------------------------------------------------------------

namespace {

std::atomic<int64_t> next_hook{1};

template <class Hooks, class Hook>
int64_t put_hook(Hooks& hooks, Hook hook) {
  const int64_t handle = next_hook.fetch_add(1);
  hooks.emplace(handle, std::move(hook));
  return handle;
}

template <class Hooks>
Hooks& ensure(std::unique_ptr<Hooks>& hooks) {
  if (!hooks) hooks = std::make_unique<Hooks>();
  return *hooks;
}

}  // namespace

int64_t add_hook(TensorImpl& impl, GradHook hook) {
  require(!stop_gradient(impl), ErrorKind::kPreconditionNotMet,
          "register_hook: the tensor stops gradients, so a hook on it would never be called");
  if (Node* node = gradient_node(impl)) {
    return put_hook(node->hooks_of(impl.autograd()->slot).hooks, std::move(hook));
  }
  return put_hook(ensure(impl.ensure_autograd().hooks), std::move(hook));
}

bool remove_hook(TensorImpl& impl, int64_t handle) {
  AutogradMeta* meta = impl.autograd();
  if (!meta) return false;
  if (meta->hooks && meta->hooks->erase(handle)) return true;
  Node::SlotHooks* hooks = meta->node ? meta->node->find_hooks(meta->slot) : nullptr;
  return hooks && hooks->hooks.erase(handle) > 0;
}

int64_t add_leaf_hook(TensorImpl& impl, std::function<void()> hook) {
  require(!stop_gradient(impl) && !gradient_node(impl), ErrorKind::kPreconditionNotMet,
          "a hook after accumulation needs a leaf tensor with stop_gradient=False");
  return put_hook(ensure(impl.ensure_autograd().leaf_hooks), std::move(hook));
}

bool remove_leaf_hook(TensorImpl& impl, int64_t handle) {
  AutogradMeta* meta = impl.autograd();
  return meta && meta->leaf_hooks && meta->leaf_hooks->erase(handle) > 0;
}

void retain_grad(TensorImpl& impl) {
  require(!stop_gradient(impl), ErrorKind::kPreconditionNotMet,
          "retain_grads: the tensor stops gradients");
  Node* node = gradient_node(impl);
  if (!node) return;  // leaves keep their gradient anyway
  impl.autograd()->retains_grad = true;
  node->hooks_of(impl.autograd()->slot).retain = &impl;
}

// ---- what a formula sees ---------------------------------------------------------------------

size_t GradCall::first(size_t arg) const { return input_range(list_sizes_, arg).first; }
size_t GradCall::count(size_t arg) const { return input_range(list_sizes_, arg).count; }

Tensor GradCall::grad(size_t i) const {
  if (grads_[i]) return grads_[i];
  const TensorMeta& meta = output_metas_[i];
  return Tensor::zeros(meta.shape, meta.dtype, meta.place);
}

std::vector<Tensor> GradCall::grad_list() const {
  std::vector<Tensor> result;
  for (size_t i = op_.outputs.size() - 1; i < grads_.size(); ++i) result.push_back(grad(i));
  return result;
}

std::span<const Tensor> GradCall::in_list(size_t i) const {
  return inputs_.subspan(first(i), count(i));
}

bool GradCall::wants(size_t i) const {
  const size_t begin = first(i);
  for (size_t k = begin; k < begin + count(i); ++k) {
    if (wanted_[k]) return true;
  }
  return false;
}

void GradCall::set(size_t i, Tensor grad) { results_[first(i)] = std::move(grad); }

void GradCall::set_list(size_t i, std::vector<Tensor> grads) {
  require(grads.size() == count(i), ErrorKind::kPreconditionNotMet, "the gradient of ", op_.name,
          " has ", grads.size(), " tensors for ", count(i), " inputs");
  for (size_t k = 0; k < grads.size(); ++k) results_[first(i) + k] = std::move(grads[k]);
}

}  // namespace pd
