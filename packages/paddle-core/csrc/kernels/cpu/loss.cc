// Losses that are not element-wise formulas: negative log likelihood and logistic cross entropy.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

template <class T>
using Math = std::conditional_t<is_half_v<T>, float, T>;

template <class F>
void visit_float(DType dtype, F&& f) {
  visit_dtype<kFloatMask>(dtype, [&](auto type) { f(typename decltype(type)::type{}); });
}

Tensor as_double(const TensorImpl& x) {
  Tensor copy = Tensor::empty(x.shape(), DType::kFloat64);
  copy_elements(x, *copy);
  return copy;
}

// Input [N, C] or [N, C, ...]: sample s of image n reads input at (n * C + class) * inner + s.
struct NllSamples {
  int64_t batch, classes, inner;
  std::vector<int64_t> label;  // -1 where ignored
  std::vector<double> weight;  // of the sample; 0 where ignored

  NllSamples(const TensorImpl& input, const TensorImpl& labels, const TensorImpl* weights,
             int64_t ignore_index)
      : batch(input.dim(0)), classes(input.dim(1)), inner(1) {
    for (int64_t axis = 2; axis < input.rank(); ++axis) inner *= input.dim(axis);
    label.resize(static_cast<size_t>(batch * inner));
    weight.resize(label.size());
    const Tensor dense = contiguous(labels);
    const Tensor per_class = weights ? as_double(*weights) : Tensor();
    visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(labels.dtype(), [&](auto type) {
      const auto* from = dense->template data<typename decltype(type)::type>();
      for (size_t i = 0; i < label.size(); ++i) {
        const int64_t value = from[i];
        const bool ignored = value == ignore_index;
        require(ignored || (value >= 0 && value < classes), "label ", value,
                " is neither ignore_index ", ignore_index, " nor in [0, ", classes, ")");
        label[i] = ignored ? -1 : value;
        weight[i] = ignored ? 0.0 : per_class ? per_class.data<double>()[value] : 1.0;
      }
    });
  }
  int64_t position(int64_t i) const {
    return (i / inner * classes + label[size_t(i)]) * inner + i % inner;
  }
  int64_t size() const { return static_cast<int64_t>(label.size()); }
};

// Losses -weight * x[label] reduced as asked.
template <class T>
void reduce_losses(const NllSamples& samples, const T* x, const std::string& reduction,
                   TensorImpl& out, double total_weight) {
  double total = 0;
  for (int64_t i = 0; i < samples.size(); ++i) {
    const bool ignored = samples.label[size_t(i)] < 0;
    const double loss =
        ignored ? 0.0 : -samples.weight[size_t(i)] * double(Math<T>(x[samples.position(i)]));
    if (reduction == "none") out.data<T>()[i] = T(Math<T>(loss));
    total += loss;
  }
  if (reduction == "none") return;
  out.data<T>()[0] = T(Math<T>(reduction == "mean" ? total / total_weight : total));
}

// Logistic loss of one element and its first three derivatives by x.
struct LogisticTerm {
  double label, pos_weight;

  double slope() const { return 1 + (pos_weight - 1) * label; }
  double value(double x) const {
    const double tail = std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
    return (1 - label) * x + slope() * tail;
  }
  double derivative(double x, int64_t order) const {
    const double s = 1 / (1 + std::exp(-x));
    if (order == 1) return (1 - label) - slope() * (1 - s);
    if (order == 2) return slope() * s * (1 - s);
    return slope() * s * (1 - s) * (1 - 2 * s);
  }
};

// Maps f(x, term) over all elements; ignored ones give 0. The factor is 1 / (number not ignored)
// when the loss is normalised.
template <class F>
void map_logistic(const TensorImpl& x, const TensorImpl& label, const TensorImpl* pos_weight,
                  bool normalize, int64_t ignore_index, TensorImpl& out, F&& f) {
  const Tensor values = as_double(x);
  const Tensor labels = as_double(label);
  Tensor weights;
  if (pos_weight) {
    Dims strides(size_t(x.rank()), 0);
    const int64_t missing = x.rank() - pos_weight->rank();
    for (int64_t axis = 0; axis < pos_weight->rank(); ++axis) {
      if (pos_weight->dim(axis) != 1) strides[size_t(axis + missing)] = pos_weight->stride(axis);
    }
    weights = as_double(*Tensor::view_of(*pos_weight, x.shape(), strides, pos_weight->offset()));
  }
  const double ignored = static_cast<double>(ignore_index);
  const double* l = labels.data<double>();
  const int64_t n = x.numel();
  double factor = 1;
  if (normalize) {
    const int64_t kept = std::count_if(l, l + n, [=](double v) { return v != ignored; });
    factor = 1.0 / double(std::max<int64_t>(kept, 1));
  }
  visit_float(out.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = out.data<T>();
    parallel_for(0, n, 4096, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        const LogisticTerm term{l[i], weights ? weights.data<double>()[i] : 1.0};
        const double result = l[i] == ignored ? 0.0 : f(values.data<double>()[i], term, i) * factor;
        to[i] = T(Math<T>(result));
      }
    });
  });
}

// What the reduction multiplies the summed loss by.
double reduction_factor(const TensorImpl& x, const std::string& reduction) {
  if (reduction == "mean") return 1.0 / double(x.numel());
  if (reduction == "batchmean") return x.rank() ? 1.0 / double(x.dim(0)) : 1.0;
  return 1.0;
}

}  // namespace

void nll_loss(const TensorImpl& input, const TensorImpl& label, const TensorImpl* weight,
              int64_t ignore_index, const std::string& reduction, TensorImpl& out,
              TensorImpl& total_weight) {
  const NllSamples samples(input, label, weight, ignore_index);
  double total = 0;
  for (const double w : samples.weight) total += w;
  const Tensor dense = contiguous(input);
  visit_float(input.dtype(), [&](auto zero) {
    using T = decltype(zero);
    reduce_losses<T>(samples, dense.data<T>(), reduction, out, total);
  });
  fill(total_weight, total);
}

void nll_loss_grad(const TensorImpl& input, const TensorImpl& label, const TensorImpl* weight,
                   const TensorImpl& out_grad, int64_t ignore_index, const std::string& reduction,
                   TensorImpl& input_grad) {
  const NllSamples samples(input, label, weight, ignore_index);
  double total = 0;
  for (const double w : samples.weight) total += w;
  const Tensor flow = as_double(out_grad);
  fill(input_grad, 0.0);
  visit_float(input.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < samples.size(); ++i) {
      if (samples.label[size_t(i)] < 0) continue;
      const double share = samples.weight[size_t(i)] / (reduction == "mean" ? total : 1.0);
      const double g = flow.data<double>()[reduction == "none" ? i : 0];
      input_grad.data<T>()[samples.position(i)] = T(Math<T>(-g * share));
    }
  });
}

// nll_loss without its second output: what the second derivative needs.
void nll_loss_only(const TensorImpl& input, const TensorImpl& label, const TensorImpl* weight,
                   int64_t ignore_index, const std::string& reduction, TensorImpl& out) {
  Tensor total = Tensor::empty(Dims{}, input.dtype());
  nll_loss(input, label, weight, ignore_index, reduction, out, *total);
}

void sigmoid_cross_entropy_with_logits(const TensorImpl& x, const TensorImpl& label,
                                       const TensorImpl* pos_weight, bool normalize,
                                       int64_t ignore_index, TensorImpl& out) {
  map_logistic(x, label, pos_weight, normalize, ignore_index, out,
               [](double v, const LogisticTerm& term, int64_t) { return term.value(v); });
}

void sigmoid_cross_entropy_with_logits_grad(const TensorImpl& x, const TensorImpl& label,
                                            const TensorImpl* pos_weight,
                                            const TensorImpl& out_grad, int64_t order,
                                            bool normalize, int64_t ignore_index,
                                            TensorImpl& x_grad) {
  const Tensor flow = as_double(out_grad);
  map_logistic(x, label, pos_weight, normalize, ignore_index, x_grad,
               [&](double v, const LogisticTerm& term, int64_t i) {
                 return term.derivative(v, order) * flow.data<double>()[i];
               });
}

// label * (log(label) - x) where label is positive, else 0.
void kldiv_loss(const TensorImpl& x, const TensorImpl& label, const std::string& reduction,
                TensorImpl& out) {
  const Tensor values = as_double(x);
  const Tensor labels = as_double(label);
  double* term = values.data<double>();
  double total = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double l = labels.data<double>()[i];
    term[i] = l > 0 ? l * (std::log(l) - term[i]) : 0.0;
    total += term[i];
  }
  if (reduction == "none") return copy_elements(*values, out);
  fill(out, total * reduction_factor(x, reduction));
}

void kldiv_loss_grad(const TensorImpl& x, const TensorImpl& label, const TensorImpl& out_grad,
                     const std::string& reduction, TensorImpl& x_grad) {
  const Tensor labels = as_double(label);
  const Tensor flow = as_double(out_grad);
  double* result = labels.data<double>();
  const double factor = reduction_factor(x, reduction);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double g = flow.data<double>()[reduction == "none" ? i : 0];
    result[i] = result[i] > 0 ? -result[i] * factor * g : 0.0;
  }
  copy_elements(*labels, x_grad);
}

}  // namespace pd::cpu
