// Gradients of operators by way of a composite.
#include "autograd/composite.h"

#include "autograd/autograd.h"
#include "ops.h"

namespace pd {

CompositeGrad::CompositeGrad(GradCall& call)
    : call_(call), creates_graph_(current_mode.grad_enabled), grad_mode_(true) {}

Tensor CompositeGrad::variable(size_t i, const Tensor& value) {
  if (!value || !call_.wants(i)) return value;
  Tensor variable = stop_gradient(*value) ? detach(*value) : ops::assign(value);
  set_stop_gradient(*variable, false);
  arguments_.push_back(i);
  variables_.push_back(variable);
  return variable;
}

void CompositeGrad::differentiate(const Tensor& output) { hand_over({output}); }

void CompositeGrad::hand_over(const std::vector<Tensor>& outputs) {
  std::vector<Tensor> reached;
  std::vector<Tensor> grads;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!call_.grad_or_null(i) || !outputs[i] || stop_gradient(*outputs[i])) continue;
    reached.push_back(outputs[i]);
    grads.push_back(call_.grad_or_null(i));
  }
  BackwardOptions options;
  options.retain_graph = true;
  options.create_graph = creates_graph_;
  options.allow_unused = true;
  std::vector<Tensor> results = run_grad(reached, grads, variables_, {}, options);
  for (size_t i = 0; i < results.size(); ++i) call_.set(arguments_[i], std::move(results[i]));
}

bool formula::creates_graph() { return current_mode.grad_enabled; }

Tensor composite::variable(const Tensor& value) {
  if (!stop_gradient(*value)) return value;
  Tensor variable = detach(*value);
  set_stop_gradient(*variable, false);
  return variable;
}

std::vector<Tensor> composite::gradients(const Tensor& output, const Tensor& output_grad,
                                         const std::vector<Tensor>& variables) {
  BackwardOptions options;
  options.retain_graph = true;
  options.create_graph = true;
  options.allow_unused = true;
  std::vector<Tensor> results = run_grad({&output, 1}, {&output_grad, 1}, variables, {}, options);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) results[i] = ops::zeros_like(variables[i]);
  }
  return results;
}

}  // namespace pd
