// Records what runs on a thread and for how long: operators, ranges that the program names, memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/allocator.h"

namespace pd {

// What an event is, by Paddle's numbers; Python knows the kinds between.
enum class EventKind : int {
  kOperator = 0,
  kOperatorInner = 8,  // an operator that runs inside of another one
  kBackward = 10,
  kLast = 14,
};

struct ProfilerEvent {
  std::string name;
  std::string detail;  // shapes and dtypes of an operator's inputs
  EventKind kind = EventKind::kOperator;
  int64_t start = 0;  // in nanoseconds since the epoch
  int64_t end = 0;
  int64_t thread = 0;
  MemoryTally memory;
};

struct ProfilerOptions {
  bool shapes = false;
  bool memory = false;
};

// Starts to collect events, of every thread that opens any.
void start_profiling(ProfilerOptions options);
// Ends it and hands over the events that were closed, in the order of their starts.
std::vector<ProfilerEvent> stop_profiling();
bool is_profiling();
bool profiles_shapes();

// Opens an event inside of the one that is open on this thread; 0 when nothing is collected.
uint64_t open_event(std::string_view name, EventKind kind, std::string detail = {});
// Operators inside of an operator become kOperatorInner.
uint64_t open_operator(std::string_view name, std::string detail = {});
// Closes an event of this thread; one that is unknown, or of an earlier collection, is ignored.
void close_event(uint64_t id) noexcept;

// An event for a scope.
class EventSpan {
 public:
  explicit EventSpan(uint64_t id) : id_(id) {}
  ~EventSpan() {
    if (id_) close_event(id_);
  }
  EventSpan(const EventSpan&) = delete;
  EventSpan& operator=(const EventSpan&) = delete;

 private:
  uint64_t id_;
};

}  // namespace pd
