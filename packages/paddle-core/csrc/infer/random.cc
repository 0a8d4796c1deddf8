// Shape rules of random operators.
#include "infer/random.h"

#include <limits>

#include "infer/common.h"

namespace pd::infer {

void random_of_shape(DimsView shape, DType dtype, TensorMeta& out) {
  check_shape(shape);
  set_meta(out, shape, dtype, Place{});
}

void gaussian(DimsView shape, double std, DType dtype, TensorMeta& out) {
  require(std >= 0, "std is ", std, ", but must not be negative");
  random_of_shape(shape, dtype, out);
}

void randint(int64_t low, int64_t high, DimsView shape, DType dtype, TensorMeta& out) {
  require(low < high, "low is ", low, " and high is ", high, ", but low must be below high");
  const bool fits = dtype == DType::kInt64 || (low >= std::numeric_limits<int32_t>::min() &&
                                               high - 1 <= std::numeric_limits<int32_t>::max());
  require(fits, "the range [", low, ", ", high, ") does not fit into ", dtype);
  random_of_shape(shape, dtype, out);
}

void randperm(int64_t n, DType dtype, TensorMeta& out) {
  require(n > 0, "n is ", n, ", but must be positive");
  const Dims shape = {n};
  random_of_shape(shape, dtype, out);
}

void multinomial(const TensorMeta& x, int64_t num_samples, bool replacement, TensorMeta& out) {
  require(x.shape.size() == 1 || x.shape.size() == 2, "x has shape ", x.shape,
          ", but must have one or two dimensions");
  const int64_t categories = x.shape.back();
  require(num_samples >= 1, "num_samples is ", num_samples, ", but must be positive");
  require(categories != 0, "x has no categories to draw from");
  require(replacement || categories == kUnknownDim || num_samples <= categories, "num_samples is ",
          num_samples, ", but only ", categories, " categories can be drawn without replacement");
  Dims shape = x.shape;
  shape.back() = num_samples;
  check_shape(shape, true);
  set_meta(out, shape, DType::kInt64, x.place);
}

void dirichlet(const TensorMeta& alpha, TensorMeta& out) {
  require(!alpha.shape.empty(), "alpha has no axis of concentrations");
  unchanged(alpha, out);
}

void exponential(const TensorMeta& x, double lam, TensorMeta& out) {
  require(lam > 0, "lam is ", lam, ", but must be positive");
  unchanged(x, out);
}

}  // namespace pd::infer
