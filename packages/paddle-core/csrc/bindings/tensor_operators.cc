// Arithmetic, comparison and conversion slots of tensors.
#include <array>

#include "bindings/convert.h"
#include "bindings/errors.h"
#include "bindings/numpy.h"
#include "bindings/run_op.h"
#include "bindings/tensor_slots.h"
#include "dispatch/layers.h"
#include "dispatch/mode.h"
#include "ops.h"

namespace pd::python {
namespace {

// How operands of different dtypes meet, by Paddle's rules for the Python operators.
enum class Alignment {
  kPromote,  // + - *: floating types are promoted, otherwise y takes the dtype of x
  kDivide,   // /: y takes the dtype of x, then integers become float32; complex is promoted
  kFollow,   // // % ** and comparisons: y takes the dtype of x
  kMatmul,   // @: complex is promoted, otherwise y takes the dtype of x
  kNone,     // & | ^
};

struct BinaryOperator {
  const char* name;  // the Python method, for messages
  const char* op;
  Alignment alignment;
  OpDef* definition = nullptr;

  OpDef& get() {
    if (!definition) definition = &get_op(op);
    return *definition;
  }
};

BinaryOperator add_op = {"__add__", "add", Alignment::kPromote};
BinaryOperator subtract_op = {"__sub__", "subtract", Alignment::kPromote};
BinaryOperator multiply_op = {"__mul__", "multiply", Alignment::kPromote};
BinaryOperator divide_op = {"__truediv__", "divide", Alignment::kDivide};
BinaryOperator floor_divide_op = {"__floordiv__", "floor_divide", Alignment::kFollow};
BinaryOperator remainder_op = {"__mod__", "remainder", Alignment::kFollow};
BinaryOperator power_op = {"__pow__", "elementwise_pow", Alignment::kFollow};
BinaryOperator matmul_op = {"__matmul__", "matmul", Alignment::kMatmul};
BinaryOperator and_op = {"__and__", "bitwise_and", Alignment::kNone};
BinaryOperator or_op = {"__or__", "bitwise_or", Alignment::kNone};
BinaryOperator xor_op = {"__xor__", "bitwise_xor", Alignment::kNone};
std::array<BinaryOperator, 6> compare_ops = {{
    {"__lt__", "less_than", Alignment::kFollow},
    {"__le__", "less_equal", Alignment::kFollow},
    {"__eq__", "equal", Alignment::kFollow},
    {"__ne__", "not_equal", Alignment::kFollow},
    {"__gt__", "greater_than", Alignment::kFollow},
    {"__ge__", "greater_equal", Alignment::kFollow},
}};

Tensor cast_to(const Tensor& x, DType dtype) {
  return x.dtype() == dtype ? x : ops::cast(x, dtype);
}

PyObject* call_binary(BinaryOperator& op, TensorImpl* x, TensorImpl* y) {
  TensorImpl* inputs[] = {x, y};
  static const Attr kNoTransposes[] = {Attr(false), Attr(false)};
  OpDef& definition = op.get();
  OpCall call(definition, inputs, {kNoTransposes, static_cast<size_t>(definition.num_attrs)});
  run_op(call);
  return wrap(call.outputs()[0]);
}

bool both_float_or_complex(DType a, DType b) {
  return is_differentiable(a) && is_differentiable(b);
}

// Brings both operands to the dtypes that the operator computes with.
void align(Alignment alignment, Tensor& x, Tensor& y) {
  if (alignment == Alignment::kDivide && !is_differentiable(x.dtype())) {
    y = cast_to(cast_to(y, x.dtype()), DType::kFloat32);
    x = cast_to(x, DType::kFloat32);
  }
  if (x.dtype() == y.dtype() || alignment == Alignment::kNone) return;
  const bool complex = is_complex(x.dtype()) || is_complex(y.dtype());
  const bool promotes =
      complex ? alignment != Alignment::kFollow : alignment == Alignment::kPromote;
  if (promotes && both_float_or_complex(x.dtype(), y.dtype())) {
    const std::optional<DType> common = promote_types(x.dtype(), y.dtype());
    require(common.has_value(), "tensors of dtype ", x.dtype(), " and ", y.dtype(),
            " cannot be combined; cast one of them first");
    x = cast_to(x, *common);
    y = cast_to(y, *common);
    return;
  }
  y = cast_to(y, x.dtype());
}

// ---- numbers ---------------------------------------------------------------------------------

// The dtype in which a tensor and a number meet.
DType dtype_with(const Scalar& number, DType tensor, Alignment alignment) {
  if (number.is_complex()) return complex_of(tensor);
  const bool needs_float = number.is_float() || alignment == Alignment::kDivide;
  return needs_float && !is_differentiable(tensor) ? DType::kFloat32 : tensor;
}

Tensor full_scalar(const Scalar& number, DType dtype) {
  const Dims none;
  Tensor result = Tensor::empty(none, dtype);
  visit_dtype<kAllMask>(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    *result.data<T>() = number.to<T>();
  });
  return result;
}

struct Operands {
  Tensor x;
  Tensor y;
};

// A NumPy scalar that is no Python number takes the dtype of the tensor.
bool is_python_number(PyObject* object) {
  return PyFloat_Check(object) || PyLong_Check(object) || PyBool_Check(object) ||
         PyComplex_Check(object);
}

bool is_numpy_integer(PyObject* object) {
  return PyIndex_Check(object) && !PyLong_Check(object) && !is_array(object);
}

[[noreturn]] void fail_operand(const BinaryOperator& op, PyObject* operand) {
  fail(ErrorKind::kInvalidArgument, op.name,
       "(): argument (position 1) must be int, float, bool or Tensor, but got ",
       Py_TYPE(operand)->tp_name);
}

Operands with_number(const Tensor& tensor, const Scalar& number, Alignment alignment,
                     bool swapped) {
  const DType dtype = dtype_with(number, tensor.dtype(), alignment);
  Tensor x = cast_to(tensor, dtype);
  Tensor y = full_scalar(number, dtype);
  if (swapped) std::swap(x, y);
  return {std::move(x), std::move(y)};
}

// `other` is no tensor: a number, a NumPy number or an array.
Operands with_object(BinaryOperator& op, const Tensor& tensor, PyObject* other, bool swapped) {
  if (op.alignment == Alignment::kNone && !is_array(other)) fail_operand(op, other);
  if (is_python_number(other) || is_numpy_integer(other)) {
    return with_number(tensor, *try_scalar(other), op.alignment, swapped);
  }
  if (is_array(other)) {
    Operands operands = {tensor, tensor_from_array(other)};
    if (swapped) std::swap(operands.x, operands.y);
    align(op.alignment, operands.x, operands.y);
    return operands;
  }
  const std::optional<Scalar> number = try_scalar(other);
  if (!number) fail_operand(op, other);
  Operands operands = {tensor, full_scalar(*number, tensor.dtype())};
  if (swapped) std::swap(operands.x, operands.y);
  return operands;
}

// Truth values stay truth values when a whole number is added: it counts as true unless it is 0.
bool adds_truth(const BinaryOperator& op, const TensorImpl& tensor, PyObject* number) {
  return (&op == &add_op || &op == &subtract_op) && tensor.dtype() == DType::kBool &&
         !PyBool_Check(number) && (PyLong_Check(number) || is_numpy_integer(number));
}

PyObject* binary(BinaryOperator& op, PyObject* left, PyObject* right) {
  return guarded([&]() -> PyObject* {
    TensorImpl* x = unwrap(left);
    TensorImpl* y = unwrap(right);
    if (x && y) {
      if (x->dtype() == y->dtype() &&
          (op.alignment != Alignment::kDivide || is_differentiable(x->dtype()))) {
        return call_binary(op, x, y);
      }
      Operands operands = {Tensor::share(x), Tensor::share(y)};
      align(op.alignment, operands.x, operands.y);
      return call_binary(op, operands.x.get(), operands.y.get());
    }
    PyObject* other = x ? right : left;
    const Tensor tensor = Tensor::share(x ? x : y);
    if (adds_truth(op, *tensor, other)) {
      return wrap(ops::scale(tensor, Scalar(true), Scalar(try_scalar(other)->to<bool>()), true));
    }
    const Operands operands = with_object(op, tensor, other, x == nullptr);
    return call_binary(op, operands.x.get(), operands.y.get());
  });
}

template <BinaryOperator* Op>
PyObject* binary_slot(PyObject* left, PyObject* right) {
  return binary(*Op, left, right);
}

// x ** 2 keeps the number as an attribute, for which there are fast paths.
PyObject* power_slot(PyObject* left, PyObject* right, PyObject* modulus) {
  return guarded([&]() -> PyObject* {
    require(modulus == Py_None, "pow() with a modulus is not defined for tensors");
    TensorImpl* x = unwrap(left);
    if (!x || !is_python_number(right) || PyComplex_Check(right)) {
      return checked(binary(power_op, left, right));
    }
    const Scalar exponent = *try_scalar(right);
    const Tensor base =
        cast_to(Tensor::share(x), dtype_with(exponent, x->dtype(), Alignment::kFollow));
    return wrap(ops::pow(base, exponent));
  });
}

PyObject* negative_slot(PyObject* self) {
  return guarded([&] {
    const Tensor x = Tensor::share(unwrap(self));
    return wrap(x.dtype() == DType::kBool ? ops::assign(x) : ops::scale(x, Scalar(-1)));
  });
}
PyObject* positive_slot(PyObject* self) { return Py_NewRef(self); }
PyObject* absolute_slot(PyObject* self) {
  return guarded([&] { return wrap(ops::abs(Tensor::share(unwrap(self)))); });
}
PyObject* invert_slot(PyObject* self) {
  return guarded([&] { return wrap(ops::bitwise_not(Tensor::share(unwrap(self)))); });
}

// ---- conversion to Python numbers ------------------------------------------------------------

bool check_single(const TensorImpl& x, const char* message) {
  if (x.numel() == 1 && x.has_storage()) return true;
  if (x.is_symbolic()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "(PreconditionNotMet) a symbolic tensor has no value while a program is "
                    "recorded; run the program with an Executor");
    return false;
  }
  PyErr_SetString(PyExc_AssertionError, message);
  return false;
}

int bool_slot(PyObject* self) {
  const TensorImpl& x = *unwrap(self);
  if (!check_single(x,
                    "When Variable is used as the condition of if/while , Variable can only "
                    "contain one element.")) {
    return -1;
  }
  bool value = false;
  const int status = guarded_status([&] { value = scalar_of(x).to<bool>(); });
  return status < 0 ? status : value;
}

PyObject* number(PyObject* self, PyObject* (*convert)(PyObject*)) {
  const TensorImpl& x = *unwrap(self);
  if (!check_single(x, "only one element variable can be converted to a Python number.")) {
    return nullptr;
  }
  return guarded([&] {
    const auto value = nanobind::steal(item(x));
    return checked(convert(value.ptr()));
  });
}
PyObject* int_slot(PyObject* self) { return number(self, PyNumber_Long); }
PyObject* float_slot(PyObject* self) { return number(self, PyNumber_Float); }
PyObject* index_slot(PyObject* self) {
  const DType dtype = unwrap(self)->dtype();
  if (is_integer(dtype) || dtype == DType::kBool) return int_slot(self);
  PyErr_Format(PyExc_TypeError, "only integer tensors can be used as an index, not %s",
               name_of(dtype));
  return nullptr;
}

template <class F>
void add_slot(PyType_Slot*& next, int slot, F function) {
  *next++ = {slot, reinterpret_cast<void*>(function)};
}

}  // namespace

PyObject* compare_tensors(PyObject* self, PyObject* other, int operation) {
  return binary(compare_ops[static_cast<size_t>(operation)], self, other);
}

void fill_number_slots(PyType_Slot*& next) {
  add_slot(next, Py_nb_add, binary_slot<&add_op>);
  add_slot(next, Py_nb_subtract, binary_slot<&subtract_op>);
  add_slot(next, Py_nb_multiply, binary_slot<&multiply_op>);
  add_slot(next, Py_nb_true_divide, binary_slot<&divide_op>);
  add_slot(next, Py_nb_floor_divide, binary_slot<&floor_divide_op>);
  add_slot(next, Py_nb_remainder, binary_slot<&remainder_op>);
  add_slot(next, Py_nb_matrix_multiply, binary_slot<&matmul_op>);
  add_slot(next, Py_nb_and, binary_slot<&and_op>);
  add_slot(next, Py_nb_or, binary_slot<&or_op>);
  add_slot(next, Py_nb_xor, binary_slot<&xor_op>);
  add_slot(next, Py_nb_power, power_slot);
  add_slot(next, Py_nb_negative, negative_slot);
  add_slot(next, Py_nb_positive, positive_slot);
  add_slot(next, Py_nb_absolute, absolute_slot);
  add_slot(next, Py_nb_invert, invert_slot);
  add_slot(next, Py_nb_bool, bool_slot);
  add_slot(next, Py_nb_int, int_slot);
  add_slot(next, Py_nb_float, float_slot);
  add_slot(next, Py_nb_index, index_slot);
}

}  // namespace pd::python
