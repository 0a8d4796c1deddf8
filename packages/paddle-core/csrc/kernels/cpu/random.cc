// Random numbers in Paddle's order: one distribution object per call, elements in row-major order.
#include "runtime/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "kernels_random.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

constexpr DTypeMask kFloating =
    mask_of(DType::kBFloat16) | mask_of(DType::kFloat32) | mask_of(DType::kFloat64);

// The shared generator, locked, or one of its own for a call with a seed.
class Stream {
 public:
  explicit Stream(int64_t seed = 0) {
    if (seed != 0) {
      own_.emplace(static_cast<uint64_t>(seed));  // seeded by the number itself, not by seed_seq
    } else {
      lock_ = std::unique_lock(default_generator().mutex());
    }
  }
  std::mt19937_64& engine() { return own_ ? *own_ : default_generator().engine(); }

 private:
  std::optional<std::mt19937_64> own_;
  std::unique_lock<std::mutex> lock_;
};

// A number below `count`. Paddle's stream divides the draw, as the C++ library of its compiler did;
// newer libraries multiply, which differs once count is large.
uint64_t draw_below(std::mt19937_64& engine, uint64_t count) {
  if (count == 0) return engine();  // all of 2^64
  const uint64_t scale = std::mt19937_64::max() / count;
  uint64_t draw = engine();
  while (draw >= scale * count) draw = engine();
  return draw / scale;
}

// std::shuffle of that library: positions are drawn in pairs while their product is small.
template <class T>
void shuffle(T* data, uint64_t n, std::mt19937_64& engine) {
  uint64_t i = 1;
  if (std::mt19937_64::max() / n < n) {
    for (; i < n; ++i) std::swap(data[i], data[draw_below(engine, i + 1)]);
    return;
  }
  if (n % 2 == 0) std::swap(data[i++], data[draw_below(engine, 2)]);
  for (; i < n; i += 2) {
    const uint64_t pair = draw_below(engine, (i + 1) * (i + 2));
    std::swap(data[i], data[pair / (i + 2)]);
    std::swap(data[i + 1], data[pair % (i + 2)]);
  }
}

// Fills `out`, of any strides, with what draw() gives.
template <class T, class Draw>
void fill_contiguous(TensorImpl& out, Draw&& draw) {
  T* data = out.data<T>();
  for (int64_t i = 0; i < out.numel(); ++i) data[i] = T(draw());
}
template <class T, class Draw>
void fill_with(TensorImpl& out, Draw&& draw) {
  if (out.is_contiguous()) return fill_contiguous<T>(out, draw);
  const Tensor dense = Tensor::empty_like(out);
  fill_contiguous<T>(*dense, draw);
  copy_elements(*dense, out);
}

// 16-bit floats are drawn as float32 and rounded.
template <class T>
using DrawType = std::conditional_t<is_half_v<T>, float, T>;

template <template <class> class Distribution>
void fill_from(TensorImpl& out, double first, double second, int64_t seed) {
  Stream stream(seed);
  visit_dtype<kFloating>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    using D = DrawType<T>;
    Distribution<D> distribution(static_cast<D>(first), static_cast<D>(second));
    fill_with<T>(out, [&] { return distribution(stream.engine()); });
  });
}

// The inverse error function: Halley steps from a first guess (Winitzki, 2008).
double inverse_erf(double y) {
  constexpr double kA = 0.147;
  const double log_term = std::log1p(-y * y);
  const double half = 2 / (M_PI * kA) + log_term / 2;
  double x = std::copysign(std::sqrt(std::sqrt(half * half - log_term / kA) - half), y);
  for (int i = 0; i < 3; ++i) {
    const double error = std::erf(x) - y;
    x -= error / (M_2_SQRTPI * std::exp(-x * x) + x * error);
  }
  return x;
}

double normal_cdf(double x) { return (1 + std::erf(x / std::sqrt(2.0))) / 2; }

}  // namespace

void uniform(DimsView, double min, double max, DType, int64_t seed, TensorImpl& out) {
  fill_from<std::uniform_real_distribution>(out, min, max, seed);
}

void uniform_like(const TensorImpl&, double min, double max, int64_t seed, TensorImpl& out) {
  fill_from<std::uniform_real_distribution>(out, min, max, seed);
}

void gaussian(DimsView, double mean, double std, DType, int64_t seed, TensorImpl& out) {
  fill_from<std::normal_distribution>(out, mean, std, seed);
}

void gaussian_like(const TensorImpl&, double mean, double std, int64_t seed, TensorImpl& out) {
  require(std >= 0, "std is ", std, ", but must not be negative");
  fill_from<std::normal_distribution>(out, mean, std, seed);
}

// A uniform number between the values of the distribution function at -2 and 2, mapped back.
void truncated_gaussian(DimsView, double mean, double std, DType, int64_t seed, TensorImpl& out) {
  Stream stream(seed);
  const double low = normal_cdf(-2.0);
  const double width = normal_cdf(2.0) - low;
  visit_dtype<kFloating>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    using D = DrawType<T>;
    std::uniform_real_distribution<D> distribution(std::numeric_limits<D>::min(), D(1));
    fill_with<T>(out, [&] {
      const double u = distribution(stream.engine());
      return static_cast<D>(std::sqrt(2.0) * inverse_erf(2 * (low + width * u) - 1) * std + mean);
    });
  });
}

void randint(int64_t low, int64_t high, DimsView, DType, int64_t seed, TensorImpl& out) {
  Stream stream(seed);
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    fill_with<T>(out, [&] {
      return static_cast<T>(static_cast<uint64_t>(low) + draw_below(stream.engine(), count));
    });
  });
}

void randperm(int64_t n, DType, TensorImpl& out) {
  Stream stream;
  constexpr DTypeMask kTypes = mask_of(DType::kInt32) | mask_of(DType::kInt64) |
                               mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
  visit_dtype<kTypes>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    T* data = out.data<T>();
    std::iota(data, data + n, T(0));
    if (n > 1) shuffle(data, static_cast<uint64_t>(n), stream.engine());
  });
}

void bernoulli(const TensorImpl& x, TensorImpl& out) {
  const Tensor dense = contiguous(x);
  Stream stream;
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T* p = dense.data<T>();
    for (int64_t i = 0; i < dense.numel(); ++i) {
      require(p[i] >= 0 && p[i] <= 1, "x holds ", p[i], ", which is no probability");
    }
    std::uniform_real_distribution<T> distribution(T(0), T(1));
    fill_with<T>(out, [&] { return distribution(stream.engine()) < *p++ ? T(1) : T(0); });
  });
}

void poisson(const TensorImpl& x, TensorImpl& out) {
  const Tensor dense = contiguous(x);
  Stream stream;
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T* rate = dense.data<T>();
    constexpr T kMost = T(1e9);  // counts stay well inside of int
    for (int64_t i = 0; i < dense.numel(); ++i) {
      require(rate[i] >= 0 && rate[i] <= kMost, "x holds ", rate[i],
              ", but a rate must be in [0, 1e9]");
    }
    fill_with<T>(out, [&]() -> T {
      const T mean = *rate++;
      if (mean == T(0)) return T(0);
      std::poisson_distribution<> distribution(mean);
      return static_cast<T>(distribution(stream.engine()));
    });
  });
}

namespace {

template <class T>
void check_weights(const T* weights, int64_t count) {
  T sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    require(weights[i] >= 0 && std::isfinite(weights[i]), "x holds ", weights[i],
            ", but weights must be finite and not negative");
    sum += weights[i];
  }
  require(sum > 0, "the weights of a row of x add up to zero");
}

// Cumulative probabilities; categories of weight 0 repeat the one before.
template <class T>
void accumulate_weights(const std::vector<T>& weights, std::vector<T>& cumulative) {
  const T total = std::accumulate(weights.begin(), weights.end(), T(0));
  T sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    sum += weights[i] / total;
    cumulative[i] = sum;
  }
}

// The first category that reaches u; rounding may leave the last one short of 1.
template <class T>
size_t pick(const std::vector<T>& weights, const std::vector<T>& cumulative, T u) {
  const auto found = std::lower_bound(cumulative.begin(), cumulative.end(), u);
  auto index = std::min(static_cast<size_t>(found - cumulative.begin()), weights.size() - 1);
  while (index > 0 && weights[index] == T(0)) --index;
  while (weights[index] == T(0)) ++index;
  return index;
}

template <class T>
void draw_row(std::vector<T> weights, int64_t count, bool replacement, std::mt19937_64& engine,
              int64_t* out) {
  std::vector<T> cumulative(weights.size());
  accumulate_weights(weights, cumulative);
  std::uniform_real_distribution<T> distribution(T(0), T(1));
  for (int64_t i = 0; i < count; ++i) {
    const size_t index = pick(weights, cumulative, distribution(engine));
    out[i] = static_cast<int64_t>(index);
    if (replacement || i + 1 == count) continue;
    weights[index] = T(0);
    accumulate_weights(weights, cumulative);
  }
}

}  // namespace

void multinomial(const TensorImpl& x, int64_t num_samples, bool replacement, TensorImpl& out) {
  const Tensor dense = contiguous(x);
  const int64_t categories = x.shape().back();
  const int64_t rows = x.rank() == 1 ? 1 : x.dim(0);
  Stream stream;
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int64_t row = 0; row < rows; ++row) {
      const T* first = dense.data<T>() + row * categories;
      check_weights(first, categories);
      const int64_t positive =
          std::count_if(first, first + categories, [](T weight) { return weight > 0; });
      require(replacement || positive >= num_samples, "num_samples is ", num_samples, ", but only ",
              positive, " categories of a row have a positive weight");
      draw_row(std::vector<T>(first, first + categories), num_samples, replacement, stream.engine(),
               out.data<int64_t>() + row * num_samples);
    }
  });
}

void exponential(const TensorImpl&, double lam, TensorImpl& out) {
  Stream stream;
  visit_dtype<kFloating>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    using D = DrawType<T>;
    std::exponential_distribution<D> distribution(static_cast<D>(lam));
    fill_with<T>(out, [&] { return distribution(stream.engine()); });
  });
}

namespace {

// Draws from gamma distributions of scale 1 by rejection (Marsaglia and Tsang, 2000).
template <class T>
class GammaSampler {
 public:
  explicit GammaSampler(std::mt19937_64& engine) : engine_(engine) {}

  T operator()(T shape) {
    if (shape >= T(1)) return draw(shape);
    const T power = std::pow(T(1) - uniform_(engine_), T(1) / shape);
    return power * draw(shape + T(1));
  }

 private:
  T draw(T shape) {
    const T d = shape - T(1.0F / 3.0F);  // as Paddle's stream rounds it
    const T c = T(1) / std::sqrt(T(9) * d);
    while (true) {
      T x = normal();
      T root = T(1) + c * x;
      while (root <= T(0)) {
        x = normal();
        root = T(1) + c * x;
      }
      const T v = root * root * root;
      const T u = T(1) - uniform_(engine_);
      const T square = x * x;
      if (u < T(1) - T(0.0331) * square * square) return d * v;
      if (std::log(u) < T(0.5) * square + d * (T(1) - v + std::log(v))) return d * v;
    }
  }

  // Paddle's stream never uses the second number of a pair.
  T normal() { return std::normal_distribution<T>(T(0), T(1))(engine_); }

  std::mt19937_64& engine_;
  std::uniform_real_distribution<T> uniform_{T(0), T(1)};
};

// The draws of one row, divided by their sum; tiny concentrations may round all of them to zero.
template <class T>
void normalize_row(T* row, int64_t count) {
  for (int64_t i = 0; i < count; ++i) row[i] = std::max(row[i], std::numeric_limits<T>::min());
  const T sum = std::accumulate(row, row + count, T(0));
  for (int64_t i = 0; i < count; ++i) row[i] /= sum;
}

}  // namespace

void dirichlet(const TensorImpl& alpha, TensorImpl& out) {
  const Tensor dense = contiguous(alpha);
  const int64_t categories = alpha.shape().back();
  Stream stream;
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(alpha.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T* concentration = dense.data<T>();
    for (int64_t i = 0; i < dense.numel(); ++i) {
      require(concentration[i] > 0 && std::isfinite(concentration[i]), "alpha holds ",
              concentration[i], ", but concentrations must be finite and positive");
    }
    GammaSampler<T> gamma(stream.engine());
    T* drawn = out.data<T>();
    for (int64_t i = 0; i < dense.numel(); ++i) drawn[i] = gamma(concentration[i]);
    for (int64_t i = 0; i < dense.numel(); i += categories) normalize_row(drawn + i, categories);
  });
}

}  // namespace pd::cpu
