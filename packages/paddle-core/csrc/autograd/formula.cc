// The arithmetic of gradient formulas, on top of operators.
#include "autograd/formula.h"

#include <initializer_list>

#include "dispatch/attr_access.h"
#include "dispatch/op.h"
#include "runtime/error.h"

namespace pd {
namespace {

Tensor call_op(const OpDef& op, std::initializer_list<TensorImpl*> inputs,
               std::initializer_list<Attr> attrs = {}) {
  OpCall call(op, {inputs.begin(), inputs.size()}, {attrs.begin(), attrs.size()});
  dispatch(call);
  return std::move(call.outputs()[0]);
}

// number * x + bias
Tensor scale(const Tensor& x, Scalar number, Scalar bias) {
  static const OpDef& op = get_op("scale");
  return call_op(op, {x.get()}, {to_attr(number), to_attr(bias), to_attr(true)});
}

Tensor full_like(const Tensor& x, Scalar number) {
  static const OpDef& op = get_op("full_like");
  return call_op(op, {x.get()}, {to_attr(number), Attr()});
}

Tensor reciprocal(const Tensor& x) {
  static const OpDef& op = get_op("reciprocal");
  return call_op(op, {x.get()});
}

Scalar negative(Scalar number) {
  if (number.is_complex()) return Scalar(-number.to<std::complex<double>>());
  return number.is_float() ? Scalar(-number.to<double>()) : Scalar(-number.to<int64_t>());
}

Scalar inverse(Scalar number) {
  if (number.is_complex()) return Scalar(1.0 / number.to<std::complex<double>>());
  return Scalar(1.0 / number.to<double>());
}

bool is_one(Scalar number) { return number.to<std::complex<double>>() == 1.0; }

}  // namespace

#define PD_TENSOR_TENSOR(FUNCTION, ROW)               \
  Tensor FUNCTION(const Tensor& x, const Tensor& y) { \
    static const OpDef& op = get_op(ROW);             \
    return call_op(op, {x.get(), y.get()});           \
  }
#define PD_COMPARISON(NAME)     \
  PD_TENSOR_TENSOR(NAME, #NAME) \
  Tensor NAME(const Tensor& x, Scalar number) { return NAME(x, full_like(x, number)); }

PD_TENSOR_TENSOR(operator+, "add")
PD_TENSOR_TENSOR(operator-, "subtract")
PD_TENSOR_TENSOR(operator*, "multiply")
PD_TENSOR_TENSOR(operator/, "divide")

Tensor operator-(const Tensor& x) { return scale(x, -1, 0); }

Tensor operator+(const Tensor& x, Scalar number) { return scale(x, 1, number); }
Tensor operator-(const Tensor& x, Scalar number) { return scale(x, 1, negative(number)); }
Tensor operator*(const Tensor& x, Scalar number) { return scale(x, number, 0); }
Tensor operator/(const Tensor& x, Scalar number) { return scale(x, inverse(number), 0); }

Tensor operator+(Scalar number, const Tensor& x) { return scale(x, 1, number); }
Tensor operator-(Scalar number, const Tensor& x) { return scale(x, -1, number); }
Tensor operator*(Scalar number, const Tensor& x) { return scale(x, number, 0); }
Tensor operator/(Scalar number, const Tensor& x) {
  return is_one(number) ? reciprocal(x) : full_like(x, number) / x;
}

namespace formula {

PD_COMPARISON(less_than)
PD_COMPARISON(less_equal)
PD_COMPARISON(greater_than)
PD_COMPARISON(greater_equal)
PD_COMPARISON(equal)
PD_COMPARISON(not_equal)

Tensor masked(const Tensor& x, const Tensor& condition) {
  static const OpDef& op = get_op("cast");
  return x * call_op(op, {condition.get()}, {to_attr(x.dtype())});
}

Tensor pow(Scalar base, const Tensor& exponent) {
  static const OpDef& op = get_op("elementwise_pow");
  return call_op(op, {full_like(exponent, base).get(), exponent.get()});
}

int64_t ndim(const Tensor& x) { return x.rank(); }
DType dtype(const Tensor& x) { return x.dtype(); }

Dims shape(const Tensor& x) {
  require(is_known(x.shape()), ErrorKind::kPreconditionNotMet,
          "this gradient needs every size, but the shape is ", x.shape(),
          " while the program is recorded; give `data` its sizes");
  return x.shape();
}

int64_t numel(const Tensor& x) { return num_elements(shape(x)); }

int64_t at(DimsView values, int64_t index) {
  const auto size = static_cast<int64_t>(values.size());
  return values[static_cast<size_t>(normalize_axis(index, size, "index"))];
}

Tensor at(std::span<const Tensor> tensors, int64_t index) {
  const auto size = static_cast<int64_t>(tensors.size());
  return tensors[static_cast<size_t>(normalize_axis(index, size, "index"))];
}

}  // namespace formula
}  // namespace pd
