// Type promotion, autocast and the numerics check.
#include "dispatch/layers.h"

#include <cmath>

#include "dispatch/mode.h"
#include "ops.h"

namespace pd {

InputRange input_range(std::span<const uint32_t> list_sizes, size_t arg) {
  if (list_sizes.empty()) return {arg, 1};
  size_t first = 0;
  for (size_t i = 0; i < arg; ++i) first += list_sizes[i];
  return {first, list_sizes[arg]};
}

size_t argument_of_input(std::span<const uint32_t> list_sizes, size_t input) {
  if (list_sizes.empty()) return input;
  size_t end = 0;
  for (size_t arg = 0; arg < list_sizes.size(); ++arg) {
    end += list_sizes[arg];
    if (input < end) return arg;
  }
  return list_sizes.size() - 1;
}

std::span<TensorImpl* const> OpCall::list(size_t i) const {
  const InputRange range = input_range(list_sizes_, i);
  return inputs_.subspan(range.first, range.count);
}

void InputReplacement::set(size_t i, Tensor tensor) {
  if (owned_.empty()) {
    before_ = call_.inputs();
    inputs_.assign(before_.begin(), before_.end());
  }
  inputs_[i] = tensor.get();
  owned_.push_back(std::move(tensor));
  call_.set_inputs({inputs_.data(), inputs_.size()});
}

// ---- promotion -------------------------------------------------------------------------------

// Paddle's rules between tensors: floating types meet in the wider one (the two 16-bit ones in
// float32), complex types take float32 and float64 along; nothing else is mixed.
std::optional<DType> promote_types(DType a, DType b) {
  if (a == b) return a;
  constexpr DTypeMask kWithComplex =
      kComplexMask | mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
  if (is_complex(a) || is_complex(b)) {
    if (!in_mask(a, kWithComplex) || !in_mask(b, kWithComplex)) return std::nullopt;
    const bool wide = size_of(real_of(a)) == 8 || size_of(real_of(b)) == 8;
    return wide ? DType::kComplex128 : DType::kComplex64;
  }
  if (!is_float(a) || !is_float(b)) return std::nullopt;
  if (size_of(a) == size_of(b)) return DType::kFloat32;
  return size_of(a) > size_of(b) ? a : b;
}

namespace {

template <class F>
void for_each_promoted(const OpCall& call, F&& f) {
  for (uint64_t left = call.op().promote; left != 0; left &= left - 1) {
    const InputRange range =
        input_range(call.list_sizes(), static_cast<size_t>(__builtin_ctzll(left)));
    for (size_t i = range.first; i < range.first + range.count; ++i) {
      if (call.inputs()[i]) f(i, *call.inputs()[i]);
    }
  }
}

Tensor cast_input(TensorImpl& input, DType dtype) {
  return ops::cast(Tensor::share(&input), dtype);
}

}  // namespace

void apply_promotion(OpCall& call, InputReplacement& replacement) {
  const OpDef& op = call.op();
  std::optional<DType> common;
  for_each_promoted(call, [&](size_t, const TensorImpl& input) {
    const DType before = common.value_or(input.dtype());
    common = promote_types(before, input.dtype());
    require(common.has_value(), op.name, ": arguments of dtype ", before, " and ", input.dtype(),
            " cannot be combined; cast one of them first");
  });
  if (call.inplace) {
    const DType target = call.inputs()[0]->dtype();
    require(target == *common, op.name, "_: the result has dtype ", *common,
            ", which cannot be stored in a tensor of dtype ", target);
  }
  for_each_promoted(call, [&](size_t i, TensorImpl& input) {
    if (input.dtype() != *common) replacement.set(i, cast_input(input, *common));
  });
}

// ---- autocast --------------------------------------------------------------------------------

namespace {

Autocast autocast_of(const OpDef& op, const AutocastMode& mode) {
  if (mode.black.count(op.name)) return Autocast::kBlack;
  if (mode.white.count(op.name)) return Autocast::kWhite;
  if (mode.pure && op.autocast != Autocast::kBlack && op.differentiable) return Autocast::kWhite;
  return op.autocast;
}

// The dtype that floating inputs get, or none when they stay.
std::optional<DType> autocast_dtype(const OpCall& call, const AutocastMode& mode) {
  switch (autocast_of(call.op(), mode)) {
    case Autocast::kWhite:
      return mode.dtype;
    case Autocast::kBlack:
      return DType::kFloat32;
    case Autocast::kPromote: {
      DType widest = mode.dtype;
      for (const TensorImpl* input : call.inputs()) {
        if (input && input->dtype() == DType::kFloat32) widest = DType::kFloat32;
      }
      return widest;
    }
    case Autocast::kKeep:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

void apply_autocast(OpCall& call, InputReplacement& replacement) {
  const AutocastMode* mode = current_mode.autocast;
  if (!mode || call.inplace || call.op().mutated) return;
  const std::optional<DType> dtype = autocast_dtype(call, *mode);
  if (!dtype) return;
  // The casts themselves must not be cast again.
  const ModeGuard<uint32_t> off(&Mode::bits, current_mode.bits & ~static_cast<uint32_t>(kAutocast));
  for (size_t i = 0; i < call.inputs().size(); ++i) {
    TensorImpl* input = call.inputs()[i];
    if (!input || input->dtype() == *dtype || input->dtype() == DType::kFloat64) continue;
    if (!is_float(input->dtype()) || is_shape_only(call, i)) continue;
    replacement.set(i, cast_input(*input, *dtype));
  }
}

// ---- observation -----------------------------------------------------------------------------

void observe(OpCall& call) {
  const ModeGuard<uint32_t> off(&Mode::bits,
                                current_mode.bits & ~(uint32_t{kObserve} | uint32_t{kAutocast}));
  const GradModeGuard no_grad(false);
  current_mode.observer->after(call, {call.outputs().data(), call.outputs().size()});
}

// ---- numerics --------------------------------------------------------------------------------

void check_numerics(const OpCall& call, std::span<const Tensor> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i] || !outputs[i]->has_storage() || !is_differentiable(outputs[i].dtype()))
      continue;
    const Tensor dense = contiguous(*outputs[i]);
    int64_t bad = 0;
    visit_dtype<kFloatMask | kComplexMask>(dense.dtype(), [&](auto type) {
      using T = typename decltype(type)::type;
      const T* data = dense.data<T>();
      for (int64_t k = 0; k < dense.numel(); ++k) {
        if constexpr (is_complex_v<T>) {
          bad += !std::isfinite(data[k].real()) || !std::isfinite(data[k].imag());
        } else {
          bad += !std::isfinite(static_cast<double>(static_cast<float>(data[k])));
        }
      }
    });
    require(bad == 0, ErrorKind::kPreconditionNotMet, "operator ", call.op().name, ": output ", i,
            " of shape ", outputs[i].shape(), " has ", bad, " elements that are NaN or infinite");
  }
}

}  // namespace pd
