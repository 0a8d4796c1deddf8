// Recorded programs.
#include "bindings/bind.h"
#include "bindings/convert.h"
#include "bindings/program_handle.h"
#include "bindings/tensor_caster.h"
#include "dispatch/mode.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

Program& program_of(const ProgramHandle& handle) {
  require(static_cast<bool>(handle.program), ErrorKind::kPreconditionNotMet, "there is no program");
  return *handle.program;
}

Program& program_of_symbol(const Tensor& tensor) {
  require(tensor && tensor->is_symbolic(), ErrorKind::kInvalidType,
          "a tensor of a program is needed");
  return *tensor->symbol()->program;
}

nb::dict describe_operation(const Program& program, const Program::Operation& operation) {
  auto names = [&](const std::vector<int64_t>& values) {
    nb::list result;
    for (int64_t value : values) {
      if (value < 0) {
        result.append(nb::none());
      } else {
        result.append(program.values()[static_cast<size_t>(value)].name);
      }
    }
    return result;
  };
  nb::dict attrs;
  size_t next = 0;
  for (const ArgDef& arg : operation.op->args) {
    if (is_tensor_kind(arg.kind)) continue;
    attrs[arg.name.c_str()] = nb::steal(attr_to_python(operation.attrs[next++]));
  }
  nb::dict result;
  result["type"] = operation.op->name + (operation.inplace ? "_" : "");
  result["inputs"] = names(operation.inputs);
  result["outputs"] = names(operation.outputs);
  result["attrs"] = attrs;
  return result;
}

ProgramHandle pruned(const ProgramHandle& self, const std::vector<int64_t>& fetched,
                     bool keep_writes) {
  const Program& program = program_of(self);
  for (int64_t value : fetched) {
    require(value >= 0 && value < static_cast<int64_t>(program.values().size()),
            ErrorKind::kNotFound, "the program has no value ", value);
  }
  IntrusivePtr<Program> copy = program.clone();
  copy->prune(fetched, keep_writes);
  return {std::move(copy)};
}

std::vector<Tensor> run(const ProgramHandle& self, const std::map<std::string, Tensor>& data,
                        const std::vector<int64_t>& fetched) {
  const Program& program = program_of(self);
  for (const auto& [name, tensor] : data) {
    require(tensor && tensor->has_storage(), ErrorKind::kInvalidType, "the data fed as '", name,
            "' has no elements");
  }
  for (int64_t value : fetched) {
    require(value >= 0 && value < static_cast<int64_t>(program.values().size()),
            ErrorKind::kNotFound, "the program has no value ", value);
  }
  const ReleaseGil release;
  return program.run(data, fetched);
}

}  // namespace

void bind_programs(nb::module_& module) {
  nb::class_<ProgramHandle>(module, "Program", "Operators recorded on symbolic tensors.")
      .def("__init__",
           [](ProgramHandle* self) {
             new (self) ProgramHandle{IntrusivePtr<Program>::adopt(new Program)};
           })
      .def_static("none", [] { return ProgramHandle{}; })
      .def("__bool__", [](const ProgramHandle& self) { return bool(self.program); })
      .def("__eq__",
           [](const ProgramHandle& a, const ProgramHandle& b) { return a.program == b.program; })
      .def("__hash__",
           [](const ProgramHandle& self) { return std::hash<const void*>()(self.program.get()); })
      .def("data",
           [](const ProgramHandle& self, const std::string& name, const std::vector<int64_t>& shape,
              nb::object dtype) {
             return program_of(self).add_data(name, shape,
                                              to_dtype(dtype.ptr(), {"data", "dtype", 3}));
           })
      .def("text", [](const ProgramHandle& self) { return program_of(self).text(); })
      .def("clone",
           [](const ProgramHandle& self) { return ProgramHandle{program_of(self).clone()}; })
      .def("find", [](const ProgramHandle& self,
                      const std::string& name) { return program_of(self).find(name); })
      .def("tensor",
           [](const ProgramHandle& self, int64_t value) {
             const Program& program = program_of(self);
             require(value >= 0 && value < static_cast<int64_t>(program.values().size()),
                     ErrorKind::kNotFound, "the program has no value ", value);
             return self.program->tensor_of(value);
           })
      .def("num_values", [](const ProgramHandle& self) { return program_of(self).values().size(); })
      .def("num_operations",
           [](const ProgramHandle& self) { return program_of(self).operations().size(); })
      .def("value_of",
           [](const ProgramHandle& self, const Tensor& tensor) {
             require(bool(tensor), ErrorKind::kInvalidType, "a Tensor is needed");
             return program_of(self).value_of(*tensor);
           })
      .def("rename", [](const ProgramHandle& self, int64_t value,
                        const std::string& name) { program_of(self).rename(value, name); })
      .def("operations",
           [](const ProgramHandle& self) {
             nb::list result;
             for (const auto& operation : program_of(self).operations()) {
               result.append(describe_operation(*self.program, operation));
             }
             return result;
           })
      .def("pruned", &pruned, nb::arg("fetched"), nb::arg("keep_writes"))
      .def("run", &run, nb::arg("data"), nb::arg("fetched"));
  module.def("program_of", [](const Tensor& tensor) {
    return ProgramHandle{IntrusivePtr<Program>::share(&program_of_symbol(tensor))};
  });
  module.def("symbol_name", [](const Tensor& tensor) {
    const Program& program = program_of_symbol(tensor);
    return program.values()[static_cast<size_t>(tensor->symbol()->value)].name;
  });
}

}  // namespace pd::python
