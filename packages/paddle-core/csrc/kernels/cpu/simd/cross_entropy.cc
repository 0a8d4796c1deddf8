// Cross entropy fused with softmax, along any axis, with class indices or with distributions.
#include <cmath>
#include <vector>

#include "kernels/cpu/simd/axis_rows.h"

namespace pd::PD_ISA {
namespace {

struct Classes {
  int64_t axis;
  int64_t n;
  int64_t rows;

  Classes(const TensorImpl& x, int64_t axis_arg)
      : axis(normalize_axis(axis_arg, x.rank())),
        n(axis_size(x, axis)),
        rows(n ? x.numel() / n : 0) {}
};

// The class of every row, or -1 where it is to be ignored; all of them checked.
std::vector<int64_t> hard_labels(const TensorImpl& label, const Classes& classes,
                                 int64_t ignore_index) {
  const bool has_axis =
      label.rank() > classes.axis && label.numel() == classes.rows && label.dim(classes.axis) == 1;
  const Tensor dense = has_axis ? axis_last(label, classes.axis) : contiguous(label);
  std::vector<int64_t> labels(static_cast<size_t>(classes.rows));
  visit_dtype<kIntMask>(label.dtype(), [&](auto type) {
    const auto* from = dense->template data<typename decltype(type)::type>();
    for (int64_t row = 0; row < classes.rows; ++row) {
      const int64_t value = static_cast<int64_t>(from[row]);
      const bool ignored = value == ignore_index;
      require(ignored || (value >= 0 && value < classes.n), ErrorKind::kOutOfRange, "label ", value,
              " is neither ignore_index ", ignore_index, " nor in [0, ", classes.n, ")");
      labels[size_t(row)] = ignored ? -1 : value;
    }
  });
  return labels;
}

// What a row is compared with: a class, or a distribution.
template <class T>
class Targets {
 public:
  Targets(const TensorImpl& label, const Classes& classes, bool soft, int64_t ignore_index)
      : n_(classes.n), soft_(soft) {
    if (soft) {
      soft_labels_ = converted(*axis_last_view(label, classes.axis), dtype_of_v<Math<T>>);
    } else {
      hard_ = hard_labels(label, classes, ignore_index);
    }
  }
  bool soft() const { return soft_; }
  bool ignored(int64_t row) const { return !soft_ && hard_[size_t(row)] < 0; }
  int64_t at(int64_t row) const { return hard_[size_t(row)]; }
  const Math<T>* distribution(int64_t row) const { return soft_labels_.data<Math<T>>() + row * n_; }

 private:
  int64_t n_;
  bool soft_;
  std::vector<int64_t> hard_;
  Tensor soft_labels_;
};

// -sum(label * log(probability)) of a row of logits.
template <class A, class T>
A row_loss(const A* x, const Targets<T>& targets, int64_t row, int64_t n, A max, A log_sum) {
  if (targets.ignored(row)) return A(0);
  if (!targets.soft()) return log_sum - (x[targets.at(row)] - max);
  const A* label = targets.distribution(row);
  return sum_over<A>(n, [=](int64_t i) { return label[i] * (log_sum - (x[i] - max)); });
}

// The same where the row holds probabilities already.
template <class A, class T>
A row_loss_of_probabilities(const A* p, const Targets<T>& targets, int64_t row, int64_t n) {
  if (targets.ignored(row)) return A(0);
  if (!targets.soft()) return -std::log(p[targets.at(row)]);
  const A* label = targets.distribution(row);
  A total = 0;
  for (int64_t i = 0; i < n; ++i) total -= label[i] == A(0) ? A(0) : label[i] * std::log(p[i]);
  return total;
}

template <class F>
void for_each_row(const Classes& classes, F&& f) {
  parallel_for(0, classes.rows, rows_per_task(classes.n), f);
}

// A row of exponentials becomes probabilities; ends with the loss.
template <class T>
void forward(const TensorImpl& input, const TensorImpl& label, bool soft_label, bool use_softmax,
             int64_t ignore_index, const Classes& classes, TensorImpl& softmax, TensorImpl& loss) {
  using A = Math<T>;
  const int64_t n = classes.n;
  const Tensor from = axis_last(input, classes.axis);
  const Targets<T> targets(label, classes, soft_label, ignore_index);
  AxisResult probabilities(softmax, classes.axis);
  T* to = probabilities.data<T>();
  T* losses = loss.data<T>();
  for_each_row(classes, [&](int64_t first, int64_t last) {
    RowReader<T> reader(n);
    RowWriter<T> writer(n);
    for (int64_t row = first; row < last; ++row) {
      const A* x = reader.read(from.data<T>() + row * n);
      A* p = writer.begin(to + row * n);
      if (use_softmax) {
        const A max = row_max(x, n);
        const A sum = row_exp<true>(x, n, max, p);
        losses[row] = T(row_loss(x, targets, row, n, max, A(std::log(sum))));
        const A scale = A(1) / sum;
        for_lanes(n, [=](int64_t i) { p[i] *= scale; });
      } else {
        std::copy_n(x, n, p);
        losses[row] = T(row_loss_of_probabilities(x, targets, row, n));
      }
      writer.end(to + row * n);
    }
  });
  probabilities.finish();
}

// d(loss)/d(input) of one row, from its probabilities.
template <class A, class T>
void row_grad(const A* p, const Targets<T>& targets, int64_t row, int64_t n, bool use_softmax,
              A flow, A* to) {
  if (targets.ignored(row)) return (void)std::fill_n(to, n, A(0));
  if (targets.soft()) {
    const A* label = targets.distribution(row);
    if (use_softmax) {
      for_lanes(n, [=](int64_t i) { to[i] = flow * (p[i] - label[i]); });
    } else {
      for_lanes(n, [=](int64_t i) { to[i] = -flow * label[i] / p[i]; });
    }
    return;
  }
  const int64_t at = targets.at(row);
  if (use_softmax) {
    for_lanes(n, [=](int64_t i) { to[i] = flow * p[i]; });
    to[at] = flow * (p[at] - A(1));
  } else {
    std::fill_n(to, n, A(0));
    to[at] = -flow / p[at];
  }
}

// The derivatives of sum(a * row_grad) with respect to the input (to `to`) and to flow (returned).
template <class A, class T>
A row_double_grad(const A* p, const A* a, const Targets<T>& targets, int64_t row, int64_t n,
                  bool use_softmax, A flow, A* to) {
  if (targets.ignored(row)) {
    std::fill_n(to, n, A(0));
    return A(0);
  }
  const auto label = [&](int64_t i) {
    return targets.soft() ? targets.distribution(row)[i] : A(i == targets.at(row));
  };
  if (use_softmax) {
    const A dot = sum_over<A>(n, [=](int64_t i) { return a[i] * p[i]; });
    for_lanes(n, [=](int64_t i) { to[i] = flow * p[i] * (a[i] - dot); });
    A picked = 0;
    for (int64_t i = 0; i < n; ++i) picked += a[i] * label(i);
    return dot - picked;
  }
  A total = 0;
  for (int64_t i = 0; i < n; ++i) {
    const A share = label(i) == A(0) ? A(0) : label(i) / p[i];
    to[i] = share == A(0) ? A(0) : flow * a[i] * share / p[i];
    total -= a[i] * share;
  }
  return total;
}

}  // namespace

void cross_entropy_with_softmax(const TensorImpl& input, const TensorImpl& label, bool soft_label,
                                bool use_softmax, bool, int64_t ignore_index, int64_t axis,
                                TensorImpl& softmax, TensorImpl& loss) {
  visit_float(input.dtype(), [&](auto zero) {
    forward<decltype(zero)>(input, label, soft_label, use_softmax, ignore_index,
                            Classes(input, axis), softmax, loss);
  });
}

void cross_entropy_with_softmax_grad(const TensorImpl&, const TensorImpl& label,
                                     const TensorImpl& softmax, const TensorImpl& loss_grad,
                                     bool soft_label, bool use_softmax, int64_t ignore_index,
                                     int64_t axis, TensorImpl& input_grad) {
  const Classes classes(softmax, axis);
  const Tensor probabilities = axis_last(softmax, classes.axis);
  const Tensor flow = contiguous(loss_grad);
  AxisResult result(input_grad, classes.axis);
  visit_float(softmax.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t n = classes.n;
    const Targets<T> targets(label, classes, soft_label, ignore_index);
    T* to = result.data<T>();
    for_each_row(classes, [&](int64_t first, int64_t last) {
      RowReader<T> reader(n);
      RowWriter<T> writer(n);
      for (int64_t row = first; row < last; ++row) {
        row_grad(reader.read(probabilities.data<T>() + row * n), targets, row, n, use_softmax,
                 Math<T>(flow.data<T>()[row]), writer.begin(to + row * n));
        writer.end(to + row * n);
      }
    });
  });
  result.finish();
}

void cross_entropy_with_softmax_double_grad(const TensorImpl& label, const TensorImpl& softmax,
                                            const TensorImpl& loss_grad,
                                            const TensorImpl& input_grad_grad, bool soft_label,
                                            bool use_softmax, int64_t ignore_index, int64_t axis,
                                            TensorImpl& input_grad, TensorImpl& loss_grad_grad) {
  const Classes classes(softmax, axis);
  const Tensor probabilities = axis_last(softmax, classes.axis);
  const Tensor seconds = axis_last(input_grad_grad, classes.axis);
  const Tensor flow = contiguous(loss_grad);
  AxisResult result(input_grad, classes.axis);
  visit_float(softmax.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t n = classes.n;
    const Targets<T> targets(label, classes, soft_label, ignore_index);
    T* to = result.data<T>();
    T* flow_grads = loss_grad_grad.data<T>();
    for_each_row(classes, [&](int64_t first, int64_t last) {
      RowReader<T> read_p(n), read_a(n);
      RowWriter<T> writer(n);
      for (int64_t row = first; row < last; ++row) {
        flow_grads[row] = T(row_double_grad(read_p.read(probabilities.data<T>() + row * n),
                                            read_a.read(seconds.data<T>() + row * n), targets, row,
                                            n, use_softmax, Math<T>(flow.data<T>()[row]),
                                            writer.begin(to + row * n)));
        writer.end(to + row * n);
      }
    });
  });
  result.finish();
}

}  // namespace pd::PD_ISA
