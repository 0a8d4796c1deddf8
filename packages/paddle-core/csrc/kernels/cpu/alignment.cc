// Alignments of sequences: CTC, transducers, beams and edit distances.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels_alignment.h"
#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kTypes = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
constexpr double kImpossible = -std::numeric_limits<double>::infinity();

double log_add(double x, double y) {
  if (x < y) std::swap(x, y);
  return y == kImpossible ? x : x + std::log1p(std::exp(y - x));
}

std::vector<int64_t> integers(const TensorImpl& x) {
  Tensor wide = Tensor::empty(x.shape(), DType::kInt64);
  copy_elements(x, *wide);
  return {wide.data<int64_t>(), wide.data<int64_t>() + wide.numel()};
}

// Lengths of sequences, each in [least, most].
std::vector<int64_t> checked_lengths(const TensorImpl& x, int64_t least, int64_t most,
                                     const char* name) {
  std::vector<int64_t> lengths = integers(x);
  for (const int64_t length : lengths) {
    require(length >= least && length <= most, name, " holds ", length, ", which is not in [",
            least, ", ", most, "]");
  }
  return lengths;
}

void require_class(int64_t label, int64_t classes, const char* op) {
  require(label >= 0 && label < classes, ErrorKind::kOutOfRange, op, ": label ", label,
          " is not in [0, ", classes, ")");
}

// One sequence of CTC: the states are the labels with blanks around each.
class CtcSequence {
 public:
  CtcSequence(int64_t steps, int64_t classes, const int64_t* labels, int64_t count, int64_t blank)
      : steps_(steps), classes_(classes), states_(static_cast<size_t>(2 * count + 1), blank) {
    for (int64_t i = 0; i < count; ++i) states_[static_cast<size_t>(2 * i + 1)] = labels[i];
    log_probability_.resize(static_cast<size_t>(steps * classes));
    forward_.assign(static_cast<size_t>(steps) * states_.size(), kImpossible);
    backward_ = forward_;
  }

  // The loss; `grad` gets its derivative. Rows of both are `stride` apart.
  template <class T>
  double run(const T* logits, T* grad, int64_t stride) {
    take_logarithms(logits, stride);
    run_forward();
    const double total = log_add(forward(steps_ - 1, count() - 1),
                                 count() > 1 ? forward(steps_ - 1, count() - 2) : kImpossible);
    if (total == kImpossible) return 0.0;
    run_backward();
    for (int64_t t = 0; t < steps_; ++t) {
      T* to = grad + t * stride;
      for (int64_t c = 0; c < classes_; ++c) to[c] = T(std::exp(log_probability(t, c)));
      for (int64_t s = 0; s < count(); ++s) {
        const double through = forward(t, s) + backward(t, s) - total;
        to[state(s)] -= T(std::exp(through));
      }
    }
    return -total;
  }

 private:
  int64_t count() const { return static_cast<int64_t>(states_.size()); }
  int64_t state(int64_t s) const { return states_[static_cast<size_t>(s)]; }
  double log_probability(int64_t t, int64_t c) const {
    return log_probability_[static_cast<size_t>(t * classes_ + c)];
  }
  double emission(int64_t t, int64_t s) const { return log_probability(t, state(s)); }
  double& forward(int64_t t, int64_t s) { return forward_[static_cast<size_t>(t * count() + s)]; }
  double& backward(int64_t t, int64_t s) { return backward_[static_cast<size_t>(t * count() + s)]; }
  // Whether the blank between two labels may be left out.
  bool may_skip_to(int64_t s) const { return s >= 2 && s % 2 == 1 && state(s) != state(s - 2); }

  template <class T>
  void take_logarithms(const T* logits, int64_t stride) {
    for (int64_t t = 0; t < steps_; ++t) {
      const T* row = logits + t * stride;
      const double most = *std::max_element(row, row + classes_);
      double sum = 0;
      for (int64_t c = 0; c < classes_; ++c) sum += std::exp(double(row[c]) - most);
      const double shift = most + std::log(sum);
      for (int64_t c = 0; c < classes_; ++c) {
        log_probability_[static_cast<size_t>(t * classes_ + c)] = double(row[c]) - shift;
      }
    }
  }

  // forward(t, s): reaching state s with the emission at t.
  void run_forward() {
    for (int64_t s = 0; s < std::min<int64_t>(2, count()); ++s) forward(0, s) = emission(0, s);
    for (int64_t t = 1; t < steps_; ++t) {
      for (int64_t s = 0; s < count(); ++s) {
        double sum = forward(t - 1, s);
        if (s >= 1) sum = log_add(sum, forward(t - 1, s - 1));
        if (may_skip_to(s)) sum = log_add(sum, forward(t - 1, s - 2));
        forward(t, s) = sum + emission(t, s);
      }
    }
  }

  // backward(t, s): what follows the emission at t in state s.
  void run_backward() {
    for (int64_t s = std::max<int64_t>(0, count() - 2); s < count(); ++s) {
      backward(steps_ - 1, s) = 0.0;
    }
    for (int64_t t = steps_ - 1; t-- > 0;) {
      const auto next = [&](int64_t s) { return backward(t + 1, s) + emission(t + 1, s); };
      for (int64_t s = 0; s < count(); ++s) {
        double sum = next(s);
        if (s + 1 < count()) sum = log_add(sum, next(s + 1));
        if (s + 2 < count() && may_skip_to(s + 2)) sum = log_add(sum, next(s + 2));
        backward(t, s) = sum;
      }
    }
  }

  int64_t steps_, classes_;
  std::vector<int64_t> states_;
  std::vector<double> log_probability_, forward_, backward_;
};

// One pair of sequences of a transducer: a lattice of steps and labels.
template <class T>
class TransducerLattice {
 public:
  TransducerLattice(const T* scores, int64_t steps, const int64_t* labels, int64_t count,
                    int64_t columns, int64_t classes, int64_t blank)
      : scores_(scores),
        labels_(labels),
        steps_(steps),
        count_(count),
        columns_(columns),
        classes_(classes),
        blank_(blank),
        forward_(static_cast<size_t>(steps * (count + 1)), kImpossible),
        backward_(forward_) {}

  // The loss; `grad` gets its derivative.
  double run(T* grad, double label_scale) {
    run_forward();
    run_backward();
    const double total = backward(0, 0);
    if (total == kImpossible) return std::numeric_limits<double>::infinity();
    for (int64_t t = 0; t < steps_; ++t) {
      for (int64_t u = 0; u <= count_; ++u) {
        const double here = forward(t, u) - total;
        T* to = grad + (t * columns_ + u) * classes_;
        to[blank_] -= T(std::exp(here + blank(t, u) + after_blank(t, u)));
        if (u < count_) {
          to[labels_[u]] -= T(label_scale * std::exp(here + label(t, u) + backward(t, u + 1)));
        }
      }
    }
    return -total;
  }

 private:
  double& forward(int64_t t, int64_t u) {
    return forward_[static_cast<size_t>(t * (count_ + 1) + u)];
  }
  double& backward(int64_t t, int64_t u) {
    return backward_[static_cast<size_t>(t * (count_ + 1) + u)];
  }
  double score(int64_t t, int64_t u, int64_t c) const {
    return double(scores_[(t * columns_ + u) * classes_ + c]);
  }
  double blank(int64_t t, int64_t u) const { return score(t, u, blank_); }
  double label(int64_t t, int64_t u) const { return score(t, u, labels_[u]); }
  // What follows a blank; the last one ends the lattice.
  double after_blank(int64_t t, int64_t u) {
    if (t + 1 < steps_) return backward(t + 1, u);
    return u == count_ ? 0.0 : kImpossible;
  }

  void run_forward() {
    for (int64_t t = 0; t < steps_; ++t) {
      for (int64_t u = 0; u <= count_; ++u) {
        double sum = t == 0 && u == 0 ? 0.0 : kImpossible;
        if (t > 0) sum = log_add(sum, forward(t - 1, u) + blank(t - 1, u));
        if (u > 0) sum = log_add(sum, forward(t, u - 1) + label(t, u - 1));
        forward(t, u) = sum;
      }
    }
  }

  void run_backward() {
    for (int64_t t = steps_; t-- > 0;) {
      for (int64_t u = count_ + 1; u-- > 0;) {
        double sum = blank(t, u) + after_blank(t, u);
        if (u < count_) sum = log_add(sum, label(t, u) + backward(t, u + 1));
        backward(t, u) = sum;
      }
    }
  }

  const T* scores_;
  const int64_t* labels_;
  int64_t steps_, count_, columns_, classes_, blank_;
  std::vector<double> forward_, backward_;
};

int64_t levenshtein(const int64_t* x, int64_t x_size, const int64_t* y, int64_t y_size) {
  std::vector<int64_t> row(static_cast<size_t>(y_size + 1));
  for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<int64_t>(j);
  for (int64_t i = 1; i <= x_size; ++i) {
    int64_t diagonal = row[0];
    row[0] = i;
    for (int64_t j = 1; j <= y_size; ++j) {
      const size_t at = static_cast<size_t>(j);
      const int64_t replaced = diagonal + (x[i - 1] == y[j - 1] ? 0 : 1);
      diagonal = row[at];
      row[at] = std::min({replaced, row[at] + 1, row[at - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

void warpctc(const TensorImpl& logits, const TensorImpl& label, const TensorImpl& logits_length,
             const TensorImpl& labels_length, int64_t blank, bool, TensorImpl& loss,
             TensorImpl& warpctcgrad) {
  const int64_t steps = logits.dim(0), batch = logits.dim(1), classes = logits.dim(2);
  const int64_t width = label.dim(1);
  const auto lengths = checked_lengths(logits_length, 0, steps, "warpctc: logits_length");
  const auto counts = checked_lengths(labels_length, 0, width, "warpctc: labels_length");
  const std::vector<int64_t> labels = integers(label);
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t i = 0; i < counts[size_t(n)]; ++i) {
      require_class(labels[size_t(n * width + i)], classes, "warpctc");
    }
  }
  const Tensor dense = contiguous(logits);
  fill(warpctcgrad, 0.0);
  visit_dtype<kTypes>(logits.dtype(), [&]<class T>(Type<T>) {
    parallel_for(0, batch, 1, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        T& result = loss.data<T>()[n];
        result = T(0);
        if (lengths[size_t(n)] == 0) continue;
        CtcSequence sequence(lengths[size_t(n)], classes, labels.data() + n * width,
                             counts[size_t(n)], blank);
        result = T(sequence.run(dense.data<T>() + n * classes, warpctcgrad.data<T>() + n * classes,
                                batch * classes));
      }
    });
  });
}

void warpctc_grad(const TensorImpl& logits_length, const TensorImpl& warpctcgrad,
                  const TensorImpl& loss_grad, bool norm_by_times, TensorImpl& logits_grad) {
  const int64_t steps = warpctcgrad.dim(0), batch = warpctcgrad.dim(1);
  const int64_t classes = warpctcgrad.dim(2);
  const std::vector<int64_t> lengths = integers(logits_length);
  const Tensor dense = contiguous(warpctcgrad), scales = contiguous(loss_grad);
  visit_dtype<kTypes>(warpctcgrad.dtype(), [&]<class T>(Type<T>) {
    const T* from = dense.data<T>();
    T* to = logits_grad.data<T>();
    parallel_for(0, steps * batch, 1024, [&](int64_t first, int64_t last) {
      for (int64_t row = first; row < last; ++row) {
        const int64_t n = row % batch;
        const int64_t times = norm_by_times ? std::max<int64_t>(1, lengths[size_t(n)]) : 1;
        const T scale = scales.data<T>()[n] / T(times);
        for (int64_t i = row * classes; i < (row + 1) * classes; ++i) to[i] = from[i] * scale;
      }
    });
  });
}

void warprnnt(const TensorImpl& input, const TensorImpl& label, const TensorImpl& input_lengths,
              const TensorImpl& label_lengths, int64_t blank, double fastemit_lambda,
              TensorImpl& loss, TensorImpl& warprnntgrad) {
  const int64_t batch = input.dim(0), steps = input.dim(1), columns = input.dim(2);
  const int64_t classes = input.dim(3), width = label.dim(1);
  const auto lengths = checked_lengths(input_lengths, 1, steps, "warprnnt: input_lengths");
  const auto counts = checked_lengths(label_lengths, 0, width, "warprnnt: label_lengths");
  const std::vector<int64_t> labels = integers(label);
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t i = 0; i < counts[size_t(n)]; ++i) {
      require_class(labels[size_t(n * width + i)], classes, "warprnnt");
    }
  }
  const Tensor dense = contiguous(input);
  const int64_t size = steps * columns * classes;
  fill(warprnntgrad, 0.0);
  visit_dtype<kTypes>(input.dtype(), [&]<class T>(Type<T>) {
    parallel_for(0, batch, 1, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        TransducerLattice<T> lattice(dense.data<T>() + n * size, lengths[size_t(n)],
                                     labels.data() + n * width, counts[size_t(n)], columns, classes,
                                     blank);
        loss.data<T>()[n] =
            T(lattice.run(warprnntgrad.data<T>() + n * size, 1.0 + fastemit_lambda));
      }
    });
  });
}

void warprnnt_grad(const TensorImpl& warprnntgrad, const TensorImpl& loss_grad,
                   TensorImpl& input_grad) {
  const Tensor dense = contiguous(warprnntgrad), scales = contiguous(loss_grad);
  const int64_t batch = warprnntgrad.dim(0);
  const int64_t size = batch == 0 ? 0 : warprnntgrad.numel() / batch;
  visit_dtype<kTypes>(warprnntgrad.dtype(), [&]<class T>(Type<T>) {
    const T* from = dense.data<T>();
    T* to = input_grad.data<T>();
    for (int64_t n = 0; n < batch; ++n) {
      const T scale = scales.data<T>()[n];
      for (int64_t i = n * size; i < (n + 1) * size; ++i) to[i] = from[i] * scale;
    }
  });
}

void gather_tree(const TensorImpl& ids, const TensorImpl& parents, TensorImpl& out) {
  const std::vector<int64_t> id = integers(ids), parent = integers(parents);
  const int64_t steps = ids.dim(0), batch = ids.dim(1), beams = ids.dim(2);
  Tensor result = Tensor::empty(ids.shape(), DType::kInt64);
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t k = 0; k < beams; ++k) {
      int64_t beam = k;
      for (int64_t t = steps; t-- > 0;) {
        const int64_t row = (t * batch + n) * beams;
        require(beam >= 0 && beam < beams, "gather_tree: parent ", beam, " is not in [0, ", beams,
                ")");
        result.data<int64_t>()[row + k] = id[size_t(row + beam)];
        beam = parent[size_t(row + beam)];
      }
    }
  }
  copy_elements(*result, out);
}

void edit_distance(const TensorImpl& hyps, const TensorImpl& refs, const TensorImpl& hypslength,
                   const TensorImpl& refslength, bool normalized, TensorImpl& sequencenum,
                   TensorImpl& out) {
  const int64_t batch = hyps.dim(0), hyp_width = hyps.dim(1), ref_width = refs.dim(1);
  const auto hyp_sizes = checked_lengths(hypslength, 0, hyp_width, "edit_distance: input_length");
  const auto ref_sizes = checked_lengths(refslength, 0, ref_width, "edit_distance: label_length");
  const std::vector<int64_t> hyp = integers(hyps), ref = integers(refs);
  sequencenum.data<int64_t>()[0] = batch;
  for (int64_t n = 0; n < batch; ++n) {
    const int64_t size = ref_sizes[size_t(n)];
    require(!normalized || size > 0, "edit_distance: label ", n,
            " is empty, so that its distance cannot be normalized");
    const int64_t distance = levenshtein(hyp.data() + n * hyp_width, hyp_sizes[size_t(n)],
                                         ref.data() + n * ref_width, size);
    out.data<float>()[n] = static_cast<float>(distance) / (normalized ? float(size) : 1.0f);
  }
}

}  // namespace pd::cpu
