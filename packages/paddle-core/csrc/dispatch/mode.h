// What is switched on for the current thread: gradients, autocast, recording, checks.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "dispatch/op.h"

namespace pd {

class Program;
class OperatorObserver;
class SavedTensorHooks;

// Layers of the dispatcher that a mode turns on; the bits lie above those of TensorBits.
enum ModeBits : uint32_t {
  kProfile = 1u << 16,
  kCheckNumerics = 1u << 17,
  kAutocast = 1u << 18,
  kRecord = 1u << 19,
  kObserve = 1u << 20,
};

struct AutocastMode {
  bool pure = false;  // O2: everything but the black list runs in the low precision
  DType dtype = DType::kBFloat16;
  std::unordered_set<std::string> white;  // added to the table's own lists
  std::unordered_set<std::string> black;
};

struct Mode {
  uint32_t bits = 0;
  bool grad_enabled = true;
  AutocastMode* autocast = nullptr;
  Program* program = nullptr;  // where operators are recorded
  SavedTensorHooks* saved_tensor_hooks = nullptr;
  OperatorObserver* observer = nullptr;
};

[[gnu::tls_model("initial-exec")]] inline thread_local Mode current_mode;

// Sets one member of the mode for a scope.
template <class T>
class ModeGuard {
 public:
  ModeGuard(T Mode::* member, T value) : member_(member), before_(current_mode.*member) {
    current_mode.*member = value;
  }
  ~ModeGuard() { current_mode.*member_ = before_; }
  ModeGuard(const ModeGuard&) = delete;
  ModeGuard& operator=(const ModeGuard&) = delete;

 private:
  T Mode::* member_;
  T before_;
};

class GradModeGuard : public ModeGuard<bool> {
 public:
  explicit GradModeGuard(bool enabled) : ModeGuard(&Mode::grad_enabled, enabled) {}
};

// Operators run at once, whatever is being recorded.
class EagerGuard {
 public:
  EagerGuard() : mode_(current_mode) {
    current_mode.program = nullptr;
    current_mode.bits &= ~static_cast<uint32_t>(kRecord | kAutocast);
  }
  ~EagerGuard() {
    current_mode.program = mode_.program;
    current_mode.bits = mode_.bits;
  }
  EagerGuard(const EagerGuard&) = delete;
  EagerGuard& operator=(const EagerGuard&) = delete;

 private:
  Mode mode_;
};

}  // namespace pd
