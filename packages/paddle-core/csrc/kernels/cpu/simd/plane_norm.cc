// Batch, group and instance normalisation: statistics over sets of planes, one scale and bias per
// channel.
#include <cmath>
#include <string>
#include <vector>

#include "infer/norm.h"
#include "kernels/cpu/simd/rows.h"

namespace pd::PD_ISA {
namespace {

// A channels-first tensor as `batch * channels` planes. A set of planes that share their statistics
// has `count` planes, `step` apart; set s starts at first(s).
struct Planes {
  int64_t batch, channels, size;
  int64_t sets, count, step;
  bool per_channel;  // batch norm: a set is one channel of all images

  static Planes of(const TensorImpl& x) {
    Planes p{x.dim(0), x.dim(1), 1, 0, 0, 0, false};
    for (int64_t axis = 2; axis < x.rank(); ++axis) p.size *= x.dim(axis);
    return p;
  }
  static Planes by_channel(const TensorImpl& x) {
    Planes p = of(x);
    p.sets = p.channels;
    p.count = p.batch;
    p.step = p.channels;
    p.per_channel = true;
    return p;
  }
  static Planes by_group(const TensorImpl& x, int64_t groups) {
    Planes p = of(x);
    p.sets = p.batch * groups;
    p.count = groups ? p.channels / groups : 0;
    p.step = 1;
    return p;
  }
  int64_t first(int64_t set) const { return per_channel ? set : set * count; }
  int64_t plane(int64_t set, int64_t i) const { return first(set) + i * step; }
  int64_t set_size() const { return count * size; }
  int64_t channel(int64_t plane) const { return plane % channels; }
};

template <class F>
void for_each_set(const Planes& p, F&& f) {
  parallel_for(0, p.sets, rows_per_task(p.set_size()), [&](int64_t first, int64_t last) {
    for (int64_t set = first; set < last; ++set) f(set);
  });
}

template <class T>
struct Moments {
  Math<T> mean, variance;
};

template <class T>
Moments<T> moments_of(const Planes& p, int64_t set, const T* x) {
  using A = Math<T>;
  const auto mean_of = [&](auto&& value) {
    double total = 0;
    for (int64_t i = 0; i < p.count; ++i) {
      const T* from = x + p.plane(set, i) * p.size;
      total += double(sum_over<A>(p.size, [=](int64_t j) { return value(A(from[j])); }));
    }
    return A(total / double(p.set_size()));
  };
  const A mean = mean_of([](A v) { return v; });
  return {mean, mean_of([mean](A v) { return (v - mean) * (v - mean); })};
}

// out = (x - mean) * inverse * scale + bias, plane by plane.
template <class T>
void normalise_set(const Planes& p, int64_t set, const T* x, Math<T> mean, Math<T> inverse,
                   const Parameter<Math<T>>& scale, const Parameter<Math<T>>& bias, T* out) {
  using A = Math<T>;
  for (int64_t i = 0; i < p.count; ++i) {
    const int64_t plane = p.plane(set, i);
    const T* from = x + plane * p.size;
    T* to = out + plane * p.size;
    const A w = inverse * scale.at(p.channel(plane), A(1));
    const A b = bias.at(p.channel(plane), A(0));
    for_lanes(p.size, [=](int64_t j) { to[j] = T((A(from[j]) - mean) * w + b); });
  }
}

// Per plane the sums of g and of g * unit, from which all gradients follow.
template <class A>
struct PlaneSums {
  std::vector<A> grad, product;
  explicit PlaneSums(const Planes& p)
      : grad(static_cast<size_t>(p.batch * p.channels)), product(grad.size()) {}
};

// x_grad of one set: through its statistics too unless those are constants.
template <class T>
void grad_set(const Planes& p, int64_t set, const T* x, Math<T> mean, Math<T> inverse,
              const Parameter<Math<T>>& scale, const T* out_grad, bool constant, T* x_grad,
              PlaneSums<Math<T>>& sums) {
  using A = Math<T>;
  double grad_total = 0;
  double product_total = 0;
  for (int64_t i = 0; i < p.count; ++i) {
    const int64_t plane = p.plane(set, i);
    const T* from = x + plane * p.size;
    const T* g = out_grad + plane * p.size;
    const auto [grad, product] = sums_over<A>(p.size, [=](int64_t j) {
      return std::pair<A, A>{A(g[j]), A(g[j]) * ((A(from[j]) - mean) * inverse)};
    });
    sums.grad[size_t(plane)] = grad;
    sums.product[size_t(plane)] = product;
    const A w = scale.at(p.channel(plane), A(1));
    grad_total += double(grad) * double(w);
    product_total += double(product) * double(w);
  }
  const A c1 = constant ? A(0) : A(grad_total / double(p.set_size()));
  const A c2 = constant ? A(0) : A(product_total / double(p.set_size())) * inverse;
  for (int64_t i = 0; i < p.count; ++i) {
    const int64_t plane = p.plane(set, i);
    const T* from = x + plane * p.size;
    const T* g = out_grad + plane * p.size;
    T* to = x_grad + plane * p.size;
    const A w = scale.at(p.channel(plane), A(1));
    for_lanes(p.size, [=](int64_t j) {
      to[j] = T(inverse * (A(g[j]) * w - c1 - (A(from[j]) - mean) * c2));
    });
  }
}

template <class A>
void sum_over_batch(const Planes& p, const std::vector<A>& planes, A* channels) {
  for (int64_t c = 0; c < p.channels; ++c) {
    double total = 0;
    for (int64_t n = 0; n < p.batch; ++n) total += double(planes[size_t(n * p.channels + c)]);
    channels[c] = A(total);
  }
}

template <class T>
void grad_all(const Planes& p, const T* x, const Math<T>* mean, const Math<T>* inverse,
              const Parameter<Math<T>>& scale, const T* out_grad, bool constant, T* x_grad,
              Math<T>* scale_grad, Math<T>* bias_grad) {
  PlaneSums<Math<T>> sums(p);
  for_each_set(p, [&](int64_t set) {
    grad_set<T>(p, set, x, mean[set], inverse[set], scale, out_grad, constant, x_grad, sums);
  });
  sum_over_batch(p, sums.product, scale_grad);
  sum_over_batch(p, sums.grad, bias_grad);
}

// ---- channels last: columns of a matrix ----

struct Columns {
  int64_t rows, channels;
};

// Calls f(first, last) on blocks of channels; a block walks down all rows.
template <class F>
void for_each_channel_block(const Columns& m, F&& f) {
  constexpr int64_t kBlock = 16;
  const int64_t blocks = (m.channels + kBlock - 1) / kBlock;
  parallel_for(0, blocks, rows_per_task(m.rows * kBlock), [&](int64_t first, int64_t last) {
    f(first * kBlock, std::min(m.channels, last * kBlock));
  });
}

// Sums value(row, channel) down the rows, in single precision only over short runs.
template <class A, class F>
void column_sums(const Columns& m, int64_t first, int64_t last, double* sums, F&& value) {
  constexpr int64_t kRun = 128;
  const int64_t width = last - first;
  std::vector<A> run(static_cast<size_t>(width));
  std::fill(sums, sums + width, 0.0);
  for (int64_t begin = 0; begin < m.rows; begin += kRun) {
    std::fill(run.begin(), run.end(), A(0));
    for (int64_t row = begin; row < std::min(m.rows, begin + kRun); ++row) {
      A* to = run.data();
      for_lanes(width, [&](int64_t i) { to[i] += value(row, first + i); });
    }
    for (int64_t i = 0; i < width; ++i) sums[i] += double(run[size_t(i)]);
  }
}

template <class T>
void column_moments(const Columns& m, const T* x, Math<T>* mean, Math<T>* variance) {
  using A = Math<T>;
  for_each_channel_block(m, [&](int64_t first, int64_t last) {
    std::vector<double> sums(static_cast<size_t>(last - first));
    const auto finish = [&](A* to) {
      for (int64_t c = first; c < last; ++c) to[c] = A(sums[size_t(c - first)] / double(m.rows));
    };
    column_sums<A>(m, first, last, sums.data(),
                   [=](int64_t row, int64_t c) { return A(x[row * m.channels + c]); });
    finish(mean);
    column_sums<A>(m, first, last, sums.data(), [=](int64_t row, int64_t c) {
      const A d = A(x[row * m.channels + c]) - mean[c];
      return d * d;
    });
    finish(variance);
  });
}

template <class F>
void for_each_row(const Columns& m, F&& f) {
  parallel_for(0, m.rows, rows_per_task(m.channels), [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) f(row * m.channels);
  });
}

template <class T>
void normalise_columns(const Columns& m, const T* x, const Math<T>* mean, const Math<T>* inverse,
                       const Parameter<Math<T>>& scale, const Parameter<Math<T>>& bias, T* out) {
  using A = Math<T>;
  std::vector<A> weights(static_cast<size_t>(m.channels)), biases(weights.size());
  for (int64_t c = 0; c < m.channels; ++c) {
    weights[size_t(c)] = inverse[c] * scale.at(c, A(1));
    biases[size_t(c)] = bias.at(c, A(0));
  }
  const A* w = weights.data();
  const A* b = biases.data();
  for_each_row(m, [&](int64_t at) {
    for_lanes(m.channels,
              [=](int64_t c) { out[at + c] = T((A(x[at + c]) - mean[c]) * w[c] + b[c]); });
  });
}

template <class T>
void grad_columns(const Columns& m, const T* x, const Math<T>* mean, const Math<T>* inverse,
                  const Parameter<Math<T>>& scale, const T* g, bool constant, T* x_grad,
                  Math<T>* scale_grad, Math<T>* bias_grad) {
  using A = Math<T>;
  for_each_channel_block(m, [&](int64_t first, int64_t last) {
    std::vector<double> sums(static_cast<size_t>(last - first));
    column_sums<A>(m, first, last, sums.data(),
                   [=](int64_t row, int64_t c) { return A(g[row * m.channels + c]); });
    for (int64_t c = first; c < last; ++c) bias_grad[c] = A(sums[size_t(c - first)]);
    column_sums<A>(m, first, last, sums.data(), [=](int64_t row, int64_t c) {
      const int64_t at = row * m.channels + c;
      return A(g[at]) * ((A(x[at]) - mean[c]) * inverse[c]);
    });
    for (int64_t c = first; c < last; ++c) scale_grad[c] = A(sums[size_t(c - first)]);
  });
  std::vector<A> factors(static_cast<size_t>(m.channels)), c1(factors.size()), c2(factors.size());
  for (int64_t c = 0; c < m.channels; ++c) {
    const size_t i = static_cast<size_t>(c);
    factors[i] = inverse[c] * scale.at(c, A(1));
    c1[i] = constant ? A(0) : bias_grad[c] / A(m.rows);
    c2[i] = constant ? A(0) : scale_grad[c] / A(m.rows) * inverse[c];
  }
  const A* w = factors.data();
  const A* a = c1.data();
  const A* b = c2.data();
  for_each_row(m, [&](int64_t at) {
    for_lanes(m.channels, [=](int64_t c) {
      x_grad[at + c] = T(w[c] * (A(g[at + c]) - a[c] - (A(x[at + c]) - mean[c]) * b[c]));
    });
  });
}

// ---- batch norm ----

bool walks_columns(const TensorImpl& x, const std::string& data_format) {
  return x.rank() == 2 || infer::norm_channels_last(x.meta(), data_format);
}

int64_t channels_of(const TensorImpl& x, const std::string& data_format) {
  return walks_columns(x, data_format) ? x.dim(x.rank() - 1) : x.dim(1);
}

Columns columns_of(const TensorImpl& x) {
  const int64_t channels = x.dim(x.rank() - 1);
  return {channels ? x.numel() / channels : 0, channels};
}

bool uses_running(bool is_test, bool use_global_stats, bool trainable_statistics) {
  return use_global_stats || (is_test && !trainable_statistics);
}

// A batch of one value per channel has no variance; Paddle passes it through unchanged.
bool passes_through(const TensorImpl& x, int64_t channels, bool running) {
  return !running && x.numel() == channels;
}

template <class T>
void batch_norm_as(const TensorImpl& x, TensorImpl& running_mean, TensorImpl& running_variance,
                   const TensorImpl* scale, const TensorImpl* bias, bool running, double momentum,
                   double epsilon, const std::string& data_format, TensorImpl& out,
                   TensorImpl& saved_mean, TensorImpl& saved_variance) {
  using A = Math<T>;
  const Tensor dense = contiguous(x);
  const T* from = dense.data<T>();
  const int64_t channels = channels_of(x, data_format);
  const bool columns = walks_columns(x, data_format);
  A* mean = saved_mean.data<A>();
  A* inverse = saved_variance.data<A>();
  if (running) {
    copy_elements(running_mean, saved_mean);
    copy_elements(running_variance, saved_variance);
  } else if (columns) {
    column_moments<T>(columns_of(x), from, mean, inverse);
  } else {
    const Planes planes = Planes::by_channel(x);
    for_each_set(planes, [&](int64_t set) {
      const Moments<T> moments = moments_of<T>(planes, set, from);
      mean[set] = moments.mean;
      inverse[set] = moments.variance;
    });
  }
  if (!running && x.numel() > 0) {
    A* to_mean = running_mean.data<A>();
    A* to_variance = running_variance.data<A>();
    const A keep = A(momentum);
    for (int64_t c = 0; c < channels; ++c) {
      A& m = to_mean[c * running_mean.stride(0)];
      A& v = to_variance[c * running_variance.stride(0)];
      m = m * keep + mean[c] * (A(1) - keep);
      v = v * keep + inverse[c] * (A(1) - keep);
    }
  }
  for (int64_t c = 0; c < channels; ++c) inverse[c] = A(1) / std::sqrt(inverse[c] + A(epsilon));
  if (passes_through(x, channels, running)) return copy_elements(x, out);
  const Parameter<A> w(scale), b(bias);
  if (columns) return normalise_columns<T>(columns_of(x), from, mean, inverse, w, b, out.data<T>());
  const Planes planes = Planes::by_channel(x);
  for_each_set(planes, [&](int64_t set) {
    normalise_set<T>(planes, set, from, mean[set], inverse[set], w, b, out.data<T>());
  });
}

// ---- group norm, channels first ----

Tensor channels_second(const TensorImpl& x) {
  Dims shape{x.dim(0), x.dim(x.rank() - 1)};
  Dims strides{x.stride(0), x.stride(x.rank() - 1)};
  for (int64_t axis = 1; axis < x.rank() - 1; ++axis) {
    shape.push_back(x.dim(axis));
    strides.push_back(x.stride(axis));
  }
  return Tensor::view_of(x, shape, strides, x.offset());
}

Tensor channels_first(const TensorImpl& x, const std::string& data_format) {
  if (!infer::norm_channels_last(x.meta(), data_format)) return contiguous(x);
  return contiguous(*channels_second(x));
}

// Runs f on a channels-first tensor that ends up in `out`.
template <class F>
void into_channels_first(TensorImpl& out, const std::string& data_format, F&& f) {
  if (!infer::norm_channels_last(out.meta(), data_format)) return f(out);
  const Tensor view = channels_second(out);
  Tensor result = Tensor::empty(view.shape(), out.dtype());
  f(*result);
  copy_elements(*result, *view);
}

enum class Saves { kVariance, kInverse };

void set_norm(const TensorImpl& x, const TensorImpl* scale, const TensorImpl* bias, double epsilon,
              int64_t groups, const std::string& data_format, Saves saves, TensorImpl& out,
              TensorImpl& mean, TensorImpl& variance) {
  const Tensor dense = channels_first(x, data_format);
  const Planes planes = Planes::by_group(*dense, groups);
  into_channels_first(out, data_format, [&](TensorImpl& to) {
    visit_float(x.dtype(), [&](auto zero) {
      using T = decltype(zero);
      using A = Math<T>;
      const Parameter<A> w(scale), b(bias);
      for_each_set(planes, [&](int64_t set) {
        const Moments<T> moments = moments_of<T>(planes, set, dense.data<T>());
        const A inverse = A(1) / std::sqrt(moments.variance + A(epsilon));
        mean.data<A>()[set] = moments.mean;
        variance.data<A>()[set] = saves == Saves::kInverse ? inverse : moments.variance;
        normalise_set<T>(planes, set, dense.data<T>(), moments.mean, inverse, w, b, to.data<T>());
      });
    });
  });
}

void set_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl& mean,
                   const TensorImpl& inverse, const TensorImpl& out_grad, int64_t groups,
                   const std::string& data_format, TensorImpl& x_grad, TensorImpl& scale_grad,
                   TensorImpl& bias_grad) {
  const Tensor dense = channels_first(x, data_format);
  const Tensor grads = channels_first(out_grad, data_format);
  const Tensor means = contiguous(mean);
  const Tensor inverses = contiguous(inverse);
  into_channels_first(x_grad, data_format, [&](TensorImpl& to) {
    visit_float(x.dtype(), [&](auto zero) {
      using T = decltype(zero);
      using A = Math<T>;
      Result scale_sums(scale_grad, dtype_of_v<A>);
      Result bias_sums(bias_grad, dtype_of_v<A>);
      grad_all<T>(Planes::by_group(*dense, groups), dense.data<T>(), means.data<A>(),
                  inverses.data<A>(), Parameter<A>(scale), grads.data<T>(), false, to.data<T>(),
                  scale_sums.data<A>(), bias_sums.data<A>());
      scale_sums.finish();
      bias_sums.finish();
    });
  });
}

// 1 / sqrt(variance + epsilon) of every element.
Tensor inverse_roots(const TensorImpl& variance, double epsilon) {
  const Tensor from = contiguous(variance);
  Tensor inverse = Tensor::empty_like(variance);
  visit_float(variance.dtype(), [&](auto zero) {
    using A = Math<decltype(zero)>;
    for (int64_t i = 0; i < variance.numel(); ++i) {
      inverse.data<A>()[i] = A(1) / std::sqrt(from.data<A>()[i] + A(epsilon));
    }
  });
  return inverse;
}

}  // namespace

void batch_norm(const TensorImpl& x, TensorImpl& mean, TensorImpl& variance,
                const TensorImpl* scale, const TensorImpl* bias, bool is_test, double momentum,
                double epsilon, const std::string& data_format, bool use_global_stats,
                bool trainable_statistics, TensorImpl& out, TensorImpl& saved_mean,
                TensorImpl& saved_variance) {
  const bool running = uses_running(is_test, use_global_stats, trainable_statistics);
  visit_float(x.dtype(), [&](auto zero) {
    batch_norm_as<decltype(zero)>(x, mean, variance, scale, bias, running, momentum, epsilon,
                                  data_format, out, saved_mean, saved_variance);
  });
}

void batch_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl*,
                     const TensorImpl& saved_mean, const TensorImpl& saved_variance,
                     const TensorImpl& out_grad, bool is_test, const std::string& data_format,
                     bool use_global_stats, bool trainable_statistics, TensorImpl& x_grad,
                     TensorImpl& scale_grad, TensorImpl& bias_grad) {
  const bool running = uses_running(is_test, use_global_stats, trainable_statistics);
  if (passes_through(x, channels_of(x, data_format), running)) {
    copy_elements(out_grad, x_grad);
    fill(scale_grad, 0.0);
    return fill(bias_grad, 0.0);
  }
  const Tensor dense = contiguous(x);
  const Tensor grads = contiguous(out_grad);
  const Tensor means = contiguous(saved_mean);
  const Tensor inverses = contiguous(saved_variance);
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using A = Math<T>;
    Result scale_sums(scale_grad, dtype_of_v<A>);
    Result bias_sums(bias_grad, dtype_of_v<A>);
    const Parameter<A> w(scale);
    if (walks_columns(x, data_format)) {
      grad_columns<T>(columns_of(x), dense.data<T>(), means.data<A>(), inverses.data<A>(), w,
                      grads.data<T>(), running, x_grad.data<T>(), scale_sums.data<A>(),
                      bias_sums.data<A>());
    } else {
      grad_all<T>(Planes::by_channel(x), dense.data<T>(), means.data<A>(), inverses.data<A>(), w,
                  grads.data<T>(), running, x_grad.data<T>(), scale_sums.data<A>(),
                  bias_sums.data<A>());
    }
    scale_sums.finish();
    bias_sums.finish();
  });
}

void group_norm(const TensorImpl& x, const TensorImpl* scale, const TensorImpl* bias,
                double epsilon, int64_t groups, const std::string& data_format, TensorImpl& out,
                TensorImpl& mean, TensorImpl& variance) {
  set_norm(x, scale, bias, epsilon, groups, data_format, Saves::kVariance, out, mean, variance);
}

void group_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl*,
                     const TensorImpl& mean, const TensorImpl& variance, const TensorImpl& out_grad,
                     double epsilon, int64_t groups, const std::string& data_format,
                     TensorImpl& x_grad, TensorImpl& scale_grad, TensorImpl& bias_grad) {
  set_norm_grad(x, scale, mean, *inverse_roots(variance, epsilon), out_grad, groups, data_format,
                x_grad, scale_grad, bias_grad);
}

void instance_norm(const TensorImpl& x, const TensorImpl* scale, const TensorImpl* bias,
                   double epsilon, TensorImpl& out, TensorImpl& saved_mean,
                   TensorImpl& saved_variance) {
  set_norm(x, scale, bias, epsilon, x.dim(1), "NCHW", Saves::kInverse, out, saved_mean,
           saved_variance);
}

void instance_norm_grad(const TensorImpl& x, const TensorImpl* scale, const TensorImpl*,
                        const TensorImpl& saved_mean, const TensorImpl& saved_variance,
                        const TensorImpl& out_grad, TensorImpl& x_grad, TensorImpl& scale_grad,
                        TensorImpl& bias_grad) {
  set_norm_grad(x, scale, saved_mean, saved_variance, out_grad, x.dim(1), "NCHW", x_grad,
                scale_grad, bias_grad);
}

}  // namespace pd::PD_ISA
