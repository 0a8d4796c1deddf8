// Gradients of operators by way of a composite: a function of the same result, made of operators
// that can be differentiated to any order.
#pragma once

#include <tuple>
#include <vector>

#include "autograd/grad_call.h"
#include "dispatch/mode.h"

namespace pd {

// One evaluation of a composite in a backward pass, and the gradients of its variables.
class CompositeGrad {
 public:
  explicit CompositeGrad(GradCall& call);

  // What stands for the i-th tensor argument: a tensor of its own history, so that paths through
  // other arguments are not taken for paths through this one.
  Tensor variable(size_t i, const Tensor& value);

  void differentiate(const Tensor& output);
  template <class... Tensors>
  void differentiate(const std::tuple<Tensors...>& outputs) {
    std::apply([this](const Tensors&... each) { hand_over({each...}); }, outputs);
  }

 private:
  void hand_over(const std::vector<Tensor>& outputs);

  GradCall& call_;
  bool creates_graph_;
  GradModeGuard grad_mode_;
  std::vector<size_t> arguments_;
  std::vector<Tensor> variables_;
};

namespace formula {

// Whether the gradients that are being computed will be differentiated again.
bool creates_graph();

}  // namespace formula

namespace composite {

// The value as something that gradients can be asked for, whether the caller does or not.
Tensor variable(const Tensor& value);
// The gradients of an output with respect to variables, which can be differentiated again; zeros
// where the output does not depend on a variable.
std::vector<Tensor> gradients(const Tensor& output, const Tensor& output_grad,
                              const std::vector<Tensor>& variables);

}  // namespace composite
}  // namespace pd
