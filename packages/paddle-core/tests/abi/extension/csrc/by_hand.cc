// An operator registered without the generator: lists, an optional tensor, every kind of attribute.
#include "guest.h"

namespace paddle {
namespace {

// guest_mix(Tensor[] xs, Tensor? bias, float[] weights, bool negate, int repeat, str mode,
//           dtype dtype, int[] shape, scalar offset) -> total, parts[]
enum Attribute { kWeights, kNegate, kRepeat, kMode, kDType, kShape, kOffset };

PD_Status infer(PD_InferCall* raw, void*) {
  return guard([&] {
    const InferCall call(raw);
    const std::vector<TensorMeta> xs = call.in_list(0);
    require(!xs.empty(), "xs must not be empty");
    const auto weights = call.attr<std::vector<double>>(kWeights);
    require(weights.size() == xs.size(), PD_INVALID_ARGUMENT, "there are ", weights.size(),
            " weights for ", xs.size(), " tensors");
    require(call.attr<std::string>(kMode) == "sum", PD_UNIMPLEMENTED, "mode must be sum, not ",
            call.attr<std::string>(kMode));
    for (const TensorMeta& x : xs) require(x.shape == xs[0].shape, "xs must have one shape");
    const auto shape = call.attr<std::optional<Dims>>(kShape);
    std::vector<TensorMeta> outputs(1 + xs.size(), xs[0]);
    if (shape) outputs[0].shape = *shape;
    outputs[0].dtype = call.attr<DType>(kDType);
    call.set_out_list(0, outputs);
  });
}

PD_Status run(PD_Call* raw, void*) {
  return guard([&] {
    const KernelCall call(raw);
    static const Op add("add");
    static const Op multiply("multiply");
    const std::vector<Tensor> xs = call.in_list(0);
    const auto weights = call.attr<std::vector<double>>(kWeights);
    Tensor total =
        Tensor::full(xs[0].shape(), xs[0].dtype(), call.attr<Scalar>(kOffset).to<double>());
    if (const Tensor bias = call.in(1)) total = add(total, bias);
    for (size_t i = 0; i < xs.size(); ++i) {
      const double sign = call.attr<bool>(kNegate) ? -1.0 : 1.0;
      const double weight = sign * weights[i] * static_cast<double>(call.attr<int64_t>(kRepeat));
      const Tensor part = multiply(xs[i], Tensor::full({}, xs[i].dtype(), weight));
      call.out(1 + i).copy_from(part);
      total = add(total, part);
    }
    const Tensor out = call.out(0);
    Dims strides(out.shape().size(), 1);
    for (size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * out.shape()[i];
    call.out(0).copy_from(total.contiguous().view(out.shape(), strides));
  });
}

PD_Status grad(PD_GradCall* raw, void*) {
  return guard([&] {
    const GradCall call(raw);
    static const Op multiply("multiply");
    static const Op reshape("reshape");
    static const Op add("add");
    const std::vector<Tensor> xs = call.in_list(0);
    const auto weights = call.attr<std::vector<double>>(kWeights);
    const DimsView shape = xs[0].shape();
    const Tensor total = reshape(call.grad(0), Dims(shape.begin(), shape.end()));
    const std::vector<Tensor> parts = call.grad_list();
    std::vector<Tensor> gradients;
    for (size_t i = 0; i < xs.size(); ++i) {
      const double sign = call.attr<bool>(kNegate) ? -1.0 : 1.0;
      const double weight = sign * weights[i] * static_cast<double>(call.attr<int64_t>(kRepeat));
      gradients.push_back(multiply(add(total, parts[i]), Tensor::full({}, xs[i].dtype(), weight)));
    }
    if (call.wants(0)) call.set_list(0, gradients);
    if (call.wants(1)) call.set(1, total);
  });
}

}  // namespace

void register_by_hand() {
  OpSpec spec{"guest_mix"};
  spec.family = "by_hand";
  spec.args = {
      {"xs", PD_ARG_TENSOR_LIST},
      {"bias", PD_ARG_TENSOR, true},
      {"weights", PD_ARG_FLOATS},
      {"negate", PD_ARG_BOOL, false, Attr(false)},
      {"repeat", PD_ARG_INT, false, Attr(1)},
      {"mode", PD_ARG_STRING, false, Attr("sum")},
      {"dtype", PD_ARG_DTYPE, false, Attr(DType::kFloat32)},
      {"shape", PD_ARG_INTS, true, Attr()},
      {"offset", PD_ARG_SCALAR, false, Attr(0.0)},
  };
  spec.outputs = {{"total"}, {"parts", true}};
  spec.dtypes = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
  spec.typed = 0b1;
  spec.differentiable = 0b11;
  spec.saved_metas = 0b11;
  spec.infer = infer;
  spec.grad = grad;
  register_kernel(register_op(spec), spec.dtypes, run);
}

}  // namespace paddle
