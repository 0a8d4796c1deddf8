// The layers that a call passes when one of its bits says so. Each one changes the call or returns.
#pragma once

#include "dispatch/op.h"

namespace pd {

// Owns the inputs that a layer puts in the place of the caller's.
class InputReplacement {
 public:
  explicit InputReplacement(OpCall& call) : call_(call) {}
  ~InputReplacement() {
    if (!owned_.empty()) call_.set_inputs(before_);
  }
  InputReplacement(const InputReplacement&) = delete;
  InputReplacement& operator=(const InputReplacement&) = delete;

  void set(size_t i, Tensor tensor);

 private:
  OpCall& call_;
  std::span<TensorImpl* const> before_;
  SmallVector<TensorImpl*, 8> inputs_;
  SmallVector<Tensor, 4> owned_;
};

// Casts floating inputs as the operator's list and the autocast mode ask for.
void apply_autocast(OpCall& call, InputReplacement& replacement);
// Brings the arguments of the row's `promote` to one dtype.
void apply_promotion(OpCall& call, InputReplacement& replacement);
// Throws when an output holds NaN or infinity.
void check_numerics(const OpCall& call, std::span<const Tensor> outputs);

// Sees every operator that has run in this thread; see Mode::observer.
class OperatorObserver {
 public:
  virtual ~OperatorObserver() = default;
  virtual void after(const OpCall& call, std::span<const Tensor> outputs) = 0;
};
// Calls the observer, which does not see the operators that it runs itself.
void observe(OpCall& call);

// Two tensors' common dtype by Paddle's rules, or none where they cannot be combined.
std::optional<DType> promote_types(DType a, DType b);

// Range of the flattened inputs that the i-th tensor argument takes.
struct InputRange {
  size_t first;
  size_t count;
};
InputRange input_range(std::span<const uint32_t> list_sizes, size_t arg);
// The tensor argument that the i-th flattened input belongs to.
size_t argument_of_input(std::span<const uint32_t> list_sizes, size_t input);
// Whether the kernel reads only shape and dtype of this input.
inline bool is_shape_only(const OpCall& call, size_t input) {
  const uint64_t mask = call.op().shape_only;
  return mask != 0 && (mask >> argument_of_input(call.list_sizes(), input) & 1) != 0;
}

// Runs the shape rule; its errors name the operator.
void infer_outputs(const OpCall& call, SmallVector<TensorMeta, 1>& metas);
// Runs shape rule, allocation and kernel, without any layer.
void execute(OpCall& call);

}  // namespace pd
