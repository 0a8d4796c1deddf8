// What an operator is: its definition, the call that runs through the dispatcher, its kernels.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dispatch/attr.h"
#include "runtime/error.h"
#include "tensor/tensor.h"

namespace pd {

struct OpDef;
class GradCall;

enum class ArgKind : uint8_t {
  kTensor,
  kTensorList,
  kBool,
  kInt,
  kFloat,
  kString,
  kDType,
  kPlace,
  kScalar,
  kInts,
  kFloats,
};
constexpr bool is_tensor_kind(ArgKind kind) { return kind <= ArgKind::kTensorList; }

struct ArgDef {
  std::string name;
  ArgKind kind = ArgKind::kTensor;
  bool optional = false;                   // None is accepted
  std::optional<Attr> default_value = {};  // of an attribute
};

struct OutputDef {
  std::string name;
  bool is_list = false;  // only the last output may be one
};

// One call of one operator. Lists of tensors stand flattened in `inputs`.
class OpCall {
 public:
  OpCall(const OpDef& op, std::span<TensorImpl* const> inputs, std::span<const Attr> attrs,
         std::span<const uint32_t> list_sizes = {})
      : op_(&op), inputs_(inputs), attrs_(attrs), list_sizes_(list_sizes) {}

  const OpDef& op() const { return *op_; }
  std::span<TensorImpl* const> inputs() const { return inputs_; }
  void set_inputs(std::span<TensorImpl* const> inputs) { inputs_ = inputs; }
  std::span<const Attr> attrs() const { return attrs_; }
  std::span<const uint32_t> list_sizes() const { return list_sizes_; }

  // The i-th tensor argument of the row, where none before it is a list.
  const TensorImpl& in(size_t i) const { return *inputs_[i]; }
  const TensorImpl* optional_in(size_t i) const { return inputs_[i]; }
  // For operators with lists: the tensors of the i-th tensor argument (one for a plain tensor).
  std::span<TensorImpl* const> list(size_t i) const;

  template <class T>
  const T& attr(size_t i) const {
    return std::get<T>(attrs_[i]);
  }
  bool has_attr(size_t i) const { return !std::holds_alternative<std::monostate>(attrs_[i]); }

  SmallVector<Tensor, 2>& outputs() { return outputs_; }
  TensorImpl& out(size_t i) { return *outputs_[i]; }

  // In-place calls write their result into this input.
  bool inplace = false;

 private:
  const OpDef* op_;
  std::span<TensorImpl* const> inputs_;
  std::span<const Attr> attrs_;
  std::span<const uint32_t> list_sizes_;  // per tensor argument; empty when no argument is a list
  SmallVector<Tensor, 2> outputs_;
};

// Computes the metas of the outputs: shape, dtype, for views also strides and offset. For a list
// output it decides how many there are. A view rule that cannot express its result with strides
// leaves them empty, and the dispatcher copies.
using InferFn = void (*)(const OpCall& call, SmallVector<TensorMeta, 1>& outputs, void* context);
// Fills the outputs, which the dispatcher has allocated (dynamic operators set them themselves).
using KernelFn = void (*)(OpCall& call, void* context);
using GradFn = void (*)(GradCall& call, void* context);

struct Kernel {
  KernelFn run = nullptr;
  void* context = nullptr;
  DTypeMask dtypes = 0;
};

enum class Autocast : uint8_t { kKeep, kWhite, kBlack, kPromote };

struct OpDef {
  std::string name;
  std::vector<ArgDef> args;
  std::vector<OutputDef> outputs;

  InferFn infer = nullptr;
  void* infer_context = nullptr;
  GradFn grad = nullptr;
  void* grad_context = nullptr;

  // Bit i stands for the i-th tensor argument (saved_outputs: the i-th output).
  uint64_t promote = 0;         // brought to a common dtype before anything else
  uint64_t typed = 0;           // must have a dtype of `dtypes`, after promotion
  uint64_t differentiable = 0;  // has a gradient formula
  uint64_t shape_only = 0;      // the kernel reads shape and dtype only; elements may be missing
  uint64_t saved_inputs = 0;    // the formulas read the elements
  uint64_t saved_metas = 0;     // the formulas read only shape or dtype
  uint64_t saved_outputs = 0;

  uint64_t mutated = 0;  // written by the kernel: optimiser states, running statistics

  DTypeMask dtypes = kAllMask;
  int inplace_input = -1;        // the tensor argument that the in-place twin writes into
  bool inplace_aliases = false;  // the kernel may read and write the same memory
  int view_input = -1;           // the tensor argument whose storage the output shares
  bool dynamic = false;          // output shapes depend on the elements
  bool random = false;
  bool has_lists = false;
  Autocast autocast = Autocast::kKeep;
  std::string spmd;
  std::string family;  // the table it stands in

  int num_tensor_args = 0;
  int num_attrs = 0;
  std::array<std::array<Kernel, kMaxLayouts>, kMaxBackends> kernels = {};
};

// Registers an operator; its name must be new. The definition lives as long as the process.
OpDef& register_op(OpDef op);
// nullptr when there is none of this name.
OpDef* find_op(std::string_view name);
OpDef& get_op(std::string_view name);
std::vector<const OpDef*> all_ops();
void register_kernel(OpDef& op, Backend backend, Layout layout, Kernel kernel);

// Runs the call through all layers; its outputs are filled afterwards.
void dispatch(OpCall& call);

}  // namespace pd
