// The callable behind public operator functions: it reads the arguments and calls the dispatcher.
//
// A Python function decorated with @operator("name") is replaced by an object of this type, which
// keeps its signature, types and docstring. No Python frame remains between caller and operator.
#include "bindings/operator_type.h"

#include <nanobind/stl/string.h>
#include <structmember.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/convert.h"
#include "bindings/errors.h"
#include "bindings/run_op.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

constexpr size_t kMostParameters = 48;

struct Parameter {
  PyObject* name;     // interned
  int argument = -1;  // of the operator; -1 for `name`, which is accepted and dropped
  PyObject* default_value = nullptr;
};

struct Binding {
  const OpDef* op = nullptr;
  bool inplace = false;
  std::string function;               // for messages
  std::vector<Parameter> parameters;  // of the Python function
  std::vector<int> parameter_of;      // per operator argument; -1 when only its default counts
};

struct OperatorObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  Binding* binding;
  PyObject* dict;
};

PyTypeObject* operator_type = nullptr;

OperatorObject* as_operator(PyObject* object) { return reinterpret_cast<OperatorObject*>(object); }

// ---- reading arguments -----------------------------------------------------------------------

[[noreturn]] void fail_call(const Binding& binding, const std::string& text) {
  fail(ErrorKind::kInvalidType, binding.function, "() ", text);
}

size_t find_parameter(const Binding& binding, PyObject* name) {
  for (size_t i = 0; i < binding.parameters.size(); ++i) {
    if (binding.parameters[i].name == name) return i;
  }
  for (size_t i = 0; i < binding.parameters.size(); ++i) {
    if (PyUnicode_Compare(binding.parameters[i].name, name) == 0) return i;
  }
  fail_call(binding, concat("got an unexpected keyword argument '", PyUnicode_AsUTF8(name), "'"));
}

// One borrowed object per parameter, null where the default holds.
class Arguments {
 public:
  Arguments(const Binding& binding, PyObject* const* args, size_t positional, PyObject* keywords) {
    const size_t count = binding.parameters.size();
    if (positional > count) {
      fail_call(binding, concat("takes ", count, " arguments, but ", positional, " were given"));
    }
    std::copy(args, args + positional, values_);
    std::fill(values_ + positional, values_ + count, nullptr);
    if (!keywords) return;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywords); ++i) {
      PyObject*& value = values_[find_parameter(binding, PyTuple_GET_ITEM(keywords, i))];
      if (value) {
        fail_call(binding, concat("got two values for argument '",
                                  PyUnicode_AsUTF8(PyTuple_GET_ITEM(keywords, i)), "'"));
      }
      value = args[positional + static_cast<size_t>(i)];
    }
  }

  PyObject* operator[](size_t parameter) const { return values_[parameter]; }

 private:
  PyObject* values_[kMostParameters];
};

class Reader {
 public:
  Reader(const Binding& binding, const Arguments& arguments)
      : binding_(binding), arguments_(arguments) {
    const OpDef& op = *binding.op;
    for (size_t i = 0; i < op.args.size(); ++i) read(op.args[i], i);
  }

  OpCall call() const {
    OpCall result(*binding_.op, {inputs_.data(), inputs_.size()}, {attrs_.data(), attrs_.size()},
                  {list_sizes_.data(), list_sizes_.size()});
    result.inplace = binding_.inplace;
    return result;
  }

 private:
  PyObject* value_of(size_t argument) const {
    const int parameter = binding_.parameter_of[argument];
    if (parameter < 0) return nullptr;
    PyObject* value = arguments_[static_cast<size_t>(parameter)];
    return value ? value : binding_.parameters[static_cast<size_t>(parameter)].default_value;
  }

  ArgumentPlace place(const ArgDef& arg, size_t argument) const {
    return {binding_.function.c_str(), arg.name.c_str(), static_cast<int>(argument) + 1};
  }

  void read(const ArgDef& arg, size_t i) {
    PyObject* value = value_of(i);
    if (!value && !(arg.optional || arg.default_value)) {
      fail_call(binding_, concat("misses the argument '", arg.name, "'"));
    }
    if (arg.kind == ArgKind::kTensor) {
      read_tensor(arg, i, value);
    } else if (arg.kind == ArgKind::kTensorList) {
      read_list(arg, i, value);
    } else if (value) {
      attrs_.push_back(to_attr(value, arg.kind, arg.optional, place(arg, i)));
    } else {
      attrs_.push_back(arg.default_value.value_or(Attr()));
    }
  }

  void read_tensor(const ArgDef& arg, size_t i, PyObject* value) {
    TensorImpl* tensor = value ? unwrap(value) : nullptr;
    const bool absent = !value || value == Py_None;
    if (!tensor && !(absent && arg.optional)) fail_argument(place(arg, i), "Tensor", value);
    inputs_.push_back(tensor);
    if (binding_.op->has_lists) list_sizes_.push_back(1);
  }

  void read_list(const ArgDef& arg, size_t i, PyObject* value) {
    const size_t before = inputs_.size();
    if (value && !(value == Py_None && arg.optional)) append_tensors(value, place(arg, i), inputs_);
    list_sizes_.push_back(static_cast<uint32_t>(inputs_.size() - before));
  }

  const Binding& binding_;
  const Arguments& arguments_;
  SmallVector<TensorImpl*, 8> inputs_;
  SmallVector<uint32_t, 4> list_sizes_;
  SmallVector<Attr, 4> attrs_;
};

// ---- results ---------------------------------------------------------------------------------

PyObject* wrap_list(std::span<const Tensor> tensors) {
  auto list = nb::steal(checked(PyList_New(static_cast<Py_ssize_t>(tensors.size()))));
  for (size_t i = 0; i < tensors.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), wrap(tensors[i]));
  }
  return list.release().ptr();
}

PyObject* wrap_outputs(OpCall& call) {
  const auto& declared = call.op().outputs;
  auto& outputs = call.outputs();
  if (declared.size() == 1 && !declared[0].is_list) return wrap(outputs[0]);
  if (declared.size() == 1) return wrap_list({outputs.data(), outputs.size()});
  if (declared.empty()) return Py_NewRef(Py_None);
  auto tuple = nb::steal(checked(PyTuple_New(static_cast<Py_ssize_t>(declared.size()))));
  for (size_t i = 0; i < declared.size(); ++i) {
    PyObject* value = declared[i].is_list ? wrap_list({outputs.data() + i, outputs.size() - i})
                                          : wrap(outputs[i]);
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), value);
  }
  return tuple.release().ptr();
}

PyObject* operator_call(PyObject* self, PyObject* const* args, size_t flagged, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    const Binding& binding = *as_operator(self)->binding;
    const Arguments arguments(binding, args, PyVectorcall_NARGS(flagged), keywords);
    const Reader reader(binding, arguments);
    OpCall call = reader.call();
    run_op(call);
    return wrap_outputs(call);
  });
}

// ---- making the objects ----------------------------------------------------------------------

int argument_index(const OpDef& op, std::string_view name) {
  for (size_t i = 0; i < op.args.size(); ++i) {
    if (op.args[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

void add_parameter(Binding& binding, const std::string& name, PyObject* default_value) {
  const int argument = argument_index(*binding.op, name);
  require(argument >= 0 || name == "name", "operator ", binding.op->name, " has no argument ", name,
          ", which the function ", binding.function, " takes");
  Parameter parameter;
  parameter.name = checked(PyUnicode_InternFromString(name.c_str()));
  parameter.argument = argument;
  parameter.default_value = default_value ? Py_NewRef(default_value) : nullptr;
  if (argument >= 0) {
    binding.parameter_of[static_cast<size_t>(argument)] =
        static_cast<int>(binding.parameters.size());
  }
  binding.parameters.push_back(parameter);
  require(binding.parameters.size() <= kMostParameters, "the function ", binding.function,
          " has too many parameters");
}

std::unique_ptr<Binding> new_binding(const OpDef& op, bool inplace, std::string function) {
  require(!inplace || op.inplace_input == 0, "operator ", op.name, " has no in-place twin");
  auto binding = std::make_unique<Binding>();
  binding->op = &op;
  binding->inplace = inplace;
  binding->function = std::move(function);
  binding->parameter_of.assign(op.args.size(), -1);
  return binding;
}

nb::object new_operator(std::unique_ptr<Binding> binding) {
  PyObject* object = checked(operator_type->tp_alloc(operator_type, 0));
  as_operator(object)->vectorcall = operator_call;
  as_operator(object)->binding = binding.release();
  as_operator(object)->dict = checked(PyDict_New());
  return nb::steal(object);
}

// The parameters of the row itself, for operators that no Python function names.
std::unique_ptr<Binding> bind_row(const OpDef& op, bool inplace) {
  auto binding = new_binding(op, inplace, inplace ? op.name + "_" : op.name);
  for (const ArgDef& arg : op.args) add_parameter(*binding, arg.name, nullptr);
  return binding;
}

nb::object raw_operator(const std::string& name) {
  const OpDef* op = find_op(name);
  const bool inplace = !op && name.ends_with('_');
  if (inplace) op = find_op(name.substr(0, name.size() - 1));
  if (!op || (inplace && op->inplace_input != 0)) {
    throw nb::attribute_error(("there is no operator named " + name).c_str());
  }
  nb::object result = new_operator(bind_row(*op, inplace));
  result.attr("__name__") = name;
  result.attr("__qualname__") = name;
  result.attr("__module__") = "paddle._C_ops";
  return result;
}

// Parameters without defaults are required; the others' defaults are taken from the function.
std::unique_ptr<Binding> bind_function(const OpDef& op, nb::handle function, bool inplace) {
  const nb::object code = function.attr("__code__");
  const auto count =
      nb::cast<size_t>(code.attr("co_argcount")) + nb::cast<size_t>(code.attr("co_kwonlyargcount"));
  const nb::object names = code.attr("co_varnames");
  const nb::object defaults = function.attr("__defaults__");
  const size_t num_defaults = defaults.is_none() ? 0 : nb::len(defaults);
  auto binding = new_binding(op, inplace, nb::cast<std::string>(function.attr("__name__")));
  for (size_t i = 0; i < count; ++i) {
    nb::object value;
    if (i + num_defaults >= count) value = nb::object(defaults[i + num_defaults - count]);
    add_parameter(*binding, nb::cast<std::string>(names[i]),
                  value.is_valid() ? value.ptr() : nullptr);
  }
  for (size_t i = 0; i < op.args.size(); ++i) {
    require(binding->parameter_of[i] >= 0 || op.args[i].optional || op.args[i].default_value,
            "the function ", binding->function, " lacks the argument ", op.args[i].name,
            " of operator ", op.name);
  }
  return binding;
}

void take_description(nb::handle to, nb::handle from) {
  for (const char* name :
       {"__name__", "__qualname__", "__module__", "__doc__", "__annotations__"}) {
    to.attr(name) = from.attr(name);
  }
}

nb::object decorate(const std::string& name, nb::object function) {
  nb::object result = new_operator(bind_function(get_op(name), function, false));
  take_description(result, function);
  result.attr("__wrapped__") = function;
  return result;
}

// relu_ from relu: the same parameters, writing into the first argument.
nb::object make_inplace(nb::object original) {
  require(Py_TYPE(original.ptr()) == operator_type, ErrorKind::kInvalidType,
          "inplace() takes a function made by @operator");
  const Binding& from = *as_operator(original.ptr())->binding;
  auto binding = new_binding(*from.op, true, from.function + "_");
  binding->parameters = from.parameters;
  for (Parameter& parameter : binding->parameters) {
    Py_INCREF(parameter.name);
    Py_XINCREF(parameter.default_value);
  }
  binding->parameter_of = from.parameter_of;
  nb::object result = new_operator(std::move(binding));
  take_description(result, original);
  const std::string name = from.function + "_";
  result.attr("__name__") = name;
  result.attr("__qualname__") = name;
  result.attr("__doc__") = "In-place version of " + from.function +
                           ": writes the result into its first argument and returns it.";
  result.attr("__wrapped__") = original.attr("__wrapped__");
  return result;
}

const char* name_of_kind(ArgKind kind) {
  switch (kind) {
    case ArgKind::kTensor:
      return "Tensor";
    case ArgKind::kTensorList:
      return "Tensor[]";
    case ArgKind::kBool:
      return "bool";
    case ArgKind::kInt:
      return "int";
    case ArgKind::kFloat:
      return "float";
    case ArgKind::kString:
      return "str";
    case ArgKind::kDType:
      return "dtype";
    case ArgKind::kPlace:
      return "place";
    case ArgKind::kScalar:
      return "scalar";
    case ArgKind::kInts:
      return "int[]";
    case ArgKind::kFloats:
      return "float[]";
  }
  return "";
}

nb::dict describe_operator(const std::string& name) {
  const OpDef& op = get_op(name);
  nb::list args;
  for (const ArgDef& arg : op.args) {
    args.append(nb::make_tuple(arg.name, name_of_kind(arg.kind), arg.optional,
                               arg.default_value.has_value()));
  }
  nb::list outputs;
  for (const OutputDef& output : op.outputs) outputs.append(output.name);
  nb::dict result;
  result["args"] = args;
  result["outputs"] = outputs;
  result["inplace"] = op.inplace_input == 0;
  result["view"] = op.view_input >= 0;
  result["differentiable"] = op.grad != nullptr;
  result["family"] = op.family;
  return result;
}

// ---- the type --------------------------------------------------------------------------------

void operator_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  OperatorObject* object = as_operator(self);
  for (const Parameter& parameter : object->binding->parameters) {
    Py_XDECREF(parameter.name);
    Py_XDECREF(parameter.default_value);
  }
  delete object->binding;
  Py_CLEAR(object->dict);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

int operator_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_operator(self)->dict);
  return 0;
}

PyObject* operator_get(PyObject* self, PyObject* instance, PyObject*) {
  if (!instance || instance == Py_None) return Py_NewRef(self);
  return PyMethod_New(self, instance);
}

PyObject* operator_repr(PyObject* self) {
  return PyUnicode_FromFormat("<operator %s>", as_operator(self)->binding->function.c_str());
}

PyObject* operator_reduce(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(self, "__qualname__");  // pickled by name
}

PyMemberDef operator_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(OperatorObject, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(OperatorObject, dict), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyMethodDef operator_methods[] = {
    {"__reduce__", operator_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef operator_properties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot operator_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(operator_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(operator_traverse)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void*>(operator_get)},
    {Py_tp_repr, reinterpret_cast<void*>(operator_repr)},
    {Py_tp_members, operator_members},
    {Py_tp_methods, operator_methods},
    {Py_tp_getset, operator_properties},
    {0, nullptr},
};
PyType_Spec operator_spec = {"paddle._core.Operator", sizeof(OperatorObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                                 Py_TPFLAGS_METHOD_DESCRIPTOR,
                             operator_slots};

}  // namespace

void bind_operators(nb::module_& module) {
  PyObject* type = checked(PyType_FromSpec(&operator_spec));
  operator_type = reinterpret_cast<PyTypeObject*>(type);
  module.attr("Operator") = nb::steal(type);
  module.def(
      "operator",
      [](const std::string& name) {
        return nb::cpp_function([name](nb::object function) { return decorate(name, function); });
      },
      nb::arg("name"), "Decorator: hands the calls of a function straight to an operator.");
  module.def("inplace", &make_inplace, nb::arg("function"),
             "The in-place twin of a function made by @operator.");
  module.def("raw_operator", &raw_operator, nb::arg("name"),
             "The operator of this name with the parameters of its table row.");
  module.def("describe_operator", &describe_operator, nb::arg("name"),
             "Arguments (name, kind, optional, has a default), outputs and traits of an operator.");
  module.def("operator_names", [] {
    nb::list names;
    for (const OpDef* op : all_ops()) names.append(op->name);
    return names;
  });
}

}  // namespace pd::python
