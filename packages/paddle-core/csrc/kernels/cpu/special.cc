// Gamma functions and modified Bessel functions, one element at a time in float64.
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/cpu/map.h"
#include "kernels_unary.h"

namespace pd::cpu {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_pole(double x) { return x <= 0 && x == std::floor(x); }

double lgamma_of(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Recurrence up to 10, then the asymptotic series: Abramowitz and Stegun 6.3.18.
double digamma_of(double x) {
  if (is_pole(x) || x == -kInfinity) return kNan;
  if (x == kInfinity) return x;
  if (x < 0) {
    const double fraction = x - std::round(x);
    return digamma_of(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * fraction);
  }
  double result = 0;
  for (; x < 10; ++x) result -= 1 / x;
  const double z = 1 / (x * x);
  const double series =
      z * (1.0 / 12 - z * (1.0 / 120 -
                           z * (1.0 / 252 -
                                z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

// The sum over k >= 0 of (q + k)^-s for an integer s >= 2, by Euler and Maclaurin.
double hurwitz_zeta(int64_t s, double q) {
  constexpr double kRatios[] = {1.0 / 12,           -1.0 / 720,     1.0 / 30240,
                                -1.0 / 1209600,     1.0 / 47900160, -691.0 / 1307674368000.0,
                                1.0 / 74724249600.0};
  const double power = static_cast<double>(s);
  double sum = 0;
  for (; q < 15; ++q) sum += std::pow(q, -power);
  const double base = std::pow(q, -power);
  sum += base * q / (power - 1) + 0.5 * base;
  double factor = power * base / q;
  for (int j = 0; j < 7; ++j) {
    sum += kRatios[j] * factor;
    factor *= (power + 2 * j + 1) * (power + 2 * j + 2) / (q * q);
  }
  return sum;
}

// Below this the sum over the negative half line takes too long to be of use.
constexpr double kLowestPolygamma = -1e6;

double polygamma_of(double x, int64_t n) {
  if (n == 0) return digamma_of(x);
  if (x != x || x < kLowestPolygamma) return kNan;
  if (is_pole(x)) return n % 2 == 0 ? kNan : kInfinity;
  const double size = std::exp(lgamma_of(static_cast<double>(n) + 1)) * hurwitz_zeta(n + 1, x);
  return n % 2 == 0 ? -size : size;
}

// exp(-x) I_order(x) for large x: Abramowitz and Stegun 9.7.1.
double scaled_bessel_asymptotic(int order, double x) {
  const double mu = 4.0 * order * order;
  double term = 1, sum = 1;
  for (int k = 1; k <= 20; ++k) {
    const double odd = 2 * k - 1;
    term *= -(mu - odd * odd) / (8 * x * k);
    sum += term;
  }
  return sum / std::sqrt(2 * std::numbers::pi * x);
}

// exp(-|x|) I_order(|x|).
double scaled_bessel(int order, double x) {
  const double a = std::abs(x);
  if (a != a) return a;
  if (a > 30) return a == kInfinity ? 0 : scaled_bessel_asymptotic(order, a);
  return std::exp(-a) * std::cyl_bessel_i(static_cast<double>(order), a);
}

double i0_of(double x) {
  return std::abs(x) == kInfinity ? kInfinity : scaled_bessel(0, x) * std::exp(std::abs(x));
}
double i0e_of(double x) { return scaled_bessel(0, x); }
double i1e_of(double x) { return std::copysign(scaled_bessel(1, x), x); }
double i1_of(double x) { return std::abs(x) == kInfinity ? x : i1e_of(x) * std::exp(std::abs(x)); }
double bessel_i1_slope_of(double x) { return x == 0 ? 0.5 : i0_of(x) - i1_of(x) / x; }

template <class T, class F>
void span(const void* const* in, void* const* out, int64_t n, const void* params) {
  const F& f = *static_cast<const F*>(params);
  const T* x = static_cast<const T*>(in[0]);
  T* y = static_cast<T*>(out[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = static_cast<T>(f(static_cast<double>(x[i])));
}

constexpr int64_t kSlowGrain = 1 << 10;

template <class F>
void map_double(const TensorImpl& x, TensorImpl& out, F f) {
  const bool wide = x.dtype() == DType::kFloat64;
  map({wide ? span<double, F> : span<float, F>, nullptr, &f, kSlowGrain}, {&x}, {&out});
}

}  // namespace

void lgamma(const TensorImpl& x, TensorImpl& out) { map_double(x, out, lgamma_of); }
void digamma(const TensorImpl& x, TensorImpl& out) { map_double(x, out, digamma_of); }
void polygamma(const TensorImpl& x, int64_t n, TensorImpl& out) {
  constexpr int64_t kMostOrder = 1'000'000;  // far beyond what float64 can hold
  require(n <= kMostOrder, "n is ", n, ", but orders above ", kMostOrder, " are not supported");
  require(n >= 0, "n must be at least 0, got ", n);
  map_double(x, out, [n](double v) { return polygamma_of(v, n); });
}
void i0(const TensorImpl& x, TensorImpl& out) { map_double(x, out, i0_of); }
void i0e(const TensorImpl& x, TensorImpl& out) { map_double(x, out, i0e_of); }
void i1(const TensorImpl& x, TensorImpl& out) { map_double(x, out, i1_of); }
void i1e(const TensorImpl& x, TensorImpl& out) { map_double(x, out, i1e_of); }
void bessel_i1_slope(const TensorImpl& x, TensorImpl& out) {
  map_double(x, out, bessel_i1_slope_of);
}

}  // namespace pd::cpu
