// Shape rules of the losses.
#include "infer/loss.h"

#include "infer/common.h"

namespace pd::infer {

namespace {

bool same_shape(DimsView x, DimsView y) {
  return x.size() == y.size() && expands_to(x, y) && expands_to(y, x);
}

void require_like(const TensorMeta& x, DimsView shape, DType dtype, const char* name) {
  require(same_shape(x.shape, shape), name, " must have the shape ", ShapeText{shape}, ", got ",
          x.shape);
  require(x.dtype == dtype, name, " must have the dtype ", dtype, ", got ", x.dtype);
}

// The shape of the loss: one value per row along the axis.
Dims check_labels(const TensorMeta& input, const TensorMeta& label, bool soft_label,
                  int64_t axis_arg) {
  const int64_t rank = static_cast<int64_t>(input.shape.size());
  require(rank > 0, "input must have at least one axis");
  const size_t axis = static_cast<size_t>(normalize_axis(axis_arg, rank));
  require(input.shape[axis] != 0, "input of shape ", input.shape, " has no classes at axis ", axis);
  Dims kept = input.shape;
  kept[axis] = 1;
  if (soft_label) {
    require_like(label, input.shape, input.dtype, "label");
    return kept;
  }
  require(is_integer(label.dtype),
          "label must have an integer dtype unless soft_label is set, got ", label.dtype);
  Dims dropped = input.shape;
  dropped.erase(axis);
  require(same_shape(label.shape, kept) || same_shape(label.shape, dropped),
          "label must have the shape ", kept, " or ", dropped, ", got ", label.shape);
  return kept;
}

Dims nll_loss_shape(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
                    const std::string& reduction) {
  require(input.shape.size() >= 2, "input must have at least 2 axes, got the shape ", input.shape);
  require_integer_index(label, "label");
  Dims samples = input.shape;
  samples.erase(1);
  require(same_shape(label.shape, samples), "label must have the shape ", samples, ", got ",
          label.shape);
  if (weight) require_like(*weight, Dims{input.shape[1]}, input.dtype, "weight");
  require(reduction == "none" || reduction == "mean" || reduction == "sum",
          "reduction must be none, mean or sum, got \"", reduction, '"');
  return reduction == "none" ? samples : Dims{};
}

}  // namespace

void cross_entropy_with_softmax(const TensorMeta& input, const TensorMeta& label, bool soft_label,
                                int64_t axis, TensorMeta& softmax, TensorMeta& loss) {
  const Dims shape = check_labels(input, label, soft_label, axis);
  unchanged(input, softmax);
  set_meta(loss, shape, input.dtype, input.place);
}

void cross_entropy_with_softmax_grad(const TensorMeta& input, const TensorMeta& label,
                                     const TensorMeta& softmax, const TensorMeta& loss_grad,
                                     bool soft_label, int64_t axis, TensorMeta& input_grad) {
  const Dims shape = check_labels(input, label, soft_label, axis);
  require_like(softmax, input.shape, input.dtype, "softmax");
  require_like(loss_grad, shape, input.dtype, "loss_grad");
  unchanged(input, input_grad);
}

void cross_entropy_with_softmax_double_grad(const TensorMeta& label, const TensorMeta& softmax,
                                            const TensorMeta& loss_grad,
                                            const TensorMeta& input_grad_grad, bool soft_label,
                                            int64_t axis, TensorMeta& input_grad,
                                            TensorMeta& loss_grad_grad) {
  const Dims shape = check_labels(softmax, label, soft_label, axis);
  require_like(loss_grad, shape, softmax.dtype, "loss_grad");
  require_like(input_grad_grad, softmax.shape, softmax.dtype, "input_grad_grad");
  unchanged(softmax, input_grad);
  unchanged(loss_grad, loss_grad_grad);
}

void nll_loss(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
              const std::string& reduction, TensorMeta& out, TensorMeta& total_weight) {
  nll_loss_only(input, label, weight, reduction, out);
  set_meta(total_weight, Dims{}, input.dtype, input.place);
}

void nll_loss_grad(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
                   const TensorMeta& out_grad, const std::string& reduction,
                   TensorMeta& input_grad) {
  require_like(out_grad, nll_loss_shape(input, label, weight, reduction), input.dtype, "out_grad");
  unchanged(input, input_grad);
}

void nll_loss_only(const TensorMeta& input, const TensorMeta& label, const TensorMeta* weight,
                   const std::string& reduction, TensorMeta& out) {
  set_meta(out, nll_loss_shape(input, label, weight, reduction), input.dtype, input.place);
}

void logistic_loss(const TensorMeta& x, const TensorMeta& label, const TensorMeta* pos_weight,
                   TensorMeta& out) {
  require_like(label, x.shape, x.dtype, "label");
  if (pos_weight) {
    require(expands_to(pos_weight->shape, x.shape), "pos_weight of shape ", pos_weight->shape,
            " cannot be broadcast to the shape ", x.shape, " of x");
  }
  unchanged(x, out);
}

void logistic_loss_grad(const TensorMeta& x, const TensorMeta& label, const TensorMeta* pos_weight,
                        const TensorMeta& out_grad, int64_t order, TensorMeta& x_grad) {
  logistic_loss(x, label, pos_weight, x_grad);
  require_like(out_grad, x.shape, x.dtype, "out_grad");
  require(order >= 1, "order must be at least 1, got ", order);
  require(order <= 3, ErrorKind::kUnimplemented, "derivatives of order ", order,
          " are not supported");
}

void huber_loss(const TensorMeta& input, const TensorMeta& label, TensorMeta& out,
                TensorMeta& residual) {
  require_like(label, input.shape, input.dtype, "label");
  unchanged(input, out);
  unchanged(input, residual);
}

void kldiv_loss(const TensorMeta& x, const TensorMeta& label, const std::string& reduction,
                TensorMeta& out) {
  require_like(label, x.shape, x.dtype, "label");
  require(
      reduction == "none" || reduction == "mean" || reduction == "sum" || reduction == "batchmean",
      "reduction must be none, mean, sum or batchmean, got \"", reduction, '"');
  set_meta(out, reduction == "none" ? x.shape : Dims{}, x.dtype, x.place);
}

void kldiv_loss_grad(const TensorMeta& x, const TensorMeta& label, const TensorMeta& out_grad,
                     const std::string& reduction, TensorMeta& x_grad) {
  TensorMeta out;
  kldiv_loss(x, label, reduction, out);
  require_like(out_grad, out.shape, x.dtype, "out_grad");
  unchanged(x, x_grad);
}

}  // namespace pd::infer
