// Slots: calling operators, and adding operators and kernels of an extension.
#include "autograd/grad_call.h"
#include "capi/slots.h"
#include "capi/support.h"
#include "dispatch/mode.h"

namespace pd::capi {

// ---- calling ---------------------------------------------------------------------------------

namespace {

// An attribute brought to the type that kernels of this argument read; a kind that does not fit
// throws.
Attr fitted(const OpDef& op, const ArgDef& arg, Attr attr) {
  if (std::holds_alternative<std::monostate>(attr)) {
    require(arg.optional, ErrorKind::kInvalidType, op.name, ": ", arg.name, " must be given");
    return attr;
  }
  const auto accept = [&](bool fits) -> Attr {
    require(fits, ErrorKind::kInvalidType, op.name, ": ", arg.name,
            " was given an attribute of another kind");
    return std::move(attr);
  };
  const bool is_int = std::holds_alternative<int64_t>(attr);
  switch (arg.kind) {
    case ArgKind::kBool:
      return is_int ? Attr(std::get<int64_t>(attr) != 0)
                    : accept(std::holds_alternative<bool>(attr));
    case ArgKind::kInt:
      if (const bool* value = std::get_if<bool>(&attr)) return Attr(int64_t{*value});
      return accept(is_int);
    case ArgKind::kFloat:
      if (is_int) return Attr(static_cast<double>(std::get<int64_t>(attr)));
      return accept(std::holds_alternative<double>(attr));
    case ArgKind::kScalar:
      return accept(is_int || std::holds_alternative<bool>(attr) ||
                    std::holds_alternative<double>(attr) ||
                    std::holds_alternative<std::complex<double>>(attr));
    case ArgKind::kString:
      return accept(std::holds_alternative<std::string>(attr));
    case ArgKind::kDType:
      return accept(std::holds_alternative<DType>(attr));
    case ArgKind::kPlace:
      return accept(std::holds_alternative<Place>(attr));
    case ArgKind::kInts:
      return accept(std::holds_alternative<Dims>(attr));
    case ArgKind::kFloats:
      if (const Dims* ints = std::get_if<Dims>(&attr)) {
        return Attr(std::vector<double>(ints->begin(), ints->end()));
      }
      return accept(std::holds_alternative<std::vector<double>>(attr));
    case ArgKind::kTensor:
    case ArgKind::kTensorList:
      break;
  }
  return accept(false);
}

std::vector<Attr> attributes(const OpDef& op, const PD_Attr* attrs, size_t count) {
  const auto wanted = static_cast<size_t>(op.num_attrs);
  require(count <= wanted, op.name, " takes ", wanted, " attributes, not ", count);
  std::vector<Attr> result;
  result.reserve(wanted);
  for (size_t i = 0; i < wanted; ++i) {
    const ArgDef& arg = op.args[static_cast<size_t>(op.num_tensor_args) + i];
    if (i < count) {
      result.push_back(fitted(op, arg, attr_of(attrs[i])));
    } else {
      require(arg.default_value.has_value(), op.name, ": ", arg.name, " must be given");
      result.push_back(*arg.default_value);
    }
  }
  return result;
}

void check_inputs(const OpDef& op, PD_Tensor* const* inputs, size_t count,
                  std::span<const uint32_t> list_sizes) {
  size_t at = 0;
  for (size_t i = 0; i < static_cast<size_t>(op.num_tensor_args); ++i) {
    const ArgDef& arg = op.args[i];
    const size_t size = list_sizes.empty() ? 1 : list_sizes[i];
    require(arg.kind == ArgKind::kTensorList || size == 1, op.name, ": ", arg.name,
            " is one tensor, not a list");
    require(at + size <= count, op.name, ": tensor ", arg.name, " is missing");
    for (size_t k = at; k < at + size; ++k) {
      require(inputs[k] || arg.optional, op.name, ": tensor ", arg.name, " is missing");
    }
    at += size;
  }
  require(at == count, op.name, " takes ", at, " tensors, not ", count);
}

}  // namespace

PD_Status op_find(const char* name, const PD_Op** out) {
  return guard([&] { *out = handle_of(get_op(name)); });
}

const char* op_name(const PD_Op* op) { return op_of(op).name.c_str(); }

PD_Status op_call(const PD_Op* handle, PD_Tensor* const* inputs, size_t num_inputs,
                  const uint32_t* list_sizes, const PD_Attr* attrs, size_t num_attrs,
                  int32_t inplace, PD_SinkFn sink, void* context) {
  return guard([&] {
    const OpDef& op = op_of(handle);
    require(!op.has_lists || list_sizes, op.name, " takes lists, whose sizes are missing");
    const std::span<const uint32_t> sizes(
        list_sizes, op.has_lists ? static_cast<size_t>(op.num_tensor_args) : 0);
    check_inputs(op, inputs, num_inputs, sizes);
    require(!inplace || op.inplace_input >= 0, op.name, " has no in-place twin");
    const std::vector<Attr> attributes = capi::attributes(op, attrs, num_attrs);
    OpCall call(op, {reinterpret_cast<TensorImpl* const*>(inputs), num_inputs}, attributes, sizes);
    call.inplace = inplace != 0;
    dispatch(call);
    for (size_t i = 0; i < call.outputs().size(); ++i) {
      sink(i, give(std::move(call.outputs()[i])), context);
    }
  });
}

int32_t grad_enabled() { return current_mode.grad_enabled; }

int32_t set_grad_enabled(int32_t on) { return std::exchange(current_mode.grad_enabled, on != 0); }

// ---- adding ----------------------------------------------------------------------------------

namespace {

// Functions of an extension with their contexts; they live as long as the process, as operators do.
struct Callbacks {
  PD_InferFn infer;
  void* infer_context;
  PD_GradFn grad;
  void* grad_context;
};
struct KernelCallback {
  PD_KernelFn kernel;
  void* context;
};

void infer_by_callback(const OpCall& call, SmallVector<TensorMeta, 1>& outputs, void* context) {
  const auto& callbacks = *static_cast<const Callbacks*>(context);
  outputs.resize(call.op().outputs.size());
  PD_InferCall view{call, outputs};
  call_back([&] { return callbacks.infer(&view, callbacks.infer_context); });
}

void grad_by_callback(GradCall& call, void* context) {
  const auto& callbacks = *static_cast<const Callbacks*>(context);
  call_back([&] {
    return callbacks.grad(reinterpret_cast<PD_GradCall*>(&call), callbacks.grad_context);
  });
}

void run_by_callback(OpCall& call, void* context) {
  const auto& callback = *static_cast<const KernelCallback*>(context);
  call_back([&] { return callback.kernel(reinterpret_cast<PD_Call*>(&call), callback.context); });
  for (size_t i = 0; i < call.outputs().size(); ++i) {
    require(static_cast<bool>(call.outputs()[i]), ErrorKind::kPreconditionNotMet, call.op().name,
            ": the kernel left output ", i, " empty");
  }
}

ArgKind arg_kind(PD_ArgKind kind) {
  require(kind >= PD_ARG_TENSOR && kind <= PD_ARG_FLOATS, "there is no kind of argument number ",
          kind);
  return static_cast<ArgKind>(kind);
}

ArgDef arg_def(const PD_ArgDef& arg) {
  ArgDef result{arg.name, arg_kind(arg.kind), arg.optional != 0, std::nullopt};
  if (arg.default_value) result.default_value = attr_of(*arg.default_value);
  return result;
}

OpDef op_def(const PD_OpDef& def) {
  OpDef op;
  op.name = def.name;
  op.family = def.family ? def.family : "";
  op.spmd = def.spmd ? def.spmd : "";
  for (size_t i = 0; i < def.num_args; ++i) op.args.push_back(arg_def(def.args[i]));
  for (size_t i = 0; i < def.num_outputs; ++i) {
    op.outputs.push_back({def.outputs[i].name, def.outputs[i].is_list != 0});
  }
  op.dtypes = mask_of_numbers(def.dtypes);
  op.typed = def.typed;
  op.promote = def.promote;
  op.differentiable = def.differentiable;
  op.saved_inputs = def.saved_inputs;
  op.saved_metas = def.saved_metas;
  op.saved_outputs = def.saved_outputs;
  op.mutated = def.mutated;
  op.shape_only = def.shape_only;
  op.inplace_input = def.inplace_input;
  op.inplace_aliases = def.inplace_aliases != 0;
  op.view_input = def.view_input;
  op.dynamic = def.dynamic != 0;
  op.random = def.random != 0;
  op.autocast = static_cast<Autocast>(def.autocast);
  return op;
}

void check_definition(const PD_OpDef& def) {
  require(def.size >= sizeof(PD_OpDef), "the definition of an operator is ", def.size,
          " bytes long instead of ", sizeof(PD_OpDef));
  require(def.name && *def.name, "an operator needs a name");
  require(def.num_outputs > 0, "operator ", def.name, " has no outputs");
  require(def.infer != nullptr, "operator ", def.name, " has no shape rule");
  require(def.autocast >= PD_AUTOCAST_KEEP && def.autocast <= PD_AUTOCAST_PROMOTE, "operator ",
          def.name, ": there is no autocast rule number ", def.autocast);
  require(def.grad || !def.differentiable, "operator ", def.name,
          " has differentiable arguments but no gradient");
}

// Argument and output numbers outside of the definition would reach outside of arrays later.
void check_numbers(const OpDef& op) {
  const uint64_t args = op.args.size();
  uint64_t tensors = 0;
  for (const ArgDef& arg : op.args) tensors += is_tensor_kind(arg.kind);
  const auto within = [](uint64_t mask, uint64_t count) {
    return count >= 64 || mask >> count == 0;
  };
  const uint64_t masks = op.typed | op.promote | op.differentiable | op.saved_inputs |
                         op.saved_metas | op.mutated | op.shape_only;
  require(within(masks, tensors) && within(op.saved_outputs, op.outputs.size()), "operator ",
          op.name, ": a mask names a tensor argument or an output that it does not have");
  const auto is_tensor = [&](int i) {
    return i == -1 || (i >= 0 && static_cast<uint64_t>(i) < args &&
                       op.args[static_cast<size_t>(i)].kind == ArgKind::kTensor);
  };
  require(is_tensor(op.inplace_input) && is_tensor(op.view_input), "operator ", op.name,
          ": the in-place or view argument is not a tensor of it");
}

}  // namespace

PD_Status op_register(const PD_OpDef* def, const PD_Op** out) {
  return guard([&] {
    check_definition(*def);
    OpDef op = op_def(*def);
    check_numbers(op);
    auto* callbacks = new Callbacks{def->infer, def->infer_context, def->grad, def->grad_context};
    op.infer = infer_by_callback;
    op.infer_context = callbacks;
    if (def->grad) {
      op.grad = grad_by_callback;
      op.grad_context = callbacks;
    }
    *out = handle_of(register_op(std::move(op)));
  });
}

PD_Status kernel_register(const PD_Op* handle, int32_t backend, int32_t layout, uint64_t dtypes,
                          PD_KernelFn kernel, void* context) {
  return guard([&] {
    OpDef& op = const_cast<OpDef&>(op_of(handle));
    require(kernel != nullptr, "operator ", op.name, ": a kernel without a function");
    require(backend >= 0 && backend < kMaxBackends, "there is no backend number ", backend);
    require(layout >= 0 && layout < kMaxLayouts, "there is no layout number ", layout);
    register_kernel(
        op, static_cast<Backend>(backend), static_cast<Layout>(layout),
        {run_by_callback, new KernelCallback{kernel, context}, mask_of_numbers(dtypes)});
  });
}

}  // namespace pd::capi
