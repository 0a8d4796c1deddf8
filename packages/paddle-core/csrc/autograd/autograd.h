// The graph of the backward pass: what a tensor remembers, nodes, edges, and the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dispatch/op.h"
#include "runtime/intrusive_ptr.h"
#include "tensor/tensor.h"

namespace pd {

class Node;

// Where a gradient goes: into a node's slot or into a leaf tensor. An empty edge drops it.
struct Edge {
  IntrusivePtr<Node> node;
  uint32_t slot = 0;
  Tensor leaf;

  explicit operator bool() const { return node || leaf; }
};
using Edges = SmallVector<Edge, 3>;

using GradHook =
    std::function<Tensor(const Tensor& grad)>;  // undefined: keep the gradient as it is
using GradHooks = std::map<int64_t, GradHook>;  // by handle, in registration order
using LeafHooks = std::map<int64_t, std::function<void()>>;

struct AutogradMeta {
  Tensor grad;
  IntrusivePtr<Node> node;  // what computed the tensor; null for a leaf
  uint32_t slot = 0;
  std::unique_ptr<GradHooks> hooks;       // of a leaf; those of other tensors live in the node
  std::unique_ptr<LeafHooks> leaf_hooks;  // called after a gradient was accumulated
  bool retains_grad = false;

  // A view knows the tensor whose memory it shows, and the version its node was made for: a later
  // write through the base or another view makes a new node.
  Tensor base;
  uint32_t node_version = 0;
};

// A function of the backward pass: gradients of a forward call's outputs to those of its inputs.
class Node : public RefCounted {
 public:
  explicit Node(std::string_view name) : name_(name) {}
  virtual ~Node() = default;
  static void destroy(Node* node) noexcept;

  std::string_view name() const { return name_; }
  size_t num_slots() const { return slots_.size(); }
  const TensorMeta& slot_meta(size_t slot) const { return slots_[slot]; }
  const Edges& edges() const { return edges_; }
  void set_edges(Edges edges) { edges_ = std::move(edges); }
  uint32_t add_slot(const TensorMeta& meta);

  // `grads` has one entry per slot, undefined where nothing flowed in; `results` one per edge.
  virtual void apply(std::span<Tensor> grads, std::span<Tensor> results) = 0;
  virtual void release_saved() {}

  struct SlotHooks {
    GradHooks hooks;
    TensorImpl* retain = nullptr;  // keeps its gradient; its destructor clears this
  };
  SlotHooks& hooks_of(size_t slot) { return hooks_[slot]; }
  SlotHooks* find_hooks(size_t slot);

  // Marks of the engine's run that is using the node.
  uint64_t run_id = 0;
  uint32_t run_index = 0;

 private:
  std::string_view name_;  // lives with the operator definition or as a literal
  SmallVector<TensorMeta, 1> slots_;
  Edges edges_;
  std::map<size_t, SlotHooks> hooks_;
};

// What a hook made of a tensor that a node saves.
class PackedTensor {
 public:
  virtual ~PackedTensor() = default;
  virtual Tensor unpack() = 0;
};

// Decides where saved tensors are kept until the backward pass; see Mode::saved_tensor_hooks.
class SavedTensorHooks {
 public:
  virtual ~SavedTensorHooks() = default;
  virtual std::unique_ptr<PackedTensor> pack(const Tensor& tensor) = 0;
};

// The gradient of an operator of the table.
class OpNode final : public Node {
 public:
  explicit OpNode(const OpDef& op) : Node(op.name), op_(op) {}

  // Before the kernel runs: edges, inputs and attributes. `written` replaces the in-place target.
  void save_inputs(const OpCall& call, const Tensor& written);
  // Afterwards: output slots and values.
  void save_outputs(std::span<const Tensor> outputs);

  void apply(std::span<Tensor> grads, std::span<Tensor> results) override;
  void release_saved() override;

 private:
  struct Saved {
    Tensor tensor;
    uint32_t version = 0;
    bool reads_elements = false;
  };
  void pack(Saved& saved, size_t index);
  Tensor load(const Saved& saved, size_t index) const;
  Tensor unpack_input(size_t i, bool with_history) const;
  Tensor unpack_output(size_t i, bool with_history);
  void check_version(const Saved& saved, std::string_view argument) const;

  const OpDef& op_;
  SmallVector<Saved, 3> inputs_;
  SmallVector<Saved, 1> outputs_;
  // By position among the inputs and then the outputs; null where no hook was active.
  std::unique_ptr<std::vector<std::unique_ptr<PackedTensor>>> packed_;
  SmallVector<Attr, 1> attrs_;
  SmallVector<uint32_t, 2> list_sizes_;
  bool released_ = false;
};

// Where a gradient of `impl` goes. A view whose memory was written to gets a new node first.
Edge gradient_edge(TensorImpl& impl);
// The node of a tensor, null for a leaf.
Node* gradient_node(TensorImpl& impl);
inline bool stop_gradient(const TensorImpl& impl) { return (impl.bits() & kRequiresGrad) == 0; }
// Stopping the gradient of a tensor that an operator computed cuts its history.
void set_stop_gradient(TensorImpl& impl, bool stop);
void connect(TensorImpl& impl, IntrusivePtr<Node> node, uint32_t slot);
// Shares the memory of a tensor, without its history.
Tensor detach(const TensorImpl& impl);
// A tensor that an operator returned as a view of `source`.
void remember_base(TensorImpl& view, TensorImpl& source);

// A new node over the call's inputs, or null where no input wants a gradient.
IntrusivePtr<OpNode> make_node(const OpCall& call, const Tensor& written = {});
// Makes the node the history of the outputs.
void connect_outputs(const IntrusivePtr<OpNode>& node, OpCall& call);
// Makes the node the history of a tensor that was written to, and of the base it is a view of.
void connect_written(TensorImpl& target, const IntrusivePtr<Node>& node);
// Refuses a leaf whose gradient is wanted, and memory that elements share.
void check_writable(const OpDef& op, const TensorImpl& target);

int64_t add_hook(TensorImpl& impl, GradHook hook);
bool remove_hook(TensorImpl& impl, int64_t handle);
int64_t add_leaf_hook(TensorImpl& impl, std::function<void()> hook);
bool remove_leaf_hook(TensorImpl& impl, int64_t handle);
void retain_grad(TensorImpl& impl);

struct BackwardOptions {
  bool retain_graph = false;
  bool create_graph = false;
  bool allow_unused = false;
};
// Accumulates into the leaves. An undefined gradient of an output means ones.
void run_backward(std::span<const Tensor> outputs, std::span<const Tensor> grads,
                  BackwardOptions options);
// The gradients of `inputs`, undefined for unused ones.
std::vector<Tensor> run_grad(std::span<const Tensor> outputs, std::span<const Tensor> grads,
                             std::span<const Tensor> inputs, std::span<const Tensor> no_grad_inputs,
                             BackwardOptions options);

// Set by the bindings: lets go of the Python object of a tensor that is being destroyed.
extern void (*python_object_releaser)(TensorImpl& impl);

}  // namespace pd
