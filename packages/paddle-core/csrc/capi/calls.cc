// Slots: what kernels, shape rules and gradients of an extension see of their call.
#include "autograd/grad_call.h"
#include "capi/slots.h"
#include "capi/support.h"

namespace pd::capi {
namespace {

PD_Tensor* const* inputs_of(const OpCall& call, size_t i, size_t* count) {
  if (i >= static_cast<size_t>(call.op().num_tensor_args)) {
    *count = 0;
    return nullptr;
  }
  const std::span<TensorImpl* const> tensors =
      call.list_sizes().empty() ? call.inputs().subspan(i, 1) : call.list(i);
  *count = tensors.size();
  return handles_of(tensors);
}

PD_Status attr_at(std::span<const Attr> attrs, size_t i, PD_Attr* out) {
  return guard([&] {
    require(i < attrs.size(), "there is no attribute number ", i);
    *out = raw_attr(attrs[i]);
  });
}

TensorMeta& output_meta(PD_InferCall* call, size_t i) {
  require(i < call->outputs.size(), "there is no output number ", i);
  return call->outputs[i];
}

Place first_place(const OpCall& call) {
  for (const TensorImpl* input : call.inputs()) {
    if (input) return input->place();
  }
  return {};
}

GradCall& grad_call_of(PD_GradCall* handle) { return *reinterpret_cast<GradCall*>(handle); }
const GradCall& grad_call_of(const PD_GradCall* handle) {
  return *reinterpret_cast<const GradCall*>(handle);
}

}  // namespace

// ---- kernels ---------------------------------------------------------------------------------

PD_Tensor* const* call_inputs(const PD_Call* call, size_t i, size_t* count) {
  return inputs_of(call_of(call), i, count);
}

size_t call_num_attrs(const PD_Call* call) { return call_of(call).attrs().size(); }

PD_Status call_attr(const PD_Call* call, size_t i, PD_Attr* out) {
  return attr_at(call_of(call).attrs(), i, out);
}

size_t call_num_outputs(const PD_Call* call) {
  return const_cast<OpCall&>(call_of(call)).outputs().size();
}

PD_Tensor* call_output(const PD_Call* call, size_t i) {
  auto& outputs = const_cast<OpCall&>(call_of(call)).outputs();
  return i < outputs.size() ? handle_of(outputs[i].get()) : nullptr;
}

PD_Status call_set_output(PD_Call* handle, size_t i, PD_Tensor* tensor) {
  return guard([&] {
    auto& outputs = call_of(handle).outputs();
    const bool may_grow = call_of(handle).op().outputs.back().is_list;
    require(i < outputs.size() || (may_grow && i == outputs.size()), "there is no output number ",
            i);
    require(tensor != nullptr, "output ", i, " was set to no tensor");
    if (i == outputs.size()) outputs.push_back(Tensor());
    outputs[i] = shared(tensor);
  });
}

int32_t call_is_inplace(const PD_Call* call) { return call_of(call).inplace; }

// ---- shape rules -----------------------------------------------------------------------------

PD_Tensor* const* infer_inputs(const PD_InferCall* call, size_t i, size_t* count) {
  return inputs_of(call->call, i, count);
}

PD_Status infer_attr(const PD_InferCall* call, size_t i, PD_Attr* out) {
  return attr_at(call->call.attrs(), i, out);
}

PD_Status infer_resize(PD_InferCall* call, size_t num_outputs) {
  return guard([&] {
    const auto& outputs = call->call.op().outputs;
    require(
        outputs.back().is_list ? num_outputs + 1 >= outputs.size() : num_outputs == outputs.size(),
        "the operator cannot have ", num_outputs, " outputs");
    call->outputs.resize(num_outputs);
  });
}

PD_Status infer_set(PD_InferCall* call, size_t i, const int64_t* shape, size_t rank,
                    int32_t dtype) {
  return guard([&] {
    TensorMeta& meta = output_meta(call, i);
    meta.shape = dims_of(shape, rank);
    num_elements(meta.shape);  // refuses sizes below -1 and overflow
    meta.dtype = dtype_of_number(dtype);
    meta.place = first_place(call->call);
  });
}

PD_Status infer_set_view(PD_InferCall* call, size_t i, const int64_t* strides, int64_t offset) {
  return guard([&] {
    require(call->call.op().view_input >= 0, "the operator was not defined as a view");
    TensorMeta& meta = output_meta(call, i);
    meta.strides = dims_of(strides, meta.shape.size());
    meta.offset = offset;
  });
}

// ---- gradients -------------------------------------------------------------------------------

PD_Status grad_incoming(PD_GradCall* call, size_t i, PD_Tensor** out) {
  return guard([&] { *out = give(grad_call_of(call).grad(i)); });
}

int32_t grad_has_incoming(const PD_GradCall* call, size_t i) {
  return static_cast<bool>(grad_call_of(call).grad_or_null(i));
}

PD_Status grad_incoming_list(PD_GradCall* call, PD_SinkFn sink, void* context) {
  return guard([&] {
    std::vector<Tensor> grads = grad_call_of(call).grad_list();
    for (size_t i = 0; i < grads.size(); ++i) sink(i, give(std::move(grads[i])), context);
  });
}

PD_Tensor* const* grad_inputs(const PD_GradCall* call, size_t i, size_t* count) {
  const std::span<const Tensor> tensors = grad_call_of(call).in_list(i);
  *count = tensors.size();
  return handles_of(tensors);
}

PD_Tensor* const* grad_outputs(const PD_GradCall* call, size_t* count) {
  const std::span<const Tensor> tensors = grad_call_of(call).out_list();
  *count = tensors.size();
  return handles_of(tensors);
}

PD_Status grad_attr(const PD_GradCall* call, size_t i, PD_Attr* out) {
  return attr_at(grad_call_of(call).attrs(), i, out);
}

int32_t grad_wants(const PD_GradCall* call, size_t i) { return grad_call_of(call).wants(i); }

PD_Status grad_set(PD_GradCall* handle, size_t i, PD_Tensor* const* gradients, size_t count) {
  return guard([&] {
    GradCall& call = grad_call_of(handle);
    const size_t wanted = call.in_list(i).size();
    require(count == wanted, "argument ", i, " takes ", wanted, " gradients, not ", count);
    std::vector<Tensor> tensors;
    for (size_t k = 0; k < count; ++k) tensors.push_back(shared(gradients[k]));
    call.set_list(i, std::move(tensors));
  });
}

}  // namespace pd::capi
