// The profiler's events.
#include <nanobind/stl/string.h>

#include "bindings/bind.h"
#include "dispatch/mode.h"
#include "runtime/error.h"
#include "runtime/profiler.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

void set_profile_bit(bool on) {
  current_mode.bits = on ? current_mode.bits | kProfile : current_mode.bits & ~kProfile;
}

void start(bool shapes, bool memory) {
  start_profiling({shapes, memory});
  set_profile_bit(true);
}

nb::tuple to_tuple(const ProfilerEvent& event) {
  const MemoryTally& memory = event.memory;
  return nb::make_tuple(event.name, static_cast<int>(event.kind), event.start, event.end,
                        event.thread, event.detail, memory.allocations, memory.frees,
                        memory.allocated, memory.freed);
}

nb::list stop() {
  set_profile_bit(false);
  nb::list events;
  for (const ProfilerEvent& event : stop_profiling()) events.append(to_tuple(event));
  return events;
}

uint64_t open(const std::string& name, int kind) {
  require(kind >= 0 && kind <= static_cast<int>(EventKind::kLast),
          "an event's kind must be one of TracerEventType, but is ", kind);
  return open_event(name, static_cast<EventKind>(kind));
}

}  // namespace

void bind_profiler(nb::module_& module) {
  module.def("start_profiling", &start, nb::arg("shapes"), nb::arg("memory"),
             "Starts to collect events; the operators are those of this thread.");
  module.def("stop_profiling", &stop, "Ends it and returns a tuple per event.");
  module.def("is_profiling", &is_profiling);
  module.def("open_event", &open, nb::arg("name"), nb::arg("kind"),
             "Opens an event on this thread; 0 when nothing is collected.");
  module.def("close_event", &close_event, nb::arg("id"));
}

}  // namespace pd::python
