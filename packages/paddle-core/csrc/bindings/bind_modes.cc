// Thread-local modes: gradients, autocast, checks, recording.
#include <memory>

#include "bindings/bind.h"
#include "bindings/convert.h"
#include "bindings/program_handle.h"
#include "bindings/shared_object.h"
#include "bindings/tensor_caster.h"
#include "dispatch/layers.h"
#include "dispatch/mode.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

using SharedAutocast = std::shared_ptr<AutocastMode>;
struct AutocastState {
  SharedAutocast mode;
};
thread_local SharedAutocast active_autocast;
thread_local ProgramHandle active_program;

bool set_bit(uint32_t bit, bool on) {
  const bool before = (current_mode.bits & bit) != 0;
  current_mode.bits = on ? current_mode.bits | bit : current_mode.bits & ~bit;
  return before;
}

bool set_grad_enabled(bool enabled) { return std::exchange(current_mode.grad_enabled, enabled); }

AutocastState make_autocast(nb::object dtype, bool pure, const std::vector<std::string>& white,
                            const std::vector<std::string>& black) {
  auto mode = std::make_shared<AutocastMode>();
  mode->dtype = to_dtype(dtype.ptr(), {"auto_cast", "dtype", 4});
  mode->pure = pure;
  mode->white.insert(white.begin(), white.end());
  mode->black.insert(black.begin(), black.end());
  return {std::move(mode)};
}

// Makes the state the active one (None: none) and returns the one before.
AutocastState swap_autocast(const AutocastState& state) {
  AutocastState before{std::exchange(active_autocast, state.mode)};
  current_mode.autocast = active_autocast.get();
  set_bit(kAutocast, active_autocast != nullptr);
  return before;
}

ProgramHandle swap_program(const ProgramHandle& program) {
  ProgramHandle before = std::exchange(active_program, program);
  current_mode.program = active_program.program.get();
  set_bit(kRecord, current_mode.program != nullptr);
  return before;
}

// Calls a Python function with the operator's name, its inputs and its outputs.
class PythonObserver final : public OperatorObserver {
 public:
  explicit PythonObserver(nb::object function) : function_(std::move(function)) {}

  void after(const OpCall& call, std::span<const Tensor> outputs) override {
    const AcquireGil gil;
    nb::list read, computed;
    for (TensorImpl* input : call.inputs()) {
      read.append(input ? nb::cast(Tensor::share(input)) : nb::none());
    }
    for (const Tensor& output : outputs) computed.append(nb::cast(output));
    function_.get()(call.op().name.c_str(), read, computed);
  }

 private:
  SharedObject function_;
};

struct ObserverState {
  std::shared_ptr<OperatorObserver> observer;  // null: none
};
thread_local std::shared_ptr<OperatorObserver> active_observer;

// Makes the state the active one and returns the one before.
ObserverState swap_observer(const ObserverState& state) {
  ObserverState before{std::exchange(active_observer, state.observer)};
  current_mode.observer = active_observer.get();
  set_bit(kObserve, active_observer != nullptr);
  return before;
}

}  // namespace

void bind_modes(nb::module_& module) {
  module.def("set_grad_enabled", &set_grad_enabled, nb::arg("enabled"),
             "Switches the recording of gradients and returns what it was before.");
  module.def("is_grad_enabled", [] { return current_mode.grad_enabled; });
  module.def("set_check_numerics", [](bool on) { return set_bit(kCheckNumerics, on); });
  nb::class_<AutocastState>(module, "AutocastState")
      .def(nb::init<>())
      .def_prop_ro("active", [](const AutocastState& self) { return self.mode != nullptr; })
      .def_prop_ro("dtype", [](const AutocastState& self) {
        return self.mode ? nb::steal(dtype_to_python(self.mode->dtype)) : nb::none();
      });
  module.def("make_autocast", &make_autocast, nb::arg("dtype"), nb::arg("pure"), nb::arg("white"),
             nb::arg("black"));
  module.def("swap_autocast", &swap_autocast, nb::arg("state"));
  module.def("active_autocast", [] { return AutocastState{active_autocast}; });
  nb::class_<ObserverState>(module, "OperatorObserver",
                            "A function that sees every operator that has run; without one: none.")
      .def(nb::init<>())
      .def("__init__", [](ObserverState* self, nb::object function) {
        new (self) ObserverState{std::make_shared<PythonObserver>(std::move(function))};
      });
  module.def("swap_observer", &swap_observer, nb::arg("state"));
  module.def("swap_program", &swap_program, nb::arg("program"),
             "Records operators into the program from now on; returns the one before.");
}

}  // namespace pd::python
