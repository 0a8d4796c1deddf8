// The one function that every operator passes through, and the kernel choice below it.
#include "autograd/autograd.h"
#include "dispatch/layers.h"
#include "dispatch/mode.h"
#include "interpreter/program.h"
#include "runtime/profiler.h"
#include "tensor/layout.h"

namespace pd {

namespace {

constexpr uint32_t kSymbolicBits = uint32_t{kSymbolic} | uint32_t{kRecord};
constexpr uint32_t kLayerBits = kSymbolicBits | uint32_t{kComposite} | uint32_t{kProfile} |
                                uint32_t{kCheckNumerics} | uint32_t{kAutocast} | uint32_t{kObserve};

uint32_t bits_of(const OpCall& call) {
  uint32_t bits = current_mode.bits;
  for (const TensorImpl* input : call.inputs()) {
    if (input) bits |= input->bits();
  }
  return bits;
}

bool records_gradient(const OpCall& call, uint32_t bits) {
  return (bits & kRequiresGrad) && current_mode.grad_enabled && call.op().grad;
}

// ---- kernels ---------------------------------------------------------------------------------

Place place_of(const OpCall& call) {
  for (const TensorImpl* input : call.inputs()) {
    if (input) return input->place();
  }
  return {};
}

Layout layout_of(const OpCall& call) {
  for (const TensorImpl* input : call.inputs()) {
    if (input && input->is_composite()) return input->layout();
  }
  return Layout::kDense;
}

std::string registered_kernels(const OpDef& op) {
  std::ostringstream out;
  for (int backend = 0; backend < kMaxBackends; ++backend) {
    for (int layout = 0; layout < kMaxLayouts; ++layout) {
      const Kernel& kernel = op.kernels[backend][layout];
      if (!kernel.run) continue;
      out << (out.tellp() > 0 ? "; " : "") << Place{static_cast<Backend>(backend), 0} << ' '
          << layout_name(static_cast<Layout>(layout)) << ":";
      for (int dtype = 0; dtype < kNumDTypes; ++dtype) {
        const auto type = static_cast<DType>(dtype);
        if (in_mask(type, kernel.dtypes)) out << ' ' << type;
      }
    }
  }
  return out.tellp() > 0 ? out.str() : "none";
}

[[noreturn, gnu::cold]] void fail_missing_kernel(const OpCall& call, Layout layout) {
  fail(ErrorKind::kNotFound, "operator ", call.op().name, " has no kernel for ", place_of(call),
       " and layout ", layout_name(layout), "; registered: ", registered_kernels(call.op()));
}

[[noreturn, gnu::cold]] void fail_dtype(const OpDef& op, const std::string& argument, DType dtype) {
  fail(ErrorKind::kNotFound, "operator ", op.name, " has no kernel for ", argument, " of dtype ",
       dtype, "; registered: ", registered_kernels(op));
}

const Kernel& choose_kernel(const OpCall& call, Layout layout) {
  const auto backend = static_cast<int>(place_of(call).backend);
  const Kernel& kernel = call.op().kernels[backend][static_cast<int>(layout)];
  if (!kernel.run) [[unlikely]]
    fail_missing_kernel(call, layout);
  return kernel;
}

void check_dtypes(OpCall& call, DTypeMask accepted) {
  const OpDef& op = call.op();
  for (uint64_t left = op.typed; left != 0; left &= left - 1) {
    const auto arg = static_cast<size_t>(__builtin_ctzll(left));
    const InputRange range = input_range(call.list_sizes(), arg);
    for (size_t i = range.first; i < range.first + range.count; ++i) {
      const TensorImpl* input = call.inputs()[i];
      if (input && !in_mask(input->dtype(), accepted)) [[unlikely]]
        fail_dtype(op, op.args[arg].name, input->dtype());
    }
  }
  if (op.typed == 0 && !call.op().outputs.empty() && !call.outputs().empty() && call.outputs()[0] &&
      !in_mask(call.outputs()[0].dtype(), accepted)) {
    fail_dtype(op, "an output", call.outputs()[0].dtype());
  }
}

// ---- outputs ---------------------------------------------------------------------------------

Tensor make_output(TensorMeta& meta) {
  Tensor output = Tensor::adopt(new TensorImpl);
  meta.strides = contiguous_strides(meta.shape);
  output->mutable_meta() = std::move(meta);
  allocate_storage(*output);
  return output;
}

Tensor make_view(const TensorImpl& source, const TensorMeta& meta) {
  if (meta.strides.size() != meta.shape.size()) {  // not expressible with strides
    Tensor copy = contiguous(source);
    return Tensor::view_of(*copy, meta.shape, contiguous_strides(meta.shape), copy->offset());
  }
  if (meta.dtype == source.dtype()) {
    return Tensor::view_of(source, meta.shape, meta.strides, meta.offset);
  }
  Tensor reinterpreted = shallow_copy(source);
  reinterpreted->mutable_meta().dtype = meta.dtype;
  return Tensor::view_of(*reinterpreted, meta.shape, meta.strides, meta.offset);
}

bool has_elements(OpCall& call) {
  const auto& outputs = call.outputs();
  return outputs.empty() || std::any_of(outputs.begin(), outputs.end(),
                                        [](const Tensor& output) { return output.numel() > 0; });
}

[[noreturn, gnu::cold]] void rethrow_with_name(const Error& error, const OpDef& op) {
  const std::string text = error.what();
  if (text.starts_with(op.name + ":")) throw error;
  throw Error(error.kind(), op.name + ": " + text);
}

void run_kernel(const Kernel& kernel, OpCall& call) {
  try {
    kernel.run(call, kernel.context);
  } catch (const Error& error) {
    rethrow_with_name(error, call.op());
  }
}

void run_view(OpCall& call, SmallVector<TensorMeta, 1>& metas) {
  TensorImpl& source = *call.inputs()[static_cast<size_t>(call.op().view_input)];
  for (const TensorMeta& meta : metas) call.outputs().push_back(make_view(source, meta));
}

void run_dynamic(OpCall& call) {
  const Kernel& kernel = choose_kernel(call, Layout::kDense);
  check_dtypes(call, kernel.dtypes);
  call.outputs().resize(call.op().outputs.size());
  run_kernel(kernel, call);
}

// Every input whose elements are read has data: it is neither symbolic nor only a shape.
void check_data(const OpCall& call) {
  for (size_t i = 0; i < call.inputs().size(); ++i) {
    const TensorImpl* input = call.inputs()[i];
    require(!input || input->has_storage() || is_shape_only(call, i),
            ErrorKind::kPreconditionNotMet, "operator ", call.op().name,
            " needs the elements of a tensor that has none");
  }
}

// ---- in place --------------------------------------------------------------------------------

struct Span {
  const char* begin;
  const char* end;
};

Span memory_of(const TensorImpl& x) {
  const auto* first = static_cast<const char*>(x.raw_data());
  const auto [lowest, highest] = strided_reach(x.shape(), x.strides());
  const int64_t item = size_of(x.dtype());
  return {first + lowest * item, first + (highest + 1) * item};
}

bool same_elements(const TensorImpl& a, const TensorImpl& b) {
  return a.raw_data() == b.raw_data() && a.shape() == b.shape() && a.strides() == b.strides();
}

bool overlaps_differently(const TensorImpl& target, const TensorImpl& other) {
  if (target.storage() != other.storage() || same_elements(target, other)) return false;
  const Span a = memory_of(target);
  const Span b = memory_of(other);
  return a.begin < b.end && b.begin < a.end;
}

bool may_write_directly(const OpCall& call, const TensorImpl& target) {
  if (!call.op().inplace_aliases) return false;
  return std::none_of(call.inputs().begin(), call.inputs().end(), [&](const TensorImpl* input) {
    return input && overlaps_differently(target, *input);
  });
}

void store_result(const OpDef& op, TensorImpl& target, const Tensor& result) {
  if (op.view_input >= 0 || (result.dtype() != target.dtype() && op.promote == 0)) {
    target.adopt(*result);
    return;
  }
  require(result.dtype() == target.dtype(), op.name, "_: the result has dtype ", result.dtype(),
          ", which cannot be stored in a tensor of dtype ", target.dtype());
  require(result.shape() == target.shape(), op.name, "_: the result has shape ", result.shape(),
          ", but the tensor that it is to be written into has shape ", target.shape());
  copy_elements(*result, target);
}

void write_in_place(OpCall& call, TensorImpl& target) {
  const OpDef& op = call.op();
  SmallVector<TensorMeta, 1> metas;
  if (op.view_input < 0 && !op.dynamic) {
    infer_outputs(call, metas);
    if (metas[0].shape == target.shape() && metas[0].dtype == target.dtype() &&
        may_write_directly(call, target)) {
      const Kernel& kernel = choose_kernel(call, Layout::kDense);
      check_dtypes(call, kernel.dtypes);
      call.outputs().push_back(Tensor::share(&target));
      for (size_t i = 1; i < metas.size(); ++i) call.outputs().push_back(make_output(metas[i]));
      if (has_elements(call)) run_kernel(kernel, call);
      return;
    }
  }
  execute(call);
  store_result(op, target, call.outputs()[0]);
  call.outputs()[0] = Tensor::share(&target);
}

void run_in_place(OpCall& call, bool with_gradient) {
  const OpDef& op = call.op();
  TensorImpl& target = *call.inputs()[0];
  check_writable(op, target);
  Tensor before;
  if (with_gradient && (op.saved_inputs & 1)) {
    before = Tensor::empty_like(target);
    copy_elements(target, *before);
  }
  IntrusivePtr<OpNode> node = with_gradient ? make_node(call, before) : nullptr;
  write_in_place(call, target);
  target.bump_version();
  if (!node) return;
  node->save_outputs({call.outputs().data(), call.outputs().size()});
  connect_written(target, node);
}

// ---- layers ----------------------------------------------------------------------------------

void bump_mutated(const OpCall& call) {
  for (uint64_t left = call.op().mutated; left != 0; left &= left - 1) {
    const InputRange range =
        input_range(call.list_sizes(), static_cast<size_t>(__builtin_ctzll(left)));
    for (size_t i = range.first; i < range.first + range.count; ++i) {
      if (call.inputs()[i]) call.inputs()[i]->bump_version();
    }
  }
}

void run(OpCall& call, uint32_t bits) {
  const bool with_gradient = records_gradient(call, bits);
  if (call.inplace) return run_in_place(call, with_gradient);
  const OpDef& op = call.op();
  IntrusivePtr<OpNode> node = with_gradient ? make_node(call) : nullptr;
  execute(call);
  if (op.mutated) bump_mutated(call);
  if (op.view_input >= 0) {
    TensorImpl& source = *call.inputs()[static_cast<size_t>(op.view_input)];
    for (Tensor& output : call.outputs()) {
      if (output->storage() == source.storage()) remember_base(*output, source);
    }
  }
  if (node) connect_outputs(node, call);
}

// A kernel of a composite layout is made of calls on the components, which record for themselves.
void run_composite(OpCall& call) {
  require(!call.inplace, ErrorKind::kUnimplemented, call.op().name,
          "_: tensors of a composite layout cannot be written in place");
  const Kernel& kernel = choose_kernel(call, layout_of(call));
  check_dtypes(call, kernel.dtypes);
  call.outputs().resize(call.op().outputs.size());
  kernel.run(call, kernel.context);
}

Program& program_of(const OpCall& call) {
  if (current_mode.program) return *current_mode.program;
  for (const TensorImpl* input : call.inputs()) {
    if (input && input->is_symbolic()) return *input->symbol()->program;
  }
  fail(ErrorKind::kPreconditionNotMet, "operator ", call.op().name, " has no program to go into");
}

void run_recorded(OpCall& call, uint32_t bits) {
  const bool with_gradient = records_gradient(call, bits);
  IntrusivePtr<OpNode> node = with_gradient ? make_node(call) : nullptr;
  program_of(call).record(call);
  if (!node) return;
  if (call.inplace) {
    node->save_outputs({call.outputs().data(), call.outputs().size()});
    connect_written(*call.inputs()[0], node);
  } else {
    connect_outputs(node, call);
  }
}

bool same_dtypes(const OpCall& call) {
  const uint64_t promote = call.op().promote;
  if (promote == 0b11) return call.inputs()[0]->dtype() == call.inputs()[1]->dtype();
  const TensorImpl* first = nullptr;
  for (uint64_t left = promote; left != 0; left &= left - 1) {
    const InputRange range =
        input_range(call.list_sizes(), static_cast<size_t>(__builtin_ctzll(left)));
    for (size_t i = range.first; i < range.first + range.count; ++i) {
      const TensorImpl* input = call.inputs()[i];
      if (!input) continue;
      if (!first) first = input;
      if (input->dtype() != first->dtype()) return false;
    }
  }
  return true;
}

// float32[2, 3], int64[2]
std::string describe_inputs(const OpCall& call) {
  std::ostringstream out;
  for (const TensorImpl* input : call.inputs()) {
    if (input) out << (out.tellp() > 0 ? ", " : "") << input->dtype() << input->shape();
  }
  return out.str();
}

uint64_t open_operator_of(const OpCall& call) {
  return open_operator(call.op().name, profiles_shapes() ? describe_inputs(call) : std::string());
}

[[gnu::noinline]] void dispatch_layers(OpCall& call, uint32_t bits) {
  const EventSpan span(bits & kProfile ? open_operator_of(call) : 0);
  InputReplacement replacement(call);
  if (bits & kComposite) return run_composite(call);
  if (bits & kAutocast) apply_autocast(call, replacement);
  if (call.op().promote && !same_dtypes(call)) apply_promotion(call, replacement);
  bits = bits_of(call);
  if (bits & kSymbolicBits) {
    run_recorded(call, bits);
  } else {
    run(call, bits);
  }
  if ((bits & kCheckNumerics) && !(bits & kSymbolicBits)) {
    check_numerics(call, {call.outputs().data(), call.outputs().size()});
  }
  if ((bits & kObserve) && !(bits & kSymbolicBits)) observe(call);
}

}  // namespace

void infer_outputs(const OpCall& call, SmallVector<TensorMeta, 1>& metas) {
  try {
    call.op().infer(call, metas, call.op().infer_context);
  } catch (const Error& error) {
    rethrow_with_name(error, call.op());
  }
}

void execute(OpCall& call) {
  const OpDef& op = call.op();
  check_data(call);
  SmallVector<TensorMeta, 1> metas;
  infer_outputs(call, metas);
  if (op.dynamic) return run_dynamic(call);
  if (op.view_input >= 0) return run_view(call, metas);
  const Kernel& kernel = choose_kernel(call, Layout::kDense);
  for (TensorMeta& meta : metas) call.outputs().push_back(make_output(meta));
  check_dtypes(call, kernel.dtypes);
  if (has_elements(call)) run_kernel(kernel, call);
}

void dispatch(OpCall& call) {
  const uint32_t bits = bits_of(call);
  if ((bits & kLayerBits) || (call.op().promote && !same_dtypes(call))) [[unlikely]]
    return dispatch_layers(call, bits);
  run(call, bits);
}

}  // namespace pd
