// Optimiser steps over all parameters in one call, cut into chunks that threads share.
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

using List = std::span<TensorImpl* const>;
using Numbers = std::span<const double>;

constexpr int64_t kChunk = 16384;

void require_contiguous(List list, const char* name) {
  for (const TensorImpl* x : list) {
    require(x->is_contiguous(), ErrorKind::kPreconditionNotMet, name, " must be contiguous");
  }
}

double number(const TensorImpl& x) {
  return x.dtype() == DType::kFloat32 ? double(*x.data<float>()) : *x.data<double>();
}

void set_number(TensorImpl& x, double value) {
  if (x.dtype() == DType::kFloat32) {
    *x.data<float>() = static_cast<float>(value);
  } else {
    *x.data<double>() = value;
  }
}

// While it lives, results too small to be normal numbers are zero on this thread: a parameter whose
// gradient has vanished would have moments that fade into the denormal range and stay there, where
// the processor takes many times as long.
class DenormalsAreZero {
 public:
#if defined(__SSE2__)
  DenormalsAreZero() { _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero); }
  ~DenormalsAreZero() { _mm_setcsr(saved_); }

 private:
  static constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
  unsigned saved_ = _mm_getcsr();
#else
  DenormalsAreZero() = default;
#endif
  DenormalsAreZero(const DenormalsAreZero&) = delete;
};

// Calls f(tensor index, first element, last element) on pieces of all tensors.
template <class F>
void for_each_chunk(List list, F&& f) {
  std::vector<int64_t> starts{0};
  for (const TensorImpl* x : list)
    starts.push_back(starts.back() + (x->numel() + kChunk - 1) / kChunk);
  parallel_for(0, starts.back(), 1, [&](int64_t first, int64_t last) {
    const DenormalsAreZero guard;
    size_t i = static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), first) -
                                   starts.begin()) -
               1;
    for (int64_t chunk = first; chunk < last; ++chunk) {
      while (chunk >= starts[i + 1]) ++i;
      const int64_t begin = (chunk - starts[i]) * kChunk;
      f(i, begin, std::min(begin + kChunk, list[i]->numel()));
    }
  });
}

// What every step has: parameters, their gradients, master copies, and numbers per parameter.
struct Step {
  List params, grads, masters;
  double lr;
  Numbers lr_ratios, l2;

  Step(List p, List g, List m, const TensorImpl& rate, Numbers ratios, Numbers decay)
      : params(p), grads(g), masters(m), lr(number(rate)), lr_ratios(ratios), l2(decay) {
    require_contiguous(p, "params");
    require_contiguous(m, "master_params");
  }
  double rate(size_t i) const { return lr * (lr_ratios.empty() ? 1.0 : lr_ratios[i]); }
  double decay(size_t i) const { return l2.empty() ? 0.0 : l2[i]; }
};

// One element's values in the math type A: p and the states are read, changed and written back.
// Calls update(p, g, state...) for the elements of all parameters, prepared by prepare(i), which
// gives the update for parameter i in type A: auto update = prepare(i, A{}).
template <class Prepare, class... States>
void run(const Step& step, Prepare&& prepare, States... states) {
  (require_contiguous(states, "optimiser states"), ...);
  std::vector<Tensor> grads;
  for (const TensorImpl* g : step.grads) grads.push_back(contiguous(*g));
  for_each_chunk(step.params, [&](size_t i, int64_t first, int64_t last) {
    visit_float(step.params[i]->dtype(), [&](auto zero) {
      using P = decltype(zero);
      using A = Math<P>;
      P* param = step.params[i]->data<P>();
      const P* grad = grads[i].data<P>();
      const A l2 = A(step.decay(i));
      const auto update = prepare(i, A(0));
      const auto loop = [&](auto* value, auto*... state) {
        using S = std::remove_cvref_t<decltype(*value)>;
#pragma omp simd
        for (int64_t j = first; j < last; ++j) {
          A p = A(value[j]);
          update(p, A(grad[j]) + l2 * p, state[j]...);
          value[j] = S(p);
        }
      };
      if (step.masters.empty()) {
        loop(param, states[i]->template data<P>()...);
        return;
      }
      if constexpr (is_half_v<P>) {
        float* master = step.masters[i]->template data<float>();
        loop(master, states[i]->template data<float>()...);
        for_lanes(last - first, [&](int64_t j) { param[first + j] = P(master[first + j]); });
      }
    });
  });
}

// Reads a state of any storage type, and writes it back.
template <class A, class S>
PD_INLINE A changed(S& state, A value) {
  state = S(value);
  return value;
}

// Of float32 powers the factor is a float32 too, which shows after a few steps.
void advance_powers(List powers, double beta) {
  for (TensorImpl* power : powers) {
    const bool wide = power->dtype() == DType::kFloat64;
    set_number(*power, number(*power) * (wide ? beta : static_cast<float>(beta)));
  }
}

// Adam's corrections for the bias of the moments.
template <class A>
struct AdamRate {
  A lr, epsilon;

  AdamRate(double rate, double beta1_pow, double beta2_pow, double eps)
      : lr(A(rate * std::sqrt(1 - beta2_pow) / (1 - beta1_pow))),
        epsilon(A(eps * std::sqrt(1 - beta2_pow))) {}
};

struct Betas {
  double beta1, beta2;
};

void adam_like(const Step& step, List moment1, List moment2, List beta1_pow, List beta2_pow,
               Betas betas, double epsilon, Numbers decays) {
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const AdamRate<A> rate(step.rate(i), number(*beta1_pow[i]), number(*beta2_pow[i]), epsilon);
        const A b1 = A(betas.beta1), b2 = A(betas.beta2);
        const A keep = A(1) - A(step.rate(i) * (decays.empty() ? 0.0 : decays[i]));
        return [=](A& p, A g, auto& m, auto& v) {
          const A first = changed(m, b1 * A(m) + (A(1) - b1) * g);
          const A second = changed(v, b2 * A(v) + (A(1) - b2) * g * g);
          p = p * keep - rate.lr * (first / (std::sqrt(second) + rate.epsilon));
        };
      },
      moment1, moment2);
  advance_powers(beta1_pow, betas.beta1);
  advance_powers(beta2_pow, betas.beta2);
}

// A sum over chunks of each tensor, added up in the order of the chunks.
template <class F>
std::vector<double> sums_per_tensor(List list, F&& chunk_sum) {
  std::vector<std::vector<double>> parts(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    parts[i].resize(static_cast<size_t>((list[i]->numel() + kChunk - 1) / kChunk));
  }
  for_each_chunk(list, [&](size_t i, int64_t first, int64_t last) {
    parts[i][size_t(first / kChunk)] = chunk_sum(i, first, last);
  });
  std::vector<double> sums;
  for (const std::vector<double>& part : parts) {
    double sum = 0;
    for (const double value : part) sum += value;
    sums.push_back(sum);
  }
  return sums;
}

std::vector<double> squared_norms(List list) {
  std::vector<Tensor> dense;
  for (const TensorImpl* x : list) dense.push_back(contiguous(*x));
  return sums_per_tensor(list, [&](size_t i, int64_t first, int64_t last) {
    double sum = 0;
    visit_float(list[i]->dtype(), [&](auto zero) {
      using T = decltype(zero);
      using A = Math<T>;
      const T* x = dense[i].data<T>() + first;
      sum = double(sum_over<A>(last - first, [=](int64_t j) { return A(x[j]) * A(x[j]); }));
    });
    return sum;
  });
}

}  // namespace

void sgd_step(List params, List grads, List master_params, const TensorImpl& lr, Numbers lr_ratios,
              Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(step, [&](size_t i, auto zero) {
    using A = decltype(zero);
    const A rate = A(step.rate(i));
    return [=](A& p, A g) { p -= rate * g; };
  });
}

void momentum_step(List params, List grads, List velocities, List master_params,
                   const TensorImpl& lr, double mu, bool use_nesterov, Numbers lr_ratios,
                   Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const A rate = A(step.rate(i));
        const A m = A(mu);
        const A ahead = use_nesterov ? m : A(1);
        const A share = use_nesterov ? A(1) : A(0);
        return [=](A& p, A g, auto& velocity) {
          const A v = changed(velocity, m * A(velocity) + g);
          p -= rate * (share * g + ahead * v);
        };
      },
      velocities);
}

void adam_step(List params, List grads, List moment1, List moment2, List beta1_pow, List beta2_pow,
               List master_params, const TensorImpl& lr, double beta1, double beta2, double epsilon,
               Numbers lr_ratios, Numbers l2) {
  adam_like(Step(params, grads, master_params, lr, lr_ratios, l2), moment1, moment2, beta1_pow,
            beta2_pow, {beta1, beta2}, epsilon, {});
}

void adamw_step(List params, List grads, List moment1, List moment2, List beta1_pow, List beta2_pow,
                List master_params, const TensorImpl& lr, double beta1, double beta2,
                double epsilon, Numbers lr_ratios, Numbers decays) {
  adam_like(Step(params, grads, master_params, lr, lr_ratios, {}), moment1, moment2, beta1_pow,
            beta2_pow, {beta1, beta2}, epsilon, decays);
}

void adamax_step(List params, List grads, List moment, List inf_norm, List beta1_pow,
                 List master_params, const TensorImpl& lr, double beta1, double beta2,
                 double epsilon, Numbers lr_ratios, Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const A rate = A(step.rate(i) / (1 - number(*beta1_pow[i])));
        const A b1 = A(beta1), b2 = A(beta2), eps = A(epsilon);
        return [=](A& p, A g, auto& m, auto& norm) {
          const A first = changed(m, b1 * A(m) + (A(1) - b1) * g);
          const A faded = b2 * A(norm) + eps;
          const A size = g < A(0) ? -g : g;
          p -= rate * first / changed(norm, size > faded ? size : faded);
        };
      },
      moment, inf_norm);
  advance_powers(beta1_pow, beta1);
}

void adagrad_step(List params, List grads, List moment, List master_params, const TensorImpl& lr,
                  double epsilon, Numbers lr_ratios, Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const A rate = A(step.rate(i)), eps = A(epsilon);
        return [=](A& p, A g, auto& m) {
          p -= rate * g / (std::sqrt(changed(m, A(m) + g * g)) + eps);
        };
      },
      moment);
}

void adadelta_step(List params, List grads, List avg_squared_grad, List avg_squared_update,
                   List master_params, const TensorImpl& lr, double rho, double epsilon,
                   Numbers lr_ratios, Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const A rate = A(step.rate(i)), r = A(rho), eps = A(epsilon);
        return [=](A& p, A g, auto& squares, auto& updates) {
          const A s = changed(squares, r * A(squares) + (A(1) - r) * g * g);
          const A update = -std::sqrt((A(updates) + eps) / (s + eps)) * g;
          changed(updates, r * A(updates) + (A(1) - r) * update * update);
          p += rate * update;
        };
      },
      avg_squared_grad, avg_squared_update);
}

void rmsprop_step(List params, List grads, List mean_square, List moment, List mean_grad,
                  List master_params, const TensorImpl& lr, double epsilon, double decay,
                  double momentum, bool centered, Numbers lr_ratios, Numbers l2) {
  const Step step(params, grads, master_params, lr, lr_ratios, l2);
  run(
      step,
      [&](size_t i, auto zero) {
        using A = decltype(zero);
        const A rate = A(step.rate(i)), r = A(decay), mu = A(momentum), eps = A(epsilon);
        return [=](A& p, A g, auto& squares, auto& m, auto& mean) {
          A variance = changed(squares, r * A(squares) + (A(1) - r) * g * g);
          if (centered) {
            const A centre = changed(mean, r * A(mean) + (A(1) - r) * g);
            variance -= centre * centre;
          }
          p -= changed(m, mu * A(m) + rate * g / std::sqrt(variance + eps));
        };
      },
      mean_square, moment, mean_grad);
}

void lamb_step(List params, List grads, List moment1, List moment2, List beta1_pow, List beta2_pow,
               List master_params, const TensorImpl& lr, double beta1, double beta2, double epsilon,
               Numbers lr_ratios, Numbers decays) {
  const Step step(params, grads, master_params, lr, lr_ratios, {});
  std::vector<Tensor> updates;
  for (const TensorImpl* p : params)
    updates.push_back(Tensor::empty(p->shape(), math_dtype(p->dtype())));
  std::vector<TensorImpl*> update_list;
  for (const Tensor& update : updates) update_list.push_back(update.get());
  // The update goes to a temporary first: its norm sets the step.
  std::vector<Tensor> dense;
  for (const TensorImpl* g : grads) dense.push_back(contiguous(*g));
  for_each_chunk(params, [&](size_t i, int64_t first, int64_t last) {
    visit_float(params[i]->dtype(), [&](auto zero) {
      using P = decltype(zero);
      using A = Math<P>;
      const A b1 = A(beta1), b2 = A(beta2), eps = A(epsilon);
      const A decay = A(decays.empty() ? 0.0 : decays[i]);
      const A scale1 = A(1 / (1 - number(*beta1_pow[i])));
      const A scale2 = A(1 / (1 - number(*beta2_pow[i])));
      A* to = updates[i].data<A>();
      const auto loop = [&](auto* value, auto* m, auto* v) {
        const P* g = dense[i].data<P>();
        for (int64_t j = first; j < last; ++j) {
          const A grad = A(g[j]);
          const A m1 = changed(m[j], b1 * A(m[j]) + (A(1) - b1) * grad);
          const A m2 = changed(v[j], b2 * A(v[j]) + (A(1) - b2) * grad * grad);
          to[j] = m1 * scale1 / (std::sqrt(m2 * scale2) + eps) + decay * A(value[j]);
        }
      };
      if (master_params.empty()) {
        loop(params[i]->data<P>(), moment1[i]->data<P>(), moment2[i]->data<P>());
      } else {
        loop(master_params[i]->data<float>(), moment1[i]->data<float>(), moment2[i]->data<float>());
      }
    });
  });
  const std::vector<double> param_norms =
      squared_norms(master_params.empty() ? params : master_params);
  const std::vector<double> update_norms = squared_norms(update_list);
  for_each_chunk(params, [&](size_t i, int64_t first, int64_t last) {
    const bool trusted = param_norms[i] > 0 && update_norms[i] > 0;
    const double ratio = trusted ? std::sqrt(param_norms[i] / update_norms[i]) : 1.0;
    visit_float(params[i]->dtype(), [&](auto zero) {
      using P = decltype(zero);
      using A = Math<P>;
      const A rate = A(step.rate(i) * ratio);
      const A* update = updates[i].data<A>();
      P* p = params[i]->data<P>();
      for (int64_t j = first; j < last; ++j) {
        if (master_params.empty()) {
          p[j] = P(A(p[j]) - rate * update[j]);
        } else {
          float& master = master_params[i]->data<float>()[j];
          master -= float(rate * update[j]);
          p[j] = P(A(master));
        }
      }
    });
  });
  advance_powers(beta1_pow, beta1);
  advance_powers(beta2_pow, beta2);
}

void multi_squared_norm(List xs, TensorImpl& out) {
  const std::vector<double> norms = squared_norms(xs);
  for (size_t i = 0; i < norms.size(); ++i) {
    if (out.dtype() == DType::kFloat32) {
      out.data<float>()[i] = static_cast<float>(norms[i]);
    } else {
      out.data<double>()[i] = norms[i];
    }
  }
}

void squared_l2_norm(const TensorImpl& x, TensorImpl& out) {
  TensorImpl* one = const_cast<TensorImpl*>(&x);
  fill(out, squared_norms(List(&one, 1))[0]);
}

void multi_scale(List xs, const TensorImpl& factor, std::span<Tensor> out) {
  const Tensor factors = converted(factor, DType::kFloat64);
  std::vector<Tensor> dense;
  for (const TensorImpl* x : xs) dense.push_back(contiguous(*x));
  for_each_chunk(xs, [&](size_t i, int64_t first, int64_t last) {
    visit_float(xs[i]->dtype(), [&](auto zero) {
      using T = decltype(zero);
      using A = Math<T>;
      const A scale = A(factors.data<double>()[factor.numel() == 1 ? 0 : i]);
      const T* from = dense[i].data<T>();
      T* to = out[i].data<T>();
      for (int64_t j = first; j < last; ++j) to[j] = T(A(from[j]) * scale);
    });
  });
}

void check_finite_and_unscale(List x, const TensorImpl& scale, TensorImpl& found_infinite) {
  require_contiguous(x, "x");
  const double inverse = 1.0 / number(scale);
  std::atomic<bool> found{false};
  for_each_chunk(x, [&](size_t i, int64_t first, int64_t last) {
    visit_float(x[i]->dtype(), [&](auto zero) {
      using T = decltype(zero);
      using A = Math<T>;
      const A factor = A(inverse);
      T* data = x[i]->data<T>();
      A check = 0;
      for (int64_t j = first; j < last; ++j) {
        check += A(data[j]) * A(0);  // NaN for anything that is not finite
        data[j] = T(A(data[j]) * factor);
      }
      if (check != A(0)) found.store(true, std::memory_order_relaxed);
    });
  });
  *found_infinite.data<bool>() = found;
}

void update_loss_scaling(List x, const TensorImpl& found_infinite, TensorImpl& prev_loss_scaling,
                         TensorImpl& in_good_steps, TensorImpl& in_bad_steps,
                         int64_t incr_every_n_steps, int64_t decr_every_n_nan_or_inf,
                         double incr_ratio, double decr_ratio, bool stop_update) {
  const bool found = *found_infinite.data<bool>();
  if (found) {
    for (TensorImpl* item : x) fill(*item, 0.0);
  }
  if (stop_update) return;
  int32_t& good = *in_good_steps.data<int32_t>();
  int32_t& bad = *in_bad_steps.data<int32_t>();
  const double scaling = number(prev_loss_scaling);
  if (found) {
    good = 0;
    if (++bad < decr_every_n_nan_or_inf) return;
    bad = 0;
    return set_number(prev_loss_scaling, std::max(scaling * decr_ratio, 1.0));
  }
  bad = 0;
  if (++good < incr_every_n_steps) return;
  good = 0;
  const double grown = scaling * incr_ratio;
  if (std::isfinite(static_cast<float>(grown))) set_number(prev_loss_scaling, grown);
}

}  // namespace pd::PD_ISA
