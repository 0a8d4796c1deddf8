// The arithmetic of gradient formulas, on top of operators.
#include "autograd/formula.h"

#include "dispatch/attr_access.h"
#include "dispatch/op.h"
#include "runtime/error.h"

namespace pd {
namespace {

// An operator as a function: tensors, then attributes; the others take their defaults.
class Op {
 public:
  explicit Op(const char* name) : op_(get_op(name)) {
    for (const ArgDef& arg : op_.args) {
      if (!is_tensor_kind(arg.kind)) defaults_.push_back(arg.default_value.value_or(Attr()));
    }
  }

  template <class... Attrs>
  Tensor operator()(const Tensor& x, const Attrs&... attrs) const {
    return call({x.get()}, attrs...);
  }
  template <class... Attrs>
  Tensor operator()(const Tensor& x, const Tensor& y, const Attrs&... attrs) const {
    return call({x.get(), y.get()}, attrs...);
  }

 private:
  template <class... Attrs>
  Tensor call(std::initializer_list<TensorImpl*> inputs, const Attrs&... given) const {
    SmallVector<Attr, 4> attrs(defaults_);
    size_t i = 0;
    ((attrs[i++] = to_attr(given)), ...);
    OpCall call(op_, {inputs.begin(), inputs.size()}, attrs);
    dispatch(call);
    return std::move(call.outputs()[0]);
  }

  const OpDef& op_;
  SmallVector<Attr, 4> defaults_;
};

}  // namespace

#define PADDLE_FORMULA
#include "paddle/formula_arithmetic.inc"
#undef PADDLE_FORMULA

namespace formula {

namespace {

void require_known(bool known, const Tensor& x) {
  require(
      known, ErrorKind::kPreconditionNotMet,
      "this gradient needs sizes that are not known while the program is recorded; the shape is ",
      x.shape(), ", give `data` its sizes");
}

}  // namespace

Dims shape(const Tensor& x) {
  require_known(is_known(x.shape()), x);
  return x.shape();
}

int64_t size(const Tensor& x, int64_t axis) {
  const int64_t result = at(x.shape(), axis);
  require_known(result != kUnknownDim, x);
  return result;
}

int64_t numel(const Tensor& x) { return num_elements(shape(x)); }

int64_t at(DimsView values, int64_t index) {
  const auto size = static_cast<int64_t>(values.size());
  require(index >= -size && index < size, ErrorKind::kOutOfRange, "there is no element ", index,
          " in a shape of ", size);
  return values[static_cast<size_t>(index < 0 ? index + size : index)];
}

Tensor at(std::span<const Tensor> tensors, int64_t index) {
  const auto size = static_cast<int64_t>(tensors.size());
  require(index >= -size && index < size, ErrorKind::kOutOfRange, "there is no tensor ", index,
          " in a list of ", size);
  return tensors[static_cast<size_t>(index < 0 ? index + size : index)];
}

}  // namespace formula
}  // namespace pd
