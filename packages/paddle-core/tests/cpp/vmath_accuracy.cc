// Measures the vector functions against wider arithmetic; fails above the bounds in the table
// below.
//
// Usage: vmath_accuracy [samples per function]. Compile with the instruction set under test.
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "kernels/cpu/simd/half.h"
#include "kernels/cpu/simd/vspecial.h"
#include "kernels/cpu/simd/vtrig.h"

namespace pd::PD_ISA {
namespace {

int failures = 0;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <class T>
struct Worst {
  double ulp = 0;
  T x{}, y{};
  T got{};
};

// The distance in units of the reference's last place; special values must agree exactly.
template <class T, class R>
double ulp_error(T got, R want) {
  const T rounded = static_cast<T>(want);
  if (std::isnan(want)) return std::isnan(got) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || std::isinf(got)) {
    const R largest = std::numeric_limits<T>::max();
    const bool near =
        std::abs(want) > largest * R{0.999999} && std::abs(got) > T(largest * 0.999999);
    return got == rounded || near ? 0 : HUGE_VAL;
  }
  if (want == 0) return got == 0 && std::signbit(got) == std::signbit(want) ? 0 : HUGE_VAL;
  const R smallest = std::numeric_limits<T>::denorm_min();
  const R step = std::ldexp(R{1}, std::ilogb(want) - (std::numeric_limits<T>::digits - 1));
  return static_cast<double>(std::abs(static_cast<R>(got) - want) / std::max(step, smallest));
}

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

template <class T>
constexpr T kSpecials[] = {T(0),
                           -T(0),
                           T(1),
                           T(-1),
                           T(0.5),
                           T(-0.5),
                           T(2),
                           T(-2),
                           T(3),
                           T(-3),
                           T(10),
                           T(1e-3),
                           T(100),
                           T(-100),
                           T(1e30),
                           T(-1e30),
                           kInfinity<T>,
                           -kInfinity<T>,
                           std::numeric_limits<T>::quiet_NaN(),
                           std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::denorm_min(),
                           -std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::lowest()};
template <class T>
constexpr int kSpecialCount = sizeof(kSpecials<T>) / sizeof(T);

// The i-th of n arguments: specials first, then every kind of bit pattern, half of them near one.
template <class T>
T argument(int64_t i, int64_t n, uint64_t salt) {
  if (i < kSpecialCount<T>) return kSpecials<T>[i];
  uint64_t z = (static_cast<uint64_t>(i) + salt) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  if (i % 2 == 0) return std::bit_cast<T>(static_cast<Bits<T>>(z >> (64 - 8 * sizeof(T))));
  const double u = static_cast<double>(z >> 11) * 0x1p-53;
  const double reach[] = {1, 4, 20, 100, 1000, 40000};
  return static_cast<T>((2 * u - 1) * reach[(i * 6) / n]);
}

template <class V, class F, class Ref>
void check(const char* name, double bound, int64_t n, F f, Ref ref) {
  using T = Elem<V>;
  using R = std::conditional_t<sizeof(T) == 4, double, long double>;
  Worst<T> worst;
  for (int64_t i = 0; i < n; i += kLanes<V>) {
    V x{};
    for (int l = 0; l < kLanes<V>; ++l) x[l] = argument<T>(i + l, n, 0);
    const V y = f(x);
    for (int l = 0; l < kLanes<V>; ++l) {
      const double e = ulp_error<T, R>(y[l], ref(static_cast<R>(x[l])));
      if (!(e <= worst.ulp)) worst = {e, x[l], 0, y[l]};
    }
  }
  const bool ok = worst.ulp <= bound;
  failures += !ok;
  std::printf("%-10s f%zu  max %6.3f ulp at %.17g -> %.17g%s\n", name, 8 * sizeof(T), worst.ulp,
              static_cast<double>(worst.x), static_cast<double>(worst.got), ok ? "" : "  FAILED");
}

template <class V, class F, class Ref>
void check2(const char* name, double bound, int64_t n, F f, Ref ref) {
  using T = Elem<V>;
  using R = std::conditional_t<sizeof(T) == 4, double, long double>;
  Worst<T> worst;
  const auto test = [&](V x, V y) {
    const V z = f(x, y);
    for (int l = 0; l < kLanes<V>; ++l) {
      const double e = ulp_error<T, R>(z[l], ref(static_cast<R>(x[l]), static_cast<R>(y[l])));
      if (!(e <= worst.ulp)) worst = {e, x[l], y[l], z[l]};
    }
  };
  for (T a : kSpecials<T>) {
    for (T b : kSpecials<T>) test(splat<V>(a), splat<V>(b));
  }
  for (int64_t i = 0; i < n; i += kLanes<V>) {
    V x{}, y{};
    for (int l = 0; l < kLanes<V>; ++l) {
      x[l] = argument<T>(i + l, n, 0);
      y[l] = argument<T>((i + l) * 7 % n, n, 12345);
    }
    test(x, y);
    test(abs(x), y);
    test(abs(x), y * T(0.01));
  }
  const bool ok = worst.ulp <= bound;
  failures += !ok;
  std::printf("%-10s f%zu  max %6.3f ulp at (%.17g, %.17g) -> %.17g%s\n", name, 8 * sizeof(T),
              worst.ulp, static_cast<double>(worst.x), static_cast<double>(worst.y),
              static_cast<double>(worst.got), ok ? "" : "  FAILED");
}

template <class R>
R reference_sigmoid(R x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

template <class R>
R reference_softplus(R x) {
  return std::fmax(x, R{0}) + std::log1p(std::exp(-std::abs(x)));
}

#define PD_CHECK(name, f32_bound, f64_bound)                                                      \
  check<F32>(                                                                                     \
      #name, f32_bound, n, [](F32 v) { return name(v); }, [](double v) { return std::name(v); }); \
  check<F64>(                                                                                     \
      #name, f64_bound, n / 2, [](F64 v) { return name(v); },                                     \
      [](long double v) { return std::name(v); })

void check_functions(int64_t n) {
  // Without fused multiply-add the quotients of tanh and sigmoid lose a little.
#if defined(PD_SIMD_FMA)
  constexpr double kQuotient = 2.0;
#else
  constexpr double kQuotient = 2.5;
#endif
  PD_CHECK(exp, 1.25, 1.25);
  PD_CHECK(expm1, 2.0, 2.0);
  PD_CHECK(log, 1.0, 1.0);
  PD_CHECK(log2, 2.0, 2.0);
  PD_CHECK(log10, 2.0, 2.0);
  PD_CHECK(log1p, 1.0, 1.0);
  PD_CHECK(tanh, kQuotient, 2.5);
  PD_CHECK(sin, 1.5, 2.5);
  PD_CHECK(cos, 1.5, 2.5);
  PD_CHECK(tan, 1.0, 3.0);
  PD_CHECK(asin, 2.0, 2.5);
  PD_CHECK(acos, 1.5, 1.5);
  PD_CHECK(atan, 1.5, 1.5);
  PD_CHECK(sinh, 1.0, 2.5);
  PD_CHECK(cosh, 1.0, 2.5);
  PD_CHECK(asinh, 1.0, 2.5);
  PD_CHECK(acosh, 1.0, 2.5);
  PD_CHECK(atanh, 1.0, 2.5);
  PD_CHECK(erf, 1.5, 1.5);
  PD_CHECK(sqrt, 0.5, 0.51);
  PD_CHECK(floor, 0, 0);
  PD_CHECK(ceil, 0, 0);
  PD_CHECK(trunc, 0, 0);
  PD_CHECK(round, 0, 0);
  check<F32>("sigmoid", kQuotient, n, [](F32 v) { return sigmoid(v); }, reference_sigmoid<double>);
  check<F64>(
      "sigmoid", 2.5, n / 2, [](F64 v) { return sigmoid(v); }, reference_sigmoid<long double>);
  check<F32>("softplus", 2.0, n, [](F32 v) { return softplus(v); }, reference_softplus<double>);
  check<F64>(
      "softplus", 2.5, n / 2, [](F64 v) { return softplus(v); }, reference_softplus<long double>);
  check<F32>(
      "rsqrt", 1.5, n, [](F32 v) { return rsqrt(v); }, [](double v) { return 1 / std::sqrt(v); });
  check2<F32>(
      "pow", 1.0, n, [](F32 a, F32 b) { return pow(a, b); },
      [](double a, double b) { return std::pow(a, b); });
  check2<F32>(
      "atan2", 1.5, n, [](F32 a, F32 b) { return atan2(a, b); },
      [](double a, double b) { return std::atan2(a, b); });
  check2<F64>(
      "atan2", 1.5, n / 2, [](F64 a, F64 b) { return atan2(a, b); },
      [](long double a, long double b) { return std::atan2(a, b); });
}

// erf has an inverse only numerically: the defect of erf(erfinv(x)), in units of x's last place
// scaled by the slope, must stay small.
void check_erfinv(int64_t n) {
  double worst = 0;
  for (int64_t i = 1; i < n; i += kLanes<F64>) {
    F64 x{};
    for (int l = 0; l < kLanes<F64>; ++l) x[l] = 2.0 * double(i + l) / double(n + 8) - 1.0;
    const F64 y = erfinv(x);
    for (int l = 0; l < kLanes<F64>; ++l) {
      const long double v = y[l];
      const long double slope = 1.1283791670955126L * std::exp(-v * v);
      const long double defect = x[l] > 0 ? std::erfc(v) - (1 - (long double)x[l])
                                          : -(std::erfc(-v) - (1 + (long double)x[l]));
      const double e =
          static_cast<double>(std::abs(defect / slope) / std::max(std::abs(v), 1e-300L));
      worst = std::max(worst, x[l] == 0 ? 0.0 : e / 0x1p-52);
    }
  }
  const bool ok = worst <= 6.0;
  failures += !ok;
  std::printf("%-10s f64  max %6.3f ulp%s\n", "erfinv", worst, ok ? "" : "  FAILED");
}

void expect(bool ok, const char* what, uint32_t value) {
  if (ok) return;
  ++failures;
  std::printf("%s at %" PRIx32 "  FAILED\n", what, value);
}

// Every half converts to a float and back to itself; floats round to the nearest half, ties to
// even.
void check_halves() {
  for (uint32_t h = 0; h < 0x10000; ++h) {
    uint16_t in[1] = {static_cast<uint16_t>(h)}, out[1];
    float f[1];
    f16_to_f32(in, f, 1);
    f32_to_f16(f, out, 1);
    expect(out[0] == in[0] || std::isnan(f[0]), "float16 round trip", h);
    const int exponent = static_cast<int>((h >> 10) & 31);
    const double mantissa = h & 1023;
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    if (exponent < 31) expect(std::abs(f[0]) == magnitude, "float16 value", h);
    if (exponent == 31) expect(mantissa == 0 ? std::isinf(f[0]) : std::isnan(f[0]), "float16", h);
    bf16_to_f32(in, f, 1);
    f32_to_bf16(f, out, 1);
    expect(out[0] == in[0] || std::isnan(f[0]), "bfloat16 round trip", h);
  }
  for (uint32_t h = 0; h < 0x7c00; ++h) {
    const float low = f16_to_f32(static_cast<uint16_t>(h));
    const float high = h == 0x7bff ? 65536.0f : f16_to_f32(static_cast<uint16_t>(h + 1));
    const float middle = 0.5f * (low + high);
    float spans[32];
    uint16_t got[32];
    volatile int64_t count = 32;
    for (int i = 0; i < 32; ++i) spans[i] = i % 2 == 0 ? middle : std::nextafter(middle, 0.0f);
    f32_to_f16(spans, got, count);
    expect(got[0] == h + (h & 1), "float16 tie", h);
    expect(got[1] == h, "float16 below tie", h);
    expect(got[31] == got[1] && got[16] == got[0], "float16 span", h);
    expect(f32_to_f16(middle) == got[0], "float16 scalar tie", h);
  }
}

}  // namespace
}  // namespace pd::PD_ISA

int main(int argc, char** argv) {
  const int64_t n = argc > 1 ? std::atoll(argv[1]) : 200000;
  pd::PD_ISA::check_functions(n);
  pd::PD_ISA::check_erfinv(n);
  pd::PD_ISA::check_halves();
  std::printf("%d failures\n", pd::PD_ISA::failures);
  return pd::PD_ISA::failures == 0 ? 0 : 1;
}
