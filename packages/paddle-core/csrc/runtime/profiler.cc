// Each thread keeps a stack of open events; closed ones are gathered in one list.
#include "runtime/profiler.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

namespace pd {
namespace {

struct OpenEvent {
  uint64_t id;
  ProfilerEvent event;
};

struct Collection {
  std::mutex mutex;
  std::vector<ProfilerEvent> closed;
  ProfilerOptions options;
  std::atomic<bool> running{false};
  std::atomic<uint64_t> next_id{1};
  std::atomic<uint64_t> first_id{1};  // of this collection
};

// Never destroyed: threads may close events after the statics of this library are gone.
Collection& collection() {
  static Collection* instance = new Collection;
  return *instance;
}

struct OpenEvents : std::vector<OpenEvent> {
  ~OpenEvents() { memory_tally = nullptr; }
};
thread_local OpenEvents open_events;

// What is allocated counts for the innermost event.
void point_tally() {
  const bool counts = collection().options.memory && !open_events.empty();
  memory_tally = counts ? &open_events.back().event.memory : nullptr;
}

int64_t now() {
  // Durations come from the steady clock, which is set beside the wall clock once.
  using std::chrono::duration_cast;
  using std::chrono::nanoseconds;
  static const auto offset =
      duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch()) -
      duration_cast<nanoseconds>(std::chrono::steady_clock::now().time_since_epoch());
  const auto steady = std::chrono::steady_clock::now().time_since_epoch();
  return (duration_cast<nanoseconds>(steady) + offset).count();
}

bool is_operator(const OpenEvent& open) {
  return open.event.kind == EventKind::kOperator || open.event.kind == EventKind::kOperatorInner;
}

}  // namespace

void start_profiling(ProfilerOptions options) {
  Collection& all = collection();
  const std::lock_guard lock(all.mutex);
  all.closed.clear();
  all.options = options;
  all.first_id = all.next_id.load();
  all.running = true;
}

std::vector<ProfilerEvent> stop_profiling() {
  Collection& all = collection();
  const std::lock_guard lock(all.mutex);
  all.running = false;
  memory_tally = nullptr;
  std::vector<ProfilerEvent> events = std::move(all.closed);
  all.closed = {};
  std::stable_sort(
      events.begin(), events.end(),
      [](const ProfilerEvent& a, const ProfilerEvent& b) { return a.start < b.start; });
  return events;
}

bool is_profiling() { return collection().running.load(std::memory_order_relaxed); }

bool profiles_shapes() { return is_profiling() && collection().options.shapes; }

uint64_t open_event(std::string_view name, EventKind kind, std::string detail) {
  if (!is_profiling()) return 0;
  static thread_local const auto thread = static_cast<int64_t>(::syscall(SYS_gettid));
  const uint64_t id = collection().next_id++;
  OpenEvent open{id, {}};
  open.event.name = name;
  open.event.detail = std::move(detail);
  open.event.kind = kind;
  open.event.thread = thread;
  open.event.start = now();
  open_events.push_back(std::move(open));
  point_tally();
  return id;
}

uint64_t open_operator(std::string_view name, std::string detail) {
  const bool inside = std::any_of(open_events.begin(), open_events.end(), is_operator);
  return open_event(name, inside ? EventKind::kOperatorInner : EventKind::kOperator,
                    std::move(detail));
}

void close_event(uint64_t id) noexcept {
  const auto found = std::find_if(open_events.rbegin(), open_events.rend(),
                                  [id](const OpenEvent& open) { return open.id == id; });
  if (found == open_events.rend()) return;
  ProfilerEvent event = std::move(found->event);
  event.end = std::max(now(), event.start + 1);
  open_events.erase(std::next(found).base());
  point_tally();
  Collection& all = collection();
  const std::lock_guard lock(all.mutex);
  if (all.running && id >= all.first_id) all.closed.push_back(std::move(event));
}

}  // namespace pd
