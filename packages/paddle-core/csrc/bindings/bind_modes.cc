// Thread-local modes: gradients, autocast, checks, recording.
#include <memory>

#include "bindings/bind.h"
#include "bindings/convert.h"
#include "bindings/program_handle.h"
#include "bindings/tensor_caster.h"
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
  module.def("swap_program", &swap_program, nb::arg("program"),
             "Records operators into the program from now on; returns the one before.");
}

}  // namespace pd::python
