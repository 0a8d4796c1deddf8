// The engine: walks the graph from the outputs and hands every node its complete gradients.
#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "autograd/autograd.h"
#include "dispatch/mode.h"
#include "ops.h"
#include "runtime/profiler.h"

namespace pd {
namespace {

// Two threads must not walk the same nodes; a hook may start a run of its own.
std::recursive_mutex engine_mutex;
uint64_t next_run_id = 1;

bool is_exclusive(const Tensor& tensor) {
  return tensor->use_count() == 1 && tensor->is_contiguous() && tensor->has_storage() &&
         tensor->storage()->use_count() == 1;
}

struct Task {
  IntrusivePtr<Node> node;
  SmallVector<Tensor, 1> grads;
  uint32_t pending = 0;  // edges that have not delivered yet
  bool needed = true;
};

// Who wants the gradient of a (node, slot) or of a leaf.
struct Captures {
  std::unordered_map<const TensorImpl*, std::vector<size_t>> leaves;
  std::unordered_map<const Node*, std::vector<std::pair<uint32_t, size_t>>> slots;
};

class Run {
 public:
  explicit Run(BackwardOptions options)
      : options_(options), id_(next_run_id++), outer_(active_), grad_mode_(options.create_graph) {
    active_ = this;
  }
  ~Run() {
    active_ = outer_;
    if (outer_) outer_->mark_nodes();
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void capture(std::span<const Tensor> inputs) {
    captures_only_ = true;
    results_.resize(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Edge edge = gradient_edge(*inputs[i]);
      if (edge.leaf) captures_.leaves[edge.leaf.get()].push_back(i);
      if (edge.node) captures_.slots[edge.node.get()].emplace_back(edge.slot, i);
    }
  }

  void block(std::span<const Tensor> inputs) {
    for (const Tensor& input : inputs) {
      const Edge edge = gradient_edge(*input);
      if (edge.leaf) blocked_leaves_.insert(edge.leaf.get());
      if (edge.node) blocked_slots_[edge.node.get()].insert(edge.slot);
    }
  }

  void start(std::span<const Tensor> outputs, std::span<const Tensor> grads) {
    const bool profiles = current_mode.bits & kProfile;
    const EventSpan span(profiles ? open_event("Gradient Backward", EventKind::kBackward) : 0);
    std::vector<Edge> roots;
    for (const Tensor& output : outputs) roots.push_back(gradient_edge(*output));
    discover(roots);
    if (captures_only_) mark_needed();
    for (size_t i = 0; i < roots.size(); ++i) deliver(roots[i], initial_grad(outputs[i], grads, i));
    for (Task& task : tasks_) {
      if (task.pending == 0) ready_.push_back(index_of(*task.node));
    }
    while (!ready_.empty()) {
      const uint32_t index = ready_.back();
      ready_.pop_back();
      process(index);
    }
  }

  std::vector<Tensor> take_results() { return std::move(results_); }

 private:
  static Tensor initial_grad(const Tensor& output, std::span<const Tensor> grads, size_t i) {
    if (i < grads.size() && grads[i]) {
      require(grads[i].shape() == output.shape(), "the gradient given for an output has shape ",
              grads[i].shape(), ", but the output has shape ", output.shape());
      return grads[i];
    }
    return ops::ones_like(output);
  }

  uint32_t index_of(const Node& node) const { return node.run_index; }
  bool seen(const Node& node) const { return node.run_id == id_; }
  void mark_nodes() {
    for (uint32_t i = 0; i < tasks_.size(); ++i) {
      tasks_[i].node->run_id = id_;
      tasks_[i].node->run_index = i;
    }
  }

  void add_task(const IntrusivePtr<Node>& node) {
    node->run_id = id_;
    node->run_index = static_cast<uint32_t>(tasks_.size());
    Task task;
    task.node = node;
    task.grads.resize(node->num_slots());
    tasks_.push_back(std::move(task));
  }

  bool is_blocked(const Edge& edge) const {
    if (edge.leaf) return blocked_leaves_.count(edge.leaf.get()) > 0;
    const auto found = blocked_slots_.find(edge.node.get());
    return found != blocked_slots_.end() && found->second.count(edge.slot) > 0;
  }

  // Numbers all reachable nodes and counts the edges into each.
  void discover(const std::vector<Edge>& roots) {
    for (const Edge& root : roots) {
      if (root.node && !seen(*root.node)) add_task(root.node);
    }
    for (size_t next = 0; next < tasks_.size(); ++next) {
      const IntrusivePtr<Node> node = tasks_[next].node;
      for (const Edge& edge : node->edges()) {
        if (!edge.node) continue;
        if (!seen(*edge.node)) add_task(edge.node);
        ++tasks_[index_of(*edge.node)].pending;
      }
    }
  }

  // A node is needed when a captured tensor can be reached from it. Goes through the nodes with
  // every node before those it leads to, then backwards.
  void mark_needed() {
    std::vector<uint32_t> order;
    std::vector<uint32_t> pending;
    for (const Task& task : tasks_) {
      pending.push_back(task.pending);
      if (task.pending == 0) order.push_back(index_of(*task.node));
    }
    for (size_t next = 0; next < order.size(); ++next) {
      for (const Edge& edge : tasks_[order[next]].node->edges()) {
        if (edge.node && --pending[index_of(*edge.node)] == 0) {
          order.push_back(index_of(*edge.node));
        }
      }
    }
    for (size_t i = order.size(); i-- > 0;) {
      Task& task = tasks_[order[i]];
      task.needed = leads_to_capture(*task.node);
    }
  }

  bool leads_to_capture(const Node& node) const {
    return std::any_of(node.edges().begin(), node.edges().end(), [&](const Edge& edge) {
      if (!edge || is_blocked(edge)) return false;
      if (edge.leaf) return captures_.leaves.count(edge.leaf.get()) > 0;
      return tasks_[index_of(*edge.node)].needed || captures_.slots.count(edge.node.get()) > 0;
    });
  }

  void process(uint32_t index) {
    const IntrusivePtr<Node> node = tasks_[index].node;
    SmallVector<Tensor, 1> grads = std::move(tasks_[index].grads);
    SmallVector<Tensor, 4> results(node->edges().size());
    const bool reached =
        std::any_of(grads.begin(), grads.end(), [](const Tensor& grad) { return bool(grad); });
    if (reached) {
      run_hooks(*node, grads);
      take_captures(*node, grads);
      if (tasks_[index].needed) {
        const EventSpan span(profiled(*node));
        node->apply({grads.data(), grads.size()}, {results.data(), results.size()});
        if (!options_.retain_graph) node->release_saved();
      }
    }
    grads.clear();
    for (size_t i = 0; i < results.size(); ++i) {
      const Edge& edge = node->edges()[i];
      if (!edge) continue;
      deliver(edge, std::move(results[i]));
      if (edge.node && --tasks_[index_of(*edge.node)].pending == 0) {
        ready_.push_back(index_of(*edge.node));
      }
    }
  }

  static uint64_t profiled(const Node& node) {
    if (!(current_mode.bits & kProfile)) return 0;
    return open_operator(std::string(node.name()) + " gradient");
  }

  void run_hooks(Node& node, SmallVector<Tensor, 1>& grads) {
    for (size_t slot = 0; slot < grads.size(); ++slot) {
      if (!grads[slot]) continue;
      Node::SlotHooks* hooks = node.find_hooks(slot);
      if (!hooks) continue;
      grads[slot] = call_hooks(hooks->hooks, std::move(grads[slot]));
      if (hooks->retain) hooks->retain->ensure_autograd().grad = grads[slot];
    }
  }

  static Tensor call_hooks(const GradHooks& hooks, Tensor grad) {
    const GradHooks copy = hooks;  // a hook may remove itself
    for (const auto& [handle, hook] : copy) {
      if (Tensor changed = hook(grad)) {
        require(changed.shape() == grad.shape(), "a gradient hook changed the shape from ",
                grad.shape(), " to ", changed.shape());
        grad = std::move(changed);
      }
    }
    return grad;
  }

  void take_captures(Node& node, const SmallVector<Tensor, 1>& grads) {
    const auto found = captures_.slots.find(&node);
    if (found == captures_.slots.end()) return;
    for (const auto& [slot, input] : found->second) results_[input] = grads[slot];
  }

  void deliver(const Edge& edge, Tensor grad) {
    if (!grad || !edge || is_blocked(edge)) return;
    if (edge.node) {
      add_to(tasks_[index_of(*edge.node)].grads[edge.slot], std::move(grad));
      return;
    }
    if (captures_only_) {
      capture_leaf(*edge.leaf, std::move(grad));
    } else {
      accumulate(*edge.leaf, std::move(grad));
    }
  }

  void add_to(Tensor& sum, Tensor grad) {
    if (!sum) {
      sum = std::move(grad);
    } else if (!options_.create_graph && !sum->is_symbolic() && !grad->is_symbolic() &&
               is_exclusive(sum) && sum.dtype() == grad.dtype()) {
      ops::add_(sum, grad);
    } else {
      sum = ops::add(sum, grad);
    }
  }

  void capture_leaf(TensorImpl& leaf, Tensor grad) {
    const auto found = captures_.leaves.find(&leaf);
    if (found == captures_.leaves.end()) return;
    grad = with_leaf_hooks(leaf, std::move(grad));
    for (size_t input : found->second) add_to(results_[input], grad);
  }

  static Tensor with_leaf_hooks(TensorImpl& leaf, Tensor grad) {
    const AutogradMeta* meta = leaf.autograd();
    return meta && meta->hooks ? call_hooks(*meta->hooks, std::move(grad)) : grad;
  }

  void accumulate(TensorImpl& leaf, Tensor grad) {
    require(grad.shape() == leaf.shape(), ErrorKind::kPreconditionNotMet, "a gradient of shape ",
            grad.shape(), " flowed into a tensor of shape ", leaf.shape());
    grad = with_leaf_hooks(leaf, std::move(grad));
    AutogradMeta& meta = leaf.ensure_autograd();
    if (!meta.grad) {
      const bool keep = options_.create_graph || is_exclusive(grad) || grad->is_composite();
      meta.grad = keep ? std::move(grad) : ops::assign(grad);
    } else if (options_.create_graph || !meta.grad->is_contiguous() || meta.grad->is_composite() ||
               meta.grad.dtype() != grad.dtype()) {
      meta.grad = ops::add(meta.grad, grad);
    } else {
      ops::add_(meta.grad, grad);
    }
    if (!options_.create_graph) meta.grad->set_requires_grad_bit(true);
    if (!meta.leaf_hooks) return;
    const LeafHooks copy = *meta.leaf_hooks;
    for (const auto& [handle, hook] : copy) hook();
  }

  static inline Run* active_ = nullptr;

  BackwardOptions options_;
  uint64_t id_;
  Run* outer_;
  GradModeGuard grad_mode_;
  std::vector<Task> tasks_;
  std::vector<uint32_t> ready_;
  bool captures_only_ = false;
  Captures captures_;
  std::vector<Tensor> results_;
  std::unordered_set<const TensorImpl*> blocked_leaves_;
  std::unordered_map<const Node*, std::unordered_set<uint32_t>> blocked_slots_;
};

void check_outputs(std::span<const Tensor> outputs, std::span<const Tensor> grads,
                   const char* function) {
  require(grads.empty() || grads.size() == outputs.size(), function, ": ", grads.size(),
          " gradients are given for ", outputs.size(), " outputs");
}

}  // namespace

void run_backward(std::span<const Tensor> outputs, std::span<const Tensor> grads,
                  BackwardOptions options) {
  const std::lock_guard lock(engine_mutex);
  check_outputs(outputs, grads, "backward");
  Run run(options);
  run.start(outputs, grads);
}

std::vector<Tensor> run_grad(std::span<const Tensor> outputs, std::span<const Tensor> grads,
                             std::span<const Tensor> inputs, std::span<const Tensor> no_grad_inputs,
                             BackwardOptions options) {
  const std::lock_guard lock(engine_mutex);
  check_outputs(outputs, grads, "grad");
  for (size_t i = 0; i < inputs.size(); ++i) {
    require(!stop_gradient(*inputs[i]), "grad: input ", i,
            " has stop_gradient=True, so it has no gradient");
  }
  Run run(options);
  run.capture(inputs);
  run.block(no_grad_inputs);
  run.start(outputs, grads);
  std::vector<Tensor> results = run.take_results();
  for (size_t i = 0; i < results.size(); ++i) {
    require(results[i] || options.allow_unused, "grad: input ", i, " of shape ", inputs[i].shape(),
            " is not used by the outputs; set allow_unused=True to get None");
  }
  return results;
}

}  // namespace pd
