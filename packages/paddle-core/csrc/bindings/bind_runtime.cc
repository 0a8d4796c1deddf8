// Threads, memory, random numbers, and exchange with other libraries.
#include "bindings/bind.h"
#include "bindings/convert.h"
#include "bindings/dlpack.h"
#include "bindings/numpy.h"
#include "bindings/tensor_caster.h"
#include "runtime/allocator.h"
#include "runtime/cpu_info.h"
#include "runtime/parallel.h"
#include "runtime/random.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

nb::dict memory_stats_dict() {
  const MemoryStats stats = memory_stats();
  nb::dict result;
  result["allocated"] = stats.allocated;
  result["peak_allocated"] = stats.peak_allocated;
  result["reserved"] = stats.reserved;
  result["peak_reserved"] = stats.peak_reserved;
  return result;
}

void bind_random(nb::module_& module) {
  module.def("seed", [](uint64_t seed) { default_generator().seed(seed); }, nb::arg("seed"));
  module.def("initial_seed", [] { return default_generator().initial_seed(); });
  module.def("random_state", [] { return default_generator().state(); });
  module.def("set_random_state",
             [](const std::string& state) { default_generator().set_state(state); });
}

}  // namespace

void bind_runtime(nb::module_& module) {
  bind_random(module);
  module.def("num_threads", &num_threads);
  module.def("set_num_threads", [](int count) {
    require(count >= 1, "set_num_threads: the count must be positive, but is ", count);
    set_num_threads(count);
  });
  module.def("memory_stats", &memory_stats_dict);
  module.def("reset_peak_memory_stats", &reset_peak_memory_stats);
  module.def("release_cached_memory", &release_cached_memory);
  module.def("instruction_set", [] { return cpu::name_of(cpu::isa()); });
  module.def("tensor_from_array", [](nb::object array) { return tensor_from_array(array.ptr()); });
  module.def("share_array", [](nb::object array) { return share_array(array.ptr()); });
  module.def("from_dlpack", [](nb::object capsule) { return from_dlpack(capsule.ptr()); });
}

}  // namespace pd::python
